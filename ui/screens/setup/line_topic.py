"""The table's line: its port, how it is, and what it says while it is watched."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from ui.desk import Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic, notice, row, say
from ui.setting_up import LineSheet, WatchLine
from ui.theme import theme
from ui.widgets.forms.fields import ChipRow
from ui.widgets.notices.health import state_text
from ui.widgets.text.fit_label import FitLabel

LINE = 40


class LineTopic(Topic):
    """Newest message on top."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.sheet: LineSheet | None = None
        self.ports = ChipRow(size_hint_y=None, height=theme.px(64))
        self.ports.bind(on_choice=lambda _row, port: self.desk.ask(WatchLine(port)))

    def opened(self) -> None:
        self.desk.ask(WatchLine())

    def left(self) -> None:
        self.desk.ask(WatchLine(None))

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, LineSheet):
            self.sheet = sheet
            self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        sheet = self.sheet
        if sheet is None:
            self.add_widget(say(words.say("Looking for the line"), 24))
            return
        if sheet.ports:
            self.add_widget(say(words.say("Serial ports here"), 24))
            self.ports.show(list(sheet.ports), sheet.port)
            if self.ports.parent is not None:
                self.ports.parent.remove_widget(self.ports)
            self.add_widget(self.ports)
        else:
            self.add_widget(say(words.say("No serial port is here."), 24))
        health = sheet.health
        title = f"{words.of(health.part)} · {state_text(health.state)}"
        kind = "bad" if health.state.value == "bad" else "plain"
        self.add_widget(notice(title, words.of(health.detail), kind))
        if sheet.advice is not None:
            self.add_widget(notice(words.say("Nothing is heard"), words.of(sheet.advice), "warn"))
        self.add_widget(self._messages(sheet))

    def _messages(self, sheet: LineSheet) -> ScrollView:
        box = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.px(2))
        box.bind(minimum_height=box.setter("height"))
        for message in reversed(sheet.messages):
            when = FitLabel(
                text=message.when, max_font=20, size_hint_x=None, width=theme.px(110),
                color=theme.palette.muted,
            )  # fmt: skip
            box.add_widget(row(LINE, when, FitLabel(text=words.of(message.text), max_font=22)))
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        scroll.add_widget(box)
        return scroll
