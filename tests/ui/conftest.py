"""One window for all screen tests: Kivy has one per process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.observations import Command
from ui.environment import DisplayUnavailable
from ui.gallery.scenes import Scene


@pytest.fixture(scope="session")
def window() -> Any:
    """The window, in memory where there is no display; skips where there is no GL."""
    from ui.gallery import render

    try:
        render.start()
    except DisplayUnavailable as error:
        pytest.skip(f"no OpenGL here: {error}")
    from kivy.core.window import Window

    return Window


@pytest.fixture
def table(window: Any) -> Iterator[Callable[[Scene], Any]]:
    """Put a scene into the window; its commands are kept in `sent`."""
    from ui.gallery import render

    screens: list[Any] = []

    def show(scene: Scene) -> Any:
        sent: list[Command] = []
        screen = render.stage(scene, sent.append)
        screen.sent = sent
        window.add_widget(screen)
        screens.append(screen)
        render.settle()
        return screen

    yield show
    for screen in screens:
        window.remove_widget(screen)
        screen.release()
