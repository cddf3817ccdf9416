"""How everybody stood after each deal, as lines over the evening."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, SmoothLine
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from engine.evening import Evening
from ui.amounts import amount
from ui.theme import theme
from ui.widgets.text.fit_label import FitLabel

MARGIN = 70
"""Design pixels left of the lines, for the amounts."""
PAD = 26


class ScoreGraph(FloatLayout):
    """`books`: an `Evening`. Lines in seat colours, the zero line drawn through."""

    books: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self._labels: list[FitLabel] = []
        for name in ("books", "pos", "size"):
            self.fbind(name, lambda *_: self._draw_soon())

    def _draw(self, _dt: float) -> None:
        self.canvas.before.clear()
        for label in self._labels:
            self.remove_widget(label)
        self._labels = []
        if self.books is None or not self.books.rows or self.height < 60:
            return
        lines = courses(self.books)
        values = [value for line in lines for value in line]
        low, high = min(values), max(values)
        span = (high - low) or Fraction(1)
        steps = max(1, len(self.books.rows))
        left, bottom = self.x + theme.px(MARGIN), self.y + theme.px(PAD)
        width = self.right - left - theme.px(PAD)
        height = self.top - theme.px(PAD) - bottom

        def at(step: int, value: Fraction) -> tuple[float, float]:
            return left + width * step / steps, bottom + height * float((value - low) / span)

        with self.canvas.before:
            Color(*theme.palette.edge)
            Line(points=(*at(0, Fraction(0)), *at(steps, Fraction(0))), width=1.2)
            for person, line in zip(self.books.people, lines, strict=True):
                colour = theme.palette.muted
                if person.seat is not None:
                    colour = theme.palette.seat(person.seat)
                Color(*colour)
                points = [part for step, value in enumerate(line) for part in at(step, value)]
                SmoothLine(points=points, width=theme.unit * 1.8)
                dot = theme.px(10)
                x, y = points[-2:]
                Ellipse(pos=(x - dot / 2, y - dot / 2), size=(dot, dot))
        for value in dict.fromkeys((high, Fraction(0), low)):
            self._label(amount(value), at(0, value)[1])

    def _label(self, text: str, y: float) -> None:
        label = FitLabel(
            text=text, size_hint=(None, None), max_font=18, halign="right",
            size=(theme.px(MARGIN - 10), theme.px(26)), color=theme.palette.muted,
        )  # fmt: skip
        label.pos = (self.x, y - theme.px(13))
        self._labels.append(label)
        self.add_widget(label)


def courses(books: Evening) -> list[list[Fraction]]:
    """For each person the sum after each row, from zero on."""
    lines: list[list[Fraction]] = []
    for index in range(len(books.people)):
        total = Fraction(0)
        line = [total]
        for row in books.rows:
            total += row.net[index] or Fraction(0)
            line.append(total)
        lines.append(line)
    return lines
