"""Set-up: look, camera, line, rules, storage, health with plain advice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from engine.rules import load
from engine.view import TableView
from ui.bridge import Frame
from ui.desk import KeepCorners, KeepSettings, OpenSetup, Settings, SetupSheet, Sheet
from ui.i18n import words
from ui.screens.page import Desk, Page, Panel
from ui.screens.setup.corner_picture import CornerPicture
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.forms.fields import ChipRow
from ui.widgets.notices.health import Notice, state_text
from ui.widgets.text.fit_label import FitLabel, GrowLabel

ROW = 64


def topics() -> dict[str, str]:
    """The parts of the set-up → their names."""
    return {
        "look": words.say("Look and language"),
        "camera": words.say("Camera"),
        "line": words.say("Table line"),
        "rules": words.say("Rules"),
        "health": words.say("Health"),
        "about": words.say("Storage and about"),
    }


class SetupScreen(Page):
    """Topics on the left, the chosen one on the right."""

    def __init__(self, desk: Desk, **kwargs: Any) -> None:
        super().__init__(desk, **kwargs)
        self.topic = "look"
        self.sheet = SetupSheet(Settings(words.lang, theme.palette.name), ())
        self.page = ""
        self.left = Panel(orientation="vertical", size_hint_x=0.3)
        self.main = Panel(orientation="vertical")
        self.body.add_widget(self.left)
        self.body.add_widget(self.main)
        self.picture = CornerPicture()

    def opened(self) -> None:
        """The screen came up: its matter is asked for."""
        self.desk.ask(OpenSetup())

    def show(self, view: TableView) -> None:
        """The set-up hangs on its sheet; a running match only adds its health."""
        before = self.view.health if self.view is not None else ()
        self.view = view
        if view.health != before and self.topic == "health":
            self.refresh()

    def take(self, sheet: Sheet) -> None:
        if isinstance(sheet, SetupSheet):
            self.sheet = sheet
            self.page = self.page or next(iter(sheet.pages), "")
            if sheet.corners is not None:
                self.picture.corners = sheet.corners
            self.refresh()

    def show_frame(self, frame: Frame) -> None:
        self.picture.show(frame)

    def choose(self, topic: str) -> None:
        self.topic = topic
        self.wants_frame = topic == "camera"
        self.refresh()

    def refresh(self) -> None:
        self.title = words.say("Set-up")
        self.left.clear_widgets()
        for name, text in topics().items():
            tab = TabButton(
                text=text, group="setup", max_font=26, lines=2,
                state="down" if name == self.topic else "normal",
            )  # fmt: skip
            tab.bind(on_release=self._turn_to(name))
            self.left.add_widget(tab)
        self.main.clear_widgets()
        build: dict[str, Callable[[], None]] = {
            "look": self._look,
            "camera": self._camera,
            "line": self._line,
            "rules": self._rules,
            "health": self._health,
            "about": self._about,
        }
        build[self.topic]()

    def _turn_to(self, topic: str) -> Callable[[Any], None]:
        return lambda _tab: self.choose(topic)

    # -- topics ------------------------------------------------------------------

    def _choice(
        self, title: str, values: list[tuple[str, str]], chosen: str, work: Callable[[str], None]
    ) -> None:
        self.main.add_widget(
            FitLabel(text=title, max_font=24, bold=True, size_hint_y=None, height=theme.px(40))
        )
        row = ChipRow(size_hint_y=None, height=theme.px(ROW))
        row.show(values, chosen)
        row.bind(on_choice=lambda _row, value: work(value))
        self.main.add_widget(row)

    def _look(self) -> None:
        settings = self.sheet.settings
        self._choice(
            words.say("Language"), [("zh", "中文"), ("en", "English")], words.lang, self._speak
        )
        themes = [
            ("dark", words.say("Dark")),
            ("light", words.say("Light")),
            ("clear", words.say("Clear colours")),
        ]
        self._choice(words.say("Theme"), themes, theme.palette.name, self._paint)
        answers = [("yes", words.say("After ten seconds")), ("no", words.say("By tap only"))]
        self._choice(
            words.say("A clear result closes"),
            answers,
            "yes" if settings.auto_confirm else "no",
            lambda value: self._keep(auto_confirm=value == "yes"),
        )
        self.main.add_widget(BoxLayout())

    def _keep(self, **changes: Any) -> None:
        settings = replace(self.sheet.settings, **changes)
        self.sheet = replace(self.sheet, settings=settings)
        self.desk.ask(KeepSettings(settings))

    def _speak(self, lang: str) -> None:
        self._keep(lang=lang)
        words.use(lang)

    def _paint(self, name: str) -> None:
        self._keep(theme=name)
        theme.use(name)

    def _camera(self) -> None:
        self.main.add_widget(GrowLabel(text=words.say("corner advice"), design_font=22))
        if self.picture.parent is not None:
            self.picture.parent.remove_widget(self.picture)
        self.main.add_widget(self.picture)
        button = PushButton(
            text=words.say("Keep these corners"), strong=True, max_font=28, size_hint_y=None,
            height=theme.px(72), disabled=self.picture.corners is None,
        )  # fmt: skip
        button.bind(on_release=lambda _button: self._keep_corners())
        self.main.add_widget(button)

    def _keep_corners(self) -> None:
        picture = self.picture
        if picture.corners is not None and picture.picture_size[0]:
            self.desk.ask(KeepCorners(picture.corners, picture.picture_size))

    def _line(self) -> None:
        ports = self.sheet.ports
        title = words.say("Serial ports here") if ports else words.say("No serial port is here.")
        self.main.add_widget(GrowLabel(text=title, design_font=24))
        for port in ports:
            self.main.add_widget(GrowLabel(text=port, design_font=22, color=theme.palette.muted))
        self.main.add_widget(BoxLayout())

    def _rules(self) -> None:
        names = [(page, words.of(load(page).names)) for page in self.sheet.pages]
        if len(names) > 1:
            tabs = BoxLayout(size_hint_x=None, spacing=theme.px(6))
            tabs.width = theme.px(210) * len(names)
            for page, name in names:
                tab = TabButton(
                    text=name, group="pages", max_font=22, lines=2,
                    state="down" if page == self.page else "normal",
                )  # fmt: skip
                tab.bind(on_release=self._read(page))
                tabs.add_widget(tab)
            strip = ScrollView(size_hint_y=None, height=theme.px(60), do_scroll_y=False)
            strip.add_widget(tabs)
            self.main.add_widget(strip)
        if self.page:
            self.main.add_widget(_rule_page(self.page))

    def _read(self, page: str) -> Callable[[Any], None]:
        def read(_tab: Any) -> None:
            self.page = page
            self.refresh()

        return read

    def _health(self) -> None:
        health = self.view.health if self.view is not None else self.sheet.health
        if not health:
            self.main.add_widget(GrowLabel(text=words.say("Nothing to report."), design_font=24))
        for entry in health:
            self.main.add_widget(
                Notice(
                    title=f"{words.of(entry.part)} · {state_text(entry.state)}",
                    detail=words.of(entry.detail),
                    kind="bad" if entry.state.value == "bad" else "plain",
                )
            )
        self.main.add_widget(BoxLayout())

    def _about(self) -> None:
        sheet = self.sheet
        licence = words.say("licence notice")
        storage = words.of(sheet.storage) if sheet.storage is not None else ""
        for text in (f"雀伴 Queban {sheet.version}", storage, licence):
            if text:
                self.main.add_widget(GrowLabel(text=text, design_font=24))
        self.main.add_widget(BoxLayout())


def _rule_page(page: str) -> ScrollView:
    """A rule set to read: clauses by section, then the fans with their worth."""
    rules = load(page)
    box = BoxLayout(
        orientation="vertical", size_hint_y=None, spacing=theme.px(6),
        padding=(0, 0, theme.px(12), 0),
    )  # fmt: skip
    box.bind(minimum_height=box.setter("height"))
    section = ""
    for clause in rules.clauses:
        if words.of(clause.section) != section:
            section = words.of(clause.section)
            box.add_widget(
                GrowLabel(text=section, design_font=26, bold=True, color=theme.palette.gold)
            )
        box.add_widget(
            GrowLabel(text=f"{words.of(clause.text)}  [{clause.clause}]", design_font=21)
        )
    title = words.say("Fans")
    box.add_widget(GrowLabel(text=title, design_font=26, bold=True, color=theme.palette.gold))
    for fan in rules.fans:
        text = f"{words.of(fan.name)} {fan.value}：{words.of(fan.text)}  [{fan.clause}]"
        box.add_widget(GrowLabel(text=text, design_font=21))
    scroll = ScrollView(do_scroll_x=False, bar_width=theme.px(5))
    scroll.add_widget(box)
    return scroll
