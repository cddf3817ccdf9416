"""Questions and discrepancies with the camera's picture of the place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.tile import KINDS, NUMBERS, Tile, parse_tiles
from engine.view import Candidate, QuestionView, TableView, Text
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


def _any_tile(tile: Tile, likely: tuple[Tile, ...]) -> Candidate:
    label = Text(f"陈小红打{tile.chinese}", f"Chen Xiaohong discards {tile.english}")
    return Candidate(label, (tile,), 0.1 if tile in likely else 0.03)


def unread(view: TableView) -> TableView:
    """`view` with a discard that nobody could read: any tile that is not played out."""
    likely = parse_tiles("7p9p")
    gone = parse_tiles("1m5z")
    kinds = view.kinds or tuple(tile for tile in KINDS if tile.suit in "mpszf")
    question = QuestionView(
        id="q20",
        after=12,
        text=Text("陈小红打出的是哪一张？", "Which tile did Chen Xiaohong discard?"),
        candidates=tuple(
            _any_tile(tile, likely)
            for tile in kinds
            if tile not in gone and (tile in NUMBERS or tile.is_honour)
        ),
        by_rule=False,
        boxes=(camera.box_of("9s"),),
    )
    return replace(view, kinds=kinds, questions=(question,))


def _ask_for_keys(screen: Any) -> None:
    _seen(screen)
    bar = screen.bar if hasattr(screen, "bar") else screen.ids.bar
    bar.question_box.toggle_pad()


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
        Scene("73-unread", unread(table), taps=_seen),
        Scene("74-unread-keys", unread(table), "en", taps=_ask_for_keys),
        Scene("75-finger-unread-keys", unread(finger), screen="entry", taps=_ask_for_keys),
    )  # fmt: skip
