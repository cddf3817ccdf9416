"""Sounds and spoken calls: on or off, and why one cannot be heard here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.view import Text
from ui.desk import KeepSettings, Settings, SetupSheet, Sheet, SoundSheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic, notice, row, say
from ui.widgets.forms.fields import ChipRow

ROW = 64


class SoundTopic(Topic):
    """Two switches, both off at first."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.settings = Settings()
        self.troubles: tuple[Text, ...] = ()

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet):
            self.settings = sheet.settings
        elif isinstance(sheet, SoundSheet):
            self.troubles = sheet.troubles
        else:
            return
        self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        settings = self.settings
        self._switch("sounds", words.say("Sounds"), words.say("sounds advice"), settings.sounds)
        self._switch("voice", words.say("Spoken calls"), words.say("voice advice"), settings.voice)
        for trouble in self.troubles:
            self.add_widget(notice(words.say("Nothing to be heard"), words.of(trouble), "warn"))
        self.add_widget(BoxLayout())

    def _switch(self, name: str, title: str, advice: str, chosen: bool) -> None:
        self.add_widget(say(title, 24, bold=True))
        self.add_widget(say(advice, 20))
        chips = ChipRow()
        chips.show([("no", words.say("Off")), ("yes", words.say("On"))], "yes" if chosen else "no")
        chips.bind(on_choice=lambda _row, value: self._keep(**{name: value == "yes"}))
        self.add_widget(row(ROW, chips))

    def _keep(self, **changes: bool) -> None:
        # What else was set meanwhile in another topic came with the newest sheet.
        self.settings = replace(self.settings, **changes)
        self.desk.ask(KeepSettings(self.settings))
