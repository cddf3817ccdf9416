"""Fan predicates that several pages share, and factories for them.

Groups of jokers alone (碰百搭) are neutral: they are a set of no suit and no
rank, and never stand in the way of a fan.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from engine.events import WinKind
from engine.ruleset import FanContext, Find
from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import Tile
from engine.win import EntryCause, Evidence

NOT_THERE: tuple[Evidence, ...] = ()
ONCE: tuple[Evidence, ...] = (Evidence(),)
"""Counts once, for the way of winning."""

TERMINALS = frozenset((1, 9))
GENERALS = frozenset((2, 5, 8))


def is_neutral(group: Group) -> bool:
    return group.tile.is_joker


def whole_hand(reading: Reading) -> tuple[Evidence, ...]:
    """Counts once, for all groups together."""
    return (Evidence(groups=tuple(range(len(reading.groups)))),)


def suits(reading: Reading) -> set[str]:
    """Suits of the hand, groups of jokers left out."""
    return {group.tile.suit for group in reading.groups if not is_neutral(group)}


def is_all_pungs(reading: Reading) -> bool:
    return reading.family is Family.STANDARD and all(
        group.kind is not GroupKind.CHOW for group in reading.groups
    )


def all_of(ranks: Collection[int]) -> Callable[[Group], bool]:
    """Whether every tile of a group has one of these ranks."""
    return lambda group: all(tile.rank in ranks for tile in group.tiles)


def any_of(ranks: Collection[int]) -> Callable[[Group], bool]:
    """Whether some tile of a group has one of these ranks."""
    return lambda group: any(tile.rank in ranks for tile in group.tiles)


def every_group(reading: Reading, holds: Callable[[Group], bool]) -> bool:
    """Whether `holds` is true of all groups but those of jokers."""
    return all(is_neutral(group) or holds(group) for group in reading.groups)


def one_suit(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """清一色."""
    found = suits(reading)
    return whole_hand(reading) if len(found) == 1 and found <= set("mps") else NOT_THERE


def all_pungs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """碰碰胡."""
    return whole_hand(reading) if is_all_pungs(reading) else NOT_THERE


def seven_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """七对."""
    return whole_hand(reading) if reading.family is Family.SEVEN_PAIRS else NOT_THERE


def pairs_with_four(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """龙七对: seven pairs, two of them equal; about the first such kind."""
    if reading.family is not Family.SEVEN_PAIRS:
        return NOT_THERE
    kinds = [group.tile for group in reading.groups]
    four = next((tile for tile in kinds if kinds.count(tile) > 1), None)
    if four is None:
        return NOT_THERE
    return (Evidence((four,) * 4, tuple(range(len(reading.groups))), four),)


def terminals_everywhere(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """带幺九: a 1 or 9 in every set and in the pair."""
    found = reading.family is Family.STANDARD and every_group(reading, any_of(TERMINALS))
    return whole_hand(reading) if found else NOT_THERE


def is_general(tile: Tile) -> bool:
    """将: a two, five or eight."""
    return tile.is_number and tile.rank in GENERALS


def has_general_pair(reading: Reading) -> bool:
    """Whether the one pair is of 2, 5, 8; of a hand without sets, whether all are."""
    if reading.family is Family.SCATTERED:
        return is_all_generals(reading)
    pairs = [group for group in reading.groups if group.kind is GroupKind.PAIR]
    return len(pairs) == 1 and is_general(pairs[0].tile)


def is_all_generals(reading: Reading) -> bool:
    return all(is_general(tile) for group in reading.groups for tile in group.tiles)


def all_generals(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """将一色, 将将胡: every tile a 2, 5 or 8, in sets or not."""
    return whole_hand(reading) if is_all_generals(reading) else NOT_THERE


def generals_everywhere(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """将对: pungs and a pair of nothing but 2, 5 and 8."""
    found = is_all_pungs(reading) and every_group(reading, all_of(GENERALS))
    return whole_hand(reading) if found else NOT_THERE


def both(one: Find, other: Find) -> Find:
    """Both patterns; the evidence is the first one's."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return one(context, reading) if other(context, reading) else NOT_THERE

    return find


def always(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """平胡 where any winning hand is one."""
    return whole_hand(reading)


def by_word(word: str) -> Find:
    """Counts once where the win's situation has this word."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return ONCE if word in context.win.situation else NOT_THERE

    return find


def kong_blossom(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """杠上花: self-drawn on the tile that replaces a kong."""
    win = context.win
    return ONCE if win.is_self_drawn and win.entry is EntryCause.KONG else NOT_THERE


def kong_shot(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """杠上炮: on what the payer threw right after a kong."""
    win = context.win
    shot = win.kind is WinKind.DISCARD and win.entry is EntryCause.KONG
    return ONCE if shot else NOT_THERE


def kongs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """杠: each once, about its own kind."""
    return tuple(
        Evidence(group.shown, (index,), group.tile)
        for index, group in enumerate(reading.groups)
        if group.kind is GroupKind.KONG
    )


def fours(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """根: four equal tiles outside kongs, once for each full four of a kind."""
    return tuple(
        Evidence((tile,) * 4, _groups_with(reading, tile), tile)
        for tile, number in context.loose.items()
        if number >= 4
        for _ in range(number // 4)
    )


def by_kind(*kinds: WinKind) -> Find:
    """Counts once for a win of one of these kinds."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return ONCE if context.win.kind in kinds else NOT_THERE

    return find


def complete_flower_groups(flowers: Iterable[Tile]) -> tuple[Evidence, ...]:
    """Once for each complete group: the four seasons, the four plants."""
    ranks = {tile.rank: tile for tile in flowers if tile.is_flower}
    return tuple(
        Evidence(tuple(ranks[rank] for rank in group))
        for group in (range(1, 5), range(5, 9))
        if all(rank in ranks for rank in group)
    )


def _groups_with(reading: Reading, tile: Tile) -> tuple[int, ...]:
    return tuple(
        index
        for index, group in enumerate(reading.groups)
        if tile in group.tiles and group.kind is not GroupKind.KONG
    )
