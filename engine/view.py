"""`TableView`: all that a screen may show, as one immutable value.

Texts are pairs (Chinese, English). Hidden tiles are never in a view while a
deal runs: a hand is a count until it is laid open. Amounts are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.meld import Meld
from engine.seat import Seat
from engine.tile import Tile

if TYPE_CHECKING:
    from engine.entering import Choice
    from engine.evening import Evening
    from engine.events import Event

Boxes = tuple[tuple[float, float, float, float], ...]
"""Places in the camera's picture: pixels x1, y1, x2, y2."""


class Text(NamedTuple):
    """One text in both languages, Chinese first."""

    zh: str
    en: str


FAN_UNIT = Text("番", "fan")
"""What the values of fans count where a page names nothing else."""


class Phase(StrEnum):
    """Where a deal stands, coarse enough for any rule page."""

    IDLE = "idle"
    WALLS = "walls"
    DEALING = "dealing"
    FLOWERS = "flowers"
    PLAY = "play"
    OPENING = "opening"
    SETTLED = "settled"


class Status(StrEnum):
    """A seat's part in the running deal."""

    PLAYING = "playing"
    WON = "won"
    REMOVED = "removed"
    DEAD_HAND = "dead_hand"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard still lying in the river; `doubt` marks a tile under question."""

    tile: Tile
    last: bool = False
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's part of the table. `change`: this deal's points so far;
    `said`: what was declared of the seat (报听, 坐庄 …)."""

    seat: Seat
    name: str
    score: Fraction
    change: Fraction
    dealer: bool
    turn: bool
    status: Status
    hand_count: int
    river: tuple[RiverTile, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[Tile, ...]
    winning_tile: Tile | None = None
    opened: tuple[Tile, ...] | None = None
    team: int | None = None
    said: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class WallView:
    """The wall ring. `stacks`: per seat, from that player's right, how many
    tiles (0, 1, 2) each stack still has. `face_up`: seat, stack, tile. `head`
    and `tail`: seat and stack of the next tile from either end, or None."""

    remaining: int
    total: int
    stacks: tuple[tuple[int, ...], ...]
    face_up: tuple[tuple[Seat, int, Tile], ...] = ()
    head: tuple[Seat, int] | None = None
    tail: tuple[Seat, int] | None = None


@dataclass(frozen=True, slots=True)
class FanLine:
    """One line of a win's breakdown, in the order of the rule text."""

    name: Text
    value: int
    count: int
    clause: str
    tiles: tuple[tuple[Tile, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PaymentView:
    """Who pays whom, how much and why. `marks`: what lay between the two and changed
    the amount (mzhz: the payer's cats, the payee's gods), each with its seat."""

    payer: Seat
    payee: Seat
    amount: Fraction
    cause: Text
    marks: tuple[tuple[Seat, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class WinView:
    """A win. While `pending`, hands open only at the deal's end (or a tile is
    still to be read): `groups`, `fans` and `payments` may be empty. `hand`: the
    standing tiles as they were laid open, by the entry `hand_entry`; `sure`:
    whoever read them had no doubt. `refused`: why it is no win after all."""

    seat: Seat
    source: Seat | None
    kind: Text
    tile: Tile
    pending: bool
    groups: tuple[tuple[Tile, ...], ...] = ()
    fans: tuple[FanLine, ...] = ()
    excluded: tuple[tuple[FanLine, Text], ...] = ()
    total: int | None = None
    points: Fraction | None = None
    payments: tuple[PaymentView, ...] = ()
    hand: tuple[Tile, ...] = ()
    hand_entry: int | None = None
    sure: bool = True
    refused: Text | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One button of a question."""

    label: Text
    tiles: tuple[Tile, ...] = ()
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question on the screen. `by_rule`: only players know it; else the
    eyes were unsure. `boxes`: places in the camera picture to show."""

    id: str
    after: int
    text: Text
    candidates: tuple[Candidate, ...]
    by_rule: bool
    boxes: Boxes = ()


class HealthState(StrEnum):
    """GOOD works; WAIT is coming up; BAD needs somebody; ABSENT was not asked for."""

    GOOD = "good"
    WAIT = "wait"
    BAD = "bad"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Health:
    """One device or store: state, what it is, what to do about it."""

    part: Text
    state: HealthState
    detail: Text


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the small log; `corrected` marks an entry put right later."""

    seq: int
    text: Text
    seat: Seat | None = None
    corrected: bool = False
    source: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of this deal that a finger may put right."""

    line: LogLine
    event: Event


@dataclass(frozen=True, slots=True)
class DealRow:
    """One finished deal of the match score."""

    number: int
    dealer: Seat
    net: tuple[Fraction, Fraction, Fraction, Fraction]
    summary: Text


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole screen's matter at one moment; `seq` is the last log entry.

    `indicators`: tiles flipped to fix the bonus or wild tile. `marked`: the
    tiles they fix, each with its role (宝牌, 癞子 …). `discrepancy`: what lies
    where it cannot, and `discrepancy_boxes` where in the picture. `choices`:
    what may be entered by finger now. `history`: what counts of this deal, in
    order, draws left out. `books`: the evening's score. `page`: the rule set's
    id. `kinds`: the tiles that are played with. `misfits`: entries that no longer
    fit after a correction and do not count. `unit`: what the page's fans count.
    `standing`: what earlier deals or the dice left to this one (圈风, 黄番 …).
    """

    seq: int
    rules: Text
    deal: int
    phase: Phase
    dealer: Seat
    seats: tuple[SeatView, SeatView, SeatView, SeatView]
    wall: WallView
    dice: tuple[int, int] | None = None
    indicators: tuple[Tile, ...] = ()
    marked: tuple[tuple[Text, Tile], ...] = ()
    last: LogLine | None = None
    log: tuple[LogLine, ...] = ()
    wins: tuple[WinView, ...] = ()
    payments: tuple[PaymentView, ...] = ()
    questions: tuple[QuestionView, ...] = ()
    discrepancy: Text | None = None
    discrepancy_boxes: Boxes = ()
    health: tuple[Health, ...] = ()
    can_undo: bool = False
    deals: tuple[DealRow, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    choices: tuple[Choice, ...] = ()
    history: tuple[Happening, ...] = ()
    books: Evening | None = None
    page: str = ""
    kinds: tuple[Tile, ...] = ()
    misfits: tuple[LogLine, ...] = ()
    unit: Text = FAN_UNIT
    standing: tuple[Text, ...] = ()
