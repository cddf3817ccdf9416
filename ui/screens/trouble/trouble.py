"""What goes wrong at a table, each put right as an event of the record."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.entering import Choice, Verb
from engine.events import DealerNamed, OptionsChanged, ScoreAdjusted, Seated, Voided
from engine.rules import PAGES, load
from engine.seat import SEATS, Seat, four
from engine.view import Phase, TableView
from engine.wording import kept_reason
from ui.desk import EndMatch
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.forms.fields import ChipRow, Stepper, WordField
from ui.widgets.forms.option_list import OptionList
from ui.widgets.text.fit_label import FitLabel, GrowLabel

BETWEEN = (Phase.IDLE, Phase.SETTLED)
ROW = 64
COARSE = 10
"""Points of the larger steps by which a score is put right."""


def topics() -> dict[str, str]:
    """What may be wrong → what it is called."""
    return {
        "void": words.say("Void the deal"),
        "score": words.say("Put a score right"),
        "dealer": words.say("Put the dealer right"),
        "seats": words.say("Change seats or players"),
        "options": words.say("Change house options"),
        "breach": words.say("Call a breach"),
        "end": words.say("End the match"),
    }


class TroubleScreen(Page):
    """Topics on the left, the chosen one on the right."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.topic = "void"
        self.left = Panel(orientation="vertical", size_hint_x=0.34)
        self.main = Panel(orientation="vertical")
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)
        self.reason = WordField(size_hint_y=None, height=theme.px(ROW))
        self.amounts = {seat: Stepper(coarse=COARSE) for seat in SEATS}
        self.order = list(SEATS)
        self.new: set[Seat] = set()
        self.names = {seat: WordField() for seat in SEATS}
        self.lifted: Seat | None = None
        self.options = OptionList()
        self.options.bind(on_option=self._option)
        self.chosen_options: dict[str, str] = {}

    def choose(self, topic: str) -> None:
        """Turn to a topic; what was half entered is forgotten."""
        self.topic = topic
        self.reason.text = ""
        self.order, self.new, self.lifted = list(SEATS), set(), None
        for stepper in self.amounts.values():
            stepper.value = Fraction(0)
        for seat in SEATS:
            self.names[seat].text = self.view.seats[seat].name if self.view else ""
        self.chosen_options = {}
        self.refresh()

    def show(self, view: TableView) -> None:
        first = self.view is None
        super().show(view)
        if first:
            self.choose(self.topic)

    def refresh(self) -> None:
        view = self.view
        if view is None:
            return
        self.title = words.say("Something wrong")
        self.left.clear_widgets()
        for name, text in topics().items():
            tab = TabButton(
                text=text, group="topics", max_font=26, lines=2,
                state="down" if name == self.topic else "normal",
            )  # fmt: skip
            tab.bind(on_release=self._turn_to(name))
            self.left.add_widget(tab)
        self.reason.hint_text = words.say("Why (may stay empty)")
        self.main.clear_widgets()
        build: dict[str, Callable[[TableView], None]] = {
            "void": self._void,
            "score": self._score,
            "dealer": self._dealer,
            "seats": self._seats,
            "options": self._options,
            "breach": self._breach,
            "end": self._end,
        }
        build[self.topic](view)

    def _turn_to(self, topic: str) -> Callable[[Any], None]:
        return lambda _tab: self.choose(topic)

    # -- pieces ------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.main.add_widget(GrowLabel(text=text, design_font=24))

    def _confirm(self, text: str, work: Callable[[], None], enabled: bool = True) -> None:
        button = PushButton(
            text=text, strong=True, max_font=30, size_hint_y=None, height=theme.px(84),
            disabled=not enabled,
        )  # fmt: skip
        button.bind(on_release=lambda _button: work())
        self.main.add_widget(button)

    def _only_between(self, view: TableView) -> bool:
        """Whether no deal runs; says so where one does."""
        between = view.phase in BETWEEN
        if not between:
            self._say(words.say("A deal is running: finish it or void it first."))
        return between

    def _done(self) -> None:
        self.desk.go("table")

    # -- topics ------------------------------------------------------------------

    def _void(self, view: TableView) -> None:
        running = view.phase not in BETWEEN
        self._say(words.say("Misdealt or jammed: the deal counts nothing and is dealt again."))
        reasons = ChipRow(size_hint_y=None, height=theme.px(ROW))
        listed = (words.say("Wrong number of tiles"), words.say("The table jammed"))
        reasons.show([(text, text) for text in listed], self.reason.text)
        reasons.bind(on_choice=lambda _row, text: setattr(self.reason, "text", text))
        self.main.add_widget(reasons)
        self.main.add_widget(self.reason)
        self.main.add_widget(BoxLayout())
        if not running:
            self._say(words.say("No deal is running."))
        self._confirm(words.say("Void the deal"), self._send_void, running)

    def _send_void(self) -> None:
        said = self.reason.text.strip()
        listed = (words.both(key) for key in ("Wrong number of tiles", "The table jammed"))
        usual = next((text for text in listed if words.of(text) == said), None)
        if not said:
            usual = words.both("Void the deal")
        self.enter(Voided(kept_reason(usual) if usual is not None else said))
        self._done()

    def _score(self, view: TableView) -> None:
        for seat in SEATS:
            row = BoxLayout(size_hint_y=None, height=theme.px(ROW), spacing=theme.px(8))
            row.add_widget(
                FitLabel(
                    text=view.seats[seat].name, max_font=28, bold=True,
                    color=theme.palette.seat(seat),
                )
            )  # fmt: skip
            stepper = self.amounts[seat]
            if stepper.parent is not None:
                stepper.parent.remove_widget(stepper)
            row.add_widget(stepper)
            self.main.add_widget(row)
        self.main.add_widget(self.reason)
        self.main.add_widget(BoxLayout())
        self._confirm(words.say("Put a score right"), self._send_score)

    def _send_score(self) -> None:
        changes = four(self.amounts[seat].value for seat in SEATS)
        if any(changes):
            reason = self.reason.text.strip() or kept_reason(words.both("by hand"))
            self.enter(ScoreAdjusted(changes, reason))
            self._done()

    def _dealer(self, view: TableView) -> None:
        between = self._only_between(view)
        self._say(words.say("Who deals next?"))
        row = BoxLayout(size_hint_y=None, height=theme.px(90), spacing=theme.px(8))
        for seat in view.seats:
            button = PushButton(
                text=seat.name, max_font=28, disabled=not between, strong=seat.dealer and between
            )
            button.bind(on_release=self._name_dealer(seat.seat))
            row.add_widget(button)
        self.main.add_widget(row)
        self.main.add_widget(BoxLayout())

    def _name_dealer(self, seat: Seat) -> Callable[[Any], None]:
        def send(_button: Any) -> None:
            self.enter(DealerNamed(seat))
            self._done()

        return send

    def _seats(self, view: TableView) -> None:
        between = view.phase in BETWEEN
        if not between:
            self._say(words.say("A deal is running: only names can be mended now."))
        for place, seat in zip(SEATS, self.order, strict=True):
            row = BoxLayout(size_hint_y=None, height=theme.px(70), spacing=theme.px(8))
            row.add_widget(
                FitLabel(
                    text=place.name, max_font=28, bold=True, size_hint_x=None,
                    width=theme.px(40), color=theme.palette.seat(place),
                )
            )  # fmt: skip
            field = self.names[seat]
            if field.parent is not None:
                field.parent.remove_widget(field)
            row.add_widget(field)
            swap = PushButton(
                text=words.say("Swap"), max_font=22, size_hint_x=None, width=theme.px(110),
                strong=self.lifted is place, disabled=not between,
            )  # fmt: skip
            swap.bind(on_release=self._swapping(place))
            new = PushButton(
                text=words.say("Newcomer"), max_font=22, size_hint_x=None, width=theme.px(130),
                strong=seat in self.new, disabled=not between,
            )  # fmt: skip
            new.bind(on_release=self._renewing(seat))
            row.add_widget(swap)
            row.add_widget(new)
            self.main.add_widget(row)
        self._say(words.say("Scores go with the players; a newcomer starts at nothing."))
        self.main.add_widget(BoxLayout())
        self._confirm(words.say("Sit down so"), self._send_seats)

    def _swapping(self, place: Seat) -> Callable[[Any], None]:
        """The first tap lifts a player, the second one swaps the two."""

        def swap(_button: Any) -> None:
            lifted = self.lifted
            if lifted is None:
                self.lifted = place
            else:
                order = self.order
                order[lifted], order[place] = order[place], order[lifted]
                self.lifted = None
            self.refresh()

        return swap

    def _renewing(self, seat: Seat) -> Callable[[Any], None]:
        def renew(_button: Any) -> None:
            self.new ^= {seat}
            self.refresh()

        return renew

    def _send_seats(self) -> None:
        players = four(self.names[seat].text.strip() or seat.name for seat in self.order)
        came = four(None if seat in self.new else seat for seat in self.order)
        self.enter(Seated(players, came, self.reason.text.strip()))
        self._done()

    def _options(self, view: TableView) -> None:
        between = self._only_between(view)
        if view.page in PAGES:
            self.options.show(load(view.page), {**dict(view.options), **self.chosen_options})
            self.options.disabled = not between
            self.main.add_widget(self.options)
        self._confirm(words.say("From the next deal on"), self._send_options, between)

    def _option(self, _list: Any, name: str, value: str) -> None:
        self.chosen_options[name] = value

    def _send_options(self) -> None:
        if self.chosen_options:
            self.enter(OptionsChanged(tuple(self.chosen_options.items())))
            self._done()

    def _breach(self, view: TableView) -> None:
        found: dict[str, list[Choice]] = {}
        for choice in view.choices:
            if choice.verb is Verb.BREACH:
                found.setdefault(words.of(choice.label), []).append(choice)
        if not found:
            self._say(words.say("No breach can be called now."))
        for text, listed in found.items():
            self._say(text)
            row = BoxLayout(size_hint_y=None, height=theme.px(ROW), spacing=theme.px(8))
            for choice in listed:
                if choice.seat is not None:
                    button = PushButton(text=view.seats[choice.seat].name, max_font=26)
                    button.bind(on_release=self._calling(choice))
                    row.add_widget(button)
            self.main.add_widget(row)
        self.main.add_widget(BoxLayout())

    def _calling(self, choice: Choice) -> Callable[[Any], None]:
        def call(_button: Any) -> None:
            self.enter(choice.event)
            self._done()

        return call

    def _end(self, view: TableView) -> None:
        self._say(words.say("The match is closed; its record is kept and can be looked back over."))
        self.main.add_widget(BoxLayout())
        self._confirm(words.say("End the match"), lambda: self.desk.ask(EndMatch()))
