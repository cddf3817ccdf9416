"""The screen's own words in two languages, from gettext catalogues.

Texts that come with a view are pairs and need no catalogue. `words.say` is a
property that changes with the language, so a kv rule that calls it is written
anew by itself.
"""

from __future__ import annotations

import gettext
from pathlib import Path

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from engine.tile import Tile
from engine.view import Text

LANGUAGES = ("zh", "en")
LOCALE = Path(__file__).parent / "locale"
DOMAIN = "queban"


class Words(EventDispatcher):
    """The language in force; widgets bind to `lang` or call `say` in kv."""

    lang = StringProperty("zh")
    say = ObjectProperty(None)

    def __init__(self) -> None:
        super().__init__()
        self.use("zh")

    def use(self, lang: str) -> None:
        """Speak `lang`; raises `ValueError` for a language without a catalogue."""
        if lang not in LANGUAGES:
            raise ValueError(f"{lang!r} is none of {', '.join(LANGUAGES)}")
        catalogue = gettext.translation(DOMAIN, LOCALE, [lang])
        self.say = catalogue.gettext
        self.lang = lang

    def toggle(self) -> None:
        self.use("en" if self.lang == "zh" else "zh")

    def of(self, text: Text) -> str:
        """The text of a view in the language in force."""
        return text.zh if self.lang == "zh" else text.en

    def both(self, key: str) -> Text:
        """The screen's own word in both languages, for what is written down."""
        zh, en = (gettext.translation(DOMAIN, LOCALE, [lang]).gettext(key) for lang in LANGUAGES)
        return Text(zh, en)

    def tile(self, tile: Tile) -> str:
        return tile.chinese if self.lang == "zh" else tile.english


words = Words()
