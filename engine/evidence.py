"""How well a settled picture fits what a deal would leave on the table.

All costs are negative natural logarithms of probabilities, so that a
difference of 3 says twenty to one. A tile that was accepted once is bound to
the track it was seen as and costs nothing while it lies there; only what is
new, gone or elsewhere is weighed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log

from engine.deal import Deal
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.picture import COMPARED, Picture, Place, is_idle, picture_of
from engine.seat import SEATS, Seat
from engine.tile import Tile

SHORT_ROW = 3
"""Fewer tiles than this do not show whether a row stands or lies face down."""
STRAY = 3
"""So many open tiles of a hand or a wall may have fallen, or be things taken for tiles."""

Binding = tuple[Place, Tile]
"""Where an accepted track lies and as which tile (`?` for a tile face down)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """`floor`: the least probability given to any reading. `implausible`: a reading
    that costs this much explains nothing. `missing`: cost of
    an expected tile that is not seen though its place is. `extra`: cost of a
    tile that nothing explains. `covered`: cost of either where a hand covers
    the place. `standing`: cost of one standing tile too many or too few, at
    most `standing_most`. `turned`: cost of a row that should lie face down and
    does not, or the other way round. `guess`: cost of the one tile of an opened hand
    that could not be read, or was not found at all. `young`: looks below which an
    unexplained tile weighs half. `faint`: share below which nobody could say what a tile
    is. `perhaps_back`: share from which what is read may be a back, too. `veiled`,
    `aside`: cost of taking for something new a tile that is under a hand or may be a back,
    or one set aside. `vote`: how much more `full` looks that agree are worth than the mean
    of their beliefs, and `number` where they agree on a number in a river, which glare makes of
    nothing else; up to `few` looks are worth no more. `clear`: by how much less likely
    what is clearly a tile is none."""

    floor: float = 0.002
    implausible: float = 5.6
    missing: float = 4.5
    extra: float = 5.0
    covered: float = 0.4
    standing: float = 0.25
    standing_most: float = 0.5
    turned: float = 4.0
    guess: float = 3.0
    young: int = 2
    faint: float = 0.3
    perhaps_back: float = 0.2
    veiled: float = 2.0
    aside: float = 3.0
    vote: float = 1.6
    number: float = 2.4
    few: int = 3
    full: int = 9
    clear: float = 2.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """`cost` of the whole picture; `unexplained`: tracks that fit nothing;
    `missing`: expected tiles that are not there; `pairs`: what each track is
    taken for; `turned`: seats whose row lies otherwise than it should."""

    cost: float
    pairs: Mapping[int, Binding]
    unexplained: tuple[SeenTile, ...]
    missing: tuple[tuple[Place, Tile], ...]
    turned: tuple[Seat, ...] = ()
    shaded: tuple[tuple[Place, Tile], ...] = ()
    """Expected tiles not seen because something covers their place."""
    guessed: tuple[tuple[Place, Tile], ...] = ()
    """The one tile of an opened hand that nobody read, as the books have it."""
    excused: tuple[tuple[Place, Tile], ...] = ()
    """Expected tiles that are known not to be visible."""
    spare: tuple[SeenTile, ...] = ()
    """Tiles that fit nothing and need not: under a hand now, perhaps a back, or set aside."""
    lent: int = 0
    """How many such tiles are taken for something new."""

    @property
    def fits(self) -> bool:
        """Nothing is missing, too many or turned otherwise."""
        return not (self.unexplained or self.missing or self.turned)


def read_cost(seen: SeenTile, tile: Tile, weights: Weights) -> float:
    """−log of the probability that `seen` shows `tile` (`?`: its back).

    `faces` are the mean belief of some looks. The likeliest kind of many looks is right
    more often than each look believes, so the others lose by more than their share; none
    that was plausible becomes impossible by it.
    """
    floor = weights.floor
    if not tile.is_known:
        return -log(min(1.0, max(seen.back, floor)))
    believed = next((p for face, p in seen.faces if face == tile), floor)
    cost = -log(min(1.0, max(believed, floor)))
    first = -log(min(1.0, max(seen.faces[0][1], floor))) if seen.faces else cost
    share = (min(seen.looks, weights.full) - weights.few) / (weights.full - weights.few)
    if cost <= first or share <= 0.0:
        return cost
    # On a misread number of an opened hand payments may hang, and no later play speaks of it.
    number = seen.faces[0][0].is_number and seen.zone is Zone.RIVER
    vote = weights.number if number else weights.vote
    surer = cost + share * (vote - 1.0) * (cost - first)
    return min(surer, max(cost, weights.implausible - 0.1))


