"""Fields for names and reasons, amounts with a minus and a plus, chips to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from ui.amounts import amount
from ui.theme import FONT, theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.text.fit_label import FitLabel

__all__ = ["ChipRow", "FitLabel", "PushButton", "Stepper", "WordField"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class WordField(TextInput):
    """One line of text in the screen's own font; takes Chinese from an input method."""

    design_font = NumericProperty(26)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(font_name=FONT, multiline=False, write_tab=False, **kwargs)


class Stepper(BoxLayout):
    """An exact amount between two keys; fires `on_amount(value)`. `coarse`: how many
    steps two further keys make at once, 0 for none."""

    value = ObjectProperty(Fraction(0))
    step = ObjectProperty(Fraction(1))
    least = ObjectProperty(None, allownone=True)
    coarse = NumericProperty(0)
    shown = StringProperty("0")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_amount")
        super().__init__(**kwargs)
        self.fbind("value", self._say)
        self._say()

    def _say(self, *_: Any) -> None:
        self.shown = amount(self.value)

    def move(self, steps: int) -> None:
        value = self.value + self.step * int(steps)
        if self.least is None or value >= self.least:
            self.value = value
            self.dispatch("on_amount", value)

    def on_amount(self, value: Fraction) -> None:
        """Default handler; the screen listens."""


class ChipRow(BoxLayout):
    """One of several values; fires `on_choice(value)`."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_choice")
        super().__init__(spacing=theme.px(6), **kwargs)
        self.chips: dict[str, TabButton] = {}

    def show(self, values: Sequence[tuple[str, str]], chosen: str) -> None:
        """`values`: pairs of a value and what its chip says."""
        if [value for value, _ in values] != list(self.chips):
            self.clear_widgets()
            self.chips = {}
            for value, _text in values:
                chip = TabButton(group=f"chips {id(self)}", max_font=22, lines=3)
                chip.bind(on_release=self._tell(value))
                self.chips[value] = chip
                self.add_widget(chip)
        for value, text in values:
            self.chips[value].text = text
            self.chips[value].state = "down" if value == chosen else "normal"

    def _tell(self, value: str) -> Callable[[Any], None]:
        return lambda _chip: self.dispatch("on_choice", value)

    def on_choice(self, value: str) -> None:
        """Default handler; the screen listens."""
