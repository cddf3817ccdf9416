"""武汉: what its cases say beyond a hand: the flip, single-tile kongs, what the
losers have laid, limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.cases.case import Case, Data, look_up, seat
from companion.cases.page_cases import MELD_KINDS
from companion.cases.pages import Adapter, Call
from engine.events import PaymentRow
from engine.meld import Meld, MeldKind
from engine.play import Terms
from engine.rules.wuhan.money import NOT_READY, laid_fan, winner_fan
from engine.rules.wuhan.play import LAST, WuhanPlay, next_dealer, winner_order
from engine.rules.wuhan.wilds import RED, bad_of, wild_of
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.tile import Tile
from engine.wall import DEALT_TILES
from engine.win import PublicSeat, ScoredWin, Win

_ELSEWHERE = Tile.parse("1m")
"""The kind of a loser's set that the case only counts; nothing hangs on it."""
_SWITCHES = {"accumulate": "accumulate", "use_pizi": "use_bad"}


def _choose(case: Case) -> Mapping[str, str]:
    context = case.context
    chosen = {"mode": str(context["mode"])} if "mode" in context else {}
    if "cap" in context:
        chosen["cap"] = "none" if context["cap"] is None else str(context["cap"])
    for key, option in _SWITCHES.items():
        if key in context:
            chosen[option] = "yes" if context[key] else "no"
    return chosen


def _singles(data: Data, wild: Tile) -> tuple[Tile, ...]:
    kinds = {"hongzhong": RED, "pizi": bad_of(wild)[0], "laizi": wild}
    return tuple(tile for word, tile in kinds.items() for _ in range(data.get(word, 0)))


def _counted(data: Data) -> tuple[Meld, ...]:
    """The sets of a loser, of which the case gives only numbers."""
    return tuple(
        Meld(kind, _ELSEWHERE, (_ELSEWHERE,) * (4 if kind.is_kong else 3))
        for word, kind in MELD_KINDS.items()
        for _ in range(data.get(word, 0))
    )


def _dress(case: Case, win: Win) -> Win:
    context = case.context
    wild = wild_of(Tile.parse(context["flip"]))
    losers = context.get("losers") or {}
    for name in losers:
        for word in losers[name]:
            look_up({**MELD_KINDS, "hongzhong": 1, "pizi": 1, "laizi": 1}, word, "losers")

    def public(who: Seat) -> PublicSeat:
        if who is win.seat:
            melds = _with_third(win.melds, seat(context.get("third_open_from")))
            return PublicSeat(melds=melds, flowers=_singles(context.get("singles") or {}, wild))
        data = losers.get(who.name) or {}
        unready = who is win.source and context.get("discarder_ready") is False
        marks = (NOT_READY,) if unready else ()
        return PublicSeat(melds=_counted(data), flowers=_singles(data, wild), marks=marks)

    return replace(win, seats=four(public(who) for who in SEATS), wild=(wild,))


def _with_third(melds: tuple[Meld, ...], source: Seat | None) -> tuple[Meld, ...]:
    """The melds, the third claim among them from `source` where the case says so."""
    opened = [i for i, meld in enumerate(melds) if meld.kind is not MeldKind.CONCEALED_KONG]
    if source is None or len(opened) < 3:
        return melds
    at = opened[2]
    return (*melds[:at], replace(melds[at], source=source), *melds[at + 1 :])


def _net(case: Case, scored: ScoredWin, options: Options) -> object:
    """`total` is what the winner gets."""
    rows: tuple[PaymentRow, ...] = case.rules.pay(scored, options)
    return sum(row.amount for row in rows if row.payee is scored.win.seat)


def _more(case: Case, scored: ScoredWin, options: Options) -> Mapping[str, object]:
    """`fan`: what the winner and each loser have laid, in 翻."""
    win = scored.win
    laid = {
        who.name: laid_fan(win.seats[who], win.wild, options)
        for who in SEATS
        if who is not win.seat
    }
    return {"fan": {"W": winner_fan(win, scored.fans, options), "L": laid}}


def _flip(call: Call) -> Mapping[str, object]:
    wild = wild_of(Tile.parse(call.args["flip"]))
    return {"value": {"pizi": [tile.code for tile in bad_of(wild)], "laizi": wild.code}}


def _wall(call: Call) -> Mapping[str, object]:
    flow = call.rules.flow
    assert isinstance(flow, WuhanPlay)
    terms: Terms = flow.terms(call.options)
    left = flow.wall(call.options).total - DEALT_TILES
    return {
        "value": {
            "after_deal": left,
            "drawable_after_flip": left - terms.flips * terms.dead_flip,
            "haidi_phase_at": terms.kept + LAST,
            "reserved": terms.kept,
        }
    }


def _single(call: Call) -> Mapping[str, object]:
    able = tuple(Seat.parse(name) for name in call.args["candidates"])
    dealer, source = Seat.parse(call.args["dealer"]), Seat.parse(call.args["discarder"])
    return {"value": {"winner": winner_order(dealer, source, able, call.options)[0].name}}


def _dealers(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    winners = [seat(name) for name in call.args["outcomes"]]
    return {"value": {"next": [next_dealer(dealer, w, call.options).name for w in winners]}}


ADAPTER = Adapter(
    keys=(
        "mode", "flip", "losers", "singles", "cap", "accumulate", "use_pizi", "discarder_ready",
        "third_open_from",
    ),
    choose=_choose,
    dress=_dress,
    total=_net,
    more=_more,
    functions={
        "wh_flip": _flip, "wh_wall": _wall, "wh_single": _single, "wh_dealer": _dealers,
    },
)  # fmt: skip
