"""A question of the eyes with the ways the deal may have gone for each of its buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.branches import Branch
from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import Acted, Discarded, Event, Exhausted, HandOpened, Konged, Settled, Won
from engine.evidence import Binding, View
from engine.observations import Zone
from engine.proposals import is_silent
from engine.reconcile import Explanation
from engine.tile import Tile
from engine.view import QuestionView
from engine.whole_kong import from_the_claim

BUTTONS: Final = 4
LEAST: Final = 0.02
"""An explanation of a smaller share has no button."""


@dataclass(frozen=True)
class OpenQuestion:
    """`readings[i]`: the visible events that candidate `i` stands for; `rest`: what
    all of them go on with. `or_none`: the last candidate says that it was none of the
    others."""

    view: QuestionView
    readings: tuple[tuple[Event, ...], ...]
    doubted: frozenset[tuple[int, Binding]] = frozenset()
    """Tracks that are something new to the candidates, and as what they are taken."""
    or_none: bool = False
    rest: tuple[Event, ...] = ()

    def says_none(self, candidate: int) -> bool:
        """Whether the candidate says that it was none of the others."""
        return self.or_none and candidate == len(self.readings) - 1

    @property
    def tracks(self) -> frozenset[int]:
        """Those that are something new to the candidates."""
        return frozenset(track for track, _ in self.doubted)

    @property
    def is_of_hands(self) -> bool:
        """Whether it is about an opened hand, on which payments hang."""
        return any(isinstance(e, HandOpened) for reading in self.readings for e in reading)

    @property
    def discards(self) -> frozenset[Tile]:
        """The kinds as which one tile may have been thrown; none where it asks for more."""
        rows = [reading for reading in self.readings if reading]
        thrown = [row[0] for row in rows if len(row) == 1 and isinstance(row[0], Discarded)]
        alone = len(thrown) == len(rows) and len(self.tracks) == 1
        return frozenset(event.tile for event in thrown) if alone else frozenset()

    def denies(self, way: Explanation) -> bool:
        """Whether it was said not to be so, where it was none of these; an action of the
        page was nobody else's either."""
        # A win may be seen by no tile of its own.
        is_of_wins = all(any(isinstance(e, Won) for e in row) for row in self.readings if row)
        if not self.doubted & way.compared.pairs.items() and (self.doubted or not is_of_wins):
            return False
        acts = {event.action for event in way.visible if isinstance(event, Acted)}
        return any(
            reading
            and all(
                event.action in acts if isinstance(event, Acted) else event in way.visible
                for event in reading
            )
            for reading in self.readings
        )

    def split(self, branch: Branch, found: Sequence[Explanation]) -> list[Branch]:
        """Another branch in each of the ways that were asked about, as far as it has
        explanations that end so; what is answered then holds for it, too."""
        ways: list[Branch] = []
        for number, reading in enumerate(self.readings):
            ending = (*reading, *self.rest)
            way = next((e for e in found if e.fits and _ends(e.visible, ending)), None)
            if way is not None and reading:
                ways.append(branch.choosing(self.view.id, number).extended(way))
        return ways

    def agreeing(self, branches: Sequence[Branch], candidate: int) -> list[Branch]:
        """The branches in which it was so: those that stand for this answer, and those
        that went their own way but hold all of it. None: no branch does."""
        name = self.view.id
        said = [b for b in branches if dict(b.choices).get(name) == candidate]
        if not said:
            return []
        reading = self.readings[candidate]
        silent = [
            b
            for b in branches
            if not self.says_none(candidate)
            and name not in dict(b.choices)
            and all(event in b.events for event in reading)
        ]
        return [*said, *silent]

    def put_in(self, main: Branch, candidate: int) -> Branch | None:
        """`main` with what was answered in the place of what was believed, where later
        events allow it; for answers whose branch was given up."""
        believed = self.readings[dict(main.choices).get(self.view.id, 0)]
        wanted = self.readings[candidate]
        if any(isinstance(e, Konged) and e.source is not None for e in wanted):
            whole = from_the_claim(main, believed)
            if whole is not None and whole[0] in wanted:
                return whole[1]
        places = [at for at, event in enumerate(main.events) if event in believed]
        if not believed or len(places) < len(believed):
            return None
        at = places[-len(believed)]
        if self.says_none(candidate):
            return _without(main, at, believed)
        if len(believed) != len(wanted):
            return None
        changed = dict(zip(believed, wanted, strict=True))
        events = [
            changed.get(event, event) if not is_silent(event) else event
            for event in main.events[at:]
        ]
        try:
            return main.until(at).after(tuple(events))
        except IllegalEvent:
            return None


