"""The end of a deal: who pays whom, laid over the felt; and the match's score."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

from engine.seat import SEATS
from engine.view import DealRow, PaymentView, SeatView
from ui.amounts import amount, signed
from ui.i18n import words
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.results.wins import pay_row
from ui.widgets.text.fit_label import FitLabel, GrowLabel

__all__ = [
    "FitLabel",
    "PaymentsBoard",
    "PushButton",
    "RecycleView",
    "ScoreRow",
    "ScoreSheet",
    "TotalCard",
]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

SHORT_NAME = 3
"""Letters of a name over a narrow column; the cards above have it whole."""
CAUSE_WIDTH = 116
LARGE_ROW = 26
FEW_ROWS = 5
"""So many payments fit the felt in large type."""


class PaymentsBoard(BoxLayout):
    """All payments of a finished deal; fires `on_close_board` when put away."""

    title = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_close_board")
        super().__init__(**kwargs)

    def show(self, deal: int, payments: tuple[PaymentView, ...], names: tuple[str, ...]) -> None:
        self.title = words.say("Deal {n}: payments").format(n=deal)
        rows = self.ids.rows
        rows.clear_widgets()
        if not payments:
            rows.add_widget(
                GrowLabel(
                    text=words.say("Nobody pays in this deal."),
                    design_font=24,
                    color=theme.palette.muted,
                )
            )
        font = LARGE_ROW if len(payments) <= FEW_ROWS else 24
        for payment in payments:
            rows.add_widget(pay_row(payment, names, cause_width=CAUSE_WIDTH, font=font))

    def on_close_board(self) -> None:
        """Default handler; the screen listens."""


class ScoreRow(BoxLayout):
    """Four amounts behind a label."""

    label = StringProperty("")
    a = StringProperty("")
    b = StringProperty("")
    c = StringProperty("")
    d = StringProperty("")
    a_colour = ColorProperty("white")
    b_colour = ColorProperty("white")
    c_colour = ColorProperty("white")
    d_colour = ColorProperty("white")


class TotalCard(BoxLayout):
    """One player's running total, large."""

    name = StringProperty("")
    total = StringProperty("")
    colour = ColorProperty("white")


class ScoreSheet(BoxLayout):
    """Running totals, and every deal's net under seat colours, the latest first."""

    def show(self, seats: tuple[SeatView, ...], deals: tuple[DealRow, ...]) -> None:
        cards = self.ids.cards
        cards.clear_widgets()
        for seat in seats:
            cards.add_widget(
                TotalCard(
                    name=seat.name or seat.seat.name,
                    total=amount(seat.score),
                    colour=theme.palette.seat(seat.seat),
                )
            )
        head = self.ids.head
        head.label = words.say("deal") if deals else ""
        for seat, letter in zip(seats, "abcd", strict=True):
            setattr(head, letter, (seat.name or seat.seat.name)[:SHORT_NAME] if deals else "")
            setattr(head, f"{letter}_colour", theme.palette.seat(seat.seat))
        self.ids.deals.data = [_deal_row(deal) for deal in reversed(deals)]


def _deal_row(deal: DealRow) -> dict[str, Any]:
    row: dict[str, Any] = {"label": str(deal.number)}
    for seat, letter in zip(SEATS, "abcd", strict=True):
        row[letter] = signed(deal.net[seat])
        row[f"{letter}_colour"] = _net_colour(deal.net[seat])
    return row


def _net_colour(net: Fraction) -> Any:
    if net > 0:
        return theme.palette.gain
    return theme.palette.loss if net < 0 else theme.palette.muted
