"""What a win is worth and what it does to everybody: rows beside the hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.view import PaymentView, TableView, WinView
from ui.amounts import amount, signed
from ui.i18n import words
from ui.theme import theme
from ui.widgets.text.fit_label import FitLabel, GrowLabel


def total_line(view: TableView, win: WinView) -> FitLabel:
    """Fans in the page's unit → points."""
    total = "" if win.total is None else f"{win.total} {words.of(view.unit)}"
    points = "" if win.points is None else words.say("{n} points").format(n=amount(win.points))
    return FitLabel(
        text=f"{total}  →  {points}", max_font=44, bold=True, halign="center",
        color=theme.palette.gold, size_hint_y=None, height=theme.px(76),
    )  # fmt: skip


def payment_rows(
    view: TableView, payments: tuple[PaymentView, ...], points: Fraction | None
) -> list[Any]:
    """Payer, amount, how it differs from the win's `points`; where they are None also the
    payee, and the cause. Below it whose cats and gods made it so."""
    rows: list[Any] = []
    for payment in payments:
        # Of a win the payee stands above the hand: long names want the room.
        payee = view.seats[payment.payee].name if points is None else ""
        who = FitLabel(
            text=f"{view.seats[payment.payer].name} → {payee}".rstrip(), max_font=26, lines=2,
            bold=True, color=theme.palette.seat(payment.payer),
        )  # fmt: skip
        said = words.of(payment.cause) if points is None else share(payment.amount, points)
        how = FitLabel(
            text=said, max_font=22, halign="right", color=theme.palette.muted,
            size_hint_x=0.5 if said else 0.001,
        )  # fmt: skip
        much = FitLabel(
            text=amount(payment.amount), max_font=34, bold=True, halign="right", size_hint_x=0.3
        )
        rows.append(_row(56, who, how, much))
        if payment.marks:
            rows.append(
                GrowLabel(
                    text=marks_text(view, payment), design_font=20, halign="right",
                    color=theme.palette.muted,
                )
            )  # fmt: skip
    return rows


def net_rows(view: TableView) -> list[Any]:
    """What the whole deal brings each player: all wins and whatever else was paid."""
    title = FitLabel(
        text=words.say("The whole deal"), max_font=20, color=theme.palette.muted,
        size_hint_y=None, height=theme.px(32),
    )  # fmt: skip
    rows: list[Any] = [title]
    for seat in view.seats:
        name = FitLabel(text=seat.name, max_font=24, bold=True, color=theme.palette.seat(seat.seat))
        much = FitLabel(
            text=signed(seat.change), max_font=26, bold=True, halign="right", size_hint_x=0.5
        )
        rows.append(_row(36, name, much))
    return rows


def _row(height: float, *parts: Any) -> BoxLayout:
    row = BoxLayout(size_hint_y=None, height=theme.px(height), spacing=theme.px(8))
    for part in parts:
        row.add_widget(part)
    return row


def marks_text(view: TableView, payment: PaymentView) -> str:
    """Whose cats and gods made it more or less."""
    said = words.say("{name}'s {mark}")
    counted = Counter(payment.marks)
    return "、".join(
        said.format(name=view.seats[seat].name, mark=words.of(mark)) + (f" ×{n}" if n > 1 else "")
        for (seat, mark), n in counted.items()
    )


def share(paid: Fraction, points: Fraction) -> str:
    """`16 × 1/2`: how a payment differs from the points, empty where it does not."""
    if not points or paid == points:
        return ""
    return f"{amount(points)} × {paid / points}"
