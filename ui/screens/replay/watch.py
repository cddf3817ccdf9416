"""A table to step through: a record as it was, all known hands open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.dropdown import DropDown
from kivy.uix.slider import Slider

from engine.observations import Command
from engine.tableview import SURE
from engine.view import LogLine
from ui.amounts import signed
from ui.desk import KeptDeal, OpenRecord, ReplaySheet
from ui.i18n import words
from ui.screens.table.table import TableScreen
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.forms.fields import ChipRow
from ui.widgets.log.event_log import source_text
from ui.widgets.text.fit_label import FitLabel

__all__ = ["FitLabel", "PushButton", "ReplayBar", "Slider", "WatchTable"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

PICTURE = 300
"""Design pixels of a camera picture's height."""
DEAL_WIDTH, DEALS_HEIGHT = 560, 560
"""Design pixels of the list of deals; a longer one is scrolled."""
STEP_BUTTONS = 5
"""Buttons to step with, at the left of those that only some records have."""
SPEEDS = {"1": 1.2, "2": 0.6, "4": 0.3, "8": 0.15}
"""Seconds a step at each speed."""


class ReplayBar(BoxLayout):
    """Where in the record, and the ways to go: a slider, steps, deals, speed."""

    text = StringProperty("")
    where = StringProperty("")
    at = NumericProperty(0)
    steps = NumericProperty(1)
    playing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_step")
        self.register_event_type("on_play")
        self.register_event_type("on_deal")
        super().__init__(**kwargs)

    def slid(self, value: float) -> None:
        if round(value) != int(self.at):
            self.dispatch("on_step", round(value))

    def on_step(self, at: int) -> None:
        """Default handler; the table listens."""

    def on_play(self) -> None:
        """Default handler; the table listens."""

    def on_deal(self, by: int) -> None:
        """Default handler; the table listens."""


class DealMenu(DropDown):
    """The deals of a record, one below the other, each with its net."""

    def __init__(
        self, deals: tuple[KeptDeal, ...], names: tuple[str, ...], step_to: Callable[[int], None],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            auto_width=False, width=theme.px(DEAL_WIDTH), max_height=theme.px(DEALS_HEIGHT),
            **kwargs,
        )  # fmt: skip
        for deal in deals:
            row = PushButton(text=deal_text(deal, names), size_hint_y=None, height=theme.px(60))
            row.bind(on_release=lambda _row, at=deal.at: self.select(at))
            self.add_widget(row)
        self.bind(on_select=lambda _menu, at: step_to(at))


def deal_text(deal: KeptDeal, names: tuple[str, ...]) -> str:
    """A deal's number and what it brought each player."""
    text = words.say("Deal {n}").format(n=deal.number)
    if not deal.net:
        return f"{text}   {words.say('not finished')}"
    won = (f"{name} {signed(net)}" for name, net in zip(names, deal.net, strict=True))
    return f"{text}   {'  '.join(won)}"


