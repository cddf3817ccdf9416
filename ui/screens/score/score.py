"""The evening's score: totals, deals, graph, who paid whom, how to settle up."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from engine.evening import Evening, as_csv, settle_up
from engine.view import TableView
from ui.amounts import amount, signed
from ui.desk import Note, SaveSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.screens.score.graph import ScoreGraph
from ui.theme import RGBA, theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.forms.fields import ChipRow
from ui.widgets.text.fit_label import FitLabel, GrowLabel

__all__ = ["FitLabel", "ScoreScreen", "SumCard"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ROW = 58
NUMBER_WIDTH = 56
NOTE = 84
"""Room for the path of a file."""


class SumCard(BoxLayout):
    """One player's total."""

    name = StringProperty("")
    total = StringProperty("")
    money = StringProperty("")
    colour = ColorProperty("white")


class ScoreScreen(Page):
    """A function of the view's books."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.part = "deals"
        self.stake = Fraction(0)
        self.left = BoxLayout(orientation="vertical", size_hint_x=0.46, spacing=theme.px(8))
        self.cards = GridLayout(cols=2, spacing=theme.px(8))
        self.settle = Panel(orientation="vertical")
        self.note = FitLabel(size_hint_y=None, height=0, max_font=20, lines=3)
        self.share = BoxLayout(size_hint_y=None, height=theme.px(64), spacing=theme.px(8))
        self.csv, self.picture = PushButton(max_font=22), PushButton(max_font=22)
        self.csv.bind(on_release=lambda _button: self._save())
        self.picture.bind(on_release=lambda _button: desk.keep_picture())
        self.share.add_widget(self.csv)
        self.share.add_widget(self.picture)
        for widget in (self.cards, self.settle, self.note, self.share):
            self.left.add_widget(widget)
        self.main = Panel(orientation="vertical")
        self.parts = ChipRow(size_hint_y=None, height=theme.px(54))
        self.parts.bind(on_choice=lambda _row, value: self.choose(value))
        self.sheet = BoxLayout()
        self.graph = ScoreGraph()
        self.main.add_widget(self.parts)
        self.main.add_widget(self.sheet)
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, Note):
            self.note.text = words.of(sheet.text)
            self.note.height = theme.px(NOTE)
            self.note.color = theme.palette.good if sheet.good else theme.palette.bad

    def choose(self, part: str) -> None:
        """Show `deals`, `graph` or `paid` on the right."""
        self.part = part
        self.refresh()

    def refresh(self) -> None:
        view = self.view
        if view is None or view.books is None:
            return
        self.title = words.say("Score")
        self.csv.text, self.picture.text = words.say("Save as CSV"), words.say("Save as picture")
        self._show_cards(view, view.books)
        self._show_settling(view.books)
        names = (
            ("deals", words.say("Deals")),
            ("graph", words.say("Graph")),
            ("paid", words.say("Who paid whom")),
        )
        self.parts.show(names, self.part)
        self.sheet.clear_widgets()
        if not view.books.rows:
            text = words.say("No deal is finished yet.")
            self.sheet.add_widget(FitLabel(text=text, max_font=24, color=theme.palette.muted))
        elif self.part == "graph":
            self.graph.books = view.books
            self.sheet.add_widget(self.graph)
        else:
            rows = _deal_rows if self.part == "deals" else _paid_rows
            self.sheet.add_widget(_scrolled(rows(view.books)))

    def _show_cards(self, view: TableView, books: Evening) -> None:
        self.cards.clear_widgets()
        shown = {seat.seat: seat.score for seat in view.seats}
        for person in books.people:
            total = person.total if person.seat is None else shown[person.seat]
            colour = theme.palette.muted
            if person.seat is not None:
                colour = theme.palette.seat(person.seat)
            self.cards.add_widget(
                SumCard(
                    name=person.name,
                    total=amount(total),
                    money=signed(person.total * self.stake) + " ¥" if self.stake else "",
                    colour=colour,
                )
            )

    def _show_settling(self, books: Evening) -> None:
        """The fewest transfers that bring everybody to zero."""
        self.settle.clear_widgets()
        title = FitLabel(
            text=words.say("To settle up"), max_font=22, bold=True, size_hint_y=None,
            height=theme.px(36), color=theme.palette.gold,
        )  # fmt: skip
        self.settle.add_widget(title)
        totals = [person.total for person in books.people]
        if sum(totals):
            text = words.say("Scores by hand do not sum to zero: settle those yourselves.")
            self.settle.add_widget(GrowLabel(text=text, design_font=20, color=theme.palette.warn))
            self.settle.add_widget(BoxLayout())
            return
        for move in settle_up(totals):
            payer, payee = books.people[move.payer].name, books.people[move.payee].name
            much = move.amount * (self.stake or 1)
            text = amount(much) + (" ¥" if self.stake else "")
            row = BoxLayout(size_hint_y=None, height=theme.px(40))
            row.add_widget(FitLabel(text=f"{payer} → {payee}", max_font=26))
            row.add_widget(
                FitLabel(text=text, max_font=28, bold=True, halign="right", size_hint_x=0.45)
            )
            self.settle.add_widget(row)
        self.settle.add_widget(BoxLayout())

    def _save(self) -> None:
        if self.view is not None and self.view.books is not None:
            self.desk.ask(SaveSheet(as_csv(self.view.books)))


def _colour_of(value: Fraction | None) -> RGBA:
    if not value:
        return theme.palette.muted
    return theme.palette.gain if value > 0 else theme.palette.loss


def _row(head: str, cells: list[tuple[str, RGBA]], note: str = "", width: float = 0) -> Any:
    row = BoxLayout(size_hint_y=None, height=theme.px(ROW), spacing=theme.px(6))
    row.add_widget(
        FitLabel(
            text=head, size_hint_x=None, width=theme.px(width or NUMBER_WIDTH), max_font=22,
            color=theme.palette.muted,
        )
    )  # fmt: skip
    for text, colour in cells:
        row.add_widget(FitLabel(text=text, max_font=26, halign="right", color=colour))
    if note:
        label = FitLabel(
            text=note, max_font=18, lines=2, color=theme.palette.muted,
            padding=(theme.px(12), 0, 0, 0),
        )  # fmt: skip
        label.size_hint_x = 3
        row.add_widget(label)
    return row


def _names(books: Evening) -> list[tuple[str, RGBA]]:
    palette = theme.palette
    return [
        (p.name, palette.muted if p.seat is None else palette.seat(p.seat)) for p in books.people
    ]


def _deal_rows(books: Evening) -> list[Any]:
    """Every deal's gains and losses, the latest first, with how it ended."""
    rows = [_row("", _names(books), " ")]
    for row in reversed(books.rows):
        cells = [("" if net is None else signed(net), _colour_of(net)) for net in row.net]
        rows.append(_row(str(row.number) if row.number else "±", cells, words.of(row.label)))
    return rows


def _paid_rows(books: Evening) -> list[Any]:
    """Payers down, payees across."""
    wide = 130
    rows = [_row("", _names(books), width=wide)]
    for index, person in enumerate(books.people):
        cells = [
            (amount(paid) if paid else "·", theme.palette.text if paid else theme.palette.faint)
            for paid in books.paid[index]
        ]
        rows.append(_row(f"{person.name} →", cells, width=wide))
    return rows


def _scrolled(rows: list[Any]) -> ScrollView:
    box = BoxLayout(orientation="vertical", size_hint_y=None, padding=(0, 0, theme.px(10), 0))
    box.bind(minimum_height=box.setter("height"))
    for row in rows:
        box.add_widget(row)
    scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
    scroll.add_widget(box)
    return scroll
