"""What a tap need not do again: buttons that are there, a page that is up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.seat import SEATS
from tests.ui.rooms import Room
from ui.gallery import played

A, B, C, D = SEATS


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def _counted(screen: Any, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows by one with each time that the screen is drawn anew."""
    drawn: list[None] = []
    refresh = screen.refresh

    def count() -> None:
        drawn.append(None)
        refresh()

    monkeypatch.setattr(screen, "refresh", count)
    return drawn


def test_a_discard_draws_the_page_once_with_the_buttons_that_are_there(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    screen = here.open("entry")
    drawn = _counted(screen, monkeypatch)
    here.key("9s")
    here.key("2p")
    buttons = set(screen.verbs.buttons)
    here.key("4m")
    assert len(drawn) == 3
    assert set(screen.verbs.buttons) == buttons
    here.press("自摸")
    assert screen.pad.armed is not None
    assert len(drawn) == 4


def test_what_was_half_tapped_is_put_down_at_once(room: Callable[..., Room]) -> None:
    """A match that is slow to answer leaves no button lit that means nothing now."""
    here = room()
    here.evening.open_deal((3, 5), "7m")
    screen = here.open("entry")
    here.press("自摸")
    screen.desk = replace(screen.desk, send=lambda _command: None)
    here.key("5s")
    assert not screen.pad.is_half_tapped
    assert not next(b for b in screen.verbs.buttons if b.text == "自摸").strong


def test_fewer_buttons_leave_the_row(room: Callable[..., Room]) -> None:
    from ui.widgets.buttons.push_button import ButtonRow

    tapped: list[int] = []
    row = ButtonRow()
    row.bind(on_button=lambda _row, at: tapped.append(at))
    row.show([("甲", True), ("乙", False), ("丙", False)])
    row.show([("丁", False)])
    assert [(b.text, b.strong) for b in row.children] == [("丁", False)]
    row.show([("戊", False), ("己", True)])
    assert [b.text for b in reversed(row.children)] == ["戊", "己"]
    row.children[0].dispatch("on_release")
    assert tapped == [1]


def test_a_result_that_closes_by_itself_is_drawn_once(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = room()
    screen = here.open("win", view=played.counted())
    drawn = _counted(screen, monkeypatch)
    screen.opened()
    assert not drawn
    assert screen.confirm.text == "确认  10"
