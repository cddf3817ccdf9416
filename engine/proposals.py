"""Which legal events could explain what a picture shows and the books do not.

`legal()` lists events with `?` where a hand is hidden, or one for every kind
that it may hold. Here each is held against the tiles that nothing explains
yet, and `?` is filled in by what was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import TypeGuard

from engine.deal import Deal
from engine.events import (
    Acted,
    Chowed,
    Discarded,
    Drew,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    FlowersPassed,
    HandOpened,
    Konged,
    Punged,
    Won,
)  # fmt: skip
from engine.evidence import Comparison
from engine.observations import Presence, SeenTile, Zone
from engine.picture import Place
from engine.seat import SEATS, Seat
from engine.tile import KINDS, Tile
from engine.view import Phase

PLAUSIBLE = 0.02
"""A reading below this does not bring an event into play."""

READINGS = 3
"""How many readings of one tile are tried."""

HANDS = 12
"""How many readings of an opened hand are tried."""

CLAIMED_TO = (Zone.MELDS, Zone.WINNING_TILE)
"""Where a discard may have gone before anybody saw it lie."""

ZONES_OF_ACTION = {
    "river": Zone.RIVER, "melds": Zone.MELDS, "flowers": Zone.FLOWERS, "hand": Zone.HAND,
}  # fmt: skip


def is_silent(event: Event) -> bool:
    """Leaves no picture of its own that could be told for sure."""
    return isinstance(event, Drew | FlowersPassed | Exhausted)


def is_added_kong(event: Event) -> TypeGuard[Konged]:
    """Whether it adds a tile to a set of the same seat, of which another may yet win."""
    return isinstance(event, Konged) and event.source is None and len(event.used) == 1


def silent(deal: Deal) -> list[Event]:
    """Legal events that leave no picture: draws, passed flowers, the wall's end."""
    found: list[Event] = []
    for state, event in offered(deal):
        match event:
            case Drew(seat, end, cause, _) if state.flow.check(state, event) is None:
                found.append(Drew(seat, end, cause))
            case FlowersPassed() | Exhausted() if state.flow.check(state, event) is None:
                found.append(event)
    return list(dict.fromkeys(found))


def offered(deal: Deal) -> Iterator[tuple[Deal, Event]]:
    """What may be legal next, each with the deal that it would follow: this one, or
    this one once an open window has closed. Checking is dear, and for the caller to do
    where an event explains anything."""
    state: Deal | None = deal
    while state is not None:
        for event in state.flow.candidates(state):
            yield state, event
        state = state.lapsed()


def visible(deal: Deal, compared: Comparison) -> Iterator[Event]:
    """Legal events that would explain something of what is left over."""
    loose: dict[Place, list[SeenTile]] = {}
    for seen in (*compared.unexplained, *compared.spare):
        if seen.seat is not None:
            loose.setdefault((seen.zone, seen.seat), []).append(seen)
    done: set[Event] = set()
    laying = {seat for zone, seat in loose if zone is Zone.MELDS}
    won_on = any(zone is Zone.WINNING_TILE for zone, _ in loose)
    for state, listed in offered(deal):
        # Kongs of every kind a hidden hand may hold are most of the list.
        if isinstance(listed, Konged | Punged | Chowed) and listed.seat not in laying:
            if not (won_on and is_added_kong(listed)):
                continue
        fresh = [e for e in _filled(deal, listed, loose, compared) if e not in done]
        if fresh and state.flow.check(state, listed) is None:
            done.update(fresh)
            yield from dict.fromkeys(fresh)
    # Hidden hands cannot be listed; whichever lies open now is held against the rules.
    if deal.phase is Phase.OPENING:
        for seat in SEATS:
            if not deal.opened[seat]:
                yield from _hands(deal, seat, loose.get((Zone.HAND, seat), []))


