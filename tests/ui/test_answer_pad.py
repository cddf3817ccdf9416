"""A question with more candidates than a row has room for, answered by a tile's key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.observations import Answer
from engine.tile import parse_tiles
from engine.view import Candidate, Text
from tests.ui.fingers import find, tap
from ui.gallery import played, views
from ui.gallery.disagreeing import unread
from ui.gallery.render import settle
from ui.gallery.scenes import Scene
from ui.widgets.question.answer_pad import LIKELIEST, on_the_row

Show = Callable[[Scene], Any]


def _bar(screen: Any) -> Any:
    return screen.bar if hasattr(screen, "bar") else screen.ids.bar


def _key(screen: Any, code: str) -> Any:
    return _bar(screen).pad.keypad.keys[parse_tiles(code)[0]]


def _candidate(view: Any, code: str) -> int:
    tiles = [candidate.tiles for candidate in view.questions[0].candidates]
    return tiles.index(parse_tiles(code))


def test_the_likeliest_have_buttons_and_the_rest_one_together(table: Show) -> None:
    screen = table(Scene("q", unread(views.playing())))
    shown = [button.text for button in screen.ids.bar.question_box.ids.candidates.children]
    assert len(shown) == LIKELIEST + 1
    assert {"七筒", "九筒", "别的牌"} <= set(shown)


@pytest.mark.parametrize("scene", ["table", "entry"])
def test_a_key_answers_with_its_tile(table: Show, window: Any, scene: str) -> None:
    view = unread(views.playing() if scene == "table" else played.claiming())
    screen = table(Scene("q", view, screen=scene))
    tap(window, find(_bar(screen), "别的牌"))
    settle()
    tap(window, _key(screen, "1m"))
    assert screen.sent == []  # all four lie open: no candidate
    tap(window, _key(screen, "6s"))
    assert screen.sent == [Answer("q20", _candidate(view, "6s"), view.seq)]
    assert _bar(screen).pad is None
    tap(window, find(_bar(screen), "九筒"))
    assert len(screen.sent) == 1


def test_a_likely_tile_is_one_tap(table: Show, window: Any) -> None:
    view = unread(views.playing())
    screen = table(Scene("q", view))
    tap(window, find(screen, "九筒"))
    assert screen.sent == [Answer("q20", _candidate(view, "9p"), view.seq)]


def test_keys_go_when_the_question_goes(table: Show, window: Any) -> None:
    view = unread(views.playing())
    screen = table(Scene("q", view))
    tap(window, find(screen, "别的牌"))
    keys = screen.ids.bar.pad
    assert keys.parent == screen.ids.felt.__self__
    screen.show(replace(view, seq=13, questions=()))
    settle()
    assert keys.parent is None
    screen.show(replace(view, seq=14))
    settle()
    assert screen.ids.bar.pad is None


def test_a_tile_that_means_several_leaves_their_buttons(table: Show, window: Any) -> None:
    view = unread(views.playing())
    said = Candidate(Text("打六条，报听", "discards 6 bamboo, ready"), parse_tiles("6s"))
    (question,) = view.questions
    question = replace(question, candidates=(*question.candidates, said))
    view = replace(view, questions=(question,))
    screen = table(Scene("q", view))
    tap(window, find(screen, "别的牌"))
    settle()
    tap(window, _key(screen, "6s"))
    assert screen.sent == []
    settle()
    tap(window, find(screen, "打六条，报听"))
    assert screen.sent == [Answer("q20", len(question.candidates) - 1, view.seq)]


def test_what_no_key_can_name_keeps_its_button() -> None:
    tiles = parse_tiles("1234567m")
    none = Candidate(Text("都不是", "None of these"))
    candidates = (none, *(Candidate(Text(t.chinese, t.english), (t,), 0.1) for t in tiles))
    assert on_the_row(candidates) == (1, 2, 3, 0)
