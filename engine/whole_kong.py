"""A tile added to a set that may have lain there from the beginning: a kong when claimed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.branches import Branch, putting_in
from engine.events import Event, Konged, Punged
from engine.meld import MeldKind
from engine.proposals import is_added_kong, is_silent


def from_the_claim(main: Branch, events: Sequence[Event]) -> tuple[Konged, Branch] | None:
    """The kong that one of `events` would make of a claimed set, as one claimed whole, and
    `main` as it would be then: without the tile's being added later. None where no set of
    `main` is meant, or what came after it does not allow it."""
    added = next((e for e in events if isinstance(e, Konged) and is_added_kong(e)), None)
    if added is None:
        return None
    at = next((at for at, e in enumerate(main.events) if _is_set_of(e, added)), None)
    if at is None:
        return None
    claim = main.events[at]
    assert isinstance(claim, Punged)
    used = (*claim.used, *added.used)
    whole = Konged(added.seat, MeldKind.EXPOSED_KONG, claim.tile, used, claim.source)
    later = _without(main.events[at + 1 :], added)
    branch = next(putting_in(main.until(at), whole, later), None)
    return None if branch is None else (whole, branch)


def _is_set_of(event: Event, added: Konged) -> bool:
    return isinstance(event, Punged) and (event.seat, event.tile) == (added.seat, added.tile)


def _without(events: tuple[Event, ...], added: Konged) -> tuple[Event, ...]:
    """The events without the tile's being added and what was drawn for it."""
    if added not in events:
        return events
    at = events.index(added)
    draws = at + 1 < len(events) and is_silent(events[at + 1])
    return (*events[:at], *events[at + 1 + draws :])
