"""The table's line while it is watched: how it is, and the latest that it said."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from datetime import datetime
from typing import Final, Protocol

from companion.line_words import signal_text
from engine.signals import SignalReceived
from engine.view import Health, HealthState, Text
from ui.setting_up import LineMessage, LineSheet

LATEST: Final = 20
LOOK_EVERY: Final = 0.5
_LINE: Final = Text("牌桌线", "line")
NO_LINE: Final = Health(
    _LINE, HealthState.ABSENT, Text("没接串口线；骰子用手点", "no line; dice by finger")
)
SILENT: Final = Text(
    "牌桌开机了吗？按一下升牌键看看。还没有：换一个串口、换一根线，或核对波特率"
    "（配置里的 line.baud）和机器方言（line.profile）。没有线也能打，骰子用手点。",
    "Is the table on? Press its button once. Still nothing: try another port or cable, or check "
    "line.baud and line.profile in the configuration. Play goes on without; dice by finger.",
)
MISSING: Final = Text(
    "插上串口线；Linux 上把自己加进 dialout 组再登录。没有线也能打，骰子用手点。",
    "Plug the adapter in; on Linux join the group dialout and log in again. Play goes on "
    "without; dice by finger.",
)


class LineLog:
    """The latest signals with the time of day at which they came. `add` is called
    from the line's thread, `messages` from any."""

    def __init__(self, now: Callable[[], datetime] = datetime.now) -> None:
        self._now = now
        self._latest: deque[LineMessage] = deque(maxlen=LATEST)

    def add(self, received: SignalReceived) -> None:
        text = signal_text(received.signal)
        if received.recovered:
            text = Text(f"{text.zh}（补到）", f"{text.en} (learnt later)")
        self._latest.append(LineMessage(f"{self._now():%H:%M:%S}", text))

    def messages(self) -> tuple[LineMessage, ...]:
        """Oldest first."""
        return tuple(self._latest)


class WatchedLine(Protocol):
    """A line that somebody runs: a match, or the watch itself."""

    def health(self) -> Health: ...

    def messages(self) -> tuple[LineMessage, ...]: ...

    def close(self) -> None: ...


class LineWatch:
    """Tells `LineSheet`s from a thread of its own, as long as there is news."""

    def __init__(self, tell: Callable[[LineSheet], object]) -> None:
        self._tell = tell
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._line: WatchedLine | None = None
        self._told: LineSheet | None = None

    def begin(
        self, line: WatchedLine | None, port: str, ports: tuple[tuple[str, str], ...]
    ) -> None:
        """Watch this line, the one before no more; None: there is none."""
        self.end()
        self._line, self._told = line, None
        self._stop.clear()
        self._report(port, ports)
        if line is not None:
            self._thread = threading.Thread(
                target=self._run, args=(port, ports), name="line-watch", daemon=True
            )
            self._thread.start()

    def end(self) -> None:
        """Watch nothing; a line of its own is closed."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(timeout=5.0)
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def _run(self, port: str, ports: tuple[tuple[str, str], ...]) -> None:
        while not self._stop.wait(LOOK_EVERY):
            self._report(port, ports)

    def _report(self, port: str, ports: tuple[tuple[str, str], ...]) -> None:
        line = self._line
        health = line.health() if line is not None else NO_LINE
        messages = line.messages() if line is not None else ()
        sheet = LineSheet(port, ports, health, messages, advice_for(health, messages))
        if sheet != self._told:
            self._told = sheet
            self._tell(sheet)


def advice_for(health: Health, messages: tuple[LineMessage, ...]) -> Text | None:
    """What to try where a line is not well or nothing has come yet."""
    if health.state is HealthState.GOOD and messages:
        return None
    if health.state in (HealthState.BAD, HealthState.ABSENT):
        return MISSING
    return SILENT
