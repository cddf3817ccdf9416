"""Boxes with round corners: as large as they say, in any size, told in kv."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest


def _drawn(made: Any, size: tuple[int, int] = (120, 80)) -> npt.NDArray[np.int16]:
    """What `made()` draws in green on black: its green `(height, width)`."""
    from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo

    fbo = Fbo(size=size)
    with fbo:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
        Color(0, 1, 0, 1)
        made()
    fbo.draw()
    pixels = np.frombuffer(fbo.pixels, np.uint8).reshape(size[1], size[0], 4)
    return pixels[..., 1].astype(np.int16)


@pytest.mark.parametrize("radius", [2, 8, 14])
def test_its_corners_are_quarters_of_a_circle(window: Any, radius: int) -> None:
    from ui.widgets.boxes.round_box import RoundBox

    green = _drawn(lambda: RoundBox(radius=radius, pos=(10, 10), size=(90, 40)))
    covered = 90 * 40 - (4 - math.pi) * radius**2
    assert green.sum() / 255 == pytest.approx(covered, abs=radius)
    # A corner's outermost pixel is nearly empty, a side is full to its edge.
    assert green[10, 10] < 200
    assert green[10, 50] == green[30, 10] == 255
    assert green[9, 50] == green[30, 9] == green[50, 50] == green[30, 100] == 0


def test_corners_shrink_in_a_box_that_is_smaller(window: Any) -> None:
    from ui.widgets.boxes.round_box import RoundBox

    bar = _drawn(lambda: RoundBox(radius=8, pos=(20, 20), size=(6, 40)))
    assert not bar[:, :20].any()
    assert not bar[:, 26:].any()
    assert bar[40, 22] == 255


def test_a_kv_rule_changes_its_radius(window: Any) -> None:
    from kivy.lang import Builder

    from ui.widgets.boxes.round_box import RoundBox

    rule = """
#:import RoundBox ui.widgets.boxes.round_box.RoundBox
Widget:
    opacity: 0.5
    canvas:
        RoundBox:
            pos: self.pos
            size: self.size
            radius: self.opacity * 20
"""
    widget = Builder.load_string(rule)
    Builder.sync()
    box = next(each for each in widget.canvas.children if isinstance(each, RoundBox))
    assert (box.radius, list(box.border)) == (10, [10] * 4)
    widget.opacity = 0.2
    Builder.sync()
    assert (box.radius, list(box.border)) == (4, [4] * 4)
