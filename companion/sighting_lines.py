"""Sightings as JSON lines that hold only what changed since the last one.

A sighting is the whole table, a hundred tiles and more, and hardly anything of
it changes from one to the next. A line with `"whole": true` stands alone; any
other changes the one before it. Numbers are rounded (0.1 mm, 0.001): what is
read back is what a recogniser would have said at that grain.
"""

from __future__ import annotations

from typing import Any

from engine.errors import LogCorrupt
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.seat import Seat
from engine.tile import Tile

WHOLE_EVERY = 50
"""Sightings between two that stand alone."""


class SightingEncoder:
    """Turns sightings, in order, into plain data."""

    def __init__(self) -> None:
        self._tiles: dict[int, list[Any]] = {}
        self._count = 0

    def encode(self, sighting: Sighting) -> dict[str, Any]:
        """What is new in `sighting`; `looks` alone is nothing new."""
        whole = self._count % WHOLE_EVERY == 0
        self._count += 1
        before = {} if whole else self._tiles
        now = {tile.track: _tile_to_plain(tile) for tile in sighting.tiles}
        changed = [row for track, row in now.items() if not _same(before.get(track), row)]
        # What did not change keeps the row that was written, as the reader will.
        written = {track: before[track] for track in now if track in before}
        self._tiles = written | {row[0]: row for row in changed}
        plain: dict[str, Any] = {
            "frame": sighting.frame,
            "time": round(sighting.time, 3),
            "deal": sighting.deal,
            "tiles": changed,
            "gone": sorted(before.keys() - now.keys()),
            "covered": sorted(
                [zone.value, None if seat is None else seat.name] for zone, seat in sighting.covered
            ),
            "standing": list(sighting.standing),
            "walls": [None if row is None else list(row) for row in sighting.wall_stacks],
        }
        if sighting.dice is not None:
            plain["dice"] = list(sighting.dice)
        if whole:
            plain["whole"] = True
        return plain


class SightingDecoder:
    """Reads back what `SightingEncoder` wrote, in the same order."""

    def __init__(self) -> None:
        self._tiles: dict[int, SeenTile] = {}

    def decode(self, plain: dict[str, Any], line: int) -> Sighting:
        """The sighting; raises `LogCorrupt` with `line` where the data is not one."""
        try:
            if plain.get("whole"):
                self._tiles = {}
            for track in plain["gone"]:
                self._tiles.pop(track, None)
            for row in plain["tiles"]:
                tile = _tile_from_plain(row)
                self._tiles[tile.track] = tile
            standing = tuple(plain["standing"])
            if len(standing) != 4:
                raise ValueError("standing is not one count per seat")
            dice = plain.get("dice")
            return Sighting(
                frame=plain["frame"],
                time=plain["time"],
                deal=plain["deal"],
                tiles=tuple(self._tiles.values()),
                covered=frozenset(
                    (Zone(zone), None if seat is None else Seat[seat])
                    for zone, seat in plain["covered"]
                ),
                standing=(standing[0], standing[1], standing[2], standing[3]),
                wall_stacks=tuple(None if row is None else tuple(row) for row in plain["walls"]),
                dice=None if dice is None else (dice[0], dice[1]),
            )
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise LogCorrupt(line, f"不是所见（{error}） / no sighting: {error}") from error


_LOOKS = 7


def _tile_to_plain(tile: SeenTile) -> list[Any]:
    return [
        tile.track,
        tile.zone.value,
        None if tile.seat is None else tile.seat.name,
        round(tile.x, 1),
        round(tile.y, 1),
        round(tile.yaw),
        [[kind.code, round(probability, 3)] for kind, probability in tile.faces],
        tile.looks,
        round(tile.back, 3),
        tile.presence.value,
        [round(edge) for edge in tile.box],
    ]


def _same(before: list[Any] | None, now: list[Any]) -> bool:
    if before is None:
        return False
    return before[:_LOOKS] == now[:_LOOKS] and before[_LOOKS + 1 :] == now[_LOOKS + 1 :]


def _tile_from_plain(row: list[Any]) -> SeenTile:
    track, zone, seat, x, y, yaw, faces, looks, back, presence, box = row
    return SeenTile(
        track=track,
        zone=Zone(zone),
        seat=None if seat is None else Seat[seat],
        x=x,
        y=y,
        yaw=yaw,
        faces=tuple((Tile.parse(code), probability) for code, probability in faces),
        back=back,
        looks=looks,
        presence=Presence(presence),
        box=(box[0], box[1], box[2], box[3]),
    )
