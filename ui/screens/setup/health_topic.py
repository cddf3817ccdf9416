"""Every part's state with plain advice: what needs somebody first, then the rest in short."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.view import Health, HealthState
from ui.desk import Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic, notice, row, say
from ui.setting_up import CheckHealth, HealthSheet
from ui.theme import theme
from ui.widgets.notices.health import SIGNS, state_text
from ui.widgets.text.fit_label import FitLabel

LINE = 46


class HealthTopic(Topic):
    """`health`: of a running match; what is checked comes after it."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.checked: tuple[Health, ...] | None = None
        self.health: tuple[Health, ...] = ()

    def opened(self) -> None:
        self.checked = None
        self.desk.ask(CheckHealth())

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, HealthSheet):
            self.checked = sheet.health
            if self.parent is not None:
                self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        box = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.px(6))
        box.bind(minimum_height=box.setter("height"))
        if self.checked is None:
            box.add_widget(say(words.say("Checking"), 24, color=theme.palette.muted))
        listed = (*self.health, *(self.checked or ()))
        for entry in listed:
            if entry.state in (HealthState.BAD, HealthState.WAIT):
                title = f"{words.of(entry.part)} · {state_text(entry.state)}"
                kind = "bad" if entry.state is HealthState.BAD else "warn"
                box.add_widget(notice(title, words.of(entry.detail), kind))
        for entry in listed:
            if entry.state in (HealthState.GOOD, HealthState.ABSENT):
                box.add_widget(_line(entry))
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        scroll.add_widget(box)
        self.add_widget(scroll)


def _line(entry: Health) -> BoxLayout:
    sign = FitLabel(
        text=SIGNS[entry.state], max_font=20, size_hint_x=None, width=theme.px(30),
        color=theme.palette.health(entry.state),
    )  # fmt: skip
    part = FitLabel(text=words.of(entry.part), max_font=22, bold=True, size_hint_x=0.32)
    detail = FitLabel(text=words.of(entry.detail), max_font=20, lines=2, color=theme.palette.muted)
    return row(LINE, sign, part, detail)
