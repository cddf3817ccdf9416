"""What the table remembers, and what the host has already been told.

The table's memory folds its own signals into the snapshot that answers
`status?`. The host's memory holds the event numbers and levels it has applied;
from a snapshot it finds the moments and levels that it missed, in the order in
which they happened, each once.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final, TypeVar

from engine.seat import SEATS, Seat
from engine.signals import (
    Dealt,
    Dice,
    Fault,
    FaultKind,
    Hatch,
    Numbered,
    Phase,
    Power,
    SeatButton,
    SetComplete,
    ShuffleStarted,
    Signal,
    Snapshot,
    Sticks,
    WallsUp,
)
from table_io.messages import SNAPSHOT_BUTTONS, SNAPSHOT_DICE

_NUMBERS: Final = 0xFFFF
_KEPT: Final = 512
_T = TypeVar("_T")


def number_after(number: int) -> int:
    """The event number after `number`: 1…65535, then 1 again."""
    return number % _NUMBERS + 1


def numbers_between(older: int, newer: int) -> int:
    """How many events after `older` the event `newer` came (0…65534)."""
    return (newer - older) % _NUMBERS


def _latest(entries: tuple[Numbered[_T], ...], new: Numbered[_T], limit: int) -> tuple[
    Numbered[_T], ...
]:
    return (*entries, new)[-limit:]


class TableMemory:
    """The table's side: numbers each signal and keeps the last of each kind."""

    def __init__(self, boot: int) -> None:
        self._snapshot = Snapshot(boot=boot, last_number=0)

    @property
    def snapshot(self) -> Snapshot:
        return self._snapshot

    def remember(self, signal: Signal) -> int:
        """Fold `signal` in; returns the event number it was given."""
        number = number_after(self._snapshot.last_number)
        known = replace(self._snapshot, last_number=number)
        match signal:
            case ShuffleStarted():
                known = replace(
                    known,
                    phase=Phase.SHUFFLING,
                    shuffle_number=number,
                    set_complete=None,
                    walls=None,
                    dice=(),
                    dealt=None,
                )
            case SetComplete():
                known = replace(known, set_complete=Numbered(number, signal))
            case WallsUp():
                known = replace(known, phase=Phase.WALLS_UP, walls=Numbered(number, signal))
            case Dice():
                thrown = max(known.phase, Phase.DICE_THROWN)
                dice = _latest(known.dice, Numbered(number, signal), SNAPSHOT_DICE)
                known = replace(known, phase=thrown, dice=dice)
            case Dealt():
                known = replace(known, phase=Phase.DEALT, dealt=Numbered(number, signal))
            case SeatButton():
                buttons = _latest(known.buttons, Numbered(number, signal), SNAPSHOT_BUTTONS)
                known = replace(known, buttons=buttons)
            case Hatch():
                known = replace(known, hatch_open=signal.open)
            case Sticks():
                a, b, c, d = (
                    signal.amount if seat is signal.seat else known.sticks[seat] for seat in SEATS
                )
                known = replace(known, sticks=(a, b, c, d))
            case Power():
                known = replace(known, power=signal.state)
            case Fault():
                # The snapshot has no room for the text.
                fault = replace(signal, detail="")
                known = replace(known, fault=None if fault.kind is FaultKind.NONE else fault)
            case _:
                raise ValueError(f"{type(signal).__name__} is not an event to remember")
        self._snapshot = known
        return number


class HostMemory:
    """The host's side: which events of this boot have been applied."""

    def __init__(self) -> None:
        self._boot: int | None = None
        self._applied: deque[int] = deque(maxlen=_KEPT)
        self._newest = 0
        self._levels: dict[str, Signal] = {}
        self._met = False

    def lacks(self, last_number: int) -> bool:
        """Whether the table has told of events up to `last_number` that are not known."""
        return 0 < numbers_between(self._newest, last_number) <= _NUMBERS // 2

    def met(self, boot: int) -> bool:
        """The table says which boot this is; True if it has been reset since."""
        reset = self._boot is not None and self._boot != boot
        if reset:
            self._applied.clear()
            self._newest = 0
            self._levels.clear()
        self._boot = boot
        return reset

    def apply(self, signal: Signal, number: int) -> bool:
        """True if this event is to be applied, False if it has been already."""
        if number and not self._mark(number):
            return False
        key = _level_key(signal)
        if key is not None:
            self._levels[key] = signal
        return True

    def missed(self, snapshot: Snapshot) -> list[Numbered[Signal]]:
        """What `snapshot` tells that was not applied yet, oldest first.

        Presses from before the first snapshot ever are not told: they were
        meant for nobody. Levels come last, with number 0.
        """
        self.met(snapshot.boot)
        moments = _moments(snapshot)
        moments.sort(key=lambda m: -numbers_between(m.number, snapshot.last_number))
        out = [
            moment
            for moment in moments
            if self._mark(moment.number)
            and (self._met or not isinstance(moment.signal, SeatButton))
        ]
        for key, level in _levels(snapshot, known=self._levels):
            if not _same_level(self._levels.get(key), level):
                self._levels[key] = level
                out.append(Numbered(0, level))
        self._newest = snapshot.last_number
        self._met = True
        return out

    def _mark(self, number: int) -> bool:
        behind = numbers_between(number, self._newest) if self._newest else 0
        # Half the number circle lies ahead; of what lies behind, only the last
        # few hundred are told apart, older ones have long been applied.
        if _KEPT <= behind <= _NUMBERS // 2 or number in self._applied:
            return False
        self._applied.append(number)
        if not self._newest or behind > _NUMBERS // 2:
            self._newest = number
        return True


def _moments(snapshot: Snapshot) -> list[Numbered[Signal]]:
    out: list[Numbered[Signal]] = []
    if snapshot.shuffle_number:
        out.append(Numbered(snapshot.shuffle_number, ShuffleStarted()))
    for entry in (snapshot.set_complete, snapshot.walls, snapshot.dealt):
        if entry is not None:
            out.append(Numbered(entry.number, entry.signal))
    out.extend(Numbered(entry.number, entry.signal) for entry in snapshot.dice)
    out.extend(Numbered(entry.number, entry.signal) for entry in snapshot.buttons)
    return out


def _level_key(signal: Signal) -> str | None:
    match signal:
        case Hatch():
            return "hatch"
        case Power():
            return "power"
        case Fault():
            return "fault"
        case Sticks():
            return f"sticks{signal.seat}"
    return None


def _levels(snapshot: Snapshot, known: dict[str, Signal]) -> list[tuple[str, Signal]]:
    out: list[tuple[str, Signal]] = []
    if snapshot.hatch_open is not None:
        out.append(("hatch", Hatch(snapshot.hatch_open)))
    for seat in Seat:
        amount = snapshot.sticks[seat]
        if amount is not None:
            out.append((f"sticks{seat}", Sticks(seat, amount)))
    if snapshot.power is not None:
        out.append(("power", Power(snapshot.power)))
    if snapshot.fault is not None:
        out.append(("fault", snapshot.fault))
    elif "fault" in known:
        out.append(("fault", Fault(FaultKind.NONE)))
    return out


def _same_level(known: Signal | None, now: Signal) -> bool:
    if isinstance(known, Fault) and isinstance(now, Fault):
        return known.kind is now.kind and (known.side is now.side or now.kind is FaultKind.NONE)
    return known == now
