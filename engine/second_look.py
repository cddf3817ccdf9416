"""Explaining a picture from before what was believed last: it was misread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.branches import Branch, Verdict
from engine.errors import IllegalEvent
from engine.events import Discarded, Event
from engine.evidence import View
from engine.observations import Zone
from engine.proposals import is_silent
from engine.reconcile import Effort, Explanation, Limits, explain
from engine.view import Text

REREADS: Final = 8
"""How many other readings of earlier discards are tried at one time."""

Rewritten = tuple[Branch, Verdict]
Explanations = tuple[Explanation, ...]


@dataclass(frozen=True)
class Anew:
    """Ways in which the picture is explained from before `main.events[at]`, the likeliest
    first; `partly`: something else still lies in disorder."""

    at: int
    ways: Explanations
    partly: bool


def from_further_back(
    main: Branch, best: Explanation, view: View, limits: Limits, most: int, said: frozenset[Event],
    effort: Effort, *, gone: bool,
) -> Anew | None:  # fmt: skip
    """Explain the picture from before the last few (at most `most`) visible events,
    better than `best` does from where the books stand. What players have `said` is
    not taken back. `gone`: whether what is not to be seen has been so for long enough
    to have never lain there."""
    taken_back = 0
    for at in range(len(main.events) - 1, -1, -1):
        if main.events[at] in said:
            break
        if is_silent(main.events[at]):
            continue
        taken_back += 1
        if taken_back > most or effort.spent:
            break
        # Who drew before it, as was believed, may have claimed instead.
        while at > 0 and is_silent(main.events[at - 1]):
            at -= 1
        # What lay there and was taken was seen, whatever it was booked as.
        seen = frozenset(view.taken)
        found = explain(main.deals[at], view, main.memory, limits, effort, seen)
        ways = tuple(e for e in found if e.fits and not e.compared.guessed)
        if ways and ways[0].cost < (best.cost if gone else _but_for_single(best, limits)):
            return Anew(at, ways, False)
        if not ways and (much := _clearer(found, best, limits)):
            return Anew(at, much, True)
    return None


def _clearer(found: Explanations, best: Explanation, limits: Limits) -> Explanations:
    """Explanations of a part of the picture that are much better than `best` is, or that
    nothing happened."""
    before = next(e for e in found if not e.visible)
    seen = tuple(e for e in found if e is before or e.is_seen(before))
    clear = bool(seen) and _lying(seen[0], limits) < _lying(best, limits) - limits.clearer
    return seen if clear else ()


def _but_for_single(explanation: Explanation, limits: Limits) -> float:
    """What it costs but for the one tile of a place that is not to be seen; where several
    are gone, they were taken away."""
    gone = Counter(place for place, _ in explanation.compared.missing)
    return explanation.cost - limits.weights.missing * sum(n == 1 for n in gone.values())


def _lying(explanation: Explanation, limits: Limits) -> float:
    """What it costs but for what is not to be seen: that takes nothing back, for something
    may lie over it."""
    return explanation.cost - limits.weights.missing * len(explanation.compared.missing)


def reread(
    main: Branch, best: Explanation, view: View, limits: Limits, least: float,
    said: frozenset[Event], effort: Effort, not_denied: Callable[[Explanations], Explanations],
) -> Rewritten | None:  # fmt: skip
    """Read a doubtful discard anew where the count of its kind does not work out
    (there is no fifth tile): the likeliest other reading, of a share from `least` on,
    that lets all later events stand and explains the picture better than `best`.
    What players have `said` stays; `not_denied`: those of some explanations that they
    have not said to be wrong."""
    doubtful = [
        (share, seen.track, place, tile, other)
        for seen in view.sighting.tiles
        if seen.track in main.memory.bound
        for place, tile in (main.memory.bound[seen.track],)
        for other, share in seen.faces
        if place[0] is Zone.RIVER and other != tile and share >= least
    ]
    for _, track, (_, seat), tile, other in sorted(doubtful, key=lambda d: -d[0])[:REREADS]:
        thrown = Discarded(seat, tile)
        if thrown not in main.events or thrown in said:
            continue
        at = main.events.index(thrown)
        events = (Discarded(seat, other), *main.events[at + 1 :])
        try:
            branch = main.until(at).without(track).after(events)
        except IllegalEvent:
            continue
        if effort.spent:
            break
        found = not_denied(explain(branch.deal, view, branch.memory, limits, effort))
        partly = not found[0].fits
        if found[0].cost < best.cost - (limits.clearer if partly else 0.0):
            reason = Text("牌数不合，前面那张看错了", "no fifth tile: an earlier one was misread")
            # Of a part, only that the tile was another is sure.
            more = () if partly else found[0].events
            branch = branch if partly else branch.extended(found[0])
            return branch, Verdict(at, (*events, *more), 1.0, reason)
    return None


def unseen_claims(found: Explanations, least: float) -> Explanations:
    """Ways that hang on a discard claimed before anybody saw it lie, and that make the
    picture clearer by `least`."""
    nothing = next(e for e in found if not e.visible)
    return tuple(
        e
        for e in found
        if e.visible
        and e.snatched
        and e.adds_nothing_unseen(nothing)
        and not e.compared.guessed
        and nothing.cost - e.cost >= least
    )
