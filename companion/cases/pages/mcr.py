"""国标: facts of the win that its cases name, and its procedures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.cases.case import Case
from companion.cases.pages import Adapter, Call
from engine.events import PaymentRow
from engine.play import LAST_TILE
from engine.rules.mcr.hand import LAST_OF_KIND, own_wind, prevalent
from engine.rules.mcr.judging import meets_minimum, pay_total
from engine.rules.mcr.play import DEALS, McrPlay, changed_seat
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.tile import FLOWERS, Tile
from engine.win import ScoredWin, Win

_CHAIRS = "ESWN"


def _dress(case: Case, win: Win) -> Win:
    """Winds, the last tile, and as many flowers as the case counts."""
    context = case.context
    words = [
        prevalent(Tile.parse(context["round_wind"])),
        own_wind(Tile.parse(context["seat_wind"])),
    ]
    if context.get("last_of_kind"):
        words.append(LAST_OF_KIND)
    if context.get("wall_last") and LAST_TILE not in win.situation:
        words.append(LAST_TILE)
    own = replace(win.seats[win.seat], flowers=FLOWERS[: int(context.get("flowers") or 0)])
    seats = four(own if seat is win.seat else win.seats[seat] for seat in SEATS)
    return replace(win, seats=seats, situation=(*win.situation, *words))


def _any_hand(case: Case) -> Mapping[str, str]:
    """Cases count hands below the minimum too; `meets_8` says which may win."""
    return {"minimum": "0"} if case.kind == "score" else {}


def _minimum(case: Case, scored: ScoredWin, options: Options) -> Mapping[str, object]:
    worth = scored.total - len(scored.win.flowers)
    return {"meets_8": meets_minimum(worth, case.rules.choose())}


def _match(call: Call) -> Mapping[str, object]:
    return {"value": {"hands": DEALS}}


def _swap(call: Call) -> Mapping[str, object]:
    """Who sits where after the change; the one in the East chair deals."""
    before: Mapping[str, str] = call.args["seats"]
    after = {_CHAIRS[changed_seat(seat)]: before[_CHAIRS[seat]] for seat in SEATS}
    return {"value": {"seats": after, "dealer": after["E"]}}


def _own_tile(call: Call) -> Mapping[str, object]:
    return {"value": {"allowed": _flow(call).terms(call.options).bar == "none"}}


def _covered(call: Call) -> Mapping[str, object]:
    covered = _flow(call).terms(call.options).covered_kongs
    return {"value": {"during": "face_down" if covered else "open", "after": "shown"}}


def _least(call: Call) -> Mapping[str, object]:
    """Hands as pairs of fans without flowers, and flowers."""
    return {
        "value": {"ok": [meets_minimum(worth, call.options) for worth, _ in call.args["hands"]]}
    }


def _pay(call: Call) -> Mapping[str, object]:
    source = call.args.get("discarder") if call.args["kind"] != "zimo" else None
    rows: tuple[PaymentRow, ...] = pay_total(
        int(call.args["fan"]),
        Seat.parse(call.args["winner"]),
        Seat.parse(source) if source is not None else None,
    )
    return {"payments": rows}


def _flow(call: Call) -> McrPlay:
    flow = call.rules.flow
    assert isinstance(flow, McrPlay)
    return flow


ADAPTER = Adapter(
    keys=("seat_wind", "round_wind", "last_of_kind", "wall_last"),
    choose=_any_hand,
    dress=_dress,
    more=_minimum,
    functions={
        "mcr_match": _match,
        "mcr_swap": _swap,
        "mcr_furiten": _own_tile,
        "mcr_angang": _covered,
        "mcr_min": _least,
        "mcr_pay": _pay,
    },
    alternatives={"OR1": ("dear_fans", "second"), "OR4": ("reseating", "every_round")},
)
