"""What a table with wires says, and what may be said to it.

An automatic table knows more than it shows: the set is complete, walls are up,
dice were thrown, a tile is jammed. Each such fact is one frozen value of the
union `Signal`; whichever machine or protocol it came from, the rest of the
house sees only these. `TableCommand` is the other direction. Both are plain values:
how they become bytes is the table link's affair.

A signal that happens at a moment (a throw, a press) is numbered by the table;
`Snapshot` gives the numbers again, so that one throw is never applied twice
and none is lost while a plug is out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final, Generic, TypeAlias, TypeVar

from engine.seat import Seat

PerSeat: TypeAlias = tuple[int, int, int, int]
"""One count for each of seats A, B, C, D, in this order."""
_SignalT = TypeVar("_SignalT")


class Capability(IntFlag):
    """What a board can sense or do; said in `Hello`."""

    NONE = 0
    COUNTS_SET = 1 << 0
    LIFTS_WALLS = 1 << 1
    THROWS_DICE = 1 << 2
    DEALS = 1 << 3
    SEAT_BUTTONS = 1 << 4
    COUNTS_STICKS = 1 << 5
    LAMPS = 1 << 6
    REPORTS_FAULTS = 1 << 7


class Phase(IntEnum):
    """How far the machine is with the present set of walls."""

    IDLE = 0
    SHUFFLING = 1
    WALLS_UP = 2
    DICE_THROWN = 3
    DEALT = 4


class PowerState(IntEnum):
    OFF = 0
    ON = 1
    STANDBY = 2
    BATTERY_LOW = 3


class FaultKind(IntEnum):
    """What is wrong with the machine; `NONE` says that a fault has gone."""

    NONE = 0
    JAM = 1
    TILE_MISSING = 2
    TILE_EXTRA = 3
    MOTOR = 4
    LID = 5
    SENSOR = 6
    OTHER = 255


def _need(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def _need_counts(name: str, counts: PerSeat) -> None:
    _need(
        len(counts) == 4 and all(0 <= count <= 255 for count in counts),
        f"{name} are four counts of 0…255 for seats A…D, not {counts}",
    )


@dataclass(frozen=True, slots=True)
class Hello:
    """The board names itself, after it starts and when it is asked.

    `boot` is a number (0…65535) that differs after each reset, so that event
    numbers from before the reset are not taken for new ones.
    """

    model: str
    firmware: str
    capabilities: Capability = Capability.NONE
    boot: int = 0


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Sent each second by both sides.

    `last_number` is the number of the newest event that is not still waiting to
    be delivered (0: none yet, and always 0 from the host).
    """

    last_number: int = 0


@dataclass(frozen=True, slots=True)
class ShuffleStarted:
    """洗牌: what was known of the last walls, dice and deal is over."""


@dataclass(frozen=True, slots=True)
class SetComplete:
    """All `count` tiles are inside (the beep)."""

    count: int

    def __post_init__(self) -> None:
        _need(0 <= self.count <= 255, f"a set of {self.count} tiles is not 0…255")


@dataclass(frozen=True, slots=True)
class WallsUp:
    """升牌: the walls stand; `stacks` are two-high stacks before each seat A…D."""

    stacks: PerSeat

    def __post_init__(self) -> None:
        _need_counts("stacks", self.stacks)


@dataclass(frozen=True, slots=True)
class Hatch:
    """The centre's lid, through which tiles are pushed in."""

    open: bool


@dataclass(frozen=True, slots=True)
class Dice:
    """Both dice lie still and show `d1`, `d2` (1…6)."""

    d1: int
    d2: int

    def __post_init__(self) -> None:
        _need(
            1 <= self.d1 <= 6 and 1 <= self.d2 <= 6,
            f"dice show 1…6, not {self.d1} and {self.d2}",
        )

    @property
    def total(self) -> int:
        return self.d1 + self.d2


