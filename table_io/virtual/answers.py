"""What the players say when they are asked.

A question comes as a screen shows it: words on buttons. The players know what
happened lately and say which button is right, or that none is.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable

from engine.deal import Deal
from engine.doubts import parts_of
from engine.events import Drew, Event, Exhausted, FlowersPassed
from engine.view import QuestionView
from engine.wording import LETTERS, ONLY, Names, bare, describe

_LATELY = 24
"""How many public events people remember well enough to be asked about."""
_JUST_NOW = 6
"""How many are still before people's eyes."""
_NONE = "都不是"
_NOTHING = ("什么也没有", _NONE)
_WALLS_AGAIN = "rule-walls-again"
_MORE = 6
"""Of so many more they know whether one like them came before."""
_LISTED = re.compile(r"(补花|亮牌：)([^，]*)")
"""Words after which tiles are named in no particular order."""


class Memory:
    """What happened lately, in the words in which it is asked about.

    `names`: what the players are called where they are asked.
    """

    def __init__(self, names: Names = LETTERS) -> None:
        self._names = names
        self._said: deque[frozenset[str]] = deque(maxlen=_LATELY + _MORE)
        self._told: dict[str, str] = {}

    def decided(self, deal: Deal, event: Event) -> None:
        """`event` is what the players did where `deal` stood.

        What only they know, and the page asks about, is told by it.
        """
        for question in deal.flow.questions(deal):
            for label, events in question.candidates:
                if event in events or (not events and question.text.zh not in self._told):
                    self._told[question.text.zh] = label.zh
        if not isinstance(event, Drew | FlowersPassed | Exhausted):
            words = {
                text.zh
                for part in parts_of(event)
                for text in (describe(part), describe(part, self._names, deal.flow))
            }
            self._said.append(frozenset(_plain(text) for text in words))

    def begin(self) -> None:
        """A new deal: what was asked about the last one is settled."""
        self._told = {}

    def answer(self, question: QuestionView) -> int | None:
        """The index of the candidate that is true; None where none is (yet)."""
        labels = [candidate.label.zh for candidate in question.candidates]
        if question.id == _WALLS_AGAIN:
            # Nobody raises walls in the middle of a deal here.
            return len(labels) - 1
        told = self._told.get(question.text.zh)
        if told in labels:
            return labels.index(told)
        # Nobody says that it was none of these where one of them is all that happened.
        lately = (_all_lately,) if _NONE in labels else ()
        for agrees in (_ends_with, _ends_with_all, *lately):
            latest = [
                (self._when(label, agrees), len(label), index) for index, label in enumerate(labels)
            ]
            at, _, index = max(latest, key=lambda found: found[:2])
            if at:
                return index
        return next((labels.index(words) for words in _NOTHING if words in labels), None)

    def _when(self, label: str, agrees: Callable[[str, list[frozenset[str]]], bool]) -> int:
        """How late the events that a button names happened; 0: never."""
        said = list(self._said)
        wanted = _plain(label)
        twice = [bare(part) for part in label.split("，") if bare(part) != part.removeprefix(ONLY)]
        if any(sum(part in texts for texts in said) < 2 for part in twice):
            return 0
        for end in range(len(said), max(0, len(said) - _LATELY), -1):
            if agrees(wanted, said[:end]):
                return end
        return 0


def _ends_with(wanted: str, said: list[frozenset[str]]) -> bool:
    """Whether the last of what was said, joined by commas, is just `wanted`."""
    for text in said[-1] if said else ():
        if wanted == text:
            return True
        if wanted.endswith(f"，{text}") and _ends_with(wanted[: -len(text) - 1], said[:-1]):
            return True
    return False


def _ends_with_all(wanted: str, said: list[frozenset[str]]) -> bool:
    """The same in whatever order: people answer by what happened, not by when."""
    left = f"，{wanted}"
    for texts in reversed(said):
        named = _most(texts, left)
        if named is None:
            return False
        left = left.replace(f"，{named}", "", 1)
        if not left:
            return True
    return False


def _all_lately(wanted: str, said: list[frozenset[str]]) -> bool:
    """Whether all of it happened just now, and something else between."""
    left = f"，{wanted}"
    for texts in reversed(said[-_JUST_NOW:]):
        named = _most(texts, left)
        if named is not None:
            left = left.replace(f"，{named}", "", 1)
    return not left


def _most(texts: frozenset[str], left: str) -> str | None:
    """The fullest of what may be said of one event that is among what is `left`."""
    named = [text for text in texts if f"，{text}" in left]
    return max(named, key=lambda text: (len(text), text), default=None)


def _plain(text: str) -> str:
    """The text with listed tiles in one order."""
    words = bare(text)
    return _LISTED.sub(lambda found: found[1] + "、".join(sorted(found[2].split("、"))), words)
