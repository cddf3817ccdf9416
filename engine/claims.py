"""Several claims on one tile: which of them stands (优先权).

Wins come before kongs, kongs before pungs, pungs before chows; claims of the
same rank go to the nearest seat after the one who gave the tile. Wins stand
together where the page lets several players win on one tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.events import Chowed, Event, Konged, Punged, Won
from engine.seat import Seat


def rank(event: Event) -> int:
    """0 for the strongest claim; events that claim nothing come last."""
    for place, kind in enumerate((Won, Konged, Punged, Chowed)):
        if isinstance(event, kind):
            return place
    return 4


def claimant(event: Event) -> Seat | None:
    """The seat that claims; of a win its first winner."""
    if isinstance(event, Won):
        return event.seats[0]
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, Seat) else None


def resolve(claims: Iterable[Event], source: Seat, *, all_win: bool = True) -> Event | None:
    """The one event that stands of what was claimed at once; None of nothing.

    Wins are joined into one, their winners in order from `source`.
    """

    def order(event: Event) -> tuple[int, int]:
        seat = claimant(event)
        return rank(event), (seat - source - 1) % 4 if seat is not None else 4

    ranked = sorted(claims, key=order)
    if not ranked:
        return None
    wins = [event for event in ranked if isinstance(event, Won)]
    if not wins or not all_win:
        return ranked[0]
    winners = {seat for event in wins for seat in event.seats}
    named = {
        seat: total
        for event in wins
        for seat, total in zip(event.seats, event.claimed, strict=False)
    }
    seats = tuple(sorted(winners, key=lambda seat: (seat - source - 1) % 4))
    claimed = tuple(named.get(seat) for seat in seats) if named else ()
    return replace(wins[0], seats=seats, claimed=claimed)
