"""The live table: one `TableView` in, taps out.

Each part of the screen is offered its part of the view and redraws only when
that part, the language or the palette has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.screenmanager import Screen

from engine.observations import Answer, Command, Undo
from engine.seat import Seat
from engine.view import Phase, QuestionView, TableView
from ui.bridge import Frame
from ui.i18n import words
from ui.keyboard import Keyboard
from ui.screens.table.felt import Felt
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.head.head_bar import NavMenu
from ui.widgets.log.event_log import EventLog
from ui.widgets.notices.camera_picture import CameraPicture
from ui.widgets.notices.health import HealthStrip
from ui.widgets.notices.notices import Notices
from ui.widgets.question.bar import BottomBar
from ui.widgets.results.payments import ScoreSheet
from ui.widgets.results.wins import Wins
from ui.widgets.seat.tiles import river_section, seat_sections
from ui.widgets.text.fit_label import FitLabel

__all__ = [
    "BottomBar",
    "CameraPicture",
    "EventLog",
    "Felt",
    "FitLabel",
    "HealthStrip",
    "Notices",
    "PushButton",
    "ScoreSheet",
    "TabButton",
    "TableScreen",
    "Wins",
]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

CAMERA_LAMP = 0
"""The camera is the first part of every view's health."""


def _nowhere(_screen: str) -> None:
    return


