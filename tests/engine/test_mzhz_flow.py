"""猫抓耗子: the opening, flower wins, claims and declined wins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from companion.cases.flow_course import throw
from companion.cases.scene import pung
from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import (
    Acted,
    Dealt,
    Declined,
    DiceRolled,
    Discarded,
    Drew,
    Flipped,
    FlowersLaid,
    FlowersPassed,
    Konged,
    WinKind,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.rules.mzhz.opening import next_flip
from engine.rules.mzhz.state import Stage, state
from engine.seat import SEATS
from engine.tile import JOKER
from engine.view import Phase
from engine.win import EntryCause
from tests.engine.mzhz_scenes import (
    FLOWER,
    READY,
    RULES,
    TAIL,
    A,
    B,
    C,
    D,
    assert_sound,
    draws,
    in_round,
    lay,
    t,
    ts,
)


def test_a_flip_that_is_no_number_is_followed_by_the_next_stack() -> None:
    deal = Deal.begin(RULES, 1, A, {"mode": "four_winds"}).apply(DiceRolled(A, (1, 5)))
    deal = deal.apply(next(e for e in deal.legal() if isinstance(e, Dealt)))
    slots = []
    for code in ("1j", "2h", "9p"):
        slot = next_flip(deal)
        assert slot is not None
        slots.append(slot)
        deal = deal.apply(Flipped(slot, t(code)))
    assert slots == [53, 54, 56]
    assert state(deal).bonus == t("1p")
    assert deal.flow.indicators(deal) == ts("1j2h9p")
    assert deal.step.stage == Stage.ROUND


def test_flowers_go_round_from_the_dealer() -> None:
    deal = in_round(dealer=C)
    with pytest.raises(IllegalEvent):
        deal.apply(Acted(D, "steal"))
    deal = deal.apply(FlowersLaid(C, ts("12f")))
    assert draws(deal) == [Drew(C, TAIL, FLOWER)]
    deal = deal.apply(Drew(C, TAIL, FLOWER)).apply(Drew(C, TAIL, FLOWER))
    # 过补 is only spoken: D's flower closes C's turn, and the discard the round.
    deal = deal.apply(FlowersLaid(D, ts("3f"))).apply(Drew(D, TAIL, FLOWER))
    deal = deal.apply(Discarded(C, t("5m")))
    assert deal.phase is Phase.PLAY
    assert not deal.validate()


def test_the_dealer_may_win_at_once() -> None:
    deal = in_round()
    for seat in SEATS:
        deal = deal.apply(FlowersPassed(seat))
    won = deal.apply(Won((A,), t("5m"), WinKind.SELF_DRAW))
    assert won.wins[0].entry is EntryCause.INITIAL


def test_a_flower_robbed_in_the_opening_round_is_replaced() -> None:
    deal = lay(stage=Stage.ROUND, actor=B, flowers={D: "1234567f"}, left=71)
    deal = deal.apply(FlowersLaid(B, ts("8f")))
    won = deal.apply(Won((D,), t("8f"), WinKind.SEVEN_FLOWERS, B))
    assert draws(won) == [Drew(B, TAIL, FLOWER)]
    after = won.apply(Drew(B, TAIL, FLOWER))
    assert after.hands[B].count == 13
    assert after.step.stage == Stage.ROUND
    assert after.step.actor is C


def test_the_robbed_dealer_has_nothing_to_discard() -> None:
    deal = in_round()
    page = state(deal)
    deal = replace(deal, page=replace(page, credited=((), (), ts("1234567f"), ())))
    deal = deal.apply(FlowersLaid(A, ts("8f")))
    won = deal.apply(Won((C,), t("8f"), WinKind.SEVEN_FLOWERS, A))
    for seat in (B, D):
        won = won.apply(FlowersPassed(seat))
    assert draws(won) == [Drew(B)]
    assert won.hands[A].count == 13


def test_seven_flowers_rob_the_eighth() -> None:
    deal = lay(actor=B, flowers={A: "1234567f"}, entry=EntryCause.KONG)
    laid = deal.apply(FlowersLaid(B, ts("8f")))
    won = laid.apply(Won((A,), t("8f"), WinKind.SEVEN_FLOWERS, B))
    assert won.winning[A] == t("8f")
    assert won.flowers[B] == ()
    assert draws(won) == [Drew(B)]
    rows = won.settlement().rows
    assert [(r.payer, r.payee, r.amount) for r in rows] == [(B, A, Fraction(64))]


def test_letting_the_layer_draw_gives_up_the_flower_win() -> None:
    deal = lay(actor=B, flowers={A: "1234567f"}).apply(FlowersLaid(B, ts("8f")))
    after = deal.apply(Drew(B, TAIL, FLOWER))
    assert not any(isinstance(e, Won) and e.seats == (A,) for e in after.legal())


def test_the_eighth_of_ones_own_is_a_self_drawn_win() -> None:
    deal = lay(actor=B, flowers={B: "1234567f"}).apply(FlowersLaid(B, ts("8f")))
    won = deal.apply(Won((B,), t("8f"), WinKind.EIGHT_FLOWERS))
    assert {row.payer for row in won.settlement().rows} == {A, C, D}
    assert draws(won) == [Drew(C)]


def test_six_and_one_make_the_other_pay() -> None:
    deal = lay(actor=A, flowers={A: "123456f", C: "7f"}).apply(FlowersLaid(A, ts("8f")))
    wins = [event for event in deal.legal() if isinstance(event, Won)]
    assert wins == [Won((A,), t("8f"), WinKind.SEVEN_FLOWERS, C)]
    assert {row.payer for row in deal.apply(wins[0]).settlement().rows} == {C}


def test_seven_kinds_among_three_players_win_nothing() -> None:
    deal = lay(actor=A, flowers={A: "12345f", B: "6f", C: "7f"}).apply(FlowersLaid(A, ts("8f")))
    assert not any(isinstance(event, Won) for event in deal.legal())


def test_a_flower_thrown_with_the_word_is_not_laid() -> None:
    deal = lay(actor=B, flowers={A: "1234567f"})
    said = deal.apply(Discarded(B, t("8f"), "no_flower"))
    assert draws(said) == [Drew(C)]
    assert not any(isinstance(event, Won) for event in said.legal())
    unsaid = deal.apply(Discarded(B, t("8f")))
    assert Won((A,), t("8f"), WinKind.SEVEN_FLOWERS, B) in unsaid.legal()
    won = unsaid.apply(Won((A,), t("8f"), WinKind.SEVEN_FLOWERS, B))
    assert won.rivers[B] == ()
    drawn = unsaid.apply(Drew(B, TAIL, FLOWER))
    assert drawn.flowers[B] == ts("8f")
    assert drawn.step.stage == Stage.ACT


def test_both_ways_to_throw_a_flower_are_listed_where_it_matters() -> None:
    rich = lay(actor=B, flowers={A: "1234567f"}, hands={B: "8f"})
    assert Discarded(B, t("8f")) in rich.legal()
    poor = lay(actor=B, flowers={A: "123f"}, hands={B: "8f"})
    assert Discarded(B, t("8f")) not in poor.legal()


def test_a_robbed_kong_falls_back_to_a_pung() -> None:
    deal = lay(melds={A: (pung("4p", "444p"),)}, hands={C: READY}, entry=EntryCause.KONG)
    added = deal.apply(Konged(A, MeldKind.ADDED_KONG, t("4p"), ts("4p"), None, 0))
    won = added.apply(Won((C,), t("4p"), WinKind.ROBBED_KONG, A))
    assert won.melds[A][0].kind is MeldKind.PUNG
    assert won.winning[C] == t("4p")
    (row,) = won.settlement().rows
    assert row.amount == 8  # 抢杠, 杠上炮, 无百搭


def test_a_robbed_joker_is_the_kongs_tile() -> None:
    deal = lay(melds={A: (pung("1p", "111p"),)}, hands={C: "23p55m123456789m"})
    added = deal.apply(Konged(A, MeldKind.ADDED_KONG, t("1p"), (JOKER,), None, 0))
    (listed,) = {e for e in added.legal() if isinstance(e, Won) and e.seats == (C,)}
    assert listed == Won((C,), JOKER, WinKind.ROBBED_KONG, A, t("1p"))
    assert_sound(deal, added.apply(listed))


def test_a_swap_gives_the_joker_and_goes_on() -> None:
    deal = lay(actor=B, melds={A: (pung("4m", "4m1j4m"),)}, hands={B: "4m"})
    laid = deal.apply(Acted(B, "swap", ts("4m"), A, 0))
    took = laid.apply(Acted(B, "swap_take", (JOKER,), A, 0))
    assert took.melds[A][0].tiles == ts("444m")
    assert JOKER in took.hands[B].known
    assert took.step.stage == Stage.ACT
    assert_sound(deal, took)


def test_several_winners_share_one_tile() -> None:
    thrown = throw(lay(stage=Stage.DRAW), A, t("5p"))[0]
    won = thrown.apply(Won((B, D), t("5p"), WinKind.DISCARD, A))
    assert [win.seat for win in won.wins] == [B, D]
    assert sum(tile is not None for tile in won.winning) == 1
    assert draws(won) == [Drew(A)]
    assert_sound(thrown, won)


def test_three_winners_end_the_deal() -> None:
    thrown = throw(lay(stage=Stage.DRAW), A, t("5p"))[0]
    won = thrown.apply(Won((B, C, D), t("5p"), WinKind.DISCARD, A))
    assert won.ended == "three_won"
    assert won.settlement().next_dealer is A
    assert {text.zh[0] for text in won.settlement().missing} == {"B", "C", "D"}


def passed(mode: str = "solo", **house: str) -> Deal:
    """C let a 4p go by that would have won."""
    deal = lay(mode, house, hands={C: READY}, stage=Stage.DRAW)
    thrown = throw(deal, A, t("4p"))[0]
    assert any(isinstance(e, Won) and e.seats == (C,) for e in thrown.legal())
    return thrown.apply(Drew(B))


def test_a_win_let_go_bars_as_little_until_the_next_tile() -> None:
    again = passed().apply(Discarded(B, t("4p")))
    refused = again.objection(Won((C,), t("4p"), WinKind.DISCARD, B))
    assert refused is not None
    assert refused.clause == "D4.(八)"
    drew = again.apply(Drew(C, tile=t("9s"))).apply(Discarded(C, t("9s")))
    later = drew.apply(Drew(D)).apply(Discarded(D, t("4p")))
    assert later.objection(Won((C,), t("4p"), WinKind.DISCARD, D)) is None


def test_pairs_know_no_bar() -> None:
    again = passed("fixed_pairs").apply(Discarded(B, t("4p")))
    assert again.objection(Won((C,), t("4p"), WinKind.DISCARD, B)) is None
    barred = passed("fixed_pairs", pass_rule="always").apply(Discarded(B, t("4p")))
    assert barred.objection(Won((C,), t("4p"), WinKind.DISCARD, B)) is not None
    free = passed(pass_rule="never").apply(Discarded(B, t("4p")))
    assert free.objection(Won((C,), t("4p"), WinKind.DISCARD, B)) is None


def test_a_self_drawn_win_not_taken_bars_too() -> None:
    deal = lay(actor=C, hands={C: READY + "4p"}, drawn="4p")
    thrown = deal.apply(Discarded(C, t("4p")))
    again = thrown.apply(Drew(D)).apply(Discarded(D, t("4p")))
    assert again.objection(Won((C,), t("4p"), WinKind.DISCARD, D)) is not None


def test_a_hidden_hand_is_barred_by_what_it_names() -> None:
    thrown = throw(lay(stage=Stage.DRAW), A, t("4p"))[0]
    declined = thrown.apply(Declined(C, t("4p"), 2))
    named = Won((C,), t("4p"), WinKind.DISCARD, A, None, (2,))
    assert declined.objection(named) is not None
    assert declined.objection(Won((C,), t("4p"), WinKind.DISCARD, A, None, (3,))) is None
