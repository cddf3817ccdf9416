"""上海: when a hand wins, what it is worth, and what the others pay. The base
of all versions; each version says which complete hands may win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.combine import Combined, doubling
from engine.events import PaymentRow, WinKind
from engine.meld import MeldKind
from engine.play import Judging, SortedHand
from engine.rules.shanghai.fans import PATTERNS, is_honours_hand
from engine.ruleset import FanContext, Options
from engine.seat import SEATS, Seat
from engine.settlement import from_everyone
from engine.shapes import Reading, scattered, standard
from engine.tile import FLOWERS, KINDS, Tile
from engine.view import Text
from engine.win import Effect, Refusal, ScoredFan, ScoredWin, Win

LIABLE = "liable"
"""`Effect(LIABLE, payer, winner)`: the payer's 承包 of the winner, named at the table."""
LIABLE_MELDS = 3
"""From so many melds taken from one seat (Q3.6, J1)."""
UNLIMITED_FALSE_WIN = 8
"""What a false win costs in bases where there is no 勒子."""


class Shanghai(Judging):
    """(底＋花) × 2^番 with a limit, 144 tiles, sets and a pair."""

    pairs = False
    shape_clause = "Q1; J2"
    limits: Mapping[str, int] = {}
    """Fan → how many 勒子 a hand with it may cost (Q5)."""
    honours_win = False
    """Whether honours win without sets (乱风)."""
    bound_both_ways = False
    """Whether 承包 also binds the one who took from the winner (Q3.6)."""

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """144 tiles: 136 and the eight flowers (J3, O1.3)."""
        counts = {tile: 4 for tile in KINDS if tile.is_number or tile.is_honour}
        return counts | dict.fromkeys(FLOWERS, 1)

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        yield from standard(hand.naturals, hand.sets, melds=hand.melds)
        if self._scatters(options) and is_honours_hand(hand.all_tiles(), options):
            yield scattered(hand.naturals, melds=hand.melds)

    def _scatters(self, options: Options) -> bool:
        return self.honours_win and options.get("honours_hand") != "none"

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        """What one payer owes, not above the limit (Q5, Q6, J1)."""
        options = context.options
        flowers = sum(f.count for f in combined.fans if f.fan.id == "flowers")
        base = int(options["base"]) + flowers * int(options["flower_value"])
        most = self._most(combined.fans, options)
        return Fraction(doubling(combined.total, base, most))

    def _most(self, fans: tuple[ScoredFan, ...], options: Options) -> int | None:
        one = limit(options)
        if one is None:
            return None
        ids = {scored.fan.id for scored in fans}
        if {"one_suit", "all_pungs"} <= ids:
            ids.add("pure_pungs")
        if options.get("double_limits") == "four" and {"equal_dice", "drawn_deal"} <= ids:
            return 4 * one
        return one * max((self.limits.get(fan, 1) for fan in ids), default=1)

    # ---- waits -----------------------------------------------------------

    def wait_kinds(self, win: Win, options: Options) -> Iterator[Tile]:
        """Honours win without a set, so every one of them is worth trying."""
        near = set(super().wait_kinds(win, options))
        held = (*win.concealed, *(tile for meld in win.melds for tile in meld.tiles))
        if self._scatters(options) and all(tile.is_honour for tile in held):
            near |= {t for t in KINDS if t.is_honour and held.count(t) < 4}
        return iter(sorted(near))

    # ---- money -----------------------------------------------------------

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """Who pays the winner (Q3.3, Q3.5, Q3.6, J1, J2)."""
        win, share = scored.win, scored.points
        if win.kind is WinKind.DISCARD:
            return self._shot(win, share, options)
        rows = from_everyone(win.seat, share, "win")
        liable = self.liable_seats(win, options)
        if win.kind is WinKind.ROBBED_KONG:
            assert win.source is not None
            shares = 1 if options.get("robbed_kong") == "one" else len(rows)
            paid = PaymentRow(win.source, win.seat, share * shares, "win")
            if options.get("robbed_liable") != "both":
                return (paid,)
            others = [seat for seat in liable if seat is not win.source]
            return (paid, *_shares(win.seat, others, share * len(rows), options))
        return _shares(win.seat, liable, share * len(rows), options) if liable else rows

    def liable_seats(self, win: Win, options: Options) -> list[Seat]:
        """Seats that 承包 the winner: three melds between the two, or said so."""
        chows = options.get("fed_melds") != "pungs"
        return [
            seat
            for seat in SEATS
            if seat is not win.seat
            and (
                Effect(LIABLE, seat, win.seat) in win.effects
                or _taken(win, win.seat, seat, chows) >= LIABLE_MELDS
                or (self.bound_both_ways and _taken(win, seat, win.seat, chows) >= LIABLE_MELDS)
            )
        ]

    def _shot(self, win: Win, share: Fraction, options: Options) -> tuple[PaymentRow, ...]:
        assert win.source is not None
        liable = self.liable_seats(win, options)
        others = [seat for seat in liable if seat is not win.source]
        shot = (PaymentRow(win.source, win.seat, share, "win"),)
        way = options["liable_on_shot"]
        if not others or way == "nothing" or (way == "instead" and win.source in liable):
            return shot
        also = _shares(win.seat, others, share, options)
        return also if way == "instead" else shot + also

    def false_win(
        self, offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
        teams: tuple[int, int, int, int] | None, options: Options,
    ) -> tuple[PaymentRow, ...]:  # fmt: skip
        if options["false_win"] == "none":
            return ()
        amount = limit(options) or UNLIMITED_FALSE_WIN * int(options["base"])
        return paid_to_all(offender, Fraction(amount), "false_win")


def no_pattern(fans: frozenset[str]) -> Refusal | None:
    """The objection to a hand that is none of 清, 混, 碰, 风 (Q1, J5)."""
    if fans & PATTERNS:
        return None
    return Refusal(
        Text("无番：不是清、混、碰、风", "no fan: the hand is none of 清, 混, 碰 and 风"), "Q1; J5"
    )


def limit(options: Options) -> int | None:
    """One 勒子, None where the table plays without."""
    return None if options["limit"] == "none" else int(options["limit"])


def paid_to_all(offender: Seat, amount: Fraction, cause: str) -> tuple[PaymentRow, ...]:
    """A fine that one seat pays to each of the others."""
    return tuple(
        PaymentRow(offender, seat, amount, cause) for seat in SEATS if seat is not offender
    )


def dealer_after(dealer: Seat, winners: tuple[Seat, ...], source: Seat | None, way: str) -> Seat:
    """Who deals next: the winner; after several on one tile `way` says who; the
    same where nobody won (Q3.1, J2, O1.4.2)."""
    if not winners:
        return dealer
    if len(winners) == 1 or source is None:
        return winners[0]
    if way == "discarder":
        return source
    nearest = min(winners, key=lambda seat: (seat - source - 1) % 4)
    return nearest.next if way == "after_nearest" else nearest


def _taken(win: Win, taker: Seat, giver: Seat, chows: bool) -> int:
    return sum(
        meld.source is giver and (chows or meld.kind is not MeldKind.CHOW)
        for meld in win.seats[taker].melds
    )


def _shares(
    winner: Seat, payers: list[Seat], amount: Fraction, options: Options
) -> tuple[PaymentRow, ...]:
    """What liable seats pay: each all of it, or one part each."""
    if options["shared_liability"] == "split" and payers:
        amount /= len(payers)
    return tuple(PaymentRow(payer, winner, amount, "liability") for payer in payers)
