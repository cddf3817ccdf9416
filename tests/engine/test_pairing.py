"""Which expected tile each seen one is taken for, in long rows."""

from __future__ import annotations

import random

from engine.evidence import Weights, _assign, _best_first, read_cost
from engine.observations import SeenTile, Zone
from engine.seat import Seat
from engine.tile import Tile


def lying(track: int, *faces: tuple[str, float]) -> SeenTile:
    read = tuple((Tile.parse(code), share) for code, share in faces)
    return SeenTile(track, Zone.HAND, Seat.C, 30.0 * track, 430.0, 180.0, read, 0.0, 9)


def test_one_read_otherwise_gives_way_to_one_that_needs_its_place() -> None:
    weights = Weights()
    hand = [Tile.parse(code) for code in ("3m", "4m", "5m", "6p", "7p", "7p", "1j")]
    seen = [
        lying(0, ("5m", 0.80), ("3m", 0.10)), lying(1, ("4m", 1.0)),
        lying(2, ("4m", 0.63), ("5m", 0.37)), lying(3, ("6p", 0.96)), lying(4, ("7p", 1.0)),
        lying(5, ("7p", 0.97)), lying(6, ("1j", 0.98)),
    ]  # fmt: skip
    chosen, tiles, left = _assign(hand, seen, weights)
    assert not tiles
    assert not left
    taken = {s.track: tile.code for s, tile, _ in chosen}
    assert [taken[n] for n in range(7)] == ["3m", "4m", "5m", "6p", "7p", "7p", "1j"]
    assert all(step == read_cost(s, tile, weights) for s, tile, step in chosen)


def test_pairs_are_made_once_each_and_never_dearer_than_the_nearest_first() -> None:
    rng, limit, better = random.Random(4), 5.6, 0
    for _ in range(300):
        rows, columns = rng.randint(1, 9), rng.randint(1, 9)
        costs = [[rng.choice((0.1, 1.0, 3.0, 9.0)) for _ in range(columns)] for _ in range(rows)]
        picks = _best_first(costs, limit)
        assert len({i for i, _ in picks}) == len({j for _, j in picks}) == len(picks)
        assert all(costs[i][j] < limit for i, j in picks)

        def total(pairs: list[tuple[int, int]], rows: int = rows) -> float:
            return sum(costs[i][j] for i, j in pairs) + limit * (rows - len(pairs))  # noqa: B023

        plain: list[tuple[int, int]] = []
        for _, i, j in sorted((c, i, j) for i, row in enumerate(costs) for j, c in enumerate(row)):
            if costs[i][j] < limit and all(i != a and j != b for a, b in plain):
                plain.append((i, j))
        assert total(picks) <= total(plain) + 1e-9
        better += total(picks) < total(plain) - 1e-9
    assert better > 10