class WatchTable(TableScreen):
    """The live table looking back: all known hands open, a bar to step with."""

    def __init__(
        self, send: Callable[[Command], None], go: Callable[[str], None],
        ask: Callable[[OpenRecord], None], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(send, go, **kwargs)
        self._ask = ask
        self.sheet: ReplaySheet | None = None
        self.speed = "1"
        self._clock: Any = None
        self.controls = ReplayBar(size_hint_y=None, height=theme.px(132))
        self.controls.bind(
            on_step=lambda _bar, at: self.step_to(at),
            on_play=lambda _bar: self.toggle(),
            on_deal=lambda _bar, by: self.deal(by),
        )
        box = self.ids.bar.parent
        # Taken out, but still written to by the live table's code: they must be kept.
        self._unused = (self.ids.bar.__self__, self.ids.finger.__self__)
        for widget in self._unused:
            widget.parent.remove_widget(widget)
        box.add_widget(self.controls)
        self.speeds = ChipRow(size_hint_x=None, width=theme.px(190))
        self.speeds.bind(on_choice=lambda _row, value: self._set_speed(value))
        self._deals = self._control(words.say("Deals"), self.open_deals)
        self._doubt = self._control(words.say("Next doubt"), self.next_doubt)
        self._camera = self._control(words.say("Picture"), self.toggle_picture)
        self.controls.ids.buttons.add_widget(self.speeds)
        self._say_speeds()
        self.pictured = False
        self.log_list.percent = True
        self.ids.picture.room = PICTURE

    def watch(self, sheet: ReplaySheet) -> None:
        """Show one step of a record."""
        self.sheet = sheet
        self.show(sheet.view)
        bar = self.controls
        bar.at, bar.steps = sheet.at, max(1, sheet.steps - 1)
        bar.ids.slider.value = sheet.at
        bar.where = f"{sheet.at + 1} / {sheet.steps}"
        last = sheet.view.last
        bar.text = step_text(last) if last is not None else ""
        self._show_controls(sheet)
        self._show_picture(sheet)
        if sheet.at + 1 >= sheet.steps:
            self.stop()

    def _control(self, text: str, work: Callable[[], None]) -> PushButton:
        button = PushButton(text=text, max_font=22, size_hint_x=None, width=theme.px(120))
        button.bind(on_release=lambda _button: work())
        return button

    def _show_controls(self, sheet: ReplaySheet) -> None:
        """Buttons that lead nowhere in this record are not there."""
        self._deals.text = words.say("Deals")
        self._doubt.text, self._camera.text = words.say("Next doubt"), words.say("Picture")
        self._camera.strong = self.pictured
        self._doubt.disabled = not any(at > sheet.at for at in sheet.doubts)
        box = self.controls.ids.buttons
        # Each comes before those that are there.
        wanted = (
            (self._camera, sheet.pictures), (self._doubt, bool(sheet.doubts)),
            (self._deals, len(sheet.deals) > 1),
        )  # fmt: skip
        for button, there in wanted:
            if there and button.parent is None:
                box.add_widget(button, index=len(box.children) - STEP_BUTTONS)
            elif not there and button.parent is not None:
                box.remove_widget(button)

    def _show_picture(self, sheet: ReplaySheet) -> None:
        if sheet.picture is not None and self.pictured:
            self.ids.picture.show(sheet.picture)
        else:
            self.ids.picture.put_away()

    def next_doubt(self) -> None:
        """To the next step that was learnt with doubt."""
        if self.sheet is not None:
            at = next((at for at in self.sheet.doubts if at > self.sheet.at), None)
            if at is not None:
                self.step_to(at)

    def toggle_picture(self) -> None:
        """The camera's picture of each step beside the table, or none."""
        self.pictured = not self.pictured
        if self.sheet is not None:
            self._ask(OpenRecord(self.sheet.key, self.sheet.at, self.pictured))

    def step_to(self, at: int) -> None:
        sheet = self.sheet
        if sheet is not None:
            at = max(0, min(at, sheet.steps - 1))
            if at != sheet.at:
                self._ask(OpenRecord(sheet.key, at, self.pictured))

    def step(self, by: int) -> None:
        if self.sheet is not None:
            self.step_to(self.sheet.at + by)

    def deal(self, by: int) -> None:
        """To the beginning of the deal before or after."""
        sheet = self.sheet
        if sheet is None:
            return
        if by > 0:
            later = (deal.at for deal in sheet.deals if deal.at > sheet.at)
            self.step_to(next(later, sheet.steps - 1))
        else:
            self.step_to(max((d.at for d in sheet.deals if d.at < sheet.at), default=0))

    def open_deals(self) -> None:
        """All deals with what they brought; a tap leads to the beginning of one."""
        if self.sheet is not None:
            names = tuple(seat.name or seat.seat.name for seat in self.sheet.view.seats)
            DealMenu(self.sheet.deals, names, self.step_to).open(self._deals)

    def toggle(self) -> None:
        """Play, or stop playing."""
        if self._clock is not None:
            self.stop()
        else:
            self._clock = Clock.schedule_interval(lambda _dt: self.step(1), SPEEDS[self.speed])
            self.controls.playing = True

    def stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock = None
        self.controls.playing = False

    def _set_speed(self, speed: str) -> None:
        self.speed = speed
        if self._clock is not None:
            self.stop()
            self.toggle()

    def _say_speeds(self) -> None:
        self.speeds.show([(speed, f"×{speed}") for speed in SPEEDS], self.speed)

    def release(self) -> None:
        self.stop()
        super().release()


def step_text(line: LogLine) -> str:
    """The event with where it was learnt and how sure that was."""
    text = words.of(line.text)
    source = source_text(line.source)
    sure = f" {round(line.confidence * 100)}%" if line.confidence < 1 else ""
    mark = " ?" if line.confidence < SURE else ""
    return f"{text}   [{source}{sure}{mark}]"
