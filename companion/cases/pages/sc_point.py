"""成都点数: worked cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from companion.cases.case import Case, seat
from companion.cases.pages import Adapter, Call
from engine.events import PaymentRow
from engine.play import FED, FIRST_TURN, Play
from engine.play.missing import LAST
from engine.ruleset import RuleSet
from engine.seat import Seat
from engine.win import Win

_WALLS = ("self", "right", "opposite", "left")


def _dress(case: Case, win: Win) -> Win:
    context = case.context
    if context.get("yingang_from"):
        win = replace(win, situation=(*win.situation, f"{FED}{context['yingang_from']}"))
    if (context.get("tianhu") or context.get("dihu")) and FIRST_TURN not in win.situation:
        win = replace(win, situation=(*win.situation, FIRST_TURN))
    return win


def _play(rules: RuleSet) -> Play:
    return cast(Play, rules.flow)


def _dealer(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    following = [
        call.rules.judging.next_dealer(
            dealer, tuple(Seat.parse(s) for s in case["winners"]), seat(case.get("discarder"))
        ).name
        for case in call.args["cases"]
    ]
    return {"value": {"next": following}}


def _passed(call: Call) -> Mapping[str, object]:
    worth_more = _play(call.rules).terms(call.options).bar == "less"
    passed = call.args["passed"]
    return {"value": {"allowed": [worth_more and offer > passed for offer in call.args["offers"]]}}


def _forced(call: Call) -> Mapping[str, object]:
    return {"value": {"forced": [left <= LAST for left in call.args["left"]]}}


def _wall(call: Call) -> Mapping[str, object]:
    walls = []
    for total in call.args["sums"]:
        dice = (total // 2, total - total // 2)
        broken, _ = _play(call.rules).break_at(Seat.A, dice)
        walls.append(_WALLS[Seat.A.distance_to(broken)])
    return {"value": {"wall": walls}}


def _several(call: Call) -> Mapping[str, object]:
    source = Seat.parse(call.args["discarder"])
    base = int(call.options["base"])
    rows = tuple(
        PaymentRow(source, Seat.parse(who), Fraction(points * base))
        for who, points in call.args["wins"].items()
    )
    return {"payments": rows, "total": sum(row.amount for row in rows)}


def _ready(call: Call) -> Mapping[str, object]:
    pick = min if call.rules.judging.ready_worth(call.options) == "min" else max  # type: ignore[attr-defined]
    rows = tuple(
        PaymentRow(Seat.parse(payer), Seat.parse(who), Fraction(pick(waits)), "ready_check")
        for who, waits in call.args["ready"].items()
        for payer in call.args["unready"]
    )
    return {"payments": rows, "total": sum(row.amount for row in rows)}


ADAPTER = Adapter(
    keys=("yingang_from", "tianhu", "dihu"),
    dress=_dress,
    functions={
        "scp_dealer": _dealer, "scp_pass": _passed, "forced_last4": _forced,
        "dice_wall": _wall, "scp_multi": _several, "scp_chajiao": _ready,
    },
)  # fmt: skip
