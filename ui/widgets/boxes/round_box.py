"""A filled box with round corners, as Kivy's nine-part picture.

A rounded rectangle of Kivy's is a fan of some fifty slivers with a line of as many
round it: without a graphics chip half of a picture's time went into them. Nine
plain quads look the same. In kv it is told as `RoundBox`, with `radius` in pixels.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from kivy.factory import Factory
from kivy.graphics import BorderImage
from kivy.graphics.texture import Texture

FINENESS = 4
"""Samples a pixel, each way, from which the rim is smoothed."""
STRAIGHT = 2
"""Pixels between the corners of the picture; they are what stretches."""


@cache
def corners(radius: int) -> Texture:
    """White, with round corners of `radius` pixels; kept for good, there are few."""
    side = 2 * radius + STRAIGHT
    steps = (np.arange(side * FINENESS) + 0.5) / FINENESS
    beyond = np.maximum(np.maximum(radius - steps, steps - (side - radius)), 0.0)
    inside = beyond[:, None] ** 2 + beyond[None, :] ** 2 <= radius**2
    share = inside.reshape(side, FINENESS, side, FINENESS).mean((1, 3))
    pixels = np.full((side, side, 4), 255, np.uint8)
    pixels[..., 3] = np.round(share * 255)
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba")
    return texture


class RoundBox(BorderImage):
    """A box in the colour in force; corners shrink where it is smaller than they are."""

    def __init__(self, radius: float = 0, **kwargs: Any) -> None:
        super().__init__(auto_scale="both_lower", **kwargs)
        self.radius = radius

    @property
    def radius(self) -> float:
        return self._radius

    @radius.setter
    def radius(self, radius: float) -> None:
        self._radius = radius
        whole = round(radius)
        self.texture = corners(whole)
        self.border = (whole,) * 4


Factory.register("RoundBox", cls=RoundBox)
