"""The line on the set-up screen: that of the match, else one opened to watch it."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.config import LineSection
from companion.devices import open_line
from companion.line_watch import LineLog, LineWatch
from companion.live_match import LiveMatch
from engine.view import Health
from table_io.serial_port import ports_here
from table_io.worker import LineWorker
from ui.setting_up import LineMessage, LineSheet


class SettingLine:
    """`chosen`: the port that was tapped last, empty before."""

    def __init__(self, line: LineSection, tell: Callable[[LineSheet], object]) -> None:
        self.chosen = ""
        self._line = line
        self._watch = LineWatch(tell)

    def watch(self, port: str | None, live: LiveMatch | None) -> None:
        """Show this port; empty: the one in use; None: no more. Raises `UserError`."""
        self._watch.end()
        if port is None:
            return
        ports = {info.device: _name_of(info.device, info.description) for info in ports_here()}
        if live is not None and live.has_line:
            used = live.line_port
            ports.setdefault(used, used)
            self._watch.begin(_OfMatch(live), used, tuple(ports.items()))
            return
        self.chosen = port or self.chosen
        usb = [info.device for info in ports_here() if info.vid is not None]
        wanted = self.chosen or self._line.port or next(iter(usb), "")
        if not wanted:
            self._watch.begin(None, "", tuple(ports.items()))
            return
        ports.setdefault(wanted, wanted)
        log = LineLog()
        section = self._line.model_copy(update={"port": wanted})
        worker = open_line(section, log.add, time.monotonic)
        worker.start()
        self._watch.begin(_Own(worker, log), wanted, tuple(ports.items()))


class _Own:
    """A line that was opened only to be watched."""

    def __init__(self, worker: LineWorker, log: LineLog) -> None:
        self._worker = worker
        self._log = log

    def health(self) -> Health:
        return self._worker.health.to_view()

    def messages(self) -> tuple[LineMessage, ...]:
        return self._log.messages()

    def close(self) -> None:
        self._worker.stop()


class _OfMatch:
    """A running match's line, which goes on when nobody watches it."""

    def __init__(self, live: LiveMatch) -> None:
        self._live = live

    def health(self) -> Health:
        return self._live.line_health()

    def messages(self) -> tuple[LineMessage, ...]:
        return self._live.heard.messages()

    def close(self) -> None:
        return


def _name_of(device: str, description: str) -> str:
    plain = description in ("", "n/a", device)
    return device if plain else f"{device} ({description})"
