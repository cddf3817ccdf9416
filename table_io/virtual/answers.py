"""What the players say when they are asked.

A question comes as a screen shows it: words on buttons. The players know what
happened lately and say which button is right, or that none is.
"""

from __future__ import annotations

from collections import deque

from engine.events import Drew, Event, Exhausted, FlowersPassed
from engine.view import QuestionView
from engine.wording import describe

_LATELY = 16
"""How many public events people remember well enough to be asked about."""
_NOTHING = "什么也没有"


class Memory:
    """What happened lately, in the words in which it is asked about."""

    def __init__(self) -> None:
        self._said: deque[str] = deque(maxlen=_LATELY)

    def happened(self, event: Event) -> None:
        if not isinstance(event, Drew | FlowersPassed | Exhausted):
            self._said.append(describe(event).zh)

    def answer(self, question: QuestionView) -> int | None:
        """The index of the candidate that is true; None where none is."""
        said = list(self._said)
        best: tuple[int, int, int] | None = None
        for index, candidate in enumerate(question.candidates):
            words = candidate.label.zh.split("，")
            for end in range(len(said), len(words) - 1, -1):
                if said[end - len(words) : end] == words:
                    if best is None or (end, len(words)) > best[:2]:
                        best = end, len(words), index
                    break
        if best is not None:
            return best[2]
        for index, candidate in enumerate(question.candidates):
            if candidate.label.zh == _NOTHING:
                return index
        return None
