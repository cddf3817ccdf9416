"""天津: its cases ask about the opening, the stakes and 铲."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cases.case import Case
from companion.cases.pages import Adapter, Call
from engine.deal import Deal
from engine.events import (
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    End,
    Event,
    Flipped,
    Konged,
    Punged,
)  # fmt: skip
from engine.meld import MeldKind
from engine.play import terms
from engine.rules.tianjin.fans import BASE_FANS, DOUBLING_FANS
from engine.rules.tianjin.judging import (
    LA,
    ZUO,
    Marks,
    chan_rows,
    is_chan,
    shares,
    wild_pair,
    worth,
)
from engine.rules.tianjin.play import HUN
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile, parse_tiles

_HIDDEN = (UNKNOWN,) * 13


def _choose(case: Case) -> Mapping[str, str]:
    unit = (case.context.get("args") or {}).get("ming_unit")
    return {} if unit is None else {"kong_unit": str(unit)}


def _marks(call: Call) -> Marks:
    """Words about seats A to D from the stakes of a case."""
    dealer, pulled = call.args["dealer"], call.args["la"]
    return [
        ([ZUO] if seat.name == dealer and call.args["zuo"] else [])
        + [LA[times - 1] for times in [pulled.get(seat.name, 0)] if times]
        for seat in SEATS
    ]


def _wild(call: Call) -> Mapping[str, object]:
    return {"value": {"hun": [t.code for t in wild_pair(Tile.parse(call.args["flip"]))]}}


def _opened(call: Call, dealer: Seat, played: list[Event]) -> Deal:
    deal = Deal.begin(call.rules, 1, dealer, call.options)
    for event in played:
        deal = deal.apply(event)
    return deal


def _taking(call: Call) -> Mapping[str, object]:
    """Where the first tile is taken, and which way on."""
    one, two = call.args["dice"]
    wall = _opened(call, Seat.A, [DiceRolled(Seat.A, (one, two))]).wall
    first, second = wall.place(0), wall.place(2)
    assert first is not None
    assert second is not None
    return {
        "value": {
            "stack": first.stack + 1,
            "wall": "dealer" if first.seat is Seat.A else first.seat.name,
            "direction": "right_to_left" if second.stack > first.stack else "left_to_right",
        }
    }


def _turning(call: Call) -> Mapping[str, object]:
    """Who throws for the 混, and which stack from the tail is turned."""
    dealer = Seat.parse(call.args["dealer"])
    one, two = call.args["dice"]
    hands = tuple((UNKNOWN,) * (14 if seat is dealer else 13) for seat in SEATS)
    dealt = _opened(
        call, dealer, [DiceRolled(dealer, (1, 1)), Dealt((hands[0], hands[1], hands[2], hands[3]))]
    )
    thrower = dealt.step.actor
    deal = dealt.apply(DiceRolled(thrower, (one, two), HUN))
    flip = next(event for event in deal.legal() if isinstance(event, Flipped))
    return {
        "value": {
            "thrower": thrower.name,
            "stack_from_tail": (deal.wall.total - flip.slot) // 2,
        }
    }


def _with_wild(call: Call, first: str, second: str) -> Deal:
    """A deals himself `first`, B `second`; 3 and 4 dots are wild; A is to act."""
    options = call.rules.choose({**call.options, "discard_wild": "yes"})
    wild = Call(call.rules, options, call.args)
    dice = DiceRolled(Seat.C, (1, 2), HUN)
    hands = Dealt((parse_tiles(first), parse_tiles(second), _HIDDEN, _HIDDEN))
    deal = _opened(wild, Seat.A, [DiceRolled(Seat.A, (1, 2)), hands, dice])
    return deal.apply(Flipped(deal.wall.total - 6, Tile.parse("3p")))


def _claims(call: Call) -> Mapping[str, object]:
    """A throws a 混 of which B has two, and a tile of which he has one."""
    wild, plain = Tile.parse("4p"), Tile.parse("6s")
    deal = _with_wild(call, "123456789m4p6s456z", "44p6s123567m1123z")
    thrown = deal.apply(Discarded(Seat.A, wild))
    other = deal.apply(Discarded(Seat.A, plain))
    four = _with_wild(call, "4444p123456m6s123z", "123456789m1234z")
    return {
        "value": {
            "peng": thrown.objection(Punged(Seat.B, Seat.A, wild, (wild, wild))) is None,
            "wild_in_peng": other.objection(Punged(Seat.B, Seat.A, plain, (plain, wild))) is None,
            "angang_of_four": four.objection(
                Konged(Seat.A, MeldKind.CONCEALED_KONG, wild, (wild,) * 4)
            )
            is None,
        }
    }


def _replacement(call: Call) -> Mapping[str, object]:
    """A kong's tile, when the tail has come to the stack of the turned tile."""
    kong = Tile.parse("6s")
    deal = _with_wild(call, "123456789m6666s1z", "123456789p1234z")
    deal = deal.apply(Konged(Seat.A, MeldKind.CONCEALED_KONG, kong, (kong,) * 4))
    drew = next(event for event in deal.legal() if isinstance(event, Drew))
    turned = deal.wall.face_up[0][0]
    wall = deal.wall
    for slot in range(turned + 2, wall.total):
        wall = wall.without(slot)
    left = "take_remaining" if wall.next_slot(End.TAIL) == turned + 1 else "skip"
    where = "tail" if drew.end is End.TAIL else "head"
    return {"value": {"chi": terms(deal).chow, "from": where, "flipped_stack": left}}


def _dealers(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    found = [
        call.rules.judging.next_dealer(dealer, (Seat.parse(won),) if won else (), None).name
        for won in call.args["outcomes"]
    ]
    return {"value": {"next": found}}


def _chan(call: Call) -> Mapping[str, object]:
    found = [
        is_chan([Tile.parse(code) for code in codes], Seat.A, SEATS[: len(codes)])
        for codes in call.args["rounds"]
    ]
    return {"value": {"chan": found}}


def _fill(call: Call) -> Mapping[str, object]:
    """The worth of patterns by name; 本混龙 is a 龙 that doubles."""
    fans = {fan.name.zh: fan for fan in (*BASE_FANS, *DOUBLING_FANS)}
    found = []
    for names in call.args["hands"]:
        whole = [*names, *(["龙"] if "本混龙" in names and "龙" not in names else [])]
        found.append(worth([fans[name] for name in whole]))
    return {"value": {"value": found}}


def _chan_paid(call: Call) -> Mapping[str, object]:
    return {"payments": chan_rows(Seat.parse(call.args["dealer"]), _marks(call), call.options)}


def _won(call: Call) -> Mapping[str, object]:
    winner, dealer = Seat.parse(call.args["winner"]), Seat.parse(call.args["dealer"])
    how = call.options["zuo_and_la"]
    return {"payments": shares(winner, int(call.args["unit"]), dealer, _marks(call), how, "win")}


ADAPTER = Adapter(
    choose=_choose,
    functions={
        "tj_hun": _wild,
        "tj_wall": _taking,
        "tj_flip_pos": _turning,
        "tj_hun_claim": _claims,
        "tj_draw": _replacement,
        "tj_dealer": _dealers,
        "tj_is_chan": _chan,
        "tj_fill": _fill,
        "tj_chan": _chan_paid,
        "tj_win": _won,
    },
)
