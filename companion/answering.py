"""Who answers a question when nobody is at the screen."""

from __future__ import annotations

from collections.abc import Callable

from engine.view import QuestionView
from table_io.virtual.table import VirtualTable

AnswerFor = Callable[[QuestionView], int | None]
"""The candidate that is true, or None to leave the question open."""


def answer_of(answers: str, table: VirtualTable | None) -> AnswerFor:
    """Who answers: the people at the table, nobody here, or always the first candidate."""
    match answers:
        case "table" if table is not None:
            return table.answer_for
        case "first":
            return _first
        case _:
            return _nobody


def first_of(*answers: AnswerFor) -> AnswerFor:
    """The first of these that has an answer."""

    def answer(question: QuestionView) -> int | None:
        found = (each(question) for each in answers)
        return next((candidate for candidate in found if candidate is not None), None)

    return answer


def _first(_: QuestionView) -> int | None:
    return 0


def _nobody(_: QuestionView) -> int | None:
    return None


class UnhurriedAnswer:
    """Lets `seconds` of `clock` pass before it answers: whoever is at the screen comes first."""

    def __init__(self, answer: AnswerFor, clock: Callable[[], float], seconds: float) -> None:
        self._answer = answer
        self._clock = clock
        self._seconds = seconds
        self._seen: dict[str, float] = {}

    def __call__(self, question: QuestionView) -> int | None:
        now = self._clock()
        if now - self._seen.setdefault(question.id, now) < self._seconds:
            return None
        candidate = self._answer(question)
        if candidate is not None:
            self._seen.pop(question.id)
        return candidate
