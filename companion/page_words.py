"""The words of each rule page about a win and about a seat, as `queban score` takes them.

A word may end in a blank in capitals, written after a colon: `SEAT` (A to D),
`N` (a number), `TILE`, `WIND` (1z to 4z), `SUIT` (m, p, s).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.arguments import shown
from companion.errors import UserError
from engine.play import FED, FIRST_DISCARD, FIRST_TURN, KONGS, LAST_TILE
from engine.rules import module_of
from engine.tile import KINDS

_BLANKS: Final[Mapping[str, re.Pattern[str]]] = {
    "SEAT": re.compile("[ABCD]"),
    "N": re.compile("[0-9]{1,4}"),
    "TILE": re.compile("|".join(tile.code for tile in KINDS)),
    "WIND": re.compile("[1-4]z"),
    "SUIT": re.compile("[mps]"),
}
_COURSE: Final = (FIRST_TURN, FIRST_DISCARD, LAST_TILE, f"{FED}SEAT", f"{KONGS}N")
"""What the shared course of play tells every page about a win."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """Words about the win (`say`) and about a seat (`mark`); effects between two seats."""

    say: tuple[str, ...] = _COURSE
    mark: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


_WORDS: Final[Mapping[str, PageWords]] = {
    "mzhz": PageWords(say=(), effects=("cat", "god")),
    "cs258": PageWords((*_COURSE, "kong_flip", "opening"), ("took_last",)),
    "gd_zhuama": PageWords((*_COURSE, "first:SEAT", "horse:TILE")),
    "guiyang": PageWords((*_COURSE, "dou:N", "robbed:N"), ("baoting",)),
    "mcr": PageWords((*_COURSE, "last_of_kind", "one_wait", "prevalent:WIND", "seat:WIND")),
    "sc_point": PageWords(),
    "shanghai": PageWords((*_COURSE, "flowers:N", "not_knocked"), ("knocking", "knocked")),
    "tianjin": PageWords(_COURSE, ("zuo", "la_one", "la_two")),
    "wuhan": PageWords(_COURSE, ("not_ready", "kept_suit", "keeps_last")),
    "xuezhan": PageWords((*_COURSE, "kong_income:N"), ("missing:SUIT", "left")),
}


def words_of(page: str) -> PageWords:
    """The words of the rule page `page`."""
    return _WORDS[module_of(page)]


def check_words(page: str, option: str, said: Iterable[str], known: tuple[str, ...]) -> None:
    """Raise `UserError` for a word after `option` that the page does not know."""
    for text in said:
        if not any(_fits(text, form) for form in known):
            there = ", ".join(known)
            zh, en = (f"可写 {there}", f"choose from {there}") if known else ("", "it has none")
            raise UserError(
                f"{page} 没有 {option} {shown(text)} 这个词" + (f"，{zh}" if zh else ""),
                f"{page} has no word {shown(text)} for {option}: {en}",
            )


def _fits(text: str, form: str) -> bool:
    head, colon, blank = form.partition(":")
    if not colon:
        return text == form
    return text.startswith(head + colon) and bool(
        _BLANKS[blank].fullmatch(text.removeprefix(head + colon))
    )
