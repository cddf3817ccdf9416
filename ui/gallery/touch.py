"""A finger on the window, for whoever drives the screen without one."""

from __future__ import annotations

from typing import Any


def touch(window: Any, widget: Any) -> None:
    """A finger down and up in the middle of `widget`; call in the screen's thread."""
    from kivy.base import EventLoop
    from kivy.input.motionevent import MotionEvent

    class Finger(MotionEvent):
        def depack(self, args: Any) -> None:
            self.sx, self.sy = args
            self.profile = ["pos"]
            super().depack(args)

    x, y = widget.to_window(*widget.center)
    finger = Finger(
        "finger", 1, (x / window.width, y / window.height), is_touch=True, type_id="touch"
    )
    EventLoop.post_dispatch_input("begin", finger)
    EventLoop.post_dispatch_input("end", finger)
