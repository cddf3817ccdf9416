"""猫抓耗子: waits, 查叫 at an exhausted wall, and the penalty for 诈胡."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.events import PaymentRow, WinKind
from engine.rules.mzhz.score import CAP, completes, judge, judge_counting, owed, partners
from engine.ruleset import Options, ReadyCheck, ReadyResult
from engine.seat import SEATS, Seat
from engine.tile import NUMBERS, Tile
from engine.view import Status
from engine.win import Effect, EntryCause, ScoredWin, Win


def _drawn(win: Win, tile: Tile) -> Win:
    """The same hand, won on `tile` from the wall."""
    return replace(
        win, tile=tile, kind=WinKind.SELF_DRAW, source=None, stands_for=None,
        entry=EntryCause.HEAD,
    )  # fmt: skip


def waits(win: Win, options: Options) -> frozenset[Tile]:
    """Number tiles that would complete a legal win (听牌, D2.14)."""
    return frozenset(tile for tile in NUMBERS if completes(_drawn(win, tile), options))


def ready_check(check: ReadyCheck, options: Options) -> ReadyResult:
    """Ready players are deemed to have won by self-draw, without the fans of
    the way of winning; a dead hand pays and does not collect (D4.(七), D6.1)."""
    ready: dict[Seat, ScoredWin] = {}
    for seat in SEATS:
        if seat in check.hands and check.seats[seat].status is not Status.DEAD_HAND:
            worth = _worth(check, seat, options)
            if worth is not None:
                ready[seat] = worth
    everybody = options["ready_payers"] == "all_unwon"
    rows = tuple(
        PaymentRow(payer, seat, owed(scored.points, seat, payer, check.effects), "ready_check")
        for seat, scored in ready.items()
        for payer in SEATS
        if payer in check.hands
        and payer is not seat
        and (everybody or payer not in ready)
        and (options.on("partner_pays") or not partners(check.seats, seat, payer))
    )
    return ReadyResult(ready, rows)


def _worth(check: ReadyCheck, seat: Seat, options: Options) -> ScoredWin | None:
    """The win that `seat` is deemed to have made, None where it is not ready."""
    win = Win(
        seat, NUMBERS[0], WinKind.SELF_DRAW, check.hands[seat], check.seats,
        bonus=check.bonus, dealer=check.dealer, effects=check.effects,
    )  # fmt: skip
    by = options["ready_value"]
    scored: list[ScoredWin] = []
    for tile in NUMBERS:
        hand = _drawn(win, tile)
        judged = judge_counting(hand, options, tile) if by == "hand_only" else judge(hand, options)
        if isinstance(judged, ScoredWin):
            scored.append(judged)
    if not scored:
        return None
    return (max if by == "max" else min)(scored, key=lambda s: s.total)


def false_win(
    offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
    teams: tuple[int, int, int, int] | None, options: Options,
) -> tuple[PaymentRow, ...]:  # fmt: skip
    """64 to everyone who has not won, more for gods on the offender, 128 at
    most; his own cats are void (D6.3)."""
    theirs = tuple(effect for effect in effects if effect.kind == "god")
    rows = []
    for seat in SEATS:
        if seat is offender or seat not in unwon:
            continue
        if teams and teams[seat] == teams[offender] and not options.on("partner_pays"):
            continue
        amount = owed(Fraction(CAP), seat, offender, theirs)
        rows.append(PaymentRow(offender, seat, amount, "false_win"))
    return tuple(rows)
