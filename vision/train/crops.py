"""Single tiles cut out of photos and scenes, for the classifier to learn from.

A patch is a square of `PATCH` pixels, larger than what the network sees, so
that a crop can be turned, shifted and scaled out of it without empty corners.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import CROP_MARGIN, cut_crop
from vision.detections import CLASS_COUNT, FloatArray
from vision.detector import ImageArray
from vision.labels import list_images
from vision.train.pictures import Picture, load_photo, quads_to_boxes
from vision.train.sources import load_scene
from vision.train.weather import weather

PATCH: Final = 112
PATCH_MARGIN: Final = 1.9
"""Side of a patch over the long side of its box."""

CROP_WEATHER: Final = 0.6
"""How hard the weather is on single tiles, which are small and soon unreadable."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """`images` (N, 112, 112, 3) uint8 BGR, `classes` (N,), `straight` (N,) bool,
    `yaws` (N,) degrees as in `Picture` (left out: nobody knows).

    A patch is straight when its box was the tile's own outline, not an upright
    box around a turned tile.
    """

    images: NDArray[np.uint8]
    classes: NDArray[np.int64]
    straight: NDArray[np.bool_]
    yaws: FloatArray = field(default_factory=lambda: np.zeros(0, np.float32))

    def __post_init__(self) -> None:
        if len(self.yaws) != len(self.classes):
            object.__setattr__(self, "yaws", np.full(len(self.classes), np.nan, np.float32))

    def __len__(self) -> int:
        return len(self.classes)


def patches_of(picture: Picture, limit: int, rng: np.random.Generator) -> Patches:
    """At most `limit` patches of one picture, chosen at random."""
    chosen = rng.permutation(len(picture.classes))[:limit]
    boxes = quads_to_boxes(picture.quads)
    images = [cut_crop(picture.image, boxes[i], PATCH, 0.0, PATCH_MARGIN) for i in chosen]
    straight = np.full(len(chosen), picture.straight)
    stacked = np.stack(images) if images else np.zeros((0, PATCH, PATCH, 3), np.uint8)
    yaws = picture.yaws[chosen] if len(picture.yaws) else np.zeros(0, np.float32)
    return Patches(stacked, picture.classes[chosen], straight, yaws)


def join_patches(parts: list[Patches]) -> Patches:
    """Several sets as one."""
    return Patches(
        np.concatenate([p.images for p in parts] or [np.zeros((0, PATCH, PATCH, 3), np.uint8)]),
        np.concatenate([p.classes for p in parts] or [np.zeros(0, np.int64)]),
        np.concatenate([p.straight for p in parts] or [np.zeros(0, np.bool_)]),
        np.concatenate([p.yaws for p in parts] or [np.zeros(0, np.float32)]),
    )


def photo_patches(folders: Iterable[Path], limit: int = 10_000) -> Patches:
    """The labelled tiles of YOLO-layout folders, at most `limit` of each picture."""
    rng = np.random.default_rng(0)
    paths = [path for folder in folders for path in list_images(folder)]
    return join_patches([patches_of(load_photo(path), limit, rng) for path in paths])


def scene_patches(
    folder: Path, per_scene: int = 40, backs: float = 0.25, scenes: int | None = None
) -> Patches:
    """Tiles of rendered scenes (of the first `scenes`); of the many backs only a
    share `backs` is taken."""
    rng = np.random.default_rng(0)
    parts = []
    for path in sorted(folder.glob("*.npz"))[:scenes]:
        picture = load_scene(path.with_suffix(".jpg"))
        keep = (picture.classes != CLASS_COUNT - 1) | (rng.random(len(picture.classes)) < backs)
        some = Picture(
            picture.image, picture.quads[keep], picture.classes[keep], True, picture.yaws[keep]
        )
        parts.append(patches_of(some, per_scene, rng))
    return join_patches(parts)


class CropSource:
    """Random crops: `real` of them from photos, half of all with classes made even."""

    def __init__(self, real: Patches, rendered: Patches, side: int, share: float = 0.5) -> None:
        if not len(real) + len(rendered):
            raise ValueError("no tiles to learn from")
        self.side = side
        self._sets = [patches for patches in (real, rendered) if len(patches)]
        self._share = share
        self._members = [
            [np.flatnonzero(patches.classes == c) for c in range(CLASS_COUNT)]
            for patches in self._sets
        ]

    def __call__(self, rng: np.random.Generator) -> tuple[ImageArray, int]:
        which = 0 if len(self._sets) == 1 or rng.random() < self._share else 1
        index = -1
        if rng.random() < 0.6:
            wanted = int(rng.integers(CLASS_COUNT))
            if not len(self._members[which][wanted]):
                which = len(self._sets) - 1 - which
            members = self._members[which][wanted]
            index = int(members[rng.integers(len(members))]) if len(members) else -1
        patches = self._sets[which]
        if index < 0:
            index = int(rng.integers(len(patches)))
        crop, _ = vary_patch(patches.images[index], bool(patches.straight[index]), self.side, rng)
        return crop, int(patches.classes[index])


def vary_patch(
    patch: ImageArray, straight: bool, side: int, rng: np.random.Generator
) -> tuple[ImageArray, float]:
    """A crop as the detector might have cut it: turned, off centre, in any weather;
    and the degrees counter-clockwise by which it was turned."""
    near_quarter = rng.random() < 0.5
    degrees = 90 * rng.integers(4) + rng.normal(0, 4) if near_quarter else rng.uniform(0, 360)
    radians = np.radians(degrees)
    # The upright box around a turned tile is larger than the tile.
    swell = 1.0
    if straight:
        cos, sin = abs(np.cos(radians)), abs(np.sin(radians))
        swell = max(cos + 0.74 * sin, sin + 0.74 * cos)
    length = PATCH / PATCH_MARGIN * CROP_MARGIN * swell * np.exp(rng.normal(0, 0.09))
    shear = np.eye(2) + rng.normal(0, 0.06, (2, 2))
    turn = np.array([[np.cos(radians), -np.sin(radians)], [np.sin(radians), np.cos(radians)]])
    matrix = turn @ shear * (length / side)
    shift = rng.normal(0, 0.045, 2) * length
    offset = PATCH / 2 + shift - matrix @ np.array([side / 2, side / 2])
    inverse = np.concatenate([matrix, offset[:, None]], axis=1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(
        patch, inverse, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    if rng.random() < 0.35:
        small = int(rng.uniform(20, 0.8 * side))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA)
        crop = cv2.resize(crop, (side, side), interpolation=cv2.INTER_LINEAR)
    return weather(np.asarray(crop, np.uint8), rng, CROP_WEATHER), float(degrees)
