"""A finger on the window, and what it finds there."""

from __future__ import annotations

from typing import Any

from ui.gallery.render import settle


def labels(root: Any) -> list[Any]:
    """Every label that is to be seen."""
    from ui.widgets.text.fit_label import FitLabel, GrowLabel

    return [w for w in root.walk() if isinstance(w, FitLabel | GrowLabel) and w.text]


def texts(root: Any) -> list[str]:
    return [label.text for label in labels(root)]


def find(root: Any, text: str) -> Any:
    """The one widget that can be pressed and bears `text`."""
    from kivy.uix.behaviors import ButtonBehavior

    buttons = [w for w in root.walk() if isinstance(w, ButtonBehavior)]
    found = [button for button in buttons if getattr(button, "text", None) == text]
    assert len(found) == 1, (text, found)
    return found[0]


def tap(window: Any, widget: Any, frames: int = 3) -> None:
    """A finger down and up in the middle of `widget`, through the window."""
    from kivy.input.motionevent import MotionEvent

    class Finger(MotionEvent):
        def depack(self, args: Any) -> None:
            self.sx, self.sy = args
            self.profile = ["pos"]
            super().depack(args)

    x, y = widget.to_window(*widget.center)
    finger = Finger(
        "test", 1, (x / window.width, y / window.height), is_touch=True, type_id="touch"
    )
    from kivy.base import EventLoop

    EventLoop.post_dispatch_input("begin", finger)
    EventLoop.post_dispatch_input("end", finger)
    settle(frames)
