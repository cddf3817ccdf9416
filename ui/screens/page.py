"""What the screens beside the live table have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from engine.events import Event
from engine.observations import Command, Enter
from engine.view import TableView
from ui.bridge import Frame
from ui.desk import Request, Sheet
from ui.i18n import words
from ui.theme import theme
from ui.widgets.head.head_bar import HeadBar
from ui.widgets.text.fit_label import FitLabel, GrowLabel

__all__ = ["Desk", "FitLabel", "GrowLabel", "HeadBar", "Page", "Panel"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


@dataclass(frozen=True, slots=True)
class Desk:
    """The ways out of a screen: a move, a request, another screen, a picture of
    the screen itself."""

    send: Callable[[Command], None]
    ask: Callable[[Request], None]
    go: Callable[[str], None]
    keep_picture: Callable[[], None]


class Panel(BoxLayout):
    """A box on the panel's ground."""


class Page(Screen):
    """A head, a body, and a view that it is a function of.

    A page is drawn anew when its view, the language or the palette changes, and
    only while it is the one that is shown.
    """

    title = StringProperty("")
    inside = BooleanProperty(True)
    wants_frame = BooleanProperty(False)

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.desk = desk
        self.view: TableView | None = None
        self.ids.head.bind(on_go=lambda _head, name: desk.go(name))
        words.fbind("lang", self._again)
        theme.fbind("palette", self._again)

    @property
    def body(self) -> Any:
        """The box below the head."""
        return self.ids.body

    def show(self, view: TableView) -> None:
        """Bring the page in line with `view`."""
        self.view = view
        self.refresh()

    def take(self, sheet: Sheet) -> None:
        """A sheet came; pages that show one override this."""

    def show_frame(self, frame: Frame) -> None:
        """A camera picture came; pages that show one override this."""

    def refresh(self) -> None:
        """Draw everything anew from what is known; pages override this."""

    def enter(self, event: Event) -> None:
        """Send an event that a finger entered."""
        self.desk.send(Enter(event, self.view.seq if self.view is not None else 0))

    def _again(self, *_: Any) -> None:
        self.refresh()

    def release(self) -> None:
        """Let go of the theme and the words, which outlive this page."""
        words.funbind("lang", self._again)
        theme.funbind("palette", self._again)
