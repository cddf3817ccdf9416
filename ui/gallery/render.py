"""Pictures of fixed views: `queban screens --out DIR` and the golden tests.

Needs no display: the window is made in memory where the machine has none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.observations import Command
from ui.environment import open_window, prepare
from ui.gallery.scenes import Scene, scenes

RGB = npt.NDArray[np.uint8]

SETTLE_FRAMES = 6
"""Frames after which no layout trigger is pending any more."""


def start() -> None:
    """Open the one window that pictures are drawn with; raises `DisplayUnavailable`."""
    headless = sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    prepare(offscreen=headless)
    open_window()
    from ui.theme import register_fonts

    register_fonts()


def settle(frames: int = SETTLE_FRAMES) -> None:
    """Let pending layout and drawing happen."""
    from kivy.base import EventLoop

    for _ in range(frames):
        EventLoop.idle()


def _ignore(_told: Any) -> None:
    return


def _nowhere(_name: str) -> None:
    return


def _nothing() -> None:
    return


def stage(
    scene: Scene,
    send: Callable[[Command], None] = _ignore,
    ask: Callable[[Any], None] = _ignore,
    go: Callable[[str], None] = _nowhere,
) -> Any:
    """The screen of `scene`, laid out at its size; call `release` on it after use."""
    from ui.i18n import words
    from ui.theme import theme

    theme.fit(*scene.size)
    theme.use(scene.palette)
    words.use(scene.lang)
    screen = _build(scene, send, ask, go)
    screen.size = scene.size
    settle(2)
    _fill(screen, scene)
    settle()
    return screen


def _build(scene: Scene, send: Any, ask: Any, go: Any) -> Any:
    from ui.screens.page import Desk
    from ui.screens.replay.watch import WatchTable
    from ui.screens.table.table import TableScreen
    from ui.window import PAGES

    common: Any = {"name": scene.name, "size_hint": (None, None)}
    if scene.screen == "table":
        return TableScreen(send, go, **common)
    if scene.screen == "watch":
        return WatchTable(send, go, ask, **common)
    return PAGES[scene.screen](Desk(send, ask, go, _nothing), **common)


def _fill(screen: Any, scene: Scene) -> None:
    """Show what the scene says and tap what was tapped."""
    if scene.screen == "watch":
        screen.watch(scene.sheet)
        scene.taps(screen)
        return
    if scene.screen == "table":
        screen.ids.felt.bottom = int(scene.bottom)
    screen.show(scene.view)
    if scene.tab is not None:
        screen.tab = scene.tab
    if scene.sheet is not None:
        screen.take(scene.sheet)
    scene.taps(screen)


def picture(screen: Any) -> RGB:
    """The screen as an image `(height, width, 3)`, red first."""
    from ui.app import still

    core = still(screen)
    width, height = core.texture.size
    pixels = np.frombuffer(core.texture.pixels, np.uint8).reshape(height, width, 4)
    return np.ascontiguousarray(pixels[..., :3])


def render(out: Path, chosen: Iterable[Scene] | None = None) -> list[Path]:
    """Write one PNG for each scene into `out`; returns the paths in order."""
    from ui.app import save_picture

    start()
    out.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    for scene in scenes() if chosen is None else chosen:
        screen = stage(scene)
        path = out / f"{scene.name}.png"
        save_picture(screen, path)
        screen.release()
        paths.append(path)
    return paths
