"""How the screen looks and speaks, and how a clear result closes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from ui.desk import KeepSettings, Settings, SetupSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic
from ui.theme import theme
from ui.widgets.forms.fields import ChipRow
from ui.widgets.text.fit_label import FitLabel

ROW = 64


class LookTopic(Topic):
    """Language, theme, and how a clear result closes."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.settings = Settings(words.lang, theme.palette.name)

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet) and sheet.settings != self.settings:
            self.settings = sheet.settings
            self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        self._choice(
            words.say("Language"), [("zh", "中文"), ("en", "English")], words.lang, self._speak
        )
        themes = [
            ("dark", words.say("Dark")),
            ("light", words.say("Light")),
            ("clear", words.say("Clear colours")),
        ]
        self._choice(words.say("Theme"), themes, theme.palette.name, self._paint)
        answers = [("yes", words.say("After ten seconds")), ("no", words.say("By tap only"))]
        self._choice(
            words.say("A clear result closes"),
            answers,
            "yes" if self.settings.auto_confirm else "no",
            lambda value: self._keep(auto_confirm=value == "yes"),
        )
        self.add_widget(BoxLayout())

    def _choice(
        self, title: str, values: list[tuple[str, str]], chosen: str, work: Callable[[str], None]
    ) -> None:
        self.add_widget(
            FitLabel(text=title, max_font=24, bold=True, size_hint_y=None, height=theme.px(40))
        )
        row = ChipRow(size_hint_y=None, height=theme.px(ROW))
        row.show(values, chosen)
        row.bind(on_choice=lambda _row, value: work(value))
        self.add_widget(row)

    def _keep(self, **changes: Any) -> None:
        self.settings = replace(self.settings, **changes)
        self.desk.ask(KeepSettings(self.settings))

    def _speak(self, lang: str) -> None:
        self._keep(lang=lang)
        words.use(lang)

    def _paint(self, name: str) -> None:
        self._keep(theme=name)
        theme.use(name)
