"""What is kept and where, and under which licences all this is."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from ui.desk import Note, SetupSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.topic import Topic, button, notice, row, say
from ui.setting_up import DeleteFrames, OpenStorage, StorageSheet
from ui.theme import theme


class StorageTopic(Topic):
    """Deleting asks once more before it is done."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.sheet: StorageSheet | None = None
        self.version = ""
        self.said: Note | None = None
        self.certain = False

    def opened(self) -> None:
        self.said, self.certain = None, False
        self.desk.ask(OpenStorage())

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet):
            self.version = sheet.version
        elif isinstance(sheet, Note):
            self.said = sheet
        elif isinstance(sheet, StorageSheet):
            self.sheet = sheet
        else:
            return
        self.refresh()

    def refresh(self) -> None:
        self.clear_widgets()
        sheet = self.sheet
        if sheet is not None:
            self._say_head(words.say("Kept"))
            for text in (
                words.say("{n} records, {size}").format(
                    n=sheet.records, size=amount_of(sheet.size)
                ),
                words.say("camera pictures {size}").format(size=amount_of(sheet.frames)),
                words.say("free {size}").format(size=amount_of(sheet.free)),
                sheet.folder,
            ):
                self.add_widget(say(text))
            if self.said is not None:
                kind = "plain" if self.said.good else "bad"
                self.add_widget(notice(words.of(self.said.text), kind=kind))
            self._show_delete(sheet)
        self._say_head(words.say("About"))
        self.add_widget(say(f"雀伴 Queban {self.version}"))
        self.add_widget(say(words.say("licence notice"), color=theme.palette.muted))
        self.add_widget(say(words.say("libraries notice"), color=theme.palette.muted))
        self.add_widget(BoxLayout())

    def _say_head(self, text: str) -> None:
        self.add_widget(say(text, 26, bold=True, color=theme.palette.gold))

    def _show_delete(self, sheet: StorageSheet) -> None:
        """The records themselves are never deleted from here."""
        if self.certain:
            yes = button(words.say("Yes, delete them"), self._delete, strong=True)
            self.add_widget(row(64, yes, button(words.say("No"), lambda: self._sure(False))))
        else:
            text = words.say("Delete the camera pictures of closed matches")
            self.add_widget(
                row(64, button(text, lambda: self._sure(True), disabled=not sheet.frames))
            )

    def _sure(self, certain: bool) -> None:
        self.certain, self.said = certain, None
        self.refresh()

    def _delete(self) -> None:
        self.certain = False
        self.desk.ask(DeleteFrames())
        self.refresh()


def amount_of(size: int) -> str:
    """Bytes as people write them."""
    for step, unit in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= step:
            return f"{size / step:.1f} {unit}"
    return f"{size} B"
