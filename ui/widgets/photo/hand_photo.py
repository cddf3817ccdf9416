"""The photo of a hand: aim, take, put right what was misread, use it.

The picture comes from the running camera or from a file. What was read is never
used before a finger says so, and not while a tile is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from pathlib import Path
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.filechooser import FileChooserListView
from kivy.uix.label import Label

from engine.tableview import SURE
from engine.tile import Tile
from ui.bridge import Frame
from ui.desk import HandPhoto, ReadHand, Request
from ui.i18n import words
from ui.theme import FONT, theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.keys.tile_keys import TileKey, TileKeypad
from ui.widgets.photo.photo_picture import PhotoPicture
from ui.widgets.photo.selection import Place, likely_groups, tiles_in
from ui.widgets.text.fit_label import FitLabel

PICTURES = ("*.jpg", "*.jpeg", "*.png", "*.webp", "*.JPG", "*.JPEG", "*.PNG")
FILE_TEXT = 22
FILE_ROW = 52


class Stage(StrEnum):
    AIM = "aim"
    FILE = "file"
    READING = "reading"
    MEND = "mend"


class HandPhotoBox(BoxLayout):
    """Fires `on_hand(tiles)` with the hand, and `on_leave()` without one.

    `stage` says whether it wants camera pictures (`AIM`).
    """

    def __init__(self, ask: Callable[[Request], None], **kwargs: Any) -> None:
        self.register_event_type("on_hand")
        self.register_event_type("on_leave")
        super().__init__(orientation="vertical", spacing=theme.px(8), **kwargs)
        self._ask = ask
        self.stage = Stage.AIM
        self.tiles: tuple[Tile, ...] = ()
        self.doubts: frozenset[int] = frozenset()
        self.mending: int | None = None
        self._wanted: Collection[int] = ()
        self._kinds: tuple[Tile, ...] = ()
        self._photo: HandPhoto | None = None
        self._chosen: frozenset[Place] = frozenset()
        self._problem = ""
        high = theme.px(72)
        self.said = FitLabel(size_hint_y=None, height=theme.px(44), max_font=26, lines=2)
        self.picture = PhotoPicture()
        self.picture.bind(on_group=lambda _picture, place: self._toggle(place))
        self.keypad = TileKeypad()
        self.keypad.bind(on_tile=lambda _pad, tile: self._put(tile))
        self.row = BoxLayout(size_hint_y=None, height=theme.px(88), spacing=theme.px(3))
        self.buttons = BoxLayout(size_hint_y=None, height=high, spacing=theme.px(8))

    def begin(self, wanted: Collection[int], kinds: tuple[Tile, ...]) -> None:
        """Aim afresh. `wanted`: how many tiles the hand may have; `kinds`: what is
        played with."""
        self._wanted, self._kinds = wanted, kinds
        self._aim()

    def _aim(self) -> None:
        self.stage, self._photo, self._problem = Stage.AIM, None, ""
        self.tiles, self.doubts, self.mending = (), frozenset(), None
        self.picture.clear()
        self.refresh()

    # -- matter ------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """A picture of the running camera, to aim by."""
        if self.stage is Stage.AIM:
            self.picture.show(frame)

    def take(self, photo: HandPhoto) -> None:
        """What was read in the picture that was asked for."""
        if self.stage is not Stage.READING:
            return
        if photo.picture is None:
            self._aim()
            self._problem = words.of(photo.problem) if photo.problem is not None else ""
            self.refresh()
            return
        self.stage, self._photo = Stage.MEND, photo
        self._choose(likely_groups(photo.rows, self._wanted))

    def _choose(self, chosen: frozenset[Place]) -> None:
        """The hand is what these groups hold; what was mended before is read again."""
        photo = self._photo
        if photo is None or photo.picture is None:
            return
        self._chosen = chosen
        read = tiles_in(photo.rows, chosen)
        self.tiles = tuple(tile.tile for tile in read)
        self.doubts = frozenset(
            at for at, tile in enumerate(read)
            if tile.confidence < SURE or tile.tile not in self._kinds
        )  # fmt: skip
        self.mending = None
        self.picture.show(photo.picture, photo.rows, chosen)
        self.refresh()

    @property
    def is_whole(self) -> bool:
        """Whether the tiles can be the hand: as many as wanted, each of them known."""
        known = all(tile in self._kinds for tile in self.tiles)
        return known and len(self.tiles) in self._wanted

    # -- drawing -----------------------------------------------------------------

    def refresh(self) -> None:
        self.clear_widgets()
        self.said.text = self._said()
        self.said.color = theme.palette.warn if self._problem else theme.palette.text
        self.add_widget(self.said)
        if self.stage is Stage.FILE:
            self.add_widget(self._files())
        elif self.mending is not None:
            self.keypad.show(self._kinds, self._kinds)
            self.add_widget(self.keypad)
        else:
            self.add_widget(self.picture)
        if self.stage is Stage.MEND:
            self._show_row()
            self.add_widget(self.row)
        self._show_buttons()
        self.add_widget(self.buttons)

    def _said(self) -> str:
        if self._problem:
            return self._problem
        if self.stage is Stage.READING:
            return words.say("Reading the tiles")
        if self.stage is Stage.FILE:
            return words.say("Tap the picture of the hand")
        if self.stage is Stage.AIM:
            return words.say("Lay the hand in front of the camera, faces up")
        if self.mending is not None:
            return words.say("Tap what it really is")
        if not self.tiles:
            return words.say("No tiles were found. Take it again, or tap them in.")
        if self.doubts:
            return words.say("Ringed tiles are in doubt: tap one to put it right")
        return words.say("Is this the hand? Tap a tile to put it right")

    def _show_row(self) -> None:
        self.row.clear_widgets()
        for at, tile in enumerate(self.tiles):
            key = TileKey(code=tile.code, doubt=at in self.doubts, lit=self.mending in (None, at))
            key.bind(on_release=lambda _key, i=at: self._pick(i))
            self.row.add_widget(key)
        more = PushButton(text="＋", max_font=34, size_hint_x=None, width=theme.px(56))
        more.bind(on_release=lambda _button: self._pick(len(self.tiles)))
        self.row.add_widget(more)

    def _show_buttons(self) -> None:
        self.buttons.clear_widgets()
        if self.mending is not None:
            self._button(words.say("Back to the picture"), lambda: self._pick(self.mending))
            if self.mending < len(self.tiles):
                self._button(words.say("Take it out"), self._take_out)
            return
        self._button(words.say("Without a photo"), lambda: self.dispatch("on_leave"))
        if self.stage is Stage.AIM:
            self._button(words.say("From a file"), self._open_files)
            self._button(words.say("Take the picture"), lambda: self._read(""), strong=True)
        elif self.stage is Stage.FILE:
            self._button(words.say("From the camera"), self._aim)
        elif self.stage is Stage.MEND:
            self._button(words.say("Take it again"), self._aim)
            text = f"{words.say('Use these')}  {len(self.tiles)} / {max(self._wanted, default=0)}"
            self._button(text, self._use, strong=True, disabled=not self.is_whole)

    def _button(self, text: str, work: Callable[[], Any], **kwargs: Any) -> None:
        button = PushButton(text=text, max_font=28, **kwargs)
        button.bind(on_release=lambda _button: work())
        self.buttons.add_widget(button)

    def _files(self) -> FileChooserListView:
        chooser = FileChooserListView(
            path=str(Path.home()), filters=list(PICTURES), font_name=FONT, dirselect=False
        )
        chooser.bind(on_entry_added=_enlarge, on_submit=lambda _c, chosen, _t: self._open(chosen))
        return chooser

    # -- taps --------------------------------------------------------------------

    def _open_files(self) -> None:
        self.stage, self._problem = Stage.FILE, ""
        self.refresh()

    def _open(self, chosen: list[str]) -> None:
        if chosen:
            self._read(chosen[0])

    def _read(self, path: str) -> None:
        self.stage, self._problem = Stage.READING, ""
        self.refresh()
        self._ask(ReadHand(path))

    def _toggle(self, place: Place) -> None:
        """A group is added to the hand, or left out."""
        if self.stage is Stage.MEND:
            self._choose(self._chosen ^ {place})

    def _pick(self, at: int | None) -> None:
        """Tile `at` is to be put right; tapped again it is left as it is."""
        self.mending = None if self.mending == at else at
        self.refresh()

    def _put(self, tile: Tile) -> None:
        at = self.mending
        if at is None:
            return
        self.tiles = (*self.tiles[:at], tile, *self.tiles[at + 1 :])
        self.doubts -= {at}
        self.mending = None
        self.refresh()

    def _take_out(self) -> None:
        at = self.mending
        if at is None:
            return
        self.tiles = self.tiles[:at] + self.tiles[at + 1 :]
        self.doubts = frozenset(d - (d > at) for d in self.doubts if d != at)
        self.mending = None
        self.refresh()

    def _use(self) -> None:
        if self.is_whole:
            self.dispatch("on_hand", self.tiles)

    def on_hand(self, tiles: tuple[Tile, ...]) -> None:
        """Default handler; the screen listens."""

    def on_leave(self) -> None:
        """Default handler; the screen listens."""


def _enlarge(_chooser: Any, node: Any, _parent: Any) -> None:
    """Rows of the file list in the size of all other texts."""
    node.height = theme.px(FILE_ROW)
    for part in node.walk():
        if isinstance(part, Label):
            part.font_name, part.font_size = FONT, theme.px(FILE_TEXT)
