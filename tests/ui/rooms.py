"""The screens over a match that is really decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.errors import IllegalEvent
from engine.match import Match
from engine.tableview import table_view
from engine.tile import Tile
from tests.ui.fingers import find, tap
from ui.gallery import played
from ui.gallery.scenes import Scene


class Room:
    """A screen over a match: what is sent is decided, and the view comes back."""

    def __init__(self, window: Any, match: Match | None = None) -> None:
        self.window = window
        self.evening = played.Evening()
        if match is not None:
            self.evening.match = match
        self.asked: list[Any] = []
        self.gone: list[str] = []
        self.refused: list[str] = []
        self.screens: list[Any] = []
        self.screen: Any = None

    @property
    def match(self) -> Match:
        return self.evening.match

    def send(self, command: Any) -> None:
        self.evening.now += 3.0
        try:
            self.match.submit(command, self.evening.now)
        except IllegalEvent as refused:
            self.refused.append(refused.reason[0])
        self.screen.show(table_view(self.match))

    def open(self, name: str, **scene: Any) -> Any:
        from ui.gallery import render

        view = scene.pop("view", None) or table_view(self.match)
        made = Scene(name, view, screen=name, **scene)
        self.screen = render.stage(made, self.send, self.asked.append, self.gone.append)
        self.window.add_widget(self.screen)
        self.screens.append(self.screen)
        render.settle(2)
        return self.screen

    def tap(self, widget: Any) -> None:
        tap(self.window, widget)

    def choose(self, topic: str) -> None:
        """Turn to a topic of the screen, laid out before the next tap."""
        from ui.gallery.render import settle

        self.screen.choose(topic)
        settle(3)

    def press(self, text: str) -> None:
        self.tap(find(self.screen, text))

    def key(self, code: str) -> None:
        self.tap(self.screen.keypad.keys[Tile.parse(code)])

    @classmethod
    def rooms(cls, window: Any) -> Iterator[Callable[..., Room]]:
        """A maker of rooms whose screens are let go at the end: the body of a fixture."""
        made: list[Room] = []

        def make(match: Match | None = None) -> Room:
            made.append(cls(window, match))
            return made[-1]

        yield make
        for one in made:
            for screen in one.screens:
                window.remove_widget(screen)
                screen.release()
