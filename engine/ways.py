"""The ways in which a deal may have gone, and the questions that tell them apart.

The first way is what the books hold. Where a picture may be explained otherwise,
the other ways go on beside it; an answer or later pictures give up those that
cannot be, and a question whose ways are gone withdraws itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import log
from typing import Final

from engine.branches import Branch, Verdict
from engine.deal import Deal
from engine.doubts import (
    common_length,
    doubtful_tiles,
    tiles_of,
    told_apart,
    who_won,
    without_shared,
)
from engine.events import Discarded, Event, HandOpened
from engine.evidence import Memory, View
from engine.lying import NOTHING, Never
from engine.observations import SeenTile
from engine.open_questions import LEAST, OpenQuestion, said_aloud, worth_asking
from engine.patience import Patience
from engine.proposals import is_silent
from engine.reconcile import Effort, Explanation, Limits, explain, likelihoods
from engine.view import Candidate, QuestionView, Text
from engine.wording import ONLY, again

Describe = Callable[[Event], Text]

REMEMBERED: Final = 24
"""Of so many last events people may think when they are asked about one like them."""
NONE: Final = Text("都不是", "None of these")


class Ways:
    """All branches of one deal since its tracking began afresh, the believed one first."""

    def __init__(self, describe: Describe, patience: Patience, limits: Limits) -> None:
        self._describe = describe
        self._patience = patience
        self._limits = limits
        self.branches: list[Branch] = []
        self.asked: list[OpenQuestion] = []
        self.said: set[Event] = set()
        """What players have answered since tracking began afresh."""
        self.denied: list[OpenQuestion] = []
        """Questions of which players said that it was none of these."""
        self.never: Never = NOTHING
        """What tracks are not, by these answers."""
        self._named = 0
        self._crowded: set[str] = set()
        self._weighed: tuple[SeenTile, ...] | None = None

    @property
    def main(self) -> Branch:
        """The way that the books hold."""
        return self.branches[0]

    @main.setter
    def main(self, branch: Branch) -> None:
        self.branches[0] = branch

    def begin(self, deal: Deal, memory: Memory) -> None:
        """Only one way: as the deal stands."""
        self.branches, self.asked = [Branch(deal, memory)], []
        self._crowded, self.said, self.denied = set(), set(), []
        self.never = NOTHING

    def only(self, branch: Branch) -> None:
        """One way is left, and nothing to ask."""
        self.branches, self.asked = [branch], []

    def name(self, after: int) -> str:
        """A name for one more question, put after entry `after`."""
        self._named += 1
        return f"q{after}-{self._named}"

    def label(self, events: tuple[Event, ...]) -> Text:
        """Some events as one button names them."""
        lately = [e for e in self.main.events if not is_silent(e)][-REMEMBERED:]
        texts = []
        for event in events:
            text = self._describe(event)
            # Or whoever is asked may think of the one that is written down.
            before = isinstance(event, Discarded) and event in lately
            texts.append(again(text) if before else text)
            lately.append(event)
        if not texts:
            return Text("什么也没有", "Nothing")
        return Text("，".join(t.zh for t in texts), ", ".join(t.en for t in texts))

    def _button(self, events: tuple[Event, ...], others: list[tuple[Event, ...]]) -> Text:
        """`label` of what one button says; where another says more, that it was no more."""
        label = self.label(events)
        if events and any(Counter(events) < Counter(other) for other in others):
            return Text(f"{ONLY}{label.zh}", f"Only {label.en}")
        return label

    def question(
        self,
        chosen: list[tuple[Explanation, float]],
        view: View,
        after: int,
        rest: float = 0.0,
        earlier: Event | None = None,
    ) -> OpenQuestion:
        """A question about explanations, each with its share; `rest`: the share of what
        is none of them. `earlier`: what may have happened before now in their stead."""
        name = self.name(after)
        readings, goes_on = without_shared([e.visible for e, _ in chosen])
        buttons = told_apart(list(readings))
        candidates = tuple(
            Candidate(self._button(events, buttons), tiles_of(events), share)
            for events, (_, share) in zip(buttons, chosen, strict=True)
        )
        heard = not chosen[0][0].compared.guessed and who_won(list(readings))
        spoken = heard or said_aloud([e for e, _ in chosen])
        # Where it is likelier that it was nothing at all, the eyes are in doubt.
        spoken = spoken and rest <= max((share for _, share in chosen[1:]), default=0.0)
        text = Text("刚才是哪一种？", "Which of these was it?")
        if all(isinstance(event, HandOpened) for events in readings for event in events):
            text = Text("亮开的牌里是哪一张？", "Which tile is it in the opened hand?")
        if earlier is not None:
            at_once = Candidate(self.label((earlier,)), tiles_of((earlier,)), rest)
            candidates = (*candidates, at_once)
            readings = (*readings, (earlier,))
        or_none = rest >= LEAST and all(readings)
        if or_none:
            # Nobody is to be made to say what is not so.
            candidates, readings = (*candidates, Candidate(NONE, (), rest)), (*readings, ())
        tiles = doubtful_tiles([e for e, _ in chosen], view)
        doubted = frozenset(new for e, _ in chosen for new in e.compared.pairs.items())
        doubted -= self.main.memory.bound.items()
        # Where all agree what it would be, the question is whether it is anything.
        new = {track for track, _ in doubted}
        tiles = tiles or [seen for seen in view.sighting.tiles if seen.track in new]
        boxes = tuple(seen.box for seen in tiles)
        asked = QuestionView(name, after, text, candidates, spoken, boxes)
        return OpenQuestion(asked, readings, doubted, or_none, goes_on)

    def ask(
        self,
        chosen: list[tuple[Explanation, float]],
        view: View,
        after: int,
        rest: float = 0.0,
        earlier: Event | None = None,
    ) -> OpenQuestion:
        """Open a question about explanations, each with its share; the branch believed
        goes by the first of them. `rest`, `earlier`: as for `question`."""
        asked = self.question(chosen, view, after, rest, earlier)
        self.asked.append(asked)
        self.main = self.main.choosing(asked.view.id, 0)
        return asked

    def take(
        self, ways: tuple[Explanation, ...], view: View, after: int, *, partly: bool
    ) -> Verdict:
        """Go on with the likeliest of these, and ask where it is not certain."""
        main = self.main
        shares = likelihoods(ways)
        sure = shares[0] >= self._patience.certain
        offered = [] if sure else worth_asking(ways, shares)
        rest = 1.0 - sum(share for _, share in offered)
        # Of a table in disorder there is always more that may have been.
        rest = max(rest, LEAST) if partly else rest
        asked = None if sure else self.ask(offered, view, after, rest)
        self.main = self.main.extended(ways[0], partly=partly)
        if asked is not None:
            others = [explanation for explanation, _ in offered[1:]]
            self.fork(main, asked, others, partly=partly)
        return Verdict(len(main.events), ways[0].events, shares[0])

    def fork(
        self,
        main: Branch,
        asked: OpenQuestion,
        others: list[Explanation],
        *,
        partly: bool = False,
        nothing: Explanation | None = None,
        earlier: Branch | None = None,
    ) -> None:
        """Let each other candidate go on as a branch of its own, the last one by `nothing`,
        one before it as `earlier`; where there are too many, the least likely of the
        others give way."""
        new = [
            main.choosing(asked.view.id, number).extended(explanation, partly=partly)
            for number, explanation in enumerate(others, 1)
        ]
        if earlier is not None:
            new.append(earlier.choosing(asked.view.id, len(others) + 1))
        if nothing is not None and asked.or_none:
            new.append(self._none(main, asked, nothing))
        room = max(0, self._patience.branches - 1 - len(new))
        older = sorted(self.branches[1:], key=lambda branch: branch.cost)
        # What gives way for want of room is not refuted: its question stays.
        self._crowded |= {name for branch in older[room:] for name, _ in branch.choices}
        self.branches = [self.main, *new, *older[:room]]

    def _none(self, main: Branch, asked: OpenQuestion, nothing: Explanation) -> Branch:
        """The branch in which it was none of what was asked about: as likely as the question
        has it, though `nothing` explains the picture worse."""
        passed = main.choosing(asked.view.id, len(asked.readings) - 1).passing(nothing)
        first, *_, none = (candidate.confidence for candidate in asked.view.candidates)
        return replace(passed, cost=min(passed.cost, self.main.cost + log(first / none)))

    def follow(
        self, view: View, effort: Effort, main: Branch, asked: OpenQuestion | None = None
    ) -> None:
        """Let the other branches explain the same picture, each in its own way, and
        each in the ways that were just asked about."""
        following = [main]
        for branch in self.branches[1:]:
            if effort.spent:
                # Not looked at is not refuted.
                following.append(branch)
                continue
            found = explain(branch.deal, view, branch.memory, self._limits, effort)
            found = self.not_denied(found)
            split = asked.split(branch, found) if asked is not None else []
            if split:
                following += split
            elif found[0].fits:
                following.append(branch.extended(found[0]))
            else:
                following.append(replace(branch, cost=branch.cost + found[0].cost))
        self.branches = following

    def prune(self, view: View, effort: Effort, cost: float) -> Verdict | None:
        """Give up branches that later pictures made unlikely; `cost`: of this picture, to
        the way that is believed."""
        # One picture is one piece of evidence, however long it stands.
        if len(self.branches) == 1 or view.sighting.tiles is self._weighed:
            return None
        self._weighed = view.sighting.tiles
        self.follow(view, effort, replace(self.main, cost=self.main.cost + cost))
        least = min(branch.cost for branch in self.branches)
        kept = [b for b in self.branches if b.cost <= least + self._patience.prune]
        kept.sort(key=lambda branch: branch.cost)
        reason = Text("后来看清", "seen clearly later")
        return self._settle_on(kept, reason)

    def not_denied(self, found: tuple[Explanation, ...]) -> tuple[Explanation, ...]:
        """Those of them of which players have not said that it was none of these."""
        for asked in self.denied:
            found = tuple(e for e in found if not e.visible or not asked.denies(e))
        return found

    def deny(self, asked: OpenQuestion) -> None:
        """Players have said that it was none of these."""
        self.denied.append(asked)
        if asked.discards:
            self.never = {**self.never, **dict.fromkeys(asked.tracks, asked.discards)}

    def answer(self, question: str, candidate: int) -> Verdict | None:
        """The players say which candidate it was. None: the books stand."""
        asked = next((q for q in self.asked if q.view.id == question), None)
        if asked is None or not 0 <= candidate < len(asked.readings):
            return None
        self.asked = [q for q in self.asked if q is not asked]
        self.said |= {e for e in asked.readings[candidate] if not is_silent(e)}
        none = asked.says_none(candidate)
        if none:
            self.deny(asked)
        kept = [] if none else asked.agreeing(self.branches, candidate)
        if not kept:
            put_right = asked.put_in(self.main, candidate)
            kept = [put_right] if put_right is not None else self.branches[:1]
        reason = Text("按玩家回答更正", "put right by the players' answer")
        return self._settle_on(kept, reason)

    def _settle_on(self, kept: list[Branch], reason: Text) -> Verdict | None:
        """Go on with these branches; correct the books where the first was dropped."""
        main = self.main
        if any(branch is main for branch in kept):
            kept = [main, *(b for b in kept if b is not main)]
        self.branches = kept
        open_names = {
            name
            for name in {name for branch in kept for name, _ in branch.choices}
            if len({dict(branch.choices).get(name) for branch in kept}) > 1
        }
        open_names |= self._crowded
        self.asked = [q for q in self.asked if q.view.id in open_names]
        chosen = kept[0]
        if chosen.events == main.events:
            return None
        keep = common_length([main.events, chosen.events])
        return Verdict(keep, chosen.events[keep:], 1.0, reason)
