"""Which of the tiles in a picture are the hand; no Kivy.

A camera above the table sees more than the hand that was laid before it, so the
likeliest group is taken first and every other can be added or left out.
"""

from __future__ import annotations

from collections.abc import Collection

from ui.desk import ReadTile

Rows = tuple[tuple[tuple[ReadTile, ...], ...], ...]
Place = tuple[int, int]
"""Row and group in it, from 0."""


def likely_groups(rows: Rows, wanted: Collection[int]) -> frozenset[Place]:
    """The group of a wanted size, else the row of one, else the largest group.

    `wanted`: how many tiles the hand may have.
    """
    groups = [(y, x) for y, row in enumerate(rows) for x in range(len(row))]
    for y, x in groups:
        if len(rows[y][x]) in wanted:
            return frozenset({(y, x)})
    for y, row in enumerate(rows):
        if sum(map(len, row)) in wanted:
            return frozenset((y, x) for x in range(len(row)))
    if not groups:
        return frozenset()
    return frozenset({max(groups, key=lambda at: len(rows[at[0]][at[1]]))})


def tiles_in(rows: Rows, chosen: Collection[Place]) -> tuple[ReadTile, ...]:
    """The tiles of the chosen groups in reading order."""
    return tuple(tile for y, x in sorted(chosen) for tile in rows[y][x])


def place_at(rows: Rows, x: float, y: float) -> Place | None:
    """The group whose tiles lie round the pixel `x`, `y` of the picture."""
    for at, row in enumerate(rows):
        for number, group in enumerate(row):
            left, top = (min(tile.box[side] for tile in group) for side in (0, 1))
            right, bottom = (max(tile.box[side] for tile in group) for side in (2, 3))
            if left <= x <= right and top <= y <= bottom:
                return at, number
    return None
