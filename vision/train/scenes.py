"""Rendered scenes for training: tables, rows, piles, each of another set and lamp.

The renderer is the virtual table's; this module only decides what lies where,
in which art and colours, and from where the camera looks. Scenes are written
as `NNNNN.jpg` with labels in `NNNNN.npz` (`quads`, `classes`).
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.seat import SEATS, Seat
from engine.tile import CLASS_CODES, KINDS, Tile
from table_io.virtual.camera_model import CameraModel, oblique, overhead
from table_io.virtual.faces import FaceSet
from table_io.virtual.render import LabelledTile, Renderer
from table_io.virtual.scene import (
    RGB,
    Arm,
    Clutter,
    ClutterKind,
    Lighting,
    PlacedTile,
    Pose,
    Scene,
    Sensor,
    TileColours,
)
from vision.train.designs import drawn_set, varied_set
from vision.train.pictures import Picture, quad_yaws

DRAWN: Final = 0.55
VARIED: Final = 0.25
"""Shares of sets drawn anew, and of known ones made otherwise, among those not our own."""
SEEN: Final = 0.45
"""A tile of which less is visible is not taught as a tile."""
Rng = np.random.Generator


def random_tile(rng: Rng) -> Tile:
    """Any of the 47 kinds, all alike."""
    return KINDS[int(rng.integers(len(KINDS)))]


def _placed(
    layout: TableLayout, rng: Rng, seat: Seat, lateral: float, depth: float, pose: Pose,
    z: float = 0.0, turned: float = 0.0, loose: float = 1.0,
) -> PlacedTile:  # fmt: skip
    shift = rng.normal(0, 0.8 * loose, 2)
    x, y = layout.to_table(seat, lateral + shift[0], depth + shift[1])
    yaw = layout.upright_yaw(seat) + turned + rng.normal(0, 2.0 * loose)
    return PlacedTile(random_tile(rng), pose, x, y, z, float(yaw % 360))


def table_tiles(rng: Rng, layout: TableLayout = DEFAULT_LAYOUT) -> list[PlacedTile]:
    """A table somewhere in a deal: walls, rivers, melds, flowers, hands."""
    tiles: list[PlacedTile] = []
    loose = float(rng.uniform(0.2, 2.0))
    open_hands = rng.random() < 0.35
    for seat in SEATS:
        tiles += _wall(rng, layout, seat, loose * 0.4)
        columns = int(rng.integers(5, layout.river_columns + 1))
        pitch_x, pitch_y = layout.river_pitch
        for n in range(int(rng.integers(0, 4 * columns))):
            row, column = divmod(n, columns)
            lateral = (column - (columns - 1) / 2) * pitch_x
            depth = layout.river.depth_min + pitch_y * (row + 0.5)
            turned = 90.0 if rng.random() < 0.03 else 0.0
            tiles.append(_placed(layout, rng, seat, lateral, depth, Pose.FACE_UP, 0, turned, loose))
        middle = (layout.flowers.depth_min + layout.flowers.depth_max) / 2
        for n in range(int(rng.integers(0, 9))):
            lateral = layout.flowers.lateral_min + 20 + 31 * n
            tiles.append(_placed(layout, rng, seat, lateral, middle, Pose.FACE_UP, 0, 0, loose))
        tiles += _melds(rng, layout, seat, loose)
        tiles += _hand(rng, layout, seat, open_hands, loose)
    return tiles


def _wall(rng: Rng, layout: TableLayout, seat: Seat, loose: float) -> list[PlacedTile]:
    stacks = int(rng.integers(14, 18))
    first, last = sorted(rng.integers(0, stacks + 1, 2)) if rng.random() < 0.6 else (0, stacks)
    depth = (layout.wall.depth_min + layout.wall.depth_max) / 2
    tiles = []
    for n in range(int(first), int(last)):
        lateral = (n - (stacks - 1) / 2) * 30.6
        high = 1 if rng.random() < 0.04 else 2
        for level in range(high):
            pose = Pose.FACE_UP if level == high - 1 and rng.random() < 0.03 else Pose.FACE_DOWN
            z = level * layout.tile.thickness
            tiles.append(_placed(layout, rng, seat, lateral, depth, pose, z, 0, loose))
    return tiles


def _melds(rng: Rng, layout: TableLayout, seat: Seat, loose: float) -> list[PlacedTile]:
    depth = (layout.melds.depth_min + layout.melds.depth_max) / 2
    lateral = layout.melds.lateral_max - 16
    tiles = []
    for _ in range(int(rng.integers(0, 5))):
        size = 4 if rng.random() < 0.3 else 3
        kind, same = random_tile(rng), rng.random() < 0.7
        hidden = rng.random() < 0.15
        for n in range(size):
            turned = 90.0 if rng.random() < 0.12 else 0.0
            pose = Pose.FACE_DOWN if hidden and n in (0, size - 1) else Pose.FACE_UP
            step = 41.0 if turned else 31.0
            tile = _placed(
                layout, rng, seat, lateral - step / 2, depth, pose, 0, turned, loose * 0.7
            )
            tiles.append(replace(tile, tile=kind) if same else tile)
            lateral -= step
        lateral -= rng.uniform(2, 14)
    return tiles


def _hand(
    rng: Rng, layout: TableLayout, seat: Seat, opened: bool, loose: float
) -> list[PlacedTile]:
    depth = (layout.hand.depth_min + layout.hand.depth_max) / 2
    count = int(rng.choice([1, 4, 7, 10, 13, 14]))
    pose = Pose.STANDING
    if rng.random() < 0.25:
        pose = Pose.FACE_DOWN
    if opened and rng.random() < 0.8:
        pose = Pose.FACE_UP
    step = rng.uniform(30.3, 32)
    tiles = [
        _placed(layout, rng, seat, (n - (count - 1) / 2) * step, depth, pose, 0, 0, loose * 0.5)
        for n in range(count)
    ]
    if rng.random() < 0.4:
        winning = Pose.FACE_DOWN if rng.random() < 0.5 else Pose.FACE_UP
        tiles.append(_placed(layout, rng, seat, 258, depth, winning, 0, 0, loose))
    return tiles


def pile_tiles(rng: Rng) -> list[PlacedTile]:
    """Tiles thrown about, face up and down, none through another."""
    tiles: list[PlacedTile] = []
    spread, apart = rng.uniform(120, 330), rng.uniform(42, 52)
    for _ in range(int(rng.integers(20, 160))):
        x, y = rng.uniform(-spread, spread, 2)
        if any(math.hypot(x - t.x, y - t.y) < apart for t in tiles):
            continue
        pose = Pose.FACE_UP if rng.random() < 0.7 else Pose.FACE_DOWN
        yaw = float(rng.uniform(0, 360))
        tiles.append(PlacedTile(random_tile(rng), pose, float(x), float(y), 0.0, yaw))
    return tiles


def row_tiles(rng: Rng) -> list[PlacedTile]:
    """Straight rows, as hands laid open or a set laid out: a block turned by any angle."""
    rows, columns = int(rng.integers(1, 7)), int(rng.integers(3, 15))
    step_x, step_y = rng.uniform(30.2, 36), rng.uniform(40.3, 60)
    turn = math.radians(rng.uniform(0, 360))
    back, any_way = rng.choice([0.0, 0.1, 0.5]), rng.random() < 0.5
    standing = rng.random() < 0.25
    tiles = []
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.06:
                continue
            u = (column - (columns - 1) / 2) * step_x + rng.normal(0, 0.5)
            v = (row - (rows - 1) / 2) * step_y + rng.normal(0, 0.5)
            pose = Pose.FACE_DOWN if rng.random() < back else Pose.FACE_UP
            if standing:
                pose = Pose.STANDING
            yaw = math.degrees(turn) + rng.normal(0, 1)
            if any_way and rng.random() < 0.5:
                yaw += 180
            x = u * math.cos(turn) + v * math.sin(turn)
            y = -u * math.sin(turn) + v * math.cos(turn)
            tiles.append(PlacedTile(random_tile(rng), pose, x, y, 0.0, float(yaw % 360)))
    return tiles


def _rgb(hue: float, saturation: float, value: float) -> RGB:
    r, g, b = colorsys.hsv_to_rgb(hue % 1.0, saturation, value)
    return round(r * 255), round(g * 255), round(b * 255)


def random_colours(rng: Rng) -> TileColours:
    """A set's body: ivory to white fronts, backs of any colour."""
    face = _rgb(rng.uniform(0.08, 0.18), rng.uniform(0, 0.22), rng.uniform(0.85, 1.0))
    hue = rng.choice([0.38, 0.45, 0.6, 0.1, 0.0, 0.8]) + rng.normal(0, 0.04)
    back = _rgb(float(hue), rng.uniform(0.35, 1.0), rng.uniform(0.25, 0.95))
    if rng.random() < 0.1:
        back = _rgb(0.1, rng.uniform(0.2, 0.6), rng.uniform(0.5, 0.9))
    return TileColours(face, back, float(rng.uniform(0.2, 0.5)), float(rng.uniform(0, 1)))