def is_faint(seen: SeenTile, weights: Weights) -> bool:
    """Whether nobody could say what `seen` shows, though it is no back either."""
    return bool(seen.faces) and seen.faces[0][1] < weights.faint


@dataclass(frozen=True, slots=True)
class View:
    """A sighting sorted by place, made once and compared with many pictures."""

    sighting: Sighting
    seen: Mapping[Place, tuple[SeenTile, ...]]
    backs: tuple[int, int, int, int]
    """Tiles lying face down, or not to be read, in each seat's hand zone."""
    since: Mapping[int, float] = field(default_factory=dict)
    """When tracks were first seen, as far as that is known."""
    taken: Mapping[tuple[Seat, Tile], float] = field(default_factory=dict)
    """What lay in rivers lately and lies there no more, and how sure that is, 0 to 1."""

    @classmethod
    def of(cls, sighting: Sighting, since: Mapping[int, float] | None = None) -> View:
        places: dict[Place, list[SeenTile]] = {
            (zone, seat): [] for zone in COMPARED for seat in SEATS
        }
        backs = [0, 0, 0, 0]
        for tile in sighting.tiles:
            if tile.seat is None or tile.zone not in COMPARED:
                continue
            if tile.face is None and tile.zone is not Zone.MELDS:
                if tile.zone is Zone.HAND:
                    backs[tile.seat] += 1
                continue
            places[tile.zone, tile.seat].append(tile)
        a, b, c, d = backs
        seen = {key: tuple(row) for key, row in places.items()}
        return cls(sighting, seen, (a, b, c, d), since or {})

    def covered(self, place: Place) -> bool:
        return place in self.sighting.covered

    @property
    def row_is_down(self) -> tuple[bool | None, ...]:
        """Per seat whether the row in the hand zone lies face down."""
        return tuple(
            None
            if self.covered((Zone.HAND, seat))
            else self.backs[seat] >= SHORT_ROW and (self.sighting.standing[seat] or 0) < SHORT_ROW
            for seat in SEATS
        )


@dataclass(frozen=True, slots=True)
class Memory:
    """What earlier pictures settled: tracks bound to tiles, expected tiles known not to
    be visible, and tracks that nothing has explained for long, as what they were read:
    these may lie there, and still count for what explains them later."""

    bound: Mapping[int, Binding] = field(default_factory=dict)
    excused: tuple[tuple[Place, Tile], ...] = ()
    aside: Mapping[int, Tile] = field(default_factory=dict)

    def is_aside(self, seen: SeenTile) -> bool:
        """Whether a tile was set aside, and is still read as it was then."""
        return seen.face is not None and self.aside.get(seen.track) == seen.face


@dataclass(frozen=True, slots=True)
class _Part:
    """What one place contributes to a comparison."""

    cost: float = 0.0
    pairs: tuple[tuple[int, Tile], ...] = ()
    unexplained: tuple[SeenTile, ...] = ()
    missing: tuple[Tile, ...] = ()
    shaded: tuple[Tile, ...] = ()
    guessed: tuple[Tile, ...] = ()
    excused: tuple[Tile, ...] = ()
    spare: tuple[SeenTile, ...] = ()
    lent: int = 0


