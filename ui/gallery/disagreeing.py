"""Questions and discrepancies with the camera's picture of the place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.view import TableView, Text
from ui.gallery import camera, played
from ui.gallery.scene import Scene
from ui.gallery.views import asking, playing

STRANGE = Text(
    "张伟的牌河里多了一张七万，没有哪一步能放在那里。请看一眼牌桌。",
    "There is a 7 characters too many in Zhang Wei's river; no move puts it there. "
    "Please look at the table.",
)


def disagreeing(view: TableView) -> TableView:
    """`view` with a tile lying where it cannot."""
    return replace(view, discrepancy=STRANGE, discrepancy_boxes=(camera.box_of("7m"),))


def seeing_question() -> TableView:
    """A question about a tile that the camera shows."""
    view = asking()
    (first, *rest) = view.questions
    return replace(view, questions=(replace(first, boxes=(camera.box_of("9s"),)), *rest))


def _seen(screen: Any) -> None:
    screen.show_frame(camera.picture())


def _agreeing(view: TableView) -> Callable[[Any], None]:
    """The table comes to agree with the record again."""

    def show(screen: Any) -> None:
        _seen(screen)
        screen.show(view)
        by_finger = hasattr(screen, "disagreement")
        (screen.disagreement if by_finger else screen.ids.notices).agreement.stay()

    return show


def disagreeing_scenes() -> tuple[Scene, ...]:
    """On the live table, and where all is entered by finger."""
    table, finger = playing(), played.claiming()
    return (
        Scene("65-question-seen", seeing_question(), taps=_seen),
        Scene("66-discrepancy", disagreeing(table), taps=_seen),
        Scene("67-resynchronised", disagreeing(table), taps=_agreeing(table)),
        Scene("68-finger-discrepancy", disagreeing(finger), screen="entry", taps=_seen),
        Scene("69-finger-resynchronised", disagreeing(finger), "en", screen="entry",
              taps=_agreeing(finger)),
    )  # fmt: skip
