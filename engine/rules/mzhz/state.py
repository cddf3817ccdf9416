"""猫抓耗子: the stages of a deal and what the page remembers of it (mzhz §16)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.deal import Deal
from engine.draft import Draft
from engine.events import WinKind
from engine.play.state import from_payer, step
from engine.seat import Seat
from engine.tile import Tile
from engine.win import Effect, EntryCause


class Stage(StrEnum):
    """Rows of the state table."""

    WALLS = "walls"
    DICE = "dice"
    DEAL = "deal"
    FLIP = "flip"
    ROUND = "flower_round"
    ACT = "act"
    ACT_CLAIMED = "act_claimed"
    DISCARD = "discard"
    KONG = "kong"
    SWAP = "swap"
    FLOWER = "flower"
    UNSAID = "unsaid_flower"
    MOUSE = "mouse"
    PICK = "pick"
    TAKEN = "taken"
    INGOT = "ingot"
    ROLL = "roll"
    CHOOSE = "choose"
    TAIL = "tail"
    DRAW = "draw"
    REMOVE = "remove"
    OPENING = "opening"
    OVER = "over"


SOLO, FIXED, WINDS = "solo", "fixed_pairs", "four_winds"
"""The values of the option `mode`: 单打, 固定双打, 四风双打."""

DEFAULT_TEAMS = (0, 1, 0, 1)
"""东西 against 南北, by the fixed seats (G2.29, S2.29)."""

Teams = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Batch:
    """The winners on one tile, in order from the payer, and who pays."""

    seats: tuple[Seat, ...]
    source: Seat | None
    kind: WinKind
    grouped: bool


@dataclass(frozen=True, slots=True)
class FalseWin:
    """A false win: who, who had not won then, and the effects then in force."""

    seat: Seat
    unwon: frozenset[Seat]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class MzhzState:
    """What only this page remembers.

    `turned`: tiles flipped for 宝牌. `credited`: flower kinds each seat has laid
    (also those stolen since).
    `ingots`: seats with a second ingot tile still to come, the latest last.
    `barred`: per seat the fan total up to which it may not win (过胡).
    `stolen`: what `catch_window=after_choice` would give back. `anchor`: the
    seat whose temporary wind is fixed, and that wind.
    """

    turned: tuple[Tile, ...] = ()
    bonus: Tile | None = None
    credited: tuple[tuple[Tile, ...], ...] = ((), (), (), ())
    effects: tuple[Effect, ...] = ()
    ingots: tuple[Seat, ...] = ()
    barred: tuple[int, int, int, int] = (-1, -1, -1, -1)
    stolen: Deal | None = None
    batches: tuple[Batch, ...] = ()
    teams: Teams | None = None
    anchor: tuple[Seat, Tile] | None = None
    false_wins: tuple[FalseWin, ...] = ()


def state(deal: Deal | Draft) -> MzhzState:
    """The page's own part of a deal."""
    page = deal.page
    assert isinstance(page, MzhzState)
    return page


def bar(draft: Draft, seat: Seat, total: int) -> None:
    """A declined win worth `total` bars the seat up to it (D4.(八))."""
    page = state(draft)
    barred = list(page.barred)
    barred[seat] = max(barred[seat], total)
    set_page(draft, barred=tuple(barred))


def set_page(draft: Draft, **changes: object) -> None:
    """Change fields of the page's state."""
    page = state(draft)
    values = {name: getattr(page, name) for name in MzhzState.__slots__}
    values.update(changes)
    draft.page = MzhzState(**values)


def entered(draft: Draft, seat: Seat, entry: EntryCause, tile: Tile | None) -> None:
    """进张: the seat has a new tile and acts (D2.20); what barred it is over."""
    page = state(draft)
    draft.entries[seat] = entry
    if page.barred[seat] >= 0:
        barred = list(page.barred)
        barred[seat] = -1
        set_page(draft, barred=tuple(barred))
    draft.step = step(Stage.ACT, seat, entry=entry, tile=tile)


__all__ = ["from_payer", "step"]
