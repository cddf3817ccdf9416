"""How people move tiles: the moves of one event as strokes of arms in time.

A `Beat` is a stretch of virtual time in which arms move; what it brings about
is done at its end. Beats follow each other. Hands reach, take, carry, lay and
withdraw; the pauses between are those of people who think.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.events import (
    Chowed,
    Dealt,
    Drew,
    Event,
    Flipped,
    FlowersLaid,
    HandOpened,
    Konged,
    Punged,
    Won,
)
from engine.layout import TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from table_io.virtual.scene import RGB, Arm, PlacedTile, Pose
from table_io.virtual.stage import Move, Stage

AWAY = (96.0, 600.0)
"""Lateral and depth of finger tips whose arm has left the picture."""
_LIFT = 34.0
"""Millimetres by which a carried tile is lifted on the way."""
_SLEEVES: tuple[RGB, ...] = ((58, 74, 110), (96, 52, 58), (64, 66, 70), (148, 132, 108))
_SKINS: tuple[RGB, ...] = ((214, 168, 138), (222, 180, 150), (196, 150, 120), (208, 164, 136))

Arms = Callable[[float], tuple[Arm, ...]]


def _no_arms(_: float) -> tuple[Arm, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Beat:
    """`arms(progress)` for 0…1 over `seconds`; `held`: bodies that hands carry."""

    seconds: float
    arms: Arms = _no_arms
    held: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds of people: thinking before a discard, waiting before a draw,
    answering a discard; and the speed of hands (mm per second, plus a start)."""

    think: tuple[float, float] = (0.6, 2.5)
    draw: tuple[float, float] = (0.25, 0.8)
    claim: tuple[float, float] = (0.35, 0.9)
    speed: float = 1150.0
    start: float = 0.16


