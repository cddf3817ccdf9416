"""Tables to look at, and a reader that is told the truth (with noise)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.seat import SEATS, Seat
from engine.tile import CLASS_CODES, UNKNOWN, Tile, parse_tiles
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render import LabelledTile
from table_io.virtual.scene import PlacedTile, Pose
from vision.change import Picture
from vision.detections import BACK_CLASS, CLASS_COUNT, Detections, box_iou
from vision.lens import Bend, straightened
from vision.reader import Recall

LAYOUT: TableLayout = DEFAULT_LAYOUT
TOP = LAYOUT.tile.thickness


def place(
    seat: Seat, tile: Tile, lateral: float, depth: float, pose: Pose = Pose.FACE_UP,
    z: float = 0.0, turn: float = 0.0,
) -> PlacedTile:  # fmt: skip
    """A tile in a seat's frame, upright for the seat but for `turn` degrees."""
    x, y = LAYOUT.to_table(seat, lateral, depth)
    return PlacedTile(tile, pose, x, y, z, LAYOUT.upright_yaw(seat) + turn)


def river(seat: Seat, text: str) -> list[PlacedTile]:
    """Discards in order, rows of seven."""
    band, (across, down) = LAYOUT.river, LAYOUT.river_pitch
    placed = []
    for n, tile in enumerate(parse_tiles(text)):
        row, column = divmod(n, LAYOUT.river_columns)
        lateral = band.lateral_min + LAYOUT.tile.width / 2 + across * column
        placed.append(place(seat, tile, lateral, band.depth_min + 20.5 + down * row))
    return placed


def row(
    seat: Seat, text: str, depth: float, start: float, pose: Pose = Pose.FACE_UP,
    step: float = 30.6,
) -> list[PlacedTile]:  # fmt: skip
    """A row from `start` to the player's right."""
    return [
        place(seat, tile, start + step * n, depth, pose)
        for n, tile in enumerate(parse_tiles(text))
    ]


def hand(
    seat: Seat, count: int = 13, pose: Pose = Pose.STANDING, text: str = ""
) -> list[PlacedTile]:
    """A row in the middle of the hand's band."""
    text = text or "?" * count
    middle = (LAYOUT.hand.depth_min + LAYOUT.hand.depth_max) / 2
    count = len(parse_tiles(text))
    return row(seat, text, middle, -30.6 * (count - 1) / 2, pose)


def wall(seat: Seat, stacks: Sequence[int]) -> list[PlacedTile]:
    """Stacks counted from the player's right; 2, 1 or 0 tiles each."""
    band = LAYOUT.wall
    depth = (band.depth_min + band.depth_max) / 2
    placed = []
    for n, size in enumerate(stacks):
        lateral = band.lateral_max - 15.5 - 31.0 * n
        for layer in range(size):
            placed.append(place(seat, UNKNOWN, lateral, depth, Pose.FACE_DOWN, z=layer * TOP))
    return placed


def whole_table() -> list[PlacedTile]:
    """Four walls, rivers, melds, flowers and standing hands in mid-deal."""
    tiles: list[PlacedTile] = []
    rivers = ("1m9p3z5s7z2p8m4s", "9s1z6m2p3p", "5z8s1p7m6m4p3s9m", "2z2z7s5m6p1s")
    for seat, text in zip(SEATS, rivers, strict=True):
        tiles += river(seat, text)
        tiles += hand(seat, 13 - 3 * (int(seat) % 2))
    tiles += row(Seat.B, "555p", 367, 190)
    tiles += row(Seat.D, "333z", 367, 190)
    tiles += row(Seat.A, "1f5f", 319, -240)
    tiles += row(Seat.C, "7f", 319, -240)
    tiles += wall(Seat.A, [2] * 16) + wall(Seat.B, [0] * 6 + [1] + [2] * 9)
    tiles += wall(Seat.C, [2] * 9 + [0] * 7) + wall(Seat.D, [0] * 16)
    return tiles


