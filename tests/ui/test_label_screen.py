from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.labelling import LabelSession

pytestmark = pytest.mark.screen


@pytest.fixture
def session(tmp_path: Path) -> LabelSession:
    image = np.full((200, 300, 3), (40, 90, 30), np.uint8)
    image[50:90, 40:70] = 240
    (tmp_path / "images").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.png"), image)
    return LabelSession(tmp_path)


def test_a_box_is_drawn_named_and_tapped(window: Any, session: LabelSession) -> None:
    from ui.gallery import render
    from ui.screens.label.label import LabelScreen

    screen = LabelScreen(session)
    window.add_widget(screen)
    try:
        render.settle()
        assert screen.said.startswith("没有框")
        picture = screen.ids.picture
        touch(picture, picture._to_screen(40, 50), picture._to_screen(70, 90))
        assert len(session.marks) == 1
        assert session.marks[0].box == pytest.approx((40, 50, 70, 90), abs=1.5)
        assert screen.press("5") and screen.press("z")
        assert screen.said == "白板 5z" and "1 个框" in screen.title
        touch(picture, picture._to_screen(200, 150), picture._to_screen(230, 190))
        assert session.selected == 1
        touch(picture, picture._to_screen(55, 70), picture._to_screen(55, 70))
        assert session.selected == 0
        assert not screen.press("~")
        shown = np.frombuffer(screen.export_as_image().texture.pixels, np.uint8)
        assert len(np.unique(shown.reshape(-1, 4), axis=0)) > 5
    finally:
        window.remove_widget(screen)


class Touch:
    def __init__(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.ox, self.oy = start
        self.x, self.y = end


def touch(picture: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    assert picture.on_touch_up(Touch(start, end))
