"""What moves moves softly and briefly; a table at rest draws nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.seat import SEATS
from engine.view import TableView
from ui.gallery import views
from ui.gallery.pieces import river
from ui.gallery.render import settle
from ui.gallery.scenes import Scene

A, B, C, D = SEATS
MOST = 0.2
"""Seconds for which anything may move."""
BARS = 0.8
"""Seconds: a list's scroll bar begins to fade half a second after it was last moved."""


def thrown(view: TableView) -> TableView:
    """B throws a tile, C is next."""
    seats = list(view.seats)
    seats[B] = replace(seats[B], river=(*seats[B].river, *river("7m", last=True)), turn=False)
    seats[C] = replace(seats[C], turn=True)
    return replace(view, seq=view.seq + 1, seats=(seats[0], seats[1], seats[2], seats[3]))


@pytest.fixture
def flips(window: Any) -> Any:
    """Counts the frames that the window really draws."""
    counted: list[float] = []

    def count(_window: Any) -> None:
        counted.append(time.monotonic())

    window.bind(on_flip=count)
    yield counted
    window.unbind(on_flip=count)


def at_rest(flips: list[float], patience: float = 20.0) -> None:
    """Let frames go by until for a while none draws anything."""
    end = time.monotonic() + patience
    since = time.monotonic()
    while time.monotonic() - since < BARS:
        before = len(flips)
        settle(1)
        if len(flips) != before:
            since = time.monotonic()
        assert time.monotonic() < end


def test_a_thrown_tile_slides_and_then_lies_still(
    table: Callable[[Scene], Any], flips: list[float]
) -> None:
    screen = table(Scene("p", views.playing()))
    at_rest(flips)
    place = screen.ids.felt.place_of(B)
    screen.show(thrown(views.playing()))
    began = time.monotonic()
    settle(1)
    way = place.river._way
    assert way is not None
    assert (way.x, way.y) != (0, 0)
    middle = screen.ids.felt.middle
    while (way.x, way.y) != (0, 0) or middle.glow < 1:
        before = time.monotonic()
        settle(1)
        # The last frame begins when the time is over; how long it takes is the machine's.
        assert before - began < MOST + 0.5
    at_rest(flips)
    still = len(flips)
    settle(5)
    assert len(flips) == still


def test_what_is_taken_away_or_shown_first_does_not_slide(table: Callable[[Scene], Any]) -> None:
    view = thrown(views.playing())
    screen = table(Scene("p", view))
    place = screen.ids.felt.place_of(B)
    assert place.river._way is None
    screen.show(replace(views.playing(), seq=99))
    settle(2)
    assert place.river._way is None
    assert screen.ids.felt.middle.turn == 1


def test_motions_are_short() -> None:
    from ui.widgets.tiles.river_flow import SLIDE
    from ui.widgets.wall.middle import GLOW

    assert max(SLIDE, GLOW) <= MOST
