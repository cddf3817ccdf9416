"""The application over a match that is really decided."""

from __future__ import annotations

from typing import Any

from engine.errors import IllegalEvent
from engine.match import Match
from engine.observations import Command
from engine.tableview import table_view
from ui.bridge import Bridge
from ui.gallery import played


class Desk:
    """The application over a match that is really decided, without its main loop."""

    def __init__(self, match: Match | None = None) -> None:
        from ui.window import QuebanApp

        self.evening = played.Evening()
        if match is not None:
            self.evening.match = match
        self.sent: list[Command] = []
        self.asked: list[Any] = []
        self.refused: list[str] = []
        self.bridge = Bridge(self.send, self.asked.append)
        self.app = QuebanApp(self.bridge)
        self.root = self.app.build()
        self.app.on_start()
        self.publish()

    def send(self, command: Command) -> None:
        self.sent.append(command)
        self.evening.now += 1.0
        try:
            self.evening.match.submit(command, self.evening.now)
        except IllegalEvent as refused:
            self.refused.append(refused.reason[0])
        self.publish()

    def publish(self) -> None:
        self.bridge.publish(table_view(self.evening.match))
        self.app._refresh(0)

    def keys(self, *typed: str | int) -> None:
        """Letters, and the numbers of keys that write none."""
        for one in typed:
            if isinstance(one, int):
                self.app._key(None, one, 0, None, [])
            else:
                for letter in one:
                    self.app._key(None, ord(letter), 0, letter, [])
            self.app._refresh(0)
