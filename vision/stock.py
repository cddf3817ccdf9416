"""What the eyes would tell at this moment: tiles, counts, what is covered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.layout import TableLayout
from engine.observations import Presence, SeenTile, Zone
from engine.seat import SEATS
from vision.change import Mask, Picture
from vision.detections import BACK_CLASS
from vision.dice import DiceReader, Pair
from vision.openness import Openness
from vision.settings import EyesSettings
from vision.settle import TrackBook
from vision.standing import Counts, StandingCount
from vision.surface import Surface
from vision.track import Track
from vision.walls import Stacks, WallCount
from vision.zones import PLACES, Place

_COVERED_SHARE: Final = 0.15
"""A tile of which movement covers this share is hidden for the moment."""
_UNKNOWN: Final = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The parts of a `Sighting` that a look decides. `counts` are the last known
    wall stacks and standing backs; in a sighting those of covered zones are None."""

    tiles: tuple[SeenTile, ...]
    covered: frozenset[Place]
    counts: tuple[Stacks, Counts]
    dice: Pair | None

    @property
    def news(self) -> object:
        """Differs when something lies elsewhere or is something else."""
        tiles = tuple((t.track, t.zone, t.seat, t.face) for t in self.tiles)
        return tiles, self.counts, self.dice

    @property
    def hidden(self) -> object:
        """Differs when something else is hidden or covered."""
        return tuple(t.presence for t in self.tiles), self.covered

    def uncovers(self, before: TablePicture) -> bool:
        """Whether a tile or a place lies open that was hidden in `before`, of the same news."""
        freed = (
            was.presence is not now.presence and now.presence is Presence.SEEN
            for was, now in zip(before.tiles, self.tiles, strict=True)
        )
        return bool(before.covered - self.covered) or any(freed)

    @property
    def wall_stacks(self) -> Stacks:
        stacks, _ = self.counts
        return tuple(
            None if (Zone.WALL, seat) in self.covered else stacks[seat] for seat in SEATS
        )

    @property
    def standing(self) -> Counts:
        _, backs = self.counts
        a, b, c, d = (None if (Zone.HAND, seat) in self.covered else backs[seat] for seat in SEATS)
        return a, b, c, d


class Stock:
    """Counts what is not told tile by tile, and puts the picture together."""

    def __init__(self, layout: TableLayout, settings: EyesSettings) -> None:
        self.layout = layout
        self.settings = settings
        self._wall_count = WallCount(layout)
        self._standing_count = StandingCount(layout)
        self._dice = DiceReader(layout)
        self._stacks: Stacks = _UNKNOWN
        self._backs: Counts = _UNKNOWN
        self._foreign: frozenset[Place] = frozenset()

    def forget(self) -> None:
        """Another deal's walls, or another table."""
        self._wall_count.forget()
        self._stacks, self._backs, self._foreign = _UNKNOWN, _UNKNOWN, frozenset()

    def read_dice(self, image: Picture, surface: Surface, wanted: Mask) -> None:
        """Read the dice in the frame where the dome is among what is `wanted`."""
        if wanted[surface.dome].any():
            self._dice.look(image, surface.calibration)

    def take(self, surface: Surface, felt: Mask, foreign: Mask, tracks: Sequence[Track]) -> None:
        """After a look: count walls and standing backs. `felt`, `foreign`: cells
        that show the table's felt, and what is neither felt nor tile."""
        openness = Openness(surface, felt)
        places = surface.places_of(foreign, self.settings.cover_area)
        # Stacks show their sides and hands their fronts; tracks tell of those.
        self._foreign = frozenset(
            place for place in places if place[0] not in (Zone.WALL, Zone.HAND)
        )
        self._stacks = self._wall_count.count(tracks, surface.calibration, openness)
        self._backs = self._standing_count.count(tracks, openness)

    def picture(self, book: TrackBook, surface: Surface, moving: Mask) -> TablePicture:
        """The settled picture while `moving` cells hide what lies under them."""
        told = [track for track in book.tracks if track.settled and _is_told(track)]
        overrun = surface.share(moving, [track.box for track in told]) > _COVERED_SHARE
        tiles = tuple(
            replace(seen, presence=Presence.HIDDEN) if over else seen
            for seen, over in zip(map(book.seen, told), overrun, strict=True)
        )
        hidden = {(tile.zone, tile.seat) for tile in tiles if tile.presence is Presence.HIDDEN}
        hidden |= {PLACES[track.place] for track in book.tracks if track.settled and track.hidden}
        places = surface.places_of(moving, self.settings.cover_area) | self._foreign | hidden
        covered = frozenset(place for place in places if place[1] is not None)
        return TablePicture(tiles, covered, (self._stacks, self._backs), self._dice.pair)


def _is_told(track: Track) -> bool:
    """Standing tiles and backs in the walls are only counted."""
    zone, _ = PLACES[track.place]
    return not (track.standing or (zone is Zone.WALL and track.best == BACK_CLASS))