class TruthReader:
    """Answers with what the renderer's labels say, as a trained reader would.

    Only tiles that show at least `visible` are found. `jitter`: pixels of box
    noise; `flicker`: share of looks in which a tile is read as another kind;
    `lost`: share of looks in which a tile is not found.
    """

    def __init__(
        self, seed: int = 0, *, jitter: float = 1.0, flicker: float = 0.0, lost: float = 0.0,
        visible: float = 0.6, bodies: bool = False,
    ) -> None:  # fmt: skip
        self.labels: tuple[LabelledTile, ...] = ()
        self.regions: list[tuple[int, int, int, int] | None] = []
        self.spared = self.asked = 0
        """Finds that needed no reading, and those that did."""
        self.through: Callable[[np.ndarray], np.ndarray] = np.asarray
        """From the camera's pixels to those of the picture that is read."""
        self._rng = np.random.default_rng(seed)
        self._jitter, self._flicker, self._lost = jitter, flicker, lost
        self._visible = visible
        self._bodies = bodies

    def read(
        self,
        image: np.ndarray,
        tile_px: float | None = None,
        region: tuple[int, int, int, int] | None = None,
        turns: int = 4,
        belief: float = 0.25,
        zoom: float = 1.0,
        recall: Recall | None = None,
    ) -> Detections:
        self.regions.append(region)
        left, top, right, bottom = region or (0, 0, image.shape[1], image.shape[0])
        boxes, rows = [], []
        for tile in self.labels:
            outline = self.through(tile.polygon)
            (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
            if self._bodies and tile.pose is Pose.STANDING:
                x0, y0, x1, y1 = tile.box
            inside = left <= x0 and top <= y0 and x1 <= right and y1 <= bottom
            if tile.visible < self._visible or not inside or self._rng.random() < self._lost:
                continue
            boxes.append(np.array([x0, y0, x1, y1]) + self._rng.normal(0, self._jitter, 4))
            code = CLASS_CODES.index(tile.code) if tile.code in CLASS_CODES else BACK_CLASS
            if code != BACK_CLASS and self._rng.random() < self._flicker:
                code = int(self._rng.integers(BACK_CLASS))
            probs = np.full(CLASS_COUNT, 0.05 / (CLASS_COUNT - 1))
            probs[code] = 0.95
            rows.append(probs)
        found = Detections.of(boxes, np.full(len(boxes), 0.9), rows)
        if recall is None:
            return found
        read, recalled = recall(found)
        self.spared += len(recalled)
        self.asked += len(read)
        recalled = replace(recalled, angles=None, known=None)
        return Detections.concat([read, recalled]) if len(recalled) else read

    def reread(self, image: np.ndarray, found: Detections) -> Detections:
        """Each box read as the face that lies under its middle, where one is seen."""
        rows = np.full((len(found), CLASS_COUNT), 1 / CLASS_COUNT, np.float32)
        for row, (x, y) in zip(rows, found.centres, strict=True):
            for tile in self.labels:
                outline = self.through(tile.polygon)
                (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
                hit = x0 < x < x1 and y0 < y < y1 and tile.visible >= self._visible
                if hit and tile.code in CLASS_CODES and self._rng.random() >= self._lost:
                    row[:] = 0.05 / (CLASS_COUNT - 1)
                    row[CLASS_CODES.index(tile.code)] = 0.95
        return found.with_probs(rows)


def bend_of(camera: CameraModel) -> tuple[float, float]:
    """The lens' bend as `vision.lens` has it, for radii in the picture's long side."""
    share = (max(camera.width, camera.height) / camera.focal) ** 2
    return camera.k1 * share, camera.k2 * share**2


def through_lens(image: Picture, bend: Bend) -> Picture:
    """The picture as a lens with this bend shows it."""
    height, width = image.shape[:2]
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1) + 0.5
    flat = straightened(pixels.reshape(-1, 2).astype(np.float64), (width, height), bend) - 0.5
    across, down = np.moveaxis(flat.reshape(height, width, 2), 2, 0).astype(np.float32)
    drawn = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(drawn, np.uint8)


def codes(tiles: Iterable[PlacedTile]) -> list[str]:
    return sorted(tile.tile.code for tile in tiles)


__all__ = [
    "LAYOUT", "TOP", "TruthReader", "bend_of", "box_iou", "codes", "hand", "place", "replace",
    "river", "row", "through_lens", "wall", "whole_table",
]  # fmt: skip
