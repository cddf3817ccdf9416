"""`Judging`: the judgements of a page on the shared shapes. A page subclasses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from engine.combine import COMBINES, Combined
from engine.events import PaymentRow, WinKind
from engine.play.hand import SortedHand, shown, sort_hand, tile_counts
from engine.ruleset import (
    Amounts,
    DealResult,
    Fan,
    FanContext,
    Options,
    ReadyCheck,
    ReadyResult,
)  # fmt: skip
from engine.seat import SEATS, Seat
from engine.settlement import NOTHING, net
from engine.shapes import Reading, orphans, seven_pairs, standard
from engine.tile import NUMBERS, Tile
from engine.view import Status, Text
from engine.win import Effect, EntryCause, Refusal, ScoredFan, ScoredWin, Win


class Judging:
    """A page's `engine.ruleset.Judge`. Class attributes and methods are what a
    page may set or override."""

    fans: tuple[Fan, ...] = ()
    combine: str = "sum_with_exclusions"
    pairs: bool = True
    """Whether seven pairs are a winning shape."""
    thirteen: bool = False
    """Whether the thirteen orphans are."""
    shape_clause: str = "†"
    """The clause that lists the winning shapes."""

    # ---- what a page says --------------------------------------------------

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """Kind → how many are in play."""
        return dict.fromkeys(NUMBERS, 4)

    def wild(self, win: Win, options: Options) -> frozenset[Tile]:
        """Kinds that are wild in this hand."""
        return frozenset(win.wild)

    def stand(self, hand: SortedHand, options: Options) -> Sequence[Tile]:
        """Kinds that a wild tile may stand for."""
        return tuple(t for t in self.tiles(options) if t.suit in "mpsz")

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        """A condition of a win that no reading can mend (缺门 …)."""
        return None

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        """The ways to read the hand as complete."""
        wild = len(hand.wild)
        stand = self.stand(hand, options) if wild else ()
        if not hand.melds and self.pairs:
            yield from seven_pairs(hand.naturals, wild, stand)
        if not hand.melds and self.thirteen:
            yield from orphans(hand.naturals, wild, stand)
        yield from standard(hand.naturals, hand.sets, wild, stand, hand.melds)

    def refuse_reading(
        self, hand: SortedHand, reading: Reading, context: FanContext
    ) -> Refusal | None:
        """A condition that this reading breaks (将 2/5/8 …)."""
        return None

    def find(self, context: FanContext, reading: Reading) -> list[ScoredFan]:
        """All fans of a reading, in the order of the text."""
        return [
            ScoredFan(self.valued(fan, context.options), e)
            for fan in self.fans
            if (e := fan.find(context, reading))
        ]

    def valued(self, fan: Fan, options: Options) -> Fan:
        """The fan with the worth that the option `value_<id>` gives it, where a
        page has such an option (a value that the text does not print)."""
        worth = options.get(f"value_{fan.id}")
        return fan if worth is None or int(worth) == fan.value else replace(fan, value=int(worth))

    def combined(self, found: Sequence[ScoredFan], context: FanContext) -> Combined:
        """Which of them count."""
        return COMBINES[self.combine](found)

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        """What one payer owes before effects between seats."""
        return Fraction(combined.total)

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        """A minimum that the total misses (起胡, 起和)."""
        return None

    def no_shape(self, hand: SortedHand, options: Options) -> Refusal:
        return Refusal(Text("不成牌型", "no winning pattern"), self.shape_clause)

    def flower_win(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """All flowers laid; pages that have it override this."""
        return Refusal(Text("没有花胡", "there are no flower wins"), self.shape_clause)

    def payers(self, win: Win, options: Options) -> tuple[Seat, ...]:
        """Who pays this win: the source alone, or all who still play."""
        if win.source is not None:
            return (win.source,)
        paying = (Status.PLAYING, Status.DEAD_HAND)
        return tuple(s for s in SEATS if s is not win.seat and win.seats[s].status in paying)

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """Who pays the winner how much; every payer owes the points."""
        win = scored.win
        return tuple(
            PaymentRow(payer, win.seat, scored.points) for payer in self.payers(win, options)
        )

    def ready_worth(self, options: Options) -> str:
        """Of several waits a ready hand is worth `max` or `min`."""
        return "max"

    def ready_kind(self, options: Options) -> WinKind:
        """How a ready hand is deemed to have won."""
        return WinKind.SELF_DRAW

    def ready_rows(
        self, check: ReadyCheck, ready: Mapping[Seat, ScoredWin], options: Options
    ) -> Iterable[PaymentRow]:
        """查叫: who is not ready pays each who is."""
        for seat, scored in ready.items():
            for payer in check.hands:
                if payer not in ready:
                    yield PaymentRow(payer, seat, scored.points, "ready_check")

    def false_win(
        self, offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
        teams: tuple[int, int, int, int] | None, options: Options,
    ) -> tuple[PaymentRow, ...]:  # fmt: skip
        """The penalty for a false win; none where the text names none."""
        return ()

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        """The winner; after several at once the payer; else the same."""
        if not first_winners:
            return dealer
        if len(first_winners) > 1 and source is not None:
            return source
        return first_winners[0]

    # ---- engine.ruleset.Judge ----------------------------------------------

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """The reading that settles highest, or why there is none."""
        if win.is_flower_win:
            return self.flower_win(win, options)
        hand = sort_hand(win, self.wild(win, options))
        refused = self._wrong_size(win) or self.refuse(hand, options)
        if refused is not None:
            return refused
        best: tuple[Fraction, int, Combined, Reading] | None = None
        for reading, context, verdict in self._each(hand, options):
            if isinstance(verdict, Refusal):
                refused = refused or verdict
                continue
            points = self.points(verdict, context, reading)
            if best is None or (points, verdict.total) > best[:2]:
                best = points, verdict.total, verdict, reading
        if best is None:
            return refused or self.no_shape(hand, options)
        points, total, combined, reading = best
        reading = shown(hand, reading)
        return ScoredWin(win, reading, combined.fans, combined.excluded, total, points)

    def _each(
        self, hand: SortedHand, options: Options
    ) -> Iterator[tuple[Reading, FanContext, Combined | Refusal]]:
        """Every reading with the fans that count in it, or why it does not win."""
        for reading in self.readings(hand, options):
            own, loose = tile_counts(hand, reading)
            context = FanContext(hand.win, options, own, loose)
            verdict: Combined | Refusal | None = self.refuse_reading(hand, reading, context)
            if verdict is None:
                combined = self.combined(self.find(context, reading), context)
                verdict = self.refuse_total(combined, context) or combined
            yield reading, context, verdict

    def _wrong_size(self, win: Win) -> Refusal | None:
        if not win.is_known:
            raise ValueError("a hand with unknown tiles cannot be judged")
        if len(win.concealed) + 1 != 14 - 3 * len(win.melds):
            return Refusal(
                Text("手牌张数不对（相公）", "wrong number of tiles (dead hand)"), self.shape_clause
            )
        return None

    def completes(self, win: Win, options: Options) -> bool:
        """Whether the hand wins, without looking for the best reading."""
        hand = sort_hand(win, self.wild(win, options))
        if self._wrong_size(win) or self.refuse(hand, options):
            return False
        return any(isinstance(verdict, Combined) for _, _, verdict in self._each(hand, options))

    def drawn(self, win: Win, tile: Tile, kind: WinKind = WinKind.SELF_DRAW) -> Win:
        """The same hand won on `tile`, with nothing else that counts."""
        return replace(win, tile=tile, kind=kind, source=None, entry=EntryCause.HEAD)

    def waits(self, win: Win, options: Options) -> frozenset[Tile]:
        """Kinds that complete the hand; one held four times is no wait."""
        return frozenset(
            tile
            for tile in self.wait_kinds(win, options)
            if self.completes(self.drawn(win, tile), options)
        )

    def wait_kinds(self, win: Win, options: Options) -> Iterator[Tile]:
        """Kinds worth trying: near what the hand holds, and not used up by it."""
        wild = self.wild(win, options)
        held = [*win.concealed, *(t for meld in win.melds for t in meld.tiles)]
        for tile, number in self.tiles(options).items():
            if tile.suit in "mpsz" and held.count(tile) < number:
                if wild or self.thirteen or _near(tile, win.concealed):
                    yield tile

    def ready_check(self, check: ReadyCheck, options: Options) -> ReadyResult:
        """Payments at an exhausted wall."""
        ready: dict[Seat, ScoredWin] = {}
        for seat in check.hands:
            if check.seats[seat].status is not Status.DEAD_HAND:
                worth = self.deemed(check, seat, options)
                if worth is not None:
                    ready[seat] = worth
        return ReadyResult(ready, tuple(self.ready_rows(check, ready, options)))

    def deemed(self, check: ReadyCheck, seat: Seat, options: Options) -> ScoredWin | None:
        """The win that a ready hand is deemed to have made; None where it is not ready."""
        win = Win(
            seat, NUMBERS[0], WinKind.SELF_DRAW, check.hands[seat], check.seats,
            bonus=check.bonus, dealer=check.dealer, effects=check.effects,
            situation=check.situation, wild=check.wild,
        )  # fmt: skip
        kind = self.ready_kind(options)
        judged = [
            self.judge(self.drawn(win, tile, kind), options)
            for tile in self.wait_kinds(win, options)
        ]
        scored = [one for one in judged if isinstance(one, ScoredWin)]
        if not scored:
            return None
        pick = max if self.ready_worth(options) == "max" else min
        return pick(scored, key=lambda one: one.points)

    def deal_scores(self, result: DealResult, options: Options) -> Amounts:
        return net(result.rows)

    def match_totals(
        self, scores: Amounts, teams: tuple[int, int, int, int] | None, options: Options
    ) -> Amounts:
        return scores

    def opening_score(self, options: Options) -> Fraction:
        return NOTHING[0]


@lru_cache(maxsize=1 << 12)
def _near(tile: Tile, concealed: tuple[Tile, ...]) -> bool:
    """Whether a standing tile equals it or lies within two ranks of it."""
    return any(
        other is tile
        or (tile.is_number and other.suit == tile.suit and abs(other.rank - tile.rank) <= 2)
        for other in concealed
    )
