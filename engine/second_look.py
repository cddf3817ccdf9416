"""Explaining a picture from before what was believed last: it was misread."""

from __future__ import annotations

from typing import Final

from engine.branches import Branch, Verdict
from engine.errors import IllegalEvent
from engine.events import Discarded, Event
from engine.evidence import View
from engine.observations import Zone
from engine.proposals import is_silent
from engine.reconcile import Effort, Explanation, Limits, explain, likelihoods
from engine.view import Text

REREADS: Final = 8
"""How many other readings of earlier discards are tried at one time."""

Rewritten = tuple[Branch, Verdict]


def from_further_back(
    main: Branch, best: Explanation, view: View, limits: Limits, most: int, said: frozenset[Event],
    effort: Effort,
) -> Rewritten | None:  # fmt: skip
    """Explain the picture from before the last few (at most `most`) visible events,
    better than `best` does from where the books stand. What players have `said` is
    not taken back."""
    taken_back = 0
    for at in range(len(main.events) - 1, -1, -1):
        if main.events[at] in said:
            break
        if is_silent(main.events[at]):
            continue
        taken_back += 1
        if taken_back > most or effort.spent:
            break
        found = explain(main.deals[at], view, main.memory, limits, effort)
        fitting = tuple(e for e in found if e.fits and not e.compared.guessed)
        partly = not fitting
        if partly:
            # Much clearer, though something else still lies in disorder.
            before = next(e for e in found if not e.visible)
            least = best.cost - limits.clearer
            fitting = tuple(
                e for e in found if e.cost < least and e.visible and e.is_seen(before)
            )
        if fitting and fitting[0].cost < best.cost:
            reason = Text("后来的牌面说明看错了", "what lies there now shows it was misread")
            branch = main.until(at).extended(fitting[0], partly=partly)
            return branch, Verdict(at, fitting[0].events, likelihoods(fitting)[0], reason)
    return None


def reread(
    main: Branch, best: Explanation, view: View, limits: Limits, least: float,
    said: frozenset[Event], effort: Effort,
) -> Rewritten | None:  # fmt: skip
    """Read a doubtful discard anew where the count of its kind does not work out
    (there is no fifth tile): the likeliest other reading, of a share from `least` on,
    that lets all later events stand and explains the picture better than `best`.
    What players have `said` stays."""
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
        found = explain(branch.deal, view, branch.memory, limits, effort)
        if found[0].fits and found[0].cost < best.cost:
            reason = Text("牌数不合，前面那张看错了", "no fifth tile: an earlier one was misread")
            return branch.extended(found[0]), Verdict(at, (*events, *found[0].events), 1.0, reason)
    return None
