"""Tile pictures as textures, one per code, width and turn, kept for good.

There are 48 faces and a handful of widths on a screen, so nothing is ever
thrown away; a picture is drawn at the exact size it is shown at and stays
sharp.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from kivy.graphics.texture import Texture

from models.faces import ASPECT, RGBA, raster

EDGE = 0.09
"""Visible thickness below a lying tile, over its width."""
_BACK_COLOUR = np.array([32, 122, 84], np.float32)
_IVORY_SHADE = np.array([203, 192, 164], np.float32)


def tile_size(width: float, sideways: bool = False) -> tuple[int, int]:
    """Pixels `(width, height)` of the picture of a tile `width` pixels wide."""
    base = max(6, round(width))
    edge = max(1, round(base * EDGE))
    across, along = base, round(base * ASPECT)
    if sideways:
        across, along = along, across
    return across, along + edge


def tile_pixels(code: str, width: int, sideways: bool = False) -> RGBA:
    """A whole tile: its face, and its thickness below in ivory and back colour.

    `code` is a tile code, `back`, or `?`, which shows as a back. Raises
    `KeyError` for any other code.
    """
    front = raster("back" if code == "?" else code, width, True)
    if sideways:
        front = np.rot90(front)
    edge = max(1, round(width * EDGE))
    height, across = front.shape[:2]
    out = np.zeros((height + edge, across, 4), np.float32)
    mask = front[..., 3].astype(np.float32) / 255
    for step in range(edge, 0, -1):
        colour = _IVORY_SHADE if step <= (edge + 1) // 2 else _BACK_COLOUR
        _lay(out[step : step + height], np.broadcast_to(colour, (height, across, 3)), mask)
    _lay(out[:height], front[..., :3].astype(np.float32), mask)
    out[..., 3] *= 255
    picture: RGBA = np.clip(out + 0.5, 0, 255).astype(np.uint8)
    return picture


def _lay(under: np.ndarray, colour: np.ndarray, mask: np.ndarray) -> None:
    share = mask[..., None]
    total = share + under[..., 3:] * (1 - share)
    under[..., :3] = np.where(
        total > 0,
        (colour * share + under[..., :3] * under[..., 3:] * (1 - share)) / np.maximum(total, 1e-6),
        0,
    )
    under[..., 3:] = total


@cache
def tile_texture(code: str, width: int, sideways: bool = False) -> Texture:
    """The texture of `tile_pixels`."""
    pixels = tile_pixels(code, width, sideways)
    height, across = pixels.shape[:2]
    texture = Texture.create(size=(across, height), colorfmt="rgba")
    texture.blit_buffer(np.ascontiguousarray(pixels).tobytes(), colorfmt="rgba")
    texture.flip_vertical()
    return texture
