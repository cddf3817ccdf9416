"""The window of `queban label`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.environment import open_window, prepare

if TYPE_CHECKING:
    from ui.screens.label.label import Labelled


def run_label_window(session: Labelled, *, offscreen: bool = False) -> None:
    """Show the session until the window is closed. Raises `DisplayUnavailable`."""
    prepare(offscreen=offscreen)
    open_window()
    from kivy.app import App
    from kivy.core.window import Window

    from ui.screens.label.label import LabelScreen
    from ui.theme import register_fonts, theme

    class LabelApp(App):  # type: ignore[misc]
        """One window over one session."""

        title = "雀伴 Queban · 标注 label"

        def build(self) -> LabelScreen:
            register_fonts()
            theme.fit(*Window.size)
            Window.clearcolor = theme.palette.ground
            screen = LabelScreen(session)
            Window.bind(
                on_textinput=lambda _window, text: screen.press(text),
                on_key_down=lambda _window, key, *_: key in (13, 271) and screen.press("\n"),
            )
            return screen

    LabelApp().run()
