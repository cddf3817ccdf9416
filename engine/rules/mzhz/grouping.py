"""四风双打: which two seats are partners, from the winds shown (S2.30, F28).

The first wind shown fixes a temporary wind for every seat, counted from the
seat that showed it; the second names its partner. A first win before any wind
makes the winner East. Winds that come later, or the same wind again, are mute.
"""

from __future__ import annotations

from engine.seat import Seat
from engine.tile import Tile

Anchor = tuple[Seat, Tile]
Teams = tuple[int, int, int, int]
EAST = Tile.parse("1z")


def pairs(one: Seat, other: Seat) -> Teams:
    """Team numbers for seats A…D when `one` and `other` are partners; A is in team 0."""
    together = (one, other)
    first = [seat in together for seat in Seat]
    home = first[Seat.A]
    a, b, c, d = (0 if mine == home else 1 for mine in first)
    return a, b, c, d


def wind_shown(
    anchor: Anchor | None, teams: Teams | None, seat: Seat, wind: Tile
) -> tuple[Anchor | None, Teams | None]:
    """Anchor and teams after `seat` laid or threw `wind`."""
    if teams is not None:
        return anchor, teams
    if anchor is None:
        return (seat, wind), None
    first, first_wind = anchor
    if wind == first_wind:
        return anchor, None
    return anchor, pairs(first, first.offset(wind.rank - first_wind.rank))


def first_win(anchor: Anchor | None, winner: Seat) -> Anchor:
    """Anchor after the deal's first win; `winner` is the nearest to the payer."""
    return anchor if anchor is not None else (winner, EAST)
