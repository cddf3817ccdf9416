"""The small log: newest on top, corrections struck out, where each came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

from engine.tableview import SURE
from engine.view import LogLine
from ui.i18n import words
from ui.theme import SMALLEST_TEXT, theme
from ui.widgets.text.fit_label import FitLabel, text_width

__all__ = ["EventLog", "FitLabel", "LogRow"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def source_text(source: str) -> str:
    """One short word for where an entry was learnt (`engine.events.Source`)."""
    return {
        "camera": words.say("source camera"),
        "line": words.say("source line"),
        "finger": words.say("source finger"),
        "rule": words.say("source rule"),
        "answer": words.say("source answer"),
    }.get(source, "")


SOURCE_WIDTH = 50
CORRECTED_WIDTH = 66
PERCENT_WIDTH = 104
ONE_LINE = 36
TWO_LINES = 58


class LogRow(BoxLayout):
    """One line; made few and used again by the list."""

    text = StringProperty("")
    source = StringProperty("")
    colour = ColorProperty("white")
    ink = ColorProperty("white")
    corrected = BooleanProperty(False)
    source_width = NumericProperty(SOURCE_WIDTH)


class EventLog(RecycleView):
    """The list of lines; with `percent` each tells how sure it was."""

    log: Any = ObjectProperty(())
    percent = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._fill_soon = Clock.create_trigger(self._fill, -1)
        super().__init__(**kwargs)
        self.fbind("width", lambda *_: self._fill_soon())

    def show(self, log: tuple[LogLine, ...]) -> None:
        self.log = log
        self.scroll_y = 1.0
        self._fill_soon()

    def _fill(self, _dt: float) -> None:
        self.data = [_row(line, self.width, self.percent) for line in reversed(self.log)]


def _row(line: LogLine, width: float, percent: bool) -> dict[str, Any]:
    palette = theme.palette
    ink = palette.text
    if line.corrected:
        ink = palette.faint
    elif line.confidence < SURE:
        ink = palette.warn
    text = words.of(line.text)
    source_width = CORRECTED_WIDTH if line.corrected else SOURCE_WIDTH
    source = words.say("corrected") if line.corrected else source_text(line.source)
    if percent and not line.corrected:
        source_width = PERCENT_WIDTH
        source += f" {round(line.confidence * 100)}%"
    room = width - theme.px(source_width + 5 + 3 * 8)
    wraps = text_width(text, round(SMALLEST_TEXT * theme.unit), False) > room
    return {
        "text": text,
        "source_width": source_width,
        "row_size": (None, theme.px(TWO_LINES if wraps else ONE_LINE)),
        "source": source,
        "colour": palette.seat(line.seat) if line.seat is not None else palette.edge,
        "ink": ink,
        "corrected": line.corrected,
    }
