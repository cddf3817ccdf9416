"""A finger on the window, and what it finds there."""

from __future__ import annotations

from typing import Any

from ui.gallery.render import settle
from ui.gallery.touch import touch


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
    touch(window, widget)
    settle(frames)
