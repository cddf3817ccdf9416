"""One picture to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.seat import Seat
from engine.view import TableView
from ui.desk import Sheet


def _untouched(_screen: Any) -> None:
    return


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: its screen and view, language, size, palette, the sheet that it was
    told, and what was tapped before."""

    name: str
    view: TableView
    lang: str = "zh"
    size: tuple[int, int] = (1280, 800)
    tab: str | None = None
    bottom: Seat = Seat.A
    screen: str = "table"
    palette: str = "dark"
    sheet: Sheet | None = None
    taps: Callable[[Any], Any] = _untouched
