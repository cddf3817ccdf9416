"""What stands over a deal and what seats have declared, all at once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.view import TableView, Text
from ui.gallery.views import playing

OVER = (Text("开宝×1", "equal dice ×1"), Text("黄番×2", "drawn deals ×2"))
SAID = (
    (Text("拉一庄", "pulls once"),),
    (Text("坐庄", "the dealer sits"), Text("报听", "declared ready")),
    (Text("缺万", "no characters"), Text("要了海底", "took the last tile")),
    (Text("报听", "declared ready"),),
)


def standing_over() -> TableView:
    """The marks of several pages at once: teams, declarations, what is carried over."""
    base = declared(playing())
    a, b, c, d = (
        replace(seat, team=int(seat.seat) % 2, change=Fraction(int(seat.seat) * 8 - 12))
        for seat in base.seats
    )
    return replace(base, seats=(a, b, c, d), standing=OVER)


def declared(view: TableView) -> TableView:
    """Nobody, one or two things declared of each seat."""
    a, b, c, d = (replace(seat, said=said) for seat, said in zip(view.seats, SAID, strict=True))
    return replace(view, seats=(a, b, c, d))
