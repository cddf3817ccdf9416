"""Exposed sets: chow, pung and the three kongs.

A meld keeps two things apart: what it *is* (`tile`, the kind it is a set of)
and what *lies there* (`tiles`, with jokers, placeholders and `?`). A swap or a
steal changes what lies there, never what the meld is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.seat import Seat
from engine.tile import Tile


class MeldKind(StrEnum):
    """吃, 碰, 明杠 (from a discard), 加杠 (added to a pung), 暗杠."""

    CHOW = "chow"
    PUNG = "pung"
    EXPOSED_KONG = "exposed_kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"

    @property
    def is_kong(self) -> bool:
        return self in (
            MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meld:
    """One exposed set of a seat.

    `tile`: the kind the set is of (lowest tile of a chow; the joker itself for
    a set of jokers). `tiles`: what lies there, 3 or 4 tiles. `source`: the seat
    whose discard was claimed, or None. `claimed`: index in `tiles` of the
    claimed tile. `stands_for`: `(index, kind)` pairs for placeholders and for
    jokers where the page fixes them (猫抓耗子 D3.十).
    """

    kind: MeldKind
    tile: Tile
    tiles: tuple[Tile, ...]
    source: Seat | None = None
    claimed: int | None = None
    stands_for: tuple[tuple[int, Tile], ...] = ()