class TableScreen(Screen):
    """`show(view)` puts a view on the screen; `send` takes what is tapped, `go`
    leads to another screen."""

    tab = StringProperty("log")
    title = StringProperty("")
    win_count = NumericProperty(0)
    wants_frame = BooleanProperty(False)

    def __init__(
        self,
        send: Callable[[Command], None],
        go: Callable[[str], None] = _nowhere,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._send = send
        self.go = go
        self.view: TableView | None = None
        self._shown: dict[str, object] = {}
        self._lamps: frozenset[int] = frozenset()
        self._board_closed = False
        question = self.ids.bar.question_box
        self.keyboard = Keyboard(tile=question.name, number=lambda n: question.choose(n - 1))
        self.log_list = EventLog()
        self.wins_sheet = Wins()
        self.score_sheet = ScoreSheet()
        self._sheets = {"log": self.log_list, "wins": self.wins_sheet, "score": self.score_sheet}
        self.fbind("tab", self._show_tab)
        self._show_tab()
        words.fbind("lang", self._again)
        theme.fbind("palette", self._again)
        self.ids.health.bind(on_lamp=self._lamp_tapped)
        self.ids.bar.bind(on_undo=self._undo_tapped, on_answer=self._answer_tapped)
        self.ids.bar.bind(pad=lambda _bar, pad: self.ids.felt.show_keys(pad))
        self.ids.felt.board.bind(on_close_board=lambda _board: self.close_board())

    def release(self) -> None:
        """Let go of the theme and the words, which outlive this screen."""
        words.funbind("lang", self._again)
        theme.funbind("palette", self._again)

    def show(self, view: TableView) -> None:
        """Bring the screen in line with `view`."""
        before, self.view = self.view, view
        self._react(before, view)
        names = tuple(seat.name or seat.seat.name for seat in view.seats)
        felt, ids = self.ids.felt, self.ids
        bottom = Seat(int(felt.bottom))
        self.title = self._title(view)
        self.win_count = len(view.wins)
        for seat in view.seats:
            place = felt.place_of(seat.seat)
            key = f"seat {seat.seat}"
            plate = (
                seat.name,
                seat.score,
                seat.change,
                seat.dealer,
                seat.turn,
                seat.status,
                seat.team,
                seat.said,
            )
            self._offer(f"{key} plate", (bottom, plate), lambda s=seat, p=place: p.plate.show(s))
            place.tiles.sections = seat_sections(seat, narrow=place.narrow)
            place.river.sections = river_section(seat.river)
        felt.ring.wall, felt.ring.bottom = view.wall, felt.bottom
        self._offer("ring", (), felt.ring.refresh)
        middle = (
            view.wall.remaining, view.wall.total, view.phase, view.dice, view.indicators,
            view.marked, view.standing, tuple(seat.turn for seat in view.seats), bottom,
        )  # fmt: skip
        self._offer("middle", middle, lambda: felt.middle.show(view, bottom))
        self._offer("health", view.health, lambda: ids.health.show(view.health))
        notices = (view.health, view.discrepancy, self._lamps, view.deal)
        self._offer("notices", notices, lambda: ids.notices.show(*notices))
        self._offer("log", view.log, lambda: self.log_list.show(view.log))
        wins = (view.wins, names, view.unit)
        self._offer("wins", wins, lambda: self.wins_sheet.show(*wins))
        scores = (tuple((s.name, s.score) for s in view.seats), view.deals)
        self._offer("score", scores, lambda: self.score_sheet.show(view.seats, view.deals))
        self._show_boxes(view)
        bar = (view.last, view.questions, view.can_undo, view.kinds)
        self._offer("bar", bar, lambda: ids.bar.show(*bar))
        board = (view.deal, view.payments, names)
        self._offer("board", board, lambda: felt.board.show(*board))
        felt.show_board(view.phase is Phase.SETTLED and not self._board_closed)

    def _offer(self, part: str, matter: object, draw: Callable[[], None]) -> None:
        key = (words.lang, theme.palette.name, theme.palette.wear, matter)
        if self._shown.get(part) != key:
            self._shown[part] = key
            draw()

    def _show_boxes(self, view: TableView) -> None:
        """Ring what is asked about; the whole picture when the camera's lamp is open."""
        boxes = view.questions[0].boxes if view.questions else view.discrepancy_boxes
        self.ids.picture.boxes = boxes
        self.wants_frame = bool(boxes) or CAMERA_LAMP in self._lamps
        if not self.wants_frame:
            self.ids.picture.put_away()

    def show_frame(self, frame: Frame) -> None:
        """Take over a camera picture `(height, width, 3)`, if one is wanted."""
        if self.wants_frame:
            self.ids.picture.show(frame)

    def _react(self, before: TableView | None, view: TableView) -> None:
        """Open the sheet that matters when something has just happened."""
        if before is None:
            self.tab = "wins" if view.wins else "log"
            return
        if view.deal != before.deal:
            self.tab = "log"
        elif len(view.wins) > len(before.wins):
            self.tab = "wins"
        elif view.phase is Phase.SETTLED and before.phase is not Phase.SETTLED:
            self.tab = "wins" if view.wins else "score"
        if view.phase is not Phase.SETTLED or view.deal != before.deal:
            self._board_closed = False

    def _title(self, view: TableView) -> str:
        rules = words.of(view.rules)
        if not view.deal:
            return rules
        deal = words.say("Deal {n}").format(n=view.deal)
        if not view.standing:
            return f"{rules} · {deal}"
        # There is not room for the rules' name too.
        return " · ".join((deal, *(words.of(text) for text in view.standing)))

    def _again(self, *_: Any) -> None:
        if self.view is not None:
            self.show(self.view)

    def _show_tab(self, *_: Any) -> None:
        box = self.ids.sheet
        box.clear_widgets()
        box.add_widget(self._sheets[self.tab])

    def open_menu(self, button: Any) -> None:
        """All screens, below the button."""
        NavMenu(self.go).open(button)

    def turn_view(self) -> None:
        """The next seat comes to the lower side."""
        self.ids.felt.bottom = (int(self.ids.felt.bottom) + 1) % 4
        self._again()

    def close_board(self) -> None:
        """Put the payments away to see the rivers; a tap on the score brings them back."""
        self._board_closed = True
        self._again()

    def open_board(self) -> None:
        self._board_closed = False
        self._again()

    def _lamp_tapped(self, _strip: Any, index: int) -> None:
        self._lamps = self._lamps ^ {index}
        self._again()

    def _undo_tapped(self, _bar: Any) -> None:
        if self.view is not None and self.view.can_undo:
            self._send(Undo(self.view.seq))

    def _answer_tapped(self, _bar: Any, question: QuestionView, index: int) -> None:
        if self.view is not None:
            self._send(Answer(question.id, index, self.view.seq))
