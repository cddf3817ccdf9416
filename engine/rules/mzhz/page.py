"""猫抓耗子 as a rule set: what is played with, who judges, who deals next."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.events import PaymentRow
from engine.rules.mzhz import ready, score
from engine.rules.mzhz.clauses import ASKED, CLAUSES
from engine.rules.mzhz.fans import FANS
from engine.rules.mzhz.flow import FLOW
from engine.rules.mzhz.options import OPTIONS
from engine.rules.mzhz.state import DEFAULT_TEAMS
from engine.ruleset import (
    Amounts,
    DealResult,
    Options,
    ReadyCheck,
    ReadyResult,
    RuleSet,
)
from engine.seat import Seat
from engine.settlement import Teams, net, pooled, scaled
from engine.tile import FLOWERS, JOKER, KINDS, NUMBERS, WINDS, Tile
from engine.view import Text
from engine.win import Effect, Refusal, ScoredWin, Win


class Mzhz:
    """The page's judgements (see `engine.ruleset.Judge`)."""

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """124 tiles, 128 with the winds (D1.一, S1.一)."""
        counts = dict.fromkeys((*NUMBERS, JOKER), 4)
        counts |= {tile: 1 for tile in KINDS if tile.is_helper or tile in FLOWERS}
        if options["mode"] == "four_winds":
            counts |= dict.fromkeys(WINDS, 1)
        return counts

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        return score.judge(win, options)

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        return score.pay(scored, options)

    def waits(self, win: Win, options: Options) -> frozenset[Tile]:
        return ready.waits(win, options)

    def ready_check(self, check: ReadyCheck, options: Options) -> ReadyResult:
        return ready.ready_check(check, options)

    def false_win(
        self, offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
        teams: Teams | None, options: Options,
    ) -> tuple[PaymentRow, ...]:  # fmt: skip
        return ready.false_win(offender, unwon, effects, teams, options)

    def deal_scores(self, result: DealResult, options: Options) -> Amounts:
        """Net of the rows; partners share it evenly with four winds (S4.(九))."""
        scores = net(result.rows)
        if options["mode"] == "four_winds":
            return pooled(scores, result.teams or DEFAULT_TEAMS)
        return scores

    def match_totals(self, scores: Amounts, teams: Teams | None, options: Options) -> Amounts:
        """Times 1.5: of one's own sum with four winds, of the pair's half sum
        with fixed pairs, which is 0.75 of the pair's sum (G4.(九), S4.(九))."""
        factor = Fraction(3, 2)
        match options["mode"]:
            case "fixed_pairs":
                return scaled(pooled(scores, teams or DEFAULT_TEAMS), factor)
            case "four_winds":
                return scaled(scores, factor)
        return scores

    def opening_score(self, options: Options) -> Fraction:
        return Fraction(int(options["initial_points"]))

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        """The first winner; after several at once the payer; else the same (D2.18)."""
        if not first_winners:
            return dealer
        if len(first_winners) > 1 and source is not None:
            return source
        return first_winners[0]


RULES = RuleSet(
    id="mzhz",
    names=Text("四川麻将之猫抓耗子", "Cat catches mouse (Sichuan)"),
    judging=Mzhz(),
    fans=FANS,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    combine=score.COMBINE,
    source=Text("蒋晓鸣，2007-03-01", "Jiang Xiaoming, 1 March 2007"),
    flow=FLOW,
)
