"""How everybody stood after each deal, as lines over the evening."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, SmoothLine
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from engine.evening import Evening
from ui.amounts import amount
from ui.theme import RGBA, theme
from ui.widgets.text.fit_label import FitLabel

MARGIN = 70
"""Design pixels left of the lines, for the amounts."""
PAD = 26
NAMES = 130
"""Design pixels right of the lines, for whose they are."""
FOOT = 34
MOST_NUMBERS = 12
"""Deals numbered below the lines; of more only some are."""
LINE = 28


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
        left, bottom = self.x + theme.px(MARGIN), self.y + theme.px(PAD + FOOT)
        width = self.right - left - theme.px(NAMES)
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
        muted = theme.palette.muted
        for value in dict.fromkeys((high, Fraction(0), low)):
            y = at(0, value)[1]
            self._label(amount(value), (self.x, y), MARGIN - 10, muted, halign="right")
        self._number_deals(lambda step: at(step, low)[0])
        ends = [at(steps, line[-1])[1] for line in lines]
        floor = self.y + theme.px(FOOT + LINE / 2)
        for person, y in zip(self.books.people, apart(ends, theme.px(LINE), floor), strict=True):
            colour = muted if person.seat is None else theme.palette.seat(person.seat)
            x = self.right - theme.px(NAMES - 12)
            self._label(person.name, (x, y), NAMES - 14, colour, halign="left")

    def _number_deals(self, x_of: Callable[[int], float]) -> None:
        """Below the lines: which deal each step was, ± for a score put right."""
        rows = self.books.rows
        every = -(-len(rows) // MOST_NUMBERS)
        for step in range(every, len(rows) + 1, every):
            number = rows[step - 1].number
            where = (x_of(step) - theme.px(20), self.y + theme.px(LINE / 2))
            text = str(number) if number else "±"
            self._label(text, where, 40, theme.palette.muted, halign="center")

    def _label(
        self, text: str, where: tuple[float, float], width: float, colour: RGBA, halign: str
    ) -> None:
        """A word whose left edge and middle are at `where`."""
        label = FitLabel(
            text=text, size_hint=(None, None), max_font=22, halign=halign,
            size=(theme.px(width), theme.px(LINE)), color=colour,
        )  # fmt: skip
        label.pos = (where[0], where[1] - theme.px(LINE / 2))
        self._labels.append(label)
        self.add_widget(label)


def apart(heights: list[float], least: float, floor: float) -> list[float]:
    """The heights moved so that none is nearer than `least` to another: upwards, in
    their order, from `floor` on."""
    placed = [0.0] * len(heights)
    lowest = floor
    for at in sorted(range(len(heights)), key=lambda at: heights[at]):
        placed[at] = max(heights[at], lowest)
        lowest = placed[at] + least
    return placed


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
