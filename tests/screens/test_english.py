"""Every view in English: nothing cut, nothing left in Chinese."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.screens.texts import check_texts, chinese_left
from ui.gallery import render
from ui.gallery.scenes import Scene, scenes


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.name)
def test_in_english_nothing_is_cut_or_left_in_chinese(scene: Scene) -> None:
    screen = render.stage(replace(scene, lang="en"))
    try:
        check_texts(screen)
        assert chinese_left(screen) == []
    finally:
        screen.release()


def test_chinese_is_found_where_it_is_left() -> None:
    from kivy.uix.label import Label

    assert chinese_left(Label(text="王建国 discards 9 bamboo [D4.(五)1]")) == []
    assert chinese_left(Label(text="Entry 3 put right (看错)")) == ["Entry 3 put right (看错)"]
