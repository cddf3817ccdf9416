"""The lens' bend and the table's measures, each with a minus, a zero and a plus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from engine.layout import DEFAULT_LAYOUT
from engine.layout_profile import LayoutError, Part, as_usual, measure_of, stepped
from engine.view import Text
from ui.i18n import words
from ui.screens.setup.topic import button, row
from ui.theme import theme
from ui.widgets.buttons.push_button import TabButton

WIDTH = 250
KEYS = 58
BEND_STEP: Final = 0.02
MOST_BEND: Final = 0.6


class Measures(BoxLayout):
    """What may be set: `part` is the one that the keys move, None: the lens.

    `bend`: k1 for radii in the picture's long side; `layout`: where things lie.
    Fires `on_part` when another is chosen, `on_tuned` when a value was changed, and
    `on_refused(text)` where a measure cannot go further.
    """

    bend = NumericProperty(0.0)
    layout = ObjectProperty(DEFAULT_LAYOUT)
    part = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_tuned")
        self.register_event_type("on_refused")
        super().__init__(
            orientation="vertical", size_hint_x=None, width=theme.px(WIDTH),
            spacing=theme.px(5), **kwargs,
        )  # fmt: skip
        self._tabs: dict[Part | None, TabButton] = {}
        for part in (None, *Part):
            tab = TabButton(group=f"measures {id(self)}", lines=2, max_font=19)
            tab.bind(on_release=self._turn_to(part))
            self._tabs[part] = tab
        for name in ("bend", "layout", "part"):
            self.fbind(name, self._say)
        self.refresh()

    def refresh(self) -> None:
        """Draw everything anew, in the language of now."""
        self.clear_widgets()
        for tab in self._tabs.values():
            self.add_widget(tab)
        self.add_widget(
            row(
                KEYS,
                button("−", lambda: self.move(-1), max_font=32),
                button("0", lambda: self.move(0), max_font=26),
                button("＋", lambda: self.move(1), max_font=30),
            )
        )
        self._say()

    def move(self, steps: int) -> None:
        """The chosen one by so many steps; 0: back to a straight lens, the usual table."""
        part = self.part
        if part is None:
            bend = round(self.bend + steps * BEND_STEP, 2) if steps else 0.0
            self.bend = min(max(bend, -MOST_BEND), MOST_BEND)
        else:
            try:
                moved = stepped(self.layout, part, steps) if steps else as_usual(self.layout, part)
            except LayoutError as error:
                self.dispatch("on_refused", Text(error.zh, error.en))
                return
            self.layout = moved
        self.dispatch("on_tuned")

    def _say(self, *_: Any) -> None:
        for part, tab in self._tabs.items():
            said = bend_in_words(self.bend) if part is None else self._measure(part)
            tab.text = f"{names()[part]}\n{said}"
            tab.state = "down" if part is self.part else "normal"

    def _measure(self, part: Part) -> str:
        far = f"{measure_of(self.layout, part):g}"
        if part is Part.TILES:
            return str(words.say("{mm} mm wide").format(mm=far))
        return str(words.say("{mm} mm from the centre").format(mm=far))

    def _turn_to(self, part: Part | None) -> Callable[[Any], None]:
        def turn(_tab: Any) -> None:
            self.part = part

        return turn

    def on_tuned(self) -> None:
        """Default handler; the screen listens."""

    def on_refused(self, text: Text) -> None:
        """Default handler; the screen listens."""


def names() -> dict[Part | None, str]:
    """What each is called."""
    return {
        None: words.say("Lens bend"),
        Part.TILES: words.say("Tiles"),
        Part.HANDS: words.say("Hands"),
        Part.WALLS: words.say("Walls"),
        Part.RIVERS: words.say("Rivers"),
    }


def bend_in_words(bend: float) -> str:
    """How a lens bends the picture."""
    if abs(bend) < BEND_STEP / 2:
        return str(words.say("straight"))
    much = f"{abs(bend):.2f}"
    if bend < 0:
        return str(words.say("bulges out {k}").format(k=much))
    return str(words.say("pinched in {k}").format(k=much))
