"""The course of play that rule pages share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.adopt import adopted, snapshot
from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Acted,
    Chowed,
    Declined,
    DiceRolled,
    DrawCause,
    Drew,
    End,
    Exhausted,
    Flipped,
    FlowersLaid,
    HandOpened,
    Konged,
    PaymentRow,
    Penalised,
    Punged,
    Settled,
    Voided,
    WinKind,
    Won,
)
from engine.flow import Action
from engine.meld import Meld, MeldKind
from engine.play import (
    ALL_FLOWERS,
    BEFORE_PLAY,
    EVEN_144,
    FED,
    FIRST_DISCARD,
    FIRST_TURN,
    LAST_TILE,
    Declared,
    Play,
    acted,
    book,
    make_void,
    mark,
    state,
)
from engine.seat import Seat
from engine.settlement import amounts, from_everyone
from engine.tile import FLOWERS, KINDS, NUMBERS, Tile, parse_tiles
from engine.view import Status, Text
from tests.engine.play_scenes import (
    A,
    B,
    C,
    D,
    PlainJudging,
    dealt,
    draw,
    page,
    refused,
    run,
    throw,
    tile,
)
from tests.soak import soak

READY = "123m456m789m55p46s"
"""Waits for 5s alone."""


def win(seat: Seat, source: Seat | None, code: str = "5s", *more: Seat) -> Won:
    kind = WinKind.DISCARD if source is not None else WinKind.SELF_DRAW
    return Won((seat, *more), tile(code), kind, source)


def test_a_chow_is_for_the_next_seat_and_off_unless_the_page_has_it() -> None:
    deal = run(dealt(page(chow=True), "1s", "23s", "23s"), throw(A, "1s"))
    chow = Chowed(B, A, tile("1s"), parse_tiles("23s"))
    assert chow in deal.legal()
    assert "next seat" in refused(deal, replace(chow, seat=C))
    assert "make the chow" in refused(deal, replace(chow, used=parse_tiles("24s")))
    after = run(deal, chow)
    assert after.melds[B][0].tile == tile("1s")
    assert "after a claim" in refused(after, Konged(B, MeldKind.CONCEALED_KONG, tile("9m"),
                                                    (tile("9m"),) * 4))  # fmt: skip
    assert "no chow" in refused(run(dealt(page(), "1s", "23s"), throw(A, "1s")), chow)


def test_honours_make_no_chow() -> None:
    kinds = dict.fromkeys(KINDS[:34], 4)
    rules = page(judging=PlainJudging(kinds), chow=True, stacks=(17,) * 4)
    deal = run(dealt(rules, "1z", "23z"), throw(A, "1z"))
    assert refused(deal, Chowed(B, A, tile("1z"), parse_tiles("23z")))
    assert not any(isinstance(event, Chowed) for event in deal.legal())


def test_several_win_on_one_tile_or_the_page_lets_only_one() -> None:
    deal = run(dealt(page(), "5s", READY, READY), throw(A, "5s"))
    both = Won((B, C), tile("5s"), WinKind.DISCARD, A)
    assert both in deal.legal()
    assert refused(deal, Won((C, B), tile("5s"), WinKind.DISCARD, A))
    deal = run(deal, both)
    assert deal.is_over
    assert len(deal.settlement().wins) == 2
    single = run(dealt(page(several=False), "5s", READY, READY), throw(A, "5s"))
    assert "one winner" in refused(single, both)
    assert win(C, A) in single.legal()


def test_play_goes_on_to_the_third_win() -> None:
    deal = run(
        dealt(page(winners=3), "5s", READY, READY, "5s"), throw(A, "5s"), win(B, A),
    )  # fmt: skip
    assert not deal.is_over
    assert deal.statuses[B] is Status.WON
    assert deal.step.actor is C
    deal = run(deal, draw(C, "5s"), win(C, None))
    assert deal.step.actor is D
    assert refused(deal, win(B, None))


def test_the_thrower_cannot_win_and_a_window_closes() -> None:
    deal = run(dealt(page(), "5s" + READY, READY), throw(A, "5s"))
    assert "own tile" in refused(deal, Won((A,), tile("5s"), WinKind.DISCARD, A))
    assert run(deal, draw(B)).step.stage == "act"


def test_an_added_kong_may_be_robbed_and_then_pays_nothing() -> None:
    class Paying(Play):
        def kong_rows(self, draft: Draft, seat: Seat, kong: Meld) -> tuple[PaymentRow, ...]:
            return from_everyone(seat, Fraction(1), "kong")

    rules = page(Paying())
    deal = run(
        dealt(rules, "5s", "55s", READY),
        throw(A, "5s"), Punged(B, A, tile("5s"), (tile("5s"),) * 2), throw(B, "9p"),
        draw(C), throw(C, "8p"), draw(D), throw(D, "8p"), draw(A), throw(A, "7p"),
        draw(B, "5s"),
    )  # fmt: skip
    kong = Konged(B, MeldKind.ADDED_KONG, tile("5s"), (tile("5s"),), None, 0)
    deal = run(deal, kong)
    rob = Won((C,), tile("5s"), WinKind.ROBBED_KONG, B)
    assert rob in deal.legal()
    robbed = run(deal, rob)
    assert robbed.melds[B][0].kind is MeldKind.PUNG
    assert not state(robbed).booked
    stood = run(deal, Drew(B, End.TAIL, DrawCause.KONG))
    assert [booked.seat for booked in state(stood).booked] == [B]
    assert stood.settlement().net == amounts((-1, 3, -1, -1))


def test_money_made_void_goes_back() -> None:
    deal = dealt(page(), "")
    draft = Draft(deal)
    book(draft, "kong", A, (PaymentRow(B, A, Fraction(1), "kong"),))
    paid = draft.freeze(None)
    assert paid.settlement().net == amounts((1, -1, 0, 0))
    draft = Draft(paid)
    make_void(draft, 0, "void")
    assert draft.freeze(None).settlement().net == amounts((0, 0, 0, 0))


def test_a_seat_that_lets_a_win_go_by_waits_for_its_next_tile() -> None:
    deal = run(
        dealt(page(bar="all", winners=3), "5s", READY, "5s"), throw(A, "5s"), draw(B, "9p"),
        throw(B, "9p"), draw(C), throw(C, "5s"),
    )  # fmt: skip
    assert refused(deal, win(B, C)) == ""  # it drew since
    deal = run(dealt(page(bar="all"), "5s", "", "5s", READY), throw(A, "5s"),
               Punged(C, A, tile("5s"), (tile("5s"),) * 2), throw(C, "9s"))  # fmt: skip
    assert state(deal).barred[D] is not None
    hidden = run(dealt(page(bar="all"), "5s"), throw(A, "5s"))
    assert Declined(B, tile("5s")) in hidden.legal()


def test_a_frozen_hand_throws_what_it_draws() -> None:
    deal = run(dealt(page(), "9p", READY), throw(A, "9p"), draw(B, "9p"))
    draft = Draft(deal)
    mark(draft, B, "ready")
    deal = draft.freeze(None)
    assert "frozen" in refused(deal, throw(B, "1m"))
    deal = run(deal, throw(B, "9p"), draw(C), throw(C, "1m"))
    assert "frozen" in refused(deal, Punged(B, C, tile("1m"), (tile("1m"),) * 2))
    assert win(B, C, "5s") not in deal.legal()


def test_a_compulsory_win_closes_every_other_way_for_known_hands() -> None:
    class Must(Play):
        def compulsory(self, deal: Deal) -> bool:
            return True

    deal = run(dealt(page(Must()), "5s", READY, "55s"), throw(A, "5s"))
    assert refused(deal, draw(B))
    assert "must be taken" in refused(deal, Punged(C, A, tile("5s"), (tile("5s"),) * 2))
    assert win(B, A) in deal.legal()
    own = run(dealt(page(Must()), "9p", READY), throw(A, "9p"), draw(B, "5s"))
    assert "must be taken" in refused(own, throw(B, "1m"))
    unknown = run(dealt(page(Must()), "5s"), throw(A, "5s"))
    assert refused(unknown, draw(B)) == ""


def test_flowers_are_laid_and_replaced_and_all_eight_may_win() -> None:
    kinds = {**dict.fromkeys(KINDS[:34], 4), **dict.fromkeys(FLOWERS, 1)}
    rules = page(
        judging=PlainJudging(kinds), stacks=EVEN_144, flowers=ALL_FLOWERS, eight_flowers=True
    )
    deal = dealt(rules, "12345678f1m")
    assert deal.step.stage == "flower_round"
    deal = run(deal, FlowersLaid(A, FLOWERS))
    for code in "12345678":
        deal = run(deal, Drew(A, End.TAIL, DrawCause.FLOWER, tile(f"{code}p")))
    assert deal.flowers[A] == FLOWERS
    assert Won((A,), tile("8f"), WinKind.EIGHT_FLOWERS) not in deal.legal()[:1]
    later = run(deal, throw(A, "1m"), draw(B))
    assert "flower is laid" in refused(later, throw(B, "1f"))


def test_an_indicator_lies_dead_and_names_the_wild_kind() -> None:
    class Wild(Play):
        def wild_by(self, turned: tuple[Tile, ...]) -> tuple[Tile, ...]:
            return turned

    deal = dealt(page(Wild(), flips=1), "5s", "55s")
    (flip,) = [e for e in deal.legal() if isinstance(e, Flipped) and e.tile == tile("5s")]
    assert flip.slot == 53
    left = deal.wall.drawable
    deal = run(deal, flip)
    assert deal.wall.drawable == left - 1
    assert deal.wall.next_slot(End.HEAD) == 54
    assert state(deal).wild == (tile("5s"),)
    assert deal.flow.marked(deal)[0][1] == tile("5s")
    deal = run(deal, throw(A, "5s"))
    assert "no set" in refused(deal, Punged(B, A, tile("5s"), (tile("5s"),) * 2))


def test_birds_are_turned_after_the_win() -> None:
    deal = run(dealt(page(birds=2), "5s", READY), throw(A, "5s"), win(B, A))
    for code in ("1p", "2p"):
        (flip,) = [e for e in deal.legal() if isinstance(e, Flipped) and e.tile == tile(code)]
        deal = run(deal, flip)
    assert state(deal).birds == parse_tiles("12p")
    assert deal.ended == "won"


def test_the_wall_ends_with_the_tiles_that_stay() -> None:
    deal = run(dealt(page(kept=53), "5s"), throw(A, "5s"))
    assert refused(deal, draw(B)) == ""
    deal = run(dealt(page(kept=55), "5s"), throw(A, "5s"))
    assert "used up" in refused(deal, draw(B))
    assert "last discard" in refused(deal, Punged(B, A, tile("5s"), (tile("5s"),) * 2))
    deal = run(deal, Exhausted())
    assert deal.ended == "exhausted"
    assert [type(e) for e in deal.legal()] == [Settled]


def test_ready_hands_are_opened_and_paid() -> None:
    deal = run(dealt(page(kept=55, ready_check=True), "5s", READY), throw(A, "5s"), Exhausted())
    assert [e.seat for e in deal.legal() if isinstance(e, HandOpened)] == [B]
    assert len(deal.settlement().missing) == 3
    junk = ("1379m1379p13579s", "1379m1379p13579s", "1379m1379p13579s")
    for seat, tiles in zip((A, C, D), junk, strict=True):
        deal = run(deal, HandOpened(seat, parse_tiles(tiles)))
    made = deal.settlement()
    assert [scored.win.seat for scored in made.ready] == [B]
    assert made.net == amounts((0, 0, 0, 0))  # no fans here, so no points


def test_words_of_the_situation() -> None:
    deal = dealt(page(), READY + "5s")
    words = deal.flow.situation(deal, A, tile("5s"), WinKind.SELF_DRAW)  # type: ignore[attr-defined]
    assert words == (FIRST_TURN,)
    thrown = run(deal, throw(A, "5s"))
    assert thrown.flow.situation(thrown, B, tile("5s"), WinKind.DISCARD) == (FIRST_DISCARD,)  # type: ignore[attr-defined]
    kong = Konged(B, MeldKind.EXPOSED_KONG, tile("5s"), (tile("5s"),) * 3, A)
    fed = run(dealt(page(), "5s", "555s"), throw(A, "5s"), kong,
              Drew(B, End.TAIL, DrawCause.KONG, tile("1p")))  # fmt: skip
    assert fed.flow.situation(fed, B, tile("1p"), WinKind.SELF_DRAW) == (f"{FED}A",)  # type: ignore[attr-defined]
    last = run(dealt(page(kept=54), "5s"), throw(A, "5s"), draw(B))
    assert LAST_TILE in last.flow.situation(last, B, tile("1p"), WinKind.SELF_DRAW)  # type: ignore[attr-defined]
    assert "replacement" in refused(last, Konged(B, MeldKind.CONCEALED_KONG, tile("9p"),
                                                 (tile("9p"),) * 4))  # fmt: skip


SAY = Action("say", Text("报", "says"), "†", "hand", None, True)


def _say(deal: Deal) -> Iterator[Acted]:
    for seat in (A, B, C, D):
        yield Acted(seat, "say")


def _keep(draft: Draft, event: Acted) -> None:
    mark(draft, event.seat, "said")


@pytest.mark.parametrize("required", [True, False])
def test_every_seat_is_asked_in_a_round_of_its_own(required: bool) -> None:
    class Saying(Play):
        actions = {"say": SAY}  # noqa: RUF012

    declared = Declared(SAY, _say, _keep, round=BEFORE_PLAY, required=required)
    deal = dealt(page(Saying(), acts=(declared,)), "5s")
    assert (refused(deal, throw(A, "5s")) == "") is not required
    deal = run(deal, Acted(A, "say"), Acted(C, "say"))
    assert deal.step.actor is B
    assert refused(deal, Acted(C, "say"))
    deal = run(deal, Acted(B, "say"), Acted(D, "say"))
    assert deal.step.stage == "act"
    assert len(acted(deal, "say")) == 4
    assert state(deal).marks[D] == ("said",)


def test_dice_of_the_page_may_choose_the_dealer() -> None:
    class Thrown(Play):
        def on_throw(self, draft: Draft, purpose: str, dice: tuple[int, int]) -> None:
            draft.dealer = draft.dealer.offset(sum(dice) - 1)

    deal = Deal.begin(page(Thrown(), throws=("dealer",)), 1, A)
    deal = run(deal, DiceRolled(A, (1, 1), "dealer"))
    assert deal.dealer is B
    assert refused(deal, DiceRolled(A, (1, 1)))
    assert refused(deal, DiceRolled(B, (1, 1))) == ""


def test_a_covered_kong_is_uncovered_at_the_end() -> None:
    rules = page(covered_kongs=True, kept=55)
    hidden = Konged(A, MeldKind.CONCEALED_KONG, tile("?"), (tile("?"),) * 4)
    assert refused(dealt(page(), ""), hidden)
    deal = run(dealt(page(covered_kongs=True), ""), hidden, Drew(A, End.TAIL, DrawCause.KONG))
    assert deal.melds[A][0].tile == tile("?")
    deal = run(deal, throw(A, "1m"), draw(B), throw(B, "5s"), win(A, B))
    shown = Acted(A, "uncover", (tile("9p"),), meld=0)
    assert refused(deal, replace(shown, tiles=(tile("5s"),)))
    deal = run(deal, shown, HandOpened(A, parse_tiles("123m456m789m5s")))
    assert deal.melds[A][0].tile == tile("9p")
    assert not deal.settlement().missing
    assert rules.flow is not deal.flow


def test_a_dead_hand_may_not_win_and_a_void_deal_settles_nothing() -> None:
    deal = run(dealt(page(), "5s", READY), throw(A, "5s"))
    dead = run(deal, Penalised(B, "dead_hand"))
    assert "dead hand" in refused(dead, win(B, A))
    assert refused(deal, Penalised(B, "dancing"))
    void = run(deal, Voided("jam"))
    assert void.ended == "void"
    assert refused(void, Voided("again"))


def test_a_win_that_the_opened_hand_does_not_bear_out_pays_nothing() -> None:
    deal = run(dealt(page(), "5s"), throw(A, "5s"), win(B, A))
    assert deal.settlement().missing
    deal = run(deal, HandOpened(B, parse_tiles("1379m1379p13579s")))
    made = deal.settlement()
    assert made.wins[0].refused is not None
    assert made.next_dealer is A


@pytest.mark.parametrize("hidden", [False, True])
def test_whole_deals_of_a_plain_page(hidden: bool) -> None:
    rules = page(chow=True, several=False, bar="less", birds=1, ready_check=True, kept=9,
                 covered_kongs=True)  # fmt: skip
    tally = soak(rules, {}, range(12), hidden)
    assert tally.deals == 12
    assert tally.kinds["Chowed"]


def test_every_kind_is_played_with() -> None:
    assert set(page().tiles()) == set(NUMBERS)


def test_a_table_is_taken_as_it_lies() -> None:
    rules = page()
    deal = run(dealt(rules, "5s", "55s"), throw(A, "5s")).lapsed()
    assert deal is not None
    taken = adopted(rules, {}, 1, A, snapshot(deal))
    assert not taken.validate()
    assert taken.rivers == deal.rivers
    assert taken.step.actor is B
    assert refused(taken, draw(B)) == ""
