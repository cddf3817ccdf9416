"""Records of earlier evenings: the list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

from ui.amounts import signed
from ui.desk import ArchiveSheet, KeptMatch, OpenArchive, OpenRecord, Sheet
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.theme import theme
from ui.widgets.forms.fields import ChipRow, WordField
from ui.widgets.text.fit_label import FitLabel

__all__ = ["FitLabel", "KeptRow", "ReplayScreen"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ALL = "all"
MOST_RULES = 4
"""Rule sets with a chip of their own; the others are found by their name."""
DAYS = {"all": None, "7": 7, "30": 30}


class KeptRow(ButtonBehavior, BoxLayout):
    """One record; made few and used again by the list."""

    when = StringProperty("")
    what = StringProperty("")
    scores = StringProperty("")
    key = StringProperty("")

    def on_release(self) -> None:
        lines = self.parent.recycleview if self.parent is not None else None
        if lines is not None:
            lines.dispatch("on_record", self.key)


class RecordList(RecycleView):
    """Fires `on_record(key)`."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_record")
        super().__init__(**kwargs)

    def on_record(self, key: str) -> None:
        """Default handler; the screen listens."""


class ReplayScreen(Page):
    """The list of records, filtered by a word."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.sheet = ArchiveSheet(())
        self.filter = WordField(size_hint_y=None, height=theme.px(60))
        self.filter.bind(text=lambda *_: self._fill())
        self.rules = ALL
        self.days = ALL
        self.by_rules = ChipRow()
        self.by_days = ChipRow(size_hint_x=0.7)
        self.by_rules.bind(on_choice=lambda _row, value: self._narrow(rules=value))
        self.by_days.bind(on_choice=lambda _row, value: self._narrow(days=value))
        self.chips = BoxLayout(size_hint_y=None, height=theme.px(56), spacing=theme.px(16))
        self.chips.add_widget(self.by_days)
        self.chips.add_widget(self.by_rules)
        self.list = RecordList()
        self.list.bind(on_record=lambda _list, key: desk.ask(OpenRecord(key)))
        panel = Panel(orientation="vertical")
        self.empty = FitLabel(max_font=26, size_hint_y=None, height=0, color=theme.palette.muted)
        for part in (self.filter, self.chips, self.empty, self.list):
            panel.add_widget(part)
        self.body.add_widget(panel)

    def opened(self) -> None:
        """The screen came up: the list is asked for anew."""
        self.desk.ask(OpenArchive())

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, ArchiveSheet):
            self.sheet = sheet
            self.refresh()

    def refresh(self) -> None:
        self.title = words.say("Look back")
        self.filter.hint_text = words.say("Find a player, a date, a rule set")
        self._fill()

    def _narrow(self, rules: str | None = None, days: str | None = None) -> None:
        """List only what was played by some rules, or only lately."""
        self.rules, self.days = rules or self.rules, days or self.days
        self._fill()

    def _show_chips(self) -> None:
        days = {
            ALL: words.say("Always"), "7": words.say("7 days"), "30": words.say("30 days"),
        }  # fmt: skip
        self.by_days.show(tuple(days.items()), self.days)
        played = dict.fromkeys(kept.rules for kept in self.sheet.matches)
        if self.rules not in [name.zh for name in played]:
            self.rules = ALL
        names = [(name.zh, words.of(name)) for name in played][:MOST_RULES]
        self.by_rules.show([(ALL, words.say("All rules")), *names], self.rules)

    def _fill(self) -> None:
        self._show_chips()
        wanted = self.filter.text.strip().lower()
        days = DAYS[self.days]
        matches = [
            kept for kept in self.sheet.matches
            if self.rules in (ALL, kept.rules.zh) and (days is None or kept.age < days)
        ]  # fmt: skip
        rows = [_kept(kept) for kept in matches]
        found = [row for row in rows if wanted in " ".join(row.values()).lower()]
        self.list.data = found
        self.empty.text = "" if found else words.say("No record is kept here.")
        self.empty.height = 0 if found else theme.px(60)


def _kept(kept: KeptMatch) -> dict[str, str]:
    deals = words.say("{n} deals").format(n=kept.deals)
    scores = "  ".join(
        f"{name} {signed(score)}" for name, score in zip(kept.players, kept.scores, strict=False)
    )
    return {
        "key": kept.key,
        "when": kept.when,
        "what": f"{words.of(kept.rules)} · {deals}",
        "scores": scores or "、".join(kept.players),
    }
