"""武汉红中癞子杠: fans, refusals, 翻, limits, who pays for whom, readings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import pytest

from engine.events import WinKind
from engine.meld import Meld
from engine.play import LAST_TILE, SortedHand
from engine.rules.wuhan.judging import WuhanJudging
from engine.rules.wuhan.money import KEPT_SUIT, NOT_READY
from engine.rules.wuhan.wilds import HONOUR_ORDER, RED, bad_of, wild_of
from engine.ruleset import Options
from engine.seat import Seat, four
from engine.shapes import Reading, scattered, standard
from engine.tile import KINDS, NUMBERS, Tile, parse_tiles
from engine.win import EntryCause, PublicSeat, Refusal, Win
from tests.engine.sh_hands import DISCARD, ROBBED, SELF, A, B, C, D, Page, meld, t

WUHAN = Page("wuhan")
FREE = Page("wuhan", min_fan="0")
UNCAPPED = Page("wuhan", min_fan="0", cap="none")
KONG = EntryCause.KONG
SIX = meld("666p", D)
CLAIMED = [meld("123m", D), meld("456p", D), meld("999s", B), meld("678m", D)]
ONE_LAID = {seat: [meld("444m", A)] for seat in (B, C, D)}
PLAIN = "123m789m78s55p"
PUNGS = "111s777m3p"
"""Beside `SIX`: a small hand waiting on 9s, and pungs waiting on the pair."""


def win(
    standing: str,
    won: str,
    kind: WinKind = DISCARD,
    *,
    melds: Sequence[Meld] = (SIX,),
    singles: str = "",
    others: Mapping[Seat, Sequence[Meld]] | None = None,
    marks: Mapping[Seat, str] | None = None,
    dealer: Seat = B,
    source: Seat = C,
    wild: str = "4s",
    entry: EntryCause = EntryCause.HEAD,
    last: bool = False,
) -> Win:
    """A win of seat A on C's discard at B's deal unless said otherwise."""
    laid = {A: tuple(melds), **{seat: tuple(row) for seat, row in (others or {}).items()}}
    seats = four(
        PublicSeat(
            melds=laid.get(seat, ()),
            flowers=parse_tiles(singles) if seat is A else (),
            marks=(marks[seat],) if marks and seat in marks else (),
        )
        for seat in (A, B, C, D)
    )
    return Win(
        A, t(won), kind, parse_tiles(standing), seats, None if kind is SELF else source,
        entry=entry, dealer=dealer, situation=(LAST_TILE,) if last else (), wild=(t(wild),),
    )  # fmt: skip


SMALL = win(PLAIN, "9s")
CLEAN = win("456m78m11m222m", "9m", melds=[meld("123m", D)])
MIXED = win("1z3344z6z5566z", "5z", melds=[meld("222z", D)], wild="9s")
GENERALS = win("5m88m22p58p258s", "5p", melds=[meld("222m", D)], wild="5s")
EXAMPLES: dict[str, tuple[Win, Win]] = {
    # fan: an example and a near miss
    "小胡": (SMALL, win(PLAIN, "9s", SELF, entry=KONG)),
    "碰碰胡": (win("111s777m3p", "3p", melds=[SIX, meld("999m", C)]), SMALL),
    "全求人": (win("5p", "5p", melds=CLAIMED),
               win("5p", "5p", melds=[*CLAIMED[:3], meld("8888s", None)])),
    "清一色": (CLEAN, win("456m78m22m222m", "9m", melds=[meld("123p", D)])),
    "风一色": (MIXED, win("1z3344z6z5566z", "5m", melds=[meld("222z", D)], wild="9s")),
    "将一色": (GENERALS, win("3m88m22p58p258s", "5p", melds=[meld("222m", D)], wild="5s")),
    "海底捞": (win(PLAIN, "9s", SELF, last=True), win(PLAIN, "9s", SELF)),
    "杠上花": (win(PLAIN, "9s", SELF, entry=KONG), win(PLAIN, "9s", entry=KONG)),
    "抢杠": (win(PLAIN, "9s", ROBBED), SMALL),
}  # fmt: skip


@pytest.mark.parametrize("fan", [fan.name.zh for fan in FREE.rules.fans if fan.value])
def test_every_fan_has_an_example_and_a_near_miss(fan: str) -> None:
    example, near_miss = EXAMPLES[fan]
    assert fan in FREE.fans(example)
    assert fan not in FREE.fans(near_miss)


def is_hard(page: Page, one: Win) -> bool:
    return any(scored.fan.id == "hard" for scored in page.best(one).fans)


def test_a_win_is_hard_without_wild_tiles_or_with_one_as_itself() -> None:
    assert is_hard(FREE, SMALL)
    assert is_hard(FREE, win("123m789m46s55p", "5s"))  # 4s is wild and itself
    assert not is_hard(FREE, win("123m789m47s55p", "8s"))
    # 风不行: a wild East among honours is never "itself"
    page = Page("wuhan", min_fan="0", use_bad="no")
    assert not is_hard(page, win("1z3344z6z5566z", "5z", melds=[meld("222z", D)], wild="1z"))


def test_two_wild_tiles_as_themselves_are_soft_unless_the_house_says_so() -> None:
    hand = win("111s777m4s", "4s", SELF, melds=[SIX, meld("999m", C)])
    assert not is_hard(FREE, hand)
    assert is_hard(Page("wuhan", min_fan="0", several_wilds_hard="yes"), hand)


REFUSED: tuple[tuple[Win, str], ...] = (
    (win("123m456m789m78s55p", "9s", SELF, melds=[]), "二.(一)6"),
    (win(PLAIN, "9s", melds=[meld("6666p", None)]), "二.(一)6"),
    (win("223344z665z7z", "5z", melds=[meld("111z", D)]), "一.(四)1"),
    (win("12m789m78s55p3s", "3m"), "一.(五)4"),
    (win("123m789m56s55p", "4s"), "一.(五)3"),
    (win("123m789m78s11p", "9s"), "二.(二)1-2"),
    (win("123m789m78s11p", "9s", SELF, entry=KONG), "二.(二)1-2"),
    (win("1p", "1p", melds=CLAIMED), "二.(二)1-2"),
    (win("123m789m44s55p", "7s"), "一.(五)4"),
    (win("123m789m78s55p", "1s"), "二.(一)1"),
    (win("1122m3344p5566s9p", "9p", melds=[]), "二.(一)6"),
)


@pytest.mark.parametrize(("one", "clause"), REFUSED)
def test_hands_that_do_not_win_say_why(one: Win, clause: str) -> None:
    judged = FREE.judged(one)
    assert isinstance(judged, Refusal)
    assert judged.clause == clause


def test_seven_pairs_are_no_hand() -> None:
    assert isinstance(FREE.judged(win("1122m3344p55s", "5s", melds=[SIX])), Refusal)


def test_bad_tiles_are_plain_tiles_where_there_are_none() -> None:
    hand = win("123m789m55p23s", "1s")
    assert isinstance(FREE.judged(hand), Refusal)
    assert Page("wuhan", min_fan="0", use_bad="no").fans(hand) == {"小胡": 1}


def test_the_least_sum_is_asked_with_every_loser() -> None:
    laid = {B: ONE_LAID[B], C: ONE_LAID[C]}
    assert isinstance(WUHAN.judged(win(PLAIN, "9s", others=laid)), Refusal)
    assert WUHAN.fans(win(PLAIN, "9s", others=ONE_LAID)) == {"小胡": 1}
    assert isinstance(Page("wuhan", min_fan="4").judged(win(PLAIN, "9s", others=ONE_LAID)), Refusal)


def test_the_least_sum_may_count_self_draw_and_dealer() -> None:
    page = Page("wuhan", minimum_counts="all")
    assert page.fans(win(PLAIN, "9s", SELF)) == {"小胡": 1}
    assert isinstance(page.judged(win(PLAIN, "9s")), Refusal)


def test_opening_counts_once_or_each_time() -> None:
    melds = [meld("123m", D), SIX, meld("9999s", B)]
    hand = win("78s55p", "9s", melds=melds, dealer=D)
    # opened three times, a kong and 硬胡: 5; D deals: one more
    assert UNCAPPED.nets(hand) == (32 + 64 + 64, -32, -64, -64)
    assert Page("wuhan", min_fan="0", mode="kaikou").nets(hand) == (8 + 16 + 16, -8, -16, -16)


def test_kongs_and_single_tiles_count_their_doublings() -> None:
    melds = [meld("6666p", D), meld("9999m", None)]
    hand = win("123m78s55p", "9s", melds=melds, singles="7z2s3s4s")
    # the text's example of eight kong doublings, with opening and 硬胡
    assert UNCAPPED.nets(hand) == (5120, -2048, -2048, -1024)
    added = [meld("6666p", D, added=True), melds[1]]
    assert UNCAPPED.nets(win("123m78s55p", "9s", melds=added, singles="7z2s3s4s"))[0] == 5120


def test_the_text_prints_1024_before_any_limit() -> None:
    # 三.(三)3: ten doublings; with the usual limit it would be 300
    hand = win(
        "123m789m78s55p",
        "9s",
        melds=[meld("6666p", D)],
        singles="4s",
        dealer=A,
        source=D,
        others={D: [meld("444m", A), meld("123p", C), meld("888m", A)]},
    )
    assert UNCAPPED.nets(hand)[D] == -1024
    assert FREE.nets(hand)[D] == -300


def test_small_hands_count_shooter_self_draw_and_dealer() -> None:
    assert UNCAPPED.nets(win(PLAIN, "9s", dealer=A)) == (8 + 16 + 8, -8, -16, -8)
    assert UNCAPPED.nets(win(PLAIN, "9s", SELF, dealer=B)) == (16 + 8 + 8, -16, -8, -8)


def test_big_hands_add_up_unless_the_house_says_no() -> None:
    hand = win("444m666m7m", "7m", melds=[meld("111m", D), meld("999m", C)], source=B)
    assert UNCAPPED.nets(hand) == (240 + 160 + 160, -240, -160, -160)
    once = Page("wuhan", min_fan="0", cap="none", accumulate="no")
    assert once.nets(hand) == (120 + 80 + 80, -120, -80, -80)


@pytest.mark.parametrize(("entry", "last"), [(KONG, False), (EntryCause.HEAD, True)])
def test_special_draws_are_not_raised_for_self_draw(entry: EntryCause, last: bool) -> None:
    hand = win(PLAIN, "9s", SELF, entry=entry, last=last)
    assert UNCAPPED.nets(hand)[B] == -40
    assert Page("wuhan", min_fan="0", draw_bonus_always="yes").nets(hand)[B] == -60


def test_all_claimed_may_be_self_drawn() -> None:
    hand = win("5p", "5p", SELF, melds=CLAIMED)
    assert UNCAPPED.nets(hand)[B] == -15 * 32
    assert Page("wuhan", min_fan="0", claimed_self_draw="no").fans(hand) == {"小胡": 1}


def test_the_pair_is_asked_of_the_hand_or_of_each_fan() -> None:
    hand = win(
        "4m", "4m", melds=[meld("111m", D), meld("999m", C), meld("777m", D), meld("333m", B)]
    )
    assert set(FREE.fans(hand)) == {"碰碰胡", "清一色", "全求人"}
    each = Page("wuhan", min_fan="0", pair_rule="each")
    assert set(each.fans(hand)) == {"碰碰胡", "清一色"}


def laid(count: int) -> list[Meld]:
    return [meld("444m", A)] * count


def test_limits() -> None:
    big = win("111s777m3p", "3p", melds=[SIX, meld("999m", C)], singles="4s4s")
    # W = 2 + 4 + 1: 10 × 128 and 15 × 128, all over 300
    assert FREE.nets(big) == (1500, -500, -500, -500)
    opened = win(
        "111s777m3p", "3p", melds=[SIX, meld("999m", C)], singles="4s4s", others={C: laid(1)}
    )
    assert FREE.nets(opened) == (1400, -500, -400, -500)
    assert Page("wuhan", min_fan="0", cap="none").nets(opened)[C] == -15 * 256
    assert Page("wuhan", min_fan="0", gold_means="at_most").nets(opened)[B] == -500
    assert Page("wuhan", min_fan="0", gold="600", bright="900").nets(opened)[C] == -600


def test_a_limit_may_be_of_the_doubling_alone() -> None:
    hand = win("111s777m3p", "3p", melds=[SIX, meld("999m", C)], singles="4s")
    assert FREE.nets(hand) == (1500, -500, -500, -500)
    assert Page("wuhan", min_fan="0", cap_on="doubling").nets(hand)[B] == -320


def test_at_most_is_less_where_less_is_owed() -> None:
    hand = win("111s777m3p", "3p", melds=[SIX, meld("999m", C)], singles="4s")
    assert Page("wuhan", min_fan="0", gold_means="at_most").nets(hand) == (1120, -320, -480, -320)


def test_gold_needs_all_three_over_the_limit() -> None:
    hand = win(PLAIN, "9s", melds=[meld("6666p", D)], singles="4s4s7z", others={C: laid(1)})
    assert FREE.nets(hand) == (856, -300, -300, -256)


def test_a_robbed_player_pays_for_all() -> None:
    hand = win(PLAIN, "9s", ROBBED, others=ONE_LAID)
    assert WUHAN.nets(hand) == (8 * 35, 0, -8 * 35, 0)


def test_who_shoots_all_claimed_and_is_not_ready_pays_for_all() -> None:
    ready = win("5p", "5p", melds=CLAIMED, source=D)
    assert UNCAPPED.nets(ready) == (320 + 320 + 480, -320, -320, -480)
    unready = win("5p", "5p", melds=CLAIMED, source=D, marks={D: NOT_READY})
    assert UNCAPPED.nets(unready) == (1120, 0, 0, -1120)


THREE = [meld("123m", D), meld("456m", D), meld("789m", B)]


def test_the_third_claim_of_one_colour_pays_for_all() -> None:
    hand = win("22m55m", "5m", SELF, melds=THREE)
    assert UNCAPPED.nets(hand) == (3 * 240, -3 * 240, 0, 0)
    concealed = [THREE[0], meld("8888m", None), THREE[1]]
    assert UNCAPPED.nets(win("22m55m", "5m", SELF, melds=concealed))[C] < 0


def test_who_kept_the_suit_back_takes_its_place() -> None:
    hand = win("22m55m", "5m", SELF, melds=THREE, marks={C: KEPT_SUIT})
    assert UNCAPPED.nets(hand) == (720, 0, -720, 0)
    off = Page("wuhan", min_fan="0", cap="none", suit_duty="no")
    assert off.nets(hand) == (720, -720, 0, 0)


def test_two_liabilities_have_an_order() -> None:
    melds = [meld("111m", D), meld("999m", C), meld("444m", D), meld("666m", B)]
    hand = win("7m", "7m", melds=melds, source=C, marks={C: NOT_READY})
    assert UNCAPPED.nets(hand)[C] < 0
    third = Page("wuhan", min_fan="0", cap="none", liability_order="third_first")
    assert third.nets(hand)[D] < 0
    assert third.nets(hand)[C] == 0


def test_wild_tiles_stand_for_what_pays_most() -> None:
    pungs = win("44m4s9p", "9p", melds=[SIX, meld("999m", C), meld("111s", D)])
    assert FREE.fans(pungs) == {"碰碰胡": 1}
    pure = win("11556m44s", "7m", melds=[meld("123m", D), meld("999m", C)])
    assert FREE.fans(pure) == {"清一色": 1}
    honours = win("1z3344z5566z4s", "4s", SELF, melds=[meld("222z", D)])
    assert "风一色" in FREE.fans(honours)
    generals = win("5m88m22p58p258s", "1z", SELF, melds=[meld("222m", D)], wild="1z")
    assert "将一色" in FREE.fans(generals)


def test_a_red_dragon_is_never_wild_nor_stood_for() -> None:
    for flip in KINDS[:34]:
        wild = wild_of(flip)
        assert RED not in (wild, *bad_of(wild))
        assert flip is RED or flip in bad_of(wild)
    assert {wild_of(tile) for tile in HONOUR_ORDER} == set(HONOUR_ORDER)


class Exhaustive(WuhanJudging):
    """Tries every kind for every wild tile, and all readings there are."""

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        free = len(hand.wild)
        stand = [tile for tile in KINDS[:34] if tile is not RED]
        yield from standard(hand.naturals, hand.sets, free, stand, hand.melds)
        for filler in (t("1z"), t("5m"), *hand.wild[:1]):
            loose = scattered(hand.naturals, (filler,) * free, hand.melds)
            whole = [tile for group in loose.groups for tile in group.tiles]
            generals = all(tile.is_number and tile.rank in (2, 5, 8) for tile in whole)
            if generals or all(tile in HONOUR_ORDER for tile in whole):
                yield loose


def built(rng: random.Random) -> tuple[Tile, ...]:
    """Three sets and a pair of at most two suits, honours among them at times."""
    suit, other = rng.sample("mps", 2)
    kinds = [tile for tile in NUMBERS if tile.suit in (suit, rng.choice((suit, other)))]
    tiles: list[Tile] = []
    for _ in range(3):
        first = rng.choice(kinds)
        if rng.random() < 0.5 or first.rank > 7:
            tiles += [first] * 3
        else:
            tiles += [KINDS[first.index + step] for step in range(3)]
    return (*tiles, *[rng.choice(kinds + list(HONOUR_ORDER))] * 2)


def test_the_best_reading_is_as_good_as_the_best_of_all() -> None:
    rng, wild, judging = random.Random(7), t("4s"), Exhaustive()
    options = FREE.options
    found = 0
    for _ in range(60):
        tiles = list(built(rng))
        for _ in range(rng.randint(0, 2)):
            tiles[rng.randrange(10)] = wild
        if max(tiles.count(tile) for tile in tiles if tile is not wild) > 4:
            continue
        rng.shuffle(tiles)
        entry = rng.choice((KONG, EntryCause.HEAD))
        hand = win("1m", "1m", SELF, melds=[meld("678m", B)], entry=entry)
        hand = Win(
            A, tiles[0], SELF, tuple(tiles[1:]), hand.seats, entry=entry, dealer=B,
            wild=(wild,),
        )  # fmt: skip
        ours, every = FREE.judged(hand), judging.judge(hand, options)
        assert isinstance(ours, Refusal) == isinstance(every, Refusal), tiles
        if not isinstance(ours, Refusal) and not isinstance(every, Refusal):
            assert ours.points == every.points, tiles
            found += 1
    assert found > 15


def test_waits_ask_for_the_tiles_alone() -> None:
    closed = win("123m456m789m78s55p", "1m", SELF, melds=[])
    assert FREE.rules.waits(closed, FREE.options) == set(parse_tiles("69s4s"))
    assert not FREE.rules.waits(win("123m789m78s57z", "1m"), FREE.options)
    generals = win("5m88m22p58p258s", "1m", melds=[meld("222m", D)], wild="1z")
    waits = FREE.rules.waits(generals, FREE.options)
    assert waits == set(parse_tiles("258m258p258s1z"))
