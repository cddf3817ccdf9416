"""贵阳, both texts: patterns, payments, waits, drawn deals, 鸡."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.rules import load
from engine.rules.guiyang.fans import DECLARED, KONG_WORD
from engine.rules.guiyang.judging import broken_wall, first_dealer, next_after_draw
from engine.rules.guiyang.money import Chickens, chicken_rows
from engine.rules.guiyang.page import DOU_PRICES
from engine.ruleset import ReadyCheck, RuleSet
from engine.seat import SEATS, Seat, four
from engine.settlement import net
from engine.tile import Tile, parse_tiles
from engine.win import EntryCause, PublicSeat, Refusal, Win

A, B, C, D = SEATS
DOU, BAO = load("gy_dou"), load("gy_bao")
PLAIN = "123m456p789s22m34s"
FOUR = MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG, MeldKind.EXPOSED_KONG


def meld(text: str, kind: MeldKind, source: Seat | None = B) -> Meld:
    lying = parse_tiles(text)
    return Meld(kind, lying[0], lying, None if kind is MeldKind.CONCEALED_KONG else source)


def win(
    standing: str, won: str, source: Seat | None = None, *, melds: Sequence[Meld] = (),
    kind: WinKind | None = None, entry: EntryCause = EntryCause.HEAD, kong: int | None = None,
    theirs: Mapping[Seat, Sequence[Meld]] | None = None, declared: Sequence[Seat] = (),
) -> Win:  # fmt: skip
    """A win of seat A; `kong`: index of the 豆 just made by whoever gave the tile."""
    laid = {A: tuple(melds), **{seat: tuple(row) for seat, row in (theirs or {}).items()}}
    seats = four(
        PublicSeat(melds=laid.get(s, ()), marks=(DECLARED,) if s in declared else ())
        for s in SEATS
    )
    usual = WinKind.SELF_DRAW if source is None else WinKind.DISCARD
    return Win(
        A, Tile.parse(won), kind or usual, parse_tiles(standing), seats, source, entry=entry,
        dealer=B, situation=() if kong is None else (f"{KONG_WORD}{kong}",),
    )  # fmt: skip


def patterns(rules: RuleSet, one: Win, **chosen: str) -> dict[str, int]:
    scored = rules.best(one, rules.choose(chosen))
    assert scored is not None, rules.judge(one, rules.choose(chosen))
    return {f.fan.name.zh: f.total for f in scored.fans}


def paid(rules: RuleSet, one: Win, **chosen: str) -> list[int]:
    options = rules.choose(chosen)
    scored = rules.best(one, options)
    assert scored is not None, rules.judge(one, options)
    return [int(amount) for amount in net(rules.pay(scored, options))]


@pytest.mark.parametrize(
    ("standing", "won", "melds", "dou", "bao"),
    [
        (PLAIN, "5s", "", {"平胡": 10}, {"平胡": 1}),
        ("777p444s999m1m", "1m", "333m", {"大对子": 30}, {"大对子": 5}),
        ("777p345s9988m", "9m", "333m", {"平胡": 10}, {"平胡": 1}),  # a chow among pungs
        ("113344p66p77s99s1s", "1s", "", {"七对": 40}, {"小七对": 10}),
        ("1111m44p66p77s99s1s", "1s", "", {"龙七对": 50}, {"龙七对": 20}),
        ("2334556788s", "4s", "111s", {"清一色": 50}, {"清一色": 10}),
        ("333777s999s4s", "4s", "111s", {"清大对": 80}, {"清大对": 15}),
        ("1122335566779s", "9s", "", {"清七对": 90}, {"清七对": 20}),
        ("1111223355669s", "9s", "", {"青龙背": 100}, {"清龙七对": 30}),
    ],
)
def test_patterns(
    standing: str, won: str, melds: str, dou: dict[str, int], bao: dict[str, int]
) -> None:
    laid = [meld(melds, MeldKind.PUNG)] if melds else []
    one = win(standing, won, melds=laid)
    assert patterns(DOU, one) == dou
    assert patterns(BAO, one) == bao


def test_only_one_suit_makes_a_pure_hand() -> None:
    assert patterns(DOU, win("333777s999s4m", "4m", melds=[meld("111s", MeldKind.PUNG)])) == {
        "大对子": 30
    }
    assert patterns(DOU, win("1122335566s779p", "9p")) == {"七对": 40}
    assert patterns(DOU, win("1111223355s669p", "9p")) == {"龙七对": 50}


def test_four_equal_tiles_are_a_dragon_only_unkonged_and_among_pairs() -> None:
    konged = win("456p789s22m34s", "5s",
                 melds=[meld("1111m", MeldKind.CONCEALED_KONG)])  # fmt: skip
    assert patterns(DOU, konged) == {"平胡": 10}
    assert patterns(DOU, win("1112223334567s", "7s")) == {"清一色": 50}


def test_pure_pairs_may_count_as_one_suit_only() -> None:
    one = win("1122335566779s", "9s")
    assert patterns(DOU, one, pure_pairs="50") == {"清一色": 50}


def test_kong_blossom_adds_ten_and_needs_the_kong() -> None:
    kong = meld("1111m", MeldKind.CONCEALED_KONG)
    one = win("456p789s22m34s", "5s", melds=[kong], entry=EntryCause.KONG, kong=0)
    assert patterns(DOU, one) == {"杠上胡": 10, "平胡": 10}
    assert patterns(DOU, win("456p789s22m34s", "5s", melds=[kong])) == {"平胡": 10}
    assert patterns(BAO, one) == {"平胡": 1}


def test_who_pays_the_tile_after_an_exposed_kong() -> None:
    kong = meld("1111m", MeldKind.EXPOSED_KONG, C)
    one = win("456p789s22m34s", "5s", melds=[kong], entry=EntryCause.KONG, kong=0)
    assert paid(DOU, one) == [60, -20, -20, -20]
    assert paid(DOU, one, kong_win_payers="feeder") == [60, 0, -60, 0]


def test_a_plain_hand_needs_a_dou_for_a_discard() -> None:
    assert isinstance(DOU.judge(win(PLAIN, "5s", C)), Refusal)
    assert isinstance(BAO.judge(win(PLAIN, "5s", C)), Refusal)
    for kind in FOUR:
        one = win("456p789s22m34s", "5s", C, melds=[meld("1111m", kind)])
        assert paid(DOU, one) == [10, 0, -10, 0]
        assert paid(BAO, one) == [1, 0, -1, 0]
    pung = win("456p789s22m34s", "5s", C, melds=[meld("111m", MeldKind.PUNG)])
    assert isinstance(DOU.judge(pung), Refusal)
    assert paid(DOU, win(PLAIN, "5s")) == [30, -10, -10, -10]


@pytest.mark.parametrize(("kind", "more"), list(zip(FOUR, (60, 30, 10), strict=True)))
def test_hot_shot_adds_by_the_kong(kind: MeldKind, more: int) -> None:
    made = {C: [meld("111m", MeldKind.PUNG), meld("8888p", kind, D)]}
    assert paid(DOU, win(PLAIN, "5s", C, theirs=made, kong=1)) == [10 + more, 0, -10 - more, 0]


def test_hot_shot_is_a_fan_in_the_other_text() -> None:
    made = {C: [meld("8888p", MeldKind.ADDED_KONG)]}
    pungs = win("777p444s999m1m", "1m", C, melds=[meld("333m", MeldKind.PUNG)], theirs=made,
                kong=0)  # fmt: skip
    assert patterns(BAO, pungs) == {"大对子": 5, "热炮": 1}
    assert paid(BAO, pungs) == [6, 0, -6, 0]
    assert paid(BAO, pungs, hot_shot="double") == [10, 0, -10, 0]
    late = win("777p444s999m1m", "1m", C, melds=[meld("333m", MeldKind.PUNG)], theirs=made)
    assert patterns(BAO, late) == {"大对子": 5}
    plain = win(PLAIN, "5s", C, theirs=made, kong=0)
    assert isinstance(BAO.judge(plain), Refusal)
    assert paid(BAO, plain, hot_plain="yes") == [2, 0, -2, 0]


def test_robbed_kong_pays_three_shares_and_needs_no_dou() -> None:
    one = win(PLAIN, "5s", C, kind=WinKind.ROBBED_KONG)
    assert paid(DOU, one) == [30, 0, -30, 0]
    assert paid(BAO, one) == [3, 0, -3, 0]


def test_declared_wins_and_declared_payers() -> None:
    own = win(PLAIN, "5s", declared=[A])
    assert patterns(BAO, own) == {"平胡": 1, "报听": 10}
    scored = BAO.best(own)
    assert scored is not None
    assert (scored.total, scored.points) == (1, Fraction(11))
    assert paid(BAO, own) == [33, -11, -11, -11]
    assert paid(BAO, own, declared_payers="source") == [3, -1, -1, -1]
    assert paid(BAO, win(PLAIN, "5s", declared=[B])) == [13, -11, -1, -1]
    shot = win(PLAIN, "5s", C, declared=[C])  # 杀报: a plain hand needs no 豆
    assert paid(BAO, shot) == [11, 0, -11, 0]
    both = win(PLAIN, "5s", declared=[A, D])
    assert paid(BAO, both) == [43, -11, -11, -21]
    assert paid(BAO, both, both_declared="once") == [33, -11, -11, -11]


def test_ground_dragon_wins_on_the_fourth_tile_of_its_pung() -> None:
    pung = meld("555m", MeldKind.PUNG)
    one = win("1133p6688s99m", "5m", C, melds=[pung])
    assert patterns(BAO, one) == {"地龙": 20}
    assert isinstance(BAO.judge(one, BAO.choose({"ground_dragon": "no"})), Refusal)
    assert isinstance(BAO.judge(win("1133p6688s99m", "4m", C, melds=[pung])), Refusal)
    assert isinstance(BAO.judge(win("1133p6688s97m", "5m", C, melds=[pung])), Refusal)
    assert isinstance(DOU.judge(one), Refusal)
    assert BAO.waits(one) == frozenset(parse_tiles("5m"))


def test_filled_values_are_options() -> None:
    pungs = win("777p444s999m1m", "1m", C, melds=[meld("333m", MeldKind.PUNG)])
    assert paid(BAO, pungs, value_all_pungs="8") == [8, 0, -8, 0]
    assert "value_one_suit" not in BAO.choose()
    dragon = win("1133s5577s88s", "9s", C, melds=[meld("999s", MeldKind.PUNG)])
    assert patterns(BAO, dragon) == {"地龙": 20}
    assert patterns(BAO, dragon, value_ground_dragon="5") == {"清一色": 10}


def test_waits_need_a_tile_that_is_left() -> None:
    assert DOU.waits(win(PLAIN, "1m")) == frozenset(parse_tiles("25s"))
    assert DOU.waits(win("1111m456p789s456s", "1m")) == frozenset()


def ready_check(rules: RuleSet, hands: Mapping[Seat, str], **chosen: str) -> list[int]:
    check = ReadyCheck({s: parse_tiles(h) for s, h in hands.items()}, four([PublicSeat()] * 4))
    rows = rules.ready_check(check, rules.choose(chosen)).rows
    return [int(amount) for amount in net(rows)]


def test_drawn_deal_pays_what_the_ready_hands_wait_for() -> None:
    not_ready = "159m159p159s2468m"
    hands = {A: "1113334446667m", B: PLAIN, C: not_ready, D: not_ready}
    assert ready_check(DOU, hands) == [160, 20, -90, -90]
    assert ready_check(DOU, dict.fromkeys(SEATS, PLAIN)) == [0, 0, 0, 0]
    assert ready_check(DOU, dict.fromkeys(SEATS, not_ready)) == [0, 0, 0, 0]
    several = "1113334446667m"  # 7m: 清大对 80; 5m, 8m: 清一色 50
    assert ready_check(DOU, {A: several, B: not_ready}) == [80, -80, 0, 0]
    assert ready_check(DOU, {A: several, B: not_ready}, ready_value="min") == [50, -50, 0, 0]


def test_next_dealers() -> None:
    assert next_after_draw(C, [A, D]) is D
    assert next_after_draw(A, [A, B]) is A
    assert next_after_draw(B, []) is B
    assert BAO.judging.next_dealer(B, (D, A), C) is D
    assert BAO.judging.next_dealer(A, (D, A), C) is A
    assert BAO.judging.next_dealer(A, (), None) is A


def test_opening_of_the_declaring_text() -> None:
    assert [first_dealer(D, die) for die in range(1, 7)] == [D, A, B, C, D, A]
    assert broken_wall(A, (3, 4), "counter_clockwise") == (C, 3)
    assert broken_wall(A, (1, 4), "counter_clockwise") == (C, 1)  # the dealer's own side
    assert broken_wall(A, (3, 5), "counter_clockwise") == (D, 3)
    assert broken_wall(A, (3, 5), "clockwise") == (B, 3)


def test_chickens() -> None:
    none: Counter[Tile] = Counter()
    one, three = Tile.parse("1s"), Tile.parse("3m")
    holdings = {A: Counter({one: 2}), B: Counter({three: 1}), C: none, D: none}
    flipped = Tile.parse("2m")
    rows = chicken_rows(holdings, Chickens(flipped), DOU_PRICES)
    assert [int(x) for x in net(rows)] == [50, 10, -30, -30]
    golden = chicken_rows(holdings, Chickens(Tile.parse("9s")), DOU_PRICES)
    assert [int(x) for x in net(golden)] == [120, -40, -40, -40]
    charge = chicken_rows(holdings, Chickens(None, thrower=A), DOU_PRICES)
    assert [int(x) for x in net(charge)] == [90, -30, -30, -30]
    taken = chicken_rows(holdings, Chickens(None, thrower=C, taker=A), DOU_PRICES)
    assert [int(x) for x in net(taken)] == [70, -20, -30, -20]
