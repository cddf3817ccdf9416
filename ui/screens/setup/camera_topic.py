"""Aim the camera: live picture, corners, what spoils the reading, keep."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from engine.view import Text
from ui.bridge import Frame
from ui.desk import KeepCorners, Note, Sheet
from ui.i18n import words
from ui.screens.page import Desk
from ui.screens.setup.corner_picture import CornerPicture
from ui.screens.setup.measures import Measures
from ui.screens.setup.topic import Topic, button, move_to, notice, row, say, verdict
from ui.setting_up import AimSheet, ForgetCorners, TableOutline, TryCorners, WatchCamera
from ui.theme import theme
from ui.widgets.forms.fields import ChipRow, WordField

CHECKS = 92
SOURCES = 58
OTHER = "…"
"""The choice behind which an address is typed."""


class CameraTopic(Topic):
    """`picture` shows what the camera sees, `measures` what may be set beside its
    corners; what a finger has changed stays so until it is kept or the found ones are
    taken."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.sheet: AimSheet | None = None
        self.own = False
        self.said: Note | None = None
        self.typing = False
        self.picture = CornerPicture()
        self.picture.bind(on_drop=lambda _picture: self._changed())
        self.measures = Measures()
        self.measures.bind(
            on_tuned=lambda _measures: self._changed(),
            on_refused=lambda _measures, text: self._refused(text),
            part=lambda _measures, part: setattr(self.picture, "part", part),
        )
        self.table = BoxLayout(spacing=theme.px(8))
        self.sources = ChipRow(size_hint_y=None, height=theme.px(SOURCES))
        self.sources.bind(on_choice=lambda _row, value: self._choose(value))
        self.address = WordField(hint_text="rtsp:// http:// /dev/video2", design_font=22)
        self.checks = row(CHECKS)
        self.above = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.px(6))
        self.above.bind(minimum_height=self.above.setter("height"))
        self.wants_frame = True

    def opened(self) -> None:
        self.own, self.said, self.typing = False, None, False
        self.desk.ask(WatchCamera())

    def left(self) -> None:
        self.desk.ask(WatchCamera(None))

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, Note):
            self.said = sheet
            self._show_above()
        elif isinstance(sheet, TableOutline):
            self._draw(sheet)
        elif isinstance(sheet, AimSheet):
            known = self.sheet
            self.sheet = sheet
            if known is None or known.source != sheet.source:
                self.own = False
            self._show_aim(sheet)
            if known is None or _shape(known) != _shape(sheet):
                self.refresh()
            else:
                self._show_checks()

    def show_frame(self, frame: Frame) -> None:
        self.picture.show(frame)

    # -- drawing -----------------------------------------------------------------

    def refresh(self) -> None:
        self.clear_widgets()
        self._show_above()
        self.add_widget(self.above)
        move_to(self.picture, self.table)
        move_to(self.measures, self.table)
        self.measures.refresh()
        move_to(self.table, self)
        self._show_checks()
        move_to(self.checks, self)
        sheet = self.sheet
        found = sheet is not None and sheet.found is not None
        buttons = row(72)
        if sheet is not None and sheet.kept is not None:
            buttons.add_widget(button(words.say("Let it find them"), self._forget))
        buttons.add_widget(
            button(words.say("Take the corners found"), self._take_found, disabled=not found)
        )
        buttons.add_widget(button(words.say("A sits at the next side"), self._turn))
        buttons.add_widget(
            button(
                words.say("Keep these corners"), self._keep, strong=True, max_font=28,
                disabled=self.picture.corners is None,
            )
        )  # fmt: skip
        self.add_widget(buttons)

    def _show_above(self) -> None:
        """Which camera, and what there is to say about it."""
        sheet, above = self.sheet, self.above
        above.clear_widgets()
        if sheet is None:
            above.add_widget(say(words.say("Looking for the camera")))
            return
        listed = [(value, words.of(name)) for value, name in sheet.sources]
        chosen = OTHER if self.typing else sheet.source
        self.sources.show([*listed, (OTHER, words.say("Another address"))], chosen)
        move_to(self.sources, above)
        if self.typing:
            move_to(self.address, typed := row(SOURCES))
            typed.add_widget(
                button(
                    words.say("Use this address"), self._use_address, size_hint_x=None,
                    width=theme.px(200),
                )
            )  # fmt: skip
            above.add_widget(typed)
        if self.said is not None:
            kind = "plain" if self.said.good else "bad"
            above.add_widget(notice(words.of(self.said.text), kind=kind))
        elif sheet.moved:
            title, detail = words.say("The camera was moved"), words.say("moved advice")
            above.add_widget(notice(title, detail, "warn"))
        elif sheet.size == (0, 0):
            above.add_widget(notice(words.of(sheet.health.part), words.of(sheet.health.detail)))
        else:
            above.add_widget(say(words.say("corner advice"), color=theme.palette.muted))

    def _show_checks(self) -> None:
        self.checks.clear_widgets()
        for health in self.sheet.checks if self.sheet is not None else ():
            self.checks.add_widget(verdict(health))

    def _show_aim(self, sheet: AimSheet) -> None:
        picture = self.picture
        picture.found, picture.tiles, picture.backs = sheet.found, sheet.tiles, sheet.backs
        if not self.own and picture.held is None:
            kept = sheet.kept is not None and not sheet.moved
            best = sheet.kept if kept else sheet.found
            if best is not None:
                picture.corners = best
            self.measures.bend = sheet.kept_bend if kept else sheet.bend
            self.measures.layout = sheet.layout
        if sheet.outline is not None:
            self._draw(sheet.outline)

    def _draw(self, outline: TableOutline) -> None:
        """Show it, unless a finger has gone on since it was asked for."""
        measures = self.measures
        if (outline.bend, outline.layout) == (measures.bend, measures.layout):
            self.picture.outline = outline

    # -- taps --------------------------------------------------------------------

    def _changed(self) -> None:
        """A finger let go of a corner, or a measure was moved."""
        self.own, self.said = True, None
        self._try()

    def _refused(self, text: Text) -> None:
        self.said = Note(text, good=False)
        self._show_above()

    def _try(self) -> None:
        picture, measures = self.picture, self.measures
        if picture.corners is not None and picture.picture_size[0]:
            self.desk.ask(
                TryCorners(
                    picture.corners, picture.picture_size, measures.bend, measures.layout
                )
            )

    def _take_found(self) -> None:
        if self.sheet is not None and self.sheet.found is not None:
            self.own, self.said = True, None
            self.picture.corners = self.sheet.found
            self.measures.bend = self.sheet.bend
            self._try()

    def _turn(self) -> None:
        self.own, self.said = True, None
        self.picture.turn()
        self._try()

    def _keep(self) -> None:
        picture, measures = self.picture, self.measures
        if picture.corners is not None and picture.picture_size[0]:
            self.own = False
            self.desk.ask(
                KeepCorners(
                    picture.corners, picture.picture_size, measures.bend, measures.layout
                )
            )

    def _forget(self) -> None:
        self.own = False
        self.desk.ask(ForgetCorners())

    def _choose(self, source: str) -> None:
        self.said = None
        self.typing = source == OTHER
        if not self.typing:
            self.desk.ask(WatchCamera(source))
        self._show_above()

    def _use_address(self) -> None:
        if address := self.address.text.strip():
            self.typing = False
            self.desk.ask(WatchCamera(address))
            self._show_above()


def _shape(sheet: AimSheet) -> tuple[object, ...]:
    """What of a sheet the buttons and texts around the picture hang on."""
    return (
        sheet.source, sheet.sources, sheet.moved, sheet.found is None, sheet.size,
        sheet.health, sheet.kept is None,
    )  # fmt: skip
