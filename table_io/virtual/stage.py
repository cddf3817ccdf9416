"""The tiles of a deal as bodies, each in a spot of its own.

The stage is told how the true deal stands after an event and answers with the
moves that bring the table there: which body goes from where to where. A body
that need not move keeps its spot to the last hundredth of a millimetre. How
and when the moves are made is the script's affair.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.deal import Deal
from engine.meld import Meld
from engine.observations import Zone
from engine.picture import picture_of
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Status
from engine.wall import Layer, Place
from table_io.virtual.course import Ring
from table_io.virtual.scene import PlacedTile, Pose
from table_io.virtual.spots import BOTTOM, TOP, Ground, Spot


@dataclass(frozen=True, slots=True)
class Body:
    """One tile of the set. `rest`: how it lies in its spot."""

    number: int
    tile: Tile
    spot: Spot
    rest: PlacedTile

    @property
    def pose(self) -> Pose:
        return self.rest.pose


@dataclass(frozen=True, slots=True)
class Move:
    """A body and where it comes to lie."""

    body: Body
    spot: Spot
    pose: Pose

    @property
    def leaves(self) -> bool:
        """It goes to another place and is not only turned or shifted along."""
        one, other = self.body.spot, self.spot
        return (one.zone, one.seat) != (other.zone, other.seat)


class Stage:
    """Where every body is."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._bodies: dict[int, Body] = {}
        self.version = 0

    def clear(self) -> None:
        """All tiles are gone into the machine."""
        self._bodies = {}
        self.version += 1

    def raise_walls(self, ring: Ring) -> None:
        """The walls stand as shuffled."""
        self.clear()
        for number, (place, tile) in enumerate(ring.items()):
            layer = TOP if place.layer is Layer.TOP else BOTTOM
            spot = Spot(Zone.WALL, place.seat, place.stack, layer)
            self._put(number, tile, spot, Pose.FACE_DOWN)

    def placed(self, but: Iterable[int] = ()) -> tuple[PlacedTile, ...]:
        """All bodies as they lie, but those that a hand holds."""
        held = set(but)
        return tuple(body.rest for number, body in self._bodies.items() if number not in held)

    def bodies(self, zone: Zone | None = None, seat: Seat | None = None) -> list[Body]:
        """Bodies of a zone, of a seat, in the order of their spots."""
        found = [
            body
            for body in self._bodies.values()
            if zone in (None, body.spot.zone) and seat in (None, body.spot.seat)
        ]
        return sorted(found, key=lambda body: (body.spot.index, body.spot.sub))

    def make(self, move: Move) -> Body:
        """The move is made: the body rests in its new spot."""
        return self._put(move.body.number, move.body.tile, move.spot, move.pose)

    def topple(self, body: Body, rest: PlacedTile) -> None:
        """The body lies as it should not, until a move puts it right."""
        self._bodies[body.number] = replace(body, rest=rest)
        self.version += 1

    def remove(self, body: Body) -> None:
        """The body goes into the machine."""
        del self._bodies[body.number]
        self.version += 1

    def rest_after(self, move: Move) -> PlacedTile:
        """How the body will rest once the move is made."""
        return self.ground.rest(move.body.tile, move.spot, move.pose, move.body.number)

    def _put(self, number: int, tile: Tile, spot: Spot, pose: Pose) -> Body:
        known = self._bodies.get(number)
        if known is not None and (known.spot, known.pose) == (spot, pose):
            return known
        body = Body(number, tile, spot, self.ground.rest(tile, spot, pose, number))
        self._bodies[number] = body
        self.version += 1
        return body

    def moves_to(self, deal: Deal) -> list[Move]:
        """The moves that bring the table to where `deal` stands.

        Raises `ValueError` where a tile would have to come from nowhere.
        """
        return _Change(self, deal).moves()


