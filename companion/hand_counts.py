"""Whether a standing hand holds as many tiles as the books say: else somebody counts.

The eyes count backs. What one picture shows may be a misread, so a hand that was
right has to be off by one for a while, as whoever drew twice leaves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.deal import Deal
from engine.events import Drew, Penalised
from engine.observations import Sighting, Zone
from engine.picture import picture_of
from engine.seat import SEATS, Seat
from engine.view import Health, HealthState, Phase, Status, Text

HELD_FOR = 4.0
"""Seconds for which a hand has to be off by the same number."""
_PART = Text("手牌张数", "tiles in hand")
_DEAD_HAND = "dead_hand"


@dataclass(frozen=True, slots=True)
class _Off:
    """By how many tiles, and since when (seconds)."""

    by: int
    since: float


class HandCounts:
    """Fed with each picture, in the writer's thread."""

    def __init__(self) -> None:
        self._off: dict[Seat, _Off] = {}
        self._right: set[Seat] = set()

    def see(self, sighting: Sighting, deal: Deal, now: float, doubt: bool = False) -> None:
        """Hold a picture's counts against `deal`, as it is booked by now. `doubt`: what
        happened is being asked, so that hands need not fit."""
        if doubt or deal.phase is not Phase.PLAY:
            self._off.clear()
            if deal.phase is not Phase.PLAY:
                self._right.clear()
            return
        for seat in SEATS:
            counted = sighting.standing[seat]
            wanted = picture_of(deal).standing[seat]
            if counted is None or (Zone.HAND, seat) in sighting.covered:
                continue
            by = counted - wanted
            if by == 1 and _may_draw(deal, seat):
                # A drawn tile is booked with what becomes of it.
                by = 0
            if not by and wanted:
                self._right.add(seat)
            if not wanted or not by or abs(by) > 1:
                # A hand that is off by more was not counted rightly.
                self._off.pop(seat, None)
            elif seat in self._right and (seat not in self._off or self._off[seat].by != by):
                self._off[seat] = _Off(by, now)

    def health(self, deal: Deal | None, names: Sequence[str], now: float) -> tuple[Health, ...]:
        """A line that asks to count the hands that are off, if any are."""
        if deal is None or deal.phase is not Phase.PLAY:
            return ()
        lasting = [
            (seat, off.by)
            for seat, off in self._off.items()
            if now - off.since >= HELD_FOR and _may_be_dead(deal, seat)
        ]
        if not lasting:
            return ()
        told = [_words(names[seat], by) for seat, by in lasting]
        detail = Text("；".join(text.zh for text in told), "; ".join(text.en for text in told))
        return (Health(_PART, HealthState.WAIT, detail),)


def _may_draw(deal: Deal, seat: Seat) -> bool:
    return any(isinstance(event, Drew) and event.seat is seat for event in deal.legal())


def _may_be_dead(deal: Deal, seat: Seat) -> bool:
    """Whether the page has a penalty for a wrong number of tiles that still matters."""
    playing = deal.statuses[seat] is Status.PLAYING
    return playing and deal.objection(Penalised(seat, _DEAD_HAND)) is None


def _words(name: str, by: int) -> Text:
    return Text(
        f"{name} 看来{'多' if by > 0 else '少'} 1 张，请数一数，没错就是相公",
        f"{name} seems to hold 1 tile too {'many' if by > 0 else 'few'}: "
        "please count; if so it is a dead hand",
    )
