"""Whatever is tapped, in whatever order: no defect, and every text stays whole."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.match import Match
from engine.rules import load
from tests.screens.texts import check_texts
from tests.ui.desks import Desk
from ui.desk import OpenArchive, OpenRecord, OpenSetup
from ui.gallery import sheets
from ui.gallery.pieces import NAMES
from ui.gallery.render import settle
from ui.gallery.touch import touch

TAPS = 40
LOOK_EVERY = 12
BACK_TO_PLAY = 0.15
"""Chance of a step back to the keys, where there is most to tap."""
ANSWERS: dict[type, Callable[[], Any]] = {
    OpenArchive: sheets.archive,
    OpenRecord: sheets.looking_back_with_pictures,
    OpenSetup: sheets.setting_up,
}


@pytest.fixture
def window(window: Any) -> Iterator[Any]:
    before = list(window.children)
    yield window
    for widget in list(window.children):
        if widget not in before:
            window.remove_widget(widget)


def _keys(window: Any) -> list[Any]:
    """Everything that can be pressed now."""
    from kivy.uix.behaviors import ButtonBehavior

    return [
        widget
        for root in window.children
        for widget in root.walk()
        if isinstance(widget, ButtonBehavior) and not widget.disabled
        and min(widget.size) > 3 and widget.opacity and getattr(widget, "lit", True)
    ]  # fmt: skip


@pytest.mark.parametrize(("page", "seed"), [("mzhz", 1), ("mcr", 2), ("xuezhan", 3)])
def test_no_row_of_taps_breaks_anything(window: Any, page: str, seed: int) -> None:
    rng = random.Random(seed)
    desk = Desk(Match(load(page), players=NAMES))
    app = desk.app

    def ask(request: Any) -> None:
        answer = ANSWERS.get(type(request))
        if answer is not None:
            app._take(answer())

    desk.bridge.ask = ask
    window.add_widget(desk.root)
    try:
        app._take(sheets.starting())
        app.go("entry")
        for tap in range(TAPS):
            if app.view is None:
                app._closed = False
                desk.publish()
            if app.shown.name != "entry" and rng.random() < BACK_TO_PLAY:
                app.go("entry")
            settle(2)
            touch(window, rng.choice(_keys(window)))
            if tap % LOOK_EVERY == 0:
                settle()
                check_texts(app.shown)
    finally:
        app.on_stop()
