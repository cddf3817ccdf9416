from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.combine import best_row, doubling, once_each, sum_with_exclusions
from engine.errors import RuleSetError
from engine.rules import PAGES, load
from engine.ruleset import Exclusion, Fan, FanContext
from engine.shapes import Reading
from engine.tile import Tile
from engine.view import Text
from engine.win import Evidence, ScoredFan
from tests.engine.hands import RULES


def never(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ()


def fan(id_: str, value: int = 1, *excludes: Exclusion, clause: str = "1") -> Fan:
    return Fan(id_, Text(id_, id_), value, never, clause, Text("", ""), excludes)


def found(one: Fan, *tiles: str) -> ScoredFan:
    return ScoredFan(one, tuple(Evidence(tile=Tile.parse(tile)) for tile in tiles))


@pytest.mark.parametrize("page", PAGES)
def test_pages_load_and_hold_together(page: str) -> None:
    rules = load(page)
    assert rules.id == page
    options = rules.choose()
    for option in rules.options:
        assert options[option.name] == option.default
        for choice in option.choices:
            assert rules.choose({option.name: choice.value})[option.name] == choice.value
            assert choice.text.zh
            assert choice.text.en
    for row in (*rules.clauses, *rules.asked, *rules.fans):
        assert row.clause
        assert row.text.zh
        assert row.text.en


def test_unknown_page() -> None:
    with pytest.raises(RuleSetError, match="mzhz"):
        load("chess")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"fans": (fan("a"), fan("a"))}, "named twice"),
        ({"fans": (fan("a", clause=""),)}, "no clause"),
        ({"fans": (fan("a", 1, Exclusion("b")),)}, "unknown b"),
        (
            {"fans": (fan("a", 1, Exclusion("b")), fan("b", 1, Exclusion("a")))},
            "exclude each other",
        ),
        ({"fans": (fan("a", 1, Exclusion("a")),)}, "exclude each other"),
        ({"combine": "guess"}, "unknown way to combine"),
        ({"options": (replace(RULES.options[0], default="none"),)}, "lacks its default"),
        ({"options": (replace(RULES.options[0], clause=""),)}, "no clause"),
        ({"options": (RULES.options[0], RULES.options[0])}, "named twice"),
    ],
)
def test_a_page_that_contradicts_itself(change: Mapping[str, Any], says: str) -> None:
    with pytest.raises(RuleSetError, match=says):
        replace(RULES, **change)


def test_options_are_checked() -> None:
    with pytest.raises(RuleSetError, match="no option"):
        RULES.choose({"moon": "full"})
    with pytest.raises(RuleSetError, match="solo"):
        RULES.choose({"mode": "chess"})
    assert RULES.choose({"wall_stacks": "16,15,16,15"})["wall_stacks"] == "16,15,16,15"
    with pytest.raises(RuleSetError):
        RULES.choose({"wall_stacks": "16,15,16"})


def test_options_are_values() -> None:
    assert RULES.choose() == RULES.choose({})
    assert hash(RULES.choose()) == hash(RULES.choose())
    assert RULES.choose({"mode": "four_winds"}) != RULES.choose()
    with pytest.raises(KeyError):
        RULES.choose()["moon"]


def test_digest_follows_the_options() -> None:
    assert RULES.digest() == RULES.digest(RULES.choose())
    assert RULES.digest() != RULES.digest(RULES.choose({"ready_value": "max"}))
    snapshot = RULES.snapshot()
    assert snapshot["options"] == dict(RULES.choose())


def test_tiles_in_play() -> None:
    assert sum(RULES.tiles().values()) == 124
    assert sum(RULES.tiles(RULES.choose({"mode": "four_winds"})).values()) == 128


def test_exclusion_of_the_same_tile_leaves_the_others() -> None:
    small = fan("small")
    big = fan("big", 6, Exclusion("small", same_tile=True))
    result = sum_with_exclusions([found(small, "1m", "2m", "1m"), found(big, "1m")])
    assert result.total == 7
    assert [(s.fan.id, s.count) for s in result.fans] == [("small", 1), ("big", 1)]
    assert result.excluded[0].scored.count == 2


def test_an_excluded_fan_excludes_nothing() -> None:
    low = fan("low")
    middle = fan("middle", 2, Exclusion("low"))
    top = fan("top", 3, Exclusion("middle"))
    result = sum_with_exclusions([found(low, "1m"), found(middle, "1m"), found(top, "1m")])
    assert [s.fan.id for s in result.fans] == ["low", "top"]


def test_best_row_and_once_each() -> None:
    some = [found(fan("a"), "1m", "2m"), found(fan("b", 3), "1m", "1m")]
    assert best_row(some).total == 3
    assert [e.scored.fan.id for e in best_row(some).excluded] == ["a"]
    assert once_each(some).total == 4
    assert best_row([]).total == 0


def test_doubling() -> None:
    assert [doubling(n, cap=64) for n in (0, 1, 6, 9)] == [1, 2, 64, 64]
    assert doubling(3, base=10) == 80