def random_lighting(rng: Rng) -> Lighting:
    """One lamp anywhere, rooms from dim to bright, sometimes a glare."""
    return Lighting(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(35, 85)),
        exposure=float(np.exp(rng.normal(0, 0.18))),
        warmth=float(rng.normal(0, 0.25)),
        falloff=float(rng.uniform(0, 0.6)),
        shadow=float(rng.uniform(0.1, 0.8)),
        glare=float(max(0.0, rng.uniform(-0.5, 0.9))),
        glare_x=float(rng.uniform(-400, 400)),
        glare_y=float(rng.uniform(-400, 400)),
    )


def _camera(rng: Rng, whole_table: bool) -> CameraModel:
    width, height = [(1920, 1080), (1280, 720), (1440, 1080)][int(rng.integers(3))]
    if whole_table and rng.random() < 0.6:
        camera = overhead(width, height, float(rng.uniform(1000, 1900)))
        x, y, z = camera.position
        moved = (x + rng.normal(0, 40), y + rng.normal(0, 40), z)
        aim = (float(rng.normal(0, 15)), float(rng.normal(0, 15)), 0.0)
        return replace(
            camera, position=moved, look_at=aim, roll=float(rng.normal(0, 3)),
            k1=float(rng.normal(-0.02, 0.03)),
        )  # fmt: skip
    distance = rng.uniform(900, 1400) if whole_table else rng.uniform(450, 1100)
    look = (float(rng.normal(0, 60)), float(rng.normal(0, 60)), 0.0)
    tilt = min(58.0, 0.2 + abs(float(rng.normal(0, 28))))
    return oblique(tilt, float(rng.uniform(0, 360)), float(distance), width, height, 58.0, look)


