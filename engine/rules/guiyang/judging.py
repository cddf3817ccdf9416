"""贵阳捉鸡: when a hand wins, its dearest reading, what the others pay, 查叫."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.combine import Combined
from engine.events import PaymentRow, WinKind
from engine.meld import MeldKind
from engine.play import Judging, SortedHand, from_payer
from engine.rules.guiyang.fans import BESIDE, DECLARED, fresh_kong, is_hot_shot, is_plain
from engine.ruleset import Fan, FanContext, Options, ReadyCheck
from engine.seat import SEATS, Seat
from engine.settlement import liable
from engine.shapes import Family, Group, GroupKind, Reading, seven_pairs
from engine.tile import Tile
from engine.view import Text
from engine.win import Refusal, ScoredFan, ScoredWin, Win

ROBBED_WORTH = "robbed:"
"""Begins the word of a win's situation that gives the 番 of the robbed hand."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a text pays. `dou`: a 豆 by its kind. `hot`: what 热炮 adds by the
    kind of the 豆 just made, empty where it is a fan. `declared`: for 报听 and
    杀报. `chicken`: one 鸡."""

    dou: Mapping[MeldKind, int]
    hot: Mapping[MeldKind, int]
    declared: int
    chicken: int


class GuiyangJudging(Judging):
    """The judgements of both texts; see `engine.play.Judging`."""

    combine = "best_row"

    def __init__(self, fans: tuple[Fan, ...], prices: Prices, shape_clause: str) -> None:
        self.fans = fans
        self.prices = prices
        self.shape_clause = shape_clause

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        if options.get("ground_dragon") == "yes":
            yield from _ground_dragon(hand.win, hand.melds)
        yield from super().readings(hand, options)

    def refuse_reading(
        self, hand: SortedHand, reading: Reading, context: FanContext
    ) -> Refusal | None:
        """A plain hand wins off a discard only with a 豆; a robbed kong counts as
        self-drawn, 热炮 (L90) and a declared player who shoots (L84) are free."""
        win = context.win
        if win.kind is not WinKind.DISCARD or win.source is None or not is_plain(reading):
            return None
        with_dou = any(meld.kind.is_kong for meld in win.melds)
        hot = is_hot_shot(win) and context.options.get("hot_plain", "yes") == "yes"
        if with_dou or hot or DECLARED in win.seats[win.source].marks:
            return None
        return Refusal(
            Text("无豆的平胡不能点胡", "a plain hand without a 豆 cannot win off a discard"),
            self.shape_clause,
        )

    def combined(self, found: Sequence[ScoredFan], context: FanContext) -> Combined:
        """The dearest pattern with 杠上胡 and 热炮; 报听 is no part of the total."""
        pattern = super().combined([s for s in found if s.fan.id not in BESIDE], context)
        beside = tuple(scored for scored in found if scored.fan.id in BESIDE)
        total = pattern.total
        for scored in beside:
            if scored.fan.id == "hot_shot" and context.options["hot_shot"] == "double":
                total *= 2
            elif scored.fan.id != "declared":
                total += scored.total
        return Combined((*pattern.fans, *beside), pattern.excluded, total)

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        declared = self._declared_win(context.win, context.options)
        return Fraction(combined.total + self.prices.declared * declared)

    def _declared_win(self, win: Win, options: Options) -> bool:
        """Whether the payers owe the winner for having declared."""
        return DECLARED in win.seats[win.seat].marks and (
            options.get("declared_payers", "all") == "all" or win.kind is WinKind.DISCARD
        )

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """All three pay a self-drawn win, the shooter his own shot, the robbed
        player the three shares of a self-drawn win."""
        win = scored.win
        payers = [seat for seat in SEATS if seat is not win.seat]
        if win.kind is WinKind.DISCARD and win.source is not None:
            payers = [win.source]
        rows = tuple(
            PaymentRow(payer, win.seat, self._share(scored, payer, options)) for payer in payers
        )
        if win.kind is WinKind.ROBBED_KONG and win.source is not None:
            return liable(rows, win.source)
        feeder = _kong_feeder(win)
        if feeder is not None and options.get("kong_win_payers") == "feeder":
            return liable(rows, feeder)
        return rows

    def _share(self, scored: ScoredWin, payer: Seat, options: Options) -> Fraction:
        win, prices = scored.win, self.prices
        amount = scored.total
        robbed = next((word for word in win.situation if word.startswith(ROBBED_WORTH)), None)
        if robbed is not None:
            amount = int(robbed.removeprefix(ROBBED_WORTH))
        at = fresh_kong(win)
        if is_hot_shot(win) and win.source is not None and at is not None:
            amount += prices.hot.get(win.seats[win.source].melds[at].kind, 0)
        own = self._declared_win(win, options)
        killed = DECLARED in win.seats[payer].marks
        if own and killed and options["both_declared"] == "once":
            killed = False
        return Fraction(amount + prices.declared * (own + killed))

    def ready_worth(self, options: Options) -> str:
        return options["ready_value"]

    def ready_rows(
        self, check: ReadyCheck, ready: Mapping[Seat, ScoredWin], options: Options
    ) -> Iterator[PaymentRow]:
        return unready_pay({seat: scored.total for seat, scored in ready.items()}, check.hands)

    def wait_kinds(self, win: Win, options: Options) -> Iterator[Tile]:
        """The kinds of 地龙 lie away from what stands in the hand."""
        near = tuple(super().wait_kinds(win, options))
        yield from near
        yield from (
            meld.tile
            for meld in win.melds
            if meld.kind is MeldKind.PUNG and meld.tile not in (*near, *win.concealed)
        )

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        """The winner; of several the old dealer if he won, else the first after
        the shooter (L83 庄家确定3; L90 has only one winner in mind)."""
        if not first_winners or dealer in first_winners:
            return dealer
        return first_winners[0] if source is None else from_payer(source, first_winners)[0]


def _ground_dragon(win: Win, melds: tuple[Group, ...]) -> Iterator[Reading]:
    """地龙: a single pung, pairs, and the fourth tile of the pung won on."""
    if len(melds) != 1 or melds[0].kind is not GroupKind.PUNG or melds[0].tile is not win.tile:
        return
    for reading in seven_pairs(win.concealed, pairs=5):
        fourth = Group(GroupKind.LOOSE, (win.tile,))
        yield Reading(Family.SEVEN_PAIRS, (*melds, fourth, *reading.groups))


def _kong_feeder(win: Win) -> Seat | None:
    """Whose discard made the kong that brought a self-drawn tile."""
    at = fresh_kong(win)
    return win.melds[at].source if win.is_self_drawn and at is not None else None


def unready_pay(ready: Mapping[Seat, int], seats: Collection[Seat]) -> Iterator[PaymentRow]:
    """黄庄查叫: who is not ready pays each ready player the 番 of his hand; where
    all or none are, nothing moves (L90 黄庄查叫, L84 黄庄)."""
    for seat, worth in ready.items():
        for payer in seats:
            if payer not in ready:
                yield PaymentRow(payer, seat, Fraction(worth), "ready_check")


def next_after_draw(dealer: Seat, ready: Collection[Seat]) -> Seat:
    """番数版: the dealer stays when he is ready, or nobody or everybody is; else
    the first ready player after him deals (L90 黄庄查叫)."""
    if not ready or dealer in ready:
        return dealer
    return from_payer(dealer, tuple(ready))[0]


def first_dealer(thrower: Seat, die: int) -> Seat:
    """报听版: one die thrown by any player; 1 and 5 himself, 2 and 6 his 下家, 3
    his 对家, 4 his 上家 (L83 庄家确定1)."""
    return thrower.offset(die - 1)


def broken_wall(dealer: Seat, dice: tuple[int, int], direction: str) -> tuple[Seat, int]:
    """报听版: whose wall is broken and at which stack from 1. The sum counts the
    sides from the dealer, the smaller die the stack; where it comes to the
    dealer's own side the one opposite stands in (L83 骰子)."""
    steps = sum(dice) - 1
    side = dealer.offset(-steps if direction == "clockwise" else steps)
    return (dealer.across if side is dealer else side), min(dice)
