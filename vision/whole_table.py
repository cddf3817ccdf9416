"""One photo of a whole table: rivers, melds, flowers and backs of each seat.

The table's corners are found in the picture, as the live eyes do; the same
picture is looked at until it has settled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.layout import DEFAULT_LAYOUT
from engine.observations import SeenTile, Sighting, Zone
from engine.seat import SEATS, Seat
from engine.tile import Tile, format_tiles
from vision.detector import ImageArray
from vision.eyes import Reader, TableEyes

LOOKS: Final = 8
STEP_S: Final = 0.3
ROW_MM: Final = 42.0
"""Depth by which one row of a river differs from the next."""
IN_ZONES: Final = 0.85
"""Least share of tiles that lie in some seat's zones."""
MANY: Final = 28
"""From this many tiles on a picture may be one of a whole table."""
NAMES: Final = {
    Zone.RIVER: "牌河 river", Zone.MELDS: "副露 melds", Zone.FLOWERS: "花 flowers",
    Zone.HAND: "手牌 hand", Zone.WINNING_TILE: "所胡 won",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What lies where, as the settled sighting tells it."""

    sighting: Sighting

    def zones(self) -> dict[tuple[str, str], str]:
        """(seat, zone) → notation in reading order of that seat, backs as `X`."""
        found: dict[tuple[str, str], str] = {}
        for seat in SEATS:
            for zone in NAMES:
                tiles = [t for t in self.sighting.tiles if t.seat is seat and t.zone is zone]

                def place(tile: SeenTile, seat: Seat = seat) -> tuple[int, float]:
                    lateral, depth = DEFAULT_LAYOUT.to_seat(seat, tile.x, tile.y)
                    return round(depth / ROW_MM), lateral

                text = ""
                run: list[Tile] = []
                for tile in sorted(tiles, key=place):
                    if tile.back > 0.5 or tile.face is None:
                        text += format_tiles(run) + "X"
                        run = []
                    else:
                        run.append(tile.face)
                text += format_tiles(run)
                if text:
                    found[seat.name, zone.value] = text
        return found

    def to_json(self) -> dict[str, Any]:
        """Seats with their zones, standing backs and wall stacks."""
        zones = self.zones()
        return {
            seat.name: {
                **{zone: text for (name, zone), text in zones.items() if name == seat.name},
                "standing": self.sighting.standing[seat],
                "wall": _stacks(self.sighting.wall_stacks[seat]),
            }
            for seat in SEATS
        }

    def to_text(self) -> str:
        """A line for each zone that holds something."""
        lines = []
        for seat, part in self.to_json().items():
            for zone, name in NAMES.items():
                if zone.value in part:
                    lines.append(f"  {seat} {name}: {part[zone.value]}")
            if part["standing"]:
                lines.append(f"  {seat} 立着 standing: {part['standing']}")
            if part["wall"]:
                lines.append(f"  {seat} 牌墙 wall: {part['wall']} 墩 stacks")
        return "\n".join(lines)


def _stacks(stacks: tuple[int, ...] | None) -> int | None:
    return None if stacks is None else sum(1 for height in stacks if height)


def see_table(image: ImageArray, reader: Reader) -> SeenTable | None:
    """The whole table in a picture; None where no table's corners are to be seen, or
    where tiles do not lie as in a deal: a set in its case has four corners too."""
    eyes = TableEyes(reader)
    last = None
    for n in range(LOOKS):
        last = eyes.look(image, n * STEP_S) or last
        if not eyes.sees_table:
            return None
    return SeenTable(last) if last is not None and looks_like_a_deal(last) else None


def looks_like_a_deal(sighting: Sighting) -> bool:
    """Whether tiles lie before two seats at least and hardly any in the middle."""
    if not sighting.tiles:
        return False
    owned = [tile for tile in sighting.tiles if tile.seat is not None]
    seats = {tile.seat for tile in owned if tile.zone in NAMES}
    return len(seats) > 1 and len(owned) >= IN_ZONES * len(sighting.tiles)
