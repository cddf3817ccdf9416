"""For every fan an example and a near miss, and the conditions of a win."""

from __future__ import annotations

import pytest

from engine.events import WinKind
from engine.meld import MeldKind
from engine.rules.mzhz.fans import FANS
from engine.tile import parse_tiles
from engine.win import EntryCause, Refusal, Win
from tests.engine.hands import RULES, best, fans, meld, options, win

SELF, DISCARD = WinKind.SELF_DRAW, WinKind.DISCARD
PLAIN = "123456m789p23p55p"
FLOWERS7 = "1234567f"
JUNK = "159m147p258s369s5m"

EXAMPLES: dict[str, tuple[Win, int, Win]] = {
    # fan: an example, how often it counts there, and a near miss
    "平胡": (win(PLAIN, "4p"), 1, win("123456p789p23p55p", "4p")),
    "杠": (
        win("123m456m9m", "9m", melds=[meld("555p1j"), meld("88p11j")]), 2,
        win("123m456m9m", "9m", melds=[meld("55p1j"), meld("1111j")]),
    ),
    "根": (
        win("46m5m123p9p", "9p", melds=[meld("555m"), meld("55m1j")]), 1,
        win("46m123p789p99p", "5m", melds=[meld("555m1j")]),
    ),
    "抢杠": (win(PLAIN, "4p", WinKind.ROBBED_KONG), 1, win(PLAIN, "4p", WinKind.FAILED_SWAP)),
    "杠上花": (
        win(PLAIN, "4p", SELF, entry=EntryCause.INGOT), 1,
        win(PLAIN, "4p", SELF, entry=EntryCause.SWAP),
    ),
    "杠上炮": (
        win(PLAIN, "4p", entry=EntryCause.FLOWER), 1,
        win(PLAIN, "4p", entry=EntryCause.INGOT),
    ),
    "碰碰胡": (
        win("777p8s", "8s", melds=[meld("111j"), meld("333p"), meld("6666s")]), 1,
        win("678p8s", "8s", melds=[meld("111j"), meld("333p"), meld("6666s")]),
    ),
    "进宝": (
        win("55p1j123s789s4s", "4s", melds=[meld("777s")], bonus="5p"), 1,
        win("55p123456789s22s", "2s", bonus="5p"),
    ),
    "无百搭": (
        win("234p678s99s45s", "3s", melds=[meld("55p2h")]), 1,
        win("234p678s99s45s", "3s", melds=[meld("55p2h", mouse="1j")]),
    ),
    "四季发财": (win(PLAIN, "4p", flowers="12345678f"), 2, win(PLAIN, "4p", flowers="123567f")),
    "清一色": (
        win("223344s6777s", "8s", melds=[meld("1111j")]), 1,
        win("223344p6777s", "8s", melds=[meld("1111j")]),
    ),
    "七对": (win("1j1133p6677p4499s", "2s"), 1, win("223344p678p555s4s", "4s")),
    "带幺": (
        win("123p789p11s78s", "9s", melds=[meld("111j")]), 1,
        win("123p678p11s78s", "9s", melds=[meld("111j")]),
    ),
    "将对": (
        win("222s5s", "5s", melds=[meld("222p"), meld("55p1j"), meld("888s")]), 1,
        win("222s6s", "6s", melds=[meld("222p"), meld("55p1j"), meld("888s")]),
    ),
    "百搭杠": (
        win("123456m789p5p", "5p", melds=[meld("111j2h", mouse="1j")]), 1,
        win("123456m789p5p", "5p", melds=[meld("5p111j")]),
    ),
    "将七对": (win("22225588p22558s", "8s"), 1, win("22225588p22559s", "9s")),
    "九重天": (
        win("456p123s9s", "9s", melds=[meld("55p11j"), meld("5p2h11j")]), 1,
        win("678p123s9s", "9s", melds=[meld("55p11j"), meld("5p2h11j")]),
    ),
    "七抢一": (
        win(JUNK, "8f", WinKind.SEVEN_FLOWERS, flowers=FLOWERS7), 1,
        win(PLAIN, "4p", flowers=FLOWERS7),
    ),
    "八仙过海": (
        win(JUNK, "8f", WinKind.EIGHT_FLOWERS, flowers=FLOWERS7), 1,
        win(PLAIN, "4p", SELF, flowers="12345678f"),
    ),
}  # fmt: skip


def test_every_fan_has_an_example() -> None:
    assert list(EXAMPLES) == [fan.name.zh for fan in FANS]


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    hand, count, _ = EXAMPLES[name]
    found = {scored.fan.name.zh: scored.count for scored in best(hand).fans}
    assert found.get(name) == count


@pytest.mark.parametrize("name", EXAMPLES)
def test_near_miss(name: str) -> None:
    _, _, hand = EXAMPLES[name]
    found = {scored.fan.name.zh: scored.count for scored in best(hand).fans}
    assert found.get(name, 0) == 0


