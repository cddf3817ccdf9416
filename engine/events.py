"""Accepted facts of a deal, as one tagged union of frozen dataclasses.

An event says what happened at the table and nothing about how it became
known: sequence number, time, source and confidence stand in the `Entry`
around it. `?` (`UNKNOWN`) stands for a tile that the companion has not seen.
What a rule page alone knows (helpers, declared suits, birds) is carried by
`Acted`, whose action names the page declares.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from engine.meld import MeldKind
from engine.seat import Seat
from engine.tile import UNKNOWN, Tile


class End(StrEnum):
    """The end of the wall a tile is taken from (墙头, 墙尾)."""

    HEAD = "head"
    TAIL = "tail"


class DrawCause(StrEnum):
    """Why a tile was taken; decides 杠上花 and 杠上炮 (mzhz §9.1)."""

    TURN = "turn"
    KONG = "kong"
    FLOWER = "flower"
    INGOT_FIRST = "ingot_first"
    INGOT_SECOND = "ingot_second"
    WIND = "wind"


class WinKind(StrEnum):
    """How the winning tile came: 自摸, 点炮, 抢杠, failed swap, flower wins."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"
    FAILED_SWAP = "failed_swap"
    SEVEN_FLOWERS = "seven_flowers"
    EIGHT_FLOWERS = "eight_flowers"


@dataclass(frozen=True, slots=True)
class DealBegan:
    """A deal starts: its number in the match (from 1) and its dealer."""

    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class WallsRaised:
    """The walls stand: stacks before seats A, B, C, D (码牌)."""

    stacks: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """`purpose`: `break` or a page's own word (e.g. `cat`, `god`)."""

    seat: Seat
    dice: tuple[int, int]
    purpose: str = "break"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands of seats A, B, C, D after the deal; `?` where not seen."""

    hands: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class Flipped:
    """A wall tile turned face up; `slot` counts from the break (翻宝)."""

    slot: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class FlowersLaid:
    """补花: flowers laid before the hand; replacements follow as `Drew`."""

    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class FlowersPassed:
    """过补 / 不补 in the opening round of flowers."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile taken from the wall into a hand."""

    seat: Seat
    end: End = End.HEAD
    cause: DrawCause = DrawCause.TURN
    tile: Tile = UNKNOWN


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile thrown into the river. `announced` names a page's announcement
    that goes with it (e.g. `no_flower`, mzhz D3.九)."""

    seat: Seat
    tile: Tile
    announced: str | None = None


@dataclass(frozen=True, slots=True)
class Chowed:
    """吃: `used` are the two tiles from the hand."""

    seat: Seat
    source: Seat
    tile: Tile
    used: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Punged:
    """碰: `used` are the two tiles from the hand (jokers among them: 带碰)."""

    seat: Seat
    source: Seat
    tile: Tile
    used: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Konged:
    """杠. `tile`: the kind of the kong. `used`: tiles from the hand. `source`:
    the discarder of an exposed kong. `meld`: index of the pung an added kong
    extends among the seat's melds."""

    seat: Seat
    kind: MeldKind
    tile: Tile
    used: tuple[Tile, ...]
    source: Seat | None = None
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """An action that the rule page declares (mzhz: `swap`, `steal`, `catch` …).

    `target` names another seat, `meld` an index among the target's (or own)
    melds, `slot` a wall slot, `place` a zone word of the page.
    """

    seat: Seat
    action: str
    tiles: tuple[Tile, ...] = ()
    target: Seat | None = None
    meld: int | None = None
    slot: int | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """胡 by one to three seats on one tile, in order from the discarder.

    `source` pays (None for a self-drawn win). `stands_for`: what a won joker
    stands for where the kong or the player fixes it. `claimed`: fan totals that
    winners named, in the order of `seats`, None where not named.
    """

    seats: tuple[Seat, ...]
    tile: Tile
    kind: WinKind
    source: Seat | None = None
    stands_for: Tile | None = None
    claimed: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Declined:
    """A win that was possible and not taken (过胡), worth `fan`."""

    seat: Seat
    tile: Tile
    fan: int | None = None


@dataclass(frozen=True, slots=True)
class Exhausted:
    """荒牌: the wall is used up."""


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A seat lays its hand open at the end; without the winning tile."""

    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Penalised:
    """A breach was called: `kind` is the page's word (`dead_hand`, `false_win` …)."""

    seat: Seat
    kind: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """One transfer from payer to payee; `amount` is exact and not negative.

    `cause` is the page's word (`win`, `ready_check`, `kong` …); `reverses`
    names the cause it takes back.
    """

    payer: Seat
    payee: Seat
    amount: Fraction
    cause: str = "win"
    reverses: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The deal's result: derived, written to the log to be verified later."""

    rows: tuple[PaymentRow, ...]
    net: tuple[Fraction, Fraction, Fraction, Fraction]
    next_dealer: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Voided:
    """The deal is void and dealt again (jam, misdeal)."""

    reason: str


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """A score put right by hand, with its reason."""

    changes: tuple[Fraction, Fraction, Fraction, Fraction]
    reason: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits where from now on: a change of player, of seats, or of a name.

    `came_from`: for each seat A…D the seat whose score goes on there, None for
    a newcomer, who starts with nothing.
    """

    players: tuple[str, str, str, str]
    came_from: tuple[Seat | None, Seat | None, Seat | None, Seat | None]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DealerNamed:
    """The table puts right who deals next."""

    dealer: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """House options that hold from the next deal on, as `(name, value)` pairs."""

    options: tuple[tuple[str, str], ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """Entry `entry` is replaced (or removed, or followed by an inserted one).

    `events` stand in its place; an empty tuple removes it. The deal is folded
    again; `reason` says who or what found it.
    """

    entry: int
    events: tuple[Event, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adopted:
    """A table taken as it lies: begun in mid-deal or after a discrepancy.

    `table` is the page-independent snapshot as plain data (see `deal.adopt`).
    """

    table: tuple[tuple[str, object], ...] = field(default=())


Event: TypeAlias = (
    DealBegan
    | WallsRaised
    | DiceRolled
    | Dealt
    | Flipped
    | FlowersLaid
    | FlowersPassed
    | Drew
    | Discarded
    | Chowed
    | Punged
    | Konged
    | Acted
    | Won
    | Declined
    | Exhausted
    | HandOpened
    | Penalised
    | Settled
    | Voided
    | ScoreAdjusted
    | Seated
    | DealerNamed
    | OptionsChanged
    | Corrected
    | Adopted
)


class Source(StrEnum):
    """Where an event was learnt."""

    CAMERA = "camera"
    LINE = "line"
    FINGER = "finger"
    RULE = "rule"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log: `seq` counts from 1 in its match, `time` is in
    seconds since the epoch (or of the virtual clock), `confidence` 0…1."""

    seq: int
    time: float
    source: Source
    confidence: float
    event: Event
