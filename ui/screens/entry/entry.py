"""By finger alone: seats with their claims on the left, keys on the right.

One tap enters a discard: the key of its tile. The draws in between go without
saying. The bar at the bottom is that of the live table.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.entering import Choice, Verb
from engine.events import Event
from engine.observations import Answer, Undo
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Phase, TableView
from ui.bridge import Frame
from ui.i18n import words
from ui.keyboard import Keyboard
from ui.screens.entry.pad import Mode, Pad
from ui.screens.entry.seat_row import SeatRow
from ui.screens.page import Desk
from ui.screens.photographing import PhotoPage
from ui.theme import theme
from ui.widgets.buttons.push_button import ButtonRow, PushButton, TileButton
from ui.widgets.keys.hand_tray import HandTray
from ui.widgets.keys.tile_keys import DicePad, TileKeypad
from ui.widgets.notices.disagreement import Disagreement
from ui.widgets.question.bar import BottomBar
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.placement import loose
from ui.widgets.tiles.tile_flow import TileFlow

OFFERED_TILE = 34
FEW = 2
"""Offered choices that have room for tiles and words."""
STRIP = 76
"""Design pixels of the row in which choices are told apart."""


class EntryScreen(PhotoPage):
    """The whole deal by finger."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.pad = Pad()
        self.rows = {seat: SeatRow(seat) for seat in SEATS}
        self.left = BoxLayout(orientation="vertical", size_hint_x=0.36, spacing=theme.px(8))
        for seat, row in self.rows.items():
            row.bind(
                on_claim=lambda _row, verb, s=seat: self._do(self.pad.tap_claim(s, verb)),
                on_release=lambda _row, s=seat: self._focus(s),
            )
            self.left.add_widget(row)
        self.ask = FitLabel(max_font=28, bold=True, lines=2)
        self.role = FitLabel(size_hint_x=0.2, max_font=22, halign="right")
        self.marked = TileFlow(
            size_hint_x=None, width=theme.px(90), largest=34, valign="middle", halign="center"
        )
        self.ask_row = BoxLayout(size_hint_y=None, height=theme.px(58), spacing=theme.px(8))
        for part in (self.ask, self.role, self.marked):
            self.ask_row.add_widget(part)
        self.verbs = ButtonRow(size_hint_y=None, height=theme.px(58), spacing=theme.px(6))
        self.verbs.bind(on_button=lambda _row, at: self._tap_verb(at))
        self.keypad = TileKeypad()
        self.dice = DicePad()
        self.tray = HandTray(size_hint_y=None, height=theme.px(170))
        self.strip = BoxLayout(size_hint_y=None, height=theme.px(STRIP), spacing=theme.px(8))
        self.keypad.bind(on_tile=lambda _pad, tile: self._do(self.pad.tap_tile(tile)))
        self.dice.bind(on_throw=lambda _pad, one, two: self._do(self.pad.tap_dice(one, two)))
        self.tray.bind(
            on_take_back=lambda _tray, at: self._take_back(at),
            on_seat=lambda _tray, seat: self._choose_hand(seat),
            on_whole=lambda _tray: self._do(self.pad.open_hand()),
        )
        self.main = BoxLayout(orientation="vertical", spacing=theme.px(6))
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)
        self.bar = BottomBar(size_hint_y=None, height=theme.px(96))
        self.bar.bind(on_undo=lambda _bar: self._undo(), on_answer=self._answer)
        self.bar.bind(pad=lambda *_: self.refresh())
        self.ids.head.parent.add_widget(self.bar)
        self.disagreement = Disagreement()
        self.disagreement.bind(height=lambda *_: self._place_disagreement())
        self.keyboard = Keyboard(
            tile=self._type_tile, number=self._type_number, enter=self._type_enter,
            back=lambda: self._take_back(len(self.pad.hand) - 1) if self.pad.hand else None,
        )  # fmt: skip
        self._parts: tuple[object, ...] = ()
        self._photo_button: PushButton | None = None
        self._verbs_now: tuple[Choice, ...] = ()

    def show(self, view: TableView) -> None:
        self.pad.show(view)
        if self.photographing and self.pad.mode is not Mode.HAND:
            self.leave_photo()
        self.disagreement.show(view)
        super().show(view)

    def show_frame(self, frame: Frame) -> None:
        super().show_frame(frame)
        self.disagreement.show_frame(frame)

    def _place_disagreement(self) -> None:
        """Above the bar while there is one."""
        box, shown = self.bar.parent, self.disagreement.height > 0
        if shown and self.disagreement.parent is None:
            box.add_widget(self.disagreement, index=1)
        elif not shown and self.disagreement.parent is not None:
            box.remove_widget(self.disagreement)

    def refresh(self) -> None:
        view, pad = self.view, self.pad
        if view is None:
            return
        rules = words.of(view.rules)
        self.title = f"{rules} · " + words.say("Deal {n}").format(n=view.deal or 1)
        if view.wall.total and view.phase is Phase.PLAY:
            self.title += f" · {words.say('tiles left')} {view.wall.remaining}"
        for seat in view.seats:
            turn = pad.mode is Mode.TILE and pad.actor is seat.seat
            claims = pad.claims(seat.seat)
            self.rows[seat.seat].show(seat, turn, claims, seat.seat in pad.winners)
        self.bar.show(view.last, view.questions, view.can_undo, view.kinds)
        self.wants_frame = self.photographing or self.disagreement.wants_frame
        self._show_right(view)

    # -- the right side ----------------------------------------------------------

    def _show_right(self, view: TableView) -> None:
        mode = self.pad.mode
        parts: tuple[Any, ...] = {
            Mode.DICE: (self.ask_row, self.dice),
            Mode.HAND: (self.ask_row, self.tray, self.keypad),
            Mode.TILE: (self.ask_row, self.verbs, self.keypad, self.strip),
        }.get(mode, (self.ask_row, self.strip))
        if mode is Mode.HAND and self.photographing:
            parts = (self.ask_row, self.photo)
        if self.bar.pad is not None:
            parts = (self.bar.pad,)
        if parts != self._parts:
            self._parts = parts
            self.main.clear_widgets()
            for part in parts:
                self.main.add_widget(part)
        # A box that fills the side keeps its height when it is to be a strip again.
        self.strip.size_hint_y = None if mode is Mode.TILE else 1
        self.strip.height = theme.px(STRIP)
        self._offer_photo(mode is Mode.HAND and self.has_camera and not self.photographing)
        self.ask.text = self._asked(view)
        self.role.text = " ".join(dict.fromkeys(words.of(role) for role, _ in view.marked))
        self.role.color = theme.palette.gold
        self.marked.sections = (loose(tuple(tile for _, tile in view.marked)),)
        actor = self.pad.actor
        on_turn = mode is Mode.TILE and actor is not None
        self.ask.color = theme.palette.seat(actor) if on_turn and actor is not None else (
            theme.palette.text
        )  # fmt: skip
        self.keypad.show(view.kinds, self.pad.lit)
        self._show_verbs()
        self._show_strip(view)
        if mode is Mode.HAND:
            pad = self.pad
            names = {seat.seat: seat.name for seat in view.seats}
            seats = tuple((c.seat, names[c.seat]) for c in pad.to_open if c.seat is not None)
            self.tray.show(seats, pad.opening, pad.known, pad.hand, pad.hand_size)

    def _offer_photo(self, offered: bool) -> None:
        """The button for the photo stands at the right end of the question."""
        if self._photo_button is not None:
            self.ask_row.remove_widget(self._photo_button)
            self._photo_button = None
        if offered:
            self._photo_button = self.photo_button(size_hint_x=0.3)
            self.ask_row.add_widget(self._photo_button)

    def wanted_tiles(self) -> tuple[int, ...]:
        return (self.pad.hand_size + len(self.pad.known),)

    def use_hand(self, tiles: tuple[Tile, ...]) -> None:
        """The hand of the picture is entered; where it lacks a tile that is known of
        it, it waits on the tray to be put right."""
        fits = self.pad.lay(tiles)
        self._do(self.pad.open_hand() if fits else None)

    def _asked(self, view: TableView) -> str:
        """What the next tap should say."""
        pad = self.pad
        names = [seat.name for seat in view.seats]
        match pad.mode:
            case Mode.BEGIN:
                return words.say("Ready for the next deal")
            case Mode.DICE:
                return words.say("What do the dice show?")
            case Mode.DEAL:
                return words.say("Hands are being taken")
            case Mode.HAND if self.photographing and pad.opening is not None:
                return f"{names[pad.opening]} · {words.say('Photo of the hand')}"
            case Mode.HAND if pad.opening is not None:
                text = words.say("{name}: the standing tiles, without melds and the tile won")
                return text.format(name=names[pad.opening])
        if any(choice.verb is Verb.FLIP for choice in view.choices):
            return words.say("Which tile was turned up?")
        if pad.winners:
            return words.say("Who wins? Tap every winner, then confirm")
        if pad.actor is None:
            return words.say("Go on at the table")
        if pad.armed is not None:
            said = words.of(pad.armed.label)
        elif view.phase is Phase.FLOWERS:
            said = words.say("lays flowers or discards")
        else:
            said = words.say("discards")
        return f"{names[pad.actor]} · {said}"

    def _show_verbs(self) -> None:
        pad = self.pad
        self._verbs_now = pad.verbs
        labels = [(words.of(choice.label), pad.is_armed(choice)) for choice in self._verbs_now]
        if pad.has_joker_claims:
            labels.append((words.say("With joker"), pad.joker))
        self.verbs.show(labels)

    def _show_strip(self, view: TableView) -> None:
        self.strip.clear_widgets()
        mode = self.pad.mode
        if mode in (Mode.BEGIN, Mode.DEAL):
            verb = Verb.BEGIN if mode is Mode.BEGIN else Verb.DEAL
            for choice in view.choices:
                if choice.verb is verb:
                    self.strip.add_widget(self._big(choice))
            return
        offered = self.pad.offered
        # One deed with other tiles each: the tiles say it all, and have the room.
        told = {choice.tiles for choice in offered if choice.tiles}
        one_deed = len({choice.verb for choice in offered}) == 1
        alike = one_deed and FEW < len(offered) == len(told)
        for choice in offered:
            text = "" if alike else words.of(choice.label)
            if self.pad.winners:
                names = "、".join(view.seats[seat].name for seat in self.pad.winners)
                text = words.say("{name} wins").format(name=names) + f" · {text}"
                source = getattr(choice.event, "source", None)
                text += f" ← {view.seats[source].name}" if source is not None else ""
            button = TileButton(
                text=text,
                sections=(loose(choice.tiles),) if choice.tiles else (),
                tile_share=max(1, len(choice.tiles)) * OFFERED_TILE,
                chosen=bool(self.pad.winners),
            )
            button.bind(on_release=lambda _b, c=choice: self._do(self.pad.tap_offered(c)))
            self.strip.add_widget(button)

    def _big(self, choice: Choice) -> PushButton:
        button = PushButton(
            text=words.of(choice.label), strong=True, max_font=40, lines=2,
            size_hint=(1, None), height=theme.px(180), pos_hint={"center_y": 0.6},
        )  # fmt: skip
        button.bind(on_release=lambda _button: self._do(choice.event))
        return button

    # -- taps --------------------------------------------------------------------

    def _do(self, event: Event | None) -> None:
        # What is entered comes back as a view; drawing the old one anew would delay it.
        unchanged = event is not None and not self.pad.is_half_tapped
        if event is not None:
            self.pad.forget()
            self.enter(event)
        if not unchanged:
            self.refresh()

    def _tap_verb(self, at: int) -> None:
        """Verb `at` of those that hold now; the joker's button comes after them."""
        if at < len(self._verbs_now):
            self._do(self.pad.tap_verb(self._verbs_now[at]))
        else:
            self._toggle_joker()

    def _focus(self, seat: Seat) -> None:
        self.pad.tap_seat(seat)
        self.refresh()

    def _toggle_joker(self) -> None:
        self.pad.toggle_joker()
        self.refresh()

    def _take_back(self, at: int) -> None:
        self.pad.take_back(at)
        self.refresh()

    def _choose_hand(self, seat: Seat) -> None:
        self.pad.choose_hand(seat)
        self.refresh()

    # -- a keyboard --------------------------------------------------------------

    def _type_tile(self, tile: Tile) -> None:
        if self.bar.question_box.question is not None:
            self.bar.question_box.name(tile)
        elif tile in self.pad.lit:
            self._do(self.pad.tap_tile(tile))

    def _type_number(self, number: int) -> None:
        """The answer to a question, or both dice: 35."""
        one, two = divmod(number, 10)
        if self.bar.question_box.question is not None:
            self.bar.question_box.choose(number - 1)
        elif self.pad.mode is Mode.DICE and 1 <= one <= 6 and 1 <= two <= 6:
            self._do(self.pad.tap_dice(one, two))

    def _type_enter(self) -> None:
        """The one large button that there is."""
        if self.pad.mode is Mode.HAND:
            event = self.pad.open_hand()
        else:
            large = {Mode.BEGIN: Verb.BEGIN, Mode.DEAL: Verb.DEAL}.get(self.pad.mode)
            choices = self.view.choices if self.view is not None else ()
            event = next((choice.event for choice in choices if choice.verb is large), None)
        if event is not None:
            self._do(event)

    def _undo(self) -> None:
        if self.view is not None and self.view.can_undo:
            self.desk.send(Undo(self.view.seq))

    def _answer(self, _bar: Any, question: Any, index: int) -> None:
        if self.view is not None:
            self.desk.send(Answer(question.id, index, self.view.seq))