def test_ninth_heaven_takes_the_kongs_and_fours_of_its_tile_only() -> None:
    two_suits = win("5p46p9s", "9s", melds=[meld("55p11j"), meld("5p2h11j"), meld("7777s")])
    assert fans(two_suits) == {"杠": 1, "九重天": 1}
    scored = best(two_suits)
    assert [(e.scored.fan.name.zh, e.scored.count) for e in scored.excluded] == [("杠", 2)]


def test_evidence_names_the_groups() -> None:
    scored = best(win("5p1j123s789s44s", "4s", melds=[meld("55p1j")], bonus="5p"))
    four = next(f for f in scored.fans if f.fan.name.zh == "根")
    held = [scored.reading.groups[i].shown for i in four.evidence[0].groups]
    assert held == [meld("55p1j").tiles, parse_tiles("1j5p")]
    assert scored.groups()[0] == meld("55p1j").tiles


def test_a_fan_that_does_not_count_says_why() -> None:
    scored = best(EXAMPLES["将对"][0])
    ((line, why),) = scored.excluded_lines()
    assert line.name.zh == "碰碰胡"
    assert "将对" in why.zh
    assert "碰碰胡" not in scored.counts


def test_fans_stand_in_the_order_of_the_text() -> None:
    order = [fan.id for fan in FANS]
    scored = best(win("123m456m9m", "9m", melds=[meld("555p1j"), meld("88p11j")], flowers="1234f"))
    found = [order.index(f.fan.id) for f in scored.fans]
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("hand", "clause"),
    [
        (win("123m456p789s23p55p", "4p"), "D2.23"),
        (win("11j123456789m55p", "7m"), "D4.二.(二)2"),
        (win("1j123p44s", "5s"), "D2.28; D6.1"),
        (win("111j11223s3s4455p", "6p"), "D4.二.(二)2-3"),
        (win("3f123456m789p55p3p", "4p"), "D4.二.(二)4"),
        (win("1z123456m789p55p3p", "4p"), "S4.二.(二)4"),
        (win("2h123456m789p55p3p", "4p"), "D4.二.(二)4"),
        (win("123456m789p23p55p", "9p"), "D4.二.(一)"),
        (win(JUNK, "8f", WinKind.SEVEN_FLOWERS, flowers="123456f"), "D4.(五)18-19; F23"),
        (win(JUNK, "1f", WinKind.EIGHT_FLOWERS, flowers=FLOWERS7), "D4.(五)18-19; F23"),
    ],
)
def test_no_win(hand: Win, clause: str) -> None:
    judged = RULES.judge(hand)
    assert isinstance(judged, Refusal)
    assert judged.clause == clause
    assert RULES.best(hand) is None


def test_hidden_tiles_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="unknown"):
        RULES.judge(win("123456m789p?3p55p", "4p"))


def test_a_flower_win_needs_no_known_hand() -> None:
    hand = win("?" * 13, "8f", WinKind.EIGHT_FLOWERS, flowers=FLOWERS7)
    assert fans(hand) == {"八仙过海": 1}


def test_seven_flowers_in_its_second_form_takes_no_method_fan() -> None:
    """Six kinds out, the payer holds the other, the winner lays the eighth."""
    hand = win(JUNK, "8f", WinKind.SEVEN_FLOWERS, flowers="123456f", source_flowers="7f",
               entry=EntryCause.KONG)  # fmt: skip
    assert fans(hand) == {"七抢一": 1}
    first = win(JUNK, "8f", WinKind.SEVEN_FLOWERS, flowers=FLOWERS7, entry=EntryCause.KONG)
    assert fans(first) == {"七抢一": 1, "杠上炮": 1}


def test_a_kong_of_jokers_added_to_a_pung_counts_once() -> None:
    hand = win("123456m789p5p", "5p", melds=[meld("1111j", MeldKind.ADDED_KONG)])
    assert fans(hand) == {"百搭杠": 1}


def test_points_are_capped_and_the_total_is_not() -> None:
    scored = best(win("2222555588p8p11j", "8p", SELF))
    assert scored.total == 10
    assert scored.points == 64


def test_the_dearest_reading_is_taken() -> None:
    assert fans(win("223344p223344s7s", "7s"))["七对"] == 1
    assert fans(win("112233p112233s9s", "9s"))["无百搭"] == 1
    assert "进宝" in fans(win("5599p1j123p78s", "9s", melds=[meld("666s")], bonus="5p"))


OPTION_CASES = [
    ("flower_blossom", "no", win(PLAIN, "4p", SELF, entry=EntryCause.FLOWER), 2, 1),
    (
        "flower_win_extras", "yes",
        win(JUNK, "8f", WinKind.EIGHT_FLOWERS, flowers=FLOWERS7), 6, 9,
    ),
    ("robbed_joker", "free", win(PLAIN, "1j", WinKind.ROBBED_KONG, stands_for="9m"), None, 1),
    ("win_on_joker", "no", win(PLAIN, "1j"), 0, None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "hand", "usual", "other"), OPTION_CASES)
def test_option(name: str, value: str, hand: Win, usual: int | None, other: int | None) -> None:
    def total(**chosen: str) -> int | None:
        scored = RULES.best(hand, options(**chosen))
        return None if scored is None else scored.total

    assert total() == usual
    assert total(**{name: value}) == other
