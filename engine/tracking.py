"""Following a deal by looking: what is believed, what is asked, what cannot be.

The tracker compares each settled picture with the books. One clear explanation
becomes events. Where several fit, the likeliest is written down, the others go
on as branches beside it, and a question is put; an answer or later evidence
prunes the branches, and a question whose branches are gone withdraws itself.
Where nothing fits, the last few looks are explained anew from further back,
what is clear of them is taken, and a tile that was thrown or turned unread is
asked for; if that fails too, the discrepancy is named and the tracker waits for
a picture that fits. It never guesses silently.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.branches import Branch, Verdict, remembered
from engine.deal import Deal
from engine.doubts import (
    common_length,
    discrepancy_text,
    doubtful_boxes,
    tiles_of,
    told_apart,
    who_won,
)
from engine.events import Event, FlowersLaid, HandOpened
from engine.evidence import Memory, View
from engine.gap import Gap, find_gap
from engine.observations import SeenTile, Sighting, Zone
from engine.open_questions import (
    BUTTONS,
    LEAST,
    Held,
    OpenQuestion,
    hands_differ,
    settles,
    worth_asking,
)
from engine.patience import AT_ONCE, Patience
from engine.proposals import is_silent
from engine.reconcile import Effort, Explanation, Limits, explain, likelihoods, under_cover
from engine.seat import Seat
from engine.second_look import from_further_back, reread, unseen_claims
from engine.view import Candidate, Phase, QuestionView, Text

Describe = Callable[[Event], Text]

__all__ = ["WATCHED", "Patience", "Tracker", "Verdict"]

WATCHED = (Phase.FLOWERS, Phase.PLAY, Phase.OPENING)
"""Phases in which the picture brings events; before, the line and the dice do."""


_Explored = tuple[
    Deal, tuple[SeenTile, ...], frozenset[tuple[Zone, Seat | None]], tuple[Explanation, ...], float
]


class Tracker:
    """Turns settled pictures of one deal into events, questions, discrepancies.

    Pure of clocks: time is the sightings' own. Call `restart` whenever the
    books changed otherwise (signals, fingers, undo).
    """

    def __init__(
        self, describe: Describe, patience: Patience | None = None, limits: Limits | None = None
    ) -> None:
        self._describe = describe
        self._patience = patience or Patience()
        self._limits = limits or Limits()
        self._branches: list[Branch] = []
        self._questions: list[OpenQuestion] = []
        self._gap: tuple[QuestionView, Gap | Held] | None = None
        """A question before whose answer nothing is written down."""
        self._effort = Effort(self._limits.look)
        self._asked = 0
        self._crowded: set[str] = set()
        self._denied: set[tuple[Event, ...]] = set()
        self._said: set[Event] = set()
        """What players have answered since tracking began afresh."""
        self._pending: tuple[tuple[Event, ...], float] | None = None
        self._trouble: float | None = None
        self._look_back = self._claim_at = 0.0
        self._flowers: tuple[int, Event, float] | None = None
        self._last: Sighting | None = None
        self._explored: _Explored | None = None
        self._weighed: tuple[SeenTile, ...] | None = None
        self.discrepancy: Text | None = None
        self.boxes: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def questions(self) -> tuple[QuestionView, ...]:
        """The open questions, oldest first."""
        asked = tuple(question.view for question in self._questions)
        return asked if self._gap is None else (*asked, self._gap[0])

    @property
    def deal(self) -> Deal | None:
        """The deal as the tracker believes it, None before the first `restart`."""
        return self._branches[0].deal if self._branches else None

    def restart(self, deal: Deal, *, same_table: bool = True) -> None:
        """Begin afresh from `deal`; what was seen stays known on the same table."""
        memory = self._branches[0].memory if same_table and self._branches else Memory()
        self._branches = [Branch(deal, memory)]
        self._questions, self._gap = [], None
        self._crowded, self._said, self._denied = set(), set(), set()
        self._pending = None
        self._flowers = None
        self._trouble = None
        self.discrepancy = None
        self.boxes = ()

    def tick(self, now: float, after: int) -> Verdict | None:
        """Time passed and the table looks as before: what waited may be due."""
        if self._last is None or (self._pending is None and self._trouble is None):
            return None
        return self.observe(replace(self._last, time=now), after)

    def observe(self, sighting: Sighting, after: int) -> Verdict | None:
        """Hold a settled picture against the books; `after` is the last entry.

        None when nothing is to be written.
        """
        self._last = sighting
        if not self._branches or self._branches[0].deal.phase not in WATCHED:
            return None
        view = View.of(sighting)
        self._effort = Effort(self._limits.look)
        main = self._branches[0]
        found = self._found(main, view)
        if found is None:
            return None
        best = found[0]
        if best.fits and not best.events:
            self._calm(main, best, view)
            return self._prune(view)
        if best.fits:
            return self._explained(found, view, sighting.time, after)
        return self._unexplained(found, view, sighting.time, after)

    def _found(self, main: Branch, view: View) -> tuple[Explanation, ...] | None:
        """The explanations of a picture; the same picture is explained once, and
        a table in disorder only now and then (None in between)."""
        seen, now = view.sighting, view.sighting.time
        if self._explored is not None:
            deal, tiles, covered, found, at = self._explored
            if deal is main.deal and tiles is seen.tiles and covered == seen.covered:
                return found
            alarmed = self._trouble is not None and at - self._trouble >= self._patience.alarm
            if deal is main.deal and alarmed and 0 <= now - at < self._patience.again:
                return None
        found = explain(main.deal, view, main.memory, self._limits, self._effort)
        self._explored = (main.deal, seen.tiles, seen.covered, found, now)
        return found

    def answer(self, question: str, candidate: int) -> Verdict | None:
        """The players say which candidate it was. None: the books stand."""
        if self._gap is not None and self._gap[0].id == question:
            return self._close_gap(self._gap[1], candidate)
        asked = next((q for q in self._questions if q.view.id == question), None)
        if asked is None or not 0 <= candidate < len(asked.readings):
            return None
        self._questions = [q for q in self._questions if q is not asked]
        self._said |= {e for e in asked.readings[candidate] if not is_silent(e)}
        kept = asked.agreeing(self._branches, candidate)
        if not kept:
            put_right = asked.put_in(self._branches[0], candidate)
            kept = [put_right] if put_right is not None else self._branches[:1]
        reason = Text("按玩家回答更正", "put right by the players' answer")
        return self._settle_on(kept, reason)

    def _close_gap(self, gap: Gap | Held, candidate: int) -> Verdict | None:
        """What was waited for is known; a tile that nobody could read stays out of sight."""
        main = self._branches[0]
        branch = gap.branch(main, candidate) if candidate >= 0 else None
        self._gap = None
        if branch is None:
            if isinstance(gap, Held):
                self._denied |= {way.way for way in gap.ways}
            return None
        told = branch.events[len(main.events) :]
        self._said |= {event for event in told if not is_silent(event)}
        self._branches, self._questions = [branch], []
        self._trouble = self._pending = None
        return Verdict(len(main.events), told)

    def _ask_gap(self, best: Explanation, view: View, after: int) -> None:
        """Ask for the tile that was turned or thrown and not read, if that explains it."""
        if self._gap is not None or len(self._questions) >= AT_ONCE:
            return
        gap = find_gap(self._branches[0], best, view, self._limits, self._effort)
        if gap is not None:
            self._asked += 1
            share = 1.0 / len(gap.readings)
            candidates = tuple(
                Candidate(self._label((event,)), (event.tile,), share) for event in gap.readings
            )
            name = f"q{after}-{self._asked}"
            self._gap = QuestionView(name, after, gap.text, candidates, False, gap.boxes), gap

    def _ask_claim(self, found: tuple[Explanation, ...], view: View, after: int) -> bool:
        """Ask whose discard was claimed that nobody saw lie, where all hangs on it;
        whether there was something to ask."""
        least = self._limits.weights.extra / 2
        claims = unseen_claims(found, least, self._denied)
        if self._gap is not None or not claims:
            return False
        offered = worth_asking(claims, likelihoods(claims))[: BUTTONS - 1]
        asked = self._question(offered, view, after).view
        none = Candidate(self._label(()))
        held = Held(tuple(explanation for explanation, _ in offered), partly=True)
        self._gap = replace(asked, candidates=(*asked.candidates, none)), held
        return True

    def _calm(self, main: Branch, best: Explanation, view: View) -> None:
        """Nothing new: what lies there is known."""
        self._gap = None
        self._pending = None
        self._trouble = None
        self.discrepancy, self.boxes = None, ()
        self._branches[0] = replace(main, memory=remembered(best))

    def _explained(
        self, found: tuple[Explanation, ...], view: View, now: float, after: int
    ) -> Verdict | None:
        fitting = tuple(e for e in found if e.fits)
        shares = likelihoods(fitting)
        waited = self._waited(fitting[0].visible, now)
        guessed = bool(fitting[0].compared.guessed)
        sure = not guessed and self._is_sure(fitting, shares)
        if waited < (self._patience.settle if sure else self._patience.ask):
            return None
        if guessed and waited < self._patience.partial:
            return None
        # A hand over the place is waited for, but what is seen beside it counts in the end.
        if waited < self._patience.partial and under_cover(fitting[0], view):
            return None
        if waited < self._patience.hold and settles(fitting[0].deal):
            # What settles the deal closes its questions, too.
            offered = [] if sure else worth_asking(fitting, shares)
            doubted = hands_differ([explanation for explanation, _ in offered])
            if doubted and self._gap is None:
                held = Held(tuple(explanation for explanation, _ in offered))
                self._gap = self._question(offered, view, after).view, held
            if doubted or any(question.is_of_hands for question in self._questions):
                return None
        since = now - waited
        self._pending = self._gap = None
        self._trouble = None
        self.discrepancy, self.boxes = None, ()
        main = self._branches[0]
        keep = len(main.events)
        at_once = self._laid_together(fitting[0], view, since)
        if at_once is not None:
            return at_once
        offered = [] if sure else worth_asking(fitting, shares)
        asked = None if sure else self._ask(offered, view, after)
        chosen = self._branches[0].extended(fitting[0])
        self._branches[0] = chosen
        self._flowers = None
        last = fitting[0].visible[-1:]
        if last and isinstance(last[0], FlowersLaid):
            self._flowers = chosen.events.index(last[0], keep), last[0], since
        self._follow(view, chosen, asked)
        if asked is not None:
            self._fork(main, asked, [explanation for explanation, _ in offered[1:]])
        return Verdict(keep, fitting[0].events, shares[0])

    def _is_sure(self, fitting: tuple[Explanation, ...], shares: tuple[float, ...]) -> bool:
        """Whether the likeliest is to be believed; a hand on whose reading payments hang
        is to be known better than others."""
        if shares[0] >= self._patience.known or shares[0] < self._patience.certain:
            return shares[0] >= self._patience.certain
        if not any(isinstance(event, HandOpened) for event in fitting[0].visible):
            return True
        likely = [e for e, share in zip(fitting, shares, strict=True) if share >= LEAST]
        return len({e.deal.settlement().net for e in likely}) < 2

    def _laid_together(self, best: Explanation, view: View, since: float) -> Verdict | None:
        """Flowers of which one was made out a moment before the other are one laying."""
        main = self._branches[0]
        if self._flowers is None or len(self._branches) > 1 or len(best.visible) > 1:
            return None
        at, one, first_seen = self._flowers
        # What was laid may have been taken back, or put right, since.
        if main.events[at : at + 1] != (one,):
            return None
        other = best.visible[0] if best.visible else None
        if not (isinstance(one, FlowersLaid) and isinstance(other, FlowersLaid)):
            return None
        late = since - first_seen > self._patience.together
        if late or one.seat is not other.seat or not all(map(is_silent, main.events[at + 1 :])):
            return None
        for both in explain(main.deals[at], view, main.memory, self._limits, self._effort):
            laid = both.visible[0] if len(both.visible) == 1 else None
            if both.fits and isinstance(laid, FlowersLaid) and len(laid.tiles) > 1:
                self._branches = [main.until(at).extended(both)]
                self._flowers = at, laid, first_seen
                reason = Text("几张花是一起补的", "the flowers were laid at once")
                return Verdict(at, both.events, 1.0, reason)
        return None

    def _waited(self, visible: tuple[Event, ...], now: float) -> float:
        """For how long this explanation has been the best one."""
        if self._pending is None or self._pending[0] != visible:
            self._pending = (visible, now)
        return now - self._pending[1]

    def _ask(self, chosen: list[tuple[Explanation, float]], view: View, after: int) -> OpenQuestion:
        """Open a question about explanations, each with its share; the branch believed
        goes by the first of them."""
        asked = self._question(chosen, view, after)
        self._questions.append(asked)
        self._branches[0] = self._branches[0].choosing(asked.view.id, 0)
        return asked

    def _question(
        self, chosen: list[tuple[Explanation, float]], view: View, after: int
    ) -> OpenQuestion:
        self._asked += 1
        name = f"q{after}-{self._asked}"
        rows = [e.visible for e, _ in chosen]
        shared = common_length(rows) if len(rows) > 1 else 0
        readings = tuple(row[shared:] for row in rows)
        candidates = tuple(
            Candidate(self._label(events), tiles_of(events), share)
            for events, (_, share) in zip(told_apart(list(readings)), chosen, strict=True)
        )
        boxes = doubtful_boxes([e for e, _ in chosen], view)
        # The same tiles read the same way: no picture could tell, only players know.
        first = chosen[0][0].compared
        same = all(e.compared.pairs == first.pairs for e, _ in chosen)
        spoken = not first.guessed and (same or who_won(list(readings)))
        text = Text("刚才是哪一种？", "Which of these was it?")
        if all(isinstance(event, HandOpened) for events in readings for event in events):
            text = Text("亮开的牌里是哪一张？", "Which tile is it in the opened hand?")
        return OpenQuestion(QuestionView(name, after, text, candidates, spoken, boxes), readings)

    def _fork(
        self, main: Branch, asked: OpenQuestion, others: list[Explanation], *, partly: bool = False
    ) -> None:
        """Let each other candidate go on as a branch of its own; where there are too
        many, the least likely of the others give way."""
        new = [
            main.choosing(asked.view.id, number).extended(explanation, partly=partly)
            for number, explanation in enumerate(others, 1)
        ]
        room = max(0, self._patience.branches - 1 - len(new))
        older = sorted(self._branches[1:], key=lambda branch: branch.cost)
        # What gives way for want of room is not refuted: its question stays.
        self._crowded |= {name for branch in older[room:] for name, _ in branch.choices}
        self._branches = [self._branches[0], *new, *older[:room]]

    def _label(self, events: tuple[Event, ...]) -> Text:
        texts = [self._describe(event) for event in events]
        if not texts:
            return Text("什么也没有", "Nothing")
        return Text("，".join(t.zh for t in texts), ", ".join(t.en for t in texts))

    def _follow(self, view: View, main: Branch, asked: OpenQuestion | None = None) -> None:
        """Let the other branches explain the same picture, each in its own way, and
        each in the ways that were just asked about."""
        following = [main]
        for branch in self._branches[1:]:
            if self._effort.spent:
                # Not looked at is not refuted.
                following.append(branch)
                continue
            found = explain(branch.deal, view, branch.memory, self._limits, self._effort)
            split = asked.split(branch, found) if asked is not None else []
            if split:
                following += split
            elif found[0].fits:
                following.append(branch.extended(found[0]))
            else:
                following.append(replace(branch, cost=branch.cost + found[0].cost))
        self._branches = following

    def _prune(self, view: View) -> Verdict | None:
        """Give up branches that later pictures made unlikely."""
        # One picture is one piece of evidence, however long it stands.
        if len(self._branches) == 1 or view.sighting.tiles is self._weighed:
            return None
        self._weighed = view.sighting.tiles
        self._follow(view, self._branches[0])
        least = min(branch.cost for branch in self._branches)
        kept = [b for b in self._branches if b.cost <= least + self._patience.prune]
        kept.sort(key=lambda branch: branch.cost)
        reason = Text("后来看清", "seen clearly later")
        return self._settle_on(kept, reason)

    def _settle_on(self, kept: list[Branch], reason: Text) -> Verdict | None:
        """Go on with these branches; correct the books where the first was dropped."""
        main = self._branches[0]
        if any(branch is main for branch in kept):
            kept = [main, *(b for b in kept if b is not main)]
        self._branches = kept
        open_names = {
            name
            for name in {name for branch in kept for name, _ in branch.choices}
            if len({dict(branch.choices).get(name) for branch in kept}) > 1
        }
        open_names |= self._crowded
        self._questions = [q for q in self._questions if q.view.id in open_names]
        chosen = kept[0]
        if chosen.events == main.events:
            return None
        keep = common_length([main.events, chosen.events])
        return Verdict(keep, chosen.events[keep:], 1.0, reason)

    def _unexplained(
        self, found: tuple[Explanation, ...], view: View, now: float, after: int
    ) -> Verdict | None:
        """Wait, then explain from further back, then take the part that is sure,
        then ask for what nobody could read, then name the discrepancy."""
        best = found[0]
        if self._trouble is None:
            self._trouble = now
            self._look_back, self._claim_at = 0.0, 3 * self._patience.alarm
        trouble = now - self._trouble
        if trouble < self._patience.partial:
            return None
        if trouble >= self._look_back:
            # A table that lies in disorder for long is looked at ever more seldom.
            self._look_back = 2.0 * trouble
            rewritten = self._second_look(best, view, after)
            if rewritten is not None:
                self._trouble = None
                self._pending = self._gap = None
                self.discrepancy, self.boxes = None, ()
                return rewritten
        waits = self._gap is not None and isinstance(self._gap[1], Gap)
        part = None if waits else self._sure_part(found, view, trouble, after)
        if part is not None:
            self._gap = None
            return part
        # Who has answered "nothing" is not asked again at once.
        if trouble > self._claim_at and self._ask_claim(found, view, after):
            self._claim_at = 2 * trouble
        if trouble >= self._patience.unread:
            self._ask_gap(best, view, after)
        if trouble < self._patience.alarm:
            return None
        lying = best.compared.unexplained
        self.discrepancy = discrepancy_text(lying, best.compared.missing)
        self.boxes = tuple(seen.box for seen in lying)
        return None

    def _second_look(self, best: Explanation, view: View, after: int) -> Verdict | None:
        """Explain the picture anew from further back, or with an earlier tile read anew."""
        main, patience = self._branches[0], self._patience
        # Many short searches, of which none may use up what the next one needs.
        limits = replace(self._limits, work=self._limits.work // 4)
        said, effort = frozenset(self._said), Effort(self._limits.look // 3)
        anew = from_further_back(main, best, view, limits, patience.back, said, effort)
        if anew is not None:
            self._branches, self._questions = [main.until(anew.at)], []
            reason = Text("后来的牌面说明看错了", "what lies there now shows it was misread")
            taken = self._take(anew.ways, view, after, partly=anew.partly)
            return replace(taken, reason=reason)
        effort = Effort(self._limits.look // 3)
        rewritten = reread(main, best, view, limits, patience.reread, said, effort)
        if rewritten is None:
            return None
        self._branches, self._questions = [rewritten[0]], []
        return rewritten[1]

    def _take(
        self, ways: tuple[Explanation, ...], view: View, after: int, *, partly: bool
    ) -> Verdict:
        """Go on with the likeliest of these ways, and ask where it is not certain."""
        main = self._branches[0]
        shares = likelihoods(ways)
        sure = shares[0] >= self._patience.certain
        offered = [] if sure else worth_asking(ways, shares)
        asked = None if sure else self._ask(offered, view, after)
        self._branches[0] = self._branches[0].extended(ways[0], partly=partly)
        if asked is not None:
            others = [explanation for explanation, _ in offered[1:]]
            self._fork(main, asked, others, partly=partly)
        return Verdict(len(main.events), ways[0].events, shares[0])

    def _sure_part(
        self, found: tuple[Explanation, ...], view: View, trouble: float, after: int
    ) -> Verdict | None:
        """What is clear of a picture that is not explained as a whole, or in doubt
        between a few readings only: the rest is not taken for explained."""
        nothing = next(e for e in found if not e.visible)
        partly = tuple(e for e in found if e.visible and e.is_seen(nothing))
        shares = likelihoods(partly)
        if not partly or nothing.cost - partly[0].cost < self._limits.weights.extra / 2:
            return None
        unsure = shares[0] < self._patience.certain
        if unsure and (len(self._questions) >= AT_ONCE or trouble < self._patience.alarm):
            return None
        return self._take(partly, view, after, partly=True)
