"""猫抓耗子: when a hand wins, its best reading, and what the others pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.combine import COMBINES, Combined, doubling
from engine.events import PaymentRow, WinKind
from engine.patterns import is_neutral
from engine.play.hand import with_melds
from engine.rules.mzhz.fans import FANS, laid_by_winner
from engine.ruleset import FanContext, Options
from engine.seat import SEATS, Seat
from engine.shapes import (
    Family,
    Group,
    GroupKind,
    Reading,
    meld_group,
    seven_pairs,
    standard,
    with_jokers_shown,
)
from engine.tile import JOKER, NUMBERS, Tile
from engine.view import Status, Text
from engine.win import Effect, PublicSeat, Refusal, ScoredFan, ScoredWin, Win

CAP = 64
"""Raw points are 2 to the total, at most this (D4.(六))."""
LIMIT = Fraction(128)
"""The most that one loser pays one winner after cat and god (D4.(六))."""
COMBINE = "sum_with_exclusions"

_combine = COMBINES[COMBINE]
_SUIT_OF = {suit: tuple(t for t in NUMBERS if t.suit == suit) for suit in "mps"}


@dataclass(frozen=True, slots=True)
class _Hand:
    """A winning hand sorted for reading: natural tiles with a fixed joker as
    its kind, free jokers, all jokers, groups of the melds, suits in use."""

    naturals: tuple[Tile, ...]
    free: int
    jokers: int
    fixed: Tile | None
    melds: tuple[Group, ...]
    suits: frozenset[str]


def judge(win: Win, options: Options) -> ScoredWin | Refusal:
    """The reading that settles highest, or why the hand does not win (§8)."""
    if win.is_flower_win:
        return _judge_flowers(win, options)
    return judge_counting(win, options, None)


def judge_counting(win: Win, options: Options, uncounted: Tile | None) -> ScoredWin | Refusal:
    """As `judge` for a win that is not by flowers. One tile of the kind
    `uncounted` completes the shape but does not count for 根, 进宝 and 九重天."""
    hand = _sort(win, options)
    if isinstance(hand, Refusal):
        return hand
    best: tuple[Combined, Reading] | None = None
    for reading in _readings(hand):
        own, loose = _count(hand, reading, uncounted)
        context = FanContext(win, options, own, loose)
        found = [
            ScoredFan(fan, evidence) for fan in FANS if (evidence := fan.find(context, reading))
        ]
        combined = _combine(found)
        if best is None or combined.total > best[0].total:
            best = combined, reading
    if best is None:
        return _why_not(hand)
    combined, reading = best
    wild = reading.wild if hand.fixed is None else (*reading.wild, hand.fixed)
    shown = with_jokers_shown(reading, JOKER, wild)
    return _scored(win, shown, combined)


def completes(win: Win, options: Options) -> bool:
    """Whether the hand wins, without looking for the best reading."""
    hand = _sort(win, options)
    return not isinstance(hand, Refusal) and next(_readings(hand), None) is not None


def owed(points: Fraction, winner: Seat, loser: Seat, effects: tuple[Effect, ...]) -> Fraction:
    """What `loser` owes `winner` on raw `points`: half more for each god of the
    winner on him, half less for each cat of his on the winner, 0 to 128."""
    gods = effects.count(Effect("god", winner, loser))
    cats = effects.count(Effect("cat", loser, winner))
    return min(LIMIT, max(Fraction(0), points * (2 + gods - cats) / 2))


def partners(seats: tuple[PublicSeat, ...], one: Seat, other: Seat) -> bool:
    team = seats[one].team
    return team is not None and team == seats[other].team


def win_rows(
    points: Fraction, winner: Seat, source: Seat | None, seats: tuple[PublicSeat, ...],
    effects: tuple[Effect, ...], options: Options,
) -> tuple[PaymentRow, ...]:  # fmt: skip
    """Rows of one win worth raw `points`; `seats` as they were at the win."""
    if source is not None:
        payers = [source]
    else:
        paying = {Status.PLAYING, Status.DEAD_HAND}
        if options.on("removed_pays"):
            paying.add(Status.REMOVED)
        payers = [s for s in SEATS if s is not winner and seats[s].status in paying]
    if not options.on("partner_pays"):
        payers = [payer for payer in payers if not partners(seats, winner, payer)]
    return tuple(
        PaymentRow(payer, winner, owed(points, winner, payer, effects)) for payer in payers
    )


def pay(scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
    """Rows of a scored win (D4.(六))."""
    win = scored.win
    return win_rows(scored.points, win.seat, win.source, win.seats, win.effects, options)


def _sort(win: Win, options: Options) -> _Hand | Refusal:
    """The hand sorted, or the condition of D4.二.(二) that it breaks."""
    if not win.is_known:
        raise ValueError("a hand with unknown tiles cannot be judged")
    standing = (*win.concealed, win.tile)
    if len(standing) != 14 - 3 * len(win.melds):
        return Refusal(
            Text("手牌张数不对（相公）", "wrong number of tiles (dead hand)"), "D2.28; D6.1"
        )
    for tile in standing:
        if not (tile.is_number or tile.is_joker):
            return Refusal(
                Text(f"立牌中有{tile.chinese}，不能胡", f"{tile.english} among the standing tiles"),
                "S4.二.(二)4" if tile.is_wind else "D4.二.(二)4",
            )
    fixed: Tile | None = None
    if win.tile is JOKER:
        if win.kind is WinKind.DISCARD and not options.on("win_on_joker"):
            return Refusal(
                Text("打出的百搭只能碰或杠", "a discarded joker can only be claimed for a set"),
                "D3.八.3",
            )
        if win.kind is WinKind.ROBBED_KONG and options["robbed_joker"] == "fixed":
            fixed = win.stands_for
    jokers = standing.count(JOKER)
    naturals = tuple(sorted(tile for tile in standing if tile is not JOKER))
    if fixed is not None:
        naturals = tuple(sorted((*naturals, fixed)))
    melds = tuple(meld_group(index, meld) for index, meld in enumerate(win.melds))
    suits = frozenset(
        [t.suit for t in naturals] + [g.tile.suit for g in melds if not is_neutral(g)]
    )
    if len(suits) > 2:
        return Refusal(Text("没有打缺：有三种花色", "three suits: none is missing"), "D2.23")
    free = jokers if fixed is None else jokers - 1
    return _Hand(naturals, free, jokers, fixed, melds, suits)


def _stand(hand: _Hand) -> tuple[Tile, ...]:
    if len(hand.suits) < 2:
        return NUMBERS
    return tuple(tile for suit in sorted(hand.suits) for tile in _SUIT_OF[suit])


def _readings(hand: _Hand) -> Iterator[Reading]:
    """Readings within the limits on jokers, two suits at most in each."""
    stand = _stand(hand) if hand.free else ()
    if not hand.melds and hand.jokers <= 2:
        yield from seven_pairs(hand.naturals, hand.free, stand)
    if hand.jokers <= 1:
        yield from standard(hand.naturals, 4 - len(hand.melds), hand.free, stand, hand.melds)


def _count(
    hand: _Hand, reading: Reading, uncounted: Tile | None
) -> tuple[Mapping[Tile, int], Mapping[Tile, int]]:
    """Kind → number in the hand, and the same without kong tiles."""
    loose = Counter(hand.naturals)
    loose.update(reading.wild)
    if uncounted is not None:
        loose[uncounted] -= 1
    return with_melds(loose, (group for group in hand.melds if not is_neutral(group)))


def _why_not(hand: _Hand) -> Refusal:
    if hand.jokers > 2:
        return Refusal(
            Text("立牌中百搭过多：基本牌型至多一张，七对至多两张",
                 "too many jokers: one for the basic pattern, two for seven pairs"),
            "D4.二.(二)2-3",
        )  # fmt: skip
    if hand.jokers == 2 and next(_readings(replace(hand, jokers=1)), None) is not None:
        return Refusal(
            Text("基本牌型的立牌中至多一张百搭", "more than one joker for the basic pattern"),
            "D4.二.(二)2",
        )
    return Refusal(Text("不成牌型", "no winning pattern"), "D4.二.(一)")


def _judge_flowers(win: Win, options: Options) -> ScoredWin | Refusal:
    """七抢一 and 八仙过海: kinds laid count, nothing else does (D4.(五)18-19)."""
    others = set(win.flowers) - {win.tile}
    needed = 6 if laid_by_winner(win) else 7
    whole = others
    if needed == 6 and win.source is not None:
        whole = others | (set(win.seats[win.source].flowers) - {win.tile})
    ok = win.tile.is_flower and win.tile not in win.flowers and len(whole) == 7
    if win.kind is WinKind.EIGHT_FLOWERS:
        ok = ok and needed == 7 and win.source is None
    else:
        ok = ok and win.source is not None
    if not ok:
        return Refusal(Text("补出的花不足八种", "not all eight kinds of flower are laid"),
                       "D4.(五)18-19; F23")  # fmt: skip
    flowers = tuple(sorted((*others, win.tile)))
    reading = Reading(Family.FLOWERS, (Group(GroupKind.LOOSE, flowers),))
    context = FanContext(win, options)
    found = [ScoredFan(fan, e) for fan in FANS if (e := fan.find(context, reading))]
    return _scored(win, reading, _combine(found))


def _scored(win: Win, reading: Reading, combined: Combined) -> ScoredWin:
    points = Fraction(doubling(combined.total, cap=CAP))
    return ScoredWin(win, reading, combined.fans, combined.excluded, combined.total, points)
