"""The engine's errors. Noise, doubt and faults at the table are values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.tile import NotationError

if TYPE_CHECKING:
    from engine.events import Event

__all__ = [
    "AmbiguousEvent", "IllegalEvent", "LogCorrupt", "LogError", "LogVersion", "NotationError",
    "ReplayMismatch", "RuleSetError",
]  # fmt: skip


class IllegalEvent(ValueError):
    """An event that the rules do not allow here.

    `reason` is (Chinese, English); `clause` names the rule; `alternatives` are
    the legal events at this point.
    """

    def __init__(
        self,
        event: Event | None,
        reason: tuple[str, str],
        clause: str,
        alternatives: tuple[Event, ...] = (),
    ) -> None:
        super().__init__(f"{reason[0]} / {reason[1]} [{clause}]")
        self.event = event
        self.reason = reason
        self.clause = clause
        self.alternatives = alternatives


class AmbiguousEvent(ValueError):
    """An input that fits several legal events; `candidates` lists them."""

    def __init__(self, message: str, candidates: tuple[Event, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates


class RuleSetError(ValueError):
    """A rule page that contradicts itself (duplicate or cyclic fans, no clause)."""


class LogError(ValueError):
    """A record that cannot be read."""


class LogVersion(LogError):
    """A record of a newer schema than this program knows."""


class LogCorrupt(LogError):
    """A damaged line; `line` counts from 1, `message` is `Chinese / English`."""

    def __init__(self, line: int, message: str) -> None:
        zh, _, en = message.partition(" / ")
        super().__init__(f"第 {line} 行：{zh} / line {line}: {en or zh}")
        self.line = line


class ReplayMismatch(LogError):
    """A refolded record gives another result than the one it holds."""
