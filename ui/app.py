"""The window: opens it, feeds it from the bridge, takes pictures of it.

Import this module only after `ui.environment.prepare`; `run_window` does so.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.bridge import Bridge
from ui.environment import open_window, prepare

if TYPE_CHECKING:
    from ui.window import QuebanApp


def run_window(
    bridge: Bridge,
    *,
    lang: str = "zh",
    size: tuple[int, int] = (1280, 800),
    on_ready: Callable[[QuebanApp], Any] | None = None,
    on_close: Callable[[], Any] | None = None,
    offscreen: bool = False,
) -> None:
    """Show the screen until its window is closed; call from the main thread.

    `on_ready(app)` is called in the screen's thread once the first frame is
    drawn, `on_close()` when the window has been closed. `app.stop()` closes
    it from the screen's thread, `app.close_soon()` from any thread, and
    `app.screenshot(path)` keeps a picture. Raises `DisplayUnavailable`.
    """
    prepare(size, offscreen=offscreen)
    open_window()
    from ui.window import QuebanApp

    app = QuebanApp(bridge, lang=lang, on_ready=on_ready, on_close=on_close)
    app.run()


def save_picture(widget: Any, path: Path) -> None:
    """Write a PNG of `widget` as it is laid out now."""
    path.parent.mkdir(parents=True, exist_ok=True)
    still(widget).save(str(path))


def still(widget: Any) -> Any:
    """`widget` as a Kivy image as it is laid out now.

    Screens stand on the window's own ground, which they do not draw; a picture of
    one gets it here.
    """
    from kivy.graphics import Color, InstructionGroup, Rectangle

    from ui.theme import theme

    ground = InstructionGroup()
    ground.add(Color(*theme.palette.ground))
    ground.add(Rectangle(pos=widget.pos, size=widget.size))
    widget.canvas.before.insert(0, ground)
    try:
        return widget.export_as_image()
    finally:
        widget.canvas.before.remove(ground)
