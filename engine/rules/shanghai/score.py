"""上海: when a hand wins, its best reading, and what the others pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.combine import COMBINES, doubling
from engine.events import PaymentRow, WinKind
from engine.rules.shanghai.fans import KNOCKED, is_honours_hand
from engine.rules.shanghai.flowers import flower_tiles
from engine.ruleset import Fan, FanContext, Options
from engine.seat import SEATS, Seat, four
from engine.settlement import from_everyone
from engine.shapes import Family, Group, GroupKind, Reading, meld_group, scattered, standard
from engine.tile import FLOWERS, KINDS, Tile
from engine.view import Text
from engine.win import Effect, PublicSeat, Refusal, ScoredFan, ScoredWin, Win

COMBINE = "sum_with_exclusions"
LIABLE = "liable"
"""`Effect(LIABLE, payer, winner)`: the payer's 承包 of the winner, named at the table."""
LIABLE_MELDS = 3
"""From so many melds taken from one seat (Q3.6, J1)."""

_combine = COMBINES[COMBINE]
FourSeats = tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]
Gate = Callable[[Win, Options, frozenset[str]], Refusal | None]
"""Whether a complete hand with these fans may win."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How one version scores. `limits`: fan → number of 勒子. `eight`: eight
    flowers win. `loose`: honours win without sets. `both_ways`: 承包 also binds
    the one who took from the winner."""

    fans: tuple[Fan, ...]
    gate: Gate
    limits: dict[str, int] = field(default_factory=dict)
    eight: bool = False
    loose: bool = False
    both_ways: bool = False

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """The reading that settles highest, or why the hand does not win."""
        best: ScoredWin | None = None
        refused: Refusal | None = None
        for reading in self._readings(win, options):
            made = self._scored(win, reading, options)
            refusal = self.gate(win, options, frozenset(f.fan.id for f in made.fans))
            if refusal is not None:
                refused = refusal
            elif best is None or (made.points, made.total) > (best.points, best.total):
                best = made
        return best or refused or Refusal(Text("不成牌型", "no winning pattern"), "Q1; J2")

    def waits(self, win: Win, options: Options) -> frozenset[Tile]:
        """Kinds on which the standing tiles win (`win.tile` is ignored)."""
        drawn = replace(win, kind=WinKind.SELF_DRAW, source=None, seats=_all_knocked(win))
        return frozenset(
            tile
            for tile in KINDS
            if (tile.is_number or tile.is_honour)
            and isinstance(self.judge(replace(drawn, tile=tile), options), ScoredWin)
        )

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """Who pays the winner (Q3.3, Q3.5, Q3.6, J1, J2)."""
        win, share = scored.win, scored.points
        if win.kind is WinKind.DISCARD:
            return self._shot(win, share, options)
        rows = from_everyone(win.seat, share, "win")
        liable = self.liable_seats(win)
        if win.kind is WinKind.ROBBED_KONG:
            assert win.source is not None
            shares = 1 if options.get("robbed_kong") == "one" else len(rows)
            others = [seat for seat in liable if seat is not win.source]
            also = _shares(win.seat, others, share * len(rows), options)
            paid = PaymentRow(win.source, win.seat, share * shares, "win")
            return (paid, *(also if options.get("robbed_liable") == "both" else ()))
        return _shares(win.seat, liable, share * len(rows), options) if liable else rows

    def liable_seats(self, win: Win) -> list[Seat]:
        """Seats that 承包 the winner: three melds between the two, or said so."""
        return [
            seat
            for seat in SEATS
            if seat is not win.seat
            and (
                Effect(LIABLE, seat, win.seat) in win.effects
                or _taken(win, win.seat, seat) >= LIABLE_MELDS
                or (self.both_ways and _taken(win, seat, win.seat) >= LIABLE_MELDS)
            )
        ]

    def _shot(self, win: Win, share: Fraction, options: Options) -> tuple[PaymentRow, ...]:
        assert win.source is not None
        liable = self.liable_seats(win)
        others = [seat for seat in liable if seat is not win.source]
        shot = (PaymentRow(win.source, win.seat, share, "win"),)
        way = options["liable_on_shot"]
        if not others or way == "nothing" or (way == "instead" and win.source in liable):
            return shot
        also = _shares(win.seat, others, share, options)
        return also if way == "instead" else shot + also

    def _readings(self, win: Win, options: Options) -> Iterator[Reading]:
        if win.kind is WinKind.EIGHT_FLOWERS:
            laid = flower_tiles(win)
            if self.eight and set(laid) == set(FLOWERS):
                yield Reading(Family.FLOWERS, (Group(GroupKind.LOOSE, laid),))
            return
        standing = (*win.concealed, win.tile)
        laid_dragons = options.get("dragons_are_flowers") == "yes"
        if len(standing) != 14 - 3 * len(win.melds) or (
            laid_dragons and any(tile.is_honour and not tile.is_wind for tile in standing)
        ):
            return
        melds = tuple(meld_group(index, meld) for index, meld in enumerate(win.melds))
        yield from standard(standing, 4 - len(melds), melds=melds)
        tiles = (*standing, *(meld.tile for meld in win.melds))
        loose = self.loose and options.get("honours_hand") != "none"
        if loose and is_honours_hand(tiles, options):
            yield scattered(standing, melds=melds)

    def _scored(self, win: Win, reading: Reading, options: Options) -> ScoredWin:
        context = FanContext(win, options)
        found = [ScoredFan(fan, e) for fan in self.fans if (e := fan.find(context, reading))]
        combined = _combine(found)
        flowers = sum(f.count for f in combined.fans if f.fan.id == "flowers")
        base = int(options["base"]) + flowers * int(options["flower_value"])
        points = doubling(combined.total, base, self._limit(combined.fans, options))
        return ScoredWin(
            win, reading, combined.fans, combined.excluded, combined.total, Fraction(points)
        )

    def _limit(self, fans: tuple[ScoredFan, ...], options: Options) -> int | None:
        """The most that one payer owes (Q5)."""
        one = limit(options)
        if one is None:
            return None
        ids = {scored.fan.id for scored in fans}
        if {"one_suit", "all_pungs"} <= ids:
            ids.add("pure_pungs")
        return one * max((self.limits.get(fan, 1) for fan in ids), default=1)


def _all_knocked(win: Win) -> FourSeats:
    """The seats as they would be had everybody knocked."""
    return four(replace(seat, marks=(*seat.marks, KNOCKED)) for seat in win.seats)


def limit(options: Options) -> int | None:
    """One 勒子, None where the table plays without."""
    return None if options["limit"] == "none" else int(options["limit"])


def _taken(win: Win, taker: Seat, giver: Seat) -> int:
    return sum(meld.source is giver for meld in win.seats[taker].melds)


def _shares(
    winner: Seat, payers: list[Seat], amount: Fraction, options: Options
) -> tuple[PaymentRow, ...]:
    """What liable seats pay: each all of it, or one part each."""
    if options["shared_liability"] == "split" and payers:
        amount /= len(payers)
    return tuple(PaymentRow(payer, winner, amount, "liability") for payer in payers)
