"""Every part's state with plain advice."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.view import Health, HealthState
from ui.desk import SetupSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic, notice, say
from ui.theme import theme
from ui.widgets.notices.health import state_text


class HealthTopic(Topic):
    """Every part's state with what to do; a running match's own comes first."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.sheet: SetupSheet | None = None
        self.health: tuple[Health, ...] = ()

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet):
            self.sheet = sheet
            if self.parent is not None:
                self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        checked = self.sheet.health if self.sheet is not None else ()
        listed = (*self.health, *checked)
        if not listed:
            self.add_widget(say(words.say("Nothing to report."), 24))
        box = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.px(6))
        box.bind(minimum_height=box.setter("height"))
        for entry in sorted(listed, key=lambda entry: entry.state is not HealthState.BAD):
            title = f"{words.of(entry.part)} · {state_text(entry.state)}"
            kind = "bad" if entry.state is HealthState.BAD else "plain"
            box.add_widget(notice(title, words.of(entry.detail), kind))
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        scroll.add_widget(box)
        self.add_widget(scroll)
