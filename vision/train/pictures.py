"""Labelled pictures and the views that training cuts from them.

A `Picture` is a photo or a rendered scene with one quadrilateral and class per
tile. `cut_view` takes a turned, scaled window out of it; both stages learn
from such views. Nothing is ever mirrored: a mirrored glyph is another glyph.

Many photos label only the hand. What lies outside the labelled rows of such a
photo may hold tiles without a label, so it is painted over, never taught as
background.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import FloatArray
from vision.detector import ImageArray
from vision.labels import label_path, list_images, read_image, read_labels

STRAIGHT_RATIOS: Final = (0.5, 0.86)
"""Short over long side of a box that fits a tile lying straight."""
TRUSTED_ROWS: Final = 20
"""A photo with this many labels shows a laid-out set: nothing is unlabelled."""
WHITE_OUTSIDE: Final = 0.01
"""Share of tile-white pixels outside the labels that makes a photo doubtful."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """`quads` (N, 4, 2) pixels, `classes` (N,) in model order.

    `straight`: the quads are the tiles' own outlines, so the picture may be
    turned by any angle; otherwise they are upright boxes around turned tiles
    and only quarter turns keep them tight. `yaws` (N,) degrees or NaN.
    """

    image: ImageArray
    quads: FloatArray
    classes: NDArray[np.int64]
    straight: bool = True
    yaws: FloatArray = field(default_factory=lambda: np.zeros(0, np.float32))
    trusted: NDArray[np.uint8] | None = None

    def tile_px(self) -> float:
        """Median long side of a tile in pixels."""
        sides = np.linalg.norm(self.quads - np.roll(self.quads, 1, axis=1), axis=2)
        return float(np.median(sides.max(axis=1))) if len(sides) else 48.0


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A square window with (N, 4) xyxy boxes and their classes."""

    image: ImageArray
    boxes: FloatArray
    classes: NDArray[np.int64]


def boxes_to_quads(boxes: FloatArray) -> FloatArray:
    """(N, 4) xyxy → (N, 4, 2) corners, clockwise from the left top."""
    x0, y0, x1, y1 = boxes.T
    return np.asarray(
        np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1).reshape(-1, 4, 2), np.float32
    )


def quads_to_boxes(quads: FloatArray) -> FloatArray:
    """(N, 4, 2) corners → (N, 4) upright boxes around them."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def quad_yaws(quads: FloatArray) -> FloatArray:
    """(N,) degrees counter-clockwise by which tiles are turned in the picture, from
    outlines that begin at the tile's own top left corner; 0: the foot points down."""
    foot = (quads[:, 2:].mean(axis=1) - quads[:, :2].mean(axis=1)).reshape(-1, 2)
    return np.asarray(np.degrees(np.arctan2(foot[:, 0], foot[:, 1])) % 360, np.float32)


def load_photo(path: Path) -> Picture:
    """A photo with its YOLO labels; raises `ValueError` for no picture."""
    image = read_image(path)
    classes, boxes = read_labels(label_path(path), image.shape[1], image.shape[0])
    ratio = 1.0
    if len(boxes):
        sides = boxes[:, 2:] - boxes[:, :2]
        ratio = float(np.median(sides.min(axis=1) / np.maximum(sides.max(axis=1), 1)))
    straight = STRAIGHT_RATIOS[0] <= ratio <= STRAIGHT_RATIOS[1]
    yaws = np.full(len(boxes), np.nan, np.float32)
    picture = Picture(image, boxes_to_quads(boxes), classes, straight, yaws)
    if may_hide_tiles(picture):
        return replace(picture, trusted=labelled_area(picture))
    return picture


def data_digest(folders: Iterable[Path]) -> str:
    """SHA-256 over names and contents of all labels and image sizes: which data it was."""
    total = hashlib.sha256()
    for folder in folders:
        for path in list_images(folder):
            total.update(f"{path.name} {path.stat().st_size}\n".encode())
            labels = label_path(path)
            if labels.is_file():
                total.update(labels.read_bytes())
    return total.hexdigest()


