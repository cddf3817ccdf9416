"""A keyboard does what fingers do, an upright screen is asked to be turned, and a defect
of the screen does not end it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.observations import Answer, Undo
from engine.seat import SEATS
from engine.tableview import table_view
from engine.tile import Tile, parse_tiles
from engine.view import Phase
from tests.ui.desks import Desk
from tests.ui.fingers import texts
from ui.desk import OpenRecord, Settings, SetupSheet, StartSheet
from ui.gallery import played, sheets
from ui.gallery.disagreeing import unread
from ui.gallery.views import playing
from ui.keyboard import Keyboard

A, B, C, D = SEATS
ESCAPE, ENTER, BACKSPACE, LEFT, RIGHT = 27, 13, 8, 276, 275


@pytest.fixture
def desk(window: Any) -> Iterator[Desk]:
    made = Desk()
    yield made
    made.app.on_stop()


def test_a_digit_and_a_letter_are_a_tile_and_a_number_needs_enter() -> None:
    told: list[object] = []
    keys = Keyboard(
        tile=told.append, number=told.append, enter=lambda: told.append("enter"),
        back=lambda: told.append("back"),
    )  # fmt: skip
    for letter in "5M12pxz3?":
        keys.typed(letter)
    keys.enter()
    assert told == [Tile.parse("5m"), Tile.parse("2p"), "enter"]
    keys.typed("4")
    keys.back()
    keys.back()
    keys.typed("3")
    keys.typed("5")
    keys.enter()
    assert told[3:] == ["back", 35]


def test_a_deal_is_typed_to_its_wins(desk: Desk) -> None:
    desk.app.go("entry")
    desk.keys(ENTER, "35", ENTER, ENTER, "7m", "9s", "2p")
    deal = desk.evening.match.deal
    assert deal is not None
    assert deal.dice == (3, 5)
    assert deal.rivers[A] == parse_tiles("9s")
    assert deal.rivers[B] == parse_tiles("2p")
    desk.app._key(None, ord("z"), 0, "z", ["ctrl"])
    desk.app._refresh(0)
    assert isinstance(desk.sent[-1], Undo)
    assert desk.evening.match.deal is not None
    assert desk.evening.match.deal.rivers[B] == ()
    desk.keys(ESCAPE)
    assert desk.app.shown.name == "table"


def test_a_hand_is_typed_taken_back_and_confirmed(desk: Desk) -> None:
    desk.evening.open_deal((3, 5), "7m")
    desk.evening.three_wins()
    desk.publish()
    desk.app.go("entry")
    pad = desk.app.shown.pad
    hands = dict(zip((C, D, B), played.WINS, strict=True))
    while desk.evening.match.deal is not None and desk.evening.match.deal.phase is Phase.OPENING:
        hand = parse_tiles(hands[pad.opening][0])
        desk.keys("9s", BACKSPACE)
        assert pad.hand == ()
        desk.keys(*(tile.code for tile in hand))
        assert pad.hand == hand
        desk.keys(ENTER)
    assert desk.app.shown.name == "win"
    desk.keys(ENTER)
    assert desk.app.shown.name == "entry"


@pytest.mark.parametrize("name", ["table", "entry"])
def test_a_question_is_answered_by_number_or_tile(desk: Desk, name: str) -> None:
    view = unread(playing())
    desk.bridge.send = desk.sent.append
    desk.app.go(name)
    desk.app.shown.show(view)
    candidates = view.questions[0].candidates
    at = next(i for i, each in enumerate(candidates) if each.tiles == parse_tiles("6s"))
    desk.app.shown.keyboard.typed("6")
    desk.app.shown.keyboard.typed("s")
    assert desk.sent == [Answer(view.questions[0].id, at, view.seq)]
    other = replace(view, questions=(replace(view.questions[0], id="another"),))
    desk.app.shown.show(other)
    desk.app.shown.keyboard.typed("2")
    desk.app.shown.keyboard.enter()
    assert desk.sent[1:] == [Answer("another", 1, view.seq)]
    desk.app.shown.keyboard.typed("99")


def test_arrows_step_through_a_record(desk: Desk) -> None:
    desk.app._take(sheets.looking_back())
    assert desk.app.shown.name == "watch"
    desk.keys(RIGHT, LEFT)
    assert desk.asked[-2:] == [OpenRecord("3", 42), OpenRecord("3", 40)]


def test_an_upright_screen_is_asked_to_be_turned_and_comes_back(desk: Desk) -> None:
    from kivy.core.window import Window

    desk.app._fit(Window, (800, 1280))
    assert texts(desk.root) == ["请把屏幕横过来"]
    desk.app._fit(Window, (1280, 800))
    assert "请把屏幕横过来" not in texts(desk.root)


def test_another_size_lays_everything_out_anew(desk: Desk) -> None:
    from kivy.core.window import Window

    from ui.theme import theme

    desk.app.go("entry")
    before = desk.app.shown
    desk.app._fit(Window, (1920, 1200))
    desk.app._build_anew(0)
    assert desk.app.shown is not before
    assert desk.app.shown.name == "entry"
    assert desk.app.shown.bar.height == 96 * 1.5
    desk.app._fit(Window, (1280, 800))
    assert theme.unit == 1


def test_what_was_chosen_outlives_a_new_size(desk: Desk) -> None:
    desk.app.leave_match()
    desk.app._take(sheets.starting())
    desk.app._take(SetupSheet(Settings(auto_confirm=False), ()))
    start = desk.app.shown
    start._rename(B, "新来的")
    desk.app.table.ids.felt.bottom = 2
    desk.app._build_anew(0)
    assert desk.app.shown is not start
    assert desk.app.shown.plan.players[1] == "新来的"
    assert desk.app.shown.rows[B].name == "新来的"
    assert desk.app.table.ids.felt.bottom == 2
    assert not desk.app.page("win").auto_confirm
    assert isinstance(desk.app._sheets[StartSheet], StartSheet)


def test_a_defect_is_logged_and_the_same_moment_comes_back(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    from kivy.base import ExceptionManager

    desk.evening.open_deal((3, 5), "7m")
    desk.publish()
    desk.app.go("entry")
    before = desk.app.shown
    defect = ValueError("a label broke")
    with caplog.at_level(logging.ERROR):
        assert ExceptionManager.handle_exception(defect) == ExceptionManager.PASS
    assert "a label broke" in caplog.text
    desk.app._build_anew(0)
    assert desk.app.shown is not before
    assert desk.app.shown.name == "entry"
    assert desk.app.shown.view == table_view(desk.evening.match)


def test_defects_without_end_and_kills_are_not_held_up(window: Any) -> None:
    from kivy.base import ExceptionManager

    from ui.mishaps import MOST, SHORT_TIME, Mishaps

    now, built = [0.0], []
    mishaps = Mishaps(lambda: built.append(now[0]), lambda: now[0])
    for _ in range(MOST):
        assert mishaps.handle_exception(ValueError()) == ExceptionManager.PASS
    assert mishaps.handle_exception(ValueError()) == ExceptionManager.RAISE
    assert mishaps.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
    now[0] += SHORT_TIME
    assert mishaps.handle_exception(ValueError()) == ExceptionManager.PASS
    assert len(built) == MOST + 1
