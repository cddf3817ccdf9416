"""Lines that can be tapped, newest on top, as a recycled list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

from engine.tableview import SURE
from engine.view import LogLine
from ui.i18n import words
from ui.theme import theme
from ui.widgets.log.event_log import source_text
from ui.widgets.text.fit_label import FitLabel

__all__ = ["EventList", "FitLabel", "TapLine"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class TapLine(ButtonBehavior, BoxLayout):
    """One line; made few and used again by the list."""

    text = StringProperty("")
    source = StringProperty("")
    colour = ColorProperty("white")
    ink = ColorProperty("white")
    chosen = BooleanProperty(False)
    at = NumericProperty(0)

    def on_release(self) -> None:
        lines = self.parent.recycleview if self.parent is not None else None
        if lines is not None:
            lines.dispatch("on_line", int(self.at))


class EventList(RecycleView):
    """Fires `on_line(at)`; `at` counts from the oldest line."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_line")
        super().__init__(**kwargs)

    def show(self, lines: tuple[LogLine, ...], chosen: int | None = None) -> None:
        self.data = [_row(at, line, at == chosen) for at, line in reversed(list(enumerate(lines)))]

    def on_line(self, at: int) -> None:
        """Default handler; the screen listens."""


def _row(at: int, line: LogLine, chosen: bool) -> dict[str, Any]:
    palette = theme.palette
    sure = line.confidence >= SURE
    source = source_text(line.source)
    if line.confidence < 1:
        source = f"{source} {round(line.confidence * 100)}%"
    return {
        "at": at,
        "text": words.of(line.text),
        "source": source,
        "colour": palette.seat(line.seat) if line.seat is not None else palette.edge,
        "ink": palette.text if sure else palette.warn,
        "chosen": chosen,
    }
