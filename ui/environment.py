"""Kivy's surroundings, set before Kivy is first imported.

Kivy reads the command line, writes log files and a configuration into the
home folder and takes over `logging` as a side effect of its import. A screen
that is one part of a program wants none of that.
"""

from __future__ import annotations

import logging
import os
import sys

from engine.view import Text


class DisplayUnavailable(RuntimeError):
    """No window can be opened here; `advice` says so in both languages."""

    def __init__(self) -> None:
        self.advice = Text(
            "打不开窗口: 没有显示器或没有 OpenGL。请接上屏幕, 或用 --headless 在终端里看。",
            "No window can be opened: no display or no OpenGL. Connect a screen, or use "
            "--headless for the terminal view.",
        )
        super().__init__(f"{self.advice.zh} {self.advice.en}")


def prepare(size: tuple[int, int] = (1280, 800), *, offscreen: bool = False) -> None:
    """Set Kivy up for a window of `size` pixels; call before any Kivy import.

    `offscreen` draws into memory, without any display. Later calls in the same
    process change nothing: Kivy has one window per process.
    """
    if "kivy" in sys.modules:
        return
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    # Without xclip and xsel Kivy logs a traceback for each; nothing hangs on them.
    logging.getLogger("kivy").addFilter(lambda record: "Cutbuffer" not in record.getMessage())
    from kivy.config import Config

    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    Config.set("graphics", "minimum_width", "960")
    Config.set("graphics", "minimum_height", "600")
    # Edges are smoothed by the shapes themselves; multisampling costs a small GPU dear.
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def open_window() -> None:
    """Open the window; raises `DisplayUnavailable` where that cannot be."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    if Window is None:
        raise DisplayUnavailable
    EventLoop.ensure_window()
