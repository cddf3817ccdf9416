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

from dataclasses import replace
from math import log

from engine.branches import Branch, Verdict, remembered
from engine.deal import Deal
from engine.disorder import Disorder
from engine.doubts import common_length, doubtful_tiles
from engine.events import Event
from engine.evidence import Memory, View
from engine.glimpses import Glimpses, from_elsewhere, wins_from_elsewhere
from engine.laying import Laying
from engine.lying import Ghosts, as_it_can_lie
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.open_questions import (
    LEAST,
    ends_play,
    hands_differ,
    is_ending,
    other_wins,
    said_aloud,
    settles,
    worth_asking,
)
from engine.otherwise import Otherwise
from engine.patience import AT_ONCE, Patience, Waiting
from engine.proposals import is_silent
from engine.reconcile import (
    Effort,
    Explanation,
    Limits,
    explain,
    is_in_sight,
    likelihoods,
    may_be_a_kong,
    under_cover,
    weighed,
)
from engine.seat import Seat
from engine.second_look import from_further_back, reread
from engine.sureness import is_read, is_sure, is_young
from engine.view import Boxes, Phase, QuestionView, Text
from engine.ways import Describe, Ways
from engine.whole_kong import from_the_claim
from engine.withheld import Withheld

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
        self._patience = patience or Patience()
        self._limits = limits or Limits()
        self._ways = Ways(describe, self._patience, self._limits)
        self._withheld = Withheld(self._ways, self._patience, self._limits)
        self._effort = Effort(self._limits.look)
        certain = self._patience.certain
        self._clearly = log(certain / (1.0 - certain))
        """By how much less what is believed costs than nothing at all."""
        self._waiting = Waiting()
        self._settling: float | None = None
        """Since when only an answer about a hand keeps the deal from being settled."""
        self._looked: dict[int, int] = {}
        """Tracks in doubt, and how often they had been looked at when it arose."""
        self._disorder = Disorder(self._patience)
        self._glimpses = Glimpses(self._patience.alarm)
        self._ghosts = Ghosts(self._patience.aside, self._limits.weights.full)
        self._otherwise = Otherwise(self._patience.late, self._limits.weights)
        self._flowers: Laying | None = None
        self._last: Sighting | None = None
        self._explored: _Explored | None = None

    @property
    def discrepancy(self) -> Text | None:
        """What lies there that cannot be, said plainly; None while all is explained."""
        return self._disorder.text

    @property
    def boxes(self) -> Boxes:
        """Where in the picture it lies: pixels x1, y1, x2, y2."""
        return self._disorder.boxes

    @property
    def questions(self) -> tuple[QuestionView, ...]:
        """The open questions, oldest first."""
        asked = tuple(question.view for question in self._ways.asked)
        waited_for = self._withheld.view
        return asked if waited_for is None else (*asked, waited_for)

    @property
    def deal(self) -> Deal | None:
        """The deal as the tracker believes it, None before the first `restart`."""
        return self._ways.main.deal if self._ways.branches else None

    def restart(self, deal: Deal, *, same_table: bool = True) -> None:
        """Begin afresh from `deal`; what was seen stays known on the same table."""
        known = same_table and self._ways.branches
        self._ways.begin(deal, self._ways.main.memory if known else Memory())
        self._withheld.restart()
        self._waiting.clear()
        self._flowers = None
        self._disorder.clear()

    def tick(self, now: float, after: int) -> Verdict | None:
        """Time passed and the table looks as before: what waited may be due."""
        still = self._disorder.since is None and not self._withheld.looks_out
        if self._last is None or (not self._waiting and still):
            return None
        return self.observe(replace(self._last, time=now), after)

    def observe(self, sighting: Sighting, after: int) -> Verdict | None:
        """Hold a settled picture against the books; `after` is the last entry.

        None when nothing is to be written.
        """
        sighting = self._last = as_it_can_lie(sighting, self.deal)
        if not self._ways.branches or self._ways.main.deal.phase not in WATCHED:
            return None
        main = self._ways.main
        bound, never = main.memory.bound, self._ways.never
        since = self._glimpses.first(sighting)
        view = View.of(self._ghosts.laid(sighting, bound, main.deal, never), since)
        view = replace(view, taken=self._glimpses.taken(view, bound, main.events))
        self._effort = Effort(self._limits.look)
        found = self._found(main, view)
        if found is None:
            return None
        best = found[0]
        if best.fits and not best.events:
            return self._calm(main, best, view, after)
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
                # Players may have said since what it was not.
                return self._ways.not_denied(found)
            alarmed = self._disorder.seconds(at) >= self._patience.alarm
            if deal is main.deal and alarmed and 0 <= now - at < self._patience.again:
                return None
        glimpsed = self._glimpses.see(view, main.memory)
        found = explain(main.deal, view, main.memory, self._limits, self._effort, glimpsed)
        found = self._ways.not_denied(found)
        self._explored = (main.deal, seen.tiles, seen.covered, found, now)
        return found

    def answer(self, question: str, candidate: int) -> Verdict | None:
        """The players say which candidate it was. None: the books stand."""
        waited_for = self._withheld.view
        if waited_for is None or waited_for.id != question:
            return self._ways.answer(question, candidate)
        main = self._ways.main
        branch = self._withheld.close(candidate)
        if branch is None:
            return None
        keep = common_length([main.events, branch.events])
        told = branch.events[keep:]
        self._ways.said |= {event for event in told if not is_silent(event)}
        self._ways.only(branch)
        self._disorder.since = None
        self._waiting.clear()
        return Verdict(keep, told)

    def _calm(self, main: Branch, best: Explanation, view: View, after: int) -> Verdict | None:
        """Nothing new: what lies there is known, or one tile is another than was thought."""
        self._withheld.calm(view)
        self._settled()
        # What lies under a hand for a moment goes on waiting.
        if not any(seen.presence is Presence.HIDDEN for seen in best.compared.spare):
            self._waiting.clear()
            self._disorder.strange = {}
        self._ways.main = main = replace(main, memory=remembered(best, main.memory))
        self._withheld.flower(view, after)
        if len(self._ways.branches) > 1 or self._withheld:
            return self._ways.prune(view, self._effort, best.cost)
        anew = self._otherwise.due(main, view, self._ways.said)
        if anew is None:
            return None
        self._ways.main, verdict = anew
        return verdict

    def _settled(self) -> None:
        """The picture is explained: nothing is in disorder."""
        self._disorder.settle()

    def _explained(
        self, found: tuple[Explanation, ...], view: View, now: float, after: int
    ) -> Verdict | None:
        fitting = tuple(e for e in found if e.fits)
        every = weighed(found, self._limits.weights)
        shares = tuple(share for e, share in zip(found, every, strict=True) if e.fits)
        nothing = next(e for e in found if not e.visible)
        waited = self._waiting.see(fitting[0].visible, now)
        guessed = bool(fitting[0].compared.guessed)
        odd = self._disorder.came_before(self._ways.main, fitting[0], now)
        odd = odd or any(from_elsewhere(view, fitting[0].deal, e) for e in fitting[0].visible)
        sure = not (guessed or odd) and is_sure(fitting, shares, self._patience)
        sure = sure and not self._is_young(fitting, likelihoods(fitting), view)
        ready = waited >= self._patience.settle if sure else self._is_doubt(fitting, shares, view)
        sure = sure or (ready and not (guessed or odd) and is_read(fitting, shares, self._patience))
        if not ready or self._is_covered(fitting[0], view, waited):
            return self._beginning(found, every, fitting[0], view, after)
        if (guessed or fitting[0].compared.lent) and waited < self._patience.partial:
            return None
        last = ends_play(fitting[0].deal)
        if waited < self._patience.hold and (last or settles(fitting[0].deal)):
            # What ends the play, or settles the deal, closes its questions, too.
            offered = [] if sure else worth_asking(fitting, shares)
            ways = [explanation for explanation, _ in offered]
            doubted = hands_differ(ways) or (last and bool(ways))
            if doubted:
                self._withheld.hold(offered, view, after)
            if doubted or any(question.is_of_hands or last for question in self._ways.asked):
                return None
        since = now - waited
        self._withheld.drop()
        self._waiting.clear()
        self._settled()
        main = self._ways.main
        keep = len(main.events)
        if (
            self._flowers is not None
            and len(self._ways.branches) == 1
            and self._flowers.goes_on(main, fitting[0], since, self._patience.together)
            and (laid := self._flowers.at_once(main, view, self._limits, self._effort))
        ):
            self._ways.main, self._flowers, verdict = laid
            return verdict
        offered = [] if sure else worth_asking(fitting, shares)
        rest = max(1.0 - sum(share for _, share in offered), LEAST if odd else 0.0)
        earlier = self._earlier(main, fitting[0], view) if odd else None
        what = None if earlier is None else earlier[0]
        asked = None if sure else self._ways.ask(offered, view, after, rest, what)
        chosen = self._ways.main.extended(fitting[0])
        self._ways.main = chosen
        self._flowers = Laying.of(fitting[0], chosen, keep, since)
        self._ways.follow(view, self._effort, chosen, asked)
        if asked is not None:
            others = [explanation for explanation, _ in offered[1:]]
            branch = None if earlier is None else earlier[1]
            self._ways.fork(main, asked, others, nothing=nothing, earlier=branch)
        return Verdict(keep, fitting[0].events, shares[0])

    def _earlier(
        self, main: Branch, best: Explanation, view: View
    ) -> tuple[Event, Branch] | None:
        """The kong that `best` adds to, as one that was claimed whole, and the books then."""
        claimed = from_the_claim(main, best.visible)
        if claimed is None:
            return None
        whole, branch = claimed
        found = explain(branch.deal, view, branch.memory, self._limits, self._effort)[0]
        return (whole, branch.extended(found)) if found.fits else None

    def _is_young(
        self, ways: tuple[Explanation, ...], shares: tuple[float, ...], view: View
    ) -> bool:
        return is_young(ways, shares, view, self._patience, self._limits.weights)

    def _is_doubt(
        self, fitting: tuple[Explanation, ...], shares: tuple[float, ...], view: View
    ) -> bool:
        """Whether it is time to ask: no more looks at the tiles in doubt are coming, or
        they would not help."""
        waited = self._waiting.begun(0, view.sighting.time)
        ways = [explanation for explanation, _ in worth_asking(fitting, shares)]
        if said_aloud(ways) and not any(is_ending(way) for way in ways):
            return waited >= self._patience.spoken
        looks = {seen.track: seen.looks for seen in doubtful_tiles(ways, view)}
        self._looked = {track: self._looked.get(track, count) for track, count in looks.items()}
        full = self._limits.weights.full
        coming = any(self._looked[track] < count < full for track, count in looks.items())
        return waited >= (self._patience.late if coming else self._patience.ask)

    def _is_covered(self, best: Explanation, view: View, waited: float) -> bool:
        """Whether a hand lies over what is new, and may still change it."""
        sure = is_in_sight(best, view) and not may_be_a_kong(best, view)
        wait = self._patience.covered if sure else self._patience.partial
        return waited < wait and under_cover(best, view)

    def _beginning(
        self,
        found: tuple[Explanation, ...],
        shares: tuple[float, ...],
        best: Explanation,
        view: View,
        after: int,
    ) -> Verdict | None:
        """What all likely explanations begin with does not wait for what is in doubt after it."""
        if self._withheld:
            return None
        visible, now = best.visible, view.sighting.time
        nothing = next(e for e in found if not e.visible)
        for length in range(len(visible) - 1, 0, -1):
            begun = [s for e, s in zip(found, shares, strict=True)
                     if e.visible[:length] == visible[:length]]  # fmt: skip
            known = next((e for e in found if e.visible == visible[:length]), None)
            waited = self._waiting.begun(length, now)
            if known is None or sum(begun) < self._patience.certain or not known.is_seen(nothing):
                continue
            if waited >= self._patience.settle and not self._is_covered(known, view, waited):
                self._waiting.believe(length)
                return self._ways.take((known,), view, after, partly=True)
        return None

    def _unexplained(
        self, found: tuple[Explanation, ...], view: View, now: float, after: int
    ) -> Verdict | None:
        """Wait, then explain from further back, then take the part that is sure,
        then ask for what nobody could read, then name the discrepancy."""
        best = found[0]
        disorder = self._disorder
        trouble = disorder.see(best, view)
        if trouble < self._patience.partial:
            return None if self._withheld else self._clear_part(found, view, now, after)
        if trouble >= disorder.look_back:
            # A table that lies in disorder for long is looked at ever more seldom.
            disorder.look_back = 2.0 * trouble
            rewritten = self._second_look(best, view, after)
            if rewritten is not None:
                self._withheld.drop()
                self._waiting.clear()
                self._settled()
                return rewritten
        part = None if self._withheld.is_of_a_tile else self._sure_part(found, view, trouble, after)
        if part is not None:
            self._withheld.drop()
            return part
        # Who has answered "nothing" is not asked again at once.
        if trouble > disorder.claim_at and self._withheld.claim(found, view, after):
            disorder.claim_at = 2 * trouble
        if trouble >= self._patience.unread:
            self._withheld.gap(best, view, self._effort, after)
        self._withheld.flower(view, after)
        if trouble < self._patience.alarm:
            return None
        disorder.name(best)
        if not self._withheld and not self._withheld.claims(found):
            left = disorder.leaving(self._ways.main, best, now)
            if left is not None:
                self._ways.main, self._explored = left, None
        return None

    def _clear_part(
        self, found: tuple[Explanation, ...], view: View, now: float, after: int
    ) -> Verdict | None:
        """What is clear where nothing else is in disorder: it does not wait for the rest."""
        nothing = next(e for e in found if not e.visible)
        partly = self._parts(found, nothing)
        shares = likelihoods(partly)
        if not partly or shares[0] < self._patience.certain or self._is_young(partly, shares, view):
            return None
        best = partly[0]
        if nothing.cost - best.cost < self._clearly or best.compared.turned:
            return None
        if wins_from_elsewhere(view, best.deal, best.visible):
            return None
        if self._is_half(best, found[0], now):
            return None
        new = {place for track, (place, _) in best.compared.pairs.items()
               if track not in nothing.compared.pairs}  # fmt: skip
        rest = {(seen.zone, seen.seat) for seen in best.compared.unexplained}
        rest |= {place for place, _ in best.compared.missing}
        waited = self._waiting.see(best.visible, now)
        if waited < self._patience.elsewhere or new & rest or self._is_covered(best, view, waited):
            return None
        self._waiting.clear()
        return self._ways.take((best,), view, after, partly=True)

    def _second_look(self, best: Explanation, view: View, after: int) -> Verdict | None:
        """Explain the picture anew from further back, or with an earlier tile read anew."""
        main, patience = self._ways.main, self._patience
        # Many short searches, of which none may use up what the next one needs.
        limits = replace(self._limits, work=self._limits.work // 4)
        said, effort = frozenset(self._ways.said), Effort(self._limits.look // 3)
        gone = self._disorder.seconds(view.sighting.time) >= patience.aside
        anew = from_further_back(main, best, view, limits, patience.back, said, effort, gone=gone)
        if anew is not None and (ways := self._ways.not_denied(anew.ways)):
            self._ways.only(main.until(anew.at))
            reason = Text("后来的牌面说明看错了", "what lies there now shows it was misread")
            taken = self._ways.take(ways, view, after, partly=anew.partly)
            return replace(taken, reason=reason)
        effort = Effort(self._limits.look // 3)
        rewritten = reread(
            main, best, view, limits, patience.reread, said, effort, self._ways.not_denied
        )
        if rewritten is None:
            return None
        self._ways.only(rewritten[0])
        return rewritten[1]

    def _parts(
        self, found: tuple[Explanation, ...], nothing: Explanation, *, covered: bool = False
    ) -> tuple[Explanation, ...]:
        """What is seen to have happened, the likeliest first; of a win all ways, for who
        pays hangs on it. `covered`: one tile of a set may be under a hand."""
        seen = [e for e in found if e.visible and e.is_seen(nothing, covered=covered)]
        lawful = [e for e in found if e.adds_nothing_unseen(nothing) and not e.compared.guessed]
        return tuple(sorted((*seen, *other_wins(seen, lawful)), key=lambda e: e.cost))

    def _is_half(self, part: Explanation, best: Explanation, now: float) -> bool:
        """Whether another way explains so much more that a part without it would be wrong,
        though not all of it is to be seen yet."""
        begins = best.visible[: len(part.visible)] == part.visible
        if begins or best.cost + self._limits.clearer / 2 > part.cost:
            return False
        trouble = self._disorder.seconds(now)
        return trouble < (self._patience.alarm if best.assumed else self._patience.aside)

    def _awaits_hands(self, deal: Deal, now: float) -> bool:
        """Whether the deal would be settled while players are asked about a hand: it waits
        for their answer, though not for ever."""
        if not settles(deal) or not any(asked.is_of_hands for asked in self._ways.asked):
            self._settling = None
            return False
        self._settling = now if self._settling is None else self._settling
        return now - self._settling < self._patience.hold

    def _sure_part(
        self, found: tuple[Explanation, ...], view: View, trouble: float, after: int
    ) -> Verdict | None:
        """What is clear of a picture that is not explained as a whole, or in doubt
        between a few readings only: the rest is not taken for explained. A set of which
        one tile stays under hands does not hold up what comes after it."""
        nothing = next(e for e in found if not e.visible)
        long = trouble >= self._patience.alarm
        partly = self._parts(found, nothing, covered=long)
        shares = likelihoods(partly)
        if not partly or nothing.cost - partly[0].cost < self._clearly:
            return None
        if self._is_half(partly[0], found[0], view.sighting.time):
            return None
        if not long and wins_from_elsewhere(view, partly[0].deal, partly[0].visible):
            return None
        if self._is_young(partly, shares, view):
            return None
        unsure = shares[0] < self._patience.certain
        if unsure and (len(self._ways.asked) >= AT_ONCE or not long):
            return None
        if self._awaits_hands(partly[0].deal, view.sighting.time):
            return None
        if unsure and settles(partly[0].deal):
            # What settles the deal closes its questions: it waits for the answer.
            self._withheld.hold(worth_asking(partly, shares), view, after, partly=True)
            return None
        return self._ways.take(partly, view, after, partly=True)
