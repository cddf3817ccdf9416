"""Settled picture x legal events: what happened between two looks.

A beam search over sequences of legal events from where the books stand. Each
sequence leaves an expected picture; the one that fits what was seen at the
least cost explains it. Draws and passes leave no sure picture of their own and
are filled in where a later event needs them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from math import exp, inf

from engine.deal import Deal
from engine.events import (
    Acted,
    Chowed,
    Discarded,
    Event,
    FlowersLaid,
    HandOpened,
    Konged,
    Punged,
    Won,
)
from engine.evidence import Comparison, Memory, Scale, View, Weights
from engine.first_seen import FirstSeen
from engine.glimpses import from_elsewhere
from engine.observations import Presence, SeenTile, Zone
from engine.picture import Place, picture_of
from engine.proposals import is_added_kong, is_silent, silent, visible
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Status

LISTING = 3
"""Steps that it costs to list what may be legal next."""
CLEAR = 0.9
"""Share from which what looks like a tile is hardly anything else."""
LOOKS = 3
"""Looks from which a tile is seen to lie, whatever is held over it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`beam`: sequences kept at each depth. `depth`: visible events in one sequence. `quiet`:
    silent events in a row. `event`, `hush`: prior cost of a visible and of a silent event.
    `false_win`: prior cost of a win whose opened hand does not win. `split`: prior cost of
    flowers laid one after the other that may as well have been laid at once. `unseen`: prior
    cost of a claim on a discard that nobody saw lie, `unseen_win`: of a win on one; `acted`,
    `kong`, `wild`: of an action that only a page knows, of a kong of one's own tiles, and
    of throwing a wild one; `blind`: of each tile that an event lays where nobody sees it.
    `order`: of two discards of one seat of which the later one was seen first, by more than
    `round` seconds; `elsewhere`: of a set or a win by other means than by the tile of its
    kind that lay in a river and was taken from there. `work`: how many single steps one
    explanation of a picture may try, so that a table in disorder costs no more time than
    any other; `look`: the same for all explanations of one look together. `clearer`: by how
    much less an explanation from further back must cost where it explains only a part."""

    beam: int = 10
    depth: int = 6
    quiet: int = 6
    event: float = 0.5
    hush: float = 0.05
    false_win: float = 6.0
    split: float = 5.0
    unseen: float = 3.5
    unseen_win: float = 2.5
    acted: float = 2.0
    kong: float = 1.5
    wild: float = 3.0
    blind: float = 2.0
    order: float = 3.0
    round: float = 2.0
    elsewhere: float = 3.0
    work: int = 900
    look: int = 1800
    clearer: float = 4.0
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True)
class Explanation:
    """`events` lead from the books to `deal`, whose picture compares as
    `compared`. `cost` includes the events' own prior. `shaded`: tiles that were
    out of sight before any of the events."""

    events: tuple[Event, ...]
    deal: Deal
    compared: Comparison
    prior: float
    shaded: tuple[tuple[Place, Tile], ...] = ()
    fleeting: bool = False
    """A tile was laid in a meld or a row and taken away again, and nobody saw it lie."""

    blind: float = 0.0
    """Cost of what its events lay where nobody sees it."""

    @property
    def cost(self) -> float:
        return self.prior + self.blind + self.compared.cost

    @property
    def visible(self) -> tuple[Event, ...]:
        """What everybody saw of it: two explanations with the same visible
        events are one answer to a question."""
        return tuple(event for event in self.events if not is_silent(event))

    @property
    def way(self) -> tuple[Event, ...]:
        """`visible`, without the order in which hands were opened one after the other:
        nothing hangs on it."""
        visible = self.visible
        if sum(isinstance(event, HandOpened) for event in visible) < 2:
            return visible
        return tuple(
            event
            for is_open, run in groupby(visible, key=lambda e: isinstance(e, HandOpened))
            for event in (sorted(run, key=str) if is_open else run)
        )

    @property
    def assumed(self) -> bool:
        """An event lays a tile where nobody can see it."""
        return bool(Counter(self.compared.shaded) - Counter(self.shaded))

    @property
    def snatched(self) -> bool:
        """A tile was claimed that nobody saw lie: whose it was is not to be seen."""
        return any(_is_claim(other, one) for one, other in pairwise(self.visible))

    @property
    def fits(self) -> bool:
        """Nothing is left over, and no event lays a tile that nobody sees: what
        happened under a hand is waited for, not guessed."""
        return self.compared.fits and not self.assumed and not self.fleeting

    def is_seen(self, before: Explanation, *, covered: bool = False) -> bool:
        """`adds_nothing_unseen`, or but one tile of a set that was claimed, where no other
        lies in its stead; and nothing is guessed or claimed unseen. `covered`: that one may
        as well be under a hand."""
        if self.compared.guessed or self.compared.lent or self.snatched:
            return False
        if self.fleeting or (self.assumed and not covered):
            return False
        gone = Counter(self.compared.missing) - Counter(before.compared.missing)
        lost = list((gone + (Counter(self.compared.shaded) - Counter(self.shaded))).elements())
        claims = any(getattr(event, "source", None) is not None for event in self.visible)
        if not lost or not claims or len(lost) > 1:
            return not lost
        place = lost[0][0]
        other = any((seen.zone, seen.seat) == place for seen in self.compared.unexplained)
        return place[0] is Zone.MELDS and not other

    def adds_nothing_unseen(self, before: Explanation) -> bool:
        """Every tile that the events lay is seen, and none that lay there is lost."""
        lost = Counter(self.compared.missing) - Counter(before.compared.missing)
        return not self.assumed and not self.fleeting and not lost


class Effort:
    """Steps that may still be tried; counted, so that the same pictures always lead to
    the same events, however fast the machine is."""

    def __init__(self, left: int) -> None:
        self.left = left

    @property
    def spent(self) -> bool:
        return self.left <= 0


def explain(
    deal: Deal,
    view: View,
    memory: Memory,
    limits: Limits | None = None,
    effort: Effort | None = None,
    glimpsed: Collection[tuple[Seat, Tile]] = (),
) -> tuple[Explanation, ...]:
    """Explanations of a picture, best first: those that fit before the others.

    The first element is the deal as it stands when nothing has happened. Never
    empty. Two sequences with the same visible events count once. `effort`: what all
    explanations of this look may still cost. `glimpsed`: whose tiles were seen to lie in
    rivers lately, though not for long.
    """
    limits = limits or Limits()
    search = _Search(view, memory, limits, effort or Effort(limits.work), glimpsed)
    return search.run(deal)


class _Search:
    """One explanation of one picture."""

    def __init__(
        self,
        view: View,
        memory: Memory,
        limits: Limits,
        effort: Effort,
        glimpsed: Collection[tuple[Seat, Tile]],
    ) -> None:
        self._view = view
        self._glimpsed = glimpsed
        self._scale = Scale(view, memory, limits.weights)
        self._limits = limits
        self._effort = effort
        self._floor = effort.left - min(limits.work, effort.left)

    def _rare(self, event: Event) -> float:
        """What is seldom done takes more to be believed than what is done all the time."""
        match event:
            case Acted():
                # What is done to another's tiles is done the least often.
                return self._limits.acted * (1.0 if event.target is None else 2.0)
            case Konged(source=None):
                return self._limits.kong
            case Discarded() if event.tile.is_joker:
                return self._limits.wild
        return 0.0

    def _against_order(self, node: Explanation, event: Event, compared: Comparison) -> float:
        """What it costs that tiles were not first seen as they would have been laid."""
        scale, limits = self._scale, self._limits
        seen = FirstSeen(compared.pairs, scale.since, scale.is_known, limits.round)
        if isinstance(event, FlowersLaid):
            apart = not seen.lays_on(node.visible, event) or seen.laid_apart(node.visible, event)
            return 0.0 if apart else limits.split
        if isinstance(event, Discarded):
            late = seen.thrown_before(node.events, event) or seen.added_after(node.events, event)
            return limits.order if late else 0.0
        return 0.0

    def run(self, deal: Deal) -> tuple[Explanation, ...]:
        compared = self._scale.weigh(deal)
        start = Explanation((), deal, compared, 0.0, compared.shaded)
        if start.fits:
            return (start,)
        found: dict[tuple[Event, ...], Explanation] = {(): start}
        beam = [start]
        for depth in range(self._limits.depth):
            children = self._following(beam, found, self._limits.depth - depth)
            beam = sorted(children.values(), key=_rank)[: self._limits.beam]
            # What fits needs no place among what is looked into further.
            for child in (*beam, *(child for child in children.values() if child.fits)):
                found[child.way] = child
            beam = [child for child in beam if not child.fits]
            if not beam:
                break
        return tuple(sorted(found.values(), key=_rank))

    def _following(
        self,
        beam: list[Explanation],
        found: dict[tuple[Event, ...], Explanation],
        levels: int,
    ) -> dict[tuple[Event, ...], Explanation]:
        """All sequences longer by one visible event. The likeliest come first: where the
        effort does not suffice for all, each level has its share of it."""
        children: dict[tuple[Event, ...], Explanation] = {}
        left = self._effort.left - self._floor
        until = self._effort.left - left // levels
        for node in beam:
            if children and self._effort.left <= until:
                break
            if self._effort.left <= self._floor:
                break
            for child in self._children(node):
                key = child.way
                known = children.get(key) or found.get(key)
                if known is None or child.cost < known.cost:
                    children[key] = child
        return children

    def _children(self, node: Explanation) -> list[Explanation]:
        """One visible event more, after as many silent ones as it needs."""
        limits = self._limits
        out: list[Explanation] = []
        passing = limits.weights.missing + limits.event
        frontier = [node]
        for _ in range(limits.quiet + 1):
            following: list[Explanation] = []
            for at in frontier:
                self._effort.left -= LISTING
                for event in visible(at.deal, at.compared):
                    child = self._after(at, event)
                    # A discard claimed before it was seen costs more until its claim
                    # explains it.
                    if child is not None and child.compared.cost < node.compared.cost + passing:
                        out.append(child)
                        out += self._claimed_at_once(at, event, child)
                for event in silent(at.deal):
                    child = self._after(at, event)
                    if child is None:
                        continue
                    following.append(child)
                    # A tile that lay open on the wall is seen to be drawn (mzhz §4.3).
                    if len(child.compared.missing) < len(node.compared.missing):
                        out.append(child)
            if not following:
                break
            frontier = following[:4]
        return out

    def _claimed_at_once(
        self, node: Explanation, event: Event, after: Explanation
    ) -> list[Explanation]:
        """The claims on what `event` laid where nobody sees it: alone it explains nothing,
        and would give way to whatever explains a part."""
        if not (isinstance(event, Discarded) or is_added_kong(event)) or not _loses(node, after):
            return []
        self._effort.left -= LISTING
        claims = [e for e in visible(after.deal, after.compared) if _is_claim(e, event)]
        return [child for e in claims if (child := self._after(after, e)) is not None]

    def _after(self, node: Explanation, event: Event) -> Explanation | None:
        self._effort.left -= 1
        quiet = is_silent(event)
        deal = node.deal.then(event) if quiet else node.deal.tried(event)
        if deal is None:
            return None
        limits = self._limits
        prior = node.prior + (limits.hush if quiet else limits.event)
        prior += node.deal.flow.unlikely(node.deal, event)
        if isinstance(event, HandOpened) and _is_false_win(deal, event.seat):
            prior += limits.false_win
        prior += self._rare(event)
        if _claims_unseen(node, event, self._glimpsed):
            prior += limits.unseen_win if isinstance(event, Won) else limits.unseen
        prior += limits.elsewhere * from_elsewhere(self._view, deal, event)
        if isinstance(event, Won):
            prior += limits.event * (len(event.seats) - 1)
        compared = self._scale.weigh(deal)
        prior += self._against_order(node, event, compared)
        fleeting = node.fleeting or (isinstance(event, Acted) and _takes_new(node, deal))
        unseen = Counter(compared.shaded) - Counter(node.shaded)
        return Explanation(
            (*node.events, event), deal, compared, prior, node.shaded, fleeting,
            limits.blind * unseen.total(),
        )  # fmt: skip


def _rank(explanation: Explanation) -> float:
    return explanation.cost


def _takes_new(node: Explanation, deal: Deal) -> bool:
    """Whether what leaves a meld by an action was laid only by `node`'s events: a
    discard may be claimed at once, but a meld lies for a while before it is touched."""
    before, after = picture_of(node.deal).tiles, picture_of(deal).tiles
    new = {laid for event in node.events for laid in _laid(event)}
    return any(
        (seat, tile) in new
        for seat in SEATS
        for tile in Counter(before[Zone.MELDS, seat]) - Counter(after[Zone.MELDS, seat])
    )


def _is_claim(event: Event, laid: Event) -> bool:
    """Whether `event` takes what `laid` threw, or added to a set."""
    if not isinstance(laid, Discarded | Konged) or not hasattr(event, "source"):
        return False
    return event.source is laid.seat and (isinstance(laid, Discarded) or is_added_kong(laid))


def _loses(before: Explanation, after: Explanation) -> bool:
    """Whether tiles are to lie there that nobody sees, more than before."""
    one, other = before.compared, after.compared
    hidden = len(one.missing) + len(one.shaded)
    return len(other.missing) + len(other.shaded) > hidden


def _claims_unseen(
    node: Explanation, event: Event, glimpsed: Collection[tuple[Seat, Tile]]
) -> bool:
    """Whether `event` claims a tile that only `node`'s events brought, and that nobody
    saw for a moment either."""
    return any(
        _is_claim(event, one)
        and not (isinstance(one, Discarded) and (one.seat, one.tile) in glimpsed)
        for one in node.visible[-1:]
    )


def _laid(event: Event) -> list[tuple[Seat, Tile]]:
    """The tiles that an event lays in whose melds."""
    match event:
        case Punged(seat, _, tile, used) | Chowed(seat, _, tile, used):
            return [(seat, laid) for laid in (tile, *used)]
        case Konged():
            return [(event.seat, laid) for laid in (event.tile, *event.used)]
    return []


def _is_false_win(deal: Deal, seat: Seat) -> bool:
    """Whether an opened winner's hand does not win."""
    if deal.statuses[seat] is not Status.WON:
        return False
    return any(
        win.seat == seat and win.is_known and deal.rules.best(win, deal.options) is None
        for win in deal.wins
    )


