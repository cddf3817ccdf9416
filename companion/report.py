"""What a run on the virtual table comes to: agreement with the truth, questions asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.compare import Comparison, Recorded, compare, public
from engine.doubts import parts_of
from engine.events import Event, Source
from engine.match import Match
from engine.view import QuestionView
from engine.wording import bare, describe

_ASKED_ABOUT = 4
"""Public events after a question was put that it may have been about."""

Questions = Mapping[tuple[int, str], QuestionView]


@dataclass(frozen=True, slots=True)
class RunReport:
    """Counts for one match. `by_rule`, `by_eyes`: questions put, by deal number."""

    comparison: Comparison
    by_rule: Mapping[int, int]
    by_eyes: Mapping[int, int]

    def lines(self) -> list[str]:
        """For the end of the run: questions by deal, what disagrees, the summary."""
        found = []
        for deal in self.comparison.deals:
            rule, eyes = self.by_rule.get(deal.number, 0), self.by_eyes.get(deal.number, 0)
            found.append(
                f"第 {deal.number} 盘：按规则问 {rule} 次，眼睛没看清问 {eyes} 次 · "
                f"deal {deal.number}: {rule} asked by rule, {eyes} because the eyes were unsure"
            )
            found += [f"    {fault}" for fault in deal.faults]
        return [*found, self.comparison.line()]


def report(match: Match, questions: Questions, truth: Iterable[Event]) -> RunReport:
    """Compare a match with the truth log of the table that it was played on."""
    asked = asked_about(match, questions.values())
    recorded = [Recorded(item.event, (item.seq, item.at) in asked) for item in match.items]
    by_rule: dict[int, int] = {}
    by_eyes: dict[int, int] = {}
    for (deal, _), question in questions.items():
        counts = by_rule if question.by_rule else by_eyes
        counts[deal] = counts.get(deal, 0) + 1
    return RunReport(compare(truth, recorded), by_rule, by_eyes)


def asked_about(match: Match, questions: Iterable[QuestionView]) -> set[tuple[int, int]]:
    """Items (`seq`, `at`) that a person was asked about: by an answer, or named on a button.

    The likeliest candidate is written down while the question is open; where it
    was the true one no answer stands beside it, yet it was asked.
    """
    return _answered(match) | _named(match, questions)


def asked_for_the_eyes(
    match: Match, questions: Iterable[QuestionView]
) -> set[tuple[int, int]]:
    """Those of `asked_about` that better eyes would have spared: an answer that
    only players know, to a question of the rules, is none of them."""
    put = list(questions)
    by_rule = _named(match, (question for question in put if question.by_rule))
    by_eyes = _named(match, (question for question in put if not question.by_rule))
    return (_answered(match) - by_rule) | by_eyes


def _answered(match: Match) -> set[tuple[int, int]]:
    return {(item.seq, item.at) for item in match.items if item.source is Source.ANSWER}


def _named(match: Match, questions: Iterable[QuestionView]) -> set[tuple[int, int]]:
    """Items soon after a question that its buttons name."""
    shown = [item for item in match.items if public(item.event) is not None]
    named: set[tuple[int, int]] = set()
    for question in questions:
        labels = [choice.label.zh for choice in question.candidates]
        words = {bare(word) for label in labels for word in label.split("，")}
        following = [item for item in shown if item.seq > question.after][:_ASKED_ABOUT]
        named |= {(item.seq, item.at) for item in following if _words(match, item.event) & words}
    return named


def _words(match: Match, event: Event) -> set[str]:
    """All that a button may have said of an event."""
    return {describe(part, match.players, match.rules.flow).zh for part in parts_of(event)}
