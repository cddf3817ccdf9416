"""The wall as one ring of two-high stacks (mzhz §4).

Each seat has a number of stacks before it, counted from that player's right
from 0. The ring is taken clockwise: within one wall from right to left, then
on to the wall of the seat on the left. A *slot* counts tiles from the break:
slot 2k is the top and 2k + 1 the bottom tile of the k-th stack. A wall is a
value: taking a tile gives a new wall. Slots that were emptied out of order
(stolen tiles) are holes, which draws pass over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.events import End
from engine.seat import SEATS, Seat
from engine.tile import Tile

PerSide = tuple[int, int, int, int]


class Layer(StrEnum):
    """Which tile of a stack: 上层, 下层."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slot is: the wall before `seat`, stack from its right (0…), layer."""

    seat: Seat
    stack: int
    layer: Layer


def break_seat(dealer: Seat, dice: tuple[int, int]) -> Seat:
    """The seat whose wall is broken: count the sum from the dealer (mzhz §4.2)."""
    return dealer.offset(sum(dice) - 1)


def dealt_slots(position: int) -> tuple[int, ...]:
    """Slots that the player `position` places after the dealer takes in the deal.

    Three rounds of two stacks, then the dealer takes the tops of two stacks
    with one stack skipped, the others one tile each (mzhz §4.3).
    """
    rounds = tuple(16 * turn + 4 * position + tile for turn in range(3) for tile in range(4))
    return (*rounds, 48, 52) if position == 0 else (*rounds, 48 + position)


DEALT_TILES = 53


@dataclass(frozen=True, slots=True)
class Wall:
    """Stacks per seat A…D, where the ring is broken, what was taken, what is face up.

    `first`: seat and stack (from its right) of slot 0, or None before the dice
    are known. `taken`: bit i is set once slot i is empty. `face_up`: slot and
    tile of those lying open, in the order they were turned. `tail_top_first`:
    whether the tail takes a stack's top before its bottom. `dead`: bit i is set
    when slot i lies in the wall and is never drawn (an indicator out of play).
    """

    stacks: PerSide
    first: tuple[Seat, int] | None = None
    taken: int = 0
    face_up: tuple[tuple[int, Tile], ...] = ()
    tail_top_first: bool = True
    dead: int = 0

    @property
    def total(self) -> int:
        return 2 * sum(self.stacks)

    @property
    def remaining(self) -> int:
        return self.total - self.taken.bit_count()

    @property
    def drawable(self) -> int:
        """Tiles that lie in the wall and are not dead."""
        return self.total - (self.taken | self.dead).bit_count()

    def broken(self, seat: Seat, skipped: int) -> Wall:
        """Broken in `seat`'s wall after `skipped` stacks from its right."""
        stack, at = skipped, seat
        while stack >= self.stacks[at]:
            stack -= self.stacks[at]
            at = at.previous
        return replace(self, first=(at, stack))

    def dealt(self, tiles: int = DEALT_TILES) -> Wall:
        """The first `tiles` slots taken."""
        return replace(self, taken=self.taken | ((1 << tiles) - 1))

    def is_empty(self, slot: int) -> bool:
        return bool(self.taken >> slot & 1)

    def next_slot(self, end: End) -> int | None:
        """The slot that a draw from `end` takes, None when the wall is used up.

        From the tail the last stack goes first.
        """
        free = ~(self.taken | self.dead) & ((1 << self.total) - 1)
        if not free:
            return None
        if end is End.HEAD:
            return (free & -free).bit_length() - 1
        last = free.bit_length() - 1
        top = last & ~1
        return top if self.tail_top_first and free >> top & 1 else last

    def tile_at(self, slot: int) -> Tile | None:
        """The tile lying face up in a slot, if any."""
        for at, tile in self.face_up:
            if at == slot:
                return tile
        return None

    def flipped(self, slot: int, tile: Tile, *, dead: bool = False) -> Wall:
        """`slot` turned face up; `dead`: it is never drawn."""
        stays = self.dead | 1 << slot if dead else self.dead
        return replace(self, face_up=(*self.face_up, (slot, tile)), dead=stays)

    def without(self, slot: int) -> Wall:
        """`slot` emptied; its open face goes with it."""
        return replace(
            self,
            taken=self.taken | 1 << slot,
            face_up=tuple(item for item in self.face_up if item[0] != slot),
        )

    def place(self, slot: int) -> Place | None:
        """Where on the table `slot` is; None before the break is known."""
        if self.first is None:
            return None
        seat, stack = self.first
        stack += slot // 2
        while stack >= self.stacks[seat]:
            stack -= self.stacks[seat]
            seat = seat.previous
        return Place(seat, stack, Layer.BOTTOM if slot % 2 else Layer.TOP)

    def end_place(self, *, tail: bool) -> tuple[Seat, int] | None:
        """Seat and stack of the next tile from an end; None where not known."""
        slot = self.next_slot(End.TAIL if tail else End.HEAD)
        place = self.place(slot) if slot is not None else None
        return (place.seat, place.stack) if place else None

    def slot(self, place: Place) -> int | None:
        """The slot at a place; None before the break is known."""
        if self.first is None:
            return None
        seat, stack = self.first
        distance = place.stack - stack
        while seat is not place.seat:
            distance += self.stacks[seat]
            seat = seat.previous
        if distance < 0:
            distance += sum(self.stacks)
        return 2 * distance + (place.layer is Layer.BOTTOM)

    def per_side(self) -> tuple[tuple[int, ...], ...]:
        """Tiles (0, 1, 2) in each stack before seats A…D, from that player's right.

        Before the break is known nothing has been taken from a known place,
        and all stacks are given as they were raised.
        """
        sides = [[2] * self.stacks[seat] for seat in SEATS]
        if self.first is not None:
            for slot in range(self.total):
                if self.is_empty(slot):
                    place = self.place(slot)
                    if place is not None:
                        sides[place.seat][place.stack] -= 1
        return tuple(tuple(side) for side in sides)
