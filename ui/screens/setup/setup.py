"""Set-up: look, camera, own tiles, line, rules, health with plain advice, storage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.view import TableView
from ui.bridge import Frame
from ui.desk import OpenSetup, Settings, SetupSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.screens.setup.camera_topic import CameraTopic
from ui.screens.setup.health_topic import HealthTopic
from ui.screens.setup.line_topic import LineTopic
from ui.screens.setup.look_topic import LookTopic
from ui.screens.setup.rules_topic import RulesTopic
from ui.screens.setup.sound_topic import SoundTopic
from ui.screens.setup.storage_topic import StorageTopic
from ui.screens.setup.tiles_topic import TilesTopic
from ui.screens.setup.topic import Topic
from ui.theme import theme
from ui.widgets.buttons.push_button import TabButton


def topics() -> dict[str, str]:
    """The parts of the set-up → their names."""
    return {
        "look": words.say("Look and language"),
        "sound": words.say("Sound"),
        "camera": words.say("Camera"),
        "tiles": words.say("Your own tiles"),
        "line": words.say("Table line"),
        "rules": words.say("Rules"),
        "health": words.say("Health"),
        "about": words.say("Storage and about"),
    }


class SetupScreen(Page):
    """Topics on the left, the chosen one on the right."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.topic = "look"
        self.sheet = SetupSheet(Settings(words.lang, theme.palette.name), ())
        self.left = Panel(orientation="vertical", size_hint_x=0.26)
        self.main = Panel(orientation="vertical")
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)
        self.parts: dict[str, Topic] = {
            "look": LookTopic(desk),
            "sound": SoundTopic(desk),
            "camera": CameraTopic(desk),
            "tiles": TilesTopic(desk),
            "line": LineTopic(desk),
            "rules": RulesTopic(desk),
            "health": HealthTopic(desk),
            "about": StorageTopic(desk),
        }
        for part in self.parts.values():
            part.bind(wants_frame=lambda *_: self._want())
        self.bind(on_leave=lambda _screen: self._leave())

    @property
    def part(self) -> Topic:
        """The topic that is to be seen."""
        return self.parts[self.topic]

    def opened(self) -> None:
        """The screen came up: its matter is asked for."""
        self.desk.ask(OpenSetup())
        self.part.opened()

    def _leave(self) -> None:
        self.part.left()

    def _want(self) -> None:
        self.wants_frame = self.part.wants_frame

    def show(self, view: TableView) -> None:
        """The set-up hangs on its sheet; a running match only adds its health."""
        health = self.parts["health"]
        assert isinstance(health, HealthTopic)
        before, self.view = self.view, view
        if before is None or before.health != view.health:
            health.health = view.health
            if health.parent is not None:
                health.refresh()

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet):
            first = not self.sheet.pages
            self.sheet = sheet
            for part in self.parts.values():
                part.take(sheet)
            if first:
                self.refresh()
        else:
            self.part.take(sheet)

    def show_frame(self, frame: Frame) -> None:
        self.part.show_frame(frame)

    def choose(self, topic: str) -> None:
        """Turn to another topic."""
        if topic != self.topic:
            self.part.left()
            self.topic = topic
            self.part.opened()
        self._want()
        self.refresh()

    def refresh(self) -> None:
        self.title = words.say("Set-up")
        self.left.clear_widgets()
        for name, text in topics().items():
            tab = TabButton(
                text=text, group="setup", max_font=26, lines=2,
                state="down" if name == self.topic else "normal",
            )  # fmt: skip
            tab.bind(on_release=self._turn_to(name))
            self.left.add_widget(tab)
        self.main.clear_widgets()
        self.part.refresh()
        self.main.add_widget(self.part)

    def _turn_to(self, topic: str) -> Callable[[Any], None]:
        return lambda _tab: self.choose(topic)
