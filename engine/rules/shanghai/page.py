"""上海: 清混碰, 旧规矩, 敲麻 and the online procedure as rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.events import PaymentRow
from engine.rules.shanghai.score import Scoring, limit
from engine.ruleset import Amounts, DealResult, Options, ReadyCheck, ReadyResult
from engine.seat import SEATS, Seat
from engine.settlement import Teams, net
from engine.tile import FLOWERS, KINDS, Tile
from engine.win import Effect, Refusal, ScoredWin, Win

UNLIMITED_FALSE_WIN = 8
"""What a false win costs in bases where there is no 勒子."""


def nearest(winners: tuple[Seat, ...], source: Seat | None) -> Seat:
    """The first winner in the order of play after the one who dealt in."""
    if source is None:
        return winners[0]
    return min(winners, key=lambda seat: (seat - source - 1) % 4)


def dealer_after(dealer: Seat, winners: tuple[Seat, ...], source: Seat | None, way: str) -> Seat:
    """Who deals next: the winner; after several `way` says who; else the same
    (Q3.1, J2, O1.4.2)."""
    if not winners:
        return dealer
    if len(winners) == 1 or source is None:
        return winners[0]
    if way == "discarder":
        return source
    first = nearest(winners, source)
    return first.next if way == "after_nearest" else first


@dataclass(frozen=True, slots=True)
class Shanghai:
    """The judgements of one version (see `engine.ruleset.Judge`)."""

    scoring: Scoring

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """144 tiles: 136 and the eight flowers (J3, O1.3)."""
        counts = {tile: 4 for tile in KINDS if tile.is_number or tile.is_honour}
        return counts | dict.fromkeys(FLOWERS, 1)

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        return self.scoring.judge(win, options)

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        return self.scoring.pay(scored, options)

    def waits(self, win: Win, options: Options) -> frozenset[Tile]:
        return self.scoring.waits(win, options)

    def ready_check(self, check: ReadyCheck, options: Options) -> ReadyResult:
        """A drawn deal pays nothing (Q2.1: it only adds 黄番)."""
        return ReadyResult({}, ())

    def false_win(
        self, offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
        teams: Teams | None, options: Options,
    ) -> tuple[PaymentRow, ...]:  # fmt: skip
        if options["false_win"] == "none":
            return ()
        amount = limit(options) or UNLIMITED_FALSE_WIN * int(options["base"])
        return paid_to_all(offender, Fraction(amount), "false_win")

    def deal_scores(self, result: DealResult, options: Options) -> Amounts:
        return net(result.rows)

    def match_totals(self, scores: Amounts, teams: Teams | None, options: Options) -> Amounts:
        return scores

    def opening_score(self, options: Options) -> Fraction:
        return Fraction(options.get("funds", "0"))

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        return dealer_after(dealer, first_winners, source, "nearest")


def paid_to_all(offender: Seat, amount: Fraction, cause: str) -> tuple[PaymentRow, ...]:
    """A fine that one seat pays to each of the others."""
    return tuple(
        PaymentRow(offender, seat, amount, cause) for seat in SEATS if seat is not offender
    )
