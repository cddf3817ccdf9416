"""Several claims on one tile."""

from __future__ import annotations

from itertools import permutations

from engine.claims import resolve
from engine.events import Chowed, Event, Konged, Punged, WinKind, Won
from engine.meld import MeldKind
from engine.seat import SEATS
from engine.tile import Tile, parse_tiles

A, B, C, D = SEATS
TILE = Tile.parse("5p")
CHOW = Chowed(B, A, TILE, parse_tiles("34p"))
PUNG = Punged(C, A, TILE, parse_tiles("55p"))
LATER = Punged(D, A, TILE, parse_tiles("5p1j"))
KONG = Konged(D, MeldKind.EXPOSED_KONG, TILE, parse_tiles("555p"), A)


def won(*seats: object, claimed: tuple[int | None, ...] = ()) -> Won:
    return Won(tuple(seats), TILE, WinKind.DISCARD, A, None, claimed)  # type: ignore[arg-type]


def test_nothing_claimed() -> None:
    assert resolve((), A) is None


def test_order_of_calling_does_not_matter() -> None:
    expected: dict[frozenset[Event], Event] = {
        frozenset((CHOW, PUNG)): PUNG,
        frozenset((PUNG, LATER)): PUNG,
        frozenset((PUNG, KONG, CHOW)): KONG,
        frozenset((KONG, won(C))): won(C),
        frozenset((won(D), won(B), PUNG)): won(B, D),
    }
    for claims, stands in expected.items():
        for order in permutations(claims):
            assert resolve(order, A) == stands


def test_only_the_nearest_wins_where_one_may() -> None:
    assert resolve((won(D), won(B)), A, all_win=False) == won(B)


def test_named_fans_stay_with_their_winner() -> None:
    claims = (won(D, claimed=(3,)), won(B, claimed=(1,)))
    assert resolve(claims, A) == won(B, D, claimed=(1, 3))
