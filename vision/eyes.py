"""Frames in, settled sightings out: what lies on the table, and since when.

A frame is compared with the one before on a small copy. Where it moves nothing
is believed; where it changed and came to rest it is looked at, twice, and the
looks are voted. Everything else is remembered. The whole table is looked at
when the eyes begin and after it changed as a whole; a quarter of it now and
then, in case a change was too faint to be noticed. It owns no thread and reads
no clock: whoever calls says what time it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.layout import TableLayout
from engine.observations import Sighting
from engine.seat import SEATS, Seat
from vision.anchor import Anchor
from vision.change import Change, ChangeWatch, Mask, Picture
from vision.detections import BACK_CLASS, Detections
from vision.following import Following
from vision.geometry import Calibration, CalibrationError, Floats
from vision.lens import Bend
from vision.lens_fit import find_table
from vision.long_look import LongLook
from vision.measure import Measured, measure
from vision.pairs import parted
from vision.parts import crumbs, halves, sides
from vision.reader import Recall
from vision.recall import recall_from
from vision.settings import EyesSettings
from vision.settle import TrackBook
from vision.stock import Stock, TablePicture
from vision.surface import HOLE_MM, Rect, Surface, as_boxes
from vision.top_view import TopView

_CORNER_TRIES_EVERY: Final = 1.0
_ZOOMS: Final = (1.0, 0.86)
"""What a tile is said to be larger or smaller by, from look to look: a still picture
looked at in another size makes other mistakes."""
_SHARP_PX: Final = 38.0
"""Pixels of a tile's long side in the camera's picture below which it is looked at
smaller than usual: enlarged it would only be blurred."""
_MOST_SMALLER: Final = 1.6
_ANXIOUS_S: Final = 1.2
"""A sighting waits for places still being looked at, but no longer than this."""


class Reader(Protocol):
    """What finds and reads tiles: `vision.reader.TileReader`."""

    def read(
        self,
        image: Picture,
        tile_px: float | None = None,
        region: Rect | None = None,
        *,
        belief: float = ...,
        zoom: float = ...,
        recall: Recall | None = ...,
    ) -> Detections: ...

    def reread(self, image: Picture, found: Detections) -> Detections: ...


class TableEyes:
    """One camera's table. Not for use by two threads at once.

    Without a `calibration` the corners are found in the picture, at whose
    bottom sits the seat `bottom`. `anchor`: what was found when the calibration
    was kept; by it a camera is followed that was moved since. `bend`: the lens' own,
    where only that is known; else it is found with the corners.
    """

    def __init__(
        self,
        reader: Reader,
        layout: TableLayout | None = None,
        calibration: Calibration | None = None,
        settings: EyesSettings | None = None,
        bottom: Seat = Seat.A,
        anchor: Anchor | None = None,
        bend: Bend | None = None,
    ) -> None:
        self.reader = reader
        self.layout = layout or TableLayout()
        self.settings = settings or EyesSettings()
        self.calibration = calibration
        self.deal = 0
        self.frames = 0
        self.looks_taken = 0
        self.book = TrackBook(self.settings)
        self._nudged_at: float | None = None
        self._seen_at = float("-inf")
        self._given = calibration is not None
        self._bend = bend
        self._near_side = -int(bottom) % 4
        self._following = Following(self._near_side, self.settings, anchor)
        self._surface: Surface | None = None
        self._top: TopView | None = None
        self._view: Calibration | None = None
        self._smaller = 1.0
        self._long_look = LongLook()
        self._watch = ChangeWatch(1, self.settings)
        self._stock = Stock(self.layout, self.settings)
        self._moved_at: NDArray[np.float64] = np.zeros((0, 0))
        self._need: NDArray[np.int16] = np.zeros((0, 0), np.int16)
        self._extra = self._need
        self._next_corners = float("-inf")
        self._looked_at = float("-inf")
        self._quarter = 0
        self._moved = False
        self._told: TablePicture | None = None
        self._told_at = float("-inf")
        self._news_since: float | None = None
        self._frame_size = (0, 0)

    @property
    def sees_table(self) -> bool:
        """Whether corners are known for the pictures that come."""
        return self._surface is not None

    @property
    def top_view(self) -> TopView | None:
        """Through which a tilted camera's pictures are looked at; boxes are read in it."""
        return self._top

    @property
    def since_moved(self) -> float | None:
        """Seconds since the camera was found moved; None where it never was."""
        return None if self._nudged_at is None else self._seen_at - self._nudged_at

    @property
    def _blurred(self) -> bool:
        """Whether the camera shows tiles so small that one picture of them is not enough."""
        return self._smaller > 1.0

    def recalibrate(
        self,
        calibration: Calibration | None,
        anchor: Anchor | None = None,
        layout: TableLayout | None = None,
    ) -> None:
        """Look with this calibration from the next frame on; None: find the corners.

        `layout`: where things lie from then on; None: as before.
        """
        self.calibration, self._following.anchor = calibration, anchor
        self._following.forget()
        if layout is not None and layout != self.layout:
            self.layout, self._stock = layout, Stock(layout, self.settings)
        self._given = calibration is not None
        self._frame_size, self._surface = (0, 0), None
        self._next_corners = float("-inf")

    def force_refresh(self) -> None:
        """Look at the whole table again with the next frame at rest."""
        if self._surface is not None:
            self._need[self._surface.table] = self.settings.looks

    def begin_deal(self, deal: int) -> None:
        """Sightings carry this deal's number from now on; the table is looked at anew."""
        self.deal = deal
        self._stock.forget()
        self._told = None
        self.force_refresh()

    def look(self, image: Picture, now: float) -> Sighting | None:
        """The settled picture, or None while there is nothing new to tell.

        `image` (height, width, 3) BGR uint8; `now` seconds, never going back.
        """
        self.frames += 1
        self._seen_at = now
        size = (image.shape[1], image.shape[0])
        if size != self._frame_size and not self._fit(size):
            return None
        if self._surface is None and not self._find_table(image, now):
            return None
        following = self._following
        if self._given and following.anchor is None and self.calibration is not None:
            following.anchor = Anchor.of(image, self.calibration, self._near_side, self.settings)
        surface = self._surface
        assert surface is not None
        frame = image
        if self._top is not None:
            image = self._top.picture(frame)
        if self._blurred:
            self._long_look.add(image, now)
        change = self._watch.step(image[surface.view])
        moving = self._moving(change, surface, now)
        moves = bool(moving.any())
        calm = not (moves or self._moved or self._news_since is not None)
        self._moved = moves
        looked = not change.blind and self._look_around(
            frame, image, change, surface, moving, now
        )
        if (calm and not looked) or self._surface is not surface:
            return None
        return self._tell(surface, moving, now)

    def _fit(self, size: tuple[int, int]) -> bool:
        """Take over another picture size; False where the table must be found anew."""
        self._frame_size = size
        self._surface = None
        if self.calibration is None:
            return True
        if self.calibration.frame_size != size:
            self._following.anchor = None
        try:
            self._use(self.calibration.scaled(size))
        except CalibrationError:
            if self._given:
                return False
            self.calibration = None
        return True

    def _find_table(self, image: Picture, now: float) -> bool:
        if now < self._next_corners or self._given:
            return False
        self._next_corners = now + _CORNER_TRIES_EVERY
        found = find_table(image, self._near_side, self.settings, self._bend)
        return found is not None and self._calibrate(found.corners, found.bend)

    def _calibrate(self, corners: Floats, bend: Bend, *, late: bool = False) -> bool:
        try:
            found = Calibration.from_corners(
                corners, self._frame_size, surface=self.layout.surface, bend=bend
            )
        except CalibrationError:
            return False
        self._use(found, late=late)
        return True

    def _use(self, calibration: Calibration, *, late: bool = False) -> None:
        """Look with `calibration`; `late`: the pictures before were already its own."""
        settings = self.settings
        tile = self.layout.tile
        top = TopView.of(calibration, self.layout)
        view = calibration if top is None else top.calibration
        tile_px = view.scale_at(0, 0, tile.thickness) * tile.height
        factor = max(1, round(tile_px / settings.watch_tile_px))
        if self._view is not None and self.calibration is not None:
            held, holds = (self.calibration, self._view), (calibration, view)
            if late:
                self.book.measure_anew(held, holds, tile.thickness)
            else:
                self.book.carry_over(self._view, view, tile.thickness)
        self.calibration, self._top, self._view = calibration, top, view
        native = calibration.scale_at(0, 0, tile.thickness) * tile.height
        self._smaller = min(max(1.0, _SHARP_PX / native), _MOST_SMALLER)
        self._long_look.forget()
        self._watch = ChangeWatch(factor, settings)
        surface = Surface(view, self.layout, settings, factor)
        if self._surface is not None:
            boxes = {track.id: track.box for track in self.book.tracks}
            surface.memory = self._surface.memory.redrawn(surface.windows(boxes))
        self._surface = surface
        shape = self._surface.shape
        self._moved_at = np.full(shape, float("-inf"))
        self._need = np.where(self._surface.table, settings.looks, 0).astype(np.int16)
        self._extra = np.zeros(shape, np.int16)

    def _moving(self, change: Change, surface: Surface, now: float) -> Mask:
        """Where something moves or has just moved, a tile's breadth around included."""
        if change.blind:
            return np.ones(surface.shape, np.bool_)
        self._moved_at[change.moving] = now
        recent = self._moved_at > now - self.settings.rest_s
        if not recent.any():
            return recent
        return surface.grown(recent, surface.tile_cells / 2)

    def _look_around(
        self, frame: Picture, image: Picture, change: Change, surface: Surface, moving: Mask,
        now: float,
    ) -> bool:  # fmt: skip
        """Read what is wanted and at rest, and settle it; whether there was anything.

        `image`: the camera's `frame`, or the table in it seen from above.
        """
        settings = self.settings
        fresh = change.changed & surface.table
        table_cells = max(1, int(np.count_nonzero(surface.table)))
        if int(np.count_nonzero(fresh & ~moving)) > settings.whole_share * table_cells:
            fresh = surface.table
            if self.looks_taken:
                self._following.doubt(now)
        elif self.looks_taken and surface.all_around(fresh & ~moving):
            self._following.doubt(now)
        elif not moving.any():
            self._following.doubt_idly(now)
        if self._follow(frame, now):
            return False
        self._need[fresh] = np.maximum(self._need[fresh], settings.looks)
        self._extra[fresh] = 0
        wanted, afresh = (self._need > 0) & ~moving, False
        if not wanted.any():
            if now - self._looked_at < settings.refresh_s or moving.any():
                return False
            wanted, afresh = surface.quarter(self._quarter), True
            self._quarter = (self._quarter + 1) % len(SEATS)
        if not moving[surface.dome].any():
            self._stock.read_dice(image, surface, wanted)
        whole = int(np.count_nonzero(wanted)) > settings.whole_share * table_cells
        if whole or surface.felt is None:
            surface.learn(change.small, ~moving)
        afresh |= whole
        regions = [surface.whole] if whole else surface.regions(wanted)
        felt = surface.felt_mask(change.small)
        if self._blurred:
            image = self._long_look.picture(regions, surface, self._moved_at)
        evened = surface.evened(image, regions)
        # A place that came to rest is read in both sizes at once, the whole table in turns.
        zooms = [_ZOOMS[self.looks_taken % len(_ZOOMS)]] if whole else _ZOOMS
        for n, zoom in enumerate(zooms):
            measured, looked = self._read(
                evened, change.small, surface, regions, ~moving, felt, zoom * self._smaller, afresh
            )
            tiles = [track.box for track in self.book.tracks] + as_boxes(measured.boxes)
            foreign = surface.foreign(felt, surface.bodies(tiles))
            touched = surface.touching(foreign, as_boxes(measured.boxes))
            measured = replace(measured, touched=touched)
            self._settle(change.small, surface, measured, looked, again=n > 0)
            self._need[looked] = np.maximum(self._need[looked] - 1, 0)
        self._watch.accept(looked)
        self._look_again(surface, looked)
        self._stock.take(surface, felt, foreign, self.book.tracks)
        self.looks_taken += 1
        self._looked_at = now
        return True

    def _read(
        self,
        image: Picture,
        small: Picture,
        surface: Surface,
        regions: list[Rect],
        resting: Mask,
        felt: Mask,
        zoom: float,
        afresh: bool,
    ) -> tuple[Measured, Mask]:
        """What `regions` show, and the cells in which that is the whole truth.

        `afresh`: also what looks as it did when it was read is read again.
        """
        looked: Mask = np.zeros(surface.shape, np.bool_)
        settings = self.settings
        belief = settings.blurred_belief if self._blurred else settings.belief
        known = [] if afresh else [track for track in self.book.tracks if track.well_known]
        parts = []
        for region in regions:
            inside: Mask = np.zeros(surface.shape, np.bool_)
            inside[surface.inner(region)] = True
            inside &= resting & ~looked
            near = surface.grown(inside, surface.tile_cells / 4)
            recall = recall_from(known, surface, small, near)
            found = self.reader.read(
                image, surface.tile_px, region, belief=belief, zoom=zoom, recall=recall
            )
            # Tracking takes the way a tile lies from its box, as of a seat's row.
            found = replace(found, angles=None)
            parts.append(found[surface.at(inside, found.centres)])
            looked |= inside
        found = self._joined(image, surface, Detections.concat(parts))
        found = parted(image, self.reader, found, surface.tile_size)
        found = found[~(surface.ghosts(small, felt, found) | crumbs(surface, found))]
        found = found[~sides(surface, found)]
        found = Detections.concat([found, self._strays(image, surface, found, felt, looked)])
        measured = measure(
            found,
            surface.calibration,
            surface.zones,
            self.settings,
            lambda boxes: surface.two_toned(small, boxes),
            self.book.standing_rows(),
        )
        return measured, looked

    def _joined(self, image: Picture, surface: Surface, found: Detections) -> Detections:
        """`found` with two halves of one tile read again as the one that they are."""
        pairs = halves(surface, found)
        if not pairs:
            return found
        ones, others = np.array(pairs).T
        boxes = np.concatenate(
            [
                np.minimum(found.boxes[ones, :2], found.boxes[others, :2]),
                np.maximum(found.boxes[ones, 2:], found.boxes[others, 2:]),
            ],
            axis=1,
        )
        scores = np.maximum(found.scores[ones], found.scores[others])
        whole = self.reader.reread(image, Detections(boxes, scores))
        rest = found[np.setdiff1d(np.arange(len(found)), np.array(pairs))]
        return Detections.concat([rest, whole])

    def _strays(
        self, image: Picture, surface: Surface, found: Detections, felt: Mask, looked: Mask
    ) -> Detections:
        """What lies alone on the felt with a tile's outline and was not found,
        where its face is one that is known."""
        tiles = [track.box for track in self.book.tracks if track.settled]
        tiles += as_boxes(found.boxes)
        boxes = surface.tile_shaped(surface.foreign(felt, tiles, HOLE_MM) & looked)
        if not len(boxes):
            return Detections.empty(read=True)
        scores = np.full(len(boxes), self.settings.stray_score, np.float32)
        read = self.reader.reread(image, Detections(boxes, scores))
        face = (read.classes != BACK_CLASS) & ~read.unknown
        return read[face & (read.confidences >= self.settings.stray_face)]

    def _settle(
        self, small: Picture, surface: Surface, measured: Measured, looked: Mask, again: bool
    ) -> None:
        whole = surface.share(looked, [track.box for track in self.book.tracks]) > 0.98
        self.book.update(
            measured, whole, lambda track: surface.ground(small, track.id, track.box), again
        )
        windows = surface.windows({track.id: track.box for track in self.book.tracks})
        agreed = {track: windows[track] for track in self.book.confirmed & windows.keys()}
        surface.memory.remember(small, agreed)
        if (accepted := self._watch.accepted) is not None:
            surface.memory.came(accepted, windows)
        surface.memory.forget_others(windows)

    def _look_again(self, surface: Surface, looked: Mask) -> None:
        """Places of doubtful tiles get a few more looks after each change there."""
        for track in self.book.tracks:
            if track.restless or (self._blurred and track.doubtful):
                cells = surface.cells(track.box)
                if self._extra[cells].max() < self.settings.more_looks and looked[cells].any():
                    self._extra[cells] += 1
                    self._need[cells] = np.maximum(self._need[cells], 1)

    def _follow(self, frame: Picture, now: float) -> bool:
        """Whether the camera was moved, or may have been; then nothing is looked at yet."""
        if self.calibration is None:
            return False
        found = self._following.find(frame, self.calibration, self._given, now)
        if found is None:
            return self._following.waits(now)
        if not self._calibrate(found.corners, self.calibration.bend, late=found.late):
            return False
        self._following.anchor = found.anchor
        if found.far:
            self._nudged_at = now
        return True

    def _tell(self, surface: Surface, moving: Mask, now: float) -> Sighting | None:
        """A sighting where there is something new that has settled."""
        picture = self._stock.picture(self.book, surface, moving)
        told = self._told
        if told is not None and (picture.news, picture.hidden) == (told.news, told.hidden):
            self._news_since = None
            return None
        if self._news_since is None:
            self._news_since = now
        anxious = now - self._news_since >= _ANXIOUS_S
        if not anxious and bool(((self._need > 0) & ~moving).any()):
            return None
        if told is not None and told.news == picture.news and not picture.uncovers(told):
            # A hand that comes changes nothing yet; one that has gone may be waited for.
            if now - self._told_at < self.settings.covered_every_s:
                return None
        self._told, self._told_at, self._news_since = picture, now, None
        tiles = picture.tiles
        if self._top is not None:
            tiles = tuple(replace(t, box=self._top.box_in_frame(t.box)) for t in tiles)
        return Sighting(
            frame=self.frames,
            time=now,
            deal=self.deal,
            tiles=tiles,
            covered=picture.covered,
            standing=picture.standing,
            wall_stacks=picture.wall_stacks,
            dice=picture.dice,
        )
