"""武汉红中癞子杠: 翻 of each seat and what a win costs whom (三).

翻 are counted pair by pair: what the winner and the loser have laid, and 硬胡.
A loser pays base × 2 to that power, within the limits of 三.(六).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.events import PaymentRow, WinKind
from engine.meld import MeldKind
from engine.rules.wuhan.fans import BIG, COLOURS, claims
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.win import PublicSeat, ScoredFan, Win

NOT_READY, KEPT_SUIT = "not_ready", "kept_suit"
"""Marks of a seat at a win: it was not 听牌; it was not and kept back tiles of
the winner's suit after the third claim (三.(五))."""
_KONGS = {MeldKind.EXPOSED_KONG: 1, MeldKind.ADDED_KONG: 1, MeldKind.CONCEALED_KONG: 2}


def opening_fan(seat: PublicSeat, options: Options) -> int:
    """开口翻: each claim, or one for having opened (三.(一)1)."""
    return claims(seat.melds) if options["mode"] == "koukou" else min(1, claims(seat.melds))


def laid_fan(seat: PublicSeat, wild: Sequence[Tile], options: Options) -> int:
    """下铺翻数 without 硬胡 (三.(一)2, 4): claims, kongs (concealed 2, others 1)
    and the single tiles laid or thrown as kongs (癞子 2, others 1)."""
    sets = sum(_KONGS.get(meld.kind, 0) for meld in seat.melds)
    singles = sum(2 if tile in wild else 1 for tile in seat.flowers)
    return opening_fan(seat, options) + sets + singles


def winner_fan(win: Win, found: Sequence[ScoredFan], options: Options) -> int:
    """下铺翻数 of the winner, with 硬胡 (三.(一)5)."""
    hard = any(scored.fan.id == "hard" for scored in found)
    return laid_fan(win.seats[win.seat], win.wild, options) + hard


def sums(win: Win, found: Sequence[ScoredFan], options: Options) -> dict[Seat, int]:
    """Loser → 翻 that he and the winner have together (三.(一)6)."""
    own = winner_fan(win, found, options)
    return {
        loser: own + laid_fan(win.seats[loser], win.wild, options)
        for loser in SEATS
        if loser is not win.seat
    }


def powers(win: Win, found: Sequence[ScoredFan], options: Options) -> dict[Seat, int]:
    """Loser → the power of two that he pays: in a small hand one more for
    shooting, for a self-drawn win and for the dealer (三.(三)2-3)."""
    small = not _big(found)
    return {
        loser: n
        + small * ((loser is win.source) + win.is_self_drawn + (win.dealer in (loser, win.seat)))
        for loser, n in sums(win, found, options).items()
    }


def rows(win: Win, found: Sequence[ScoredFan], options: Options) -> tuple[PaymentRow, ...]:
    """What each loser owes, before anyone pays for the others."""
    bases = _bases(win, found, options)
    raw = {loser: (bases[loser], 1 << n) for loser, n in powers(win, found, options).items()}
    owed = _limited(win, raw, options)
    return tuple(PaymentRow(loser, win.seat, Fraction(n)) for loser, n in owed.items())


def _big(found: Sequence[ScoredFan]) -> int:
    return sum(1 for scored in found if scored.fan.value == BIG)


def _bases(win: Win, found: Sequence[ScoredFan], options: Options) -> dict[Seat, int]:
    """Loser → his base points (三.(三)1; 三.(四)1-3)."""
    losers = [seat for seat in SEATS if seat is not win.seat]
    big = _big(found)
    if not big:
        return dict.fromkeys(losers, 1)
    base = BIG * (big if options.on("accumulate") else 1)
    raised = base * 3 // 2
    if win.is_self_drawn:
        special = any(scored.fan.id in ("last_tiles", "kong_blossom") for scored in found)
        plain = special and not options.on("draw_bonus_always")
        return dict.fromkeys(losers, base if plain else raised)
    return {loser: raised if loser is win.source else base for loser in losers}


def _limited(win: Win, raw: Mapping[Seat, tuple[int, int]], options: Options) -> dict[Seat, int]:
    """封顶, 金顶, 光明顶 (三.(六)). `raw`: loser → base and doubling."""
    if options["cap"] == "none":
        return {loser: base * times for loser, (base, times) in raw.items()}
    cap, whole = int(options["cap"]), options["cap_on"] == "score"
    limited = {s: base * times if whole else times for s, (base, times) in raw.items()}
    if all(n > cap for n in limited.values()):
        for loser, n in limited.items():
            top = int(options["gold" if claims(win.seats[loser].melds) else "bright"])
            limited[loser] = top if options["gold_means"] == "exact" else min(n, top)
    else:
        limited = {loser: min(n, cap) for loser, n in limited.items()}
    return {s: n if whole else raw[s][0] * n for s, n in limited.items()}


def liable_seat(win: Win, found: Sequence[ScoredFan], options: Options) -> Seat | None:
    """包胡: who pays for all three, None where everyone pays (三.(五))."""
    if win.kind is WinKind.ROBBED_KONG:
        return win.source
    ids = {scored.fan.id for scored in found}
    shooter = None
    if win.source is not None and "all_claimed" in ids:
        shooter = win.source if NOT_READY in win.seats[win.source].marks else None
    third = None
    if ids & COLOURS.keys():
        third = _third(win, options)
    causes = (shooter, third) if options["liability_order"] == "shooter_first" else (third, shooter)
    return next((seat for seat in causes if seat is not None), None)


def third_claim(win: Win) -> Seat | None:
    """Whose tile the winner's third claim took, None before the third."""
    opened = [meld for meld in win.melds if meld.kind is not MeldKind.CONCEALED_KONG]
    return opened[2].source if len(opened) > 2 else None


def _third(win: Win, options: Options) -> Seat | None:
    """Who gave the third claim of 一色, or who stepped in by keeping the suit
    back; the first in turn of several (三.(五)2 and its end)."""
    third = third_claim(win)
    if third is not None and options.on("suit_duty"):
        for steps in range(1, 4):
            other = win.seat.offset(steps)
            if other is not third and KEPT_SUIT in win.seats[other].marks:
                return other
    return third
