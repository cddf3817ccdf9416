"""The table screen under a finger, in one window without a display."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from engine.observations import Answer, Undo
from engine.seat import Seat
from engine.view import Candidate, Phase, QuestionView, Text
from tests.ui.fingers import find, labels, tap, texts
from ui.gallery import endings, views
from ui.gallery.pieces import NAMES, river
from ui.gallery.render import settle
from ui.gallery.scenes import Scene

Show = Callable[[Scene], Any]


def test_no_text_is_drawn_blank(table: Show) -> None:
    screen = table(Scene("settled", endings.settled()))
    for label in labels(screen):
        pixels = np.frombuffer(label.texture.pixels, np.uint8).reshape(-1, 4)
        assert pixels[:, 3].max() > 0, label.text


def test_an_answer_is_sent_once_with_what_was_seen(table: Show, window: Any) -> None:
    screen = table(Scene("q", views.asking()))
    tap(window, find(screen, "五筒"))
    assert screen.sent == [Answer("q7", 1, 12)]
    tap(window, find(screen, "四筒"))
    assert len(screen.sent) == 1
    screen.show(replace(views.playing(), seq=13))
    settle()
    assert "五筒" not in texts(screen.ids.bar)
    assert "王建国打六万" in texts(screen.ids.bar)


def test_the_next_question_can_be_answered(table: Show, window: Any) -> None:
    view = views.asking()
    screen = table(Scene("q", view))
    tap(window, find(screen, "四筒"))
    screen.show(replace(view, seq=13, questions=view.questions[1:]))
    settle()
    tap(window, find(screen, "六筒"))
    assert screen.sent == [Answer("q7", 0, 12), Answer("q8", 2, 13)]


def test_an_answer_that_changed_nothing_can_be_given_again(table: Show, window: Any) -> None:
    screen = table(Scene("q", views.asking()))
    tap(window, find(screen, "四筒"))
    screen.ids.bar.question_box._allow_again(0)
    tap(window, find(screen, "五筒"))
    assert [answer.candidate for answer in screen.sent] == [0, 1]


def test_many_candidates_keep_their_words(table: Show) -> None:
    names = ("一万", "二万", "三万", "四万", "五万", "六万")
    question = QuestionView(
        "q", 1, Text("哪一张?", "Which?"), tuple(Candidate(Text(n, n)) for n in names), True
    )
    screen = table(Scene("q", replace(views.playing(), questions=(question,))))
    assert set(names) <= set(texts(screen.ids.bar))
    assert not [label.text for label in labels(screen.ids.bar) if label.shortened]


def test_undo_is_sent_with_what_was_seen(table: Show, window: Any) -> None:
    screen = table(Scene("p", views.playing()))
    tap(window, find(screen, "撤销"))
    assert screen.sent == [Undo(12)]


def test_undo_does_nothing_when_there_is_nothing_to_undo(table: Show, window: Any) -> None:
    screen = table(Scene("e", views.empty()))
    tap(window, find(screen, "撤销"))
    assert screen.sent == []


def test_one_tap_changes_every_word(table: Show, window: Any) -> None:
    screen = table(Scene("p", views.asking()))
    tap(window, screen.ids.language)
    settle()
    shown = " ".join(texts(screen))
    names = "".join(NAMES)
    left = [c for c in shown if "\u4e00" <= c <= "\u9fff" and c not in names + "中文"]
    assert not left
    assert "Which tile did Chen Xiaohong discard?" in shown
    tap(window, screen.ids.language)
    settle()
    assert "陈小红打的是哪一张?" in texts(screen)


def test_hidden_hands_are_backs_until_they_are_opened() -> None:
    from ui.widgets.seat.tiles import seat_sections

    for seat in views.playing().seats:
        hand = seat_sections(seat)[2]
        assert len(hand) == seat.hand_count
        assert {piece.code for unit in hand for piece in unit} == {"back"}
    opened = seat_sections(endings.exhausted().seats[0])[2]
    assert "back" not in {piece.code for unit in opened for piece in unit}


def test_only_what_changed_is_drawn_again(table: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.widgets.log.event_log import EventLog
    from ui.widgets.results.wins import Wins
    from ui.widgets.seat.plate import SeatPlate
    from ui.widgets.tiles.tile_flow import TileFlow

    view = views.playing()
    screen = table(Scene("p", view))
    drawn: list[str] = []
    for cls, name in (
        (SeatPlate, "show"),
        (Wins, "show"),
        (EventLog, "show"),
        (TileFlow, "_draw_tile"),
    ):
        original = getattr(cls, name)

        def spy(
            self: Any, *args: Any, _o: Any = original, _c: str = cls.__name__, **kwargs: Any
        ) -> Any:
            drawn.append(_c)
            return _o(self, *args, **kwargs)

        monkeypatch.setattr(cls, name, spy)
    screen.show(replace(view))
    settle()
    assert drawn == []
    seats = (replace(view.seats[0], score=Fraction(99)), *view.seats[1:])
    screen.show(replace(view, seats=seats))
    settle()
    assert drawn == ["SeatPlate"]
    drawn.clear()
    more = (*view.seats[1].river, river("7m", last=True)[0])
    seats = (seats[0], replace(view.seats[1], river=more), *view.seats[2:])
    screen.show(replace(view, seats=seats))
    settle()
    assert drawn == ["TileFlow"] * len(more)


def test_sheets_open_by_themselves_when_something_happens(table: Show) -> None:
    screen = table(Scene("p", views.playing()))
    assert screen.tab == "log"
    screen.show(endings.pending())
    assert screen.tab == "wins"
    screen.tab = "log"
    screen.show(replace(endings.pending(), seq=133))
    assert screen.tab == "log"
    screen.show(endings.settled())
    assert screen.tab == "wins"
    assert screen.ids.felt.board.parent is not None
    screen.show(replace(views.walls(), deal=4))
    assert screen.tab == "log"
    assert screen.ids.felt.board.parent is None


def test_the_board_can_be_put_away_and_comes_back(table: Show, window: Any) -> None:
    screen = table(Scene("s", endings.settled()))
    tap(window, find(screen, "看牌河"))
    assert screen.ids.felt.board.parent is None
    screen.show(replace(endings.settled(), seq=141))
    assert screen.ids.felt.board.parent is None
    tap(window, find(screen, "战绩"))
    assert screen.ids.felt.board.parent is not None


def test_winners_have_tabs(table: Show, window: Any) -> None:
    screen = table(Scene("s", endings.settled()))
    assert "杠上花" in texts(screen.wins_sheet)
    tap(window, find(screen.wins_sheet, "王建国"))
    settle()
    assert "碰碰胡" in texts(screen.wins_sheet)
    assert "杠上花" not in texts(screen.wins_sheet)


def test_pending_wins_name_winners_and_no_fans(table: Show) -> None:
    screen = table(Scene("p", endings.pending()))
    shown = texts(screen.wins_sheet)
    assert [name for name in shown if name in NAMES] == ["李秀英", "王建国", "陈小红"]
    assert shown.count("待亮牌") == 3


def test_advice_of_a_lost_camera_is_shown_and_a_lamp_opens_another(
    table: Show, window: Any
) -> None:
    screen = table(Scene("c", views.camera_lost()))
    detail = views.camera_lost().health[0].detail.zh
    assert detail in texts(screen)
    line = views.camera_lost().health[1].detail.zh
    assert line not in texts(screen)
    lamps = list(reversed(screen.ids.health.children))
    tap(window, lamps[1])
    assert line in texts(screen)
    tap(window, list(reversed(screen.ids.health.children))[1])
    assert line not in texts(screen)


def test_turning_the_view_moves_every_seat(table: Show, window: Any) -> None:
    screen = table(Scene("p", views.playing()))
    tap(window, find(screen, "换视角"))
    assert screen.ids.felt.place_of(Seat.B).plate.name == "李秀英"
    assert screen.ids.felt.places[0].plate.name == "李秀英"
    assert screen.ids.felt.places[3].plate.name == "王建国"


def test_a_question_asks_for_the_picture_and_rings_the_place(table: Show) -> None:
    screen = table(Scene("q", views.asking()))
    assert screen.wants_frame
    screen.show_frame(np.full((1080, 1920, 3), 90, np.uint8))
    settle()
    assert screen.ids.picture.height > 100
    screen.show(replace(views.playing(), seq=14))
    settle()
    assert not screen.wants_frame
    assert screen.ids.picture.height == 0


def test_screens_do_not_pile_up(table: Show) -> None:
    from kivy.uix.widget import Widget

    screen = table(Scene("p", views.playing()))
    cycle = (views.playing(), views.asking(), endings.pending(), endings.settled(), views.walls())

    def round_trip() -> int:
        for view in cycle:
            screen.show(view)
            settle(3)
        gc.collect()
        return sum(issubclass(type(thing), Widget) for thing in gc.get_objects())

    round_trip()
    first = round_trip()
    for _ in range(3):
        last = round_trip()
    assert last <= first + 5


def test_every_phase_has_a_word(table: Show) -> None:
    screen = table(Scene("p", views.playing()))
    seen = set()
    for phase in Phase:
        screen.show(replace(views.playing(), phase=phase))
        seen.add(screen.ids.felt.middle.caption)
    assert len(seen) == len(Phase)


def test_partners_bear_the_same_sign(table: Show) -> None:
    view = views.playing()
    a, b, c, d = (replace(seat, team=seat.seat % 2) for seat in view.seats)
    screen = table(Scene("t", replace(view, seats=(a, b, c, d))))
    names = [place.plate.name for place in screen.ids.felt.places]
    assert [name[-1] for name in names] == ["①", "②", "①", "②"]
    screen.show(view)
    assert screen.ids.felt.places[0].plate.name == "王建国"
