"""The stages of a plain deal and what is remembered of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from engine.events import Acted, PaymentRow, WinKind
from engine.flow import Step
from engine.meld import MeldKind
from engine.play.terms import Terms
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Phase

if TYPE_CHECKING:
    from engine.deal import Deal
    from engine.draft import Draft
    from engine.play.page import Play


class Stage(StrEnum):
    """Rows of the state table that every page shares."""

    WALLS = "walls"
    THROW = "throw"
    DICE = "dice"
    DEAL = "deal"
    THROW_AFTER = "throw_after"
    FLIP = "flip"
    DECLARE = "declare"
    ROUND = "flower_round"
    ACT = "act"
    ACT_CLAIMED = "act_claimed"
    DISCARD = "discard"
    KONG = "kong"
    TAIL = "tail"
    DRAW = "draw"
    BIRDS = "birds"
    OPENING = "opening"
    OVER = "over"


BEFORE_DEAL, BEFORE_PLAY = "before_deal", "before_play"
"""When a `Declared` action has a round of its own."""

PHASES: dict[str, Phase] = {
    Stage.WALLS: Phase.WALLS, Stage.THROW: Phase.WALLS, Stage.DICE: Phase.WALLS,
    Stage.DEAL: Phase.DEALING, Stage.THROW_AFTER: Phase.FLOWERS, Stage.FLIP: Phase.FLOWERS,
    Stage.ROUND: Phase.FLOWERS, Stage.OPENING: Phase.OPENING, Stage.OVER: Phase.SETTLED,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Batch:
    """The winners on one tile, in order from the payer, and who pays."""

    seats: tuple[Seat, ...]
    source: Seat | None
    kind: WinKind
    tile: Tile


@dataclass(frozen=True, slots=True)
class Booked:
    """Money that moved before the end: `cause` is the page's word (`kong` …),
    `seat` whose doing it was. Of a kong also its kind, tile and feeder.
    `void`: why it does not count after all, empty while it does."""

    cause: str
    seat: Seat
    rows: tuple[PaymentRow, ...]
    kind: MeldKind | None = None
    tile: Tile | None = None
    source: Seat | None = None
    void: str = ""


FourBars = tuple[Fraction | None, Fraction | None, Fraction | None, Fraction | None]


@dataclass(frozen=True)
class PlayState:
    """What the course of play remembers besides the books of the deal.

    `turned`: tiles flipped as indicators; `wild`: kinds that are wild by them.
    `throws`: dice besides the break, by purpose. `batches`: wins in order.
    `booked`: kongs and whatever else moved money. `barred`: per seat the worth
    up to which it may not win (过胡). `marks`: words about a seat (`ready` …),
    they stand in `PublicSeat.marks`. `thrown`: all discards in order. `drawn`:
    tiles each seat took in turn. `disturbed`: a claim or kong was made.
    `kongs_running`: kongs in a row that brought the tile now in hand. `birds`:
    tiles turned after a win. `acts`: the page's actions in order. `carry`: what
    earlier deals left behind. `own`: whatever else the page keeps (frozen).
    """

    terms: Terms = field(compare=False, repr=False)
    turned: tuple[Tile, ...] = ()
    wild: tuple[Tile, ...] = ()
    throws: tuple[tuple[str, tuple[int, int]], ...] = ()
    batches: tuple[Batch, ...] = ()
    booked: tuple[Booked, ...] = ()
    barred: FourBars = (None, None, None, None)
    marks: tuple[tuple[str, ...], ...] = ((), (), (), ())
    thrown: tuple[tuple[Seat, Tile], ...] = ()
    drawn: tuple[int, int, int, int] = (0, 0, 0, 0)
    disturbed: bool = False
    kongs_running: int = 0
    birds: tuple[Tile, ...] = ()
    acts: tuple[Acted, ...] = ()
    carry: tuple[tuple[str, str], ...] = ()
    own: object = None


def play_of(deal: Deal | Draft) -> Play:
    """The page's course of play."""
    base: Any = getattr(deal, "base", deal)
    return cast("Play", base.rules.flow)


def state(deal: Deal | Draft) -> PlayState:
    """What the course of play remembers."""
    page = deal.page
    assert isinstance(page, PlayState)
    return page


def terms(deal: Deal | Draft) -> Terms:
    return state(deal).terms


def set_page(draft: Draft, **changes: Any) -> None:
    """Change fields of the page's state."""
    draft.page = replace(state(draft), **changes)


def set_of(values: tuple[Any, ...], seat: Seat, value: object) -> tuple[Any, ...]:
    """A per-seat tuple with one seat's value changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def mark(draft: Draft, seat: Seat, word: str) -> None:
    """Remember a word about a seat, once."""
    marks = state(draft).marks
    if word not in marks[seat]:
        set_page(draft, marks=set_of(marks, seat, (*marks[seat], word)))


def acted(deal: Deal | Draft, name: str, seat: Seat | None = None) -> tuple[Acted, ...]:
    """The page's actions of this name so far, of one seat or of all."""
    return tuple(
        act for act in state(deal).acts if act.action == name and (seat is None or act.seat is seat)
    )


def step(
    stage: str,
    actor: Seat,
    *,
    entry: str = "",
    tile: Tile | None = None,
    owed: int = 0,
    owner: Seat | None = None,
    meld: int | None = None,
    back: str = "",
) -> Step:
    """A step; the coarse phase follows from the stage (`play` for a page's own)."""
    phase = PHASES.get(stage, Phase.PLAY)
    if stage == Stage.DECLARE:
        phase = Phase.WALLS if back.startswith(BEFORE_DEAL) else Phase.FLOWERS
    return Step(stage, phase, actor, entry, tile, owed, owner, meld, back)


def from_payer(payer: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats in the order of play after `payer`."""
    return tuple(sorted(seats, key=lambda seat: (seat - payer - 1) % 4))


def drawable(deal: Deal | Draft) -> int:
    """Tiles that may still be drawn: those that stay are not counted."""
    return max(0, deal.wall.drawable - terms(deal).kept)
