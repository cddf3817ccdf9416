"""The rule pages to read: clauses, fans with their worth, options with their defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.rules import load
from engine.ruleset import RuleSet
from ui.desk import SetupSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic, say
from ui.theme import theme
from ui.widgets.buttons.push_button import TabButton

TAB = 210


class RulesTopic(Topic):
    """One tab a page; its options as they are chosen for the next match."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.pages: tuple[str, ...] = ()
        self.page = ""

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet) and sheet.pages != self.pages:
            self.pages = sheet.pages
            self.page = self.page or next(iter(sheet.pages), "")
            if self.parent is not None:
                self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        if len(self.pages) > 1:
            self.add_widget(self._tabs())
        if self.page:
            self.add_widget(_rule_page(load(self.page)))

    def _tabs(self) -> ScrollView:
        tabs = BoxLayout(size_hint_x=None, spacing=theme.px(6))
        tabs.width = theme.px(TAB) * len(self.pages)
        for page in self.pages:
            tab = TabButton(
                text=words.of(load(page).names), group="pages", max_font=22, lines=2,
                state="down" if page == self.page else "normal",
            )  # fmt: skip
            tab.bind(on_release=self._read(page))
            tabs.add_widget(tab)
        strip = ScrollView(size_hint_y=None, height=theme.px(60), do_scroll_y=False)
        strip.add_widget(tabs)
        return strip

    def _read(self, page: str) -> Callable[[Any], None]:
        def read(_tab: Any) -> None:
            self.page = page
            self.refresh()

        return read


def _rule_page(rules: RuleSet) -> ScrollView:
    box = BoxLayout(
        orientation="vertical", size_hint_y=None, spacing=theme.px(6),
        padding=(0, 0, theme.px(12), 0),
    )  # fmt: skip
    box.bind(minimum_height=box.setter("height"))
    section = ""
    for clause in rules.clauses:
        if words.of(clause.section) != section:
            section = words.of(clause.section)
            box.add_widget(_head(section))
        box.add_widget(say(f"{words.of(clause.text)}  [{clause.clause}]", 21))
    box.add_widget(_head(words.say("Fans")))
    for fan in rules.fans:
        name = f"{words.of(fan.name)} {fan.value}"
        box.add_widget(say(f"{name}：{words.of(fan.text)}  [{fan.clause}]", 21))
    if rules.options:
        box.add_widget(_head(words.say("Options")))
        box.add_widget(say(words.say("options advice"), 21, color=theme.palette.muted))
    for option in rules.options:
        choices = " / ".join(
            f"● {words.of(choice.text)}" if choice.value == option.default
            else words.of(choice.text)
            for choice in option.choices
        )  # fmt: skip
        default = choices or option.default
        box.add_widget(say(f"{words.of(option.text)}：{default}  [{option.clause}]", 21))
    scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
    scroll.add_widget(box)
    return scroll


def _head(text: str) -> Any:
    return say(text, 26, bold=True, color=theme.palette.gold)