def _filled(
    deal: Deal,
    event: Event,
    loose: dict[Place, list[SeenTile]],
    compared: Comparison,
) -> Iterable[Event]:
    match event:
        case Discarded(seat, tile):
            # A discard claimed at once is never seen in the river, only where it went.
            went = [s for at in SEATS for z in CLAIMED_TO for s in loose.get((z, at), ())]
            if tile in _readings([*loose.get((Zone.RIVER, seat), ()), *went]):
                yield event
        case FlowersLaid(seat, _):
            yield from _flowers(deal, seat, loose.get((Zone.FLOWERS, seat), []))
        case Punged(seat, _, tile, used) | Chowed(seat, _, tile, used):
            if _shows(loose.get((Zone.MELDS, seat), ()), {tile, *used}):
                yield event
        case Konged(seat, _, tile, used):
            here = loose.get((Zone.MELDS, seat), ())
            # A kong that is robbed at once is seen only where its tile went.
            won_on = [s for at in SEATS for s in loose.get((Zone.WINNING_TILE, at), ())]
            robbed = is_added_kong(event) and _shows(won_on, {*used})
            blank = any(seen.face is None for seen in here)
            if robbed or blank or _shows(here, {tile, *used}):
                yield event
        case Won(seats, tile):
            yield from _wins(event, seats, tile, loose, compared)
        case Flipped(slot, tile):
            place = deal.wall.place(slot)
            if place is not None:
                # Only a tile turned in play may have gone on before it was seen (开杠).
                on = _gone_on(loose) if deal.phase is Phase.PLAY else []
                readings = _readings(_wall(loose, place.seat) or on)
                if not tile.is_known:
                    yield from (replace(event, tile=reading) for reading in readings)
                elif tile in readings:
                    yield event
        case Acted(seat, name, tiles):
            action = deal.flow.actions.get(name)
            zone = ZONES_OF_ACTION.get(action.zone) if action else None
            rows = [loose.get((zone, at), ()) for at in SEATS] if zone else list(loose.values())
            # A tile that an action takes away is missed where it lay (D3.十).
            gone = any(tile in tiles for _, tile in compared.missing)
            if not tiles or gone or any(_shows(row, set(tiles)) for row in rows):
                yield event
        case _:
            return


def _wall(loose: dict[Place, list[SeenTile]], seat: Seat) -> list[SeenTile]:
    """Face-up tiles on a wall; one at a corner may be taken for the next side."""
    here = loose.get((Zone.WALL, seat), [])
    return here or [seen for at in SEATS for seen in loose.get((Zone.WALL, at), [])]


def _gone_on(loose: dict[Place, list[SeenTile]]) -> list[SeenTile]:
    """Where a tile lies that was turned and thrown or won on at once (开杠)."""
    zones = (Zone.RIVER, *CLAIMED_TO)
    return [seen for at in SEATS for zone in zones for seen in loose.get((zone, at), ())]


def _readings(row: Iterable[SeenTile]) -> tuple[Tile, ...]:
    """Plausible readings of any tile of a row, likeliest first."""
    return _readings_of(tuple(seen.faces for seen in row))


@lru_cache(maxsize=512)
def _readings_of(rows: tuple[tuple[tuple[Tile, float], ...], ...]) -> tuple[Tile, ...]:
    best: dict[Tile, float] = {}
    for faces in rows:
        for tile, probability in faces:
            if probability >= PLAUSIBLE:
                best[tile] = max(best.get(tile, 0.0), probability)
    return tuple(sorted(best, key=lambda tile: -best[tile]))


def _shows(row: Iterable[SeenTile], tiles: set[Tile]) -> bool:
    return any(tile in tiles for tile in _readings(row))


def _flowers(deal: Deal, seat: Seat, row: list[SeenTile]) -> Iterator[Event]:
    """All new flowers at once, or any of them alone."""
    kinds = deal.flow.flower_kinds(deal)
    faces = [tile for seen in row if (tile := seen.face) in kinds]
    unsure = [seen for seen in row if seen.face not in kinds]
    if len(faces) > 1:
        yield FlowersLaid(seat, tuple(faces))
    for tile in dict.fromkeys(faces):
        yield FlowersLaid(seat, (tile,))
    for tile in _readings(unsure):
        if tile in kinds:
            yield FlowersLaid(seat, (tile,))
    for seen in row:
        for tile, probability in seen.faces[1:READINGS]:
            if tile in kinds and probability >= PLAUSIBLE:
                others = [t for s in row if s is not seen and (t := s.face) in kinds]
                yield FlowersLaid(seat, (tile,))
                if others:
                    yield FlowersLaid(seat, (*others, tile))


