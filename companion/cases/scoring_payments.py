"""Cases about money alone: what raw points come to between seats."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from companion.cases.case import (
    Case,
    Data,
    Outcome,
    Unknown,
    effects,
    payments,
    read_amounts,
    seat,
    seat_amounts,
    teams,
)
from engine.events import PaymentRow
from engine.rules.mzhz.score import win_rows
from engine.ruleset import Amounts, DealResult, Options
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.view import Status
from engine.win import PublicSeat


def _seats(
    won: set[Seat], sides: tuple[int, ...] | None = None, removed: Collection[Seat] = ()
) -> tuple[PublicSeat, ...]:
    def status(who: Seat) -> Status:
        if who in won:
            return Status.WON
        return Status.REMOVED if who in removed else Status.PLAYING

    return tuple(PublicSeat(status(who), team=sides[who] if sides else None) for who in SEATS)


def payment(case: Case, options: Options) -> Outcome:
    """`payment`: one win worth `raw`."""
    case.knows(("winner", "payer", "raw", "win_kind_", "won_before", "cats", "gods", "teams"))
    context = case.context
    rows = win_rows(
        Fraction(context["raw"]),
        Seat.parse(context["winner"]),
        seat(context.get("payer")),
        _seats({Seat.parse(s) for s in context["won_before"]}, teams(context.get("teams"))),
        effects(context),
        options,
    )
    return Outcome({"payments": payments(rows)})


def several(case: Case, options: Options) -> Outcome:
    """`multi_payment`: several wins on one tile."""
    case.knows(("wins", "payer", "won_before", "cats", "gods", "teams"))
    context = case.context
    seats = _seats({Seat.parse(s) for s in context["won_before"]}, teams(context.get("teams")))
    rows = [
        row
        for win in context["wins"]
        for row in win_rows(
            Fraction(win["raw"]), Seat.parse(win["winner"]), seat(context["payer"]), seats,
            effects(context), options,
        )
    ]  # fmt: skip
    return Outcome({"payments": payments(rows)})


def false_win(case: Case, options: Options) -> Outcome:
    """`zhahu`: the penalty for a false win."""
    case.knows(("offender", "unwon", "cats", "gods", "teams"))
    context = case.context
    rows = case.rules.judging.false_win(
        Seat.parse(context["offender"]),
        frozenset(Seat.parse(s) for s in context["unwon"]),
        effects(context),
        teams(context.get("teams")),
        options,
    )
    return Outcome({"payments": payments(rows)})


def settlement(case: Case, options: Options) -> Outcome:
    """`settlement`: a deal's wins one after the other, and who deals next."""
    case.knows(("wins", "dealer", "cats", "gods", "teams"))
    context = case.context
    sides = teams(context.get("teams"))
    # With four winds teams form while the deal runs: all is booked, the pool cancels it.
    booked = sides if options["mode"] == "fixed_pairs" else None
    won: set[Seat] = set()
    removed: set[Seat] = set()
    rows: list[PaymentRow] = []
    for win in context["wins"]:
        if extra := set(win) - {"players", "kind", "from", "removed"}:
            raise Unknown(f"wins 的 {extra} 不认识 / {extra} in wins is not known")
        for name, raw in win["players"].items():
            rows += win_rows(
                Fraction(raw), Seat.parse(name), seat(win["from"]), _seats(won, booked, removed),
                effects(context), options,
            )  # fmt: skip
        won |= {Seat.parse(name) for name in win["players"]}
        removed |= {Seat.parse(name) for name in win.get("removed") or ()}
    dealer = _next_dealer(case)
    pooled = case.rules.judging.deal_scores(DealResult(tuple(rows), sides), options)
    return Outcome({
        "scores": seat_amounts(net(rows)),
        "next_dealer": dealer.name,
        "pooled": seat_amounts(pooled),
    })  # fmt: skip


def next_dealer(case: Case, options: Options) -> Outcome:
    """`next_dealer`: who deals after these wins."""
    case.knows(("dealer", "wins", "order"))
    return Outcome({"dealer": _next_dealer(case).name})


def _next_dealer(case: Case) -> Seat:
    wins = case.context["wins"]
    first: Data = wins[0] if wins else {"players": (), "from": None}
    return case.rules.judging.next_dealer(
        Seat.parse(case.context["dealer"]),
        tuple(Seat.parse(name) for name in first["players"]),
        seat(first["from"]),
    )


def pool(case: Case, options: Options) -> Outcome:
    """`pool`: what each seat books when partners share a deal."""
    case.knows(("hand_scores", "teams"))
    scores = read_amounts(case.context["hand_scores"])
    winners = [who for who in SEATS if scores[who] > 0]
    losers = [who for who in SEATS if scores[who] < 0]
    result = DealResult(tuple(_rows(scores, winners, losers)), teams(case.context["teams"]))
    pooled = case.rules.judging.deal_scores(result, options)
    return Outcome({"pooled": seat_amounts(pooled)})


def _rows(scores: Amounts, winners: list[Seat], losers: list[Seat]) -> Iterator[PaymentRow]:
    """Rows that leave each seat with its score; each loser pays in turn."""
    due = {who: scores[who] for who in winners}
    for loser in losers:
        left = -scores[loser]
        for winner in winners:
            amount = min(left, due[winner])
            if amount:
                due[winner] -= amount
                left -= amount
                yield PaymentRow(loser, winner, amount)


def totals(case: Case, options: Options) -> Outcome:
    """`totals`: what the scores of a match come to in the end."""
    case.knows(("scores", "teams"))
    scores = read_amounts(case.context["scores"])
    final = case.rules.judging.match_totals(scores, teams(case.context.get("teams")), options)
    return Outcome({"final": seat_amounts(final)})
