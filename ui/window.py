"""`QuebanApp`: the Kivy application. `ui.app.run_window` starts it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock, mainthread
from kivy.core.window import Window
from kivy.uix.screenmanager import NoTransition, ScreenManager

from engine.tile import CLASS_CODES
from ui.app import save_picture
from ui.bridge import Bridge
from ui.i18n import words
from ui.screens.table.table import TableScreen
from ui.theme import register_fonts, theme
from ui.widgets.tiles.textures import tile_texture

WARM_UP_PAUSE = 0.1
"""Seconds between faces drawn ahead of need; drawing one takes some 40 ms."""
USUAL_WIDTH = 34


class QuebanApp(App):
    """One window over one bridge. Redraws come only when a view has come."""

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
        self._on_ready = on_ready
        self._on_close = on_close
        self._refresh_soon = Clock.create_trigger(self._refresh)
        self._cold = iter(CLASS_CODES)
        words.use(lang)

    def build(self) -> ScreenManager:
        register_fonts()
        theme.fit(*Window.size)
        Window.bind(size=lambda _window, size: theme.fit(*size))
        Window.clearcolor = theme.palette.ground
        self.table = TableScreen(self.bridge.send, name="table")
        self.table.fbind("wants_frame", self._frame_wanted)
        self.screens = ScreenManager(transition=NoTransition())
        self.screens.add_widget(self.table)
        return self.screens

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
        view = self.bridge.take()
        if view is not None:
            self.table.show(view)
        self.bridge.want_frame(self.table.wants_frame)
        frame = self.bridge.take_frame()
        if frame is not None:
            self.table.show_frame(frame)

    def _frame_wanted(self, _table: Any, wanted: bool) -> None:
        self.bridge.want_frame(wanted)

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
        self.table.release()
        if self._on_close is not None:
            self._on_close()
