"""What the parts of the set-up have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from ui.bridge import Frame
from ui.desk import Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.notices.health import SIGNS, Notice
from ui.widgets.text.fit_label import FitLabel, GrowLabel

BUTTON = 68


class Topic(BoxLayout):
    """One part: built once, drawn anew by `refresh`, told when it is seen and left."""

    wants_frame = BooleanProperty(False)

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=theme.px(8), **kwargs)
        self.desk = desk

    def opened(self) -> None:
        """It came to be seen."""

    def left(self) -> None:
        """It is seen no more."""

    def take(self, sheet: Sheet) -> None:
        """A sheet came."""

    def show_frame(self, frame: Frame) -> None:
        """A camera picture came."""

    def refresh(self) -> None:
        """Draw everything anew from what is known."""


def say(text: str, size: float = 22, **kwargs: Any) -> GrowLabel:
    """A text as wide as its place and as high as it needs."""
    return GrowLabel(text=text, design_font=size, **kwargs)


def button(
    text: str, work: Callable[[], object], *, strong: bool = False, **kwargs: Any
) -> PushButton:
    """A button that calls `work`."""
    kwargs.setdefault("max_font", 24)
    made = PushButton(text=text, strong=strong, lines=2, **kwargs)
    made.bind(on_release=lambda _button: work())
    return made


def row(height: float = BUTTON, *parts: Any, **kwargs: Any) -> BoxLayout:
    """Parts side by side, `height` design pixels high."""
    made = BoxLayout(size_hint_y=None, height=theme.px(height), spacing=theme.px(8), **kwargs)
    for part in parts:
        made.add_widget(part)
    return made


def notice(title: str, detail: str = "", kind: str = "plain") -> Notice:
    """A card; `kind` as `Notice` takes it. Without a detail it is a line high."""
    made = Notice(title=title, detail=detail, kind=kind)
    if not detail:
        made.remove_widget(made.children[0])
    return made


def verdict(health: Any) -> FitLabel:
    """One part's state and what to do about it, in two lines."""
    return FitLabel(
        text=f"{SIGNS[health.state]} {words.of(health.part)}\n{words.of(health.detail)}",
        max_font=20, lines=3, halign="center", color=theme.palette.health(health.state),
    )  # fmt: skip


def move_to(part: Any, box: Any) -> None:
    """Put a widget that may still be somewhere else into `box`."""
    if part.parent is not None:
        part.parent.remove_widget(part)
    box.add_widget(part)
