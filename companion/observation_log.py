"""`observations.jsonl`: what devices and people said, in the order it was heard.

Each line is one input of the match: `at` is the time it was handed over,
`after` the last entry of `events.jsonl` at that moment. From these lines alone
the match can be decided again, with better eyes or rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.inbox import Observation
from companion.sighting_lines import SightingDecoder, SightingEncoder
from companion.signal_lines import signal_from_plain, signal_to_plain
from engine.codec import event_from_data, event_to_data
from engine.errors import LogCorrupt, LogError
from engine.observations import Answer, Command, Correct, Enter, Sighting, Undo
from engine.signals import SignalReceived


@dataclass(frozen=True, slots=True)
class Heard:
    """One input: when it was handed to the match, after which entry, what it was."""

    at: float
    after: int
    observation: Observation


class ObservationWriter:
    """Turns inputs, in order, into lines."""

    def __init__(self) -> None:
        self._sightings = SightingEncoder()

    def line(self, heard: Heard) -> str:
        """One line, without its end."""
        match heard.observation:
            case Sighting():
                plain = {"sighting": self._sightings.encode(heard.observation)}
            case SignalReceived():
                plain = {"line": signal_to_plain(heard.observation)}
            case _:
                plain = {"command": _command_to_plain(heard.observation)}
        head = {"at": round(heard.at, 3), "after": heard.after}
        return json.dumps(head | plain, ensure_ascii=False, separators=(",", ":"))


def read_observations(lines: Iterable[str]) -> Iterator[Heard]:
    """Every input; raises `LogCorrupt` with the line. A torn last line is left out."""
    sightings = SightingDecoder()
    for number, line in enumerate(lines, 1):
        if not line.strip() or not line.endswith("\n"):
            continue
        try:
            plain = json.loads(line)
            at, after = float(plain["at"]), int(plain["after"])
        except (ValueError, KeyError, TypeError) as error:
            said = f"不是一条输入（{error}） / no observation: {error}"
            raise LogCorrupt(number, said) from error
        yield Heard(at, after, _observation(plain, sightings, number))


def _observation(plain: dict[str, Any], sightings: SightingDecoder, number: int) -> Observation:
    if "sighting" in plain:
        return sightings.decode(plain["sighting"], number)
    if "line" in plain:
        return signal_from_plain(plain["line"], number)
    try:
        return _command_from_plain(plain["command"])
    except (KeyError, TypeError, LogError) as error:
        raise LogCorrupt(number, f"不是一条输入（{error}） / no observation: {error}") from error


def _command_to_plain(command: Command) -> dict[str, Any]:
    match command:
        case Answer(question, candidate, seen):
            return {"do": "answer", "question": question, "candidate": candidate, "seen": seen}
        case Enter(event, seen):
            return {"do": "enter", "event": event_to_data(event), "seen": seen}
        case Undo(seen):
            return {"do": "undo", "seen": seen}
        case Correct(entry, events, seen, reason):
            return {
                "do": "correct",
                "entry": entry,
                "events": [event_to_data(event) for event in events],
                "seen": seen,
                "reason": reason,
            }


def _command_from_plain(plain: dict[str, Any]) -> Command:
    seen: int = plain["seen"]
    match plain["do"]:
        case "answer":
            return Answer(plain["question"], plain["candidate"], seen)
        case "enter":
            return Enter(event_from_data(plain["event"]), seen)
        case "undo":
            return Undo(seen)
        case "correct":
            events = tuple(event_from_data(data) for data in plain["events"])
            return Correct(plain["entry"], events, seen, plain["reason"])
        case word:
            raise LogError(f"no command {word!r}")
