"""What is read from a metre away, and what is reached with few taps."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.rules import PAGES, load
from tests.ui.fingers import labels, texts
from tests.ui.rooms import Room
from ui.gallery import endings, played, views
from ui.gallery.render import settle
from ui.gallery.scenes import Scene


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


@pytest.mark.parametrize(
    ("page", "lengths"),
    [("xuezhan", [9, 9, 9]), ("cs258", [9, 9, 9]), ("gd_zhuama", [9, 9, 9, 7]),
     ("mzhz", [9, 9, 9, 13]), ("mcr", [9, 9, 9, 7, 8])],
)  # fmt: skip
def test_keys_stand_in_rows_that_a_player_expects(
    window: Any, page: str, lengths: list[int]
) -> None:
    from ui.widgets.keys.tile_keys import rows_of

    rows = rows_of(tuple(load(page).tiles()))
    assert [len(row) for row in rows] == lengths
    assert len({tile for row in rows for tile in row}) == sum(lengths)


def test_lines_of_the_evening_bear_names_that_do_not_cover_each_other(
    room: Callable[..., Room],
) -> None:
    here = room()
    screen = here.open("score", view=played.late())
    here.press("走势")
    settle(3)
    names = [label for label in screen.graph.children if label.text in played.NAMES]
    assert sorted(label.text for label in names) == sorted(played.NAMES)
    heights = sorted(label.y for label in names)
    assert all(upper - lower >= 27 for lower, upper in itertools.pairwise(heights))
    assert {"1", "2", "3", "±"} <= set(texts(screen.graph))


def test_ends_of_lines_are_moved_apart_in_their_order(window: Any) -> None:
    from ui.screens.score.graph import apart

    assert apart([50.0, 0.0, 51.0, 200.0], 28, 10) == [50.0, 10, 78.0, 200.0]


def test_a_large_score_by_hand_takes_few_taps(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("trouble", view=played.ready())
    here.choose("score")
    (stepper, *_rest) = screen.amounts.values()
    plus, minus = (next(b for b in stepper.children if b.text == t) for t in ("+10", "−"))
    for _ in range(3):
        here.tap(plus)
    here.tap(minus)
    assert stepper.value == Fraction(29)
    assert stepper.shown == "29"


def test_many_kinds_of_one_kong_are_told_by_their_tiles(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    screen = here.open("entry")
    here.press("暗杠")
    here.key("3p")
    settle(3)
    offered = screen.strip.children
    assert len(offered) == len(screen.pad.offered) > 2
    assert {button.text for button in offered} == {""}
    assert all(len(button.sections[0]) == 4 for button in offered)
    here.tap(offered[-1])
    assert here.match.deal is not None
    assert len(here.match.deal.melds[0]) == 1


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_rules_are_named_in_full_above_the_table(
    table: Callable[[Scene], Any], lang: str
) -> None:
    screen = table(Scene("titles", views.playing(), lang))
    for page in PAGES:
        names = load(page).names
        screen.show(replace(views.playing(), rules=names, deal=16))
        settle(2)
        (title,) = [label for label in labels(screen) if label.text == screen.title]
        assert getattr(names, lang) in title.text
        assert not title.shortened, title.text
        assert title.fits


def test_all_wins_that_wait_for_the_hands_are_shown_together(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("win", view=endings.pending())
    shown = texts(screen)
    for win in endings.pending().wins:
        assert endings.pending().seats[win.seat].name in shown
    assert shown.count("待亮牌") == 3
    here.press("亮牌")
    assert here.gone == ["entry"]