class _Change:
    """The difference between bodies as they lie and a deal."""

    def __init__(self, stage: Stage, deal: Deal) -> None:
        self._stage = stage
        self._deal = deal
        self._loose: list[Body] = []
        self._wanted: list[tuple[Tile, Spot, Pose]] = []
        self._turned: list[Move] = []

    def moves(self) -> list[Move]:
        self._walls()
        picture = picture_of(self._deal)
        for seat in SEATS:
            for zone in (Zone.RIVER, Zone.FLOWERS, Zone.WINNING_TILE):
                self._row(zone, seat, picture.tiles[zone, seat])
            self._melds(seat)
        kept = {seat: self._kept_hand(seat) for seat in SEATS}
        carried = [self._carry(*wanted) for wanted in self._wanted]
        for seat in SEATS:
            carried += self._hand(seat, kept[seat])
        if self._loose:
            raise ValueError(f"no place for {[body.tile.code for body in self._loose]}")
        return carried + self._turned

    def _carry(self, tile: Tile, spot: Spot, pose: Pose) -> Move:
        """A loose body for a wanted tile; a claimed one comes from a river."""
        fitting = [body for body in self._loose if body.tile == tile]
        if not fitting:
            raise ValueError(f"no {tile.code} is free for {spot}")
        last = (Zone.RIVER, Zone.MELDS) if spot.sideways else (Zone.HAND,)
        body = max(fitting, key=lambda b: (b.spot.zone in last, b.spot.index))
        self._loose.remove(body)
        return Move(body, spot, pose)

    def _walls(self) -> None:
        wall = self._deal.wall
        for body in self._stage.bodies(Zone.WALL):
            place = _place(body.spot)
            slot = wall.slot(place)
            if slot is None:
                continue
            if wall.is_empty(slot):
                self._loose.append(body)
            elif wall.tile_at(slot) is not None and body.pose is Pose.FACE_DOWN:
                self._turned.append(Move(body, body.spot, Pose.FACE_UP))

    def _row(self, zone: Zone, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Rivers and flowers: what stays keeps its spot, new tiles go to the end."""
        here = self._stage.bodies(zone, seat)
        rest = list(tiles)
        kept: list[Body] = []
        for body in here:
            if body.tile in rest:
                rest.remove(body.tile)
                kept.append(body)
        # Of equal tiles the newest is the one that left.
        self._loose += [body for body in here if body not in kept]
        free = max((body.spot.index for body in kept), default=-1) + 1
        for more, tile in enumerate(rest):
            self._wanted.append((tile, Spot(zone, seat, free + more), Pose.FACE_UP))

    def _melds(self, seat: Seat) -> None:
        here = {(b.spot.index, b.spot.sub): b for b in self._stage.bodies(Zone.MELDS, seat)}
        for index, meld in enumerate(self._deal.melds[seat]):
            for at, tile in enumerate(meld.tiles):
                spot = _meld_spot(seat, index, at, meld)
                pose = Pose.FACE_UP if tile.is_known else Pose.FACE_DOWN
                body = here.pop((index, spot.sub), None)
                if body is not None and body.tile != tile:
                    self._loose.append(body)
                    body = None
                if body is None:
                    self._wanted.append((tile, spot, pose))
        self._loose += here.values()

    def _kept_hand(self, seat: Seat) -> list[Body]:
        """Bodies of the hand that stay in it; the others are loose."""
        rest = list(self._deal.hands[seat].known)
        kept: list[Body] = []
        for body in self._stage.bodies(Zone.HAND, seat):
            if body.tile in rest:
                rest.remove(body.tile)
                kept.append(body)
            else:
                self._loose.append(body)
        return kept

    def _hand(self, seat: Seat, kept: list[Body]) -> list[Move]:
        """Sorted from the left; a tile just drawn stands apart while its owner acts."""
        deal = self._deal
        tiles = list(deal.hands[seat].known)
        for body in kept:
            tiles.remove(body.tile)
        new: list[Body] = []
        for tile in tiles:
            come = next((b for b in self._loose if b.tile == tile), None)
            if come is None:
                raise ValueError(f"{tile.code} comes into a hand from nowhere")
            self._loose.remove(come)
            new.append(come)
        apart = self._apart(seat, kept, new)
        row = sorted([*kept, *new], key=lambda body: body.tile)
        if apart is not None:
            row.remove(apart)
        pose = self._pose(seat)
        moves = [Move(b, Spot(Zone.HAND, seat, at), pose) for at, b in enumerate(row)]
        if apart is not None:
            moves.append(Move(apart, Spot(Zone.HAND, seat, len(row), 1), pose))
        return [m for m in moves if (m.body.spot, m.body.pose) != (m.spot, m.pose)]

    def _apart(self, seat: Seat, kept: list[Body], new: list[Body]) -> Body | None:
        deal = self._deal
        if deal.step.actor is not seat or deal.hands[seat].count % 3 != 2 or deal.ended:
            return None
        if len(new) == 1 and len(kept) % 3 == 1:
            return new[0]
        return next((body for body in kept if body.spot.sub == 1), None)

    def _pose(self, seat: Seat) -> Pose:
        if self._deal.opened[seat]:
            return Pose.FACE_UP
        return Pose.FACE_DOWN if self._deal.statuses[seat] is Status.WON else Pose.STANDING


def _place(spot: Spot) -> Place:
    return Place(spot.seat, spot.index, Layer.TOP if spot.sub == TOP else Layer.BOTTOM)


def _meld_spot(seat: Seat, index: int, at: int, meld: Meld) -> Spot:
    """The first three tiles fill the meld's right end, more come to their left."""
    claimed = None if meld.claimed is None else _sub(meld.claimed)
    sub = _sub(at)
    aside = claimed is not None and sub > claimed
    return Spot(Zone.MELDS, seat, index, sub, sub == claimed, aside)


def _sub(at: int) -> int:
    return 2 - at if at < 3 else at
