"""The bar at the bottom: the last event large, or a question with its buttons.

A question never covers the table. A tapped answer shows at once and cannot be
given twice; if the match does not take it, the buttons come back.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from engine.view import Candidate, LogLine, QuestionView
from ui.i18n import words
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TileButton
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.placement import loose

__all__ = ["BottomBar", "FitLabel", "LastEvent", "PushButton", "QuestionBox"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ANSWER_PATIENCE = 3.0
"""Seconds after which an answer that changed nothing may be given again."""
TILE_WIDTH = 34
MOST_TILES = 4


class LastEvent(BoxLayout):
    """The last thing that happened, readable across the room."""

    text = StringProperty("")
    who_colour = ColorProperty("white")
    corrected = BooleanProperty(False)

    def show(self, last: LogLine | None) -> None:
        palette = theme.palette
        nothing = words.say("Nothing has happened yet")
        self.text = words.of(last.text) if last is not None else nothing
        seat = last.seat if last is not None else None
        self.who_colour = palette.seat(seat) if seat is not None else palette.muted
        self.corrected = last is not None and last.corrected


class QuestionBox(BoxLayout):
    """One question; fires `on_answer(question, index)`."""

    text = StringProperty("")
    caption = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)
        self.question: QuestionView | None = None
        self._answered: str | None = None
        self._again = Clock.create_trigger(self._allow_again, ANSWER_PATIENCE)

    def show(self, question: QuestionView, waiting: int) -> None:
        """`waiting`: how many questions there are in all."""
        if self.question is None or self.question.id != question.id:
            self._answered = None
            self._again.cancel()
        self.question = question
        self.text = words.of(question.text)
        self.caption = (
            words.say("Only you know") if question.by_rule else words.say("Not seen clearly")
        )
        if waiting > 1:
            self.caption += f"  1/{waiting}"
        box = self.ids.candidates
        box.clear_widgets()
        for index, candidate in enumerate(question.candidates):
            box.add_widget(self._button(index, candidate))

    def _button(self, index: int, candidate: Candidate) -> TileButton:
        tiles = candidate.tiles[:MOST_TILES]
        button = TileButton(
            text=words.of(candidate.label),
            sections=(loose(tiles),) if tiles else (),
            tile_share=0 if not tiles else 50 if len(tiles) == 1 else len(tiles) * TILE_WIDTH,
        )
        button.bind(on_release=lambda _button, i=index: self._tapped(i))
        return button

    def _tapped(self, index: int) -> None:
        if self.question is None or self._answered == self.question.id:
            return
        self._answered = self.question.id
        self._mark(index)
        self._again()
        self.dispatch("on_answer", self.question, index)

    def _mark(self, chosen: int | None) -> None:
        # Kivy keeps children last first.
        for index, button in enumerate(reversed(self.ids.candidates.children)):
            button.chosen = index == chosen
            button.opacity = 1.0 if chosen is None or index == chosen else 0.4

    def _allow_again(self, _dt: float) -> None:
        self._answered = None
        self._mark(None)

    def on_answer(self, question: QuestionView, index: int) -> None:
        """Default handler; the screen listens."""


class BottomBar(BoxLayout):
    """Last event or question, and undo at the right end."""

    can_undo = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_undo")
        self.register_event_type("on_answer")
        self.last_event = LastEvent()
        self.question_box = QuestionBox()
        super().__init__(**kwargs)
        self.question_box.bind(on_answer=lambda _box, *answer: self.dispatch("on_answer", *answer))

    def on_kv_post(self, _base: Any) -> None:
        self.ids.content.add_widget(self.last_event)

    def show(
        self, last: LogLine | None, questions: tuple[QuestionView, ...], can_undo: bool
    ) -> None:
        self.can_undo = can_undo
        if questions:
            self.question_box.show(questions[0], len(questions))
        else:
            self.question_box.question = None
            self.last_event.show(last)
        wanted = self.question_box if questions else self.last_event
        if wanted.parent is None:
            self.ids.content.clear_widgets()
            self.ids.content.add_widget(wanted)

    def on_undo(self) -> None:
        """Default handler; the screen listens."""

    def on_answer(self, question: QuestionView, index: int) -> None:
        """Default handler; the screen listens."""
