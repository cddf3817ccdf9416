"""天津: patterns with two wild kinds, worth, stakes, 混, 铲, kongs, whole deals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pytest

from engine.adopt import adopted, snapshot
from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import (
    Acted,
    Dealt,
    DiceRolled,
    Discarded,
    DrawCause,
    Drew,
    End,
    Event,
    Exhausted,
    Flipped,
    HandOpened,
    Konged,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.meld import Meld, MeldKind
from engine.play import state
from engine.play.wildhand import counts_of, cover
from engine.rules import load
from engine.rules.tianjin.judging import LA, ZUO, factor, kong_points, wild_pair
from engine.rules.tianjin.play import HUN, LA_ACTION
from engine.seat import SEATS, Seat, four
from engine.shapes import GroupKind
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.win import EntryCause, PublicSeat, Refusal, Win
from tests.engine.timing import quickest
from tests.soak import soak

A, B, C, D = SEATS
TIANJIN = load("tianjin")
t = Tile.parse
NO_MINIMUM = {"minimum": "1"}


def win(
    standing: str, won: str, wild: str = "6z5z", *, melds: Sequence[Meld] = (),
    entry: EntryCause = EntryCause.HEAD, marks: Sequence[tuple[str, ...]] = ((), (), (), ()),
    dealer: Seat = D,
) -> Win:  # fmt: skip
    """A self-drawn win of seat A; 发 and 白 are wild unless said otherwise."""
    seats = four(PublicSeat(melds=tuple(melds) if s is A else (), marks=marks[s]) for s in SEATS)
    return Win(
        A, t(won), WinKind.SELF_DRAW, parse_tiles(standing), seats, entry=entry, dealer=dealer,
        wild=parse_tiles(wild),
    )  # fmt: skip


def names(one: Win, **chosen: str) -> set[str]:
    scored = TIANJIN.best(one, TIANJIN.choose({**NO_MINIMUM, **chosen}))
    assert scored is not None, TIANJIN.judge(one)
    return {line.name.zh for line in scored.lines()}


def total(one: Win, **chosen: str) -> int:
    scored = TIANJIN.best(one, TIANJIN.choose({**NO_MINIMUM, **chosen}))
    assert scored is not None
    return scored.total


KONG = Meld(MeldKind.CONCEALED_KONG, t("6z"), (t("6z"),) * 4)


@pytest.mark.parametrize(
    ("standing", "won", "found", "worth"),
    [
        ("123m456p111s22z78p", "9p", {"提溜", "素"}, 2),
        ("12m456p111s22z78p6z", "9p", {"提溜"}, 1),  # 发 as the 3 characters
        ("46m456p111s22z789p", "5m", {"捉五", "素"}, 6),
        ("34m456p111s22z789p", "5m", {"提溜", "素"}, 2),  # not between 4 and 6
        ("46p456m111s22z789p", "5p", {"提溜", "素"}, 2),  # the 5 dots
        ("123456p11s22z78p1s".replace("1s", "1s", 1), "9p", {"龙", "素"}, 8),
        ("123456p111s22z67p", "8p", {"提溜", "素"}, 2),  # one to six, and 678
        ("46m123456789p1s6z", "5m", {"捉五", "龙"}, 7),
        ("46m123456789p11s", "5m", {"捉五", "龙", "素"}, 14),
        ("6z456m111s222z789p", "5m", {"捉五", "混吊"}, 6),
        ("6z123m111s222z789p", "9m", {"提溜", "混吊"}, 2),
        ("6z5z12m111s222z789p", "9s", {"提溜", "混吊", "双混吊"}, 4),
    ],
)
def test_patterns(standing: str, won: str, found: set[str], worth: int) -> None:
    one = win(standing, won)
    assert names(one) == found
    assert total(one) == worth


def test_dragon_in_the_wild_suit_doubles() -> None:
    assert names(win("1234567p111s22z9p", "8p", "3p4p")) >= {"龙", "本混龙"}
    assert "本混龙" not in names(win("1234567p111s22z9p", "8p", "3m4m"))


def test_a_kong_of_wild_tiles_is_no_plain_hand() -> None:
    assert "素" not in names(win("456p111s22z78p", "9p", melds=[KONG]))
    other = Meld(MeldKind.CONCEALED_KONG, t("7z"), (t("7z"),) * 4)
    assert "素" in names(win("456p111s22z78p", "9p", melds=[other]))


def test_kong_blossom() -> None:
    other = Meld(MeldKind.EXPOSED_KONG, t("7z"), (t("7z"),) * 4, B)
    one = win("456p111s22z78p", "9p", melds=[other], entry=EntryCause.KONG)
    assert names(one) == {"提溜", "素", "杠开"}
    assert "杠开" not in names(win("456p111s22z78p", "9p", melds=[other]))


def test_a_wild_tile_drawn_may_be_the_five() -> None:
    one = win("46m456p111s22z789p", "6z")
    assert names(one) == {"捉五"}
    assert names(one, wild_five="no") == {"提溜"}
    scored = TIANJIN.best(one)
    assert scored is not None
    assert parse_tiles("4m6z6m") in scored.groups()


def test_double_wild_wait_by_option() -> None:
    one = win("6z5z12m111s222z789p", "9s")
    assert total(one, double_wild_wait="2") == 2
    single = win("6z123m111s222z789p", "9m")
    assert total(single, double_wild_wait="2") == 2


def test_wins_are_self_drawn_and_worth_two() -> None:
    plain = win("12m456p111s22z78p6z", "9p")
    assert isinstance(TIANJIN.judge(plain), Refusal)
    assert TIANJIN.best(plain, TIANJIN.choose(NO_MINIMUM)) is not None
    shot = Win(A, t("9p"), WinKind.DISCARD, parse_tiles("123m456p111s22z78p"),
               four([PublicSeat()] * 4), B)  # fmt: skip
    assert isinstance(TIANJIN.judge(shot), Refusal)
    pairs = win("1133m5577p2299s1z", "1z")
    assert isinstance(TIANJIN.judge(pairs), Refusal)


def test_groups_of_the_reading_hold_every_tile_once() -> None:
    rng = random.Random(5)
    deck = [tile for tile, number in TIANJIN.tiles().items() for _ in range(number)]
    checked = 0
    while checked < 60:
        turned = rng.choice(deck)
        wild = wild_pair(turned)
        hand = [tile for tile in deck if tile in wild][:5]
        hand += rng.sample([tile for tile in deck if tile not in wild and tile.suit == "m"], 9)
        rng.shuffle(hand)
        one = win("", "1m")
        one = Win(A, hand[13], one.kind, tuple(hand[:13]), one.seats, wild=wild)
        scored = TIANJIN.best(one, TIANJIN.choose(NO_MINIMUM))
        if scored is None:
            continue
        checked += 1
        assert Counter(tile for group in scored.groups() for tile in group) == Counter(hand)
        for group in scored.reading.groups:
            for tile, lying in zip(group.tiles, group.shown, strict=True):
                assert tile is lying or lying in wild
        kinds = Counter(group.kind for group in scored.reading.groups)
        assert kinds[GroupKind.PAIR] == 1
        assert sum(kinds.values()) == 5


def brute(tiles: list[Tile], wilds: int, sets: int) -> bool:
    """Sets and a pair by trying every pair and set of the lowest tile."""
    if not tiles:
        return True
    kinds = sorted(set(TIANJIN.tiles()))
    low = min(tiles)
    groups = [[low] * 3] * (sets > 0) + [[low] * 2] * ((len(tiles) + wilds) % 3 == 2)
    if sets and low.is_number:
        for first in range(low.index - 2, low.index + 1):
            chow = [k for k in kinds if first <= k.index <= first + 2 and k.suit == low.suit]
            if len(chow) == 3:
                groups.append(chow)
    for group in groups:
        left, need = list(tiles), 0
        for tile in group:
            if tile in left:
                left.remove(tile)
            else:
                need += 1
        if low in left and group.count(low) == 0:
            continue
        if need <= wilds and brute(left, wilds - need, sets - (len(group) == 3)):
            return True
    return False


def test_cover_agrees_with_brute_force() -> None:
    rng = random.Random(3)
    found = 0
    for _ in range(400):
        wilds = rng.randrange(2, 6)
        suit = [k for k in TIANJIN.tiles() if k.suit in "mz"]
        tiles = rng.sample([k for k in suit for _ in range(4)], 11 - wilds)
        got = cover(counts_of(tiles), 3, 1) is not None
        assert got == brute(tiles, wilds, 3), tiles
        found += got
    assert 40 < found < 360


def test_best_is_quick_with_many_wild_tiles() -> None:
    rng = random.Random(1)
    deck = [tile for tile, number in TIANJIN.tiles().items() for _ in range(number)]
    works = []
    for _ in range(200):
        wild = wild_pair(rng.choice(deck))
        hand = rng.sample([k for k in deck if k in wild], 5)
        hand += rng.sample([k for k in deck if k not in wild], 9)
        one = Win(A, hand[13], WinKind.SELF_DRAW, tuple(hand[:13]), win("", "1m").seats, wild=wild)
        works.append(partial(TIANJIN.best, one))
    assert sorted(quickest(works))[197] < 0.03


def test_wild_pairs() -> None:
    assert wild_pair(t("3p")) == (t("3p"), t("4p"))
    assert wild_pair(t("9s")) == (t("9s"), t("1s"))
    assert wild_pair(t("4z")) == (t("4z"), t("1z"))
    assert [wild_pair(t(code))[1].code for code in ("7z", "6z", "5z")] == ["6z", "5z", "7z"]


def test_factors() -> None:
    marks = ((ZUO,), (), (LA[0],), (LA[1],))
    assert [factor(A, s, A, marks, "multiply") for s in (B, C, D)] == [2, 4, 8]
    assert [factor(s, A, A, marks, "multiply") for s in (B, C, D)] == [2, 4, 8]
    assert factor(C, D, A, marks, "multiply") == 1
    assert [factor(A, s, A, marks, "larger") for s in (B, C, D)] == [2, 2, 4]
    assert factor(A, C, A, ((), (), (LA[0],), ()), "multiply") == 2


def test_a_win_pays_by_the_stakes() -> None:
    marks = ((LA[1],), (LA[0],), (), (ZUO,))
    scored = TIANJIN.best(win("46m456p111s22z789p", "5m", marks=marks))
    assert scored is not None
    rows = {row.payer: int(row.amount) for row in TIANJIN.pay(scored)}
    assert rows == {B: 6, C: 6, D: 48}


def test_kong_points() -> None:
    wild, options = parse_tiles("6z5z"), TIANJIN.choose()
    exposed = Meld(MeldKind.EXPOSED_KONG, t("7z"), (t("7z"),) * 4, B)
    concealed = Meld(MeldKind.CONCEALED_KONG, t("7z"), (t("7z"),) * 4)
    assert [kong_points(k, wild, options) for k in (exposed, concealed, KONG)] == [1, 2, 4]
    two = TIANJIN.choose({"kong_unit": "2", "concealed_kong": "3"})
    assert [kong_points(k, wild, two) for k in (exposed, concealed, KONG)] == [2, 6, 8]


def test_filled_values_are_options() -> None:
    one = win("46m123456789p11s", "5m")
    assert total(one, value_dragon="5", value_caught_five="2") == 14
    assert total(win("123m456p111s22z78p", "9p"), value_lift="3") == 6


# ---- the course of a deal ---------------------------------------------------

HIDDEN = (UNKNOWN,) * 13
HANDS = ((UNKNOWN,) * 14, HIDDEN, HIDDEN, HIDDEN)


def play(deal: Deal, *events: Event) -> Deal:
    for event in events:
        deal = deal.apply(event)
        assert not deal.validate(), (event, deal.validate())
    return deal


def opened(*stakes: Acted, **chosen: str) -> Deal:
    """A deals; 发 is turned on the third stack from the tail."""
    a, b, c, d = HANDS
    deal = play(
        Deal.begin(TIANJIN, 1, A, chosen), *stakes, DiceRolled(A, (3, 4)), Dealt((a, b, c, d)),
        DiceRolled(C, (1, 2), HUN),
    )  # fmt: skip
    return play(deal, Flipped(deal.wall.total - 6, t("6z")))


def amounts(deal: Deal) -> list[int]:
    return [int(amount) for amount in deal.settlement().net]


def round_of(deal: Deal, tile: str) -> Deal:
    """A throws such a tile, and the others after him."""
    deal = play(deal, Discarded(A, t(tile)))
    for seat in (B, C, D):
        deal = play(deal, Drew(seat), Discarded(seat, t(tile)))
    return deal


STAKES = (
    Acted(A, ZUO), Acted(C, LA_ACTION, place=LA[0]), Acted(D, LA_ACTION, place=LA[1]),
)  # fmt: skip


def test_opening() -> None:
    deal = opened()
    assert deal.wall.first == (A, 7)  # the stack after the seventh
    assert state(deal).wild == parse_tiles("6z5z")
    assert [tile.code for _, tile in deal.flow.marked(deal)] == ["6z", "5z"]
    assert deal.wall.drawable == deal.wall.remaining - 1
    for wrong in (Acted(B, ZUO), Acted(A, LA_ACTION, place=LA[0])):
        with pytest.raises(IllegalEvent):
            Deal.begin(TIANJIN, 1, A, {}).apply(wrong)


def test_a_turned_flower_gives_way_to_the_stack_before() -> None:
    deal = play(
        Deal.begin(TIANJIN, 1, A, {"flowers": "yes"}), DiceRolled(A, (3, 4)), Dealt(HANDS),
        DiceRolled(C, (1, 2), HUN),
    )  # fmt: skip
    deal = play(deal, Flipped(deal.wall.total - 6, t("3f")))
    assert not state(deal).wild
    deal = play(deal, Flipped(deal.wall.total - 8, t("6z")))
    assert state(deal).wild == parse_tiles("6z5z")
    assert deal.wall.drawable == deal.wall.remaining - 2


def test_stakes_are_asked() -> None:
    deal = Deal.begin(TIANJIN, 1, A, {})
    while not list(deal.flow.questions(deal)):
        lapsed = deal.lapsed()
        assert lapsed is not None
        deal = lapsed
    asked = {question.key: question.candidates for question in deal.flow.questions(deal)}
    assert list(asked) == ["zuo-A", "la-B", "la-C", "la-D"]
    assert [events for _, events in asked["zuo-A"]] == [(), (Acted(A, ZUO),)]
    pulled = play(deal, *asked["la-C"][2][1])
    sat = play(pulled, Acted(A, ZUO))
    assert [question.key for question in sat.flow.questions(sat)] == ["la-B", "la-D"]
    assert state(sat).marks == ((ZUO,), (), (LA[1],), ())


def test_a_table_taken_as_it_lies_has_both_wild_kinds() -> None:
    deal = play(opened(), Discarded(A, t("1z")))
    taken = adopted(TIANJIN, {}, 1, A, snapshot(deal))
    assert state(taken).wild == parse_tiles("6z5z")
    assert not taken.validate()


def test_chan_pays_by_the_stakes_even_in_a_drawn_deal() -> None:
    deal = round_of(opened(*STAKES), "1z")
    assert amounts(deal) == [-14, 2, 4, 8]
    assert amounts(round_of(opened(*STAKES, kong_unit="2"), "1z")) == [-28, 4, 8, 16]
    other = play(round_of(opened(*STAKES), "2p"), Drew(A))
    assert amounts(other) == [-14, 2, 4, 8]
    deal = play(opened(*STAKES), Discarded(A, t("1z")), Drew(B), Discarded(B, t("2z")))
    deal = play(deal, Drew(C), Discarded(C, t("1z")), Drew(D), Discarded(D, t("1z")))
    assert amounts(deal) == [0, 0, 0, 0]


def test_a_kong_in_the_first_round_ends_chan_by_option() -> None:
    def konged(**chosen: str) -> Deal:
        deal = play(opened(**chosen), Discarded(A, t("1z")), Drew(B))
        kong = Konged(B, MeldKind.CONCEALED_KONG, t("7z"), (t("7z"),) * 4)
        deal = play(deal, kong, Drew(B, End.TAIL, DrawCause.KONG), Discarded(B, t("1z")))
        return play(deal, Drew(C), Discarded(C, t("1z")), Drew(D), Discarded(D, t("1z")))

    assert amounts(konged()) == [-2, 6, -2, -2]  # the kong alone
    assert amounts(konged(chan_claims="ignored")) == [-5, 7, -1, -1]


def test_wild_tiles_are_not_thrown_claimed_or_added() -> None:
    with pytest.raises(IllegalEvent):
        opened().apply(Discarded(A, t("5z")))
    deal = play(opened(discard_wild="yes"), Discarded(A, t("5z")))
    with pytest.raises(IllegalEvent):
        deal.apply(Punged(B, A, t("5z"), (t("5z"),) * 2))
    plain = play(opened(), Discarded(A, t("6p")))
    with pytest.raises(IllegalEvent):
        plain.apply(Punged(B, A, t("6p"), (t("6p"), t("5z"))))
    assert plain.objection(Punged(B, A, t("6p"), (t("6p"),) * 2)) is None
    four_wild = Konged(A, MeldKind.CONCEALED_KONG, t("5z"), (t("5z"),) * 4)
    assert amounts(play(opened(), four_wild)) == [12, -4, -4, -4]


def test_replacements_leave_the_turned_tile_and_take_the_one_below() -> None:
    deal = play(opened(), Konged(A, MeldKind.CONCEALED_KONG, t("7z"), (t("7z"),) * 4))
    turned = deal.wall.total - 6
    wall = deal.wall
    taken = []
    for _ in range(6):
        slot = wall.next_slot(End.TAIL)
        assert slot is not None
        taken.append(slot - wall.total)
        wall = wall.without(slot)
    assert taken == [-2, -1, -4, -3, -5, -8]
    assert not wall.is_empty(turned)


def test_nobody_wins_off_a_discard() -> None:
    deal = play(opened(), Discarded(A, t("1z")))
    assert not any(isinstance(event, Won) for event in deal.legal())


def test_a_won_deal_and_its_next_dealer() -> None:
    deal = play(opened(*STAKES), Discarded(A, t("1z")), Drew(B, tile=t("9p")))
    deal = play(deal, Won((B,), t("9p"), WinKind.SELF_DRAW))
    assert deal.settlement().missing
    deal = play(deal, HandOpened(B, parse_tiles("123m456p111s22z78p")))
    assert amounts(deal) == [-4, 8, -2, -2]  # 提溜 and 素, the dealer sits
    assert deal.settlement().next_dealer is B
    assert TIANJIN.judging.next_dealer(D, (B,), None) is A
    assert TIANJIN.judging.next_dealer(D, (D,), None) is D
    assert TIANJIN.judging.next_dealer(D, (), None) is D


@pytest.mark.parametrize(("option", "paid"), [("yes", [-2, 6, -2, -2]), ("no", [0, 0, 0, 0])])
def test_kongs_in_a_drawn_deal(option: str, paid: list[int]) -> None:
    deal = play(opened(kongs_on_draw=option), Discarded(A, t("1z")), Drew(B))
    deal = play(deal, Konged(B, MeldKind.CONCEALED_KONG, t("7z"), (t("7z"),) * 4))
    deal = play(deal, Drew(B, End.TAIL, DrawCause.KONG), Discarded(B, t("2z")))
    seat = C
    while deal.wall.drawable:
        thrown = next(tile for tile in deal.holdable(seat) if tile not in state(deal).wild)
        deal = deal.apply(Drew(seat)).apply(Discarded(seat, thrown))
        seat = seat.next
    deal = play(deal, Exhausted())
    assert amounts(deal) == paid
    assert deal.settlement().next_dealer is A


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("flowers", ["no", "yes"])
def test_whole_deals(hidden: bool, flowers: str) -> None:
    assert soak(TIANJIN, {"flowers": flowers}, range(700, 704), hidden).deals == 4