def _things(rng: Rng) -> tuple[tuple[Arm, ...], tuple[Clutter, ...]]:
    arms = tuple(
        Arm(
            Seat(int(rng.integers(4))), float(rng.uniform(-250, 250)),
            float(rng.uniform(-250, 250)), sleeve=_rgb(rng.random(), rng.random(), rng.random()),
            skin=_rgb(0.06 + rng.normal(0, 0.01), rng.uniform(0.2, 0.6), rng.uniform(0.4, 0.95)),
        )
        for _ in range(int(rng.random() < 0.3) + int(rng.random() < 0.1))
    )  # fmt: skip
    kinds = list(ClutterKind)
    clutter = tuple(
        Clutter(
            kinds[int(rng.integers(len(kinds)))], float(rng.uniform(-430, 430)),
            float(rng.uniform(-430, 430)), float(rng.uniform(0, 360)),
            _rgb(rng.random(), rng.random(), rng.uniform(0.3, 1)),
        )
        for _ in range(int(rng.integers(0, 4)) * int(rng.random() < 0.5))
    )  # fmt: skip
    return arms, clutter


def random_scene(rng: Rng) -> tuple[Scene, CameraModel]:
    """Something to look at and a camera that looks at it."""
    kind = rng.random()
    tiles = table_tiles(rng) if kind < 0.55 else pile_tiles(rng) if kind < 0.75 else row_tiles(rng)
    arms, clutter = _things(rng)
    dice = (int(rng.integers(1, 7)), int(rng.integers(1, 7))) if kind < 0.55 else None
    felt = _rgb(rng.choice([0.4, 0.6, rng.random()]), rng.uniform(0, 0.9), rng.uniform(0.1, 0.9))
    lighting = random_lighting(rng)
    rim = _rgb(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.05, 0.8))
    scene = Scene(
        tuple(tiles), dice, arms,
        clutter=clutter, lighting=lighting, felt=felt, rim=rim, tile_colours=random_colours(rng),
        sensor=Sensor(float(rng.uniform(0, 6)), float(max(0, rng.normal(0, 0.7))), 0.0, 0),
    )  # fmt: skip
    return scene, _camera(rng, kind < 0.55)


def to_picture(image: np.ndarray, labels: Sequence[LabelledTile]) -> Picture:
    """A rendering as a labelled picture; hidden tiles and tiles off the edge left out."""
    height, width = image.shape[:2]
    quads, classes = [], []
    for label in labels:
        quad = np.asarray(label.polygon, np.float32)
        middle = quad.mean(axis=0)
        if label.visible < SEEN or not (0 < middle[0] < width and 0 < middle[1] < height):
            continue
        quads.append(quad)
        classes.append(CLASS_CODES.index(label.code))
    outlines = np.array(quads, np.float32).reshape(-1, 4, 2)
    kinds = np.array(classes, np.int64)
    return Picture(np.asarray(image, np.uint8), outlines, kinds, True, quad_yaws(outlines))


class SceneMaker:
    """Renders random scenes: of our own faces, of the given art folders as they are and
    made otherwise, and, where there are `fonts`, of sets drawn for this scene alone."""

    def __init__(self, art: Sequence[Path], own: float = 0.2, fonts: Sequence[Path] = ()) -> None:
        self._own = FaceSet.load(None)
        self._art = [FaceSet.load(folder) for folder in art]
        self._share = own if self._art or fonts else 1.0
        self._fonts = fonts

    def faces(self, rng: Rng) -> FaceSet:
        """The set of one scene."""
        if rng.random() < self._share:
            return self._own
        sets = [*self._art, self._own]
        one = sets[int(rng.integers(len(sets)))]
        kind = rng.random()
        if self._fonts and kind < DRAWN:
            return drawn_set(rng, self._fonts, sets)
        return varied_set(one, rng) if kind > 1 - VARIED else one

    def make(self, seed: int) -> Picture:
        """The scene of this number; the same number gives the same scene."""
        rng = np.random.default_rng((20_26, seed))
        faces = self.faces(rng)
        scene, camera = random_scene(rng)
        rendering = Renderer(faces, DEFAULT_LAYOUT, camera, seed).render(scene, seed)
        return to_picture(rendering.image, rendering.boxes)


def save_scene(picture: Picture, path: Path) -> None:
    """Writes `path`.jpg and, last, its labels `path`.npz."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path.with_suffix(".jpg")), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    np.savez(path.with_suffix(".npz"), quads=picture.quads, classes=picture.classes)
