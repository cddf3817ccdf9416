"""Hands put together with wild tiles, against the list of all their readings."""

from __future__ import annotations

import random

import pytest

from engine.play.wildhand import counts_of, cover, reading_of, with_pair
from engine.shapes import GroupKind, Reading, standard
from engine.tile import KINDS, Tile

FACES = KINDS[:34]
JOKER = Tile.parse("1j")


def dealt(seed: int) -> tuple[list[Tile], int, int]:
    """Natural tiles, wild ones and sets; few kinds, so that many hands are whole."""
    rng = random.Random(seed)
    sets = rng.choice((1, 2, 2, 3))
    wild = rng.choice((0, 1, 2, 3))
    first = rng.choice((0, 4, 9, 27))
    kinds = [*FACES[first : first + 6], FACES[rng.randrange(34)]]
    pool = [tile for tile in kinds for _ in range(3)]
    return sorted(rng.sample(pool, 3 * sets + 2 - wild)), wild, sets


def is_pungs(reading: Reading) -> bool:
    return all(group.kind is not GroupKind.CHOW for group in reading.groups)


def pair_of(reading: Reading) -> Tile:
    return next(group.tile for group in reading.groups if group.kind is GroupKind.PAIR)


@pytest.mark.parametrize("seed", range(60))
def test_a_hand_is_whole_where_a_reading_of_it_is_listed(seed: int) -> None:
    tiles, wild, sets = dealt(seed)
    listed = list(standard(tiles, sets, wild, FACES))
    pungs = [reading for reading in listed if is_pungs(reading)]
    counts = counts_of(tiles)
    assert (cover(counts, sets, 1) is not None) == bool(listed)
    assert (cover(counts, sets, 1, False) is not None) == bool(pungs)
    for tile in FACES:
        for readings, chows in ((listed, True), (pungs, False)):
            found = with_pair(counts, sets, tile.index, chows)
            assert (found is not None) == any(pair_of(one) is tile for one in readings)
            if found is not None:
                read = reading_of(found, (JOKER,) * wild, (), free=FACES[0])
                assert pair_of(read) is tile
                assert chows or is_pungs(read)
                lying = sorted(tile for group in read.groups for tile in group.shown)
                assert lying == sorted((*tiles, *(JOKER,) * wild))


def test_some_of_these_hands_are_whole_and_some_are_not() -> None:
    whole = [
        cover(counts_of(tiles), sets, 1) is not None for tiles, _, sets in map(dealt, range(60))
    ]
    assert 10 < sum(whole) < 50