class Scale:
    """Weighs one sighting, with what was known before, against many pictures.

    Pictures that are tried one after the other differ in few places, so each place is
    weighed once for what may lie there.
    """

    def __init__(self, view: View, memory: Memory, weights: Weights) -> None:
        self._view = view
        self._memory = memory
        self._weights = weights
        self._rows = view.row_is_down
        self._known: dict[tuple[Place, tuple[Tile, ...], bool], _Part] = {}

    @property
    def since(self) -> Mapping[int, float]:
        """When tracks were first seen."""
        return self._view.since

    def is_known(self, track: int) -> bool:
        """Whether it was known before what it is."""
        return track in self._memory.bound

    def weigh(self, deal: Deal) -> Comparison:
        """Weigh the whole sighting against the picture that a deal would leave."""
        picture = picture_of(deal)
        cost = 0.0
        pairs: dict[int, Binding] = {}
        unexplained: list[SeenTile] = []
        missing: list[tuple[Place, Tile]] = []
        shaded: list[tuple[Place, Tile]] = []
        guessed: list[tuple[Place, Tile]] = []
        excused: list[tuple[Place, Tile]] = []
        spare: list[SeenTile] = []
        lent = 0
        for place, seen_here in self._view.seen.items():
            expected = picture.tiles.get(place, ())
            if not expected and not seen_here:
                continue
            idle = not expected and len(seen_here) <= STRAY and is_idle(deal, place[0])
            part = self._known.get((place, expected, idle))
            if part is None:
                part = self._part(place, seen_here, expected, idle=idle)
                self._known[place, expected, idle] = part
            cost += part.cost
            pairs.update((track, (place, tile)) for track, tile in part.pairs)
            unexplained += part.unexplained
            missing += [(place, tile) for tile in part.missing]
            shaded += [(place, tile) for tile in part.shaded]
            guessed += [(place, tile) for tile in part.guessed]
            excused += [(place, tile) for tile in part.excused]
            spare += part.spare
            lent += part.lent
        turned, more = self._standing(picture)
        return Comparison(
            cost + more, pairs, tuple(unexplained), tuple(missing), turned, tuple(shaded),
            tuple(guessed), tuple(excused), tuple(spare), lent,
        )  # fmt: skip

    def _countable(self, seat: Seat, length: int) -> bool:
        """Whether it is to be seen how a row of that length lies: where standing tiles
        cannot be counted, a few backs may as well be theirs."""
        backs = self._view.backs[seat]
        return self._view.sighting.standing[seat] is not None or 2 * backs >= length

    def _strays(self, seat: Seat, picture: Picture) -> bool:
        """Whether a row lies face down so near the melds that it is taken for some."""
        backs = sum(seen.face is None for seen in self._view.seen[Zone.MELDS, seat])
        known = sum(not tile.is_known for tile in picture.tiles[Zone.MELDS, seat])
        return backs - known >= SHORT_ROW

    def _part(
        self, place: Place, seen_here: tuple[SeenTile, ...], wanted: tuple[Tile, ...], *, idle: bool
    ) -> _Part:
        """`idle`: nothing can be laid open there now, so that what lies there means nothing."""
        weights, memory = self._weights, self._memory
        expected = list(wanted)
        pairs: list[tuple[int, Tile]] = []
        loose: list[SeenTile] = []
        for seen in seen_here:
            binding = memory.bound.get(seen.track)
            if binding is not None and binding[0] == place and binding[1] in expected:
                expected.remove(binding[1])
                pairs.append((seen.track, binding[1]))
            else:
                loose.append(seen)
        if not expected and not loose:
            return _Part(pairs=tuple(pairs))
        cost = 0.0
        chosen, rest_expected, rest_seen = _assign(expected, loose, weights)
        lent = 0
        for seen, tile, step in chosen:
            pairs.append((seen.track, tile))
            cost += step
            if _needs_nothing(seen, memory, weights):
                lent += 1
                cost += weights.aside if memory.is_aside(seen) else weights.veiled
        covered = self._view.covered(place)
        # One of an opened hand's tiles that cannot be read is asked for, not waited for.
        is_hand = place[0] is Zone.HAND and bool(seen_here) and not covered
        unread = is_hand and len(rest_expected) == 1 and not rest_seen
        known_hidden = [tile for at, tile in memory.excused if at == place]
        missing: list[Tile] = []
        shaded: list[Tile] = []
        guessed: list[Tile] = []
        excused: list[Tile] = []
        for tile in rest_expected:
            if tile in known_hidden:
                known_hidden.remove(tile)
                excused.append(tile)
            elif unread:
                cost += weights.guess
                guessed.append(tile)
            elif covered:
                cost += weights.covered
                shaded.append(tile)
            else:
                cost += weights.missing
                missing.append(tile)
        unexplained: list[SeenTile] = []
        spare: list[SeenTile] = []
        for seen in rest_seen:
            if is_faint(seen, weights):
                cost += weights.covered
            elif idle or _needs_nothing(seen, memory, weights):
                # What was set aside once costs nothing more in the pictures to come.
                cost += 0.0 if memory.is_aside(seen) else weights.covered
                spare.append(seen)
            else:
                cost += weights.extra if seen.looks >= weights.young else weights.extra / 2
                unexplained.append(seen)
        return _Part(
            cost, tuple(pairs), tuple(unexplained), tuple(missing), tuple(shaded),
            tuple(guessed), tuple(excused), tuple(spare), lent,
        )  # fmt: skip

    def _standing(self, picture: Picture) -> tuple[tuple[Seat, ...], float]:
        """Seats whose row lies otherwise than it should; what rows and backs cost."""
        cost, weights = 0.0, self._weights
        turned: list[Seat] = []
        for seat in SEATS:
            if self._rows[seat] is not None and not picture.tiles[Zone.HAND, seat]:
                # After three or four melds a row is too short to tell how it lies.
                length = max(picture.turned_down[seat], picture.standing[seat])
                long_enough = length >= SHORT_ROW and self._countable(seat, length)
                down = self._rows[seat] or (
                    picture.turned_down[seat] > 0 and self._strays(seat, picture)
                )
                if long_enough and down != (picture.turned_down[seat] > 0):
                    cost += weights.turned
                    turned.append(seat)
                standing = self._view.sighting.standing[seat]
                if standing is not None and picture.standing[seat]:
                    off = abs(standing - picture.standing[seat])
                    cost += min(weights.standing * off, weights.standing_most)
        return tuple(turned), cost


