"""House options of a rule set as rows of chips, with their clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.ruleset import Option, RuleSet
from engine.view import Text
from ui.i18n import words
from ui.theme import theme
from ui.widgets.forms.fields import ChipRow
from ui.widgets.text.fit_label import GrowLabel

CHIP = 64
TALL_CHIP = 88
LONG_CHOICE = 40
"""Letters of a choice beyond which two lines may not hold it."""


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

    def show(self, rules: RuleSet, chosen: Mapping[str, str]) -> None:
        """`chosen`: values other than the defaults."""
        self.rows.clear_widgets()
        self.chips = {}
        for option in rules.options:
            value = chosen.get(option.name, option.default)
            title = f"{words.of(option.text)}  [{option.clause}]"
            self.rows.add_widget(GrowLabel(text=title, design_font=20))
            values = _values(option, value)
            is_long = any(len(text) > LONG_CHOICE for _, text in values)
            row = ChipRow(size_hint_y=None, height=theme.px(TALL_CHIP if is_long else CHIP))
            row.show(values, value)
            row.bind(on_choice=lambda _row, v, n=option.name: self.dispatch("on_option", n, v))
            self.chips[option.name] = row
            self.rows.add_widget(row)

    def on_option(self, name: str, value: str) -> None:
        """Default handler; the screen listens."""


def _values(option: Option, value: str) -> list[tuple[str, str]]:
    """The choices, the default marked, and a value of the table's own."""
    listed = [(c.value, words.of(c.text)) for c in option.choices]
    if value not in [v for v, _ in listed]:
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
