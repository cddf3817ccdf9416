"""Which event comes next at the virtual table: chance, the rules, the players.

Chance is a shuffled set of tiles and seeded dice; what the rules leave to
people is put to the four players in the order of the rules: wins together,
then kongs, then pungs, then whoever's turn it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.deal import Deal
from engine.events import (
    Acted,
    Chowed,
    Dealt,
    Declined,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    FlowersPassed,
    HandOpened,
    Konged,
    Penalised,
    Punged,
    Settled,
    Voided,
    WallsRaised,
    Won,
)
from engine.meld import MeldKind
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.wall import Layer, Place, dealt_slots
from table_io.virtual.players import OwnView, Player, Temper

Ring = Mapping[Place, Tile]
"""The true tile at each place of the walls as they were raised."""


def shuffled(deal: Deal, rng: random.Random) -> dict[Place, Tile]:
    """A shuffled set in the places of the walls."""
    tiles = list(deal.tiles.tiles())
    rng.shuffle(tiles)
    places = [
        Place(seat, stack, layer)
        for seat in SEATS
        for stack in range(deal.wall.stacks[seat])
        for layer in (Layer.TOP, Layer.BOTTOM)
    ]
    if len(places) != len(tiles):
        raise ValueError(f"{len(tiles)} tiles do not fill walls of {len(places)}")
    return dict(zip(places, tiles, strict=True))


class Course:
    """One deal's chance and decisions. `ring` stays as raised: it is the truth."""

    def __init__(self, deal: Deal, seed: str, temper: Temper | None = None) -> None:
        self._rng = random.Random(f"{seed}-chance")
        self.ring: Ring = shuffled(deal, self._rng)
        self.players = tuple(Player(seat, seed, temper) for seat in SEATS)

    def tile_at(self, deal: Deal, slot: int) -> Tile:
        """The true tile in a slot; the break must be known."""
        place = deal.wall.place(slot)
        assert place is not None
        return self.ring[place]

    def next_event(self, deal: Deal) -> Event:
        """The event that follows `deal`, whose hands are all known."""
        legal = [e for e in deal.legal() if not isinstance(e, Declined | Penalised | Voided)]
        if not legal:
            raise ValueError(f"nothing is legal after {deal.last}")
        return (
            self._win(deal, [e for e in legal if isinstance(e, Won)])
            or self._claim(deal, legal)
            or self._turn(deal, legal)
            or self._course(deal, legal)
        )

    def _win(self, deal: Deal, offered: Sequence[Won]) -> Won | None:
        """The win by all who want it, or by the nearest where only one may win."""
        wanting = {
            event.seats[0]
            for event in offered
            if len(event.seats) == 1
            and self.players[event.seats[0]].wins(OwnView.of(deal, event.seats[0]), event)
        }
        together = [event for event in offered if set(event.seats) == wanting]
        nearest = [event for event in offered if event.seats[0] in wanting]
        return next(iter(together or nearest), None)

    def _claim(self, deal: Deal, legal: Sequence[Event]) -> Event | None:
        """A claim on what another seat has just laid; kongs come before pungs."""
        claims: dict[Seat, list[Event]] = {}
        for event in legal:
            if _is_claim(deal, event):
                claims.setdefault(_seat_of(event), []).append(event)
        made: list[Event] = []
        for seat, offered in claims.items():
            claimed = self.players[seat].claims(OwnView.of(deal, seat), offered)
            if claimed is not None:
                made.append(claimed)
        actor = deal.step.actor
        return min(
            made,
            key=lambda e: (_rank(e), actor.distance_to(_seat_of(e))),
            default=None,
        )

    def _turn(self, deal: Deal, legal: Sequence[Event]) -> Event | None:
        """What the seat on turn does with its own tiles."""
        own = [
            event
            for event in legal
            if isinstance(event, FlowersLaid | FlowersPassed | Discarded | Konged | Acted)
            and not _is_claim(deal, event)
        ]
        if not own:
            return None
        seat = _seat_of(own[0])
        mine = [event for event in own if _seat_of(event) is seat]
        others = [event for event in legal if event not in mine and not _is_claim(deal, event)]
        return self.players[seat].acts(OwnView.of(deal, seat), mine, bool(others))

    def _course(self, deal: Deal, legal: Iterable[Event]) -> Event:
        """What neither needs nor leaves a choice."""
        walls = [event for event in legal if isinstance(event, WallsRaised)]
        if walls:
            return walls[0]
        dice = [event for event in legal if isinstance(event, DiceRolled)]
        if dice:
            thrown = self._rng.randint(1, 6), self._rng.randint(1, 6)
            return replace(dice[0], dice=thrown)
        for event in legal:
            match event:
                case Exhausted() | Settled() | HandOpened():
                    return event
                case Dealt():
                    a, b, c, d = (self._hand(deal, seat) for seat in SEATS)
                    return Dealt((a, b, c, d))
                case Flipped(slot, tile) if tile == self.tile_at(deal, slot):
                    return event
                case Drew(_, end):
                    following = deal.wall.next_slot(end)
                    assert following is not None
                    return replace(event, tile=self.tile_at(deal, following))
        raise ValueError(f"nobody moves after {deal.last}")

    def _hand(self, deal: Deal, seat: Seat) -> tuple[Tile, ...]:
        slots = dealt_slots(deal.dealer.distance_to(seat))
        return tuple(self.tile_at(deal, slot) for slot in slots)


def _is_claim(deal: Deal, event: Event) -> bool:
    """Whether the event answers what another seat laid."""
    match event:
        case Punged() | Chowed():
            return True
        case Konged(_, kind):
            return kind is MeldKind.EXPOSED_KONG
        case Acted(seat):
            return seat is not deal.step.actor
    return False


def _seat_of(event: Event) -> Seat:
    seat = getattr(event, "seat", None)
    assert isinstance(seat, Seat)
    return seat


def _rank(event: Event) -> int:
    if isinstance(event, Konged):
        return 0
    return 1 if isinstance(event, Punged) else 2


__all__ = ["Course", "Ring", "shuffled"]
