"""A win in full: the hand in groups, fans in the text's order, the arithmetic.

It closes by a tap, or by itself where nothing is in doubt; a tile that was
read wrongly is put right in place, and everything is counted anew at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.events import HandOpened
from engine.observations import Correct
from engine.tile import Tile
from engine.view import Phase, TableView, WinView
from engine.wording import kept_reason
from ui.i18n import words
from ui.keyboard import Keyboard
from ui.screens.page import Desk, Panel
from ui.screens.photographing import PhotoPage
from ui.screens.win.arithmetic import net_rows, payment_rows, total_line
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.keys.tile_keys import TileKey, TileKeypad
from ui.widgets.results.wins import WinHead, excluded_row, fan_row, pending_note
from ui.widgets.text.fit_label import FitLabel, GrowLabel
from ui.widgets.tiles.placement import Mark, Piece, Section, loose
from ui.widgets.tiles.tile_flow import GrowFlow

PATIENCE = 10
"""Seconds after which a result that nobody doubts closes by itself."""
HAND_TILE = 54


class WinScreen(PhotoPage):
    """All wins of the deal, one at a time."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.chosen = 0
        self.mending: int | None = None
        self.is_mending = False
        self.auto_confirm = True
        self.left_seconds = 0
        self.keyboard = Keyboard(enter=self.close)
        self._countdown: Any = None
        self._confirmed: int | None = None
        self.tabs = BoxLayout(size_hint_y=None, height=0, spacing=theme.px(6))
        self.scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        self.fans = BoxLayout(
            orientation="vertical", size_hint_y=None, spacing=theme.px(8),
            padding=(0, 0, theme.px(12), 0),
        )  # fmt: skip
        self.fans.bind(minimum_height=self.fans.setter("height"))
        self.scroll.add_widget(self.fans)
        self.keypad = TileKeypad()
        self.keypad.bind(on_tile=lambda _pad, tile: self._mend(tile))
        self.left = Panel(orientation="vertical")
        self.main = Panel(orientation="vertical", size_hint_x=0.52)
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)

    @property
    def win(self) -> WinView | None:
        wins = self.view.wins if self.view is not None else ()
        return wins[min(self.chosen, len(wins) - 1)] if wins else None

    # -- drawing -----------------------------------------------------------------

    def refresh(self) -> None:
        view = self.view
        if view is None:
            return
        self.title = words.say("Deal {n}").format(n=view.deal) + " · " + words.say("Wins")
        self._show_tabs(view)
        self._show_left(view)
        self._show_right(view)

    def _show_tabs(self, view: TableView) -> None:
        self.tabs.clear_widgets()
        several = len(view.wins) > 1 and not _all_pending(view)
        self.tabs.height = theme.px(54) if several else 0
        for index, win in enumerate(view.wins if several else ()):
            tab = TabButton(
                text=view.seats[win.seat].name, group="win", max_font=26,
                state="down" if index == self.chosen else "normal",
            )  # fmt: skip
            tab.bind(on_release=lambda _tab, i=index: self.choose(i))
            self.tabs.add_widget(tab)

    def choose(self, index: int) -> None:
        """Show the win `index`."""
        self.chosen, self.is_mending, self.mending = index, False, None
        self.photographing = self.wants_frame = False
        if self._countdown is not None:
            # Whoever turns to another win is reading.
            self.left_seconds = PATIENCE
        self.refresh()

    def _show_left(self, view: TableView) -> None:
        self.left.clear_widgets()
        self.left.add_widget(self.tabs)
        win = self.win
        if win is None:
            text = words.say("Nobody has won in this deal yet.")
            self.left.add_widget(FitLabel(text=text, max_font=28, color=theme.palette.muted))
            return
        if _all_pending(view):
            # Hands are still down: there is little to say of each.
            for each in view.wins:
                self.left.add_widget(_head(view, each))
            self.left.add_widget(pending_note())
            self.left.add_widget(BoxLayout())
            return
        self.left.add_widget(_head(view, win))
        if self.photographing:
            self.left.add_widget(self.photo)
            return
        if self.is_mending:
            self._show_mending(view, win)
            return
        if win.groups:
            self.left.add_widget(GrowFlow(sections=(_grouped(win),), largest=HAND_TILE))
        elif win.hand:
            self.left.add_widget(GrowFlow(sections=(loose(win.hand),), largest=HAND_TILE))
        self.fans.clear_widgets()
        self.scroll.scroll_y = 1.0
        if win.refused is not None:
            self.fans.add_widget(
                GrowLabel(
                    text=words.of(win.refused), design_font=30, bold=True,
                    color=theme.palette.bad,
                )
            )  # fmt: skip
        if win.pending:
            self.fans.add_widget(pending_note())
        for fan in win.fans:
            self.fans.add_widget(fan_row(fan))
        for fan, reason in win.excluded:
            self.fans.add_widget(excluded_row(fan, words.of(reason)))
        self.left.add_widget(self.scroll)

    def _show_mending(self, view: TableView, win: WinView) -> None:
        text = (
            words.say("Tap the tile that is wrong")
            if self.mending is None
            else words.say("Tap what it really is")
        )
        ask = FitLabel(text=text, max_font=26, size_hint_y=None, height=theme.px(40))
        row = BoxLayout(size_hint_y=None, height=theme.px(88), spacing=theme.px(3))
        for at, tile in enumerate(win.hand):
            key = TileKey(code=tile.code, lit=self.mending in (None, at))
            key.bind(on_release=lambda _key, i=at: self._pick(i))
            row.add_widget(key)
        self.left.add_widget(ask)
        self.left.add_widget(row)
        self.keypad.show(view.kinds, () if self.mending is None else view.kinds)
        self.left.add_widget(self.keypad)

    def _show_right(self, view: TableView) -> None:
        self.main.clear_widgets()
        win = self.win
        if win is not None and win.total is not None and win.points is not None:
            self._add(total_line(view, win), *payment_rows(view, win.payments, win.points))
        elif win is None:
            self._add(*payment_rows(view, view.payments, None))
        self._add(BoxLayout())
        if view.phase is Phase.SETTLED and win is not None and not self.is_mending:
            self._add(*net_rows(view))
        if view.phase is Phase.OPENING:
            self._button(words.say("Open the hands"), lambda: self.desk.go("entry"))
        if self.is_mending and self.has_camera and not self.photographing:
            self.main.add_widget(self.photo_button(size_hint_y=None, height=theme.px(64)))
        if win is not None and win.hand and win.hand_entry is not None:
            text = words.say("Leave it") if self.is_mending else words.say("Not right?")
            self._button(text, self._toggle_mending)
        self.confirm = PushButton(strong=True, max_font=34, size_hint_y=None, height=theme.px(84))
        self.confirm.bind(on_release=lambda _button: self.close())
        self._show_seconds()
        self.main.add_widget(self.confirm)

    def _add(self, *widgets: Any) -> None:
        for widget in widgets:
            self.main.add_widget(widget)

    def _button(self, text: str, work: Callable[[], Any]) -> None:
        button = PushButton(text=text, size_hint_y=None, height=theme.px(64))
        button.bind(on_release=lambda _button: work())
        self.main.add_widget(button)

    # -- taps --------------------------------------------------------------------

    def _toggle_mending(self) -> None:
        self.is_mending, self.mending = not self.is_mending, None
        self.photographing = self.wants_frame = False
        self._stop()
        self.refresh()

    def _pick(self, at: int) -> None:
        self.mending = at
        self.refresh()

    def _mend(self, tile: Tile) -> None:
        """Another tile in the opened hand: the entry is replaced, all is counted anew."""
        win, at = self.win, self.mending
        if win is None or at is None or win.hand_entry is None or self.view is None:
            return
        self.use_hand((*win.hand[:at], tile, *win.hand[at + 1 :]))

    def wanted_tiles(self) -> tuple[int, ...]:
        return (len(self.win.hand),) if self.win is not None else ()

    def use_hand(self, tiles: tuple[Tile, ...]) -> None:
        win = self.win
        if win is not None and win.hand_entry is not None and self.view is not None:
            event = HandOpened(win.seat, tuple(sorted(tiles)))
            reason = kept_reason(words.both("a tile mended"))
            self.desk.send(Correct(win.hand_entry, (event,), self.view.seq, reason))
        self.is_mending, self.mending = False, None
        self.refresh()

    def close(self) -> None:
        """The result is accepted: back to the table."""
        self._stop()
        self.desk.go("table")

    # -- closing by itself ---------------------------------------------------------

    def opened(self) -> None:
        """The screen came up; a sure result of a settled deal closes by itself."""
        self._stop()
        view = self.view
        if view is None or not self.auto_confirm or self._confirmed == view.deal:
            return
        sure = bool(view.wins) and all(win.sure and not win.refused for win in view.wins)
        clear = not view.questions and view.discrepancy is None and not view.misfits
        if view.phase is Phase.SETTLED and sure and clear:
            self._confirmed = view.deal
            self.left_seconds = PATIENCE
            self._countdown = Clock.schedule_interval(self._tick, 1)
        self._show_seconds()

    def _tick(self, _dt: float) -> bool:
        self.left_seconds -= 1
        if self.left_seconds <= 0:
            self.close()
            return False
        self._show_seconds()
        return True

    def _show_seconds(self) -> None:
        """The button says how long it waits, if it does."""
        left = f"  {self.left_seconds}" if self.left_seconds else ""
        self.confirm.text = words.say("Confirm") + left

    def _stop(self) -> None:
        if self._countdown is not None:
            self._countdown.cancel()
        self._countdown, self.left_seconds = None, 0

    def release(self) -> None:
        self._stop()
        super().release()


def _all_pending(view: TableView) -> bool:
    return bool(view.wins) and all(win.pending for win in view.wins)


def _head(view: TableView, win: WinView) -> WinHead:
    """Who won, how and off whom, and the tile."""
    names = [seat.name for seat in view.seats]
    how = words.of(win.kind)
    if win.source is not None:
        how += f" ← {names[win.source]}"
    return WinHead(
        name=names[win.seat], how=how, colour=theme.palette.seat(win.seat),
        sections=(((Piece(win.tile.code, mark=Mark.WINNING),),),), pending=win.pending,
    )  # fmt: skip


def _grouped(win: WinView) -> Section:
    """The groups, the winning tile marked in the first that has it."""
    units: list[tuple[Piece, ...]] = []
    marked = False
    for group in reversed(win.groups):
        pieces: list[Piece] = []
        for tile in group:
            won = not marked and tile is win.tile
            marked = marked or won
            pieces.append(Piece(tile.code, mark=Mark.WINNING if won else Mark.NONE))
        units.append(tuple(pieces))
    return tuple(reversed(units))
