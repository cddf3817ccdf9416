"""Our own drawn tile faces, and pictures of them at any size.

One SVG per tile code (`5m.svg` … `back.svg`), ink on nothing, 3:4. Drawn by
`draw.py`; shown by the tablet, the virtual table and the training scenes.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

RGBA = npt.NDArray[np.uint8]
"""An image `(height, width, 4)`, red first, alpha not premultiplied."""

FOLDER = Path(__file__).parent
_MASTER = 240
ASPECT = 4 / 3
"""Height over width of a face."""
IVORY = (250, 246, 233)
"""Red, green, blue of a clean tile's face."""


def rasterise(path: Path, width: int, height: int) -> RGBA:
    """The SVG or PNG at `path` inside `width` x `height`, its own proportions kept.

    Centred, the rest transparent. Raises `ValueError` for a file that is no
    picture and `OSError` for one that cannot be read.
    """
    data = path.read_bytes()
    if path.suffix.lower() == ".svg":
        try:
            data = bytes(resvg_py.svg_to_bytes(svg_string=data.decode("utf-8"), height=height * 2))
        except (ValueError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is no usable SVG: {error}") from error
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"{path} is no usable picture")
    if image.dtype != np.uint8:
        image = cv2.convertScaleAbs(image, alpha=1 / 257)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2RGBA)
    elif image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2RGBA)
    else:
        image = cv2.cvtColor(image, cv2.COLOR_BGRA2RGBA)
    return fit(image, width, height)


def fit(image: RGBA, width: int, height: int) -> RGBA:
    """`image` inside `width` x `height`, its own proportions kept, centred, the rest clear."""
    scale = min(width / image.shape[1], height / image.shape[0])
    w = max(1, round(image.shape[1] * scale))
    h = max(1, round(image.shape[0] * scale))
    # Colour is weighed by alpha while shrinking, else clear pixels darken every edge.
    weighed = image.astype(np.float32)
    weighed[..., :3] *= weighed[..., 3:] / 255
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(weighed, (w, h), interpolation=method)
    small[..., :3] *= 255 / np.maximum(small[..., 3:], 1)
    out = np.zeros((height, width, 4), np.uint8)
    x, y = (width - w) // 2, (height - h) // 2
    out[y : y + h, x : x + w] = np.clip(small + 0.5, 0, 255).astype(np.uint8)
    return out


@lru_cache(maxsize=64)
def _master(code: str) -> RGBA:
    return rasterise(FOLDER / f"{code}.svg", _MASTER, round(_MASTER * ASPECT))


@lru_cache(maxsize=512)
def raster(code: str, width: int, body: bool = False) -> RGBA:
    """Our face of tile `code` (or `back`), `width` pixels wide and 4:3 as high.

    Without `body` only the ink, on a transparent ground; with it a whole tile
    front, ivory with round corners. The array is shared and read-only.
    Raises `KeyError` for a code that is none of the 48.
    """
    path = FOLDER / f"{code}.svg"
    if not path.is_file():
        raise KeyError(code)
    height = round(width * ASPECT)
    image = rasterise(path, width, height) if width > _MASTER else fit(_master(code), width, height)
    if body:
        image = _on_body(image)
    image.flags.writeable = False
    return image


def _on_body(ink: RGBA) -> RGBA:
    height, width = ink.shape[:2]
    radius = round(width * 0.09)
    mask = np.zeros((height * 4, width * 4), np.uint8)
    r = radius * 4
    cv2.rectangle(mask, (r, 0), (width * 4 - r, height * 4), 255, -1)
    cv2.rectangle(mask, (0, r), (width * 4, height * 4 - r), 255, -1)
    for x in (r, width * 4 - r - 1):
        for y in (r, height * 4 - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1)
    out = np.empty_like(ink)
    share = ink[..., 3:].astype(np.float32) / 255
    ground = np.array(IVORY, np.float32)
    out[..., :3] = (ink[..., :3] * share + ground * (1 - share) + 0.5).astype(np.uint8)
    out[..., 3] = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    return out