class Script:
    """Writes the beats of events; makes the stage's moves as they are due."""

    def __init__(
        self, stage: Stage, layout: TableLayout, seed: str, tempo: Tempo | None = None
    ) -> None:
        self._stage = stage
        self._layout = layout
        self._rng = random.Random(f"{seed}-script")
        self._tempo = tempo or Tempo()
        self._tips: dict[Seat, tuple[float, float]] = {}

    def pause(self, span: tuple[float, float]) -> Beat:
        """Nobody moves."""
        # Most thoughts are short.
        share = self._rng.betavariate(1.4, 2.6)
        return Beat(span[0] + (span[1] - span[0]) * share)

    def before(self, event: Event) -> Iterator[Beat]:
        """The time that people take until they act."""
        match event:
            case Drew():
                yield self.pause(self._tempo.draw)
            case Punged() | Konged(_, _, _, _, Seat()):
                yield self.pause(self._tempo.claim)
            case Won(_, _, _, source):
                yield self.pause(self._tempo.claim if source is not None else self._tempo.think)
            case FlowersLaid() | Flipped():
                yield self.pause(self._tempo.draw)
            case HandOpened():
                yield self.pause(self._tempo.draw)
            case _:
                yield self.pause(self._tempo.think)

    def perform(self, event: Event, moves: list[Move], actor: Seat) -> Iterator[Beat | None]:
        """The moves of an event, by `actor` where it names nobody.

        None stands once where the event has happened: its tiles lie where they
        belong, though hands may still be over them.
        """
        seat = getattr(event, "seat", actor)
        arms: list[Seat] = []
        if isinstance(event, Dealt):
            yield from self._deal(moves)
        elif isinstance(event, Won):
            arms = list(event.seats)
            yield from together(self._win(event, winner, moves) for winner in arms)
        elif isinstance(event, HandOpened):
            arms = [event.seat]
            yield from self._sweep(event.seat, moves)
        elif moves:
            arms = [seat]
            yield from self._by_hand(seat, _gestures(event, moves))
        for move in moves:
            self._stage.make(move)
        yield None
        yield from together(self.withdraw(arm) for arm in arms)

    # -- hands -------------------------------------------------------------------

    def reach(self, seat: Seat, x: float, y: float) -> Beat:
        """An arm goes to a point, empty."""
        start = self._tips.get(seat) or self._layout.to_table(seat, *AWAY)
        self._tips[seat] = x, y
        return Beat(
            self._time(start, (x, y)),
            lambda at: (arm_of(seat, between(start, (x, y), eased(at))),),
        )

    def withdraw(self, seat: Seat) -> Iterator[Beat]:
        """The arm leaves the table."""
        if seat not in self._tips:
            return
        yield self.reach(seat, *self._layout.to_table(seat, *AWAY))
        del self._tips[seat]

    def carry(self, seat: Seat, moves: Sequence[Move]) -> Iterator[Beat]:
        """A hand takes a few tiles of one place at once and lays them down together.

        One of them is seen in the fingers, the others are under the palm.
        """
        shown = moves[0]
        first, last = shown.body.rest, self._stage.rest_after(shown)
        yield self.reach(seat, first.x, first.y)
        self._tips[seat] = last.x, last.y

        def arms(at: float) -> tuple[Arm, ...]:
            held = _carried(first, last, eased(at))
            return (arm_of(seat, (held.x, held.y), held),)

        seconds = self._time((first.x, first.y), (last.x, last.y)) + 0.06 * len(moves)
        yield Beat(seconds, arms, tuple(move.body.number for move in moves))
        for move in moves:
            self._stage.make(move)

    def press(self, seat: Seat) -> Iterator[Beat]:
        """A finger presses the button at the dome's rim."""
        yield self.pause(self._tempo.draw)
        yield self.reach(seat, *self._layout.to_table(seat, 10.0, self._layout.dome_radius))
        yield Beat(0.2, self._still(seat))
        yield from self.withdraw(seat)

    def start_and_stop(self, seat: Seat, x: float, y: float) -> Iterator[Beat]:
        """An arm reaches for something, and is drawn back with nothing."""
        yield self.reach(seat, x, y)
        yield Beat(0.3, self._still(seat))
        yield from self.withdraw(seat)

    def put_back(self, seat: Seat, moves: Sequence[Move]) -> Iterator[Beat]:
        """Tiles are carried to where they were, one by one."""
        yield from self._by_hand(seat, [[move] for move in moves if move.leaves])
        for move in moves:
            self._stage.make(move)
        yield from self.withdraw(seat)

    def stand_up(self, seat: Seat, moves: Sequence[Move]) -> Iterator[Beat]:
        """Tiles that fell are put up again."""
        yield from self._sweep(seat, list(moves))
        yield from self.withdraw(seat)

    def clear_away(self) -> Iterator[Beat]:
        """Everybody pushes the tiles before him into the hatch in the middle."""
        yield from together(self._push(seat) for seat in SEATS)

    def _push(self, seat: Seat) -> Iterator[Beat]:
        yield self.pause((0.1, 0.9))
        yield self.reach(seat, *self._layout.to_table(seat, 40.0, 380.0))
        yield self.reach(seat, *self._layout.to_table(seat, 0.0, 130.0))
        for body in self._stage.bodies(seat=seat):
            self._stage.remove(body)
        yield from self.withdraw(seat)

    def _by_hand(self, seat: Seat, gestures: list[list[Move]]) -> Iterator[Beat]:
        """Tiles that go elsewhere are carried, what lies on a wall is turned over."""
        for moves in gestures:
            if moves[0].leaves:
                yield from self.carry(seat, moves)
            else:
                yield self.reach(seat, moves[0].body.rest.x, moves[0].body.rest.y)
                yield Beat(0.25, self._still(seat))

    def _sweep(self, seat: Seat, moves: list[Move]) -> Iterator[Beat]:
        """A row is turned over, a few tiles at a time, from its owner's left."""
        row = sorted(moves, key=lambda move: move.spot.index)
        for at in range(0, len(row), 5):
            some = row[at : at + 5]
            middle = some[len(some) // 2].body.rest
            yield self.reach(seat, middle.x, middle.y)
            yield Beat(0.12, self._still(seat))
            for move in some:
                self._stage.make(move)

    def _win(self, event: Won, winner: Seat, moves: list[Move]) -> Iterator[Beat]:
        """The first winner lays the tile beside; each turns his row down."""
        if winner is event.seats[0]:
            for move in moves:
                if move.leaves:
                    yield from self.carry(winner, [move])
        else:
            yield self.pause((0.6, 1.2))
        row = [m for m in moves if not m.leaves and m.spot.seat is winner]
        yield from self._sweep(winner, row)

    def _deal(self, moves: list[Move]) -> Iterator[Beat]:
        """The machine deals: four tiles to each seat in turn."""
        rows = {s: [m for m in moves if m.spot.seat is s] for s in SEATS}
        for round_ in range(4):
            for seat in SEATS:
                for move in rows[seat][4 * round_ : 4 * round_ + 4]:
                    self._stage.make(move)
                yield Beat(0.2)

    def _still(self, seat: Seat) -> Arms:
        tip = self._tips[seat]
        arm = (arm_of(seat, tip),)
        return lambda _: arm

    def _time(self, one: tuple[float, float], other: tuple[float, float]) -> float:
        return self._tempo.start + math.dist(one, other) / self._tempo.speed


def arm_of(seat: Seat, tip: tuple[float, float], held: PlacedTile | None = None) -> Arm:
    """The arm of who sits there, its finger tips at a table point."""
    x, y = round(tip[0], 1), round(tip[1], 1)
    return Arm(seat, x, y, held, sleeve=_SLEEVES[seat], skin=_SKINS[seat])


def _gestures(event: Event, moves: list[Move]) -> list[list[Move]]:
    """What a hand takes at once: own tiles of one event together, others singly.

    Own tiles come before a claimed one. Shifts within a hand's row are left
    out: they happen as tiles come and go.
    """
    own = [m for m in moves if m.leaves and m.body.spot.zone is Zone.HAND]
    others = [m for m in moves if m.leaves and m.body.spot.zone is not Zone.HAND]
    turned = [m for m in moves if not m.leaves and m.spot.zone is not Zone.HAND]
    together_ = isinstance(event, Punged | Konged | Chowed | FlowersLaid)
    first = [own] if own and together_ else [[move] for move in own]
    return [*first, *([move] for move in others), *([move] for move in turned)]


def together(strands: Iterable[Iterator[Beat]]) -> Iterator[Beat]:
    """Several people at once: each strand runs in its own time."""
    running: list[tuple[Iterator[Beat], Beat, float]] = []
    for strand in strands:
        beat = next(strand, None)
        if beat is not None:
            running.append((strand, beat, 0.0))
    while running:
        seconds = min(beat.seconds - spent for _, beat, spent in running)
        yield _joined([(beat, spent) for _, beat, spent in running], seconds)
        following: list[tuple[Iterator[Beat], Beat, float]] = []
        for strand, beat, spent in running:
            if beat.seconds - spent > seconds + 1e-9:
                following.append((strand, beat, spent + seconds))
            elif (after := next(strand, None)) is not None:
                following.append((strand, after, 0.0))
        running = following


def _joined(parts: list[tuple[Beat, float]], seconds: float) -> Beat:
    def arms(at: float) -> tuple[Arm, ...]:
        found: list[Arm] = []
        for beat, spent in parts:
            share = (spent + at * seconds) / beat.seconds if beat.seconds else 1.0
            found += beat.arms(min(share, 1.0))
        return tuple(found)

    return Beat(seconds, arms, tuple(body for beat, _ in parts for body in beat.held))


def between(
    one: tuple[float, float], other: tuple[float, float], share: float
) -> tuple[float, float]:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def eased(share: float) -> float:
    """Hands start and stop softly."""
    return share * share * (3 - 2 * share)


def _carried(first: PlacedTile, last: PlacedTile, share: float) -> PlacedTile:
    """A tile on its way: lifted, turned over half way if it must be."""
    x, y = between((first.x, first.y), (last.x, last.y), share)
    turn = (last.yaw - first.yaw + 180.0) % 360.0 - 180.0
    pose = first.pose if share < 0.35 else last.pose
    if share < 0.85 and pose is Pose.STANDING and first.pose is Pose.FACE_DOWN:
        pose = Pose.FACE_DOWN
    z = first.z + (last.z - first.z) * share + _LIFT * math.sin(math.pi * share)
    return PlacedTile(
        last.tile, pose, round(x, 1), round(y, 1), round(z, 1),
        round(first.yaw + turn * share, 1),
    )  # fmt: skip
