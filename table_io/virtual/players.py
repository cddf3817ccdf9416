"""Four people who know the rules and their own tiles, and nothing else.

A player is asked with what he can see (`OwnView`) and the legal events that
are his to choose; he answers with one of them, or None to let things pass. He
keeps two suits, discards what brings him no nearer to a hand, claims what
brings him nearer, and wins nearly always when he may. He knows kinds of events
and no rule page, so that any page's players are these.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.deal import Deal
from engine.events import (
    Acted,
    Discarded,
    Event,
    FlowersLaid,
    FlowersPassed,
    Konged,
    Punged,
    Won,
)
from engine.meld import Meld, MeldKind
from engine.seat import SEATS, Seat
from engine.tile import JOKER, NUMBERS, Tile
from table_io.virtual.nearness import Counts, counts_of, steps_away

_SUITS = "mps"
_FAR = 99


@dataclass(frozen=True, slots=True)
class Temper:
    """How a player plays; each is a probability.

    `claims`: takes a pung that brings him no nearer but not further away.
    `kongs`: lays a kong that costs him nothing. `declines`: lets a win off a
    discard go by. `slips`: throws a tile that he could have used. `acts`: uses
    an action that only the page knows.
    """

    claims: float = 0.35
    kongs: float = 0.9
    declines: float = 0.03
    slips: float = 0.3
    acts: float = 0.0

    @classmethod
    def of(cls, helpers: str) -> Temper:
        """People who use the page's own actions `none`, `some` or `many` times."""
        return cls(acts=HELPERS[helpers])


HELPERS: Mapping[str, float] = {"none": 0.0, "some": 0.5, "many": 0.95}
"""How often an action that only the page knows is used where it may be."""


@dataclass(frozen=True, slots=True)
class OwnView:
    """What one player knows. `left`: kind → tiles of it that he does not see."""

    seat: Seat
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    left: Mapping[Tile, int] = field(repr=False)

    @classmethod
    def of(cls, deal: Deal, seat: Seat) -> OwnView:
        """The deal as it looks from `seat`."""
        left = {tile: deal.tiles.count(tile) for tile in deal.tiles.kinds}
        hand = deal.hands[seat].known
        seen: list[Tile] = [*hand, *(tile for _, tile in deal.wall.face_up)]
        for other in SEATS:
            seen += deal.rivers[other]
            seen += deal.flowers[other]
            seen += [tile for meld in deal.melds[other] for tile in meld.tiles]
            winning = deal.winning[other]
            seen += [winning] if winning is not None else []
        for tile in seen:
            if left.get(tile, 0):
                left[tile] -= 1
        return cls(seat, hand, deal.melds[seat], left)


