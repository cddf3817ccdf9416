"""The picture that a deal would leave on the table.

What a camera could see if the deal stood as the books say: face-up tiles by
zone and seat, rows turned down, standing backs. Reconciling compares it with
what was really seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.deal import Deal
from engine.events import Flipped
from engine.observations import Zone
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Phase, Status

Place = tuple[Zone, Seat]

COMPARED: tuple[Zone, ...] = (
    Zone.RIVER, Zone.MELDS, Zone.FLOWERS, Zone.WINNING_TILE, Zone.HAND, Zone.WALL,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """`tiles`: what lies face up (or, as `?`, face down in a meld) per place,
    in no order. `standing`: standing tiles per seat; `turned_down`: tiles of a
    winner's row lying face down."""

    tiles: Mapping[Place, tuple[Tile, ...]]
    standing: tuple[int, int, int, int]
    turned_down: tuple[int, int, int, int]


def is_idle(deal: Deal, zone: Zone) -> bool:
    """Whether nothing can be laid open there by what comes next: tiles of a hand before
    hands are opened, or of a wall of which none is to be turned."""
    if zone is Zone.HAND:
        return deal.phase in (Phase.FLOWERS, Phase.PLAY)
    if zone is not Zone.WALL:
        return False
    return not isinstance(next(iter(deal.flow.candidates(deal)), None), Flipped)


def picture_of(deal: Deal) -> Picture:
    """What the table looks like where `deal` stands; worked out once for each deal."""
    known: Picture | None = deal.__dict__.get("_picture")
    if known is None:
        known = deal.__dict__["_picture"] = _picture(deal)
    return known


def _picture(deal: Deal) -> Picture:
    tiles: dict[Place, tuple[Tile, ...]] = {}
    standing = [0, 0, 0, 0]
    turned_down = [0, 0, 0, 0]
    for seat in SEATS:
        tiles[Zone.RIVER, seat] = deal.rivers[seat]
        tiles[Zone.MELDS, seat] = tuple(t for meld in deal.melds[seat] for t in meld.tiles)
        tiles[Zone.FLOWERS, seat] = deal.flowers[seat]
        hand = deal.hands[seat]
        if deal.opened[seat]:
            tiles[Zone.HAND, seat] = hand.known
        else:
            tiles[Zone.HAND, seat] = ()
            if deal.statuses[seat] is Status.WON:
                turned_down[seat] = hand.count
            else:
                standing[seat] = hand.count
        tiles[Zone.WINNING_TILE, seat] = ()
        tiles[Zone.WALL, seat] = ()
    for seat, tile in _winning_tiles(deal):
        tiles[Zone.WINNING_TILE, seat] = (tile,)
    for slot, tile in deal.wall.face_up:
        place = deal.wall.place(slot)
        if place is not None:
            tiles[Zone.WALL, place.seat] += (tile,)
    a, b, c, d = standing
    e, f, g, h = turned_down
    return Picture(tiles, (a, b, c, d), (e, f, g, h))


def _winning_tiles(deal: Deal) -> list[tuple[Seat, Tile]]:
    """Winning tiles as bodies: several winners on one discard share one tile,
    which lies with the first of them."""
    bodies: list[tuple[Seat, Tile]] = []
    shared: set[tuple[Seat, Tile, tuple[Status, ...]]] = set()
    for win in deal.wins:
        tile = deal.winning[win.seat]
        if tile is None:
            continue
        if win.source is not None:
            # Who wins stops playing: a later win finds other seats in play.
            key = (win.source, tile, tuple(seat.status for seat in win.seats))
            if key in shared:
                continue
            shared.add(key)
        bodies.append((win.seat, tile))
    return bodies
