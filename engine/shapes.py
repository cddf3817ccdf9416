"""Every reading of a complete hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.tile import Tile


class GroupKind(StrEnum):
    """顺子, 刻子, 杠, 将 or 对子, and the loose tiles of irregular hands."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    LOOSE = "loose"


class Family(StrEnum):
    """Basic pattern, seven pairs, orphans, knitted tiles, flowers only."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    ORPHANS = "orphans"
    KNITTED = "knitted"
    FLOWERS = "flowers"


@dataclass(frozen=True, slots=True)
class Group:
    """One set of a reading. `tiles`: what its tiles count as. `meld`: index
    among the melds, None for standing tiles. `shown`: what really lies there."""

    kind: GroupKind
    tiles: tuple[Tile, ...]
    meld: int | None = None
    shown: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand; `wild`: what its free jokers stand for."""

    family: Family
    groups: tuple[Group, ...]
    wild: tuple[Tile, ...] = ()
