"""Whether an explanation is to be believed without asking."""

from __future__ import annotations

from collections.abc import Sequence

from engine.doubts import doubtful_tiles
from engine.events import Discarded, HandOpened
from engine.evidence import View, Weights
from engine.open_questions import LEAST
from engine.patience import Patience
from engine.reconcile import Explanation


def is_sure(ways: Sequence[Explanation], shares: Sequence[float], patience: Patience) -> bool:
    """Whether the likeliest of `ways` is to be believed; a hand on whose reading payments
    hang is to be known better than others."""
    if shares[0] >= patience.known or shares[0] < patience.certain or not _opens(ways[0]):
        return shares[0] >= patience.certain
    likely = [e for e, share in zip(ways, shares, strict=True) if share >= LEAST]
    return len({e.deal.settlement().net for e in likely}) < 2


def is_young(
    ways: Sequence[Explanation],
    shares: Sequence[float],
    view: View,
    patience: Patience,
    weights: Weights,
) -> bool:
    """Whether a hand was opened of which some tile has lain there so shortly, and was looked at
    so seldom, that more looks may yet tell otherwise."""
    if shares[0] >= patience.known or not _opens(ways[0]):
        return False
    likely = [e for e, share in zip(ways, shares, strict=True) if share >= LEAST / 4]
    since = view.sighting.time - patience.ask
    return any(
        seen.looks < weights.full and view.since.get(seen.track, since) > since
        for seen in doubtful_tiles(likely, view)
    )


def is_read(ways: Sequence[Explanation], shares: Sequence[float], patience: Patience) -> bool:
    """Whether only the number of one throw is in doubt, of which looks have told enough
    once it is time to ask."""
    likely = [e.visible for e, share in zip(ways, shares, strict=True) if share >= LEAST]
    throws = [way[0] for way in likely if len(way) == 1 and isinstance(way[0], Discarded)]
    return (
        shares[0] >= patience.read
        and len(throws) == len(likely)
        and len({throw.seat for throw in throws}) == 1
        and all(throw.tile.is_number for throw in throws)
    )


def _opens(way: Explanation) -> bool:
    return any(isinstance(event, HandOpened) for event in way.visible)