class Player:
    """One seat's player; `seed` settles his whims."""

    def __init__(self, seat: Seat, seed: str, temper: Temper | None = None) -> None:
        self.seat = seat
        self.temper = temper or Temper()
        self._rng = random.Random(f"{seed}-{seat}")

    def wins(self, view: OwnView, event: Won) -> bool:
        """Whether he takes a win that he may have."""
        return event.source is None or self._rng.random() >= self.temper.declines

    def claims(self, view: OwnView, offered: Sequence[Event]) -> Event | None:
        """The claim on another's tile that he makes, if any."""
        for event in offered:
            if isinstance(event, Acted) and self._rng.random() < self.temper.acts:
                return event
        plan = _Plan.of(view)
        best: tuple[int, int, Event] | None = None
        for event in offered:
            if not isinstance(event, Punged | Konged):
                continue
            if event.tile.is_number and event.tile.suit not in plan.kept:
                continue
            rest = _without(view.hand, event.used)
            after = plan.away_with_set(rest, event.tile, draws=isinstance(event, Konged))
            jokers = sum(tile.is_joker for tile in event.used)
            if best is None or (after, jokers) < best[:2]:
                best = after, jokers, event
        if best is None:
            return None
        after, spent, event = best
        nearer = after < plan.away(view.hand)
        spare = spent <= max(0, plan.jokers(view.hand) - 1)
        if spent and not spare and self._rng.random() > 0.3:
            return None
        same = after == plan.away(view.hand)
        if isinstance(event, Konged):
            return event if nearer or (same and self._rng.random() < self.temper.kongs) else None
        if nearer or (same and self._rng.random() < self.temper.claims):
            return event
        return None

    def acts(self, view: OwnView, offered: Sequence[Event], may_pass: bool = False) -> Event | None:
        """What he does on his turn; None only where nothing need be done.

        `may_pass`: the game goes on too if he does nothing.
        """
        flowers = [event for event in offered if isinstance(event, FlowersLaid)]
        if flowers:
            return max(flowers, key=lambda event: len(event.tiles))
        passed = [event for event in offered if isinstance(event, FlowersPassed)]
        if passed:
            return passed[0]
        plan = _Plan.of(view)
        kong = self._kong(view, plan, [e for e in offered if isinstance(e, Konged)])
        if kong is not None:
            return kong
        pages_own = [event for event in offered if isinstance(event, Acted)]
        discards = [event for event in offered if isinstance(event, Discarded)]
        if may_pass and not discards:
            # Nobody answers his own tile.
            pages_own = [event for event in pages_own if event.target is not None]
        if pages_own and not discards:
            return self._best(view, plan, pages_own)
        if pages_own and self._rng.random() < self.temper.acts:
            return self._rng.choice(pages_own)
        if discards:
            costs = {event: plan.cost(view, event.tile) for event in discards}
            kept = [event for event in discards if 0 <= costs[event][0] < _FAR]
            if len(kept) == len(discards) and self._rng.random() < self.temper.slips:
                return self._rng.choice(kept)
            return min(discards, key=costs.__getitem__)
        return None

    def _best(self, view: OwnView, plan: _Plan, offered: Sequence[Acted]) -> Acted:
        """Any of them; where each brings a tile, what brings him nearest."""
        brought = [event for event in offered if len(event.tiles) == 1]
        if not brought:
            return self._rng.choice(offered)
        away = {event: plan.away_with(view.hand, event.tiles[0]) for event in brought}
        nearest = min(away.values())
        return self._rng.choice([event for event in brought if away[event] == nearest])

    def _kong(self, view: OwnView, plan: _Plan, offered: Sequence[Konged]) -> Konged | None:
        now = min((plan.away(_without(view.hand, (t,))) for t in set(view.hand)), default=_FAR)
        for event in sorted(offered, key=lambda e: sum(tile.is_joker for tile in e.used)):
            rest = _without(view.hand, event.used)
            if event.kind is MeldKind.ADDED_KONG:
                after = plan.away(rest)
            else:
                after = plan.away_with_set(rest, event.tile, draws=True)
            spent = sum(tile.is_joker for tile in event.used)
            if event.tile.is_joker or after < now:
                return event
            spare = spent <= max(0, plan.jokers(view.hand) - 1)
            chance = self.temper.kongs if spare else 0.25
            if after == now and self._rng.random() < chance:
                return event
        return None


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which two suits he keeps, and how many sets he has laid."""

    kept: str
    sets: int

    @classmethod
    def of(cls, view: OwnView) -> _Plan:
        weight = dict.fromkeys(_SUITS, 0.0)
        for tile in view.hand:
            if tile.is_number:
                weight[tile.suit] += 1.0 + 0.25 * (view.hand.count(tile) - 1)
        for meld in view.melds:
            if meld.tile.is_number:
                weight[meld.tile.suit] += 20.0
        dropped = min(_SUITS, key=lambda suit: weight[suit])
        return cls(_SUITS.replace(dropped, ""), len(view.melds))

    def jokers(self, hand: Sequence[Tile]) -> int:
        return sum(tile == JOKER for tile in hand)

    def _counts(self, hand: Sequence[Tile]) -> Counts:
        return counts_of(hand, self.kept)

    def away(self, hand: Sequence[Tile]) -> int:
        """How many tiles from ready, 0 = ready, −1 = complete."""
        return steps_away(self._counts(hand), self.jokers(hand), self.sets)

    def away_with_set(self, rest: tuple[Tile, ...], tile: Tile, *, draws: bool) -> int:
        """The same with one set more laid; unless he draws, a tile goes out."""
        plan = _Plan(self.kept, self.sets + 1)
        if draws:
            return plan.away(rest)
        return min((plan.away(_without(rest, (t,))) for t in set(rest)), default=_FAR)

    def away_with(self, hand: tuple[Tile, ...], tile: Tile) -> int:
        """The same with `tile` taken in and another one thrown."""
        more = (*hand, tile)
        return min(self.away(_without(more, (thrown,))) for thrown in set(more))

    def cost(self, view: OwnView, tile: Tile) -> tuple[float, ...]:
        """What throwing `tile` away costs; the least is thrown."""
        if not (tile.is_number or tile.is_joker):
            return (-2.0, tile.index)
        if tile.is_joker:
            spare = self.jokers(view.hand) > 2
            return (0.5, 0.0) if spare else (_FAR, 0.0)
        if tile.suit not in self.kept:
            return (-1.0, view.hand.count(tile), min(tile.rank, 10 - tile.rank))
        rest = _without(view.hand, (tile,))
        away = self.away(rest)
        return (float(away), -self._useful(view, rest, away), -abs(5.0 - tile.rank))

    def _useful(self, view: OwnView, rest: tuple[Tile, ...], away: int) -> float:
        """How many unseen tiles would bring the rest nearer."""
        counts, jokers = self._counts(rest), self.jokers(rest)
        total = 0
        for tile in NUMBERS:
            left = view.left.get(tile, 0)
            if left and tile.suit in self.kept:
                at = 9 * self.kept.index(tile.suit) + tile.rank - 1
                more = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                if steps_away(more, jokers, self.sets) < away:
                    total += left
        return float(total)


def _without(hand: Sequence[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    rest = list(hand)
    for tile in tiles:
        if tile in rest:
            rest.remove(tile)
    return tuple(rest)
