"""A deal being changed: the books of the core, one entry at a time.

A draft is made from a deal, changed by one event and frozen again. Each
method moves tiles from one place to another and keeps `unseen` in step; all of
them trust that the event was checked before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import End, Event
from engine.flow import Step
from engine.hand import Hand
from engine.meld import Meld
from engine.seat import Seat, four
from engine.tile import Tile
from engine.view import Status
from engine.wall import Wall
from engine.win import Win

if TYPE_CHECKING:
    from engine.deal import Deal


class Draft:
    """The mutable twin of a `Deal`; see there for what the fields mean."""

    __slots__ = (
        "base", "dealer", "dice", "ended", "entries", "extra", "flowers", "hands", "melds",
        "opened", "page", "rivers", "statuses", "step", "unseen", "wall", "winning", "wins",
    )  # fmt: skip

    def __init__(self, deal: Deal) -> None:
        self.base = deal
        self.dealer: Seat = deal.dealer
        self.step: Step = deal.step
        self.wall: Wall = deal.wall
        self.page: object = deal.page
        self.dice: tuple[int, int] | None = deal.dice
        self.ended: str = deal.ended
        self.unseen = bytearray(deal.unseen)
        self.hands: list[Hand] = list(deal.hands)
        self.melds: list[tuple[Meld, ...]] = list(deal.melds)
        self.rivers: list[tuple[Tile, ...]] = list(deal.rivers)
        self.flowers: list[tuple[Tile, ...]] = list(deal.flowers)
        self.winning: list[Tile | None] = list(deal.winning)
        self.statuses: list[Status] = list(deal.statuses)
        self.entries: list[str] = list(deal.entries)
        self.extra: list[int] = list(deal.extra)
        self.opened: list[bool] = list(deal.opened)
        self.wins: list[Win] = list(deal.wins)

    def freeze(self, event: Event | None) -> Deal:
        """The deal after the change; `event` is what brought it (None: a window closed)."""
        base = self.base
        return replace(
            base,
            dealer=self.dealer,
            step=self.step,
            wall=self.wall,
            page=self.page,
            dice=self.dice,
            ended=self.ended,
            unseen=bytes(self.unseen),
            hands=four(self.hands),
            melds=four(self.melds),
            rivers=four(self.rivers),
            flowers=four(self.flowers),
            winning=four(self.winning),
            statuses=four(self.statuses),
            entries=four(self.entries),
            extra=four(self.extra),
            opened=four(self.opened),
            wins=tuple(self.wins),
            last=event if event is not None else base.last,
        )

    def take(self, seat: Seat, tile: Tile) -> None:
        """A tile comes into a hand from a place in sight, or unseen as `?`."""
        self.hands[seat] = self.hands[seat].with_tile(tile)

    def reveal(self, tile: Tile) -> None:
        """A tile that was unseen is seen from now on."""
        if tile.is_known:
            self.unseen[tile.index] -= 1

    def give(self, seat: Seat, tile: Tile) -> None:
        """A tile leaves a hand and is seen; a hidden one is thereby revealed."""
        left = self.hands[seat].without(tile)
        if left is None:
            raise ValueError(f"{seat} holds no {tile}")
        self.hands[seat], revealed = left
        if revealed:
            self.reveal(tile)

    def cover(self, seat: Seat) -> None:
        """A hidden tile leaves a hand and stays hidden (a kong laid face down)."""
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, hidden=hand.hidden - 1)

    def recount(self, seat: Seat, number: int) -> None:
        """A dead hand turns out to be `number` tiles; the books follow it."""
        hand = self.hands[seat]
        surplus = number - hand.count
        if hand.hidden + surplus >= 0:
            self.hands[seat] = replace(hand, hidden=hand.hidden + surplus)
            self.extra[seat] += surplus

    def draw(self, seat: Seat, end: End, tile: Tile) -> Tile:
        """The next tile from an end of the wall; an open one is known by its face."""
        slot = self.wall.next_slot(end)
        if slot is None:
            raise ValueError("the wall is used up")
        face = self.wall.tile_at(slot)
        self.wall = self.wall.without(slot)
        if face is not None:
            tile = face
        else:
            self.reveal(tile)
        self.take(seat, tile)
        return tile

    def deal_hands(self, hands: tuple[tuple[Tile, ...], ...]) -> None:
        """The hands of all seats as they were dealt."""
        for at, tiles in enumerate(hands):
            self.hands[at] = Hand.of(tiles)
            for tile in tiles:
                self.reveal(tile)
        self.wall = self.wall.dealt(sum(len(tiles) for tiles in hands))

    def flip(self, slot: int, tile: Tile, *, dead: bool = False) -> None:
        """A wall tile is turned face up; `dead`: it is never drawn."""
        self.wall = self.wall.flipped(slot, tile, dead=dead)
        self.reveal(tile)

    def discard(self, seat: Seat, tile: Tile) -> None:
        """From the hand into the seat's river."""
        self.give(seat, tile)
        self.rivers[seat] = (*self.rivers[seat], tile)

    def lay_flower(self, seat: Seat, tile: Tile) -> None:
        """From the hand before it, face up."""
        self.give(seat, tile)
        self.flowers[seat] = (*self.flowers[seat], tile)

    def leave_river(self, seat: Seat, tile: Tile) -> None:
        """The last such tile leaves a river (claimed, won or taken)."""
        self.rivers[seat] = without_last(self.rivers[seat], tile)

    def leave_flowers(self, seat: Seat, tile: Tile) -> None:
        """A laid flower leaves its place."""
        self.flowers[seat] = without_last(self.flowers[seat], tile)

    def add_meld(self, seat: Seat, meld: Meld) -> None:
        self.melds[seat] = (*self.melds[seat], meld)

    def set_meld(self, seat: Seat, index: int, meld: Meld) -> None:
        """Another meld stands where one stood."""
        row = list(self.melds[seat])
        row[index] = meld
        self.melds[seat] = tuple(row)

    def open_hand(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """The hand is laid open: all of it is known from now on."""
        for tile in self.hands[seat].missing(tiles):
            self.reveal(tile)
        self.hands[seat] = Hand.of(tiles)
        self.opened[seat] = True

    def win_tile(self, seat: Seat, tile: Tile) -> None:
        """A winning tile lies beside the winner's row."""
        self.winning[seat] = tile


def without_last(row: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """`row` without the last `tile` in it."""
    for at in range(len(row) - 1, -1, -1):
        if row[at] == tile:
            return row[:at] + row[at + 1 :]
    raise ValueError(f"no {tile} lies in {row}")
