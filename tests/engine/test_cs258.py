"""258 扎鸟麻将: fans, prices, birds, and the course of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.deal import Deal
from engine.events import (
    Acted,
    DiceRolled,
    DrawCause,
    Drew,
    End,
    Exhausted,
    Flipped,
    HandOpened,
    Konged,
    Punged,
    WinKind,
    Won,
)
from engine.meld import Meld, MeldKind
from engine.play import FIRST_DISCARD, FIRST_TURN, LAST_TILE, Stage, drawable
from engine.rules.cs258.fans import KONG_FLIP, OPENING
from engine.rules.cs258.kongs import FLIP_STAGE, kong_slot
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.wall import Wall
from engine.win import Refusal, Win
from tests.engine.play_scenes import dealt, draw, refused, run, throw
from tests.engine.sh_hands import DISCARD, ROBBED, SELF, A, B, C, D, Page, amounts, meld, t
from tests.engine.sh_hands import win as hand
from tests.soak import soak

PAGE = Page("cs258")
CHOW = meld("123m")
PLAIN = "456p789s22m34s"
"""Beside `CHOW`: a small hand waiting on 2s and 5s."""


def win(
    standing: str,
    won: str,
    kind: WinKind = DISCARD,
    *,
    melds: Sequence[Meld] = (CHOW,),
    words: Sequence[str] = (),
    dealer: Seat = B,
    source: Seat = C,
    bird: str = "",
) -> Win:
    """A win of seat A on C's discard at B's deal unless said otherwise."""
    plain = hand(standing, won, kind, melds=melds, words=words, source=source)
    return replace(plain, dealer=dealer, bonus=Tile.parse(bird) if bird else None)


FULL = "123m456p789s22m34s"
SMALL, DRAWN = win(PLAIN, "5s"), win(PLAIN, "5s", SELF)
EXAMPLES: dict[str, tuple[Win, Win]] = {
    # fan: an example and a near miss
    "天胡": (win(FULL, "5s", SELF, melds=(), words=[FIRST_TURN], dealer=A),
             win(FULL, "5s", SELF, melds=(), words=[FIRST_TURN])),
    "地胡": (win(FULL, "5s", melds=(), words=[FIRST_DISCARD], source=B),
             win(FULL, "5s", melds=())),
    "碰碰胡": (win("777p444s999m1m", "1m", melds=[meld("333m")]), SMALL),
    "将将胡": (win("5m88m2p55p8p258s", "5s", melds=[meld("222m")]),
               win("5m88m2p55p8p257s", "5s", melds=[meld("222m")])),
    "清一色": (win("456m789m11m34m", "5m"), win("456m789m22p34m", "5m")),
    "海底捞月": (win(PLAIN, "5s", SELF, words=[LAST_TILE]), DRAWN),
    "杠上花": (win(PLAIN, "5s", SELF, words=[KONG_FLIP]), DRAWN),
    "抢杠胡": (win(PLAIN, "5s", ROBBED), SMALL),
    "七巧对": (win("1133m4466p7799s1s", "1s", melds=()),
               win("1133m4466p7799s1s", "2s", melds=())),
    "四喜": (win("1111m369p25s478s", "9s", SELF, melds=(), words=[OPENING]),
             win("1112m369p25s478s", "9s", SELF, melds=(), words=[OPENING])),
    "板板胡": (win("13467m14679p36s", "9s", SELF, melds=(), words=[OPENING]),
               win("13467m14679p35s", "9s", SELF, melds=(), words=[OPENING])),
    "缺一色": (win("1234579m12457p", "9p", SELF, melds=(), words=[OPENING]),
               win("1234579m12457p", "9s", SELF, melds=(), words=[OPENING])),
    "小胡自摸": (DRAWN, win("456p789s11m34s", "5s", SELF)),
    "平胡": (SMALL, win("456p789s11m34s", "5s")),
}  # fmt: skip


@pytest.mark.parametrize("fan", [fan.name.zh for fan in PAGE.rules.fans])
def test_every_fan_has_an_example_and_a_near_miss(fan: str) -> None:
    example, near_miss = EXAMPLES[fan]
    assert fan in PAGE.fans(example)
    assert fan not in PAGE.fans(near_miss)


@pytest.mark.parametrize(
    ("one", "paid"),
    [
        (DRAWN, (4, -2, -1, -1)),
        (win(PLAIN, "5s", SELF, dealer=A), (6, -2, -2, -2)),
        (SMALL, (1, 0, -1, 0)),
        (win(PLAIN, "5s", source=B), (2, -2, 0, 0)),
        (win(PLAIN, "5s", dealer=A), (2, 0, -2, 0)),
        (win("456m789m11m34m", "5m", SELF), (10, -4, -3, -3)),
        (win("456m789m11m34m", "5m"), (6, 0, -6, 0)),
        (win("456m789m11m34m", "5m", source=B), (7, -7, 0, 0)),
        (win(PLAIN, "5s", ROBBED), (10, 0, -10, 0)),
        (win(PLAIN, "5s", ROBBED, source=B), (12, -12, 0, 0)),
        (win(PLAIN, "5s", ROBBED, dealer=A), (12, 0, -12, 0)),
        (win(PLAIN, "5s", words=[KONG_FLIP]), (10, 0, -10, 0)),
        (win(PLAIN, "5s", words=[LAST_TILE]), (10, 0, -10, 0)),
        (EXAMPLES["天胡"][0], (12, -4, -4, -4)),
        (EXAMPLES["地胡"][0], (7, -7, 0, 0)),
        (EXAMPLES["四喜"][0], (4, -2, -1, -1)),
    ],
)
def test_prices(one: Win, paid: tuple[int, ...]) -> None:
    assert PAGE.nets(one) == paid


def test_several_big_hands_cost_one_price_or_each() -> None:
    both = win("777m444m999m1m", "1m", melds=[meld("333m")])
    assert set(PAGE.fans(both)) == {"碰碰胡", "清一色"}
    assert PAGE.nets(both)[A] == 6
    assert Page("cs258", several_big="each").nets(both)[A] == 12


def test_options_of_the_dealer() -> None:
    robbed = win(PLAIN, "5s", ROBBED, dealer=A)
    assert Page("cs258", robbed_dealer="payer").nets(robbed)[A] == 10
    shot = win(PLAIN, "5s", dealer=A)
    assert Page("cs258", dealer_wins_shot="no").nets(shot)[A] == 1


def test_the_way_of_winning_needs_a_pair_of_2_5_8() -> None:
    pungs = win("777p444s999m1m", "1m", ROBBED, melds=[meld("333m")])
    assert PAGE.fans(pungs) == {"碰碰胡": 1}
    assert PAGE.nets(pungs)[A] == 6
    assert Page("cs258", way_pair="free").nets(pungs)[A] == 10
    judged = PAGE.judged(win("456p789s11m34s", "5s", SELF, words=[LAST_TILE]))
    assert isinstance(judged, Refusal)
    assert judged.clause == "基本4"


def test_seven_pairs_may_need_a_pair_of_2_5_8() -> None:
    page = Page("cs258", pairs_need_general="yes")
    assert not page.fans(EXAMPLES["七巧对"][0])
    assert page.fans(win("1133m4466p7799s2s", "2s", melds=())) == {"七巧对": 1}


def test_four_alike_are_two_pairs() -> None:
    assert PAGE.fans(win("1111m4466p7799s1s", "1s", melds=())) == {"七巧对": 1}


@pytest.mark.parametrize(
    ("one", "paid"),
    [
        (win(PLAIN, "5s", SELF, bird="8s"), (8, -4, -2, -2)),  # on the winner: all
        (win(PLAIN, "5s", SELF, bird="6p"), (5, -2, -2, -1)),  # on C: C alone
        (win(PLAIN, "5s", bird="2s"), (2, 0, -2, 0)),  # on the shooter
        (win(PLAIN, "5s", bird="4s"), (2, 0, -2, 0)),  # on the winner
        (win(PLAIN, "5s", bird="3s"), (1, 0, -1, 0)),  # on neither
    ],
)
def test_the_bird_doubles(one: Win, paid: tuple[int, ...]) -> None:
    assert PAGE.nets(one) == paid


def begun(*texts: str, **options: str) -> Deal:
    deal = dealt(PAGE.rules, *texts)
    return replace(deal, options=PAGE.rules.choose(options))


READY = "9999s123m456p22m34s"


def konged(deal: Deal) -> Deal:
    return run(deal, Konged(A, MeldKind.CONCEALED_KONG, t("9s"), (t("9s"),) * 4))


def test_a_plain_kong_is_replaced_from_the_tail_and_wins_small() -> None:
    deal = run(konged(begun(READY)), Drew(A, End.TAIL, DrawCause.KONG, t("5s")))
    deal = run(deal, Won((A,), t("5s"), WinKind.SELF_DRAW))
    scored = deal.settlement().wins[0].scored
    assert scored is not None
    assert scored.counts == {"小胡自摸": 1}


def opened_kong(tile: str, other: str = "") -> Deal:
    """A ready dealer opens a kong; the dice turn `tile`."""
    deal = run(konged(begun(READY, other)), DiceRolled(A, (2, 1), "kong"))
    assert deal.step.stage == FLIP_STAGE
    slot = kong_slot(deal.wall, (2, 1))
    assert slot is not None
    return run(deal, Flipped(slot, t(tile)))


def test_dice_open_a_kong_only_for_a_ready_hand() -> None:
    unready = konged(begun("9999s147m258p1346s"))
    assert "ready" in refused(unready, DiceRolled(A, (2, 1), "kong"))
    assert not refused(konged(begun(READY)), DiceRolled(A, (2, 1), "kong"))


def test_the_stack_is_counted_from_the_tail() -> None:
    wall = Wall((14, 13, 14, 13)).broken(A, 3).dealt()
    assert kong_slot(wall, (1, 1)) == 104
    assert kong_slot(wall.without(104), (1, 1)) == 105
    assert kong_slot(wall.without(106), (1, 2)) == 102
    assert kong_slot(wall.dealt(105), (6, 6)) == 105


def test_a_turned_tile_that_fits_is_a_blossom() -> None:
    deal = run(opened_kong("5s"), Won((A,), t("5s"), WinKind.SELF_DRAW))
    scored = deal.settlement().wins[0].scored
    assert scored is not None
    assert scored.counts == {"杠上花": 1}


def test_a_turned_tile_is_thrown_and_only_won_on() -> None:
    deal = opened_kong("7p", "89p7788p123456m")
    assert refused(deal, throw(A, "1m"))
    deal = run(deal, throw(A, "7p"))
    assert "only won on" in refused(deal, Punged(B, A, t("7p"), (t("7p"),) * 2))
    assert not refused(
        replace(deal, options=PAGE.rules.choose({"kong_tile": "claimed"})),
        Punged(B, A, t("7p"), (t("7p"),) * 2),
    )
    assert run(deal, draw(B)).step.actor is B


def test_another_wins_on_the_turned_tile_as_a_robbed_kong() -> None:
    deal = run(opened_kong("7p", "89p88p123456789m"), throw(A, "7p"))
    deal = run(deal, Won((B,), t("7p"), WinKind.DISCARD, A), Flipped(53, t("3s")))
    assert amounts(deal) == (-12, 12, 0, 0)


def test_the_bird_is_turned_after_a_win() -> None:
    deal = run(begun(f"{FULL}5s"), Won((A,), t("5s"), WinKind.SELF_DRAW))
    assert deal.step.stage == Stage.BIRDS
    deal = run(deal, Flipped(53, t("2s")))
    assert amounts(deal) == (4 * 4, -8, -4, -4)


def to_the_last_tile() -> Deal:
    """Thrown and drawn until one tile is left, which is offered."""
    deal, seat = begun(), A
    while drawable(deal) > 1:
        deal = deal.apply(throw(seat, next(iter(deal.holdable(seat))).code))
        seat = seat.next
        deal = deal.apply(Drew(seat))
    return deal.apply(throw(seat, next(iter(deal.holdable(seat))).code))


def test_the_last_tile_goes_round() -> None:
    deal = to_the_last_tile()
    first = deal.step.actor.next
    passed = run(deal, Acted(first, "pass_last"))
    assert refused(passed, draw(first))
    taken = run(passed, draw(first.offset(2)))  # the one between said nothing
    assert taken.entries[first.offset(2)]
    for steps in range(1, 4):
        passed = run(passed, Acted(first.offset(steps), "pass_last"))
    passed = run(passed, Exhausted())
    assert passed.ended == "exhausted"
    assert not any(passed.settlement().net)


def test_that_nobody_takes_the_last_tile_is_asked_and_ends_the_deal() -> None:
    deal = to_the_last_tile()
    (asked,) = deal.flow.questions(deal)
    assert asked.candidates[0][1] == (Exhausted(),)
    assert run(deal, Exhausted()).ended == "exhausted"
    assert not list(deal.flow.questions(begun()))


def test_who_takes_the_last_tile_wins_or_shows_it() -> None:
    deal = to_the_last_tile()
    taker = deal.step.actor.next
    last = next(iter(tile for tile in deal.tiles.kinds if deal.unseen[tile.index]))
    deal = run(deal, draw(taker, last.code))
    assert refused(deal, throw(taker, "1m" if last is not t("1m") else "2m"))
    deal = run(deal, throw(taker, last.code))
    assert refused(deal, Punged(taker.next, taker, last, (last, last)))
    assert run(deal, Exhausted()).ended == "exhausted"


OPENING_HAND = "1111m369p25s4789s"


def test_an_opening_hand_ends_the_deal() -> None:
    deal = begun("", OPENING_HAND)
    assert refused(begun("", "1112m369p25s4789s"), Acted(B, "show_hand"))
    deal = run(deal, Acted(B, "show_hand"), Flipped(53, t("9s")))
    assert amounts(deal) == (-4, 6, -1, -1)


def test_a_hidden_opening_hand_is_judged_when_it_is_open() -> None:
    deal = run(begun(), Acted(C, "show_hand"), Flipped(53, t("4s")))
    assert deal.settlement().missing
    deal = run(deal, HandOpened(C, parse_tiles(OPENING_HAND)))
    assert amounts(deal) == (-2, -1, 5, -2)


def test_an_opening_hand_may_be_paid_while_play_goes_on() -> None:
    deal = begun("", OPENING_HAND, opening_hands="continue")
    deal = run(deal, Acted(B, "show_hand"), throw(A, "9p"))
    assert amounts(deal) == (-2, 4, -1, -1)


def test_the_shooter_deals_after_several_winners() -> None:
    waiting = "123456789m22p34s"
    deal = run(begun("5s", waiting, "", waiting), throw(A, "5s"))
    deal = run(deal, Won((B, D), t("5s"), WinKind.DISCARD, A), Flipped(53, t("9p")))
    assert deal.settlement().next_dealer is A
    nearest = replace(deal, options=PAGE.rules.choose({"several_winners_dealer": "nearest"}))
    assert nearest.settlement().next_dealer is B


def test_random_deals_keep_the_books() -> None:
    assert soak(PAGE.rules, {}, range(5)).deals == 5
    assert soak(PAGE.rules, {"opening_hands": "continue"}, range(30, 33), hidden=True).deals == 3
