"""Where training views come from: real photos and rendered scenes, mixed.

Rendered scenes lie in a folder as `*.jpg` with `*.npz` labels beside them
(`vision.train.scenes` writes them); new ones are picked up while training.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from vision.labels import list_images, read_image
from vision.train.pictures import (
    Picture,
    View,
    cut_view,
    join_views,
    load_photo,
    quad_yaws,
)
from vision.train.weather import weather


def load_scene(path: Path) -> Picture:
    """A rendered scene with the labels written beside it."""
    image = read_image(path)
    with np.load(path.with_suffix(".npz")) as labels:
        quads = labels["quads"].astype(np.float32)
        return Picture(image, quads, labels["classes"].astype(np.int64), True, quad_yaws(quads))


class Pool:
    """A few loaded pictures, each used some times before another takes its place.

    Decoding a full picture for every view would cost as much as the training.
    """

    def __init__(self, load: Callable[[Path], Picture], held: int = 48, uses: float = 6.0) -> None:
        self._load, self._held, self._fresh = load, held, 1 / uses
        self._pictures: list[Picture] = []

    def pick(self, paths: list[Path], rng: np.random.Generator) -> Picture:
        """One of the held pictures, now and then a new one of `paths`."""
        if len(self._pictures) < self._held or rng.random() < self._fresh:
            picture = self._load(paths[rng.integers(len(paths))])
            if len(self._pictures) < self._held:
                self._pictures.append(picture)
            else:
                self._pictures[rng.integers(self._held)] = picture
            return picture
        return self._pictures[rng.integers(len(self._pictures))]


class MixedViews:
    """Random views for the detector: `real` of them from photos, the rest rendered.

    Only with no rendered scene yet, or no photo, all come from the other kind.
    """

    def __init__(
        self, photo_folders: Iterable[Path], scene_folder: Path | None, size: int,
        real: float = 0.5, tile_range: tuple[float, float] = (19.0, 110.0), joined: float = 0.2,
    ) -> None:  # fmt: skip
        self._photos = [path for folder in photo_folders for path in list_images(folder)]
        self._photo_pool, self._scene_pool = Pool(load_photo, uses=2), Pool(load_scene)
        self._scene_folder = scene_folder
        self._scenes: list[Path] = []
        self._looked = -1e9
        self.size, self.real, self.tile_range, self.joined = size, real, tile_range, joined

    def __call__(self, rng: np.random.Generator) -> View:
        if rng.random() < self.joined:
            view = join_views([self._one(rng, self.size // 2) for _ in range(4)])
        else:
            view = self._one(rng, self.size)
        return View(weather(view.image, rng), view.boxes, view.classes)

    def _one(self, rng: np.random.Generator, size: int) -> View:
        return cut_view(self.picture(rng), rng, size, self.tile_range)

    def picture(self, rng: np.random.Generator) -> Picture:
        """One random labelled picture."""
        scenes = self._fresh_scenes()
        if self._photos and (not scenes or rng.random() < self.real):
            return self._photo_pool.pick(self._photos, rng)
        if not scenes:
            raise ValueError("neither photos nor rendered scenes to train from")
        return self._scene_pool.pick(scenes, rng)

    def _fresh_scenes(self) -> list[Path]:
        if self._scene_folder is not None and time.monotonic() - self._looked > 20:
            self._looked = time.monotonic()
            self._scenes = sorted(p.with_suffix(".jpg") for p in self._scene_folder.glob("*.npz"))
        return self._scenes
