"""The end of a deal: who pays whom, laid over the felt; and the match's score."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
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

__all__ = ["FitLabel", "PaymentsBoard", "PushButton", "RecycleView", "ScoreRow", "ScoreSheet"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

CAUSE_WIDTH = 130


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
        for payment in payments:
            rows.add_widget(pay_row(payment, names, cause_width=CAUSE_WIDTH))

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
    large = NumericProperty(24)
    strong = BooleanProperty(False)


class ScoreSheet(BoxLayout):
    """Names, totals, and every deal's net, the latest first."""

    def show(self, seats: tuple[SeatView, ...], deals: tuple[DealRow, ...]) -> None:
        palette = theme.palette
        names = [seat.name or seat.seat.name for seat in seats]
        head = self.ids.names
        totals = self.ids.totals
        head.label, totals.label = words.say("deal"), words.say("total")
        for seat, name, letter in zip(seats, names, "abcd", strict=True):
            setattr(head, letter, name)
            setattr(head, f"{letter}_colour", palette.seat(seat.seat))
            setattr(totals, letter, amount(seat.score))
            setattr(totals, f"{letter}_colour", palette.text)
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
