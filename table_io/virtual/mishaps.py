"""What goes amiss in a deal and is put right: no event comes of it.

Each happens at a moment that the seed chooses, between two events: the camera
is nudged, two tiles of a row are knocked over, a claim is made and taken back,
the next player reaches for the wall before a claim is said. People err, too: they
take a tile too many, or lay a claim after the next has drawn, and put it right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise

from engine.deal import Deal
from engine.events import Discarded, Drew, End, Event, Konged, Punged
from engine.layout import TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from engine.wall import Layer
from table_io.virtual.profiles import Trouble
from table_io.virtual.scene import PlacedTile, Pose
from table_io.virtual.script import Beat, Script
from table_io.virtual.spots import BOTTOM, TOP, Spot
from table_io.virtual.stage import Body, Move, Stage

_EARLIEST, _LATEST = 22, 80
"""Events of a deal between which its mishaps fall due; before lie the deal and the flowers."""
_THOUGHT = (0.8, 2.6)
_COUNTED = (3.0, 8.0)
"""Seconds until somebody counts the tiles of another's hand."""
_CLEAR = 62.0
"""Millimetres that must be free before a standing row for its tiles to fall there."""


class Mishaps:
    """One deal's. `nudge` moves the camera."""

    def __init__(
        self,
        trouble: Trouble,
        seed: str,
        stage: Stage,
        script: Script,
        layout: TableLayout,
        nudge: Callable[[], object],
    ) -> None:
        self._rng = random.Random(f"{seed}-mishaps")
        self._stage, self._script, self._layout = stage, script, layout
        self._nudge = nudge
        self._late = trouble.late
        self._events = 0
        self._nudges = self._moments(trouble.nudges)
        self._topples = self._moments(trouble.topples)
        self._take_backs = self._moments(trouble.take_backs)
        self._too_many = self._moments(trouble.too_many)
        self._too_late = self._moments(trouble.too_late)
        self._missed: tuple[Punged, list[Move]] | None = None

    def before(self, deal: Deal, event: Event) -> Iterator[Beat]:
        """What happens before `event`, which follows `deal`."""
        self._events += 1
        if self._due(self._nudges):
            self._nudges.pop(0)
            self._nudge()
        if self._due(self._topples) and (pair := self._pair()):
            self._topples.pop(0)
            yield from self._topple(pair)
        if self._due(self._take_backs) and (claim := self._passed_up(deal, event)):
            self._take_backs.pop(0)
            yield from self._take_back(deal, claim)
        if self._due(self._too_late):
            yield from self._lay_too_late(deal, event)
        if self._due(self._too_many) and isinstance(event, Discarded):
            self._too_many.pop(0)
            yield from self._take_too_many(deal, event.seat)
        if isinstance(event, Punged | Konged) and getattr(event, "source", None) is not None:
            yield from self._overtake(deal, event.seat)

    def _moments(self, number: int) -> list[int]:
        return sorted(self._rng.randint(_EARLIEST, _LATEST) for _ in range(number))

    def _due(self, moments: list[int]) -> bool:
        return bool(moments) and self._events >= moments[0]

    # -- tiles knocked over ------------------------------------------------------

    def _pair(self) -> list[Body]:
        """Two neighbours in a standing row with nothing before them; none if there are none."""
        pairs = [
            [one, other]
            for seat in SEATS
            for one, other in pairwise(self._stage.bodies(Zone.HAND, seat))
            if one.pose is other.pose is Pose.STANDING and self._free(seat, one)
        ]
        return self._rng.choice(pairs) if pairs else []

    def _free(self, seat: Seat, body: Body) -> bool:
        lateral, depth = self._layout.to_seat(seat, body.rest.x, body.rest.y)
        before = [*self._stage.bodies(Zone.MELDS, seat), *self._stage.bodies(Zone.FLOWERS, seat)]
        for other in before:
            x, y = self._layout.to_seat(seat, other.rest.x, other.rest.y)
            if abs(x - lateral) < _CLEAR and depth - y < _CLEAR:
                return False
        return True

    def _topple(self, pair: list[Body]) -> Iterator[Beat]:
        """They fall on their backs, lie there for all to see, and are put up again."""
        seat = pair[0].spot.seat
        for body in pair:
            self._stage.topple(body, self._fallen(body))
        yield self._script.pause(_THOUGHT)
        fallen = [b for b in self._stage.bodies(Zone.HAND, seat) if b.pose is not Pose.STANDING]
        yield from self._script.stand_up(seat, [Move(b, b.spot, Pose.STANDING) for b in fallen])

    def _fallen(self, body: Body) -> PlacedTile:
        seat, rest, tile = body.spot.seat, body.rest, self._layout.tile
        lateral, depth = self._layout.to_seat(seat, rest.x, rest.y)
        x, y = self._layout.to_table(seat, lateral, depth - (tile.height + tile.thickness) / 2)
        yaw = rest.yaw + self._rng.uniform(-5, 5)
        return PlacedTile(body.tile, Pose.FACE_UP, round(x, 2), round(y, 2), 0.0, round(yaw, 2))

    # -- claims ------------------------------------------------------------------

    def _passed_up(self, deal: Deal, event: Event) -> Punged | None:
        """A pung that somebody might have claimed but did not."""
        if not isinstance(event, Drew):
            return None
        offered = [claim for claim in deal.legal() if isinstance(claim, Punged)]
        return self._rng.choice(offered) if offered else None

    def _take_back(self, deal: Deal, claim: Punged) -> Iterator[Beat]:
        """The set is laid, thought better of, and everything goes back."""
        moves = self._stage.moves_to(deal.apply(claim))
        yield self._script.pause((0.3, 0.6))
        for beat in self._script.perform(claim, moves, claim.seat):
            if beat is not None:
                yield beat
        yield self._script.pause(_THOUGHT)
        yield from self._script.put_back(claim.seat, self._stage.moves_to(deal))

    def _lay_too_late(self, deal: Deal, event: Event) -> Iterator[Beat]:
        """A set is laid when the next player has drawn already; he must put it back."""
        if isinstance(event, Drew):
            claim = self._passed_up(deal, event)
            other = claim is not None and claim.seat is not event.seat
            moves = self._stage.moves_to(deal.apply(claim)) if claim is not None and other else []
            self._missed = (claim, moves) if claim is not None and moves else None
        elif isinstance(event, Discarded) and self._missed is not None:
            claim, moves = self._missed
            self._missed = None
            self._too_late.pop(0)
            yield self._script.pause((0.1, 0.4))
            for beat in self._script.perform(claim, moves, claim.seat):
                if beat is not None:
                    yield beat
            yield self._script.pause(_THOUGHT)
            yield from self._script.put_back(claim.seat, self._undoing(moves))
        else:
            self._missed = None

    def _undoing(self, moves: list[Move]) -> list[Move]:
        """The moves that put everything back to where it was."""
        now = {body.number: body for body in self._stage.bodies()}
        return [Move(now[m.body.number], m.body.spot, m.body.pose) for m in moves]

    def _take_too_many(self, deal: Deal, seat: Seat) -> Iterator[Beat]:
        """One more tile comes off the wall, somebody counts, and it goes back."""
        slot = deal.wall.next_slot(End.HEAD)
        if slot is None:
            return
        body = self._on_wall(deal, slot)
        row = self._stage.bodies(Zone.HAND, seat)
        end = max((other.spot.index for other in row), default=-1) + 1
        taken = [Move(body, Spot(Zone.HAND, seat, end, 1), Pose.STANDING)]
        yield self._script.pause((0.3, 0.8))
        yield from self._script.carry(seat, taken)
        yield from self._script.withdraw(seat)
        yield self._script.pause(_COUNTED)
        yield from self._script.put_back(seat, self._undoing(taken))

    def _on_wall(self, deal: Deal, slot: int) -> Body:
        place = deal.wall.place(slot)
        assert place is not None
        layer = TOP if place.layer is Layer.TOP else BOTTOM
        wanted = Spot(Zone.WALL, place.seat, place.stack, layer)
        return next(b for b in self._stage.bodies(Zone.WALL) if b.spot == wanted)

    def _overtake(self, deal: Deal, claimant: Seat) -> Iterator[Beat]:
        """The next player is about to draw when a late claim stops him."""
        following = deal.step.actor.next
        slot = deal.wall.next_slot(End.HEAD)
        if following is claimant or slot is None or self._rng.random() >= self._late:
            return
        body = self._on_wall(deal, slot)
        yield self._script.pause((0.4, 0.9))
        yield from self._script.start_and_stop(following, body.rest.x, body.rest.y)
