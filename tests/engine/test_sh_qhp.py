"""上海 清混碰·勒子: fans, limits, payments."""

from __future__ import annotations

import pytest

from engine.tile import parse_tiles
from engine.win import EntryCause, Refusal, Win
from tests.engine.sh_hands import EIGHT, ROBBED, SELF, A, B, C, D, Page, meld, win

QHP = Page("sh_qhp")
KONG = EntryCause.KONG
PUNGS = [meld("333m", C), meld("777p", B), meld("111z"), meld("999m", C)]
HALF = "456m444z78m11z"
PURE = "456m222m78m55m"
CHOW = [meld("123m")]
HALF_HAND = win(HALF, "9m", melds=CHOW)
PURE_HAND = win(PURE, "9m", melds=CHOW)
WINDS = "111z222z333z4z"
LOOSE_WINDS = "1234567z123456z"

EXAMPLES: dict[str, tuple[Win, int, Win]] = {
    # fan: an example, how often it counts there, and a near miss
    "杠开": (win(HALF, "9m", SELF, melds=CHOW, entry=KONG), 1,
             win(HALF, "9m", SELF, melds=CHOW, entry=EntryCause.FLOWER)),
    "开宝": (win(HALF, "9m", melds=CHOW, words=["equal_dice"] * 2), 2, HALF_HAND),
    "黄番": (win(HALF, "9m", melds=CHOW, words=["drawn_deal"]), 1, HALF_HAND),
    "大吊车": (win("1s", "1s", melds=PUNGS), 1, win("999m1s", "1s", melds=PUNGS[:3])),
    "碰碰胡": (win("1s", "1s", melds=PUNGS), 1,
               win("456p111z999p1p", "1p", melds=[meld("333p")])),
    "混一色": (HALF_HAND, 1, win("456p444z78m11z", "9m", melds=CHOW)),
    "清一色": (PURE_HAND, 1, win("456m222m78m11z", "9m", melds=CHOW)),
    "混碰": (win("777m111z999m4z", "4z", melds=PUNGS[:1]), 1,
             win("777m111z999p4z", "4z", melds=PUNGS[:1])),
    "八花齐": (win("123m456p789s11z14p", "8f", EIGHT, flowers="1234567f"), 1,
               win(HALF, "9m", SELF, melds=CHOW, flowers="12345678f")),
    "清碰": (win("777m111m999m4m", "4m", melds=PUNGS[:1]), 1,
             win("777m111m999m4z", "4z", melds=PUNGS[:1])),
    "风一色": (win(LOOSE_WINDS, "7z"), 1, win("1234567z12345z1m", "7z")),
    "风碰": (win(WINDS, "4z", melds=[meld("555z")]), 1,
             win("111z222z333z4z", "5z", melds=[meld("555z")])),
}  # fmt: skip


@pytest.mark.parametrize("fan", [fan.name.zh for fan in QHP.rules.fans if fan.value])
def test_every_fan_has_an_example_and_a_near_miss(fan: str) -> None:
    example, count, near_miss = EXAMPLES[fan]
    assert QHP.fans(example).get(fan, 0) == count
    assert fan not in QHP.fans(near_miss)


def test_flowers_are_tiles_melded_honours_and_kongs() -> None:
    melds = [meld("1111z"), meld("555z"), meld("3333m", None)]
    hand = win("222p9s", "9s", melds=melds, flowers="15f")
    assert {f.fan.name.zh: f.count for f in QHP.best(hand).fans}["花"] == 2 + 2 + 2 + 2
    assert Page("sh_qhp", limit="none").points(hand) == (3 + 8) * 4
    flat = Page("sh_qhp", set_flowers="one", limit="none")
    assert flat.points(hand) == (3 + 2 + 3) * 4
    assert Page("sh_qhp", set_flowers="none", limit="none").points(hand) == (3 + 2) * 4
    dear = Page("sh_qhp", flower_value="2", base="1", set_flowers="none", limit="none")
    assert dear.points(hand) == (1 + 4) * 4


def test_a_pung_of_winds_in_the_hand_is_no_flower() -> None:
    assert QHP.points(win("777p111z999m1s", "1s", melds=[meld("333m")], flowers="12f")) == 20


def test_a_count_said_at_the_table_stands() -> None:
    assert QHP.points(win("1s", "1s", melds=PUNGS, words=["flowers:0"])) == 24


def test_only_the_greatest_pattern_counts() -> None:
    assert QHP.fans(win("777m111z999m4z", "4z", melds=PUNGS[:1])) == {"混碰": 1}
    assert QHP.fans(win(WINDS, "4z", melds=[meld("555z")])) == {"风碰": 1}
    added = Page("sh_qhp", pure_pungs="added", limit="none")
    hand = win("777m111m999m4m", "4m", melds=PUNGS[:1])
    assert added.best(hand).total == 6
    assert QHP.best(hand).total == 5


def test_a_hand_without_a_pattern_does_not_win() -> None:
    judged = QHP.judged(win("456p789s22m34s", "5s", melds=CHOW, entry=KONG))
    assert isinstance(judged, Refusal)
    assert judged.clause == "Q1; J5"
    short = QHP.judged(win("456m444z78m1z", "9m", melds=CHOW))
    assert isinstance(short, Refusal)