@dataclass(frozen=True)
class Held:
    """A doubt of which nothing is written down before the answer. `ways[i]`: what
    candidate `i` of what is `asked` stands for; one more may say that it was none of
    them. `partly`: what else lies there stays in question."""

    ways: tuple[Explanation, ...]
    asked: OpenQuestion
    partly: bool = False

    def is_covered(self, view: View) -> bool:
        """Whether something lies over a hand of which it asks."""
        opened = [e for way in self.ways for e in way.visible if isinstance(e, HandOpened)]
        return any(view.covered((Zone.HAND, event.seat)) for event in opened)

    def branch(self, main: Branch, candidate: int) -> Branch | None:
        """`main` after this candidate; None where the books have moved on."""
        try:
            return main.extended(self.ways[candidate], partly=self.partly)
        except (IllegalEvent, IndexError):
            return None


def hands_differ(ways: Sequence[Explanation]) -> bool:
    """Whether they read an opened hand differently."""
    read = {frozenset(e for e in way.events if isinstance(e, HandOpened)) for way in ways}
    return len(read) > 1


def said_aloud(ways: Sequence[Explanation]) -> bool:
    """Whether all take the same tiles for the same: no picture could tell, only players know."""
    first = ways[0].compared
    same = len(ways) > 1 and all(way.compared.pairs == first.pairs for way in ways)
    return same and not first.guessed


def is_ending(way: Explanation) -> bool:
    """Whether somebody wins or opens a hand, which goes on for some seconds."""
    return any(isinstance(event, HandOpened | Won) for event in way.visible)


def ends_play(deal: Deal) -> bool:
    """Whether nothing more is to come but that the wall is found empty."""
    legal = deal.legal()
    return bool(legal) and all(isinstance(event, Exhausted) for event in legal)


def settles(deal: Deal) -> bool:
    """Whether nothing more is to come but the settlement."""
    return deal.is_over and any(isinstance(event, Settled) for event in deal.legal())


def worth_asking(
    fitting: Sequence[Explanation], shares: Sequence[float]
) -> list[tuple[Explanation, float]]:
    """The explanations for the buttons, each with its share, likeliest first.

    The same events in another order are no other answer, where there are others:
    the likeliest order stands for all.
    """
    every = list(zip(fitting, shares, strict=True))
    if fitting[0].compared.guessed:
        # It may be any: nobody is to be made to say what is not so.
        likely = [pair for pair in every if pair[0].compared.guessed]
    else:
        likely = [pair for pair in every if pair[1] >= LEAST] or every[:BUTTONS]
    merged: dict[frozenset[tuple[Event, int]], tuple[Explanation, float]] = {}
    for explanation, share in likely:
        content = frozenset(Counter(explanation.visible).items())
        first, so_far = merged.get(content, (explanation, 0.0))
        merged[content] = first, so_far + share
    found = sorted(merged.values(), key=lambda pair: -pair[1]) if len(merged) > 1 else likely
    believed = next(at for at, (explanation, _) in enumerate(found) if explanation is fitting[0])
    offered = [found[believed], *found[:believed], *found[believed + 1 :]]
    if fitting[0].compared.guessed:
        return offered
    # Who pays hangs on how it was won: each lawful way has a button, however rare it is.
    rare = other_wins([e for e, _ in offered], fitting)
    rare = rare[: BUTTONS - 1]
    shares_of = {id(explanation): share for explanation, share in every}
    return [*offered[: BUTTONS - len(rare)], *((e, shares_of[id(e)]) for e in rare)]


def other_wins(
    ways: Sequence[Explanation], found: Sequence[Explanation]
) -> list[Explanation]:
    """The likeliest of `found` for each other way in which somebody won as in `ways` by the
    same tile: drawn, thrown by another, or robbed from a kong."""
    known = {win for way in ways for win in _wins(way)}
    tiles = {(win.seats, win.tile) for win in known}
    sources = {(win.seats, win.tile, win.kind, win.source) for win in known}
    others: list[Explanation] = []
    for way in sorted(found, key=lambda e: e.cost):
        wins = [win for win in _wins(way) if (win.seats, win.tile) in tiles]
        new = {(win.seats, win.tile, win.kind, win.source) for win in wins} - sources
        if new:
            others.append(way)
            sources |= new
    return others


def _wins(way: Explanation) -> list[Won]:
    return [event for event in way.visible if isinstance(event, Won)]


def _without(main: Branch, at: int, believed: tuple[Event, ...]) -> Branch:
    """`main` without what was believed from `events[at]` on, with what came after it where
    that may still have been."""
    left = list(believed)
    rest: list[Event] = []
    for event in main.events[at:]:
        if event in left:
            left.remove(event)
        else:
            rest.append(event)
    try:
        return main.until(at).after(tuple(rest))
    except IllegalEvent:
        return main.until(at)


def _ends(events: tuple[Event, ...], last: tuple[Event, ...]) -> bool:
    return events[-len(last) :] == last
