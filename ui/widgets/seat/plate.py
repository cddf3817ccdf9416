"""A player's plate: name, score, change in this deal, dealer, turn, status."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from engine.view import SeatView, Status
from ui.amounts import amount, signed
from ui.i18n import words
from ui.theme import theme
from ui.widgets.text.fit_label import FitLabel

__all__ = ["FitLabel", "SeatPlate", "WidePlate", "TallPlate"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


TEAM_SIGNS = "①②③④"
SHORT = 9
"""Letters that need no more than a status of one seat: 拉一庄, Taken out."""


def status_text(status: Status) -> str:
    """The word on the plate; nothing for a seat that simply plays."""
    return {
        Status.PLAYING: "",
        Status.WON: words.say("Won"),
        Status.REMOVED: words.say("Taken out"),
        Status.DEAD_HAND: words.say("Dead hand"),
        Status.OUT: words.say("Stopped"),
    }[status]


def status_lines(seat: SeatView) -> list[str]:
    """What the seat is and what was declared of it, one line each."""
    status = status_text(seat.status)
    return [status] if status else [words.of(said) for said in seat.said]


class SeatPlate(BoxLayout):
    """What is common to both shapes of plate. `crowded`: what was declared needs a
    row of its own, or two."""

    name = StringProperty("")
    score = StringProperty("")
    change = StringProperty("")
    status = StringProperty("")
    crowded = BooleanProperty(False)
    badge = StringProperty("")
    change_colour = ColorProperty("white")
    status_colour = ColorProperty("white")
    seat_colour = ColorProperty("white")
    dealer = BooleanProperty(False)
    turn = BooleanProperty(False)

    def show(self, seat: SeatView) -> None:
        palette = theme.palette
        self.name = seat.name or seat.seat.name
        if seat.team is not None:
            self.name += f" {TEAM_SIGNS[seat.team % len(TEAM_SIGNS)]}"
        self.score = amount(seat.score)
        self.change = signed(seat.change) if seat.change else ""
        self.change_colour = palette.gain if seat.change > Fraction(0) else palette.loss
        lines = status_lines(seat)
        self.status = "\n".join(lines)
        self.crowded = len(lines) > 1 or (len(self.status) >= SHORT and bool(self.change))
        good = seat.status in (Status.WON, Status.PLAYING)
        self.status_colour = palette.gold if good else palette.bad
        self.seat_colour = palette.seat(seat.seat)
        self.dealer = seat.dealer
        self.badge = words.say("dealer badge") if seat.dealer else ""
        self.turn = seat.turn


class WidePlate(SeatPlate):
    """For the upper and lower side."""


class TallPlate(SeatPlate):
    """For the left and right side."""
