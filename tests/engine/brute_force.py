"""A second scorer for 猫抓耗子, slow and plain, straight from the rule text.

It shares no code with the engine: it tries every value of every joker and every
split of the tiles, and adds up the fans article by article. Run

    python -m tests.engine.brute_force --hands 20000 --seed 1

to compare both scorers on random hands (about half of them complete).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

NUMBERS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
J, MOUSE = "1j", "2h"


@dataclass
class Exposed:
    """A pung or kong: what it is of, what lies there, what a mouse stands for."""

    kong: bool
    of: str
    lying: list[str]
    mouse_for: str | None = None


@dataclass
class Hand:
    """One hand to be scored, in plain words."""

    standing: list[str]
    won: str
    way: str = "self_draw"
    entry: str = "head"
    robbed_as: str | None = None
    melds: list[Exposed] = field(default_factory=list)
    flowers: list[str] = field(default_factory=list)
    bonus: str = "1s"


def splits(tiles: list[str]) -> list[list[list[str]]]:
    """Every way to split sorted tiles into sets."""
    if not tiles:
        return [[]]
    first, rank, suit = tiles[0], int(tiles[0][0]), tiles[0][1]
    ways = []
    if tiles.count(first) >= 3:
        rest = tiles[3:]
        ways += [[[first] * 3, *more] for more in splits(rest)]
    chow = [first, f"{rank + 1}{suit}", f"{rank + 2}{suit}"]
    if all(tile in tiles for tile in chow):
        rest = list(tiles)
        for tile in chow:
            rest.remove(tile)
        ways += [[chow, *more] for more in splits(rest)]
    return ways


def shapes(tiles: list[str], sets: int) -> list[tuple[str, list[list[str]]]]:
    """Basic pattern and, without melds, seven pairs."""
    tiles = sorted(tiles, key=lambda t: (t[1], t[0]))
    found: list[tuple[str, list[list[str]]]] = []
    for tile in sorted(set(tiles)):
        if tiles.count(tile) >= 2:
            rest = list(tiles)
            rest.remove(tile)
            rest.remove(tile)
            found += [("basic", [[tile, tile], *way]) for way in splits(rest)]
    if sets == 4 and all(number % 2 == 0 for number in Counter(tiles).values()):
        found.append(("pairs", [tiles[i : i + 2] for i in range(0, 14, 2)]))
    return found


def score(hand: Hand) -> dict[str, int] | None:
    """Fans of the best reading with their counts, None where it does not win."""
    tiles = [*hand.standing, hand.won]
    if len(tiles) + 3 * len(hand.melds) != 14:
        return None
    if any(tile not in NUMBERS and tile != J for tile in tiles):
        return None
    jokers = tiles.count(J)
    free = jokers - (hand.robbed_as is not None)
    naturals = [tile for tile in tiles if tile != J]
    if hand.robbed_as is not None:
        naturals.append(hand.robbed_as)
    best: dict[str, int] | None = None
    for values in combinations_with_replacement(NUMBERS, free):
        counted = naturals + list(values)
        of_melds = [meld.of for meld in hand.melds if meld.of != J]
        if len({tile[1] for tile in counted + of_melds}) > 2:
            continue
        for pattern, groups in shapes(counted, 4 - len(hand.melds)):
            if jokers > (1 if pattern == "basic" else 2):
                continue
            fans = count_fans(hand, pattern, groups)
            if best is None or worth(fans) > worth(best):
                best = fans
    return best


VALUES = {
    "杠": 1, "根": 1, "抢杠": 1, "杠上花": 1, "杠上炮": 1, "碰碰胡": 1, "进宝": 1, "无百搭": 1,
    "四季发财": 1, "清一色": 2, "七对": 2, "带幺": 2, "将对": 3, "百搭杠": 5, "将七对": 5,
    "九重天": 6,
}  # fmt: skip


def worth(fans: dict[str, int]) -> int:
    return sum(VALUES[name] * number for name, number in fans.items())


def count_fans(hand: Hand, pattern: str, standing: list[list[str]]) -> dict[str, int]:
    exposed = [[meld.of] * (4 if meld.kong else 3) for meld in hand.melds]
    numbers = [group for group in standing + exposed if group[0] != J]
    fans: Counter[str] = Counter()
    kongs = [group[0] for group in exposed if len(group) == 4]
    fans["百搭杠"] = kongs.count(J)
    in_all = Counter(tile for group in numbers for tile in group)
    beside = Counter(tile for group in numbers if len(group) != 4 for tile in group)
    nine = [tile for tile, number in in_all.items() if number >= 9]
    fans["九重天"] = len(nine)
    fans["杠"] = sum(1 for kong in kongs if kong != J and kong not in nine)
    for tile, number in beside.items():
        if tile not in nine:
            fans["根"] += 2 if number >= 8 else 1 if number >= 4 else 0
    fans["进宝"] = int(in_all[hand.bonus] >= 3)
    fans["清一色"] = int(len({tile[1] for tile in in_all}) == 1)
    fans["带幺"] = int(all(any(t[0] in "19" for t in group) for group in numbers))
    generals = all(tile[0] in "258" for tile in in_all)
    if pattern == "pairs":
        fans["将七对" if generals else "七对"] = 1
    elif all(len(set(group)) == 1 for group in numbers):
        fans["将对" if generals else "碰碰胡"] = 1
    seen = [*hand.standing, hand.won]
    for meld in hand.melds:
        seen += [meld.mouse_for or tile if tile == MOUSE else tile for tile in meld.lying]
    fans["无百搭"] = int(J not in seen)
    out = set(hand.flowers)
    fans["四季发财"] = int({"1f", "2f", "3f", "4f"} <= out) + int({"5f", "6f", "7f", "8f"} <= out)
    fans["抢杠"] = int(hand.way == "robbed_kong")
    if hand.way == "self_draw":
        fans["杠上花"] = int(hand.entry in ("kong", "flower", "ingot"))
    else:
        fans["杠上炮"] = int(hand.entry in ("kong", "flower"))
    return {name: number for name, number in fans.items() if number}


def random_hand(rng: random.Random) -> Hand:
    """A hand built to win, then often spoiled or disguised by jokers."""
    while True:
        hand = _try_hand(rng)
        used = Counter([*hand.standing, hand.won])
        for meld in hand.melds:
            used.update(meld.lying)
        if all(number <= (1 if tile == MOUSE else 4) for tile, number in used.items()):
            return hand


def _try_hand(rng: random.Random) -> Hand:
    suits = rng.sample("mps", rng.choice((1, 2, 2, 2)))
    ranks = rng.choice(([2, 5, 8], [1, 9], *([list(range(1, 10))] * 4)))
    pairs = rng.random() < 0.2

    def tile() -> str:
        return f"{rng.choice(ranks)}{rng.choice(suits)}"

    melds: list[Exposed] = []
    standing: list[str] = []
    if pairs:
        for _ in range(7):
            standing += [tile()] * 2
    else:
        for _ in range(4):
            roll = rng.random()
            if roll < 0.3:
                melds.append(_random_meld(rng, tile()))
            elif roll < 0.5:
                standing += [tile()] * 3
            else:
                low = int(rng.choice(ranks))
                low, suit = min(low, 7), rng.choice(suits)
                standing += [f"{low + step}{suit}" for step in range(3)]
        standing += [tile()] * 2
    rng.shuffle(standing)
    for place in range(rng.choice((0, 0, 1, 1, 2)) if len(standing) > 2 else rng.choice((0, 1))):
        standing[place] = J
    if rng.random() < 0.15:
        standing[rng.randrange(len(standing))] = rng.choice(NUMBERS)
    rng.shuffle(standing)
    won = standing.pop()
    way = rng.choice(("self_draw", "self_draw", "discard", "robbed_kong", "failed_swap"))
    robbed_as = None
    if way == "robbed_kong" and won == J:
        robbed_as = tile()
    if way == "failed_swap" and won == J:
        way = "discard"
    return Hand(
        standing, won, way,
        rng.choice(("head", "initial", "kong", "flower", "ingot", "wind", "steal", "swap")),
        robbed_as, melds,
        [f"{rank}f" for rank in range(1, 9) if rng.random() < rng.choice((0.2, 0.9))],
        rng.choice(standing) if rng.random() < 0.5 and standing[0] != J else rng.choice(NUMBERS),
    )  # fmt: skip


def _random_meld(rng: random.Random, of: str) -> Exposed:
    kong = rng.random() < 0.4
    size = 4 if kong else 3
    if rng.random() < 0.08:
        of = J
    lying = [of] * size
    if of != J:
        for place in range(rng.choice((0, 0, 1, 1, 2, 3)) if kong else rng.choice((0, 0, 1))):
            lying[place] = J
    mouse_for = None
    if rng.random() < 0.1:
        place = rng.randrange(size)
        mouse_for, lying[place] = lying[place], MOUSE
    return Exposed(kong, of, lying, mouse_for)


def engine_says(hand: Hand) -> tuple[int, dict[str, int]] | None:
    """Total and fans as the engine has them, None where it refuses the hand."""
    from engine.events import WinKind
    from engine.meld import Meld, MeldKind
    from engine.rules import load
    from engine.seat import Seat
    from engine.tile import Tile
    from engine.win import EntryCause, PublicSeat, Win

    def meld(one: Exposed) -> Meld:
        stands_for: tuple[tuple[int, Tile], ...] = ()
        if one.mouse_for:
            stands_for = ((one.lying.index(MOUSE), Tile.parse(one.mouse_for)),)
        return Meld(
            MeldKind.EXPOSED_KONG if one.kong else MeldKind.PUNG,
            Tile.parse(one.of), tuple(map(Tile.parse, one.lying)), stands_for=stands_for,
        )  # fmt: skip

    own = PublicSeat(
        melds=tuple(map(meld, hand.melds)), flowers=tuple(map(Tile.parse, hand.flowers))
    )
    rules = load("mzhz")
    scored = rules.best(
        Win(
            seat=Seat.A,
            tile=Tile.parse(hand.won),
            kind=WinKind(hand.way),
            concealed=tuple(map(Tile.parse, hand.standing)),
            seats=(own, PublicSeat(), PublicSeat(), PublicSeat()),
            source=None if hand.way == "self_draw" else Seat.B,
            stands_for=Tile.parse(hand.robbed_as) if hand.robbed_as else None,
            entry=EntryCause(hand.entry),
            bonus=Tile.parse(hand.bonus),
        )
    )
    return None if scored is None else (scored.total, scored.counts)


def disagreement(hand: Hand) -> str | None:
    """What the two scorers say where they differ."""
    plain, engine = score(hand), engine_says(hand)
    if plain is None or engine is None:
        return None if plain is engine else f"{hand}\n  brute force {plain}, engine {engine}"
    if worth(plain) == engine[0] == worth(engine[1]):
        return None
    return f"{hand}\n  brute force {worth(plain)} {plain}, engine {engine}"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    rng = random.Random(args.seed)
    wins = wrong = 0
    wild: Counter[int] = Counter()
    began = time.perf_counter()
    for _ in range(args.hands):
        hand = random_hand(rng)
        said = disagreement(hand)
        if said:
            wrong += 1
            print(said)
        if engine_says(hand) is not None:
            wins += 1
            wild[[*hand.standing, hand.won].count(J)] += 1
    seconds = time.perf_counter() - began
    by_wild = ", ".join(f"{wild[n]} with {n} wild" for n in sorted(wild))
    print(f"{args.hands} hands, {wins} winning ({by_wild}), {wrong} disagree, {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