def test_dragons_may_be_no_winds() -> None:
    strict = Page("sh_qhp", dragons_as_winds="no")
    dragons = win("456m777z78m66z", "9m", melds=CHOW)
    assert QHP.fans(dragons) == {"混一色": 1}
    assert strict.fans(dragons) == {}
    assert strict.fans(HALF_HAND) == {"混一色": 1}
    assert strict.fans(win(LOOSE_WINDS, "7z")) == {}


def test_limits() -> None:
    """One 勒子, two for 黄番, 开宝, 清碰 and 风一色, four for 风碰 (Q5)."""
    many = "12345678f"
    assert QHP.points(win(PURE, "9m", melds=CHOW, flowers="12f")) == 40
    drawn = win(PURE, "9m", melds=CHOW, flowers="12f", words=["drawn_deal", "equal_dice"])
    assert QHP.points(drawn) == 80
    assert QHP.points(win("777m111m999m4m", "4m", melds=PUNGS[:1], flowers=many)) == 80
    added = Page("sh_qhp", pure_pungs="added")
    assert added.points(win("777m111m999m4m", "4m", melds=PUNGS[:1], flowers=many)) == 80
    assert QHP.points(win(LOOSE_WINDS, "7z", flowers=many)) == 80
    assert QHP.points(win(WINDS, "4z", melds=[meld("555z")], flowers=many)) == 160
    assert Page("sh_qhp", limit="none").points(win(PURE, "9m", melds=CHOW, flowers="12f")) == 80
    assert Page("sh_qhp", limit="10").points(PURE_HAND) == 10


def test_both_bonuses_may_lift_the_limit_further() -> None:
    dear = win(PURE, "9m", melds=CHOW, flowers="12f", words=["drawn_deal", "equal_dice"])
    assert Page("sh_qhp", double_limits="four").points(dear) == 160
    drawn = win(PURE, "9m", melds=CHOW, flowers="1234f", words=["drawn_deal"])
    assert Page("sh_qhp", double_limits="four").points(drawn) == 80


def test_who_pays() -> None:
    assert QHP.nets(HALF_HAND) == (12, 0, -12, 0)
    assert QHP.nets(win(HALF, "9m", SELF, melds=CHOW)) == (36, -12, -12, -12)
    assert QHP.nets(win(HALF, "9m", ROBBED, melds=CHOW)) == (36, 0, -36, 0)


def test_three_melds_between_two_make_liable() -> None:
    """Both ways: taken from C, or C took from the winner (Q3.6)."""
    fed = [meld("123m", C), meld("333m", C), meld("999m", C)]
    taken = {C: (meld("111p", A), meld("222p", A), meld("345p", A))}
    assert QHP.nets(win("555m8m", "8m", SELF, melds=fed)) == (120, 0, -120, 0)
    assert QHP.nets(win(HALF, "9m", SELF, melds=CHOW, others=taken)) == (36, 0, -36, 0)
    assert QHP.nets(win(HALF, "9m", SELF, melds=CHOW, others={C: taken[C][:2]})) == (
        36, -12, -12, -12,
    )  # fmt: skip


def test_liability_for_a_shot() -> None:
    shot = win(HALF, "9m", melds=CHOW, source=B, liable=[C])
    assert QHP.nets(shot) == (24, -12, -12, 0)
    assert Page("sh_qhp", liable_on_shot="instead").nets(shot) == (12, 0, -12, 0)
    assert Page("sh_qhp", liable_on_shot="nothing").nets(shot) == (12, -12, 0, 0)
    own = win(HALF, "9m", melds=CHOW, source=C, liable=[C])
    for way in ("beside", "instead", "nothing"):
        assert Page("sh_qhp", liable_on_shot=way).nets(own) == (12, 0, -12, 0)


def test_liability_and_a_robbed_kong() -> None:
    robbed = win(HALF, "9m", ROBBED, melds=CHOW, source=B, liable=[C])
    assert QHP.nets(robbed) == (36, -36, 0, 0)
    assert Page("sh_qhp", robbed_liable="both").nets(robbed) == (72, -36, -36, 0)


def test_two_liable_seats() -> None:
    both = win(HALF, "9m", SELF, melds=CHOW, liable=[C, D])
    assert QHP.nets(both) == (72, 0, -36, -36)
    assert Page("sh_qhp", shared_liability="split").nets(both) == (36, 0, -18, -18)


def test_waits() -> None:
    """Only what makes a winning pattern is waited for."""
    half = win(HALF, "1m", melds=CHOW)
    assert QHP.rules.waits(half, QHP.options) == set(parse_tiles("369m"))
    honours = win(LOOSE_WINDS, "1m")
    assert QHP.rules.waits(honours, QHP.options) == set(parse_tiles("1234567z"))
    mixed = win("456p789s22m34s", "1m", melds=CHOW)
    assert QHP.rules.waits(mixed, QHP.options) == frozenset()


def test_blossom_on_a_flower_by_option() -> None:
    flower = win(HALF, "9m", SELF, melds=CHOW, entry=EntryCause.FLOWER)
    assert Page("sh_qhp", flower_blossom="yes").fans(flower) == {"混一色": 1, "杠开": 1}


def test_eight_flowers_need_all_eight() -> None:
    hand = win("123m456p789s11z14p", "8f", EIGHT, flowers="1234567f", words=["equal_dice"])
    assert QHP.fans(hand) == {"八花齐": 1, "开宝": 1}
    assert isinstance(QHP.judged(win("19m19p", "8f", EIGHT, flowers="123456f")), Refusal)
