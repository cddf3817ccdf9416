"""What a page says about the course of a deal in numbers and flags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.events import Acted, End
from engine.flow import Action
from engine.tile import FLOWERS, Tile
from engine.wall import PerSide

if TYPE_CHECKING:
    from engine.deal import Deal
    from engine.draft import Draft


@dataclass(frozen=True, slots=True)
class Declared:
    """An action of the page with its rules.

    `candidates`: every such event that is legal now (or might be, by what is
    hidden); an event that it does not list is not legal. `apply`: what it
    does. `stages`: where it may come (`Stage` words). `round`: asked of every
    seat in a round of its own, `before_deal` or `before_play`; `required`:
    the round goes on until every seat has answered.
    """

    action: Action
    candidates: Callable[[Deal], Iterator[Acted]]
    apply: Callable[[Draft, Acted], None]
    stages: frozenset[str] = frozenset()
    round: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """Numbers and flags of a page under its options.

    `stacks`: of the four walls. `throws`: purposes of dice thrown before the
    walls are broken; `throws_after`: after the deal. `flips`: how many tiles
    are turned after the deal. `dead_flip`: they stay where they lie and are
    never drawn.

    `flowers`: kinds that are laid and replaced. `chow` … `added_kong`: which
    sets may be made. `robbing`: an added kong may be won on. `win_discard`: a
    discard may be won on. `several`: one tile may give several wins.
    `winners`: after so many wins the deal ends. `kept`: tiles that stay in the
    wall. `claim_last`: the last discard may be claimed for a set.
    `kong_end`, `flower_end`: where replacements come from.

    `bar`: 过胡: `none`; `all`: who lets a win go by may not win before his
    next tile; `less`: unless it is worth more. `eight_flowers`: all flowers
    laid is a win. `birds`: tiles turned after the first win, from `bird_end`.
    `ready_check`: hands are opened when nobody wins (or play ends so).
    `covered_kongs`: a concealed kong lies face down till the end.
    """

    stacks: PerSide
    throws: tuple[str, ...] = ()
    throws_after: tuple[str, ...] = ()
    flips: int = 0
    dead_flip: bool = True
    flowers: frozenset[Tile] = frozenset()
    chow: bool = False
    pung: bool = True
    exposed_kong: bool = True
    added_kong: bool = True
    concealed_kong: bool = True
    kong_after_claim: bool = False
    robbing: bool = True
    win_discard: bool = True
    several: bool = True
    winners: int = 1
    kept: int = 0
    claim_last: bool = False
    kong_end: End = End.TAIL
    flower_end: End = End.TAIL
    tail_top_first: bool = True
    bar: str = "none"
    eight_flowers: bool = False
    birds: int = 0
    bird_end: End = End.HEAD
    ready_check: bool = False
    covered_kongs: bool = False
    acts: tuple[Declared, ...] = field(default=())


EVEN_108: PerSide = (14, 13, 14, 13)
"""108 tiles: 14 stacks before A and C, 13 before B and D."""
EVEN_136: PerSide = (17, 17, 17, 17)
EVEN_144: PerSide = (18, 18, 18, 18)
ALL_FLOWERS = frozenset(FLOWERS)
