"""Whether a hand that was just opened is believed before more looks could tell otherwise."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.events import Discarded, Event, HandOpened
from engine.evidence import Weights
from engine.observations import SeenTile, Zone
from engine.patience import Patience
from engine.seat import Seat
from engine.sureness import is_young
from engine.tile import Tile, parse_tiles

FIVE, SIX = Tile.parse("5m"), Tile.parse("6m")
PATIENCE, WEIGHTS = Patience(), Weights()


def way(tile: Tile, event: Event | None = None) -> Any:
    opened = event or HandOpened(Seat.D, (*parse_tiles("57m66s"), tile))
    pairs = {7: ((Zone.HAND, Seat.D), tile)}
    return SimpleNamespace(visible=(opened,), compared=SimpleNamespace(pairs=pairs, guessed=()))


def view(looks: int, seconds: float) -> Any:
    faces = ((FIVE, 0.93), (SIX, 0.06))
    seen = SeenTile(7, Zone.HAND, Seat.D, 0.0, 420.0, 270.0, faces, 0.0, looks)
    sighting = SimpleNamespace(tiles=(seen,), time=100.0)
    return SimpleNamespace(sighting=sighting, since={7: 100.0 - seconds})


@pytest.mark.parametrize(
    ("looks", "seconds", "young"),
    [(4, 0.0, True), (4, 1.0, True), (9, 1.0, False), (4, PATIENCE.ask, False)],
)
def test_few_looks_at_what_was_just_opened_are_not_enough(
    looks: int, seconds: float, young: bool
) -> None:
    seen, shares = view(looks, seconds), (0.95, 0.05)
    assert is_young([way(FIVE), way(SIX)], shares, seen, PATIENCE, WEIGHTS) is young
    # What is known beyond doubt waits for nothing, nor what is no hand.
    assert not is_young([way(FIVE), way(SIX)], (0.99, 0.01), seen, PATIENCE, WEIGHTS)
    throws = [way(tile, Discarded(Seat.D, tile)) for tile in (FIVE, SIX)]
    assert not is_young(throws, shares, seen, PATIENCE, WEIGHTS)
