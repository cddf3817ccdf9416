"""Random legal play: a seeded table that deals known tiles and chooses among
the legal events, weighted so that every kind of event comes about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import exp

from engine.deal import Deal
from engine.events import (
    Acted,
    Dealt,
    Declined,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Flipped,
    FlowersLaid,
    HandOpened,
    Konged,
    Penalised,
    Punged,
    Settled,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.play import PlayState
from engine.ruleset import RuleSet
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile
from engine.wall import dealt_slots

WEIGHTS: dict[type, float] = {
    Won: 40.0, Konged: 6.0, Punged: 3.0, FlowersLaid: 8.0, Acted: 5.0, Declined: 0.3,
    Penalised: 0.0,
}  # fmt: skip


Gather = Callable[[Tile], bool]
"""Which tiles a rigged deal gives to one seat, to bring rare events about."""


class Table:
    """One shuffled set: it knows every tile, the deal may or may not."""

    def __init__(self, deal: Deal, rng: random.Random, gather: Gather | None) -> None:
        self.rng = rng
        self.tiles = list(deal.tiles.tiles())
        rng.shuffle(self.tiles)
        if gather is not None:
            self._gather(gather)

    def _gather(self, gather: Gather) -> None:
        """Deal most of the tiles that `gather` likes to one seat."""
        slots = dealt_slots(self.rng.randrange(4))
        liked = [at for at, tile in enumerate(self.tiles) if gather(tile)][:7]
        for slot, at in zip(slots, liked, strict=False):
            self.tiles[slot], self.tiles[at] = self.tiles[at], self.tiles[slot]

    def dealt(self, dealer: Seat) -> tuple[tuple[Tile, ...], ...]:
        """The hands that the deal order gives."""
        return tuple(
            tuple(self.tiles[slot] for slot in dealt_slots(dealer.distance_to(seat)))
            for seat in SEATS
        )


def play(
    rules: RuleSet,
    options: Mapping[str, str],
    seed: int,
    hidden: bool = False,
    weights: Mapping[type, float] | None = None,
    gather: Gather | None = None,
) -> Iterator[tuple[Deal, Event, Deal]]:
    """One deal to its end: each step as (before, event, after).

    With `hidden` the deal is told no tile that a bystander cannot see; the
    true hands are followed beside it, so that only possible events are chosen.
    """
    rng = random.Random(seed)
    dealer = Seat(rng.randrange(4))
    shown = Deal.begin(rules, 1, dealer, options)
    truth = shown
    table = Table(shown, rng, gather)
    chosen_by = {**WEIGHTS, **(weights or {})}
    for _ in range(2000):
        filled = (_filled(truth, event, table) for event in truth.legal())
        listed = list(dict.fromkeys(event for event in filled if event is not None))
        if hidden and shown.is_over:
            for turned in _uncovered(shown, truth):
                told_of = shown.apply(turned)
                yield shown, turned, told_of
                shown = told_of
        if hidden and shown.is_over and shown.settlement().missing:
            listed = [event for event in listed if isinstance(event, HandOpened)]
        if not listed:
            return
        event = rng.choices(listed, [_weight(truth, e, chosen_by) for e in listed])[0]
        after = truth.apply(event)
        if hidden:
            told = _as_seen(shown, event)
            next_shown = shown.apply(told)
            yield shown, told, next_shown
            shown = next_shown
        else:
            yield truth, event, after
        truth = after
        if isinstance(event, Settled):
            return


def _weight(truth: Deal, event: Event, weights: Mapping[type, float]) -> float:
    """Chance of an event; discards go by how little the tile helps its hand."""
    weight = weights.get(type(event), 1.0)
    if isinstance(event, Discarded):
        return weight * 40.0 * exp(-_use(truth, event.seat, event.tile))
    if isinstance(event, Punged) and _use(truth, event.seat, event.tile) < 4:
        return weight * 0.1
    return weight


def _use(truth: Deal, seat: Seat, tile: Tile) -> float:
    """How much a tile helps: pairs, neighbours, and its suit's share of the hand."""
    if tile.is_joker:
        return 12.0
    if not tile.is_number:
        return 3.0
    hand = truth.hands[seat].known
    use = 2.5 * (hand.count(tile) - 1)
    for step, worth in ((1, 1.5), (2, 0.7)):
        for rank in (tile.rank - step, tile.rank + step):
            if 1 <= rank <= 9 and any(t.suit == tile.suit and t.rank == rank for t in hand):
                use += worth
    in_suit = sum(t.suit == tile.suit for t in hand)
    melded = sum(meld.tile.suit == tile.suit for meld in truth.melds[seat])
    return use + 0.7 * in_suit + 2.0 * melded


def _filled(truth: Deal, event: Event, table: Table) -> Event | None:
    """The listed event with the tiles that this table's wall gives."""
    if isinstance(event, Dealt):
        a, b, c, d = table.dealt(truth.dealer)
        return Dealt((a, b, c, d))
    if isinstance(event, Flipped):
        return event if event.tile == table.tiles[event.slot] else None
    if isinstance(event, Drew):
        slot = truth.wall.next_slot(event.end)
        assert slot is not None
        return replace(event, tile=table.tiles[slot])
    if isinstance(event, DiceRolled) and table.rng.random() < 0.5:
        return replace(event, dice=(event.dice[1], event.dice[0]))
    return event


def _lies_covered(shown: Deal, event: Konged) -> bool:
    """A concealed kong that this page lays face down."""
    page = shown.page
    covered = isinstance(page, PlayState) and page.terms.covered_kongs
    return covered and event.kind is MeldKind.CONCEALED_KONG


def _uncovered(shown: Deal, truth: Deal) -> Iterator[Event]:
    """Kongs that the bystander has still to see turned."""
    for seat in SEATS:
        for at, meld in enumerate(shown.melds[seat]):
            if not meld.tile.is_known:
                yield Acted(seat, "uncover", (truth.melds[seat][at].tile,), meld=at)


def _as_seen(shown: Deal, event: Event) -> Event:
    """What a bystander is told of a true event."""
    if isinstance(event, Dealt):
        a, b, c, d = (tuple(UNKNOWN for _ in hand) for hand in event.hands)
        return Dealt((a, b, c, d))
    if isinstance(event, Drew):
        slot = shown.wall.next_slot(event.end)
        face = shown.wall.tile_at(slot) if slot is not None else None
        return replace(event, tile=face or UNKNOWN)
    if isinstance(event, Konged) and _lies_covered(shown, event):
        return replace(event, tile=UNKNOWN, used=(UNKNOWN,) * 4)
    if isinstance(event, Settled):
        made = shown.settlement()
        return Settled(made.rows, made.net, made.next_dealer, made.reason)
    return event