def weighed(found: tuple[Explanation, ...], weights: Weights) -> tuple[float, ...]:
    """Shares of explanations in the same order, of those that do not fit as well: what lies
    there may be no tile, or not be what it seems. What nobody saw has none, nor has what
    goes on from the likeliest."""
    fitting = [e for e in found if e.fits]
    first = fitting[0].visible if fitting else ()
    costs: list[float] = []
    for e in found:
        goes_on = bool(first) and e.visible[: len(first)] == first
        if e.fits:
            costs.append(e.cost)
        elif e.assumed or e.fleeting or goes_on:
            costs.append(inf)
        else:
            strange = sum(_is_clear(seen, weights) for seen in e.compared.unexplained)
            costs.append(e.cost + weights.clear * strange)
    return _shares(costs)


def _is_clear(seen: SeenTile, weights: Weights) -> bool:
    return seen.looks >= weights.few and bool(seen.faces) and seen.faces[0][1] >= CLEAR


def likelihoods(explanations: tuple[Explanation, ...]) -> tuple[float, ...]:
    """Each explanation's share of the probability, in the same order."""
    return _shares([e.cost for e in explanations])


def _shares(costs: Sequence[float]) -> tuple[float, ...]:
    """Of the probability, in the same order; what costs without end has none."""
    least = min(costs, default=inf)
    if least == inf:
        return (0.0,) * len(costs)
    parts = [exp(least - cost) for cost in costs]
    total = sum(parts)
    return tuple(part / total for part in parts)


