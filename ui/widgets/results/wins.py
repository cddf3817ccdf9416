"""Wins: what is public while hands are down, then fans, arithmetic, payers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.view import FAN_UNIT, FanLine, PaymentView, Text, WinView
from ui.amounts import amount
from ui.i18n import words
from ui.theme import theme
from ui.widgets.buttons.push_button import TabButton
from ui.widgets.text.fit_label import FitLabel, GrowLabel
from ui.widgets.tiles.placement import Mark, Piece, Section
from ui.widgets.tiles.tile_flow import GrowFlow, TileFlow

__all__ = [
    "FanRow",
    "FitLabel",
    "GrowLabel",
    "PayRow",
    "ScrollView",
    "TileFlow",
    "Wins",
    "WinHead",
    "WinTotal",
]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


HAND_TILE = 32
EVIDENCE_TILE = 22
SHORT_KIND = 14
"""Letters of a kind of win that fit the head beside its tile."""
MOST_EVIDENCE = 180
MOST_OF_WHAT_COUNTS_NOT = 120
"""Narrower, so that the reason beside it has room."""


class WinHead(BoxLayout):
    """Who won, how and from whom, and the winning tile."""

    name = StringProperty("")
    how = StringProperty("")
    colour = ColorProperty("white")
    sections = ObjectProperty(())
    pending = BooleanProperty(False)


class FanRow(BoxLayout):
    """One fan: name, value, clause and the tiles that made it."""

    name = StringProperty("")
    value = StringProperty("")
    clause = StringProperty("")
    sections = ObjectProperty(())
    evidence_width = NumericProperty(0)
    counted = BooleanProperty(True)


class WinTotal(BoxLayout):
    """Fans to points."""

    total = StringProperty("")
    points = StringProperty("")


class PayRow(BoxLayout):
    """Payer to payee, the amount, and the cause where there is room for it."""

    payer = StringProperty("")
    payee = StringProperty("")
    amount = StringProperty("")
    cause = StringProperty("")
    payer_colour = ColorProperty("white")
    payee_colour = ColorProperty("white")
    cause_width = NumericProperty(0)
    font = NumericProperty(24)


class Wins(BoxLayout):
    """All wins of a deal, one at a time, with a tab for each winner."""

    chosen = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._wins: tuple[WinView, ...] = ()
        self._names: tuple[str, ...] = ()
        self._unit = FAN_UNIT

    def show(
        self, wins: tuple[WinView, ...], names: tuple[str, ...], unit: Text = FAN_UNIT
    ) -> None:
        """`names` of seats A to D; `unit`: what fans count."""
        if len(wins) > len(self._wins):
            # While hands are down the newest win matters; opened hands are read in order.
            self.chosen = len(wins) - 1 if wins[-1].pending else 0
        elif self._wins and wins and self._wins[0].pending and not wins[0].pending:
            self.chosen = 0
        self.chosen = max(0, min(int(self.chosen), len(wins) - 1))
        self._wins, self._names, self._unit = wins, names, unit
        self._show_tabs()
        if wins and all(win.pending for win in wins):
            self._show_pending()
        else:
            self._show_chosen()

    def _show_tabs(self) -> None:
        tabs = self.ids.tabs
        tabs.clear_widgets()
        several = len(self._wins) > 1 and not all(win.pending for win in self._wins)
        tabs.height = theme.px(44) if several else 0
        if not several:
            return
        for index, win in enumerate(self._wins):
            tab = TabButton(
                text=self._names[win.seat],
                group="winners",
                state="down" if index == self.chosen else "normal",
            )
            tab.bind(on_release=lambda _tab, i=index: self.choose(i))
            tabs.add_widget(tab)

    def choose(self, index: int) -> None:
        """Show the win `index`."""
        self.chosen = index
        self._show_chosen()

    def _show_pending(self) -> None:
        """Hands are still down: all winners at once, there is little to say of each."""
        body = self.ids.body
        body.clear_widgets()
        self.ids.scroll.scroll_y = 1.0
        for win in self._wins:
            body.add_widget(self._head(win))
        body.add_widget(pending_note())

    def _show_chosen(self) -> None:
        body = self.ids.body
        body.clear_widgets()
        self.ids.scroll.scroll_y = 1.0
        if not self._wins:
            body.add_widget(
                GrowLabel(
                    text=words.say("Nobody has won in this deal yet."),
                    design_font=22,
                    color=theme.palette.muted,
                )
            )
            return
        win = self._wins[int(self.chosen)]
        body.add_widget(self._head(win))
        if len(words.of(win.kind)) > SHORT_KIND:
            body.add_widget(GrowLabel(text=words.of(win.kind), design_font=20))
        # The result comes first: it is what everybody looks for.
        if win.total is not None or win.points is not None:
            body.add_widget(_total(win, self._unit))
        if win.groups:
            body.add_widget(_hand(win))
        if win.pending:
            body.add_widget(pending_note())
        for fan in win.fans:
            body.add_widget(fan_row(fan))
        for payment in win.payments:
            body.add_widget(pay_row(payment, self._names))
        for fan, reason in win.excluded:
            body.add_widget(excluded_row(fan, words.of(reason)))

    def _head(self, win: WinView) -> WinHead:
        how = words.of(win.kind)
        if len(how) > SHORT_KIND:
            how = ""
        if win.source is not None:
            how += f" ← {self._names[win.source]}"
        return WinHead(
            name=self._names[win.seat],
            how=how,
            colour=theme.palette.seat(win.seat),
            sections=(((Piece(win.tile.code, mark=Mark.WINNING),),),),
            pending=win.pending,
        )


def pending_note() -> GrowLabel:
    """What holds while hands are down."""
    note = words.say("Hands open at the end of the deal; fans and points are counted then.")
    return GrowLabel(text=note, design_font=22, color=theme.palette.muted)


def _hand(win: WinView) -> GrowFlow:
    groups: Section = tuple(tuple(Piece(t.code) for t in group) for group in win.groups)
    return GrowFlow(sections=(groups,), largest=HAND_TILE)


def fan_row(fan: FanLine) -> FanRow:
    """One fan that counts."""
    name = words.of(fan.name)
    if fan.count > 1:
        name += f" ×{fan.count}"
    return FanRow(
        name=name,
        value=str(fan.value * fan.count),
        clause=fan.clause,
        sections=_evidence(fan),
        evidence_width=_evidence_width(fan),
    )


def _evidence(fan: FanLine, mark: Mark = Mark.NONE) -> tuple[Section, ...]:
    if not fan.tiles:
        return ()
    return (tuple(tuple(Piece(t.code, mark=mark) for t in group) for group in fan.tiles),)


def _evidence_width(fan: FanLine) -> float:
    tiles = sum(len(group) for group in fan.tiles)
    return min(MOST_EVIDENCE, tiles * EVIDENCE_TILE * 1.06 + len(fan.tiles) * 8)


def excluded_row(fan: FanLine, reason: str) -> FanRow:
    """One fan that is there and does not count, and why."""
    width = min(MOST_OF_WHAT_COUNTS_NOT, _evidence_width(fan))
    return FanRow(
        name=words.of(fan.name), value="–", clause=reason, counted=False,
        sections=_evidence(fan, Mark.DIM), evidence_width=width,
    )  # fmt: skip


def _total(win: WinView, unit: Text) -> WinTotal:
    total = "" if win.total is None else f"{win.total} {words.of(unit)}"
    points = "" if win.points is None else words.say("{n} points").format(n=amount(win.points))
    return WinTotal(total=total, points=points)


def pay_row(
    payment: PaymentView, names: tuple[str, ...], *, cause_width: float = 0, font: float = 24
) -> PayRow:
    """A row for one payment, `font` high; `cause_width` 0 leaves the cause out."""
    palette = theme.palette
    return PayRow(
        payer=names[payment.payer],
        payee=names[payment.payee],
        amount=amount(payment.amount),
        cause=words.of(payment.cause),
        payer_colour=palette.seat(payment.payer),
        payee_colour=palette.seat(payment.payee),
        cause_width=cause_width,
        font=font,
    )