def _wins(
    event: Won,
    seats: tuple[Seat, ...],
    tile: Tile,
    loose: dict[Place, list[SeenTile]],
    compared: Comparison,
) -> Iterator[Event]:
    shown = [seen for seat in seats for seen in loose.get((Zone.WINNING_TILE, seat), ())]
    turned = all(seat in compared.turned for seat in seats)
    if tile.is_known:
        if turned or tile in _readings(shown):
            yield event
        return
    readings = _readings(shown)[:READINGS]
    yield from (replace(event, tile=reading) for reading in readings)


def _hands(deal: Deal, seat: Seat, row: list[SeenTile]) -> Iterator[Event]:
    """The likeliest readings of a hand laid open, tile conservation respected."""
    hand = deal.hands[seat]
    # What lay there before, or is taken for a tile, is the least surely seen.
    surest = sorted(row, key=_doubt)[: hand.count]
    shown = sorted(surest, key=lambda seen: _along(seen, seat))
    unread = hand.count - len(shown)
    if unread not in (0, 1) or not shown:
        return
    available = {t: deal.unseen[t.index] for seen in shown for t, _ in seen.faces}
    for tile in hand.known:
        available[tile] = available.get(tile, 0) + 1
    readings = likeliest(shown, available, HANDS)
    if unread:
        left = _left_for(deal, seat, readings[0]) if readings else []
        readings = [(*readings[0], tile) for tile in left]
    for tiles in readings:
        if not Counter(hand.known) - Counter(tiles):
            yield HandOpened(seat, tiles)


def _left_for(deal: Deal, seat: Seat, tiles: tuple[Tile, ...]) -> list[Tile]:
    """Kinds that the one unread tile of a hand may be, those that go with it first."""
    left = Counter({tile: deal.unseen[tile.index] for tile in KINDS})
    left += Counter(deal.hands[seat].known)
    left -= Counter(tiles)

    def goes_with(tile: Tile) -> int:
        near = [t for t in tiles if t.suit == tile.suit]
        beside = sum(tile.is_number and abs(t.rank - tile.rank) in (1, 2) for t in near)
        return 2 * near.count(tile) + beside

    return sorted(left, key=goes_with, reverse=True)


def _doubt(seen: SeenTile) -> tuple[bool, float]:
    return seen.presence is Presence.HIDDEN, -seen.faces[0][1]


def _along(seen: SeenTile, seat: Seat) -> float:
    return (seen.x, -seen.y, -seen.x, seen.y)[seat]


def likeliest(
    shown: list[SeenTile], available: dict[Tile, int], most: int
) -> list[tuple[Tile, ...]]:
    """Up to `most` joint readings of a row, likeliest first, none of which
    takes more of a kind than `available`.

    The doubtful tiles are varied; the clear ones keep their first reading as
    far as the number of tiles allows.
    """
    options: list[list[tuple[Tile, float]]] = []
    for seen in shown:
        plausible = [(t, p) for t, p in seen.faces if p >= PLAUSIBLE and available.get(t)]
        options.append(plausible[:READINGS] or [(t, p) for t, p in seen.faces[:1]])
    if any(not row for row in options):
        return []
    doubtful = sorted(
        (at for at, row in enumerate(options) if len(row) > 1),
        key=lambda at: options[at][0][1],
    )
    for at in doubtful[6:]:
        options[at] = options[at][:1]
    found: list[tuple[float, tuple[Tile, ...]]] = []
    for choice in islice(product(*options), 3**6):
        tiles = tuple(tile for tile, _ in choice)
        counts = Counter(tiles)
        if all(count <= available.get(tile, 0) for tile, count in counts.items()):
            found.append((prod(p for _, p in choice), tiles))
    found.sort(key=lambda item: -item[0])
    return [tiles for _, tiles in found[:most]]


__all__ = ["is_added_kong", "is_silent", "likeliest", "offered", "silent", "visible"]
