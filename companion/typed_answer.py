"""What a person types in answer to a question: its number, a tile, or the words themselves.

A tile is written as a code (`5m`), in Chinese (五万) or in English (5 characters).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from engine.observations import Answer, Command
from engine.quoting import shortened, shown
from engine.tile import KINDS, Tile
from engine.view import QuestionView, TableView, Text

HINT: Final = Text("打编号或牌（5m、五万），回车", "type a number or a tile (5m), then Enter")
_NOTHING_ASKED: Final = Text("现在没有要答的", "nothing is asked now")
_MOST_DIGITS: Final = 9


def _plain(text: str) -> str:
    """As a Chinese keyboard's wide letters and digits are meant, without capitals."""
    return unicodedata.normalize("NFKC", text).lower()


_NAMES: Final = {
    _plain(name): tile for tile in KINDS for name in (tile.code, tile.chinese, tile.english)
}


def tile_named(text: str) -> Tile | None:
    """The tile of a code or name; spaces, capitals and wide letters do not count."""
    plain = " ".join(_plain(text).split())
    return _NAMES.get(plain) or _NAMES.get(plain.replace(" ", ""))


def candidate_of(line: str, question: QuestionView) -> int | Text:
    """Which candidate `line` means, or why it means none."""
    said = line.strip()
    if not said:
        return HINT
    candidates = question.candidates
    if said.isdecimal():
        # Python takes no number of some thousand digits, and nobody means one.
        number = int(said) if len(said) <= _MOST_DIGITS else 0
        if 1 <= number <= len(candidates):
            return number - 1
        short = shortened(_plain(said))
        return Text(f"没有 {short} 号，到 {len(candidates)} 为止",
                    f"there is no {short}, the last one is {len(candidates)}")  # fmt: skip
    for index, candidate in enumerate(candidates):
        if _plain(said) in (_plain(candidate.label.zh), _plain(candidate.label.en)):
            return index
    tile = tile_named(said)
    if tile is None:
        quoted = shown(said)
        return Text(f"看不懂 {quoted}：{HINT.zh}", f"{quoted} is no answer: {HINT.en}")
    meant = [index for index, each in enumerate(candidates) if tile in each.tiles]
    if len(meant) == 1:
        return meant[0]
    if not meant:
        return Text(f"不会是{tile.chinese}", f"it cannot be {tile.english}")
    numbers = "、".join(str(index + 1) for index in meant)
    return Text(f"{tile.chinese}有几种，打编号：{numbers}",
                f"several have {tile.english}, type a number: {numbers}")  # fmt: skip


class TypedReply:
    """Answers a question with what `poll` says was typed; None while nothing fits.
    `say` tells whoever types what is wanted, and what was no answer."""

    def __init__(self, poll: Callable[[], list[str]], say: Callable[[Text], object]) -> None:
        self._poll = poll
        self._say = say
        self._told = ""

    def __call__(self, question: QuestionView) -> int | None:
        if question.id != self._told:
            self._told = question.id
            # What was typed before cannot be meant for it.
            self._poll()
            self._say(HINT)
        for line in self._poll():
            meant = candidate_of(line, question)
            if not isinstance(meant, Text):
                return meant
            self._say(meant)
        return None


class TypedAnswers:
    """Turns typed lines into answers to the first question of the newest view.

    `said` is what the last line brought, for whoever typed it; empty where it was taken.
    """

    def __init__(self, send: Callable[[Command], None]) -> None:
        self._send = send
        self._answered: str | None = None
        self.said: Text | None = None

    def hear(self, lines: Iterable[str], view: TableView | None) -> bool:
        """Answer with each line; whether there was any."""
        heard = False
        for line in lines:
            if line.strip():
                heard = True
                self.said = self._take(line, view)
        return heard

    def _take(self, line: str, view: TableView | None) -> Text | None:
        question = view.questions[0] if view is not None and view.questions else None
        if view is None or question is None or question.id == self._answered:
            return _NOTHING_ASKED
        meant = candidate_of(line, question)
        if isinstance(meant, Text):
            return meant
        self._answered = question.id
        self._send(Answer(question.id, meant, view.seq))
        return None
