"""Kongs that stand: what they pay at once, and the tile that replaces them."""

from __future__ import annotations

from dataclasses import replace

from engine.draft import Draft
from engine.events import DrawCause, PaymentRow
from engine.play.state import Booked, Stage, play_of, set_page, state, step
from engine.seat import Seat
from engine.settlement import reversal

KONG = "kong"
"""Cause of rows that a kong pays."""


def stand_kong(draft: Draft, seat: Seat, meld: int) -> None:
    """A kong that nobody robs: its money is booked and a tile is owed."""
    page = state(draft)
    kong = draft.melds[seat][meld]
    rows = play_of(draft).kong_rows(draft, seat, kong)
    booked = Booked(KONG, seat, rows, kong.kind, kong.tile, kong.source)
    set_page(
        draft,
        booked=(*page.booked, booked),
        disturbed=True,
        kongs_running=page.kongs_running + 1,
    )
    owe_replacement(draft, seat)


def owe_replacement(draft: Draft, seat: Seat) -> None:
    """The seat takes a tile in place of a kong."""
    draft.step = step(Stage.TAIL, seat, entry=DrawCause.KONG, owed=1)


def book(draft: Draft, cause: str, seat: Seat, rows: tuple[PaymentRow, ...]) -> None:
    """Money of the page's own that moves now."""
    set_page(draft, booked=(*state(draft).booked, Booked(cause, seat, rows)))


def make_void(draft: Draft, at: int, why: str) -> None:
    """Booked money that does not count after all (热炮, 黄庄 …)."""
    booked = list(state(draft).booked)
    booked[at] = replace(booked[at], void=why)
    set_page(draft, booked=tuple(booked))


def booked_rows(booked: tuple[Booked, ...]) -> tuple[PaymentRow, ...]:
    """All that moved, and what of it was taken back."""
    rows: list[PaymentRow] = []
    for item in booked:
        rows += item.rows
        if item.void:
            rows += (reversal(row, item.void) for row in item.rows)
    return tuple(rows)
