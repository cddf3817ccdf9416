"""What the screens have in common on which a hand can be read from its picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.tile import Tile
from ui.bridge import Frame
from ui.desk import CameraSheet, HandPhoto, Sheet
from ui.i18n import words
from ui.screens.page import Desk, Page
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.photo.hand_photo import HandPhotoBox


class PhotoPage(Page):
    """A page with a photo of the hand, offered where there is a camera.

    While `photographing`, the page shows `photo` in place of its keys.
    """

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.has_camera = False
        self.photographing = False
        self.photo = HandPhotoBox(desk.ask)
        self.photo.bind(
            on_hand=lambda _box, tiles: self._photographed(tiles),
            on_leave=lambda _box: self.leave_photo(),
        )

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, CameraSheet) and sheet.there is not self.has_camera:
            self.has_camera = sheet.there
            self.refresh()
        elif isinstance(sheet, HandPhoto) and self.photographing:
            self.photo.take(sheet)

    def show_frame(self, frame: Frame) -> None:
        if self.photographing:
            self.photo.show_frame(frame)

    def photo_button(self, **kwargs: Any) -> PushButton:
        """The button that begins it; the page adds it only where `has_camera`."""
        button = PushButton(text=words.say("Photo of the hand"), max_font=24, lines=2, **kwargs)
        button.bind(on_release=lambda _button: self.begin_photo())
        return button

    def begin_photo(self) -> None:
        view = self.view
        if view is not None:
            self.photographing = self.wants_frame = True
            self.photo.begin(self.wanted_tiles(), view.kinds)
            self.refresh()

    def leave_photo(self) -> None:
        self.photographing = self.wants_frame = False
        self.photo.picture.clear()
        self.refresh()

    def _photographed(self, tiles: tuple[Tile, ...]) -> None:
        self.photographing = self.wants_frame = False
        self.photo.picture.clear()
        self.use_hand(tiles)

    def wanted_tiles(self) -> Collection[int]:
        """How many tiles the hand may have; pages override this."""
        raise NotImplementedError

    def use_hand(self, tiles: tuple[Tile, ...]) -> None:
        """The hand was confirmed; pages override this."""
        raise NotImplementedError
