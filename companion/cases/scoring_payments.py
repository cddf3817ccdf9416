"""Cases about money alone: what raw points come to between seats."""

from __future__ import annotations

from fractions import Fraction

from companion.cases.case import (
    Case,
    Outcome,
    effects,
    payments,
    seat,
    seat_amounts,
    teams,
)
from engine.events import PaymentRow
from engine.rules.mzhz.score import win_rows
from engine.ruleset import DealResult, Options
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.view import Status
from engine.win import PublicSeat


def _seats(won: set[Seat], sides: tuple[int, ...] | None = None) -> tuple[PublicSeat, ...]:
    return tuple(
        PublicSeat(Status.WON if who in won else Status.PLAYING, team=sides[who] if sides else None)
        for who in SEATS
    )


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
    rows: list[PaymentRow] = []
    for win in context["wins"]:
        for name, raw in win["players"].items():
            rows += win_rows(
                Fraction(raw), Seat.parse(name), seat(win["from"]), _seats(won, booked),
                effects(context), options,
            )  # fmt: skip
        won |= {Seat.parse(name) for name in win["players"]}
    first = context["wins"][0] if context["wins"] else {"players": {}, "from": None}
    dealer = case.rules.judging.next_dealer(
        Seat.parse(context["dealer"]),
        tuple(Seat.parse(name) for name in first["players"]),
        seat(first["from"]),
    )
    pooled = case.rules.judging.deal_scores(DealResult(tuple(rows), sides), options)
    return Outcome({
        "scores": seat_amounts(net(rows)),
        "next_dealer": dealer.name,
        "pooled": seat_amounts(pooled),
    })  # fmt: skip
