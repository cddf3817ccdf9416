"""The first screen: who plays, by which rules, for how much, with which devices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from engine.rules import load
from engine.seat import SEATS, Seat
from engine.view import Health, HealthState, Text
from ui.colours import changed as changed_wear
from ui.colours import worn
from ui.desk import BeginMatch, LookAround, MatchPlan, ResumeMatch, Sheet, StartSheet
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.forms.fields import Stepper, WordField
from ui.widgets.forms.option_list import OptionList, changed
from ui.widgets.notices.health import SIGNS
from ui.widgets.text.fit_label import FitLabel

__all__ = ["DeviceLight", "PlayerRow", "StartScreen", "WordField"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

UNNAMED = ("甲", "乙", "丙", "丁")
USUAL_PAGE = "mzhz"
STAKE_STEP = Fraction(1, 2)
MOST_KNOWN = 12


class PlayerRow(BoxLayout):
    """One seat: its name, and whether it deals first."""

    name = StringProperty("")
    place = StringProperty("")
    colour = ColorProperty("white")
    dealer = BooleanProperty(False)

    def __init__(self, seat: Seat, **kwargs: Any) -> None:
        self.register_event_type("on_deals_first")
        self.register_event_type("on_recolour")
        super().__init__(**kwargs)
        self.seat = seat

    @property
    def field(self) -> WordField:
        field: WordField = self.ids.field
        return field

    def on_deals_first(self) -> None:
        """Default handler; the screen listens."""

    def on_recolour(self) -> None:
        """Default handler; the screen listens."""


class DeviceLight(ButtonBehavior, BoxLayout):
    """A device: its light, what was found, and whether it is wanted."""

    part = StringProperty("")
    detail = StringProperty("")
    sign = StringProperty("")
    colour = ColorProperty("white")
    wanted = BooleanProperty(True)
    answer = StringProperty("")

    def show(self, health: Health, wanted: bool) -> None:
        found = health if wanted else replace(health, state=HealthState.ABSENT)
        self.part = words.of(health.part)
        self.detail = words.of(health.detail) if wanted else words.say("Without it")
        self.sign = SIGNS[found.state]
        self.colour = theme.palette.health(found.state)
        self.wanted = wanted
        self.answer = words.say("Leave out") if wanted else words.say("Use it")


class StartScreen(Page):
    """`take(StartSheet)` fills it; one tap begins the match."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, inside=False, **kwargs)
        self.sheet: StartSheet | None = None
        self.plan = MatchPlan(UNNAMED, USUAL_PAGE)
        self.choosing = False
        self.turn = 0
        self._build_left()
        self._build_right()

    def _build_left(self) -> None:
        self.left = BoxLayout(orientation="vertical", size_hint_x=0.95, spacing=theme.px(8))
        self.panel = Panel(orientation="vertical")
        self.rows = {seat: PlayerRow(seat) for seat in SEATS}
        self.who = FitLabel(size_hint_y=None, height=theme.px(36), max_font=24, bold=True)
        self.known_title = FitLabel(size_hint_y=None, height=theme.px(34), max_font=20)
        self.known = GridLayout(
            cols=3, spacing=theme.px(8), row_default_height=theme.px(54), row_force_default=True,
            size_hint_y=None,
        )  # fmt: skip
        self.known.bind(minimum_height=self.known.setter("height"))
        self.known_scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        self.known_scroll.add_widget(self.known)
        self.options = OptionList()
        self.options.bind(on_option=lambda _list, name, value: self._set_option(name, value))
        for seat, row in self.rows.items():
            row.bind(
                on_deals_first=lambda _row, s=seat: self._change(dealer=s),
                on_recolour=lambda _row, s=seat: self._recolour(s),
            )
            row.field.bind(
                text=lambda _field, text, s=seat: self._rename(s, text),
                focus=lambda _field, focus, s=seat: self._aim(s) if focus else None,
            )
        self.body.add_widget(self.left)
        self._build_devices()

    def _build_devices(self) -> None:
        """Below the players: money, camera, line."""
        self.money = BoxLayout(size_hint_y=None, height=theme.px(82), spacing=theme.px(8))
        stake = Panel()
        self.stake_title = FitLabel(max_font=22, lines=2)
        self.stake = Stepper(step=STAKE_STEP, least=Fraction(0))
        self.stake.bind(on_amount=lambda _stepper, value: self._change(stake=value))
        stake.add_widget(self.stake_title)
        stake.add_widget(self.stake)
        self.look = PushButton(size_hint_x=None, width=theme.px(130), max_font=20, lines=2)
        self.look.bind(on_release=lambda _button: self.desk.ask(LookAround()))
        self.money.add_widget(stake)
        self.money.add_widget(self.look)
        self.camera = DeviceLight()
        self.line = DeviceLight()
        self.camera.bind(on_release=lambda _light: self._change(camera=not self.plan.camera))
        self.line.bind(on_release=lambda _light: self._change(line=not self.plan.line))

    def _build_right(self) -> None:
        right = BoxLayout(orientation="vertical", spacing=theme.px(8))
        rules = Panel(orientation="vertical")
        self.rules_title = FitLabel(size_hint_y=None, height=theme.px(36), max_font=24, bold=True)
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        self.pages = GridLayout(cols=2, spacing=theme.px(6), size_hint_y=None)
        self.pages.bind(minimum_height=self.pages.setter("height"))
        scroll.add_widget(self.pages)
        self.house = FitLabel(size_hint_y=None, height=theme.px(56), max_font=20, lines=2)
        self.option_button = PushButton(size_hint_y=None, height=theme.px(56))
        self.option_button.bind(on_release=lambda _button: self._toggle_options())
        for part in (self.rules_title, scroll, self.house, self.option_button):
            rules.add_widget(part)
        self.go_on = PushButton(max_font=24, lines=2)
        self.go_on.bind(on_release=lambda _button: self.desk.ask(ResumeMatch()))
        self.begin = PushButton(strong=True, max_font=40)
        self.begin.bind(on_release=lambda _button: self._begin())
        self.last = BoxLayout(size_hint_y=None, height=theme.px(110), spacing=theme.px(8))
        for part in (rules, self.last):
            right.add_widget(part)
        self.body.add_widget(right)

    # -- matter ------------------------------------------------------------------

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, StartSheet):
            first = self.sheet is None
            self.sheet = sheet
            if first:
                self.plan = sheet.plan
            self.refresh()

    def refresh(self) -> None:
        sheet, plan = self.sheet, self.plan
        self.title = words.say("Queban, a new match")
        self._show_left(sheet)
        rules = load(plan.rules)
        self.rules_title.text = words.say("Which rules?")
        self._show_pages()
        self.house.text = words.of(changed(rules, dict(plan.options))) or words.say(
            "House options as the rule text recommends"
        )
        self.house.color = theme.palette.muted
        self.option_button.text = (
            words.say("Back to the players") if self.choosing else words.say("House options")
        )
        self.stake.value = plan.stake
        self.stake_title.text = words.say("Money for a point (0: none)")
        nothing = Text("", "")
        absent = Health(nothing, HealthState.ABSENT, nothing)
        self.camera.show(sheet.camera if sheet else absent, plan.camera)
        self.line.show(sheet.line if sheet else absent, plan.line)
        self.look.text = words.say("Look again")
        self.last.clear_widgets()
        if sheet is not None and sheet.open_match is not None:
            self.go_on.text = words.say("Go on") + "\n" + words.of(sheet.open_match)
            self.last.add_widget(self.go_on)
        self.begin.text = words.say("Begin")
        self.last.add_widget(self.begin)

    def _show_left(self, sheet: StartSheet | None) -> None:
        self.left.clear_widgets()
        self.panel.clear_widgets()
        self.left.add_widget(self.panel)
        if self.choosing:
            self.options.show(load(self.plan.rules), dict(self.plan.options))
            self.panel.add_widget(self.options)
            return
        for part in (self.money, self.camera, self.line):
            self.left.add_widget(part)
        self.who.text = words.say("Who plays?")
        self.panel.add_widget(self.who)
        for seat, row in self.rows.items():
            row.place = "ABCD"[seat]
            row.colour = theme.palette.people[self.plan.colours[seat]]
            row.dealer = seat is self.plan.dealer
            row.name = self.plan.players[seat]
            self.panel.add_widget(row)
        self.known_title.text = words.say("Tap a name for the marked seat, a colour to change it")
        self.known_title.color = theme.palette.muted
        self.panel.add_widget(self.known_title)
        self.known.clear_widgets()
        colours = dict(sheet.colours) if sheet is not None else {}
        for name in (sheet.known if sheet else ())[:MOST_KNOWN]:
            chip = PushButton(text=name, max_font=24, disabled=name in self.plan.players)
            if name in colours:
                chip.color = theme.palette.people[colours[name]]
            chip.bind(on_release=lambda _chip, n=name: self._seat(n))
            self.known.add_widget(chip)
        self.panel.add_widget(self.known_scroll)
        self._mark()

    def _show_pages(self) -> None:
        self.pages.clear_widgets()
        pages = self.sheet.pages if self.sheet is not None else (self.plan.rules,)
        for page in pages:
            tab = TabButton(
                text=words.of(load(page).names), group="rules", size_hint_y=None, lines=2,
                height=theme.px(60), state="down" if page == self.plan.rules else "normal",
            )  # fmt: skip
            tab.bind(on_release=self._choose_page(page))
            self.pages.add_widget(tab)

    def _choose_page(self, page: str) -> Callable[[Any], None]:
        return lambda _tab: self._change(rules=page, options=())

    # -- taps --------------------------------------------------------------------

    def _change(self, **changes: Any) -> None:
        self.plan = replace(self.plan, **changes)
        self.refresh()

    def _recolour(self, seat: Seat) -> None:
        self._change(colours=changed_wear(self.plan.colours, seat))

    def _set_option(self, name: str, value: str) -> None:
        """The list itself shows what is chosen; it keeps its place."""
        options = {**dict(self.plan.options), name: value}
        self.plan = replace(self.plan, options=tuple(options.items()))
        self.house.text = words.of(changed(load(self.plan.rules), options))

    def _toggle_options(self) -> None:
        self.choosing = not self.choosing
        self.refresh()

    def _rename(self, seat: Seat, name: str) -> None:
        names = list(self.plan.players)
        names[seat] = name
        self.plan = replace(self.plan, players=(names[0], names[1], names[2], names[3]))

    def _aim(self, seat: Seat) -> None:
        self.turn = int(seat)
        self._mark()

    def _mark(self) -> None:
        for seat, row in self.rows.items():
            row.ids.place.color = theme.palette.gold if seat == self.turn else row.colour

    def _seat(self, name: str) -> None:
        """A known player takes the marked seat; the next seat is marked."""
        self._rename(SEATS[self.turn], name)
        kept = dict(zip(self.plan.players, self.plan.colours, strict=True))
        known = dict(self.sheet.colours) if self.sheet is not None else {}
        if name in known and known[name] not in kept.values():
            kept[name] = known[name]
        self.plan = replace(self.plan, colours=worn(self.plan.players, kept))
        self.turn = (self.turn + 1) % 4
        self.refresh()

    def _begin(self) -> None:
        named = (name.strip() or UNNAMED[at] for at, name in enumerate(self.plan.players))
        a, b, c, d = named
        self.desk.ask(BeginMatch(replace(self.plan, players=(a, b, c, d))))
