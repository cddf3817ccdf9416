"""What counts of this deal, newest first: a tapped line is put right in place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.events import DiceRolled, Discarded, Event, Flipped, FlowersLaid
from engine.observations import Correct, Undo
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Happening, TableView
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.forms.fields import ChipRow
from ui.widgets.keys.tile_keys import DicePad, TileKeypad
from ui.widgets.log.event_list import EventList
from ui.widgets.text.fit_label import FitLabel, GrowLabel

BY_TILE = (Discarded, Flipped, FlowersLaid)
"""Events in which one tile may have been read wrongly."""


class EventsScreen(Page):
    """The list on the left, what can be done with the chosen line on the right."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.chosen: int | None = None
        self.list = EventList()
        self.list.bind(on_line=lambda _list, at: self.choose(at))
        self.left = Panel(orientation="vertical", size_hint_x=0.5)
        self.left.add_widget(self.list)
        self.main = Panel(orientation="vertical")
        self.keypad = TileKeypad()
        self.keypad.bind(on_tile=lambda _pad, tile: self._change_tile(tile))
        self.dice = DicePad()
        self.dice.bind(on_throw=lambda _pad, one, two: self._replace_dice(one, two))
        self.seats = ChipRow(size_hint_y=None, height=theme.px(56))
        self.seats.bind(on_choice=lambda _row, value: self._change_seat(Seat.parse(value)))
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)

    @property
    def happening(self) -> Happening | None:
        history = self.view.history if self.view is not None else ()
        if self.chosen is None or self.chosen >= len(history):
            return None
        return history[self.chosen]

    def choose(self, at: int) -> None:
        """Line `at` of the history, counted from the deal's beginning."""
        self.chosen = at
        self.refresh()

    def show(self, view: TableView) -> None:
        if self.view is not None and view.history != self.view.history:
            self.chosen = None
        super().show(view)

    def refresh(self) -> None:
        view = self.view
        if view is None:
            return
        self.title = words.say("Put right") + " · " + words.say("Deal {n}").format(n=view.deal)
        self.list.show(tuple(item.line for item in view.history), self.chosen)
        self.main.clear_widgets()
        happening = self.happening
        if view.misfits:
            text = words.say("These no longer fit and do not count:") + " "
            text += "、".join(words.of(line.text) for line in view.misfits)
            self.main.add_widget(GrowLabel(text=text, design_font=22, color=theme.palette.warn))
        if happening is None:
            text = words.say("Tap a line to put it right.")
            self.main.add_widget(FitLabel(text=text, max_font=28, color=theme.palette.muted))
            self.main.add_widget(self._button(words.say("Undo"), self._undo, view.can_undo))
            return
        self._show_chosen(view, happening)

    def _show_chosen(self, view: TableView, happening: Happening) -> None:
        event = happening.event
        title = FitLabel(
            text=words.of(happening.line.text), max_font=32, bold=True, lines=2,
            size_hint_y=None, height=theme.px(76),
        )  # fmt: skip
        self.main.add_widget(title)
        if isinstance(event, BY_TILE):
            if isinstance(event, Discarded):
                names = tuple((seat.seat.name, seat.name) for seat in view.seats)
                self.seats.show(names, event.seat.name)
                self.main.add_widget(self.seats)
            text = words.say("Tap what it really is")
            self.main.add_widget(
                FitLabel(text=text, max_font=22, size_hint_y=None, height=theme.px(34))
            )
            self.keypad.show(view.kinds, view.kinds)
            self.main.add_widget(self.keypad)
        elif isinstance(event, DiceRolled):
            self.main.add_widget(self.dice)
        else:
            self.main.add_widget(BoxLayout())
        self.main.add_widget(self._button(words.say("Take this away"), self._remove, True))

    def _button(self, text: str, work: Any, enabled: bool) -> PushButton:
        button = PushButton(
            text=text, size_hint_y=None, height=theme.px(68), disabled=not enabled, max_font=26
        )
        button.bind(on_release=lambda _button: work())
        return button

    # -- taps --------------------------------------------------------------------

    def _put(self, events: tuple[Event, ...]) -> None:
        happening = self.happening
        if happening is not None and self.view is not None:
            self.desk.send(Correct(happening.line.seq, events, self.view.seq))
            self.chosen = None
            self.refresh()

    def _change_tile(self, tile: Tile) -> None:
        event = self.happening.event if self.happening is not None else None
        if isinstance(event, Discarded | Flipped):
            self._put((replace(event, tile=tile),))
        elif isinstance(event, FlowersLaid):
            self._put((replace(event, tiles=(tile, *event.tiles[1:])),))

    def _change_seat(self, seat: Seat) -> None:
        event = self.happening.event if self.happening is not None else None
        if isinstance(event, Discarded) and event.seat is not seat:
            self._put((replace(event, seat=seat),))

    def _replace_dice(self, one: int, two: int) -> None:
        event = self.happening.event if self.happening is not None else None
        if isinstance(event, DiceRolled):
            self._put((replace(event, dice=(one, two)),))

    def _remove(self) -> None:
        self._put(())

    def _undo(self) -> None:
        if self.view is not None and self.view.can_undo:
            self.desk.send(Undo(self.view.seq))
