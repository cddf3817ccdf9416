"""国标麻将: when a hand wins, its best reading, and what the others pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.combine import COMBINES, Combined
from engine.events import PaymentRow
from engine.play import Judging, SortedHand
from engine.rules.mcr.fans import FANS, fans_for
from engine.rules.mcr.hand import ONE_WAIT
from engine.ruleset import FanContext, Options
from engine.seat import SEATS, Seat
from engine.shapes import (
    ORPHANS,
    Family,
    Group,
    Reading,
    knitted,
    meld_group,
    orphans,
    seven_pairs,
    standard,
)
from engine.tile import FLOWERS, KINDS, Tile
from engine.view import Text
from engine.win import Effect, Refusal, ScoredFan, ScoredWin, Win

BASE = 8
"""What everybody pays the winner whatever the hand is worth (计分)."""
PLAIN = tuple(tile for tile in KINDS if tile.is_number or tile.is_honour)
"""The 34 kinds that hands are made of."""
_PLACES = {fan.id: place for place, fan in enumerate(FANS)}


class McrJudging(Judging):
    """The page's judgements (see `engine.ruleset.Judge`)."""

    fans = FANS
    shape_clause = "补5"

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """144 tiles: 34 kinds four times and eight flowers (L71)."""
        return dict.fromkeys(PLAIN, 4) | dict.fromkeys(FLOWERS, 1)

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """The reading that counts highest (就高不就低), or why the hand does not win."""
        if win.is_known and self.completes(win, options) and _has_one_wait(win):
            win = replace(win, situation=(*win.situation, ONE_WAIT))
        return super().judge(win, options)

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        flower = next((tile for tile in hand.naturals if tile.is_flower), None)
        if flower is None:
            return None
        return Refusal(
            Text(f"立牌中有{flower.chinese}，须先补花", f"{flower.english} must be laid first"),
            "补2",
        )

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        return _readings(hand.naturals, hand.melds)

    def find(self, context: FanContext, reading: Reading) -> list[ScoredFan]:
        """Fans of the reading, with the winning tile in the group where they
        count most, the dearest among equals."""
        fans = fans_for(context.options)
        ways = [
            [
                ScoredFan(fan, evidence)
                for fan in fans
                if fan.id != "chicken" and (evidence := fan.find(placed, reading))
            ]
            for placed in (replace(context, won=won) for won in _completed(context.win, reading))
        ]
        found = ways[0] if len(ways) == 1 else max(ways, key=self._order)
        if all(scored.fan.id == "flower" for scored in found):
            chicken = next(fan for fan in fans if fan.id == "chicken")
            found.insert(0, ScoredFan(chicken, chicken.find(context, reading)))
        return found

    def _order(self, found: Sequence[ScoredFan]) -> tuple[int, tuple[int, ...]]:
        """Greater for a higher total, then for fans that stand earlier in the list."""
        counted = COMBINES[self.combine](found)
        return counted.total, tuple(-_PLACES[scored.fan.id] for scored in counted.fans)

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        return Fraction(BASE + combined.total)

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        """Eight without flowers (番43; 补1)."""
        worth = combined.total - len(context.win.flowers)
        if meets_minimum(worth, context.options):
            return None
        least = context.options["minimum"]
        return Refusal(
            Text(f"不足{least}番（花牌不计）：{worth}番",
                 f"fewer than {least} fans without flowers: {worth}"),
            "番43; 补1",
        )  # fmt: skip

    def completes(self, win: Win, options: Options) -> bool:
        """Whether the pattern is complete, whatever it is worth."""
        return _completes(win.concealed, win.tile, _melds(win))

    def waits(self, win: Win, options: Options) -> frozenset[Tile]:
        """Kinds that complete the pattern, whatever the hand is worth then."""
        return frozenset(_waits(win))

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        return pay_total(scored.total, scored.win.seat, scored.win.source)

    def false_win(
        self, offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
        teams: tuple[int, int, int, int] | None, options: Options,
    ) -> tuple[PaymentRow, ...]:  # fmt: skip
        """The same to each of the others (补4)."""
        amount = Fraction(int(options["false_win"]))
        return tuple(
            PaymentRow(offender, seat, amount, "false_win")
            for seat in SEATS
            if amount and seat is not offender and seat in unwon
        )

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        """Each deals once in a round, whoever wins (赛制1)."""
        return dealer.next


def meets_minimum(worth: int, options: Options) -> bool:
    """Whether a hand worth so many fans without flowers may win (番43; 补1)."""
    return worth >= int(options["minimum"])


def pay_total(total: int, winner: Seat, source: Seat | None) -> tuple[PaymentRow, ...]:
    """Self-drawn each pays 8 and the fans; on a discard the one who threw it
    does, and the others pay 8 (计分1, 计分2)."""
    return tuple(
        PaymentRow(seat, winner, Fraction(BASE + total if source in (None, seat) else BASE))
        for seat in SEATS
        if seat is not winner
    )


def _readings(standing: Sequence[Tile], melds: tuple[Group, ...]) -> Iterator[Reading]:
    """All readings; irregular patterns are looked for only where the kinds
    allow them, as most hands that are tried complete nothing."""
    sets = 4 - len(melds)
    yield from standard(standing, sets, melds=melds)
    kinds = set(standing)
    if not melds and len(kinds) <= 7:
        yield from seven_pairs(standing)
    if not melds and kinds.issubset(ORPHANS):
        yield from orphans(standing)
    if len(kinds) >= 9:
        yield from knitted(standing, sets, melds)


def _completed(win: Win, reading: Reading) -> Iterator[int]:
    """Groups that the winning tile may have completed, equal ones once."""
    seen: list[Group] = []
    for index, group in enumerate(reading.groups):
        if group.meld is None and win.tile in group.tiles and group not in seen:
            seen.append(group)
            yield index
            if reading.family not in (Family.STANDARD, Family.KNITTED):
                return


def _melds(win: Win) -> tuple[Group, ...]:
    return tuple(meld_group(index, meld) for index, meld in enumerate(win.melds))


def _completes(concealed: tuple[Tile, ...], tile: Tile, melds: tuple[Group, ...]) -> bool:
    return next(_readings((*concealed, tile), melds), None) is not None


def _waits(win: Win) -> Iterator[Tile]:
    melds = _melds(win)
    return (tile for tile in PLAIN if _completes(win.concealed, tile, melds))


def _has_one_wait(win: Win) -> bool:
    return next((False for tile in _waits(win) if tile is not win.tile), True)
