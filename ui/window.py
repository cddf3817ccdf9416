"""`QuebanApp`: the Kivy application. `ui.app.run_window` starts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionManager
from kivy.clock import Clock, mainthread
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from engine.observations import Undo
from engine.tile import CLASS_CODES
from engine.view import Phase, TableView, Text
from ui.app import save_picture
from ui.bridge import Bridge
from ui.colours import worn
from ui.desk import (
    BeginMatch,
    EndMatch,
    HandPhoto,
    KeepSettings,
    MatchPlan,
    Note,
    ReplaySheet,
    ResumeMatch,
    Settings,
    SetupSheet,
    Sheet,
    SoundSheet,
    StartSheet,
)
from ui.i18n import words
from ui.keyboard import Keyboard
from ui.mishaps import Mishaps
from ui.screens.entry.entry import EntryScreen
from ui.screens.events.events import EventsScreen
from ui.screens.page import Desk, Page
from ui.screens.quick.quick import QuickScreen
from ui.screens.replay.replay import ReplayScreen
from ui.screens.replay.watch import WatchTable
from ui.screens.score.score import ScoreScreen
from ui.screens.setup.setup import SetupScreen
from ui.screens.start.start import StartScreen
from ui.screens.table.table import TableScreen
from ui.screens.trouble.trouble import TroubleScreen
from ui.screens.win.win import WinScreen
from ui.sound.heard import Heard
from ui.theme import PALETTES, register_fonts, theme
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.textures import tile_texture

WARM_UP_PAUSE = 0.1
"""Seconds between faces drawn ahead of need; drawing one takes some 40 ms."""
USUAL_WIDTH = 34

ANSWER_PATIENCE = 0.05
"""Seconds for which the picture of a tap waits for what comes of it: two pictures, one
of the pressed key alone and one with the answer, would take twice as long."""

PAGES: dict[str, type[Page]] = {
    "start": StartScreen,
    "entry": EntryScreen,
    "quick": QuickScreen,
    "win": WinScreen,
    "score": ScoreScreen,
    "events": EventsScreen,
    "trouble": TroubleScreen,
    "replay": ReplayScreen,
    "setup": SetupScreen,
}
"""Screens beside the live table; each is built when it is first gone to."""
ESCAPE, BACKSPACE = 27, 8
ENTER = (13, 271)
ARROWS = {276: -1, 275: 1}
"""Left and right, and which way they lead through a record."""
PLAYED_ON = ("table", "entry")
"""Screens that a deal is followed on; a finished one leads from them to its win."""


class QuebanApp(App):
    """One window over one bridge. Redraws come only when something new has come."""

    title = "雀伴 Queban"

    def __init__(
        self,
        bridge: Bridge,
        *,
        lang: str = "zh",
        on_ready: Callable[[QuebanApp], Any] | None = None,
        on_close: Callable[[], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.bridge = bridge
        self.view: TableView | None = None
        self._sheets: dict[type, Sheet] = {}
        self._came_from = "table"
        self._waiting = False
        self._closed = False
        self._stake = Fraction(0)
        self._heard = Heard()
        self._colours: dict[str, int] = {}
        self._plan: MatchPlan | None = None
        self._on_ready = on_ready
        self._on_close = on_close
        self._refresh_soon = Clock.create_trigger(self._refresh)
        self._answer_soon = Clock.create_trigger(self._answer, -1)
        self._anew_soon = Clock.create_trigger(self._build_anew)
        self._cold = iter(CLASS_CODES)
        words.use(lang)

    def build(self) -> FloatLayout:
        register_fonts()
        theme.fit(*Window.size)
        Window.bind(size=self._fit, on_key_down=self._key)
        Window.clearcolor = theme.palette.ground
        theme.fbind("palette", self._paint)
        self._mishaps = Mishaps(self._anew_soon)
        ExceptionManager.add_handler(self._mishaps)
        self.desk = Desk(self._send, self._ask, self.go, self._keep_picture)
        self.screens = ScreenManager(transition=NoTransition())
        self._set_table()
        self.root_box = FloatLayout()
        self.root_box.add_widget(self.screens)
        self.turn_notice = FitLabel(max_font=80, lines=4, halign="center", bold=True)
        self._fit(Window, Window.size)
        return self.root_box

    def _fit(self, _window: Any, size: tuple[float, float]) -> None:
        """A new size; an upright screen is asked to be turned."""
        before = theme.unit
        theme.fit(*size)
        if theme.unit != before and self.screens.current_screen is not None:
            # What has a height of its own keeps it: all is laid out anew.
            self._anew_soon()
        upright = size[1] > size[0]
        shown = self.turn_notice if upright else self.screens
        if shown.parent is None:
            self.root_box.clear_widgets()
            self.turn_notice.text = words.say("Please turn the screen on its side")
            self.root_box.add_widget(shown)

    def _key(
        self, _window: Any, key: int, _code: int, text: str | None, modifiers: list[str]
    ) -> bool:
        """Escape leads back to the table, Ctrl and Z take the last entry back; the rest
        is the screen's that is to be seen."""
        if key == ESCAPE and self.view is not None:
            self.go("table")
            return True
        if key == ord("z") and "ctrl" in modifiers and self.view is not None:
            if self.view.can_undo:
                self._send(Undo(self.view.seq))
            return True
        return self._type(key, text or "", modifiers)

    def _type(self, key: int, text: str, modifiers: list[str]) -> bool:
        """A key for the screen: of a tile, a number, Enter, or a step through a record."""
        keyboard: Keyboard | None = getattr(self.shown, "keyboard", None)
        if keyboard is None or {"ctrl", "alt", "meta"} & set(modifiers):
            return False
        if key in ARROWS and isinstance(self.shown, WatchTable):
            self.shown.step(ARROWS[key])
        elif key in ENTER:
            keyboard.enter()
        elif key == BACKSPACE:
            keyboard.back()
        elif len(text) == 1 and text.isprintable():
            keyboard.typed(text)
        else:
            return False
        return True

    def _set_table(self) -> None:
        self.table = TableScreen(self._send, self.go, name="table")
        self.table.fbind("wants_frame", self._frame_wanted)
        self.screens.add_widget(self.table)

    def _paint(self, *_: Any) -> None:
        Window.clearcolor = theme.palette.ground
        self._anew_soon()

    def _build_anew(self, _dt: float) -> None:
        """In another palette: labels keep the colour that they were made with. What was
        chosen on the start screen stays, and from which side the table is seen."""
        name, bottom = self.shown.name, self.table.ids.felt.bottom
        plan = self.page("start").plan if self.screens.has_screen("start") else None
        for screen in self.screens.screens:
            screen.release()
        self.screens.clear_widgets()
        self._set_table()
        self.table.ids.felt.bottom = bottom
        if self.view is not None:
            self.table.show(self.view)
        replayed = self._sheets.get(ReplaySheet)
        if name == "watch" and replayed is not None:
            self.page(name).watch(replayed)
        self.go(name)
        if plan is not None:
            self.page("start").plan = plan
            self.page("start").refresh()

    def _send(self, command: Any) -> None:
        # A match may open after the window: its way in is looked up each time.
        self.bridge.send(command)
        self._answer_soon()

    def _ask(self, request: Any) -> None:
        self.bridge.ask(request)
        if isinstance(request, BeginMatch):
            self._plan = request.plan
            self._set_stake(request.plan.stake)
            self._colours |= zip(request.plan.players, request.plan.colours, strict=True)
        if isinstance(request, BeginMatch | ResumeMatch):
            self._waiting = True
            self._closed = False
        elif isinstance(request, EndMatch):
            self.leave_match()
        elif isinstance(request, KeepSettings):
            self._change(request.settings)

    @property
    def _is_watched(self) -> bool:
        """Whether a camera or a line follows the match; else fingers do."""
        sheet = self._sheets.get(StartSheet)
        return not isinstance(sheet, StartSheet) or sheet.is_watched(self._plan or sheet.plan)

    def _set_stake(self, stake: Fraction) -> None:
        self._stake = stake
        if self.screens.has_screen("score"):
            self.screens.get_screen("score").stake = stake

    # -- where one is --------------------------------------------------------------

    @property
    def shown(self) -> Any:
        """The screen that is to be seen."""
        return self.screens.current_screen

    def page(self, name: str) -> Any:
        """The screen `name`, built when it is first asked for."""
        if not self.screens.has_screen(name):
            if name == "watch":
                made: Any = WatchTable(_ignore, self.go, self._ask, name=name)
            else:
                made = PAGES[name](self.desk, name=name)
            made.fbind("wants_frame", self._frame_wanted)
            setup = self._sheets.get(SetupSheet)
            if isinstance(made, ScoreScreen):
                made.stake = self._stake
            elif isinstance(made, WinScreen) and isinstance(setup, SetupSheet):
                made.auto_confirm = setup.settings.auto_confirm
            self.screens.add_widget(made)
        return self.screens.get_screen(name)

    def go(self, name: str) -> None:
        """Show the screen `name`, brought in line with what is known."""
        if name == "table" and self.shown.name in ("win", "watch"):
            name = self._came_from if self.shown.name == "win" else "replay"
        screen = self.page(name)
        if self.view is not None and name != "watch":
            screen.show(self.view)
        for sheet in self._sheets.values():
            if isinstance(screen, Page) and not isinstance(sheet, Note):
                screen.take(sheet)
        self.screens.current = name
        if hasattr(screen, "opened"):
            screen.opened()
        self.bridge.want_frame(screen.wants_frame)

    # -- life ----------------------------------------------------------------------

    def on_start(self) -> None:
        self.bridge.attach(self._refresh_soon)
        Window.bind(on_flip=self._first_frame)

    def _first_frame(self, _window: Any) -> None:
        Window.unbind(on_flip=self._first_frame)
        Clock.schedule_interval(self._warm_up, WARM_UP_PAUSE)
        Clock.schedule_once(self._ready, 0)

    def _ready(self, _dt: float) -> None:
        if self._on_ready is not None:
            self._on_ready(self)

    def _warm_up(self, _dt: float) -> bool:
        """Draw one more face while nothing happens; False once all are drawn."""
        try:
            tile_texture(next(self._cold), round(theme.px(USUAL_WIDTH)))
        except StopIteration:
            return False
        return True

    def _refresh(self, _dt: float) -> None:
        for sheet in self.bridge.take_sheets():
            self._take(sheet)
        view = self.bridge.take()
        if view is not None:
            self._show(view)
        self.bridge.want_frame(self.shown.wants_frame)
        frame = self.bridge.take_frame()
        if frame is not None:
            self.shown.show_frame(frame)

    def _answer(self, dt: float) -> None:
        """Before the next picture, which then shows the tap and what came of it."""
        self.bridge.wait_view(ANSWER_PATIENCE)
        self._refresh(dt)

    def _take(self, sheet: Sheet) -> None:
        if not isinstance(sheet, HandPhoto):
            # A picture is for whoever asked for it; the newest sheets are kept.
            self._sheets[type(sheet)] = sheet
        if isinstance(sheet, ReplaySheet):
            self.page("watch").watch(sheet)
            if self.shown.name != "watch":
                self.go("watch")
            return
        if isinstance(sheet, SetupSheet):
            self._use(sheet)
        if isinstance(sheet, StartSheet):
            self._set_stake(sheet.plan.stake)
            self._colours = dict(sheet.colours) | self._colours
        if isinstance(sheet, StartSheet) and self.view is None and self.shown.name == "table":
            self.go("start")
        if isinstance(self.shown, Page):
            self.shown.take(sheet)

    def _use(self, sheet: SetupSheet) -> None:
        """Look as it was kept."""
        if sheet.settings.theme in PALETTES:
            theme.use(sheet.settings.theme)
        self.page("win").auto_confirm = sheet.settings.auto_confirm
        self._hear(sheet.settings)

    def _change(self, settings: Settings) -> None:
        """What one part of the set-up changed, the others are told."""
        sheet = self._sheets.get(SetupSheet)
        if isinstance(sheet, SetupSheet):
            self._take(replace(sheet, settings=settings))

    def _hear(self, settings: Settings) -> None:
        """Sound and speak as far as it is wanted and this machine can."""
        troubles = self._heard.want(sounds=settings.sounds, voice=settings.voice)
        self._take(SoundSheet(troubles))

    def _show(self, view: TableView) -> None:
        if self._closed:
            return
        before, self.view = self.view, view
        self._heard.tell(before, view, words.lang)
        theme.wear(worn([seat.name for seat in view.seats], self._colours))
        name = self.shown.name
        if name == "start":
            if self._waiting:
                self._waiting = False
                self.go("table" if self._is_watched else "entry")
        elif name != "watch":
            self.shown.show(view)
        paid = bool(view.wins or view.payments)
        ended = view.phase is Phase.SETTLED and before is not None and paid
        fresh = before is not None and before.phase is not Phase.SETTLED
        if ended and fresh and name in PLAYED_ON:
            self._came_from = name
            self.go("win")

    def leave_match(self) -> None:
        """The match is closed: what was shown of it is forgotten."""
        self.view = None
        self._closed = True
        self.go("start")

    def _frame_wanted(self, screen: Any, wanted: bool) -> None:
        if screen is self.shown:
            self.bridge.want_frame(wanted)

    # -- pictures --------------------------------------------------------------------

    def _keep_picture(self) -> None:
        """Keep a picture of what is shown where the companion says."""
        path = self.bridge.picture_path()
        if path is None:
            return
        self.screenshot(path)
        self._take(Note(Text(f"已存 {path}", f"Kept as {path}")))

    def screenshot(self, path: Path) -> None:
        """Write a PNG of the whole screen; call in the screen's thread."""
        save_picture(self.screens, path)

    @mainthread
    def call_soon(self, work: Callable[[], Any]) -> None:
        """Do `work` in the screen's thread, after the views published so far."""
        Clock.schedule_once(lambda _dt: work(), 0)

    @mainthread
    def close_soon(self) -> None:
        """Close the window; callable from any thread."""
        self.stop()

    def on_stop(self) -> None:
        self.bridge.attach(None)
        theme.funbind("palette", self._paint)
        ExceptionManager.remove_handler(self._mishaps)
        self._heard.close()
        for screen in self.screens.screens:
            screen.release()
        if self._on_close is not None:
            self._on_close()


def _ignore(_command: Any) -> None:
    """What is looked back over takes no moves."""
