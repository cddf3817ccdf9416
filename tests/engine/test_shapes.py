from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb

import pytest

from engine.meld import Meld, MeldKind
from engine.shapes import (
    Family,
    GroupKind,
    Reading,
    knitted,
    meld_group,
    orphans,
    seven_pairs,
    standard,
    with_jokers_shown,
)
from engine.tile import JOKER, KINDS, NUMBERS, Tile, parse_tiles

SUIT_GROUPS = [(r, r, r) for r in range(9)] + [(r, r + 1, r + 2) for r in range(7)]


def suit_hands(sets: int, pair: bool) -> set[tuple[int, ...]]:
    """Count vectors of one suit made of sets and perhaps a pair, four of a kind at most."""
    found = set()
    for groups in combinations_with_replacement(SUIT_GROUPS, sets):
        counts = [0] * 9
        for group in groups:
            for rank in group:
                counts[rank] += 1
        for rank in range(9) if pair else (None,):
            full = list(counts)
            if rank is not None:
                full[rank] += 2
            if max(full) <= 4:
                found.add(tuple(full))
    return found


def tiles_of(counts: tuple[int, ...]) -> list[Tile]:
    return [KINDS[rank] for rank, number in enumerate(counts) for _ in range(number)]


def as_groups(reading: Reading) -> tuple[tuple[Tile, ...], ...]:
    return tuple(sorted(group.tiles for group in reading.groups))


@pytest.mark.parametrize(("sets", "number"), [(1, 135), (2, 996), (3, 4475), (4, 13259)])
def test_one_suit_hands_are_all_found(sets: int, number: int) -> None:
    hands = suit_hands(sets, pair=True)
    assert len(hands) == number
    for counts in hands:
        readings = [as_groups(reading) for reading in standard(tiles_of(counts), sets)]
        assert readings
        assert len(set(readings)) == len(readings)
        for groups in readings:
            assert Counter(t for g in groups for t in g) == Counter(tiles_of(counts))


def test_only_these_hands_are_found() -> None:
    hands = suit_hands(1, pair=True)
    for counts in product(range(5), repeat=9):
        if sum(counts) == 5:
            found = next(standard(tiles_of(counts), 1), None)
            assert (found is not None) == (counts in hands)


def test_number_of_hands_over_34_kinds() -> None:
    """Ways to share four sets and a pair among three suits and seven honours."""
    plain = [len(suit_hands(n, pair=False)) for n in range(5)]
    paired = [len(suit_hands(n, pair=True)) for n in range(5)]
    honours = [comb(7, n) for n in range(5)]
    honours_paired = [comb(7, n) * (7 - n) for n in range(5)]
    rows = [(plain, paired)] * 3 + [(honours, honours_paired)]
    total = 0
    for split in product(range(5), repeat=4):
        if sum(split) == 4:
            for with_pair in range(4):
                ways = 1
                for i, (sets, (no, yes)) in enumerate(zip(split, rows, strict=True)):
                    ways *= (yes if i == with_pair else no)[sets]
                total += ways
    assert total == 11_498_658


def test_honours_make_no_chows() -> None:
    assert not list(standard(parse_tiles("123z11m"), 1))
    assert len(list(standard(parse_tiles("111z22z"), 1))) == 1


@pytest.mark.parametrize("wild", [1, 2, 3])
def test_a_wild_tile_finds_what_it_replaced(wild: int) -> None:
    rng = random.Random(wild)
    hands = sorted(suit_hands(4, pair=True))
    for _ in range(150):
        tiles = tiles_of(rng.choice(hands))
        whole = {as_groups(reading) for reading in standard(tiles, 4)}
        taken = rng.sample(range(14), wild)
        rest = [tile for i, tile in enumerate(tiles) if i not in taken]
        readings = list(standard(rest, 4, wild, NUMBERS))
        found = [as_groups(reading) for reading in readings]
        assert whole <= set(found)
        assert len(set(found)) == len(found)
        for reading in readings:
            counted = Counter(t for g in reading.groups for t in g.tiles)
            assert counted - Counter(rest) == Counter(reading.wild)


