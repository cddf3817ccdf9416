"""That picture and record do not agree, with the place ringed; and that they do again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from engine.view import TableView, Text
from ui.bridge import Frame
from ui.i18n import words
from ui.theme import theme
from ui.widgets.notices.camera_picture import CameraPicture
from ui.widgets.notices.health import Notice

SMALL, LARGE = 100, 300
"""Design pixels that the picture is high, and once it was tapped."""
AGREED_FOR = 6.0
"""Seconds for which it is told that all agrees again."""


class Agreement:
    """Remembers a discrepancy until a while after it has gone. `redraw` is called
    when that while is over."""

    def __init__(self, redraw: Callable[[], object]) -> None:
        self.again = False
        self._open: tuple[int, Text] | None = None
        self._redraw = redraw
        self._over = Clock.create_trigger(self._end, AGREED_FOR)

    def follow(self, discrepancy: Text | None, deal: int) -> None:
        """What the newest view says. Another deal's table agrees with nothing yet."""
        before = self._open
        self._open = None if discrepancy is None else (deal, discrepancy)
        if discrepancy is not None or (before is not None and before[0] != deal):
            self.again = False
            self._over.cancel()
        elif before is not None:
            self.again = True
            self._over()

    def stay(self) -> None:
        """Tell it until something else happens: a picture of the screen takes its time."""
        self._over.cancel()

    def _end(self, _dt: float) -> None:
        self.again = False
        self._redraw()


def disagreement_card(discrepancy: Text) -> Notice:
    """What lies where it cannot."""
    return Notice(
        title=words.say("The table does not agree"), detail=words.of(discrepancy), kind="warn"
    )


def agreement_card() -> Notice:
    """All agrees again."""
    return Notice(
        title=words.say("Resynchronised"), detail=words.say("resynchronised detail"), kind="good"
    )


class Disagreement(ButtonBehavior, BoxLayout):
    """Card and picture side by side; takes no room while all agrees. A tap makes the
    picture large or small."""

    wants_frame = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=0, spacing=theme.px(8), **kwargs)
        self.picture = CameraPicture(room=SMALL)
        self.agreement = Agreement(self._draw)
        self._view: TableView | None = None
        self._shown: object = None
        self.picture.bind(height=lambda *_: self._fit())

    def show(self, view: TableView) -> None:
        """Bring it in line with `view`; a question's place is shown as well."""
        self._view = view
        self.agreement.follow(view.discrepancy, view.deal)
        self._draw()

    def show_frame(self, frame: Frame) -> None:
        """Take over a camera picture, if one is wanted."""
        if self.wants_frame:
            self.picture.show(frame)

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        question = view.questions[0] if view.questions else None
        boxes = question.boxes if question is not None else view.discrepancy_boxes
        shown = (
            view.discrepancy, boxes, self.agreement.again, words.lang, theme.palette.name,
        )  # fmt: skip
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        self.picture.boxes = boxes
        if view.discrepancy is not None:
            self.add_widget(disagreement_card(view.discrepancy))
        elif self.agreement.again:
            self.add_widget(agreement_card())
        elif boxes:
            title, detail = words.say("Not seen clearly"), words.say("look at the ring")
            self.add_widget(Notice(title=title, detail=detail, kind="plain"))
        self.wants_frame = bool(boxes)
        if boxes:
            self.picture.size_hint_x = 0.5
            self.add_widget(self.picture)
        else:
            self.picture.put_away()
            self.picture.room = SMALL
        for card in self.children:
            card.pos_hint = {"top": 1}
            card.bind(height=lambda *_: self._fit())
        self._fit()

    def _fit(self) -> None:
        self.height = max((child.height for child in self.children), default=0)

    def on_release(self) -> None:
        """The picture large, or small again."""
        if self.wants_frame:
            self.picture.room = LARGE if self.picture.room == SMALL else SMALL
