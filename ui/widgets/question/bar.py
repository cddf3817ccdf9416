"""The bar at the bottom: the last event large, or a question with its buttons.

A question never covers the table, unless a player asks for the keys of all tiles.
A tapped answer shows at once and cannot be given twice; if the match does not take
it, the buttons come back.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from engine.tile import Tile
from engine.view import Candidate, LogLine, QuestionView
from ui.i18n import words
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TileButton
from ui.widgets.question.answer_pad import AnswerPad, is_told_by_tile, on_the_row, with_tile
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
    """One question; fires `on_answer(question, index)`. `pad`: the keys of all tiles
    while they are wanted; the screen lays them out."""

    text = StringProperty("")
    caption = StringProperty("")
    pad = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)
        self.question: QuestionView | None = None
        self._answered: str | None = None
        self._again = Clock.create_trigger(self._allow_again, ANSWER_PATIENCE)
        self._kinds: tuple[Tile, ...] = ()
        self._narrowed: tuple[int, ...] = ()
        self._buttons: dict[int, TileButton] = {}
        self._other: TileButton | None = None
        self._keys = AnswerPad()
        self._keys.keypad.bind(on_tile=lambda _pad, tile: self._tile_tapped(tile))

    def show(self, question: QuestionView, waiting: int, kinds: tuple[Tile, ...] = ()) -> None:
        """`waiting`: how many questions there are in all; `kinds`: what is played with."""
        if self.question is None or self.question.id != question.id:
            self.put_away()
        self.question, self._kinds = question, kinds
        self.text = words.of(question.text)
        self.caption = (
            words.say("Only you know") if question.by_rule else words.say("Not seen clearly")
        )
        if waiting > 1:
            self.caption += f"  1/{waiting}"
        self._fill()
        if self.pad is not None:
            self._keys.show(kinds, question.candidates)

    def put_away(self) -> None:
        """Nothing is asked any more, or something else."""
        self.question, self._answered, self._narrowed = None, None, ()
        self._again.cancel()
        self.pad = None

    def _fill(self) -> None:
        """A button for each candidate on the row, and one that opens the keys."""
        box = self.ids.candidates
        box.clear_widgets()
        self._buttons, self._other = {}, None
        if self.question is None:
            return
        candidates = self.question.candidates
        row = self._narrowed or on_the_row(candidates)
        by_tile = len(row) < len(candidates) and is_told_by_tile(candidates)
        for index in row:
            each = candidates[index]
            self._buttons[index] = _candidate_button(each, by_tile)
            self._buttons[index].bind(on_release=lambda _button, i=index: self._tapped(i))
            box.add_widget(self._buttons[index])
        if len(row) < len(candidates):
            self._other = TileButton(text=words.say("Another tile"), chosen=self.pad is not None)
            self._other.bind(on_release=lambda _button: self.toggle_pad())
            box.add_widget(self._other)

    def choose(self, index: int) -> None:
        """Answer with the candidate `index`, if there is such a one."""
        if self.question is not None and 0 <= index < len(self.question.candidates):
            self._tapped(index)

    def name(self, tile: Tile) -> None:
        """Answer with a tile, as its key would."""
        if self.question is not None and with_tile(self.question.candidates, tile):
            self._tile_tapped(tile)

    def toggle_pad(self) -> None:
        """Bring the keys of all tiles, or put them away."""
        if self.question is None or self._answered == self.question.id:
            return
        self.pad = None if self.pad is not None else self._keys
        if self.pad is not None:
            self._keys.show(self._kinds, self.question.candidates)
        if self._other is not None:
            self._other.chosen = self.pad is not None

    def _tile_tapped(self, tile: Tile) -> None:
        """The one candidate with `tile`, or buttons for those that have it."""
        if self.question is None:
            return
        meant = with_tile(self.question.candidates, tile)
        self.pad = None
        if len(meant) != 1:
            self._narrowed = meant
            self._fill()
        else:
            if self._other is not None and meant[0] not in self._buttons:
                self._other.text = words.tile(tile)
            self._tapped(meant[0])

    def _tapped(self, index: int) -> None:
        if self.question is None or self._answered == self.question.id:
            return
        self._answered = self.question.id
        self.pad = None
        self._mark(index)
        self._again()
        self.dispatch("on_answer", self.question, index)

    def _mark(self, index: int) -> None:
        chosen = self._buttons.get(index, self._other)
        for button in self.ids.candidates.children:
            button.chosen = button is chosen
            button.opacity = 1.0 if button is chosen else 0.4

    def _allow_again(self, _dt: float) -> None:
        self._answered = None
        for button in self.ids.candidates.children:
            button.chosen, button.opacity = False, 1.0
        if self._other is not None:
            self._other.text = words.say("Another tile")

    def on_answer(self, question: QuestionView, index: int) -> None:
        """Default handler; the screen listens."""


def _candidate_button(candidate: Candidate, by_tile: bool) -> TileButton:
    """`by_tile`: the tile's name says all."""
    tiles = candidate.tiles[:MOST_TILES]
    room = 50 if len(tiles) == 1 else len(tiles) * TILE_WIDTH
    return TileButton(
        text=words.tile(tiles[0]) if by_tile else words.of(candidate.label),
        sections=(loose(tiles),) if tiles else (),
        tile_share=TILE_WIDTH if by_tile else room,
    )


class BottomBar(BoxLayout):
    """Last event or question, and undo at the right end. `pad`: keys to answer with,
    while a player wants them; the screen lays them out."""

    can_undo = BooleanProperty(False)
    pad = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_undo")
        self.register_event_type("on_answer")
        self.last_event = LastEvent()
        self.question_box = QuestionBox()
        super().__init__(**kwargs)
        self.question_box.bind(on_answer=lambda _box, *answer: self.dispatch("on_answer", *answer))
        self.question_box.bind(pad=self.setter("pad"))

    def on_kv_post(self, _base: Any) -> None:
        self.ids.content.add_widget(self.last_event)

    def show(
        self,
        last: LogLine | None,
        questions: tuple[QuestionView, ...],
        can_undo: bool,
        kinds: tuple[Tile, ...] = (),
    ) -> None:
        """`kinds`: the tiles that are played with."""
        self.can_undo = can_undo
        if questions:
            self.question_box.show(questions[0], len(questions), kinds)
        else:
            self.question_box.put_away()
            self.last_event.show(last)
        wanted = self.question_box if questions else self.last_event
        if wanted.parent is None:
            self.ids.content.clear_widgets()
            self.ids.content.add_widget(wanted)

    def on_undo(self) -> None:
        """Default handler; the screen listens."""

    def on_answer(self, question: QuestionView, index: int) -> None:
        """Default handler; the screen listens."""