def _needs_nothing(seen: SeenTile, memory: Memory, weights: Weights) -> bool:
    """Whether a tile that nothing explains may as well be none: it is under a hand now, was
    set aside, or what is seen may be a back."""
    hidden = seen.presence is Presence.HIDDEN
    return hidden or memory.is_aside(seen) or seen.back >= weights.perhaps_back


def _assign(
    expected: list[Tile], seen: list[SeenTile], weights: Weights
) -> tuple[list[tuple[SeenTile, Tile, float]], list[Tile], list[SeenTile]]:
    """The cheapest pairing of tiles with what was seen, where pairing is cheaper
    than leaving both alone. Exact for short rows, nearly so for long ones."""
    if not expected or not seen:
        return [], expected, seen
    limit = min(weights.missing + weights.extra, weights.implausible)
    costs = [[read_cost(s, tile, weights) for s in seen] for tile in expected]
    if len(seen) <= 6 and len(expected) <= 6:
        picks = _cheapest(costs, limit)
    else:
        picks = _best_first(costs, limit)
    chosen = [(seen[j], expected[i], costs[i][j]) for i, j in picks]
    taken_tiles = {i for i, _ in picks}
    taken_seen = {j for _, j in picks}
    return (
        chosen,
        [tile for i, tile in enumerate(expected) if i not in taken_tiles],
        [tile for j, tile in enumerate(seen) if j not in taken_seen],
    )


def _best_first(costs: list[list[float]], limit: float) -> list[tuple[int, int]]:
    order = sorted(
        (cost, i, j) for i, row in enumerate(costs) for j, cost in enumerate(row) if cost < limit
    )
    used_i: set[int] = set()
    used_j: set[int] = set()
    picks: list[tuple[int, int]] = []
    for _, i, j in order:
        if i not in used_i and j not in used_j:
            used_i.add(i)
            used_j.add(j)
            picks.append((i, j))
    return _rearranged(picks, costs, limit)


def _rearranged(
    picks: list[tuple[int, int]], costs: list[list[float]], limit: float
) -> list[tuple[int, int]]:
    """`picks` in which one gives way where another that stayed alone fits in its stead and
    both together cost less than leaving two alone."""
    alone = set(range(len(costs))) - {i for i, _ in picks}
    free = set(range(len(costs[0]) if costs else 0)) - {j for _, j in picks}
    for i in sorted(alone):
        ways = [
            (costs[k][j] + costs[i][n] - costs[k][n], at, j)
            for at, (k, n) in enumerate(picks)
            for j in free
            if costs[k][j] < limit and costs[i][n] < limit
        ]
        more, at, j = min(ways, default=(limit, 0, 0))
        if more < limit:
            k, n = picks[at]
            picks[at] = k, j
            picks.append((i, n))
            free.discard(j)
    return picks


def _cheapest(costs: list[list[float]], limit: float) -> list[tuple[int, int]]:
    """Exact assignment over subsets of columns; a row may stay alone for `limit`."""
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}
    for i, row in enumerate(costs):
        following: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {}
        for used, (total, picks) in best.items():
            options = [(used, total + limit, picks)]
            options += [
                (used | 1 << j, total + cost, (*picks, (i, j)))
                for j, cost in enumerate(row)
                if not used >> j & 1 and cost < limit
            ]
            for mask, value, chosen in options:
                if mask not in following or value < following[mask][0]:
                    following[mask] = (value, chosen)
        best = following
    return list(min(best.values(), key=lambda item: item[0])[1])
