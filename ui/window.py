"""`QuebanApp`: the Kivy application. `ui.app.run_window` starts it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock, mainthread
from kivy.core.window import Window
from kivy.uix.screenmanager import NoTransition, ScreenManager

from ui.app import save_picture
from ui.bridge import Bridge
from ui.i18n import words
from ui.screens.table.table import TableScreen
from ui.theme import register_fonts, theme


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
        words.use(lang)

    def build(self) -> ScreenManager:
        register_fonts()
        theme.fit(*Window.size)
        Window.bind(size=lambda _window, size: theme.fit(*size))
        Window.clearcolor = theme.palette.ground
        self.table = TableScreen(self.bridge.send, name="table")
        self.screens = ScreenManager(transition=NoTransition())
        self.screens.add_widget(self.table)
        return self.screens

    def on_start(self) -> None:
        self.bridge.attach(self._refresh_soon)
        Window.bind(on_flip=self._first_frame)

    def _first_frame(self, _window: Any) -> None:
        Window.unbind(on_flip=self._first_frame)
        if self._on_ready is not None:
            Clock.schedule_once(lambda _dt: self._on_ready(self), 0)

    def _refresh(self, _dt: float) -> None:
        view = self.bridge.take()
        if view is not None:
            self.table.show(view)

    def screenshot(self, path: Path) -> None:
        """Write a PNG of the whole screen; call in the screen's thread."""
        save_picture(self.screens, path)

    @mainthread
    def close_soon(self) -> None:
        """Close the window; callable from any thread."""
        self.stop()

    def on_stop(self) -> None:
        self.bridge.attach(None)
        self.table.release()
        if self._on_close is not None:
            self._on_close()
