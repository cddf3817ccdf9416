"""The table as the small watched picture shows it: zones, regions, felt.

Everything that ties the small picture's cells to the table: which cells show
which place, which part of the frame to read for a change, and what the ground
looks like where no tile is found. A cell is one pixel of the small picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layout import TableLayout
from engine.observations import Zone
from vision.change import Mask, Picture
from vision.detections import BACK_CLASS, Detections, FloatArray
from vision.felt import Felt
from vision.geometry import Calibration
from vision.place_memory import PlaceMemory, Window
from vision.settings import EyesSettings
from vision.track import Ground
from vision.zones import DOME, OUTSIDE, PLACES, Place, ZoneMap

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the frame."""
Box = tuple[float, float, float, float]

_WHITE: Final = 200.0
"""Grey level that white tiles are brought to."""
_LEAST_WHITE: Final = 2.4
_WHITE_FROM: Final = 99.7
"""White is as many times as bright as felt as this percentile of the table, at least
`_LEAST_WHITE`: there may be no tile yet."""
_MOST_GAIN: Final = 3.5
_WORTH_GAIN: Final = 1.2
_WALLS: Final = [n for n, (zone, _) in enumerate(PLACES) if zone is Zone.WALL]
_HANDS: Final = [n for n, (zone, _) in enumerate(PLACES) if zone is Zone.HAND]
_RIM_MM = 12.0
_READ_PAD_TILES = 1.4
_INNER_TILES = 0.7
_ONLY_FELT = 0.85
_MOSTLY_FELT = 0.3
"""Shares of a find's cells that are felt; the lower one where all together have its colour."""
_OUTER, _INNER = 0.3, 0.05
"""Shares of a box's depth from its middle, outwards and inwards."""
_OTHER_COLOUR = 55
_HAND_MM2 = 3500.0
"""What is larger than this and no tile may be a hand."""
_TILE_SIDE, _FILLED, _IN_A_ROW = (0.75, 1.4), 0.75, 4
"""Sides of what may be a tile as multiples of its face's (its visible sides and
shadow included), the least share of its outline that it fills, and how many
tiles that touch each other may go unfound together."""
_PUSHED = 0.03
"""Least share of each side's cells that change where the camera is pushed."""
HOLE_MM = 3.0
"""How near to a tile that was found another begins that was not."""
_SIDE_MM = 12.0
"""How far a tile's visible sides and dark contact shadow reach beyond its face."""


