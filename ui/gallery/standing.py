"""What stands over a deal and what seats have declared, all at once."""

from __future__ import annotations

from dataclasses import replace

from engine.view import TableView, Text
from ui.gallery.views import playing

OVER = (Text("开宝×1", "equal dice ×1"), Text("黄番×2", "drawn deals ×2"))
SAID = (
    (Text("拉一庄", "pulls once"),),
    (Text("报听", "declared ready"),),
    (Text("拉两庄", "pulls twice"),),
    (),
)


def standing_over() -> TableView:
    """The marks of several pages at once: teams, declarations, what is carried over."""
    base = playing()
    a, b, c, d = (
        replace(seat, said=said, team=int(seat.seat) % 2)
        for seat, said in zip(base.seats, SAID, strict=True)
    )
    return replace(base, seats=(a, b, c, d), standing=OVER)
