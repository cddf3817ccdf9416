"""One player beside the keys: what lies before them, and what they may claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from engine.entering import Verb
from engine.seat import Seat
from engine.view import SeatView
from ui.amounts import amount
from ui.i18n import words
from ui.screens.entry.pad import CLAIMS
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.seat.plate import status_lines
from ui.widgets.seat.tiles import FLOWER_SCALE, RIVER_SHOWN, river_section
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.placement import loose, meld_unit
from ui.widgets.tiles.tile_flow import TileFlow

__all__ = ["FitLabel", "SeatRow", "TileFlow"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def claim_text(verb: Verb) -> str:
    """The word on a seat's button."""
    return {
        Verb.CHOW: words.say("Chow"),
        Verb.PUNG: words.say("Pung"),
        Verb.KONG: words.say("Kong"),
        Verb.WIN: words.say("Win"),
    }[verb]


class SeatRow(ButtonBehavior, BoxLayout):
    """One player: name, score, melds, the last discards, and what may be claimed."""

    name = StringProperty("")
    score = StringProperty("")
    badge = StringProperty("")
    status = StringProperty("")
    also = StringProperty("")
    seat_colour = ColorProperty("white")
    turn = BooleanProperty(False)
    laid = ObjectProperty(())
    river = ObjectProperty(())

    def __init__(self, seat: Seat, **kwargs: Any) -> None:
        self.register_event_type("on_claim")
        super().__init__(**kwargs)
        self.seat = seat
        self.buttons: dict[Verb, PushButton] = {}

    def show(self, seat: SeatView, turn: bool, claims: frozenset[Verb], winner: bool) -> None:
        """`claims`: what the seat may claim; `winner`: marked as one of the winners."""
        self.name = seat.name or seat.seat.name
        self.score = amount(seat.score)
        self.badge = words.say("dealer badge") if seat.dealer else ""
        # The shorter one stands beside the name.
        self.status, self.also = (*sorted(status_lines(seat), key=len), "", "")[:2]
        self.seat_colour = theme.palette.seat(seat.seat)
        self.turn = turn
        melds = tuple(meld_unit(meld, seat.seat) for meld in seat.melds)
        self.laid = (melds, loose(seat.flowers, FLOWER_SCALE))
        self.river = river_section(seat.river[-RIVER_SHOWN:])
        self._show_claims(claims, winner)

    def _show_claims(self, claims: frozenset[Verb], winner: bool) -> None:
        shown = [v for v in CLAIMS if v is not Verb.CHOW or v in claims]
        if list(self.buttons) != shown:
            self.buttons = {verb: self._button(verb) for verb in shown}
            self.ids.claims.clear_widgets()
            for button in self.buttons.values():
                self.ids.claims.add_widget(button)
        for verb, button in self.buttons.items():
            button.text = claim_text(verb)
            button.disabled = verb not in claims
            button.strong = verb is Verb.WIN and winner

    def _button(self, verb: Verb) -> PushButton:
        button = PushButton(max_font=30)
        button.bind(on_release=lambda _button: self.dispatch("on_claim", verb))
        return button

    def on_claim(self, verb: Verb) -> None:
        """Default handler; the screen listens."""
