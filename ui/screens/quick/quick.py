"""Only the wins are scored: who won on what, from whom, with which hand.

The worth is counted while tiles are tapped; one tap books it as a score with
the win in words. Nothing else of the deal is followed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.events import ScoreAdjusted
from engine.flow import WinLaw
from engine.rules import PAGES, load
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import TableView, Text
from engine.win import Refusal, ScoredWin
from engine.wording import kept_reason
from ui.amounts import amount
from ui.i18n import words
from ui.screens.page import Desk, Panel
from ui.screens.photographing import PhotoPage
from ui.screens.quick.hand_form import (
    HAND,
    MELD_KINDS,
    HandForm,
    How,
    Part,
    changes,
    hows_of,
    parts_of,
)
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.forms.fields import ChipRow
from ui.widgets.keys.tile_keys import TileKeypad
from ui.widgets.results.wins import fan_row
from ui.widgets.text.fit_label import FitLabel, GrowLabel
from ui.widgets.tiles.placement import Mark, Piece, loose, meld_unit
from ui.widgets.tiles.tile_flow import TileFlow

DRAWN = "drawn"


def part_names(law: WinLaw) -> list[tuple[str, str]]:
    """Parts of a hand with what their chips say."""
    names = {
        Part.STANDING: words.say("Standing"),
        Part.CHOW: words.say("Chow"),
        Part.PUNG: words.say("Pung"),
        Part.EXPOSED_KONG: words.say("Kong"),
        Part.CONCEALED_KONG: words.say("Concealed kong"),
        Part.FLOWER: words.say("Flowers"),
        Part.WINNING: words.say("Winning tile"),
        Part.BONUS: words.of(law.bonus) if law.bonus is not None else "",
        Part.TURNED: words.say("Turned tile"),
    }
    return [(part, names[part]) for part in parts_of(law)]


def how_names(law: WinLaw, self_drawn: bool) -> list[tuple[str, str]]:
    """What a win may be besides, with what the chips say."""
    names = {
        How.PLAIN: words.say("Nothing special"),
        How.KONG: words.say("After a kong"),
        How.ROBBED: words.say("Robbed kong"),
        How.LAST: words.say("Last tile of the wall"),
    }
    return [(how, names[how]) for how in hows_of(law, self_drawn)]


class QuickScreen(PhotoPage):
    """A win at a time."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.form = HandForm()
        self.left = Panel(orientation="vertical", size_hint_x=1.75)
        self.main = Panel(orientation="vertical")
        high = theme.px(54)
        self.winner = ChipRow(size_hint_y=None, height=high)
        self.source = ChipRow(size_hint_y=None, height=high)
        self.how = ChipRow(size_hint_y=None, height=high)
        self.parts = ChipRow(size_hint_y=None, height=high)
        self.hand = TileFlow(largest=50, valign="middle")
        self.keypad = TileKeypad()
        self.winner.bind(on_choice=lambda _row, value: self._choose_winner(Seat.parse(value)))
        self.source.bind(on_choice=lambda _row, value: self._choose_source(value))
        self.how.bind(on_choice=lambda _row, value: self._choose_how(How(value)))
        self.parts.bind(on_choice=lambda _row, value: self._choose_part(Part(value)))
        self.keypad.bind(on_tile=lambda _pad, tile: self._tap(tile))
        self.laid = BoxLayout(size_hint_y=None, height=theme.px(84), spacing=theme.px(8))
        self.worth = FitLabel(size_hint_y=None, height=theme.px(64), max_font=36, bold=True)
        self.fans = BoxLayout(orientation="vertical", size_hint_y=None)
        self.fans.bind(minimum_height=self.fans.setter("height"))
        scroll = ScrollView(do_scroll_x=False)
        scroll.add_widget(self.fans)
        self.back = PushButton(max_font=26)
        self.back.bind(on_release=lambda _button: self._take_back())
        self.book = PushButton(strong=True, max_font=30)
        self.book.bind(on_release=lambda _button: self._book())
        buttons = BoxLayout(size_hint_y=None, height=theme.px(80), spacing=theme.px(8))
        buttons.add_widget(self.back)
        buttons.add_widget(self.book)
        for part in (self.worth, scroll, buttons):
            self.main.add_widget(part)
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)

    def refresh(self) -> None:
        view, form = self.view, self.form
        if view is None:
            return
        law = self._law(view)
        form.obey(law)
        self.title = words.say("Score a win")
        names = [seat.name for seat in view.seats]
        wins = words.say("{name} wins")
        self.winner.show(
            [(seat.name, wins.format(name=names[seat])) for seat in SEATS], form.winner.name
        )
        payers = [(DRAWN, words.say("Self-drawn"))]
        off = words.say("from {name}") if law.discard else words.say("robbed from {name}")
        payers += [
            (seat.name, off.format(name=names[seat]))
            for seat in SEATS
            if seat is not form.winner and (law.discard or law.robbing)
        ]
        self.source.show(payers, DRAWN if form.source is None else form.source.name)
        self.how.show(how_names(law, form.source is None), form.how)
        self.parts.show(part_names(law), form.part)
        melds = tuple(meld_unit(meld, form.winner) for meld in form.melds)
        won = ((Piece(form.winning.code, mark=Mark.WINNING),),) if form.winning else ()
        beside = tuple(tile for tile in (form.bonus, form.turned) if tile is not None)
        self.hand.sections = (
            melds, loose(tuple(form.standing)), won, loose(tuple(form.flowers), 0.8),
            loose(beside, 0.7),
        )  # fmt: skip
        self.keypad.show(view.kinds, self._lit(view, law))
        self._show_left()
        self.back.text, self.book.text = words.say("Take back"), words.say("Book it")
        self._show_worth(view)

    def _show_left(self) -> None:
        """The keys, or the picture of the hand in their place."""
        self.laid.clear_widgets()
        self.laid.add_widget(self.hand)
        if self.has_camera:
            self.laid.add_widget(self.photo_button(size_hint_x=None, width=theme.px(130)))
        keys: tuple[Any, ...] = (self.laid, self.parts, self.keypad)
        below = (self.photo,) if self.photographing else keys
        shown = (self.winner, self.source, self.how, *below)
        # Kivy keeps children last first.
        if list(reversed(self.left.children)) != list(shown):
            self.left.clear_widgets()
            for part in shown:
                self.left.add_widget(part)

    def _lit(self, view: TableView, law: WinLaw) -> Collection[Tile]:
        """Keys that mean something for the part that is open."""
        form = self.form
        if form.part is Part.WINNING and form.winning_choices is not None:
            return form.winning_choices
        if form.part is Part.FLOWER:
            return law.flowers
        if form.part in MELD_KINDS:
            return [tile for tile in view.kinds if form.may_lay(tile)]
        return view.kinds

    def wanted_tiles(self) -> tuple[int, ...]:
        standing = HAND - 3 * len(self.form.melds)
        return standing, standing + 1

    def use_hand(self, tiles: tuple[Tile, ...]) -> None:
        self.form.lay(tiles)
        self.refresh()

    def _show_worth(self, view: TableView) -> None:
        self.fans.clear_widgets()
        self.book.disabled = True
        judged = self._judged(view)
        if judged is None:
            missing = self.form.room + (self.form.winning is None)
            text = words.say("{n} tiles to go").format(n=missing)
            self.worth.text = text if missing else words.say("Tap the tile that won")
            self.worth.color = theme.palette.muted
            return
        verdict, rows = judged
        if isinstance(verdict, Refusal):
            self.worth.text = words.say("No win")
            self.worth.color = theme.palette.bad
            text = f"{words.of(verdict.reason)} [{verdict.clause}]"
            self.fans.add_widget(GrowLabel(text=text, design_font=24))
            return
        total = f"{verdict.total} {words.of(view.unit)}"
        points = words.say("{n} points").format(n=amount(verdict.points))
        self.worth.text = f"{total} → {points}"
        self.worth.color = theme.palette.gold
        apart = self._law(view).apart
        if apart is not None:
            self.fans.add_widget(
                GrowLabel(text=words.of(apart), design_font=22, color=theme.palette.warn)
            )
        for line in verdict.lines():
            self.fans.add_widget(fan_row(line))
        for row in rows:
            names = f"{view.seats[row.payer].name} → {view.seats[row.payee].name}"
            text = f"{names}  {amount(row.amount)}"
            self.fans.add_widget(GrowLabel(text=text, design_font=24, bold=True))
        self.book.disabled = False

    @staticmethod
    def _law(view: TableView) -> WinLaw:
        if view.page not in PAGES:
            return WinLaw(chow=True)
        rules = load(view.page)
        return rules.flow.win_law(rules.choose(dict(view.options)))

    def _judged(self, view: TableView) -> Any:
        if view.page not in PAGES:
            return None
        return self.form.judged(load(view.page), dict(view.options), view.dealer)

    # -- taps --------------------------------------------------------------------

    def _tap(self, tile: Tile) -> None:
        self.form.add(tile)
        self.refresh()

    def _take_back(self) -> None:
        self.form.take_back()
        self.refresh()

    def _choose_how(self, how: How) -> None:
        self.form.how = how
        self.refresh()

    def _choose_part(self, part: Part) -> None:
        self.form.part = part
        self.refresh()

    def _choose_winner(self, seat: Seat) -> None:
        self.form.winner = seat
        if self.form.source is seat:
            self.form.source = None
        self.refresh()

    def _choose_source(self, value: str) -> None:
        self.form.source = None if value == DRAWN else Seat.parse(value)
        self.refresh()

    def _book(self) -> None:
        """The win as a score with its words; the form is empty again."""
        view = self.view
        judged = self._judged(view) if view is not None else None
        if view is None or judged is None or not isinstance(judged[0], ScoredWin):
            return
        verdict, rows = judged
        fans = [fan.name for fan in verdict.lines()]
        wins, name = words.both("{name} wins"), view.seats[self.form.winner].name
        zh = f"{wins.zh.format(name=name)} {verdict.total} {view.unit.zh}："
        en = f"{wins.en.format(name=name)} {verdict.total} {view.unit.en}: "
        zh, en = zh + "、".join(fan.zh for fan in fans), en + ", ".join(fan.en for fan in fans)
        self.enter(ScoreAdjusted(changes(rows), kept_reason(Text(zh, en))))
        self.form = HandForm(winner=self.form.winner)
        self.refresh()
