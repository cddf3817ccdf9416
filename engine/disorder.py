"""A table on which something lies that nothing explains: since when, where, and what then.

What is strange is named once, and set aside after a while: the table goes on.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

from engine.branches import Branch
from engine.doubts import discrepancy_text
from engine.events import Discarded, Konged, Punged
from engine.evidence import STRAY, View
from engine.observations import Zone
from engine.patience import Patience
from engine.reconcile import Explanation
from engine.view import Boxes, Phase, Text

SOON: Final = 1
"""Discards of one's own since a set was claimed, up to which its fourth tile is seldom drawn."""
EARLIER: Final = 1.0
"""Seconds before it may be added for which a tile of a kong lies there by no chance."""


class Disorder:
    """`since`: when the picture ceased to be explained; `strange`: tracks that nothing
    explains, and since when; `look_back`, `claim_at`: after how many seconds of disorder
    the last events are explained anew, and a claim that nobody saw is asked about;
    `text`, `boxes`: what is named, and where."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.since: float | None = None
        self.strange: dict[int, float] = {}
        self.look_back = self.claim_at = 0.0
        self.text: Text | None = None
        self.boxes: Boxes = ()

    def clear(self) -> None:
        """Nothing is known to be strange."""
        self.settle()
        self.strange = {}

    def settle(self) -> None:
        """The picture is explained."""
        self.since = self.text = None
        self.boxes = ()

    def seconds(self, now: float) -> float:
        """For how long the table has lain in disorder."""
        return 0.0 if self.since is None else now - self.since

    def see(self, best: Explanation, view: View) -> float:
        """One more look at it, of which `best` explains most; for how long it has been so."""
        now = view.sighting.time
        if self.since is None:
            self.since = now
            self.look_back, self.claim_at = 0.0, 3 * self._patience.alarm
        # One that a hand hides meanwhile is not gone.
        there = {seen.track for seen in view.sighting.tiles} - best.compared.pairs.keys()
        kept = {track: since for track, since in self.strange.items() if track in there}
        self.strange = {seen.track: now for seen in best.compared.unexplained} | kept
        return now - self.since

    def came_before(self, main: Branch, best: Explanation, now: float) -> bool:
        """Whether `best` adds to a set a tile that lay there when it could not be added yet,
        or that is added soon after the set was claimed: it may have been a kong from the
        beginning."""
        kongs = [e for e in best.visible if isinstance(e, Konged) and len(e.used) == 1]
        if any(_turns_since(main, kong) <= SOON for kong in kongs):
            return True
        places = {(Zone.MELDS, event.seat) for event in kongs}
        return any(
            place in places and now - self.strange.get(track, now) >= EARLIER
            for track, (place, _) in best.compared.pairs.items()
        )

    def name(self, best: Explanation) -> None:
        """Say what `best` leaves unexplained."""
        lying = best.compared.unexplained
        self.text = discrepancy_text(lying, best.compared.missing)
        self.boxes = tuple(seen.box for seen in lying)

    def leaving(self, main: Branch, best: Explanation, now: float) -> Branch | None:
        """`main` with that set aside which was named for long and nothing explains; so with
        the one tile of a set that was never seen, or is hidden behind others. None where
        there is nothing to set aside."""
        lying = best.compared.unexplained
        if len(lying) > STRAY or main.deal.phase is Phase.OPENING:
            return None
        patience = self._patience.aside
        old = {
            seen.track: face
            for seen in lying
            if now - self.strange.get(seen.track, now) >= patience
            and (face := seen.face) is not None
        }
        gone = best.compared.missing if self.since is not None else ()
        hidden = gone if len(gone) == 1 and gone[0][0][0] is Zone.MELDS else ()
        if not old and (not hidden or lying or self.seconds(now) < patience):
            return None
        memory = replace(
            main.memory,
            aside={**main.memory.aside, **old},
            excused=(*main.memory.excused, *hidden),
        )
        return replace(main, memory=memory)


def _turns_since(main: Branch, kong: Konged) -> float:
    """How often the seat has thrown a tile since it claimed the set that it adds to."""
    count = 0
    for event in reversed(main.events):
        if isinstance(event, Punged) and (event.seat, event.tile) == (kong.seat, kong.tile):
            return count
        count += isinstance(event, Discarded) and event.seat is kong.seat
    return inf
