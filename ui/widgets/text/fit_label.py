"""A label whose text always fits its box.

Kivy draws a text that is larger than its `text_size` without the lines that
do not fit, from the top, and says nothing. This label measures first: it
shrinks from `max_font` to `min_font`, breaks into up to `lines` lines, and
only then shortens with an ellipsis; `fits` and `shortened` say how it went.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from ui.theme import FONT, SMALLEST_TEXT, theme

LINE_HEIGHT = 1.4
"""Box height that one line needs, over its font size (Noto Sans SC is tall)."""


def text_width(text: str, font_size: float, bold: bool) -> float:
    """Pixels that `text` takes on one line."""
    return max(_measure(bold, font_size).get_extents(line)[0] for line in text.split("\n"))


def _measure(bold: bool, font_size: float) -> Any:
    label = CoreLabel(font_name=FONT, font_size=font_size, bold=bold)
    label.resolve_font_name()
    return label


def text_block(text: str, font_size: float, bold: bool, width: float) -> tuple[float, float]:
    """Width and height that `text` takes when broken at `width` pixels."""
    label = CoreLabel(
        text=text, font_name=FONT, font_size=font_size, bold=bold, text_size=(width, None)
    )
    label.resolve_font_name()
    size: tuple[float, float] = label.render()
    return size


class FitLabel(Label):
    """Sizes are design pixels; `lines` is the most lines to break into.

    A new scale of the screen comes with a new size, so only the size is
    watched: a binding to the theme would outlive the label.
    """

    max_font = NumericProperty(24)
    min_font = NumericProperty(SMALLEST_TEXT)
    lines = NumericProperty(1)
    fits = BooleanProperty(True)
    shortened = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        kwargs.setdefault("color", theme.palette.text)
        super().__init__(font_name=FONT, **kwargs)
        for name in ("text", "size", "max_font", "min_font", "lines", "bold"):
            self.fbind(name, self._ask_fit)
        self._ask_fit()

    def _ask_fit(self, *_: Any) -> None:
        self._fit_soon()

    def _fit(self, _dt: float) -> None:
        width, height = self.width, self.height
        if width < 2 or height < 2:
            return
        # Whole sizes only: SDL opens the font file anew for every size it is asked for.
        largest, smallest = round(self.max_font * theme.unit), round(self.min_font * theme.unit)
        inner = max(2.0, width - self.padding[0] - self.padding[2])
        size, shorten = self._best(inner, height, largest, smallest)
        self.shortened = shorten
        self.shorten = shorten
        self.shorten_from = "right"
        self.font_size = size
        self.text_size = (width, None)
        self.fits = not self.text or size * 1.1 <= height + 1

    def _best(self, width: float, height: float, largest: int, smallest: int) -> tuple[int, bool]:
        if not self.text:
            return largest, False
        largest = max(smallest, min(largest, int(height / 1.15)))
        natural = text_width(self.text, largest, self.bold)
        if natural <= width:
            if "\n" not in self.text:
                return largest, False
        elif self.lines <= 1 or natural * 0.8 <= width:
            # Widths do not grow quite evenly with the size of the letters.
            size = int(largest * width / natural * 0.99)
            while size >= smallest and text_width(self.text, size, self.bold) > width:
                size -= 1
            if size >= smallest:
                return size, False
        if self.lines > 1:
            size = largest
            while size >= smallest:
                allowed = min(height, self.lines * size * LINE_HEIGHT * 1.1)
                if text_block(self.text, size, self.bold, width)[1] <= allowed:
                    return size, False
                size -= 1
            if text_block(self.text, smallest, self.bold, width)[1] <= height:
                return smallest, False
        return smallest, text_width(self.text, smallest, self.bold) > width


class GrowLabel(Label):
    """A text of given width that takes the height its lines need."""

    design_font = NumericProperty(20)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("color", theme.palette.text)
        super().__init__(font_name=FONT, size_hint_y=None, **kwargs)
        self.fbind("width", self._reflow)
        self.fbind("design_font", self._reflow)
        self.fbind("texture_size", self._grow)
        self._reflow()

    def _reflow(self, *_: Any) -> None:
        self.font_size = round(self.design_font * theme.unit)
        self.text_size = (self.width, None)

    def _grow(self, *_: Any) -> None:
        self.height = self.texture_size[1]
