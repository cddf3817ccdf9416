"""What is written down as a reason is told in the language that is read, not typed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.events import OptionsChanged, Seated, Voided
from engine.rules import load
from engine.seat import SEATS
from engine.tableview import table_view
from engine.view import Text
from engine.wording import describe, kept_reason, told_reason
from tests.ui.rooms import Room


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def test_a_reason_comes_back_as_it_was_kept() -> None:
    both = Text("牌数不对", "wrong number")
    assert told_reason(kept_reason(both)) == both
    assert told_reason("随便") == Text("随便", "随便")
    seated = Seated(("W", "X", "Y", "Z"), SEATS, kept_reason(both))
    assert describe(seated).en == "Seats: W, X, Y, Z (wrong number)"


def test_a_void_by_its_button_is_told_in_both(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    screen = here.open("trouble")
    here.press("牌数不对")
    here.tap(next(b for b in screen.main.children if getattr(b, "text", "") == "本盘作废重来"))
    assert here.refused == []
    event = here.match.items[-1].event
    assert isinstance(event, Voided)
    last = table_view(here.match).last
    assert last is not None
    assert "牌数不对" in last.text.zh
    assert "wrong number" in last.text.en.lower()


def test_changed_options_are_told_in_the_words_of_the_page() -> None:
    rules = load("mzhz")
    changed = OptionsChanged((("win_on_joker", "no"),))
    text = describe(changed, options=rules.options)
    assert text == Text(
        "改选项 可以胡别人打出的百搭：否", "Options: a discarded joker may be won on: no"
    )
