"""猫抓耗子: pairs, breaches, the end of a deal and its settlement."""

from __future__ import annotations

from dataclasses import replace

from companion.cases.flow_course import throw
from companion.cases.scene import at
from engine.deal import Deal
from engine.events import (
    Acted,
    DrawCause,
    Drew,
    Exhausted,
    HandOpened,
    Penalised,
    Punged,
    Settled,
    Voided,
    WinKind,
    Won,
)  # fmt: skip
from engine.rules.mzhz.state import Stage, state
from engine.seat import Seat
from engine.view import Phase, Status
from engine.win import EntryCause
from tests.engine.mzhz_scenes import (
    READY,
    TAIL,
    A,
    B,
    C,
    D,
    actions,
    draws,
    lay,
    t,
    ts,
)


def test_the_removed_player_is_out_of_everything() -> None:
    deal = lay("fixed_pairs", drawn="5m").apply(Won((A,), t("5m"), WinKind.SELF_DRAW))
    gone = deal.apply(Acted(A, "remove", target=B))
    assert gone.statuses[B] is Status.REMOVED
    assert gone.active_seats == (C, D)
    assert draws(gone) == [Drew(C)]
    assert all(seat is not B for seat, _ in actions(gone))


def test_one_fan_removes_nobody() -> None:
    named = Won((A,), t("5m"), WinKind.SELF_DRAW, None, None, (1,))
    deal = lay("fixed_pairs", drawn="5m").apply(named)
    assert (A, "remove") not in actions(deal)
    assert draws(deal) == [Drew(B)]


def test_both_partners_end_the_deal() -> None:
    deal = lay("fixed_pairs", drawn="5m").apply(Won((A,), t("5m"), WinKind.SELF_DRAW))
    deal = at(deal, Stage.ACT, C).apply(Won((C,), t("6m"), WinKind.SELF_DRAW))
    assert deal.ended == "team_won"


def test_a_wind_that_makes_winners_partners_ends_the_deal() -> None:
    deal = lay("four_winds", drawn="5m").apply(Won((A,), t("5m"), WinKind.SELF_DRAW))
    deal = at(deal, Stage.ACT, C).apply(Won((C,), t("6m"), WinKind.SELF_DRAW))
    assert not deal.ended
    # A is East by winning first, so West is C.
    ended = at(deal, Stage.ACT, B).apply(Acted(B, "lay_wind", ts("3z")))
    assert ended.ended == "team_won"


def test_a_wind_is_replaced_from_the_tail() -> None:
    deal = lay("four_winds", hands={A: "2z"}).apply(Acted(A, "lay_wind", ts("2z")))
    drew = deal.apply(Drew(A, TAIL, DrawCause.WIND))
    assert drew.entries[A] == EntryCause.WIND
    assert state(drew).anchor == (A, t("2z"))


def test_fixed_pairs_need_no_wind() -> None:
    assert state(lay("fixed_pairs")).teams == (0, 1, 0, 1)
    assert state(lay("four_winds")).teams is None


def exhausted(**hands: str) -> Deal:
    """The wall is used up; hands A… are known."""
    given = {Seat.parse(name): text for name, text in hands.items()}
    return lay(stage=Stage.DRAW, left=0, hands=given).apply(Exhausted())


NOT_READY = {"B": "147m258p369s1234f", "C": "258m369p147s5678f", "D": "369m147p258s1234h"}


def test_ready_hands_are_paid_when_the_wall_is_used_up() -> None:
    made = exhausted(A=READY, **NOT_READY).settlement()
    assert not made.missing
    assert {(row.payer, row.payee) for row in made.rows} == {(B, A), (C, A), (D, A)}
    assert made.reason == "exhausted"
    assert made.next_dealer is A
    assert sum(made.net) == 0


def test_what_is_not_open_is_said_and_not_guessed() -> None:
    deal = exhausted(A=READY, B=NOT_READY["B"])
    made = deal.settlement()
    assert made.rows == ()
    assert len(made.missing) == 2
    opened = deal.apply(HandOpened(C, ts(NOT_READY["C"])))
    opened = opened.apply(HandOpened(D, ts(NOT_READY["D"])))
    final = opened.settlement()
    assert not final.missing
    assert len(final.rows) == 3
    over = opened.apply(Settled(final.rows, final.net, final.next_dealer, final.reason))
    assert over.phase is Phase.SETTLED
    assert over.legal() == ()


def test_a_win_is_judged_when_its_hand_opens() -> None:
    thrown = throw(lay(stage=Stage.DRAW), A, t("4p"))[0]
    won = thrown.apply(Won((B, C, D), t("4p"), WinKind.DISCARD, A))
    assert won.settlement().rows == ()
    true = won.apply(HandOpened(C, ts(READY)))
    assert [row.payee for row in true.settlement().rows] == [C]
    false = true.apply(HandOpened(B, ts(NOT_READY["B"])))
    made = false.settlement()
    refused = next(item.refused for item in made.wins if item.win.seat is B)
    assert refused is not None
    penalty = [row for row in made.rows if row.cause == "false_win"]
    assert {row.payer for row in penalty} == {B}
    assert all(row.amount == 64 for row in penalty)
    assert made.next_dealer is A  # two winners are left of the first tile: the payer


def test_a_false_winner_leaves_and_the_others_play_on() -> None:
    deal = lay(actor=B).apply(Penalised(B, "false_win"))
    assert deal.statuses[B] is Status.OUT
    assert draws(deal) == [Drew(C)]
    assert deal.settlement().net == (64, -192, 64, 64)
    ends = lay(house={"false_win_ends_deal": "yes"}, actor=B).apply(Penalised(B, "false_win"))
    assert ends.ended == "false_win"


def test_a_dead_hand_plays_on_and_is_told_apart_by_its_count() -> None:
    deal = lay(actor=B).apply(Penalised(C, "dead_hand", "12"))
    assert deal.hands[C].count == 12
    assert deal.extra[C] == -1
    thrown = throw(deal, B, t("5p"))[0]
    assert thrown.objection(Punged(C, B, t("5p"), ts("55p"))) is None
    strict = lay(house={"dead_hand_claims": "no"}, actor=B).apply(Penalised(C, "wrong_claim"))
    strict = throw(strict, B, t("5p"))[0]
    assert strict.objection(Punged(C, B, t("5p"), ts("55p"))) is not None


def test_a_void_deal_is_over_without_a_result() -> None:
    deal = lay().apply(Voided("tiles fell"))
    assert deal.phase is Phase.SETTLED
    assert deal.legal() == ()


def test_the_last_player_ends_the_deal() -> None:
    status = {B: Status.WON, C: Status.REMOVED}
    deal = lay("fixed_pairs", drawn="5m", status=status)
    won = deal.apply(Won((A,), t("5m"), WinKind.SELF_DRAW))
    assert won.ended == "one_left"
    alone = lay("fixed_pairs", {"end_when_one_active": "no"}, drawn="5m", status=status)
    assert Drew(D) in alone.apply(Won((A,), t("5m"), WinKind.SELF_DRAW)).legal()


def test_faults_are_named() -> None:
    deal = lay()
    short = replace(deal, hands=(deal.hands[1], *deal.hands[1:]))
    texts = [fault.en for fault in short.validate()]
    assert any("stands with 13 tiles" in text for text in texts)
    assert any("not conserved" in text for text in texts)
