"""The home's own tiles: lay a row, take its picture, mend what was misread, keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.tile import BACK_CODE, CLASS_CODES, UNKNOWN, Tile
from ui.bridge import Frame
from ui.desk import Note, Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.corner_picture import sure_of
from ui.screens.setup.topic import Topic, button, move_to, notice, row, say
from ui.setting_up import (
    AimSheet,
    BeginEnrolment,
    EndEnrolment,
    EnrolSheet,
    LaidTile,
    MendLaid,
    OpenTileSets,
    ShootRow,
    TakeRow,
    UndoEnrolment,
    UseTileSet,
    WatchCamera,
)
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.forms.fields import WordField
from ui.widgets.keys.tile_keys import TileKey, TileKeypad
from ui.widgets.notices.camera_picture import CameraPicture
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.placement import loose
from ui.widgets.tiles.tile_flow import TileFlow

KINDS = tuple(Tile.parse(code) for code in CLASS_CODES if code != BACK_CODE)
FIELD = 60
LAID = 84
PICTURE = 290
WANTED = 66


class TilesTopic(Topic):
    """The sets there are; while one is enrolled, the row that is due."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.sheet = EnrolSheet()
        self.said: Note | None = None
        self.seeing = False
        self.mending: int | None = None
        self.name = WordField(design_font=24)
        self.picture = CameraPicture(room=PICTURE)
        self.keypad = TileKeypad()
        self.keypad.bind(on_tile=lambda _pad, tile: self._mend(tile))
        self.keys: list[TileKey] = []

    @property
    def enrolling(self) -> bool:
        """Whether rows are being laid."""
        return bool(self.sheet.rows)

    def opened(self) -> None:
        self.said, self.mending = None, None
        self.desk.ask(OpenTileSets())
        self.desk.ask(WatchCamera())

    def left(self) -> None:
        self.desk.ask(WatchCamera(None))

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, Note):
            self.said = sheet
            self.refresh()
        elif isinstance(sheet, AimSheet):
            seeing = sheet.size != (0, 0)
            if seeing is not self.seeing:
                self.seeing = seeing
                self.refresh()
        elif isinstance(sheet, EnrolSheet):
            if sheet.laid != self.sheet.laid:
                self.mending = None
            self.sheet = sheet
            self.refresh()

    def show_frame(self, frame: Frame) -> None:
        if self.enrolling:
            self.picture.show(frame)

    def refresh(self) -> None:
        self.clear_widgets()
        self.wants_frame = self.enrolling
        if self.enrolling:
            self._show_row()
        else:
            self.picture.put_away()
            self._show_sets()

    # -- the sets ----------------------------------------------------------------

    def _show_sets(self) -> None:
        self.add_widget(say(words.say("tile set advice")))
        self._show_said()
        listed = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.px(8))
        listed.bind(minimum_height=listed.setter("height"))
        active = any(one.active for one in self.sheet.sets)
        listed.add_widget(self._set_row(words.say("The reader's own eyes"), "", not active, None))
        for one in self.sheet.sets:
            listed.add_widget(self._set_row(one.name, words.of(one.detail), one.active, one.name))
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
        scroll.add_widget(listed)
        self.add_widget(scroll)
        self.name.hint_text = words.say("What to call this set")
        begin = button(
            words.say("Enrol a set"), self._begin, strong=True, size_hint_x=None,
            width=theme.px(240), disabled=not self.seeing,
        )  # fmt: skip
        bottom = row(FIELD)
        move_to(self.name, bottom)
        bottom.add_widget(begin)
        if not self.seeing:
            self.add_widget(say(words.say("No camera: set it up first"), color=theme.palette.warn))
        self.add_widget(bottom)

    def _set_row(self, title: str, detail: str, active: bool, name: str | None) -> BoxLayout:
        use = button(
            words.say("in use") if active else words.say("Use"), self._using(name),
            strong=active, size_hint_x=None, width=theme.px(120),
        )  # fmt: skip
        text = FitLabel(text=f"{title}\n{detail}" if detail else title, max_font=22, lines=3)
        made = row(92, use, text)
        if name is not None:
            made.add_widget(
                button(
                    words.say("Take this set back"), lambda: self.desk.ask(UndoEnrolment(name)),
                    size_hint_x=None, width=theme.px(120),
                )
            )  # fmt: skip
        return made

    def _using(self, name: str | None) -> Callable[[], None]:
        return lambda: self.desk.ask(UseTileSet(name))

    def _begin(self) -> None:
        self.said = None
        self.desk.ask(BeginEnrolment(self.name.text.strip()))

    # -- a row -------------------------------------------------------------------

    def _show_row(self) -> None:
        sheet = self.sheet
        if sheet.at >= len(sheet.rows):
            self._show_end()
            return
        step = words.say("Row {n} of {total}").format(n=sheet.at + 1, total=len(sheet.rows))
        self.add_widget(say(f"{step} · {words.say('lay this row')}", 24, bold=True))
        wanted = TileFlow(
            sections=(loose(sheet.rows[sheet.at]),), largest=44, size_hint_y=None,
            height=theme.px(WANTED),
        )  # fmt: skip
        self.add_widget(wanted)
        if self.mending is not None:
            # The keys want the room of the picture, which has been looked at by now.
            self._show_laid(sheet.laid)
            self.keypad.show(KINDS, frozenset(KINDS))
            move_to(self.keypad, self)
            self.add_widget(row(56, button(words.say("No tile"), lambda: self._mend(UNKNOWN))))
            return
        self._show_said()
        self.picture.boxes = tuple(one.read.box for one in sheet.laid)
        move_to(self.picture, self)
        self.add_widget(BoxLayout())
        if sheet.laid:
            self._show_laid(sheet.laid)
        self._show_steps()

    def _show_laid(self, laid: tuple[LaidTile, ...]) -> None:
        """What each tile is taken for; those that were read otherwise are told below."""
        tiles = row(LAID)
        self.keys = []
        for at, one in enumerate(laid):
            key = TileKey(code=one.tile.code, lit=self.mending in (None, at), doubt=_is_off(one))
            key.bind(on_release=self._lifting(at))
            self.keys.append(key)
            tiles.add_widget(key)
        self.add_widget(tiles)
        other = [one for one in laid if _is_off(one)]
        if other:
            names = "、" if words.lang == "zh" else ", "
            told = names.join(
                f"{words.tile(one.tile)} → {words.tile(one.read.tile)}" for one in other
            )
            self.add_widget(say(words.say("read otherwise") + told, color=theme.palette.warn))
        else:
            self.add_widget(say(words.say("All read as laid."), color=theme.palette.good))

    def _show_steps(self) -> None:
        laid = bool(self.sheet.laid)
        self.add_widget(
            row(
                72,
                self._stop_button(),
                button(words.say("Leave this row out"), lambda: self.desk.ask(TakeRow(skip=True))),
                button(
                    words.say("Take the picture again") if laid else words.say("Take the picture"),
                    self._shoot, strong=not laid, max_font=28,
                ),
                button(
                    words.say("Right, next row"), lambda: self.desk.ask(TakeRow()),
                    strong=laid, max_font=28, disabled=not laid,
                ),
            )
        )  # fmt: skip

    def _stop_button(self) -> PushButton:
        return button(words.say("Stop enrolling"), lambda: self.desk.ask(EndEnrolment(keep=False)))

    def _show_end(self) -> None:
        self._show_said()
        self.add_widget(say(words.say("All rows are taken."), 24))
        self.add_widget(BoxLayout())
        self.add_widget(
            row(
                80,
                self._stop_button(),
                button(
                    words.say("Keep this set"), lambda: self.desk.ask(EndEnrolment()),
                    strong=True, max_font=30,
                ),
            )
        )  # fmt: skip

    def _show_said(self) -> None:
        sheet = self.sheet
        if sheet.said is not None:
            self.add_widget(notice(words.of(sheet.said), kind="plain" if sheet.good else "warn"))
        elif self.said is not None:
            kind = "plain" if self.said.good else "bad"
            self.add_widget(notice(words.of(self.said.text), kind=kind))

    def _shoot(self) -> None:
        self.mending = None
        self.desk.ask(ShootRow())

    def _lifting(self, at: int) -> Callable[[Any], None]:
        def lift(_key: Any) -> None:
            self.mending = None if self.mending == at else at
            self.refresh()

        return lift

    def _mend(self, tile: Tile) -> None:
        if self.mending is not None:
            self.desk.ask(MendLaid(self.mending, tile))
            self.mending = None
            self.refresh()


def _is_off(one: LaidTile) -> bool:
    """Whether it was read as something else, or with doubt."""
    return one.read.tile is not one.tile or not sure_of(one.read)
