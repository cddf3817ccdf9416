"""House options of a rule set as rows of chips, with their clauses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.ruleset import Option, RuleSet
from engine.view import Text
from ui.i18n import words
from ui.theme import SMALLEST_TEXT, theme
from ui.widgets.forms.fields import ChipRow, Stepper
from ui.widgets.text.fit_label import GrowLabel, text_block, text_width

CHIP = 64
TALL_CHIP = 88
CHIP_PAD = 16
NARROW = 520
"""Design pixels of the narrowest list, without what surrounds a text."""
WELL_FILLED, MOST_LINES = 1.6, 2.2
"""Lines of its share that the longest choice may need for a low row, and for a high one;
lines are never quite full."""
NUMBER_WIDTH, SMALL_NUMBER_WIDTH = 372, 220
"""Design pixels of a number with large steps, and without."""
BELOW_LINES = 8
"""Lines of a choice that has a row of its own."""


class OptionList(ScrollView):
    """All options of one rule set; fires `on_option(name, value)`."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_option")
        super().__init__(do_scroll_x=False, bar_width=theme.px(5), **kwargs)
        self.rows = BoxLayout(
            orientation="vertical", size_hint_y=None, spacing=theme.px(4),
            padding=(0, 0, theme.px(12), 0),
        )  # fmt: skip
        self.rows.bind(minimum_height=self.rows.setter("height"))
        self.add_widget(self.rows)
        self.chips: dict[str, ChipRow] = {}
        self.steppers: dict[str, Stepper] = {}

    def show(self, rules: RuleSet, chosen: Mapping[str, str]) -> None:
        """`chosen`: values other than the defaults."""
        self.rows.clear_widgets()
        self.chips, self.steppers = {}, {}
        for option in rules.options:
            value = chosen.get(option.name, option.default)
            title = f"{words.of(option.text)}  [{option.clause}]"
            self.rows.add_widget(GrowLabel(text=title, design_font=20))
            values = _values(option, value)
            row = ChipRow(size_hint_y=None)
            row.show(values, value)
            _shape(row)
            row.bind(on_choice=lambda _row, v, n=option.name: self._chosen(n, v))
            self.chips[option.name] = row
            self.rows.add_widget(self._with_number(option, value, row) if _counts(option) else row)

    def _with_number(self, option: Option, value: str, row: ChipRow) -> BoxLayout:
        """The listed choices, and a number of the table's own beside them."""
        usual = next(int(each) for each in (value, option.default, "0") if each.isdecimal())
        step = 10 ** max(0, len(option.default) - 2)
        stepper = Stepper(
            value=Fraction(usual), step=Fraction(step), least=Fraction(0),
            coarse=10 if usual >= 10 * step else 0, size_hint_x=None,
        )  # fmt: skip
        stepper.width = theme.px(NUMBER_WIDTH if stepper.coarse else SMALL_NUMBER_WIDTH)

        def told(_stepper: Stepper, amount: Fraction) -> None:
            row.show(_values(option, str(amount)), str(amount))
            self.dispatch("on_option", option.name, str(amount))

        stepper.bind(on_amount=told)
        self.steppers[option.name] = stepper
        both = BoxLayout(size_hint_y=None, height=row.height, spacing=theme.px(8))
        row.size_hint_y = 1
        both.add_widget(row)
        both.add_widget(stepper)
        return both

    def _chosen(self, name: str, value: str) -> None:
        if name in self.steppers and value.isdecimal():
            self.steppers[name].value = Fraction(value)
        self.dispatch("on_option", name, value)

    def on_option(self, name: str, value: str) -> None:
        """Default handler; the screen listens."""


def _counts(option: Option) -> bool:
    """Whether the table may choose any number."""
    return option.pattern is not None and option.admits("7") and option.admits("123456")


def _shape(row: ChipRow) -> None:
    """Side by side, or one below the other where the longest would not fit a share;
    each as high as its text needs."""
    chips = list(row.chips.values())
    smallest = round(SMALLEST_TEXT * theme.unit)
    share = theme.px(NARROW / max(1, len(chips)))
    lines = max((text_width(chip.text, smallest, True) / share for chip in chips), default=1)
    if lines <= MOST_LINES:
        row.height = theme.px(CHIP if lines <= WELL_FILLED else TALL_CHIP)
        return
    row.orientation = "vertical"
    for chip in chips:
        needed = text_block(chip.text, smallest, True, theme.px(NARROW))[1]
        chip.lines, chip.size_hint_y = BELOW_LINES, None
        chip.height = max(theme.px(CHIP), needed + theme.px(CHIP_PAD))
    row.height = sum(chip.height for chip in chips) + row.spacing * (len(chips) - 1)


def _values(option: Option, value: str) -> list[tuple[str, str]]:
    """The choices, the default marked, and a value of the table's own."""
    listed = [(c.value, words.of(c.text)) for c in option.choices]
    if value not in [v for v, _ in listed] and not _counts(option):
        listed.append((value, value))
    return [(v, f"{text} ·" if v == option.default else text) for v, text in listed]


def changed(rules: RuleSet, chosen: Mapping[str, str]) -> Text:
    """The options that differ from the text's defaults, in words."""
    zh: list[str] = []
    en: list[str] = []
    for option in rules.options:
        value = chosen.get(option.name, option.default)
        if value != option.default:
            text = next((c.text for c in option.choices if c.value == value), Text(value, value))
            zh.append(f"{option.text.zh}：{text.zh}")
            en.append(f"{option.text.en}: {text.en}")
    return Text("；".join(zh), "; ".join(en))
