"""What stands on a screen: whole, large enough, and in one language."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from engine.rules import PAGES, load
from ui.gallery.pieces import NAMES
from ui.gallery.views import awkward

VERY_LONG = tuple(seat.name for seat in awkward().seats)
HAN = re.compile("[\u3400-\u9fff]+")
CLAUSE = re.compile(r"\[?[A-Z]\d+\.[^\s\]]*\]?")
TRADE = (
    "推倒胡", "清混碰", "番", "进张", "抢杠", "杠上炮", "中文", "语言", "雀伴",
)  # fmt: skip
"""Words of the game that stay Chinese in English, the language's button, and our name."""
PEOPLE = (*NAMES, *VERY_LONG, "刘洋", "欧阳上官司马", "奶奶家", "新牌", "补记上盘的杠")
"""Names, and what the gallery's people typed."""


def check_texts(screen: Any) -> None:
    """Every text is whole, inside its box and large enough; only a long name is shortened."""
    from ui.theme import SMALLEST_TEXT, theme
    from ui.widgets.text.fit_label import FitLabel, GrowLabel

    labels = [w for w in screen.walk() if isinstance(w, FitLabel | GrowLabel) and w.text]
    assert labels
    for label in labels:
        assert label.font_size >= int(SMALLEST_TEXT * theme.unit), label.text
        if isinstance(label, FitLabel):
            width, height = label.texture_size
            assert label.fits, label.text
            assert width <= label.width + 1, label.text
            # A line's box has air above and below its letters; only that may overrun.
            assert height <= label.height * 1.3 + 2, (label.text, height, label.height)
            if label.shortened:
                assert any(name in label.text for name in VERY_LONG), label.text
                assert not any(char.isdigit() for char in label.text), label.text
    check_fields(screen)


def check_fields(screen: Any) -> None:
    """What is typed is large enough too."""
    from kivy.uix.textinput import TextInput

    from ui.theme import SMALLEST_TEXT, theme

    for field in screen.walk():
        if isinstance(field, TextInput):
            assert field.font_size >= int(SMALLEST_TEXT * theme.unit), field.text


@cache
def _terms() -> Collection[str]:
    """Longest first, so that none is torn by a shorter one."""
    fans = {fan.name.zh for page in PAGES for fan in load(page).fans}
    return sorted({*fans, *TRADE, *PEOPLE}, key=len, reverse=True)


def chinese_left(screen: Any) -> list[str]:
    """Texts with Chinese in them that is no name, clause or term."""
    from kivy.uix.label import Label
    from kivy.uix.textinput import TextInput

    found = []
    for widget in screen.walk():
        if isinstance(widget, Label | TextInput):
            for text in (widget.text, getattr(widget, "hint_text", "")):
                if any(name.startswith(text) for name in PEOPLE):
                    continue  # the head of a narrow column
                rest = CLAUSE.sub("", text)
                for term in _terms():
                    rest = rest.replace(term, "")
                if HAN.search(rest):
                    found.append(text)
    return found
