"""A win and its facts, the evidence of its fans, and the scored result.

`Win` is what stood on the table at the moment of winning and nothing that
follows from it. Pages turn it into a `ScoredWin` or a `Refusal`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.events import WinKind
from engine.meld import Meld
from engine.seat import Seat
from engine.tile import UNKNOWN, Tile
from engine.view import FanLine, Status, Text

if TYPE_CHECKING:
    from engine.ruleset import Fan
    from engine.shapes import Reading


class EntryCause(StrEnum):
    """The last 进张 of the one who acts: of the winner for a self-drawn win,
    of the payer for the others. Decides 杠上花 and 杠上炮 (mzhz §9.1)."""

    HEAD = "head"
    INITIAL = "initial"
    KONG = "kong"
    FLOWER = "flower"
    INGOT = "ingot"
    WIND = "wind"
    STEAL = "steal"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Effect:
    """A mark of one seat on another that changes payments between the two.

    `kind` is the page's word (mzhz: `cat`, `god`). An effect counted to its
    own user stands here once for every other seat. Repeats add up.
    """

    kind: str
    user: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """One seat's public state at the moment of a win.

    `flowers`: the kinds credited to the seat as laid, in order, also those a
    thief took since. `team`: number of its team, None while there is none.
    `marks`: what else the page needs, in its own words (declared ready …).
    """

    status: Status = Status.PLAYING
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    team: int | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Win:
    """One seat's win on one tile.

    `concealed`: the standing tiles without the winning tile. `source`: who
    pays, None for a self-drawn win. `stands_for`: what a joker won on is fixed
    to, None where it is free. `seats`: all four seats in order A to D, with
    their state just before the win. `bonus`: 宝牌. `situation`: the page's
    words for whatever else counts (last tile, prevalent wind `1z` …). `wild`:
    kinds that are wild by the tile turned (癞子、混).
    """

    seat: Seat
    tile: Tile
    kind: WinKind
    concealed: tuple[Tile, ...]
    seats: tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]
    source: Seat | None = None
    stands_for: Tile | None = None
    entry: EntryCause = EntryCause.HEAD
    bonus: Tile | None = None
    dealer: Seat = Seat.A
    effects: tuple[Effect, ...] = ()
    situation: tuple[str, ...] = ()
    wild: tuple[Tile, ...] = ()

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The winner's melds."""
        return self.seats[self.seat].melds

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers credited to the winner, without the winning tile."""
        return self.seats[self.seat].flowers

    @property
    def is_self_drawn(self) -> bool:
        return self.source is None

    @property
    def is_flower_win(self) -> bool:
        return self.kind in (WinKind.SEVEN_FLOWERS, WinKind.EIGHT_FLOWERS)

    @property
    def is_known(self) -> bool:
        """Whether every standing tile is known, so that it can be scored."""
        return UNKNOWN not in self.concealed and self.tile != UNKNOWN


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why one fan counts once.

    `tiles` are shown to people. `groups` are indices into the reading's
    groups, `tile` the kind it is about: by these exclusions work group by
    group. Fans of the way of winning have none of the three.
    """

    tiles: tuple[Tile, ...] = ()
    groups: tuple[int, ...] = ()
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class ScoredFan:
    """A fan with the evidence for each time it counts."""

    fan: Fan
    evidence: tuple[Evidence, ...]

    @property
    def count(self) -> int:
        return len(self.evidence)

    @property
    def total(self) -> int:
        return self.fan.value * len(self.evidence)

    def line(self) -> FanLine:
        """The same as a line for a screen."""
        shown = tuple(e.tiles for e in self.evidence if e.tiles)
        return FanLine(self.fan.name, self.fan.value, self.count, self.fan.clause, shown)


@dataclass(frozen=True, slots=True)
class ExcludedFan:
    """A fan that is there but does not count, and why."""

    scored: ScoredFan
    reason: Text
    clause: str


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A legal win read the way that settles highest.

    `fans` in the order of the rule text; a label worth nothing (平胡) is among
    them. `total`: 番 uncapped. `points`: what one payer owes before effects.
    """

    win: Win
    reading: Reading
    fans: tuple[ScoredFan, ...]
    excluded: tuple[ExcludedFan, ...]
    total: int
    points: Fraction

    @property
    def counts(self) -> dict[str, int]:
        """Chinese fan name → how often it counts, labels worth 0 left out."""
        return {f.fan.name.zh: f.count for f in self.fans if f.fan.value}

    def lines(self) -> tuple[FanLine, ...]:
        return tuple(f.line() for f in self.fans)

    def excluded_lines(self) -> tuple[tuple[FanLine, Text], ...]:
        return tuple((e.scored.line(), e.reason) for e in self.excluded)

    def groups(self) -> tuple[tuple[Tile, ...], ...]:
        """The hand's sets as the reading has them, for a screen."""
        return tuple(g.shown for g in self.reading.groups)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a hand does not win here; `clause` names the rule."""

    reason: Text
    clause: str
