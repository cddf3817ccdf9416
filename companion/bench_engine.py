"""How long the engine takes: best reading of a win, all waits of a hand, and
the legal events after every event of a deal played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.deal import Deal
from engine.events import Event, WinKind
from engine.meld import Meld, MeldKind
from engine.rules import load
from engine.seat import Seat
from engine.tile import JOKER, KINDS, NUMBERS, Tile
from engine.win import PublicSeat, Win

_T = TypeVar("_T")
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds of one task over many runs, `goal` at the 99th percentile."""

    name: str
    times: tuple[float, ...]
    goal: float

    def at(self, share: float) -> float:
        """The time that `share` (0…1) of the runs do not exceed."""
        return self.times[min(len(self.times) - 1, int(share * len(self.times)))]

    @property
    def holds(self) -> bool:
        return self.at(0.99) <= self.goal

    def line(self) -> str:
        word = "达标 ok" if self.holds else "未达标 over"
        return (
            f"{self.name}: median {self.at(0.5):.2f} ms, p99 {self.at(0.99):.2f} ms, "
            f"max {self.times[-1]:.2f} ms (目标 goal p99 ≤ {self.goal:g} ms) {word}"
        )


def measured(
    name: str, goal: float, clock: Clock, run: Callable[[_T], object], inputs: Iterable[_T]
) -> Figures:
    """`run` timed on every input; `clock` counts seconds."""
    times = []
    for one in inputs:
        began = clock()
        run(one)
        times.append((clock() - began) * 1000)
    return Figures(name, tuple(sorted(times)), goal)


def winning_hands(rng: random.Random, number: int, wild: int) -> Iterator[Win]:
    """Random complete hands of one or two suits with up to two pungs laid and
    `wild` jokers among the standing tiles (two of them: seven pairs)."""
    while number:
        hand = _hand(rng, wild)
        if all(hand.concealed.count(tile) < 4 for tile in hand.concealed):
            number -= 1
            yield hand


def _hand(rng: random.Random, wild: int) -> Win:
    firsts = rng.sample((0, 9, 18), rng.choice((1, 2, 2)))

    def kind(ranks: int = 9) -> int:
        return rng.choice(firsts) + rng.randrange(ranks)

    laid = 0 if wild == 2 else rng.choice((0, 0, 1, 2))
    pungs = [KINDS[kind()] for _ in range(laid)]
    tiles: list[Tile] = []
    if wild == 2:
        for _ in range(7):
            tiles += [KINDS[kind()]] * 2
    else:
        for _ in range(4 - laid):
            if rng.random() < 0.7:
                first = kind(7)
                tiles += KINDS[first : first + 3]
            else:
                tiles += [KINDS[kind()]] * 3
        tiles += [KINDS[kind()]] * 2
    rng.shuffle(tiles)
    tiles[:wild] = [JOKER] * wild
    won = tiles.pop()
    melds = tuple(Meld(MeldKind.PUNG, tile, (tile,) * 3) for tile in pungs)
    none = PublicSeat()
    seats = (PublicSeat(melds=melds), none, none, none)
    return Win(Seat.A, won, WinKind.SELF_DRAW, tuple(tiles), seats, bonus=rng.choice(NUMBERS))


def bench_scoring(clock: Clock, hands: int = 1000, seed: int = 1) -> tuple[Figures, ...]:
    """Figures of `best(win)` and of all waits, with 0, 1 and 2 wild tiles."""
    rules = load("mzhz")
    options = rules.choose()
    figures = []
    for wild in (0, 1, 2):
        wins = list(winning_hands(random.Random(seed + wild), hands, wild))
        figures.append(
            measured(
                f"best(win), 百搭 {wild} wild", 5, clock, lambda w: rules.best(w, options), wins
            )
        )
        ready = [replace(win, tile=NUMBERS[0]) for win in wins]
        figures.append(
            measured(
                f"waits, 百搭 {wild} wild", 20, clock, lambda w: rules.waits(w, options), ready
            )
        )
    return tuple(figures)


def bench_legal(clock: Clock, deals: int = 10, seed: int = 1) -> tuple[Figures, ...]:
    """Figures of `legal()` after every event of deals played at random, all
    hands hidden as at a table. Wins are rare, so that deals run long."""
    rules = load("mzhz")
    rng = random.Random(seed)
    times: list[float] = []
    for number in range(deals):
        deal = Deal.begin(rules, number + 1, Seat(number % 4))
        while not deal.is_over:
            began = clock()
            events = deal.legal()
            times.append((clock() - began) * 1000)
            deal = deal.apply(_any_event(rng, events))
    return (Figures("legal(), 手牌暗 hidden hands", tuple(sorted(times)), 5),)


def _any_event(rng: random.Random, events: tuple[Event, ...]) -> Event:
    """Any legal event, each kind as likely as another, a win seldom."""
    by_kind: dict[str, list[Event]] = {}
    for event in events:
        by_kind.setdefault(type(event).__name__, []).append(event)
    if len(by_kind) > 1 and rng.random() < 0.95:
        by_kind.pop("Won", None)
    return rng.choice(by_kind[rng.choice(sorted(by_kind))])


def bench_engine(clock: Clock, hands: int = 1000, deals: int = 10) -> tuple[Figures, ...]:
    """All figures of the engine."""
    return (*bench_scoring(clock, hands), *bench_legal(clock, deals))
