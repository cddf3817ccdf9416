"""The small log: newest on top, corrections struck out, where each came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

from engine.view import LogLine
from ui.i18n import words
from ui.theme import theme
from ui.widgets.text.fit_label import FitLabel

__all__ = ["EventLog", "FitLabel", "LogRow"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

SURE = 0.8
"""Below this confidence an entry is shown as uncertain."""


def source_text(source: str) -> str:
    """One short word for where an entry was learnt (`engine.events.Source`)."""
    return {
        "camera": words.say("source camera"),
        "line": words.say("source line"),
        "finger": words.say("source finger"),
        "rule": words.say("source rule"),
        "answer": words.say("source answer"),
    }.get(source, "")


class LogRow(BoxLayout):
    """One line; made few and used again by the list."""

    text = StringProperty("")
    source = StringProperty("")
    colour = ColorProperty("white")
    ink = ColorProperty("white")
    corrected = BooleanProperty(False)


class EventLog(RecycleView):
    """The list of lines."""

    def show(self, log: tuple[LogLine, ...]) -> None:
        self.data = [_row(line) for line in reversed(log)]
        self.scroll_y = 1.0


def _row(line: LogLine) -> dict[str, Any]:
    palette = theme.palette
    ink = palette.text
    if line.corrected:
        ink = palette.faint
    elif line.confidence < SURE:
        ink = palette.warn
    return {
        "text": words.of(line.text),
        "source": words.say("corrected") if line.corrected else source_text(line.source),
        "colour": palette.seat(line.seat) if line.seat is not None else palette.edge,
        "ink": ink,
        "corrected": line.corrected,
    }
