"""The pictures to be drawn: a view, a language, a size, what was tapped before."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seat import Seat
from engine.view import TableView
from ui.gallery.endings import exhausted, pending, settled
from ui.gallery.views import (
    asking,
    asking_rule,
    awkward,
    camera_lost,
    crowded,
    empty,
    playing,
    walls,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: its view, language, size, and what was tapped before."""

    name: str
    view: TableView
    lang: str = "zh"
    size: tuple[int, int] = (1280, 800)
    tab: str | None = None
    bottom: Seat = Seat.A


def scenes() -> tuple[Scene, ...]:
    """All pictures, in the order in which an evening shows them."""
    return (
        Scene("01-empty", empty()),
        Scene("02-walls", walls()),
        Scene("03-playing", playing()),
        Scene("04-crowded", crowded(), tab="log"),
        Scene("05-question", asking()),
        Scene("06-question-by-rule", asking_rule()),
        Scene("07-three-pending", pending()),
        Scene("08-settled", settled()),
        Scene("09-exhausted", exhausted(), tab="score"),
        Scene("10-long-names", awkward(), tab="score"),
        Scene("11-camera-lost", camera_lost()),
        Scene("12-english", asking(), lang="en"),
        Scene("13-english-settled", settled(), lang="en"),
        Scene("14-large", playing(), size=(1920, 1200)),
        Scene("15-from-c", playing(), bottom=Seat.C),
        Scene("16-laptop", settled(), size=(1366, 768)),
    )
