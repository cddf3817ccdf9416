"""What cannot be so in a sighting, whatever the deal is, put right before it is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import replace
from itertools import combinations
from math import hypot
from operator import is_
from typing import Final

from engine.deal import Deal
from engine.events import Flipped
from engine.layout import TableLayout
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.picture import Place, is_idle, picture_of
from engine.seat import SEATS, Seat
from engine.tile import Tile

LAYOUT: Final = TableLayout()
ROOM: Final = 0.7 * LAYOUT.tile.width
"""Millimetres within which no second tile can lie."""

Tiles = tuple[SeenTile, ...]
Bound = Mapping[int, tuple[Place, Tile]]
"""What tracks are known to be, and where."""
Never = Mapping[int, frozenset[Tile]]
"""What players said that tracks are not."""
NOTHING: Final[Never] = {}

PLAUSIBLE: Final = 0.1
"""Share from which a tile may be what it is read as."""
FLAT: Final = (Zone.RIVER, Zone.MELDS, Zone.FLOWERS)
"""Where no tile lies on another."""
SET_OUT: Final = (Zone.MELDS, Zone.FLOWERS, Zone.HAND)
"""Where tiles lie in rows side by side, upright before their seat."""
BESIDE: Final = 0.5 * LAYOUT.tile.width
BEHIND: Final = 0.85 * LAYOUT.tile.height
"""Millimetres along and across such a row within which no second tile can lie."""
SQUEEZED: Final = 1.5 * LAYOUT.tile.width
"""Millimetres between two tiles of a row into which no third fits."""
STRIPED: Final = frozenset({"2s", "4s", "9s"})
"""What the side of two tiles, one upon the other, may be read as."""
FOOT: Final = 3
"""Full rows of a river before what lies next to the wall."""
TURNED_WITHIN: Final = 3.5 * LAYOUT.tile.width
"""Millimetres from where a tile is turned within which it may lie: walls are pushed about."""
LEAST: Final = 0.15
"""Share of all that is left without it on which nothing can be built."""
CLEARLY: Final = 0.985
"""Share from which a tile is still read as the one that was taken from there."""


class Ghosts:
    """Tiles that were seen for a moment, as under a hand that carries them, and are said to
    be hidden ever since: after `patience` seconds there is none.

    `looks`: how often a tile was looked at that is one for sure.
    """

    def __init__(self, patience: float, looks: int) -> None:
        self._patience = patience
        self._looks = looks
        self._since: dict[int, float] = {}
        self._last: tuple[Tiles, set[int], Tiles] | None = None
        self._taken = _Taken()

    def laid(
        self, sighting: Sighting, known: Bound, deal: Deal, never: Never = NOTHING
    ) -> Sighting:
        """The sighting without them, and with what lies where one was claimed read anew;
        `known`: tracks that are tiles for sure. Itself where there are none."""
        sighting = self._taken.away(sighting, known, deal, never)
        hidden = [
            tile
            for tile in sighting.tiles
            if tile.presence is Presence.HIDDEN
            and tile.track not in known
            and tile.looks < self._looks
        ]
        now = sighting.time
        self._since = {tile.track: self._since.get(tile.track, now) for tile in hidden}
        gone = {t.track for t in hidden if now - self._since[t.track] >= self._patience}
        if not gone:
            return sighting
        # One and the same picture stays the same.
        if self._last is None or self._last[0] is not sighting.tiles or self._last[1] != gone:
            kept = tuple(tile for tile in sighting.tiles if tile.track not in gone)
            self._last = sighting.tiles, gone, kept
        tiles = self._last[2]
        places = {(tile.zone, tile.seat) for tile in hidden if tile.track in gone}
        places -= {(t.zone, t.seat) for t in tiles if t.presence is Presence.HIDDEN}
        return replace(sighting, tiles=tiles, covered=sighting.covered - places)


class _Taken:
    """Tiles that lay in a river until a hand took them. What is seen there later is
    another tile, of which the looks at the first one tell nothing. So it is with what
    players said that a tile is not."""

    def __init__(self) -> None:
        self._lay: dict[int, tuple[Place, Tile, int, bool]] = {}
        """What a track was known to be, how often it had been looked at by then, and
        whether a hand was over it since."""
        self._last: tuple[Tiles, Bound, Deal, Never, Tiles] | None = None

    def away(self, sighting: Sighting, known: Bound, deal: Deal, never: Never) -> Sighting:
        """The sighting with tiles in their places read anew; itself where there are none."""
        last, asked = self._last, (sighting.tiles, known, deal, never)
        # One and the same picture stays the same.
        if last is None or not all(map(is_, last, asked)):
            tiles = self._without(*asked)
            if last is not None and tiles is not sighting.tiles and last[4] == tiles:
                tiles = last[4]
            last = self._last = *asked, tiles
        return sighting if last[4] is last[0] else replace(sighting, tiles=last[4])

    def _without(self, tiles: Tiles, known: Bound, deal: Deal, never: Never) -> Tiles:
        expected = picture_of(deal).tiles
        free = Counter({
            (place, tile): count
            for place, row in expected.items()
            if place[0] is Zone.RIVER
            for tile, count in Counter(row).items()
        })  # fmt: skip
        free.subtract(known.values())
        twice = _seen_twice(tiles, known)
        kept: list[SeenTile] = []
        for seen in tiles:
            if seen.track in twice:
                continue
            if seen.track in known:
                place, tile = known[seen.track]
                self._lay[seen.track] = place, tile, seen.looks, False
            elif seen.track in self._lay and self._lay[seen.track][0][0] is Zone.RIVER:
                place, tile, looks, _ = self._lay[seen.track]
                if seen.presence is Presence.HIDDEN:
                    self._lay[seen.track] = place, tile, looks, True
                elif free[place, tile] <= 0 and self._lay[seen.track][3]:
                    seen = _unless_again(seen, tile, looks)
            if seen.track in never:
                seen = _other_than(seen, never[seen.track])
            kept.append(seen)
        same = len(kept) == len(tiles) and all(map(is_, kept, tiles))
        return tiles if same else tuple(kept)


def _seen_twice(tiles: Tiles, known: Bound) -> set[int]:
    """Tracks that are other tiles' edges: of two that lie before a seat, one behind the
    other, nearer than a tile is long, one is none, nor is what would lie between two of a
    row that leave no room for it."""
    rows: dict[Seat, list[SeenTile]] = {}
    for seen in tiles:
        lies = seen.face is not None or seen.zone is not Zone.HAND
        if seen.zone in SET_OUT and lies and seen.seat is not None:
            if seen.presence is Presence.SEEN:
                rows.setdefault(seen.seat, []).append(seen)
    twice: set[int] = set()
    for seat, row in rows.items():
        for one, other in combinations(row, 2):
            along, across = other.x - one.x, other.y - one.y
            if seat in (Seat.B, Seat.D):
                along, across = across, along
            if abs(along) < BESIDE and abs(across) < BEHIND:
                twice.add(min(one, other, key=lambda seen: _likely(seen, known)).track)
        turns = seat in (Seat.B, Seat.D)
        spots = sorted(
            ((s.y, s.x) if turns else (s.x, s.y), n)
            for n, s in enumerate(row)
            if s.track not in twice
        )
        for (first, left), (at, middle), (last, right) in zip(
            spots, spots[1:], spots[2:], strict=False
        ):
            level = max(abs(first[1] - at[1]), abs(last[1] - at[1])) < BEHIND
            if level and last[0] - first[0] < SQUEEZED and row[left].track not in twice:
                rival = max(_share(row[left]), _share(row[right]))
                if row[middle].track not in known or _share(row[middle]) < rival:
                    twice.add(row[middle].track)
    return twice


def _share(seen: SeenTile) -> float:
    return seen.faces[0][1] if seen.face is not None else 0.0


def _likely(seen: SeenTile, known: Bound) -> tuple[bool, bool, float]:
    """How likely it is the tile itself; numbers lie in sets, not among flowers."""
    as_known = seen.track in known and known[seen.track][0] == (seen.zone, seen.seat)
    return not (seen.zone is Zone.FLOWERS and _is_number(seen)), as_known, _share(seen)


def _unless_again(seen: SeenTile, taken: Tile, looks: int) -> SeenTile:
    """The tile as it is read where it is not the one that lay there, `looks` of whose looks
    were at that: where later looks take nothing from its share, it may have been put back."""
    share = next((p for face, p in seen.faces if face == taken), 0.0)
    return seen if seen.looks < looks or share >= CLEARLY else _other_than(seen, {taken})


def _other_than(seen: SeenTile, never: Set[Tile]) -> SeenTile:
    """The tile as it is read where it is none of these."""
    share = sum(p for face, p in seen.faces if face in never)
    if share == 0.0:
        return seen
    left = tuple((f, p / max(1.0 - share, LEAST)) for f, p in seen.faces if f not in never)
    return replace(seen, faces=left or ((seen.faces[0][0], LEAST),))


def as_it_can_lie(sighting: Sighting, deal: Deal | None) -> Sighting:
    """The sighting in which a tile that is seen where another is said to be hidden is that
    other one, numbers among flowers lie on the wall beside them where one is turned or
    was, and what seems open far from where a tile is turned, or striped at the foot of a
    wall to which no river reaches yet, is the side of a wall; itself where it has none of
    these."""
    # The camera was moved, or the tile was.
    hidden = [tile for tile in sighting.tiles if tile.presence is Presence.HIDDEN]
    again: dict[int, int] = {}
    gone: set[int] = set()
    for tile in sighting.tiles if hidden else ():
        if tile.presence is Presence.SEEN:
            one = next((other for other in hidden if _overlap(tile, other)), None)
            if one is not None:
                hidden.remove(one)
                gone.add(one.track)
                # On a wall one tile lies on another; a back is none that lay face up, and what
                # was seen first does not become what came later.
                if one.zone in FLAT and one.face is not None and one.track < tile.track:
                    again[tile.track] = one.track
    there = {tile.face for tile in sighting.tiles if tile.zone is Zone.WALL}
    turned = set() if deal is None else {face for _, face in deal.wall.face_up} - there
    due = deal is not None and not is_idle(deal, Zone.WALL)
    open_at = _turned_at(deal) if deal is not None else []
    tiles = tuple(
        _at_its_place(_side_of_wall(tile, open_at, deal), again.get(tile.track, tile.track),
                      turned, due=due)
        for tile in sighting.tiles
        if tile.track not in gone
    )  # fmt: skip
    # One and the same picture is explained once: it is to stay the same.
    same = len(tiles) == len(sighting.tiles) and all(map(is_, tiles, sighting.tiles))
    return sighting if same else replace(sighting, tiles=tiles)


def _turned_at(deal: Deal) -> list[tuple[float, float]]:
    """Where, in millimetres on the table, tiles of the wall lie open, or the next is to."""
    following = next(iter(deal.flow.candidates(deal)), None)
    slots = [slot for slot, _ in deal.wall.face_up]
    slots += [following.slot] if isinstance(following, Flipped) else []
    places = [place for slot in slots if (place := deal.wall.place(slot)) is not None]
    return [LAYOUT.stack_at(place.seat, place.stack) for place in places]


def _side_of_wall(
    tile: SeenTile, open_at: list[tuple[float, float]], deal: Deal | None
) -> SeenTile:
    """A face that is but a wall's side as the back that it is."""
    if tile.face is None or deal is None:
        return tile
    if tile.zone is Zone.WALL and open_at:
        near = any(hypot(tile.x - x, tile.y - y) <= TURNED_WITHIN for x, y in open_at)
        return tile if near else replace(tile, faces=(), back=1.0)
    if tile.zone is Zone.RIVER and tile.face.code in STRIPED:
        depth, seat = max((LAYOUT.to_seat(seat, tile.x, tile.y)[1], seat) for seat in SEATS)
        rows = (depth - LAYOUT.river.depth_min) / LAYOUT.river_pitch[1]
        # A river may be untidy, but is not begun at its far end.
        at_foot = rows >= FOOT and depth <= LAYOUT.wall.depth_min
        if at_foot and len(deal.rivers[seat]) < (FOOT - 1) * LAYOUT.river_columns:
            return replace(tile, faces=(), back=1.0)
    return tile


def _at_its_place(tile: SeenTile, track: int, missed: Set[Tile], *, due: bool) -> SeenTile:
    """`missed`: what was turned and is not seen on the wall; `due`: one is to be turned."""
    is_turned = _is_number(tile) and (due or tile.face in missed)
    zone = Zone.WALL if is_turned and tile.zone is Zone.FLOWERS else tile.zone
    known = track == tile.track and zone is tile.zone
    return tile if known else replace(tile, track=track, zone=zone)


def _overlap(one: SeenTile, other: SeenTile) -> bool:
    near = abs(one.x - other.x) < ROOM and abs(one.y - other.y) < ROOM
    return near and one.zone is other.zone and one.seat is other.seat


def _is_number(tile: SeenTile) -> bool:
    """Whether it can hardly be a flower."""
    likely = [face for face, share in tile.faces if share >= PLAUSIBLE]
    return tile.face is not None and all(face.is_number for face in likely)