def test_wild_readings_are_those_of_every_value() -> None:
    rng = random.Random(5)
    hands = sorted(suit_hands(3, pair=True))
    for _ in range(40):
        rest = tiles_of(rng.choice(hands))
        rest.pop(rng.randrange(len(rest)))
        by_value = {
            as_groups(reading) for value in NUMBERS for reading in standard([*rest, value], 3)
        }
        assert {as_groups(r) for r in standard(rest, 3, 1, NUMBERS)} == by_value


def test_a_wild_tile_stands_only_for_what_it_may() -> None:
    tiles = parse_tiles("123m45m99p")
    assert len(list(standard(tiles, 2, 1, NUMBERS))) == 2
    assert [r.wild for r in standard(tiles, 2, 1, parse_tiles("3m7p"))] == [parse_tiles("3m")]


def test_melds_stand_first_in_every_reading() -> None:
    melds = (
        meld_group(0, Meld(MeldKind.CHOW, Tile.parse("3s"), parse_tiles("345s"))),
        meld_group(1, Meld(MeldKind.CONCEALED_KONG, Tile.parse("8p"), parse_tiles("8p111j"))),
    )
    (reading,) = standard(parse_tiles("123m456m99m"), 2, melds=melds)
    assert [group.kind for group in reading.groups[:2]] == [GroupKind.CHOW, GroupKind.KONG]
    assert reading.groups[0].tiles == parse_tiles("345s")
    assert reading.groups[1].tiles == parse_tiles("8888p")
    assert reading.groups[1].shown == parse_tiles("8p111j")


def test_seven_pairs() -> None:
    assert len(list(seven_pairs(parse_tiles("1111p3344p6677p99p")))) == 1
    assert not list(seven_pairs(parse_tiles("1111p3344p6677p9p8p")))
    (one,) = seven_pairs(parse_tiles("112233s445566s7s"), 1, NUMBERS)
    assert one.wild == parse_tiles("7s")
    assert one.family is Family.SEVEN_PAIRS
    assert len(list(seven_pairs(parse_tiles("112233s445566s"), 2, NUMBERS))) == 27
    assert not list(seven_pairs(parse_tiles("112233s44556s7s8s"), 1, NUMBERS))


def test_orphans() -> None:
    whole = parse_tiles("19m19p19s1234567z")
    assert len(list(orphans([*whole, whole[3]]))) == 1
    assert len(list(orphans(whole, 1, whole))) == 13
    assert not list(orphans([*whole, Tile.parse("5m")]))
    assert not list(orphans([*whole[2:], whole[3], whole[3]], 1, whole))


def test_knitted() -> None:
    nine = parse_tiles("147m258p369s")
    assert len(list(knitted([*nine, *parse_tiles("12345z")], 4))) == 1
    assert not list(knitted([*nine, *parse_tiles("12344z")], 4))
    (line,) = knitted([*nine, *parse_tiles("567s11z")], 4)
    assert len(line.groups) == 5
    loose = [KINDS[i] for i in (0, 3, 6, 10, 13, 16)]
    sevens = parse_tiles("1234567z")
    assert len(list(knitted([*loose, *sevens, KINDS[20]], 4))) == 1


def test_jokers_are_shown_where_they_stand() -> None:
    (reading,) = standard(parse_tiles("123m55p"), 1, 0)
    shown = with_jokers_shown(reading, JOKER, parse_tiles("5p"))
    assert [group.shown for group in shown.groups] == [parse_tiles("123m"), parse_tiles("1j5p")]
    assert shown.groups[1].tiles == parse_tiles("55p")


def test_hands_of_the_wrong_size_have_no_reading() -> None:
    for size in range(12):
        for some in combinations(parse_tiles("111222333m44m"), size):
            if size != 11:
                assert not list(standard(some, 3))
                break
