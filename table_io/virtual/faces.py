"""The faces printed on the virtual table's tiles.

Any folder of SVGs or PNGs named by tile code may be the set; codes that it
lacks come from our own drawings (`models.faces`).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.tile import CLASS_CODES
from models import faces
from models.faces import RGBA

_MASTER = 240
"""Drawings are rasterised once at this width and shrunk from there."""
_INNER = 0.86
"""Share of a tile's width and height that ink may fill."""


class FaceSet:
    """Faces by tile code at any size, cached. Make one with `FaceSet.load`."""

    def __init__(self, files: dict[str, Path]) -> None:
        self._files = files
        self._masters: dict[str, RGBA] = {}
        self._cache: dict[tuple[str, int], RGBA] = {}
        self._frame = self._frame_width()
        self._shrink = self._room()

    @classmethod
    def load(cls, art_dir: Path | None = None) -> FaceSet:
        """The set in `art_dir`, or our own. An SVG is preferred to a PNG.

        Raises `NotADirectoryError` if there is no such folder and `ValueError`
        if the folder names no tile at all.
        """
        if art_dir is None:
            return cls({})
        if not art_dir.is_dir():
            raise NotADirectoryError(f"{art_dir} is no folder")
        files: dict[str, Path] = {}
        for code in CLASS_CODES:
            for suffix in (".svg", ".png"):
                path = art_dir / f"{code}{suffix}"
                if path.is_file():
                    files[code] = path
                    break
        if not files:
            raise ValueError(f"{art_dir} has no picture named by a tile code, e.g. 5m.svg")
        return cls(files)

    @property
    def own_codes(self) -> frozenset[str]:
        """Codes that the given folder has; the others are ours."""
        return frozenset(self._files)

    def ink(self, code: str, width: int) -> RGBA:
        """Face `code`, `(4/3 width, width, 4)` RGBA on a clear ground.

        `?` is blank. Raises `KeyError` for a code that is none of the 48.
        """
        key = (code, width)
        if key not in self._cache:
            image = self._draw(code, width)
            image.flags.writeable = False
            self._cache[key] = image
        return self._cache[key]

    def _draw(self, code: str, width: int) -> RGBA:
        height = round(width * faces.ASPECT)
        if code == "?":
            return np.zeros((height, width, 4), np.uint8)
        path = self._files.get(code)
        if path is None:
            return faces.raster(code, width)
        shrink = 1.0 if code == "back" else self._shrink
        w, h = round(width * shrink), round(height * shrink)
        out = np.zeros((height, width, 4), np.uint8)
        x, y = (width - w) // 2, (height - h) // 2
        if w <= _MASTER:
            drawn = faces.fit(self._master(code, path), w, h)
        else:
            drawn = faces.rasterise(path, w, h)
            _clear_frame(drawn, round(self._frame * w / _MASTER))
        out[y : y + h, x : x + w] = drawn
        return out

    def _master(self, code: str, path: Path) -> RGBA:
        if code not in self._masters:
            height = round(_MASTER * faces.ASPECT)
            master = faces.rasterise(path, _MASTER, height)
            if code != "back":
                _clear_frame(master, self._frame)
            self._masters[code] = master
        return self._masters[code]

    def _frame_width(self) -> int:
        """Pixels, at master size, of a frame that the set draws around each face as its edge."""
        self._frame = 0
        codes = [code for code in self._files if code != "back"]
        widths = [_framed(self._master(code, self._files[code])) for code in codes]
        self._masters.clear()
        framed = sorted(width for width in widths if width)
        # White dragons are often framed: only a frame on nearly every face is the set's own.
        return framed[-1] if len(framed) > 0.8 * len(codes) else 0

    def _room(self) -> float:
        """How far to shrink a set that draws up to its edges, so that a margin is left.

        A set that draws the tile's own body is opaque all over and is left as it is.
        """
        ink = np.zeros((round(_MASTER * faces.ASPECT), _MASTER), bool)
        for code, path in self._files.items():
            if code != "back":
                drawn = self._master(code, path)[..., 3] > 40
                if drawn.mean() > 0.9:
                    return 1.0
                ink |= drawn
        if not ink.any():
            return 1.0
        columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
        filled = max(
            (columns[-1] - columns[0] + 1) / ink.shape[1], (rows[-1] - rows[0] + 1) / ink.shape[0]
        )
        return float(min(1.0, _INNER / filled))


def _framed(face: RGBA) -> int:
    """How far from the edge a frame ends that runs along all four sides; 0 if there is none."""
    ink = face[..., 3] > 40
    height, width = ink.shape
    ends = []
    across, down = ink[height // 2], ink[:, width // 2]
    for ray in (across, across[::-1], down, down[::-1]):
        start = int(np.argmax(ray))
        length = int(np.argmin(ray[start:]))
        if not ray.any() or start > 0.05 * width or not 0 < length < 0.1 * width:
            return 0
        ends.append(start + length)
    return max(ends) + 2


def _clear_frame(face: RGBA, width: int) -> None:
    if width:
        inner = face[width:-width, width:-width].copy()
        face[:] = 0
        face[width:-width, width:-width] = inner
