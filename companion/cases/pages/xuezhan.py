"""血战到底: worked cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from companion.cases.case import Case, seat
from companion.cases.page_cases import MELD_KINDS
from companion.cases.pages import Adapter, Call
from engine.events import PaymentRow
from engine.play import FIRST_TURN
from engine.play.missing import LAST
from engine.rules.xuezhan import money
from engine.rules.xuezhan.page import next_dealer
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.win import EntryCause, Win


def _dress(case: Case, win: Win) -> Win:
    context = case.context
    if context.get("tianhu"):
        win = replace(win, situation=(*win.situation, FIRST_TURN), dealer=win.seat)
    if context.get("dihu"):
        win = replace(win, situation=(*win.situation, FIRST_TURN), dealer=win.seat.next)
    if context.get("gangshangpao"):
        income = f"{money.INCOME}{context.get('kong_income', 0)}"
        win = replace(win, entry=EntryCause.KONG, situation=(*win.situation, income))
    return win


def _choose(case: Case) -> Mapping[str, str]:
    return {"base": str(case.context["base"])} if "base" in case.context else {}


def _with_base(call: Call) -> Options:
    chosen = {**call.options, "base": str(call.args.get("base", call.options["base"]))}
    return call.rules.choose(chosen)


def _seats(names: object) -> tuple[Seat, ...]:
    assert isinstance(names, list)
    return tuple(Seat.parse(name) for name in names)


def _table(call: Call) -> Mapping[str, object]:
    fans = call.args["fan"]
    return {"value": {
        "bei": [money.times(n, call.options) for n in fans],
        "points": [money.points(n, call.options) for n in fans],
    }}  # fmt: skip


def _flee(call: Call) -> Mapping[str, object]:
    args = call.args
    won, runner = _seats(args["already_won"]), Seat.parse(args["runner"])
    unwon = tuple(s for s in SEATS if s not in won and s is not runner)
    due = {}
    if args.get("last4"):
        entries = args.get("chajiao") or []
        named = entries if isinstance(entries, Mapping) else dict(zip(unwon, entries, strict=False))
        due = {Seat.parse(str(who)): Fraction(str(amount)) for who, amount in named.items()}
    rows = money.flight_rows(runner, unwon, due, _with_base(call))
    return {"value": {"deduct": sum(row.amount for row in rows)}, "payments": rows}


def _forced(call: Call) -> Mapping[str, object]:
    return {"value": {"forced": [left <= LAST for left in call.args["left"]]}}


def _dealer(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    out = []
    for outcome in call.args["outcomes"]:
        source = seat(outcome.get("discarder"))
        winner = seat(outcome.get("zimo") or outcome.get("winner")) or dealer
        drawn = outcome.get("draw")
        out.append(dealer if drawn else next_dealer(dealer, winner, source, call.options))
    return {"value": {"next": [one.name for one in out]}}


def _continue(call: Call) -> Mapping[str, object]:
    most = call.rules.flow.page_state(call.options).terms.winners  # type: ignore[attr-defined]
    return {"value": {"go_on": [n < most for n in call.args["winners"]]}}


def _kong(call: Call) -> Mapping[str, object]:
    args = call.args
    won = _seats(args["already_won"])
    unwon = tuple(s for s in SEATS if s not in won)
    rows = money.kong_rows(
        MELD_KINDS[args["type"]], Seat.parse(args["by"]), seat(args.get("from")), unwon,
        _with_base(call),
    )  # fmt: skip
    return {"payments": () if args.get("robbed") else rows}


def _draw(call: Call) -> Mapping[str, object]:
    args, options = call.args, _with_base(call)
    pigs, unready = _seats(args["pigs"]), _seats(args["unready"])
    ready = {Seat.parse(k): money.points(n, options) for k, n in args["ready"].items()}
    rows = money.draw_rows(pigs, ready, unready, _seats(args["winners"]), options)
    kongs = (
        (Seat.parse(g["by"]), tuple(
            PaymentRow(Seat.parse(who), Seat.parse(g["by"]), Fraction(str(amount)), "wind")
            for who, amount in g["paid"].items()
        ))
        for g in args.get("gangs") or ()
    )  # fmt: skip
    return {"payments": (*rows, *money.refunds(kongs, (*pigs, *unready)))}


def _several(call: Call) -> Mapping[str, object]:
    options = _with_base(call)
    source = Seat.parse(call.args["discarder"])
    rows = tuple(
        PaymentRow(source, Seat.parse(who), money.points(fans, options))
        for who, fans in call.args["wins"].items()
    )
    return {"payments": rows, "total": sum(net(rows)[s] for s in SEATS if s is not source)}


ADAPTER = Adapter(
    keys=("base", "gangshangpao", "kong_income", "tianhu", "dihu"),
    choose=_choose,
    dress=_dress,
    functions={
        "xz_table": _table, "xz_flee": _flee, "forced_last4": _forced, "xz_dealer": _dealer,
        "xz_continue": _continue, "xz_gang": _kong, "xz_liuju": _draw, "xz_multi": _several,
    },
    alternatives={"OR5": ("robbed_fan", "yes"), "OR9": ("flee_count", "with_runner")},
)  # fmt: skip
