"""国标麻将: what a reading is made of, and the words for how it was won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from engine.meld import MeldKind
from engine.patterns import NOT_THERE, whole_hand
from engine.ruleset import FanContext, Find
from engine.seat import Seat
from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import WINDS, Tile, parse_tiles
from engine.win import Evidence, Win

LAST_OF_KIND = "last_of_kind"
"""The other three of the winning kind lay open."""
ONE_WAIT = "one_wait"
"""Only one kind completed the hand."""

DRAGONS = parse_tiles("567z")
GREEN = frozenset(parse_tiles("23468s6z"))
REVERSIBLE = frozenset(parse_tiles("1234589p245689s5z"))


def prevalent(wind: Tile) -> str:
    """The word of `Win.situation` for the prevalent wind."""
    return f"prevalent:{wind.code}"


def own_wind(wind: Tile) -> str:
    """The word for the winner's seat wind, where it does not follow from the dealer."""
    return f"seat:{wind.code}"


def prevalent_wind(win: Win) -> Tile | None:
    return next((wind for wind in WINDS if prevalent(wind) in win.situation), None)


def seat_wind(win: Win, seat: Seat | None = None) -> Tile:
    """The wind of the winner's seat, counted from the dealer."""
    told = next((wind for wind in WINDS if own_wind(wind) in win.situation), None)
    return told or WINDS[win.dealer.distance_to(win.seat if seat is None else seat)]


def tiles(reading: Reading) -> Iterator[Tile]:
    """All tiles of the hand, four for a kong."""
    return (tile for group in reading.groups for tile in group.tiles)


def chows(reading: Reading) -> list[Group]:
    return [group for group in reading.groups if group.kind is GroupKind.CHOW]


def pungs(reading: Reading) -> list[tuple[int, Group]]:
    """Pungs and kongs with their places among the groups."""
    wanted = (GroupKind.PUNG, GroupKind.KONG)
    return [(i, group) for i, group in enumerate(reading.groups) if group.kind in wanted]


def pair(reading: Reading) -> Group | None:
    """The pair of a hand of four sets."""
    if reading.family not in (Family.STANDARD, Family.KNITTED):
        return None
    return next((group for group in reading.groups if group.kind is GroupKind.PAIR), None)


def is_concealed(context: FanContext, index: int, group: Group) -> bool:
    """A concealed kong, or a standing pung that no discard completed."""
    if group.meld is not None:
        return context.win.melds[group.meld].kind is MeldKind.CONCEALED_KONG
    return context.win.is_self_drawn or index != context.won


def has_claimed(context: FanContext) -> bool:
    """Whether some meld was claimed from another player."""
    return any(meld.kind is not MeldKind.CONCEALED_KONG for meld in context.win.melds)


def about(*places: tuple[int, Group]) -> tuple[Evidence, ...]:
    """Once, for these groups together."""
    shown = tuple(tile for _, group in places for tile in group.tiles)
    return (Evidence(shown, tuple(index for index, _ in places), places[0][1].tile),)


def each(*places: tuple[int, Group]) -> tuple[Evidence, ...]:
    """Once for each of these groups."""
    return tuple(evidence for place in places for evidence in about(place))


def made_of(kinds: Collection[Tile]) -> Find:
    """Every tile of the hand is one of `kinds`."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return whole_hand(reading) if all(t in kinds for t in tiles(reading)) else NOT_THERE

    return find


def pungs_of(number: int, wanted: Callable[[Tile], bool]) -> Find:
    """Exactly `number` pungs of the wanted kinds, counted together."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        found = [place for place in pungs(reading) if wanted(place[1].tile)]
        return about(*found) if len(found) == number else NOT_THERE

    return find


def twin_dragons(number: int) -> Find:
    """双龙会: twice 123 and 789 with fives as the pair, of `number` suits in all."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        eyes, runs = pair(reading), sorted((g.tile.suit, g.tile.rank) for g in chows(reading))
        if eyes is None or len(runs) < 4 or eyes.tile.rank != 5 or not eyes.tile.is_number:
            return NOT_THERE
        first, last = runs[0][0], runs[-1][0]
        wanted = sorted((suit, rank) for suit in (first, last) for rank in (1, 7))
        found = runs == wanted and len({first, last, eyes.tile.suit}) == number
        return whole_hand(reading) if found else NOT_THERE

    return find


def concealed_pungs(number: int) -> Find:
    """Exactly `number` concealed pungs or kongs."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        found = [place for place in pungs(reading) if is_concealed(context, *place)]
        return about(*found) if len(found) == number else NOT_THERE

    return find


def kongs(context: FanContext, reading: Reading, concealed: bool) -> list[tuple[int, Group]]:
    """The concealed kongs, or those that lie open."""
    found = [place for place in pungs(reading) if place[1].kind is GroupKind.KONG]
    return [place for place in found if is_concealed(context, *place) is concealed]
