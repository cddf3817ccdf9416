"""How long the engine takes on every rule page: best reading of a win, all waits
of a hand, and the legal events after every event of a deal played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.deal import Deal
from engine.events import Event, WinKind
from engine.meld import Meld, MeldKind
from engine.play import PlayState
from engine.rules import PAGES, load
from engine.ruleset import RuleSet
from engine.seat import Seat
from engine.tile import JOKER, KINDS, NUMBERS, Tile
from engine.view import Phase
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


def dressed(rules: RuleSet, wins: Iterable[Win], rng: random.Random, wild: int) -> Iterator[Win]:
    """Hands as a page finds them: honours where it has them, `wild` tiles of
    the kinds that a turned tile made wild."""
    facts = _facts_of(rules, rng)
    honours = [tile for tile in rules.tiles() if tile.is_honour and tile not in facts.wild]
    for win in wins:
        hand = [*win.concealed, win.tile]
        if honours and rng.random() < 0.5:
            hand = _with_honours(hand, honours, rng)
        if facts.wild:
            hand[:wild] = [rng.choice(facts.wild) for _ in range(wild)]
        rng.shuffle(hand)
        yield replace(facts, tile=hand[0], concealed=tuple(hand[1:]), seats=win.seats)


def _with_honours(hand: list[Tile], honours: list[Tile], rng: random.Random) -> list[Tile]:
    """Kinds that stand three or twice exchanged for honours."""
    for tile in dict.fromkeys(hand):
        if hand.count(tile) in (2, 3) and rng.random() < 0.5:
            other = rng.choice(honours)
            if other not in hand:
                hand = [other if one is tile else one for one in hand]
    return hand


def _facts_of(rules: RuleSet, rng: random.Random) -> Win:
    """A win in a deal of the page that has just begun."""
    none = PublicSeat()
    plain = Win(Seat.A, NUMBERS[0], WinKind.SELF_DRAW, (), (none,) * 4)
    deal = Deal.begin(rules, 1, Seat.A)
    while isinstance(deal.page, PlayState) and deal.phase not in (Phase.PLAY, Phase.OPENING):
        deal = deal.apply(rng.choice(deal.legal()))
    return replace(plain, wild=deal.page.wild) if isinstance(deal.page, PlayState) else plain


def bench_scoring(
    clock: Clock, hands: int = 1000, page: str = "mzhz", seed: int = 1
) -> tuple[Figures, ...]:
    """Figures of `best(win)` and of all waits, with as many wild tiles as a page has."""
    rules = load(page)
    options = rules.choose()
    goal = 5 if page == "mzhz" else 10
    printed = JOKER in rules.tiles()
    turned = bool(_facts_of(rules, random.Random(seed)).wild)
    figures = []
    for wild in (0, 1, 2) if printed else (0, 1, 2, 4) if turned else (0,):
        rng = random.Random(seed + wild)
        made = winning_hands(rng, hands, wild if printed else 0)
        wins = list(made if printed else dressed(rules, made, rng, wild))
        name = f"{page}: best(win), 百搭 {wild} wild"
        figures.append(measured(name, goal, clock, lambda w: rules.best(w, options), wins))
        ready = [replace(win, tile=NUMBERS[0]) for win in wins[: max(1, hands // 5)]]
        name = f"{page}: waits, 百搭 {wild} wild"
        figures.append(measured(name, 4 * goal, clock, lambda w: rules.waits(w, options), ready))
    return tuple(figures)


def bench_legal(
    clock: Clock, deals: int = 10, page: str = "mzhz", seed: int = 1
) -> tuple[Figures, ...]:
    """Figures of `legal()` after every event of deals played at random, all
    hands hidden as at a table. Wins are rare, so that deals run long."""
    rules = load(page)
    rng = random.Random(seed)
    times: list[float] = []
    for number in range(deals):
        deal = Deal.begin(rules, number + 1, Seat(number % 4))
        while not deal.is_over:
            began = clock()
            events = deal.legal()
            times.append((clock() - began) * 1000)
            deal = deal.apply(_any_event(rng, events))
    return (Figures(f"{page}: legal(), 手牌暗 hidden hands", tuple(sorted(times)), 5),)


def _any_event(rng: random.Random, events: tuple[Event, ...]) -> Event:
    """Any legal event, each kind as likely as another, a win seldom."""
    by_kind: dict[str, list[Event]] = {}
    for event in events:
        by_kind.setdefault(type(event).__name__, []).append(event)
    if len(by_kind) > 1 and rng.random() < 0.95:
        by_kind.pop("Won", None)
    return rng.choice(by_kind[rng.choice(sorted(by_kind))])


def bench_engine(
    clock: Clock, hands: int = 1000, deals: int = 10, pages: tuple[str, ...] = ()
) -> tuple[Figures, ...]:
    """All figures of the engine, page by page."""
    return tuple(
        figure
        for page in pages or PAGES
        for figure in (*bench_scoring(clock, hands, page), *bench_legal(clock, deals, page))
    )