@dataclass(frozen=True, slots=True)
class Dealt:
    """The machine has dealt; `counts` are tiles given to each seat A…D."""

    counts: PerSeat

    def __post_init__(self) -> None:
        _need_counts("counts", self.counts)


@dataclass(frozen=True, slots=True)
class SeatButton:
    """Button `button` (0…15, as the board numbers them) pressed at `seat`."""

    seat: Seat
    button: int

    def __post_init__(self) -> None:
        _need(0 <= self.button <= 15, f"button {self.button} is not 0…15")


@dataclass(frozen=True, slots=True)
class Sticks:
    """筹码: the drawer of `seat` now holds `amount` points in all."""

    seat: Seat
    amount: int

    def __post_init__(self) -> None:
        _need(0 <= self.amount < 0xFFFFFF, f"{self.amount} points are not 0…16777214")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong; `side` is None where it concerns the whole table."""

    kind: FaultKind
    side: Seat | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Power:
    state: PowerState


@dataclass(frozen=True, slots=True)
class Numbered(Generic[_SignalT]):
    """A remembered signal and the event number (1…65535) it was given."""

    number: int
    signal: _SignalT


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that the table still knows, as the answer to `StatusRequest`.

    Moments (shuffle, walls, throws, presses) come with their event numbers;
    `dice` are up to the four last throws since the shuffle and `buttons` up to
    the two last presses, oldest first. Levels (lid, drawers, power, fault)
    are what holds now; None where the board does not sense it. A fault's detail
    text is not repeated here.
    """

    boot: int
    last_number: int
    phase: Phase = Phase.IDLE
    shuffle_number: int = 0
    set_complete: Numbered[SetComplete] | None = None
    walls: Numbered[WallsUp] | None = None
    dice: tuple[Numbered[Dice], ...] = ()
    dealt: Numbered[Dealt] | None = None
    buttons: tuple[Numbered[SeatButton], ...] = ()
    hatch_open: bool | None = None
    sticks: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    power: PowerState | None = None
    fault: Fault | None = None


Signal: TypeAlias = (
    Hello
    | Heartbeat
    | ShuffleStarted
    | SetComplete
    | WallsUp
    | Hatch
    | Dice
    | Dealt
    | SeatButton
    | Sticks
    | Fault
    | Power
    | Snapshot
)

SIGNAL_NAMES: Final[dict[str, type[Signal]]] = {
    "hello": Hello,
    "heartbeat": Heartbeat,
    "shuffle_started": ShuffleStarted,
    "set_complete": SetComplete,
    "walls_up": WallsUp,
    "hatch": Hatch,
    "dice": Dice,
    "dealt": Dealt,
    "seat_button": SeatButton,
    "sticks": Sticks,
    "fault": Fault,
    "power": Power,
    "snapshot": Snapshot,
}
"""The text name of each kind of signal, for logs and machine profiles."""


@dataclass(frozen=True, slots=True)
class SignalReceived:
    """A signal as it came from the line.

    `time` is in seconds of the receiver's clock; `sequence` is the frame's
    sequence number (0…255; 0 where the machine has none); `raw` the bytes it
    was read from. `number` is the table's event number, 0 for signals that are
    not numbered. `recovered` marks a moment that was missed when it happened
    and was learnt from a snapshot; `raw` is then the snapshot's frame.
    """

    signal: Signal
    time: float
    sequence: int
    raw: bytes
    number: int = 0
    recovered: bool = False


@dataclass(frozen=True, slots=True)
class Ack:
    """The frame with sequence number `sequence` has arrived."""

    sequence: int


@dataclass(frozen=True, slots=True)
class StatusRequest:
    """`status?`, answered by `Snapshot`; with `introduce` by `Hello` before it."""

    introduce: bool = False


@dataclass(frozen=True, slots=True)
class RaiseWalls:
    """Shuffle if needed, then lift the walls."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """Light or darken the lamp of `seat`."""

    seat: Seat
    on: bool


TableCommand: TypeAlias = Ack | StatusRequest | RaiseWalls | Roll | Lamp
