"""国标麻将: how one line of the fan list is written."""

from __future__ import annotations

from engine.authoring import named_fan
from engine.rules.mcr.sets import bound
from engine.ruleset import Exclusion, Fan, FanContext, Find
from engine.shapes import Reading
from engine.tile import NUMBERS, Tile
from engine.win import Evidence

FILLED = range(21, 29)
"""Numbers that the text has lost; the official list stands in (补)."""


def fan(
    number: int, id_: str, zh: str, en: str, value: int, find: Find, text_zh: str, text_en: str,
    *excludes: str | Exclusion,
) -> Fan:  # fmt: skip
    """Number `number` of the official list; `excludes` are fans not also counted."""
    lost = number in FILLED or number > 60
    clause = f"番{number}（补）" if lost else f"番{number}"
    return named_fan(id_, zh, en, value, find, clause, text_zh, text_en, *excludes)


def within(other: str) -> Exclusion:
    """Not counted for sets that this fan is about."""
    return Exclusion(other, within=True)


def combined(name: str) -> Find:
    """Sets counted together, see `sets`."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return bound(reading, name)

    return find


def ranks(first: int, last: int) -> frozenset[Tile]:
    """The number tiles from one rank to another."""
    return frozenset(tile for tile in NUMBERS if first <= tile.rank <= last)


def is_wind(tile: Tile) -> bool:
    return tile.is_wind


ALONE = ("concealed_hand", "fully_concealed", "single_wait")
"""Not counted beside hands that are concealed by nature and wait for one tile anyhow."""