def labelled_area(picture: Picture, grow: float = 0.3) -> NDArray[np.uint8]:
    """A quarter-size mask, 255 on the labelled tiles and `grow` tiles around them."""
    height, width = picture.image.shape[:2]
    mask = np.zeros((-(-height // 4), -(-width // 4)), np.uint8)
    cv2.fillPoly(mask, list(np.round(picture.quads / 4).astype(np.int32)), (255,))
    reach = max(1, round(picture.tile_px() * grow / 4)) * 2 + 1
    return np.asarray(cv2.dilate(mask, np.ones((reach, reach), np.uint8)), np.uint8)


def may_hide_tiles(picture: Picture) -> bool:
    """Whether tiles may lie unlabelled outside the labelled ones."""
    if len(picture.classes) >= TRUSTED_ROWS:
        return False
    outside = labelled_area(picture, 0.6) == 0
    small = cv2.resize(picture.image, outside.shape[::-1], interpolation=cv2.INTER_AREA)
    white = tile_white(np.asarray(small, np.uint8)) & outside
    return bool(white.sum() > WHITE_OUTSIDE * max(1, int(outside.sum())))


def tile_white(image: ImageArray) -> NDArray[np.bool_]:
    """Which pixels are as pale as a tile's body may be."""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    return np.asarray((hsv[..., 1] < 70) & (hsv[..., 2] > 135))


def _painted_over(
    image: ImageArray, trusted: NDArray[np.uint8], tile_px: float, rng: np.random.Generator
) -> ImageArray:
    """The window with everything outside `trusted` made unrecognisable."""
    height, width = image.shape[:2]
    if rng.random() < 0.4:
        small = cv2.resize(image, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
        sigma = max(1.0, tile_px * rng.uniform(0.8, 1.6) / 4)
        cover = cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma), (width, height))
    else:
        cells = int(rng.integers(1, 24))
        coarse = rng.uniform(0, 255, 3) + rng.normal(0, rng.uniform(0, 45), (cells, cells, 3))
        cover = cv2.resize(coarse.clip(0, 255).astype(np.uint8), (width, height))
    soft = cv2.blur(trusted, (5, 5))
    share = soft.astype(np.float32)[..., None] * np.float32(1 / 255)
    mixed = image * share + cover * (1 - share)
    return np.asarray(mixed, np.uint8)


def cut_view(
    picture: Picture,
    rng: np.random.Generator,
    size: int,
    tile_range: tuple[float, float] = (20.0, 110.0),
    inside: float = 0.4,
) -> View:
    """A random window of `size` pixels, tiles scaled into `tile_range`.

    Tiles with less than `inside` of their box in the window are left out.
    """
    wanted = float(np.exp(rng.uniform(*np.log(tile_range))))
    # A window much larger than the whole picture would teach mostly its border.
    smallest = 0.7 * size / max(picture.image.shape[:2])
    scale = float(np.clip(wanted / picture.tile_px(), smallest, 2.2))
    if picture.straight and rng.random() < 0.6:
        degrees = rng.uniform(0, 360)
    else:
        degrees = 90 * rng.integers(4) + rng.normal(0, 3)
    cos, sin = np.cos(np.radians(degrees)) * scale, np.sin(np.radians(degrees)) * scale
    turn = np.array([[cos, sin], [-sin, cos]]) @ (np.eye(2) + rng.normal(0, 0.04, (2, 2)))
    if len(picture.quads) and rng.random() < 0.93:
        aim = picture.quads[rng.integers(len(picture.quads))].mean(axis=0)
    else:
        aim = rng.uniform(0, 1, 2) * picture.image.shape[1::-1]
    offset = rng.uniform(0.1, 0.9, 2) * size - turn @ aim
    matrix = np.concatenate([turn, offset[:, None]], axis=1)
    source, shrunk = picture.image, 1.0
    while scale / shrunk < 0.5:
        # Bilinear sampling alone would alias a picture shrunk by more than half.
        source = np.asarray(cv2.pyrDown(source), np.uint8)
        shrunk /= 2
    border = tuple(float(v) for v in rng.uniform(0, 255, 3))
    from_source = np.concatenate([turn / shrunk, offset[:, None]], axis=1)
    image = cv2.warpAffine(
        source, from_source, (size, size), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT, borderValue=border,
    )  # fmt: skip
    if picture.trusted is not None:
        quarter = matrix.copy()
        quarter[:, :2] *= 4
        trusted = cv2.warpAffine(picture.trusted, quarter, (size, size))
        image = _painted_over(
            np.asarray(image, np.uint8), np.asarray(trusted, np.uint8),
            picture.tile_px() * scale, rng,
        )  # fmt: skip
    quads = picture.quads @ turn.T.astype(np.float32) + offset.astype(np.float32)
    boxes = quads_to_boxes(quads.astype(np.float32))
    clipped = boxes.clip(0, size)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    seen = (clipped[:, 2:] - clipped[:, :2]).prod(axis=1) / np.maximum(area, 1e-6)
    keep = (seen >= inside) & ((clipped[:, 2:] - clipped[:, :2]).min(axis=1) >= 4)
    return View(np.asarray(image, np.uint8), clipped[keep], picture.classes[keep])


def join_views(views: list[View]) -> View:
    """Four views of one size → one of twice the side, a quarter each."""
    first, second, third, fourth = (view.image for view in views)
    image = np.vstack([np.hstack([first, second]), np.hstack([third, fourth])])
    size = first.shape[0]
    corners = ((0, 0), (size, 0), (0, size), (size, size))
    boxes = [
        view.boxes + np.array([x, y, x, y], np.float32)
        for view, (x, y) in zip(views, corners, strict=True)
    ]
    return View(image, np.concatenate(boxes), np.concatenate([v.classes for v in views]))