class Surface:
    """One calibration's table in cells of `factor` x `factor` pixels.

    `whole`: the part of the frame that shows the table; `view`: the same as
    rows and columns. The small picture is of that part only.
    """

    def __init__(
        self, calibration: Calibration, layout: TableLayout, settings: EyesSettings, factor: int
    ) -> None:
        self.calibration = calibration
        self.layout = layout
        self.settings = settings
        self.factor = factor
        self.zones = ZoneMap(layout)
        scale = calibration.scale_at(0, 0, layout.tile.thickness)
        self.tile_px = scale * layout.tile.height
        self.tile_cells = self.tile_px / factor
        self._slim = layout.tile.width / layout.tile.height
        self.tile_size = self.tile_px * self._slim, self.tile_px
        """Width and height of a lying tile in pixels."""
        self.cell_mm2 = (factor / scale) ** 2
        half = layout.surface / 2 + _RIM_MM
        self.whole: Rect = self._bounds(half, round(self.tile_px / 2))
        left, top, right, bottom = self.whole
        self.view: tuple[slice, slice] = (slice(top, bottom), slice(left, right))
        self.shape = (max(1, (bottom - top) // factor), max(1, (right - left) // factor))
        self._origin = (left, top)
        rows, columns = np.mgrid[0 : self.shape[0], 0 : self.shape[1]]
        pixels = (np.stack([columns, rows], axis=-1).reshape(-1, 2) + 0.5) * factor
        points = calibration.to_table(pixels + self._origin, layout.tile.thickness)
        self.table: Mask = (np.abs(points).max(axis=1) <= half).reshape(self.shape)
        ground = np.abs(calibration.to_table(pixels + self._origin)).max(axis=1)
        # The rim around the felt is no thing that lies on it.
        self._ground: Mask = (ground <= layout.surface / 2).reshape(self.shape)
        self._place = self.zones.indices(points).reshape(self.shape)
        self._place[~self.table] = OUTSIDE
        self.dome: Mask = self._place == DOME
        """Where dice lie."""
        self._points = points.reshape(*self.shape, 2)
        self.felt: Felt | None = None
        self._white = _LEAST_WHITE
        self.memory = PlaceMemory(settings.same_patch)

    def learn(self, small: Picture, resting: Mask) -> None:
        """Learn the felt's colour and light from what lies still."""
        felt = Felt.learn(small, self.table & resting & (self._place != DOME))
        if felt is not None:
            self.felt = felt
            bright = small.max(axis=2)[self.table] * 3.0 / felt.light[self.table]
            self._white = max(_LEAST_WHITE, float(np.percentile(bright, _WHITE_FROM)))

    def evened(self, image: Picture, regions: Iterable[Rect]) -> Picture:
        """The picture with these regions as if one good lamp lit all of the table.

        Light falls as the felt shows it; where it makes white tiles grey they are
        brightened, nothing is ever darkened.
        """
        if self.felt is None:
            return image
        gain = np.clip(_WHITE * 3.0 / (self._white * self.felt.light), 1.0, _MOST_GAIN)
        if float(gain[self.table].max()) < _WORTH_GAIN:
            return image
        even = image.copy()
        for left, top, right, bottom in regions:
            # Region corners are cells of the small picture, give or take one.
            window = self.cells((left, top, right, bottom))
            size = (right - left, bottom - top)
            part = cv2.resize(gain[window].astype(np.float32), size)
            lit = even[top:bottom, left:right]
            even[top:bottom, left:right] = cv2.multiply(
                lit, cv2.merge([part] * 3), dtype=cv2.CV_8U
            )
        return even

    def grown(self, mask: Mask, cells: float) -> Mask:
        """`mask` and everything within `cells` of it (a square neighbourhood)."""
        size = 2 * max(1, round(cells)) + 1
        kernel = np.ones((size, size), np.uint8)
        return np.asarray(cv2.dilate(mask.astype(np.uint8), kernel), np.bool_)

    def latest_around(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """(h, w) the latest of a cell's times and of those half a tile around it."""
        size = 2 * max(1, round(self.tile_cells / 2)) + 1
        return np.asarray(cv2.dilate(times, np.ones((size, size), np.uint8)), np.float64)

    def quarter(self, index: int) -> Mask:
        """The cells nearest to seat `index`'s side of the table."""
        x, y = self._points[..., 0], self._points[..., 1]
        sides = np.stack([y, x, -y, -x])
        return np.asarray(self.table & (sides.argmax(axis=0) == index), np.bool_)

    def all_around(self, changed: Mask) -> bool:
        """Whether something changed on every side of the table at once, as where the
        camera was pushed: not much of it, for felt looks like felt."""
        if np.count_nonzero(changed) <= _PUSHED * np.count_nonzero(self.table):
            return False
        sides = [self.quarter(n) for n in range(4)]
        return all(np.count_nonzero(changed & s) > _PUSHED * np.count_nonzero(s) for s in sides)

    def regions(self, wanted: Mask) -> list[Rect]:
        """Parts of the frame to read so that every wanted cell lies well inside one."""
        joined = self.grown(wanted, self.tile_cells / 2).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(joined)
        pad = _READ_PAD_TILES * self.tile_px
        left, top = self._origin
        rects = [
            self._clipped(
                left + x * self.factor - pad,
                top + y * self.factor - pad,
                left + (x + width) * self.factor + pad,
                top + (y + height) * self.factor + pad,
            )
            for x, y, width, height, _ in stats[1:count]
        ]
        return _merged(rects)

    def inner(self, region: Rect) -> Window:
        """The cells of `region` in which a tile's middle has its whole tile inside."""
        edges = []
        for n, edge in enumerate(region):
            margin = 0.0 if edge == self.whole[n] else _INNER_TILES * self.tile_px
            inside = edge + (margin if n < 2 else -margin)
            edges.append((inside - self._origin[n % 2]) / self.factor)
        left, top, right, bottom = edges
        return (
            slice(max(0, round(top)), max(0, round(bottom))),
            slice(max(0, round(left)), max(0, round(right))),
        )

    def cells(self, box: Box) -> Window:
        """The cells of a pixel box, at least one."""
        (left, top, right, bottom), = self._windows([box]).tolist()
        return slice(top, bottom), slice(left, right)

    def _windows(self, boxes: Iterable[Box]) -> NDArray[np.intp]:
        """(N, 4) left, top, right, bottom cells of pixel boxes, at least one cell each."""
        edges = (np.array(list(boxes), np.float64).reshape(-1, 4) - self._origin * 2) / self.factor
        cells = np.rint(edges).astype(np.intp)
        most = np.array(self.shape[::-1])
        cells[:, :2] = np.clip(cells[:, :2], 0, most - 1)
        cells[:, 2:] = np.clip(cells[:, 2:], cells[:, :2] + 1, most)
        return cells

    def share(self, mask: Mask, boxes: Iterable[Box]) -> NDArray[np.float64]:
        """(N,) share of each box's cells that is set in `mask`."""
        return self.share_of(self.sums(mask), boxes)

    def sums(self, mask: Mask) -> NDArray[np.int32]:
        """The integral of a mask, to ask for many boxes."""
        return np.asarray(cv2.integral(mask.astype(np.uint8)), np.int32)

    def share_of(self, sums: NDArray[np.int32], boxes: Iterable[Box]) -> NDArray[np.float64]:
        """`share` from a mask's integral."""
        left, top, right, bottom = self._windows(boxes).T
        total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.asarray(total / ((right - left) * (bottom - top)), np.float64)

    def at(self, mask: Mask, centres: FloatArray) -> Mask:
        """(N,) whether the cell of each (N, 2) pixel is set in `mask`."""
        cells = np.floor((centres - self._origin) / self.factor).astype(np.intp)
        height, width = self.shape
        inside = (cells >= 0).all(axis=1) & (cells[:, 0] < width) & (cells[:, 1] < height)
        rows = np.clip(cells[:, 1], 0, height - 1)
        columns = np.clip(cells[:, 0], 0, width - 1)
        return np.asarray(inside & mask[rows, columns], np.bool_)

    def windows(self, boxes: Mapping[int, Box]) -> dict[int, Window]:
        """`cells` of every track's box."""
        return {
            track: (slice(top, bottom), slice(left, right))
            for track, (left, top, right, bottom) in zip(
                boxes, self._windows(boxes.values()).tolist(), strict=True
            )
        }

    def ground(self, small: Picture, track: int, box: Box) -> Ground:
        """What lies in a track's place now, where no tile was found."""
        if self.memory.holds(small, track):
            return Ground.SAME
        if self.memory.is_as_before(small, track):
            return Ground.EMPTY
        if self.felt is None:
            return Ground.COVERED
        window = self.memory.window(track) or self.cells(box)
        origin = (window[0].start, window[1].start)
        felt = self.felt.mask(small[window], self.settings, origin)
        return Ground.EMPTY if felt.mean() >= self.settings.felt_share else Ground.COVERED

    def places_of(self, mask: Mask, least_mm2: float) -> frozenset[Place]:
        """The places of seats of which `mask` sets at least this area."""
        counts = np.bincount(self._place[mask], minlength=len(PLACES)) * self.cell_mm2
        return frozenset(
            place
            for index, place in enumerate(PLACES)
            if place[1] is not None and counts[index] >= least_mm2
        )

    def felt_mask(self, small: Picture) -> Mask:
        """The table's cells that show felt; all of them while felt is unknown."""
        if self.felt is None:
            return self.table
        self.felt = self.felt.brightened(small, self.settings, 3)
        return self.table & self.felt.mask(small, self.settings)

    def foreign(self, felt: Mask, tiles: Iterable[Box], beyond: float = _SIDE_MM) -> Mask:
        """Cells that show neither felt nor one of these tiles, nor what lies within
        `beyond` millimetres of them."""
        mask = self.table & self._ground & ~felt
        mask &= (self._place != DOME) & (self._place != OUTSIDE)
        pad = beyond * self.tile_px / self.layout.tile.height
        around = [(x0 - pad, y0 - pad, x1 + pad, y1 + pad) for x0, y0, x1, y1 in tiles]
        for left, top, right, bottom in self._windows(around).tolist():
            mask[top:bottom, left:right] = False
        opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(opened, np.bool_)

    def bodies(self, boxes: Iterable[Box]) -> list[Box]:
        """Boxes of faces grown to where their tiles' sides are seen, down to the felt."""
        faces = np.array(list(boxes), np.float64).reshape(-1, 4)
        if not len(faces):
            return []
        at = ((faces[:, :2] + faces[:, 2:]) / 2).astype(np.float32)
        tile = self.layout.tile
        heights = np.full(len(faces), tile.thickness)
        heights[self.at(np.isin(self._place, _WALLS), at)] = 2 * tile.thickness
        heights[self.at(np.isin(self._place, _HANDS), at)] = tile.height
        return as_boxes(self.down_to_felt(faces, heights))

    def down_to_felt(self, faces: FloatArray, heights: FloatArray) -> FloatArray:
        """(N, 4) boxes of faces that are so many millimetres high, with what is seen below."""
        centres = (faces[:, :2] + faces[:, 2:]) / 2
        points = self.calibration.to_table(centres, heights)
        foot = np.tile(self.calibration.to_pixel(points) - centres, 2)
        low, high = np.minimum(faces, faces + foot), np.maximum(faces, faces + foot)
        return np.concatenate([low[:, :2], high[:, 2:]], axis=1)

    def tile_shaped(self, foreign: Mask) -> FloatArray:
        """(N, 4) pixel boxes of what is no felt and no tile known, yet has the
        size and outline of one tile lying alone, or of a few side by side."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
        long, short = self.tile_cells, self.tile_cells * self._slim
        boxes: list[tuple[float, float, float, float]] = []
        for part in range(1, count):
            x0, y0, width, height, area = (int(v) for v in stats[part])
            if area < _FILLED * long * short * _TILE_SIDE[0]:
                continue
            points = np.argwhere(labels == part)[:, ::-1].astype(np.float32)
            (_, sides, _) = cv2.minAreaRect(points)
            if area < _FILLED * (sides[0] + 1) * (sides[1] + 1):
                continue
            # Tiles side by side along x, or along y; a lone one may be turned by any angle.
            options = [
                (_misfit(height, long) + _misfit(width / n, short), n, 1)
                for n in range(1, _IN_A_ROW + 1)
            ] + [
                (_misfit(width, long) + _misfit(height / n, short), 1, n)
                for n in range(1, _IN_A_ROW + 1)
            ]
            turned = _misfit(max(sides) + 1, long) + _misfit(min(sides) + 1, short)
            options.append((turned, 1, 1))
            misfit, columns, rows = min(options)
            if misfit == np.inf:
                continue
            step_x, step_y = width / columns, height / rows
            for row in range(rows):
                for column in range(columns):
                    left, top = x0 + column * step_x, y0 + row * step_y
                    boxes.append((left, top, left + step_x, top + step_y))
        cells = np.array(boxes, np.float32).reshape(-1, 4)
        return cells * self.factor + np.array(self._origin * 2, np.float32)

    def ghosts(self, small: Picture, felt: Mask, found: Detections) -> Mask:
        """(N,) unsure finds where nothing but felt is to be seen.

        Where the tiles' backs have the felt's colour this tells nothing. In the dark
        each pixel of felt has a colour of its own, but not all of them together.
        """
        boxes = as_boxes(found.boxes)
        shares = self.share(felt, boxes)
        sure = found.scores >= self.settings.sure_score
        backs = shares[sure & (found.classes == BACK_CLASS)]
        if len(backs) and np.median(backs) > 0.5:
            return np.zeros(len(found), np.bool_)
        ghosts = ~sure & (shares > _ONLY_FELT)
        perhaps = np.flatnonzero(~sure & ~ghosts & (shares > _MOSTLY_FELT))
        ghosts[perhaps] = self._like_felt(small, [boxes[n] for n in perhaps])
        return np.asarray(ghosts, np.bool_)

    def _like_felt(self, small: Picture, boxes: list[Box]) -> Mask:
        """(N,) whether each box has the felt's colour on the whole."""
        if self.felt is None or not boxes:
            return np.zeros(len(boxes), np.bool_)
        means = [small[self.cells(box)].reshape(-1, 3).mean(axis=0) for box in boxes]
        return np.asarray(self.felt.coloured(np.array([means], np.float32), self.settings)[0])

    def two_toned(self, small: Picture, boxes: FloatArray) -> Mask:
        """(N,) whether the half of a box towards the table's rim has another colour
        than its middle: a standing tile shows its front's edge there, a lying
        back is of one colour."""
        if not len(boxes):
            return np.zeros(0, np.bool_)
        centres = (boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2
        points = self.calibration.to_table(centres, self.layout.tile.height)
        across = np.abs(points[:, 0]) > np.abs(points[:, 1])
        outward = np.where(across[:, None], points * (1.0, 0.0), points * (0.0, 1.0))
        outward /= np.maximum(np.abs(outward).max(axis=1, keepdims=True), 1e-6)
        ahead = self.calibration.to_pixel(points + outward, self.layout.tile.height)
        step = ahead - self.calibration.to_pixel(points, self.layout.tile.height)
        step /= np.maximum(np.hypot(*step.T)[:, None], 1e-6)
        size = (np.abs(step) * (boxes[:, 2:] - boxes[:, :2])).sum(axis=1, keepdims=True)
        blurred = cv2.blur(small, (3, 3)).astype(np.int16)
        outer = self._colours(blurred, centres + step * size * _OUTER)
        middle = self._colours(blurred, centres - step * size * _INNER)
        return np.asarray(np.abs(outer - middle).max(axis=1) > _OTHER_COLOUR, np.bool_)

    def _colours(
        self, picture: NDArray[np.int16], pixels: NDArray[np.float64]
    ) -> NDArray[np.int16]:
        cells = np.floor((pixels - self._origin) / self.factor).astype(np.intp)
        height, width = self.shape
        rows, columns = np.clip(cells[:, 1], 0, height - 1), np.clip(cells[:, 0], 0, width - 1)
        return picture[rows, columns]

    def touching(self, foreign: Mask, boxes: Iterable[Box]) -> Mask:
        """(N,) whether something as large as a hand reaches to each box."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
        large = stats[:, cv2.CC_STAT_AREA] * self.cell_mm2 >= _HAND_MM2
        large[0] = False
        if not large[:count].any():
            return np.zeros(len(list(boxes)), np.bool_)
        pad = (_SIDE_MM + 4.0) * self.tile_px / self.layout.tile.height
        around = [(x0 - pad, y0 - pad, x1 + pad, y1 + pad) for x0, y0, x1, y1 in boxes]
        return self.share(np.asarray(large[labels], np.bool_), around) > 0.02

    def _bounds(self, half: float, pad: int) -> Rect:
        """The part of the frame that shows the table, `pad` pixels around included."""
        edge = np.linspace(-half, half, 9)
        rim = [(x, y) for x in edge for y in (-half, half)]
        rim += [(x, y) for y in edge for x in (-half, half)]
        pixels = self.calibration.to_pixel(rim, self.layout.tile.thickness)
        (x0, y0), (x1, y1) = pixels.min(axis=0), pixels.max(axis=0)
        width, height = self.calibration.frame_size
        return (
            max(0, int(x0) - pad), max(0, int(y0) - pad),
            min(width, int(x1) + pad), min(height, int(y1) + pad),
        )  # fmt: skip

    def _clipped(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        left, top, right, bottom = self.whole
        return (
            max(left, round(x0)), max(top, round(y0)),
            min(right, round(x1)), min(bottom, round(y1)),
        )  # fmt: skip


def _misfit(length: float, side: float) -> float:
    """By how much a length differs from a tile's side; infinite where it is none."""
    if not _TILE_SIDE[0] * side <= length <= _TILE_SIDE[1] * side:
        return np.inf
    return abs(float(np.log(length / side)))


def as_boxes(boxes: NDArray[np.floating]) -> list[Box]:
    """(N, 4) pixels as tuples."""
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in boxes.tolist()]


def _merged(rects: list[Rect]) -> list[Rect]:
    """Rectangles joined until none overlap."""
    result: list[Rect] = []
    for rect in rects:
        while True:
            hit = next((r for r in result if _overlap(r, rect)), None)
            if hit is None:
                break
            result.remove(hit)
            rect = (
                min(hit[0], rect[0]), min(hit[1], rect[1]),
                max(hit[2], rect[2]), max(hit[3], rect[3]),
            )  # fmt: skip
        result.append(rect)
    return result


def _overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


__all__ = ["HOLE_MM", "Box", "Rect", "Surface", "Window", "as_boxes"]
