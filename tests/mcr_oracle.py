"""Random winning hands of 国标麻将, counted by the page and by PyMahjongGB.

    pip install -e '.[oracle]'        # built from source: needs a C++ compiler
    python -m tests.mcr_oracle --hands 100000

Prints every hand on which the two disagree and ends with 1 where there was one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.mcr_library import counted
from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.play import LAST_TILE
from engine.rules.mcr import RULES
from engine.rules.mcr.hand import LAST_OF_KIND, own_wind, prevalent
from engine.seat import Seat
from engine.shapes import ORPHANS
from engine.tile import FLOWERS, KINDS, WINDS, Tile, format_tiles, parse_tiles
from engine.win import EntryCause, PublicSeat, Refusal, Win

PLAIN = tuple(t for t in KINDS if t.is_number or t.is_honour)
ANY_HAND = RULES.choose({"minimum": "0"})
_NAMES = {"单钓": "单钓将"}
_SELF, _SHOT, _ROBBED = WinKind.SELF_DRAW, WinKind.DISCARD, WinKind.ROBBED_KONG
_MELD_KINDS = (MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)


def _only(codes: str) -> Callable[[Tile], bool]:
    kinds = frozenset(parse_tiles(codes))
    return kinds.__contains__


STYLES: tuple[Callable[[Tile], bool], ...] = (
    lambda tile: True,
    lambda tile: tile.suit == "m",
    lambda tile: tile.suit in "pz",
    lambda tile: tile.suit in "ms",
    lambda tile: tile.is_number and tile.rank <= 3,
    lambda tile: tile.is_number and tile.rank >= 7,
    lambda tile: tile.is_number and 4 <= tile.rank <= 6,
    lambda tile: tile.is_number and tile.rank <= 4,
    lambda tile: tile.is_number and tile.rank >= 6,
    lambda tile: tile.is_number and 2 <= tile.rank <= 8,
    lambda tile: tile.is_honour or tile.rank in (1, 9),
    lambda tile: tile.is_honour,
    lambda tile: tile.is_wind or tile.suit == "s",
    lambda tile: (tile.suit == "z" and tile.rank > 4) or tile.suit == "p",
    lambda tile: tile.is_honour or tile.rank in (1, 2, 3, 7, 8, 9),
    lambda tile: tile.is_number and tile.rank % 2 == 0,
    lambda tile: tile.is_number and 3 <= tile.rank <= 7,
    lambda tile: tile.suit == "s" and tile.rank <= 5,
    lambda tile: tile.is_number and tile.rank in (1, 9),
    _only("23468s6z"),
    _only("1234589p245689s5z"),
    _only("123789m123789p5s5m"),
    _only("123456m456789p345678s"),
)
"""What the tiles of a random hand are taken from."""


PLANTED: tuple[str, ...] = (
    "c00 c03 c06", "c00 c13 c26", "c00 c00 c00", "c00 c10 c20", "c00 c01 c02", "c00 c02 c04",
    "c00 c11 c22", "c00 c01 c02 c03", "c00 c02 c04 c06", "c00 c00 c00 c00", "p00 p01 p02",
    "p00 p01 p02 p03", "p00 p11 p22", "p00 p10 p20", "c00 c06 c10 c16", "c00 c06 c00 c06",
    "c00 c10 c03 c13", "c00 c00 c10 c10", "c00 c03 c06 c06", "c00 c10 c00", "p00 p10 p01",
)  # fmt: skip
"""Sets planted in a hand: chow or pung, suit and rank from a random start."""


def planted(chance: random.Random) -> list[tuple[Tile, ...]]:
    """The sets of one plan, from a random rank and in suits of any order."""
    plan = chance.choice(PLANTED).split()
    suits = chance.sample((0, 9, 18), 3)
    ends = 7 if plan[0][0] == "c" else 9
    start = chance.randrange(ends - max(int(rank) for _, _, rank in plan))
    groups: list[tuple[Tile, ...]] = []
    for kind, suit, rank in plan:
        first = suits[int(suit)] + int(rank) + start
        groups.append(KINDS[first : first + 3] if kind == "c" else (KINDS[first],) * 3)
    return groups


def sets_of(
    chance: random.Random, kinds: Sequence[Tile], given: Sequence[tuple[Tile, ...]] = ()
) -> list[tuple[Tile, ...]] | None:
    """`given` sets and others of these kinds, four and a pair; None where the
    draw went wrong."""
    pung = chance.choice((0.1, 0.3, 0.6, 0.95))
    groups = list(given)
    allowed, used = set(kinds), Counter(tile for group in groups for tile in group)
    while len(groups) < 4:
        first = chance.choice(kinds)
        if chance.random() < pung or first.is_honour:
            group = (first,) * 3
        elif first.rank > 7 or not allowed.issuperset(KINDS[first.index : first.index + 3]):
            group = (first,) * 3 if chance.random() < 0.1 else ()
        else:
            group = KINDS[first.index : first.index + 3]
        if group:
            groups.append(group)
            used.update(group)
    pair = chance.choice(kinds)
    used.update((pair, pair))
    return [*groups, (pair, pair)] if max(used.values()) <= 4 else None


def irregular(chance: random.Random) -> list[tuple[Tile, ...]]:
    """Orphans, pairs or knitted tiles as one standing group, or with sets."""
    kind = chance.randrange(4)
    if kind == 0:
        return [(*ORPHANS, chance.choice(ORPHANS))]
    if kind == 1:
        kinds = [t for t in PLAIN if chance.choice(STYLES)(t)]
        first = chance.choice((0, 9, 18)) + chance.randrange(3)
        if chance.random() < 0.2 or len(kinds) < 4:
            return [tuple(t for t in KINDS[first : first + 7] for _ in range(2))]
        return [tuple(t for t in chance.sample(kinds * 2, 7) for _ in range(2))]
    rows = [KINDS[s + i : s + i + 7 : 3] for i, s in enumerate(chance.sample((0, 9, 18), 3))]
    nine = tuple(tile for row in rows for tile in row)
    if kind == 2:
        honours = tuple(t for t in PLAIN if t.is_honour)
        return [tuple(chance.sample(nine + honours, 14))]
    rest = None
    while rest is None:
        rest = sets_of(chance, PLAIN)
    return [nine, rest[0], rest[4]]


def random_win(chance: random.Random) -> Win | None:
    """A winning hand with a way of winning, None where the draw went wrong."""
    way = chance.random()
    if way < 0.12:
        groups: list[tuple[Tile, ...]] | None = irregular(chance)
    elif way < 0.4:
        groups = sets_of(chance, PLAIN, planted(chance))
    else:
        style = chance.choice(STYLES)
        groups = sets_of(chance, [tile for tile in PLAIN if style(tile)])
    if not groups or max(Counter(t for g in groups for t in g).values()) > 4:
        return None
    melds, standing = _melds(chance, groups)
    everything = Counter(standing)
    everything.update(t for m in melds for t in m.tiles)
    if max(everything.values()) > 4:
        return None
    won = chance.choice(standing)
    standing.remove(won)
    return _won(chance, tuple(standing), won, melds)


def _melds(
    chance: random.Random, groups: list[tuple[Tile, ...]]
) -> tuple[tuple[Meld, ...], list[Tile]]:
    melds: list[Meld] = []
    standing: list[Tile] = []
    share = chance.choice((0.0, 0.3, 0.6, 1.0))
    kong = chance.choice((0.0, 0.3, 0.8))
    for group in groups:
        if len(group) != 3 or chance.random() >= share:
            standing += group
        elif group[0] is not group[1]:
            melds.append(Meld(MeldKind.CHOW, group[0], group, Seat.D))
        elif chance.random() < kong:
            melds.append(Meld(chance.choice(_MELD_KINDS), group[0], group + group[:1]))
        else:
            melds.append(Meld(MeldKind.PUNG, group[0], group, Seat.D))
    return tuple(melds), standing


def _won(
    chance: random.Random, standing: tuple[Tile, ...], won: Tile, melds: tuple[Meld, ...]
) -> Win:
    kind = chance.choice((_SELF, _SHOT, _SHOT, _ROBBED))
    open_tiles = Counter(t for m in melds if m.kind is not MeldKind.CONCEALED_KONG for t in m.tiles)
    if kind is _ROBBED and (won in standing or open_tiles[won]):
        kind = _SHOT
    situation = [prevalent(chance.choice(WINDS)), own_wind(chance.choice(WINDS))]
    if open_tiles[won] == 3 or (won not in standing and chance.random() < 0.1):
        situation.append(LAST_OF_KIND)
    if kind is not _ROBBED and chance.random() < 0.1:
        situation.append(LAST_TILE)
    kongs = any(meld.kind.is_kong for meld in melds)
    replaced = kind is _SELF and kongs and chance.random() < 0.2
    plain = PublicSeat()
    own = PublicSeat(melds=melds, flowers=FLOWERS[: chance.choice((0, 0, 0, 1, 3))])
    return Win(
        Seat.A, won, kind, standing, (own, plain, plain, plain),
        source=None if kind is _SELF else Seat.D,
        entry=EntryCause.KONG if replaced else EntryCause.HEAD, situation=tuple(situation),
    )  # fmt: skip


def library(win: Win) -> dict[str, int]:
    """Fan → how often it counts, as PyMahjongGB sees it."""
    found: Counter[str] = Counter()
    for value, count, name, _ in counted(win):
        word = name.split("・")[-1]
        found[f"{_NAMES.get(word, word)} {value}"] += count
    return dict(found)


def page(win: Win) -> dict[str, int] | Refusal:
    """The same as the page sees it."""
    judged = RULES.judge(win, ANY_HAND)
    if isinstance(judged, Refusal):
        return judged
    return {f"{f.fan.name.zh} {f.fan.value}": f.count for f in judged.fans}


def total(fans: dict[str, int]) -> int:
    return sum(int(name.rpartition(" ")[2]) * count for name, count in fans.items())


def describe(win: Win) -> str:
    melds = " ".join(f"{m.kind.value}:{format_tiles(m.tiles)}" for m in win.melds)
    return (
        f"{format_tiles(win.concealed)} + {win.tile} {win.kind.value} [{melds}] "
        f"{win.entry.value} {' '.join(win.situation)} 花{len(win.flowers)}"
    )


def hands(number: int, seed: int) -> Iterator[Win]:
    """So many random winning hands."""
    chance = random.Random(seed)
    while number:
        win = random_win(chance)
        if win is not None:
            number -= 1
            yield win


class Found(NamedTuple):
    """`different`: hands whose totals differ; `named`: how many differ in names
    only; `seen`: how often each fan was counted; `theirs`, `ours`: seconds that
    the library and the page took for the same hands."""

    different: list[str]
    named: int
    seen: Counter[str]
    theirs: float
    ours: float


def compare(number: int, seed: int) -> Found:
    """Count random hands with both."""
    different: list[str] = []
    named = 0
    seen: Counter[str] = Counter()
    spent = [0.0, 0.0]
    for win in hands(number, seed):
        began = time.perf_counter()
        theirs = library(win)
        between = time.perf_counter()
        ours = page(win)
        spent[0] += between - began
        spent[1] += time.perf_counter() - between
        if isinstance(ours, Refusal) or total(theirs) != total(ours):
            different.append(f"{describe(win)}\n  library {theirs}\n  page    {ours}")
            continue
        named += theirs != ours
        seen.update(ours)
    return Found(different, named, seen, *spent)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="differences to print")
    given = parser.parse_args(arguments)
    different, named, seen, theirs, ours = compare(given.hands, given.seed)
    for text in different[: given.show]:
        print(text)
    print(f"{given.hands} hands: {len(different)} totals differ, {named} differ in names only")
    print(
        f"library {theirs / given.hands * 1e6:.0f} us, page {ours / given.hands * 1e6:.0f} us "
        f"a hand: the page takes {ours / theirs:.2f} times as long"
    )
    print(f"{len(seen)} fans seen; rarest: {seen.most_common()[-8:]}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