def under_cover(explanation: Explanation, view: View) -> bool:
    """Whether a hand is over a place that the explanation speaks of."""
    bound = {place for place, _ in explanation.compared.pairs.values()}
    changed = {
        (seen.zone, seen.seat)
        for seen in view.sighting.tiles
        if seen.seat is not None and seen.track in explanation.compared.pairs
    } & bound
    changed -= {
        place
        for place in changed
        if not any(getattr(event, "seat", None) == place[1] for event in explanation.visible)
    }
    return any(view.covered(place) for place in changed)


def may_be_a_kong(explanation: Explanation, view: View) -> bool:
    """Whether the fourth tile of a set that was claimed may lie under a hand."""
    return any(
        isinstance(event, Punged) and view.covered((Zone.MELDS, event.seat))
        for event in explanation.visible
    )


def is_in_sight(explanation: Explanation, view: View) -> bool:
    """Whether every tile that the explanation speaks of is to be seen now, and was before."""
    return all(
        seen.presence is Presence.SEEN and seen.looks >= LOOKS
        for seen in view.sighting.tiles
        if seen.track in explanation.compared.pairs
        and any(
            explanation.compared.pairs[seen.track][0] == (seen.zone, getattr(event, "seat", None))
            for event in explanation.visible
        )
    )
