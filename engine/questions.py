"""Questions that only the players can answer, as the match puts them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.events import DiceRolled, Event, Voided, WallsRaised
from engine.flow import RuleQuestion
from engine.view import Candidate, QuestionView, Text


@dataclass(frozen=True, slots=True)
class Question:
    """A question by rule with what each button does."""

    key: str
    text: Text
    candidates: tuple[tuple[Text, tuple[Event, ...]], ...]
    by_rule: bool = True

    @classmethod
    def of(cls, question: RuleQuestion) -> Question:
        return cls(question.key, question.text, question.candidates)

    @classmethod
    def walls_again(cls, stacks: tuple[int, int, int, int]) -> Question:
        void = Voided("walls raised again")
        return cls(
            "walls-again",
            Text("牌墙又升起：本盘作废重来吗？", "The walls rose again: is this deal void?"),
            (
                (Text("继续本盘", "go on with this deal"), ()),
                (Text("作废，重新开始", "void, begin anew"), (void, WallsRaised(stacks))),
            ),
        )

    @classmethod
    def throw(cls, throws: Iterable[DiceRolled]) -> Question:
        """Which of these it was, where nobody saw it; dice lie in no order."""
        ways = {tuple(sorted(event.dice)): event for event in reversed([*throws])}
        candidates = tuple(
            (Text(f"{one}、{two}", f"{one} and {two}"), (ways[one, two],))
            for one, two in sorted(ways, key=lambda dice: (sum(dice), dice))
        )
        text = Text("没看到骰子，掷了几？", "The throw was not seen: what did the dice show?")
        return cls("throw", text, candidates, by_rule=False)

    def view(self, after: int) -> QuestionView:
        candidates = tuple(Candidate(label) for label, _ in self.candidates)
        return QuestionView(f"rule-{self.key}", after, self.text, candidates, self.by_rule)
