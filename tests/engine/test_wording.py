"""Every event can be told in both languages."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest

from engine import events
from engine.events import Acted, Corrected, Event, ScoreAdjusted, Settled
from engine.rules import load
from engine.seat import SEATS
from engine.tile import Tile, parse_tiles
from engine.wording import amount, describe, signed, tiles_text
from tests.random_play import play

RULES = load("mzhz")
NAMES = ("甲", "乙", "丙", "丁")
A, B, C, D = SEATS


@pytest.mark.parametrize("mode", ["fixed_pairs", "four_winds"])
def test_a_whole_deal_is_told(mode: str) -> None:
    told: set[type] = set()
    for _, event, _ in play(RULES, {"mode": mode}, 1, hidden=True):
        text = describe(event, NAMES, RULES.flow)
        assert text.zh
        assert text.en
        assert not any("\u4e00" <= char <= "\u9fff" for char in text.en if char not in "甲乙丙丁")
        told.add(type(event))
    assert len(told) >= 10


def test_no_event_is_forgotten() -> None:
    """`describe` has a case for each member of the union."""
    half = Fraction(1, 2)
    samples: list[Event] = [
        events.DealBegan(1, A),
        events.WallsRaised((16, 15, 16, 15)),
        events.DiceRolled(A, (1, 2)),
        events.Dealt(((), (), (), ())),
        events.Flipped(53, Tile.parse("5m")),
        events.FlowersLaid(A, parse_tiles("1f")),
        events.FlowersPassed(A),
        events.Drew(A),
        events.Discarded(A, Tile.parse("2h"), "no_steal"),
        events.Chowed(B, A, Tile.parse("5p"), parse_tiles("34p")),
        events.Punged(B, A, Tile.parse("5p"), parse_tiles("5p1j")),
        events.Konged(B, events.MeldKind.CONCEALED_KONG, Tile.parse("5p"), parse_tiles("5555p")),
        Acted(A, "swap", parse_tiles("5p"), B, 0),
        events.Won((B, C), Tile.parse("5p"), events.WinKind.DISCARD, A),
        events.Declined(B, Tile.parse("5p"), 1),
        events.Exhausted(),
        events.HandOpened(A, parse_tiles("123m")),
        events.Penalised(A, "false_win"),
        Settled((), (half, -half, Fraction(0), Fraction(0)), A, "exhausted"),
        events.Voided("jam"),
        ScoreAdjusted((half, -half, Fraction(0), Fraction(0)), "chips"),
        events.Seated(("W", "X", "Y", "Z"), (A, B, None, C), "late"),
        events.DealerNamed(A, "late"),
        events.OptionsChanged((("mode", "solo"),)),
        Corrected(3, (), "undo"),
        events.Adopted(),
    ]
    assert {type(event) for event in samples} == set(get_args(Event))
    for event in samples:
        text = describe(event, NAMES, RULES.flow)
        assert text.zh != text.en
        assert "甲" not in text.en or A in (getattr(event, "seat", A), getattr(event, "source", A))


def test_words_of_the_page_are_used() -> None:
    thrown = events.Discarded(A, Tile.parse("2h"), "no_steal")
    assert describe(thrown, NAMES, RULES.flow).zh == "甲打出老鼠（不偷牌）"
    assert describe(Acted(B, "remove", target=A), NAMES, RULES.flow).zh == "乙带人（甲）"
    assert describe(Corrected(7, (), "undo"), NAMES).zh == "撤去第7条"
    assert describe(Corrected(7, (thrown,), "misread"), NAMES).en == "Entry 7 put right (misread)"


def test_hidden_tiles_are_counted_and_not_named() -> None:
    assert tiles_text(parse_tiles("5m??")).zh == "五万、2张暗牌"


@pytest.mark.parametrize(
    ("value", "text"),
    [("3", "3"), ("-1/2", "-0.5"), ("15/4", "3.75"), ("1/8", "0.125"), ("1/3", "1/3")],
)
def test_amounts_are_exact(value: str, text: str) -> None:
    assert amount(Fraction(value)) == text
    assert signed(Fraction(1)) == "+1"
