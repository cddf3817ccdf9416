"""贵阳: what its cases say beyond a hand: 豆 of every seat, 热炮, 报听."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.cases.case import Case, Data, look_up, seat
from companion.cases.page_cases import MELD_KINDS
from companion.cases.pages import Adapter, Call
from engine.deal import Deal
from engine.events import (
    Acted,
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Konged,
    PaymentRow,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.meld import Meld, MeldKind
from engine.rules.guiyang.fans import DECLARED, KONG_WORD
from engine.rules.guiyang.judging import (
    GuiyangJudging,
    broken_wall,
    first_dealer,
    next_after_draw,
    unready_pay,
)
from engine.rules.guiyang.money import dou_rows
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.win import EntryCause, PublicSeat, ScoredWin, Win

DOU = {
    "mendou": MELD_KINDS["angang"],
    "zhuanwandou": MELD_KINDS["bugang"],
    "diandou": MELD_KINDS["zhigang"],
}
_ELSEWHERE = Tile.parse("8p")
"""The kind of a 豆 whose tiles the case does not name; nothing hangs on it."""


def _dou(case: Case, owner: Seat) -> Iterator[tuple[Data, Meld]]:
    """The 豆 that a case gives a seat, with the meld each is."""
    for data in (case.context.get("dou") or {}).get(owner.name) or ():
        kind: MeldKind = look_up(DOU, data["type"], "dou")
        yield data, Meld(kind, _ELSEWHERE, (_ELSEWHERE,) * 4, seat(data.get("from")))


def _melds(case: Case, win: Win, who: Seat) -> tuple[Meld, ...]:
    if who is win.seat:
        return win.melds
    made = tuple(meld for _, meld in _dou(case, who))
    if case.context.get("repao") is True and who is win.source and not made:
        made = (Meld(MeldKind.EXPOSED_KONG, _ELSEWHERE, (_ELSEWHERE,) * 4, who.next),)
    return made


def _dress(case: Case, win: Win) -> Win:
    declared = case.context.get("baoting") or ()
    seats = four(
        PublicSeat(melds=_melds(case, win, who), marks=(DECLARED,) if who.name in declared else ())
        for who in SEATS
    )
    win = replace(win, seats=seats)
    fresh: Meld | None = None
    if case.context.get("repao") and win.source is not None:
        fresh = seats[win.source].melds[-1]
    elif win.is_self_drawn and win.entry is EntryCause.KONG:
        fresh = next((meld for meld in reversed(win.melds) if meld.kind.is_kong), None)
    if fresh is None:
        return win
    owner = win.seat if win.source is None else win.source
    at = seats[owner].melds.index(fresh)
    return replace(win, situation=(*win.situation, f"{KONG_WORD}{at}"))


def _rows(case: Case, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
    """The win and every 豆 that is not void."""
    judging = case.rules.judging
    assert isinstance(judging, GuiyangJudging)
    rows = list(judging.pay(scored, options))
    for owner in SEATS:
        for data, meld in _dou(case, owner):
            if not data.get("void"):
                rows += dou_rows(owner, meld.kind, meld.source, options, judging.prices)
    return tuple(rows)


def _drawn_dealers(call: Call) -> Mapping[str, object]:
    found = [
        next_after_draw(Seat.parse(one["dealer"]), [Seat.parse(s) for s in one["ready"]]).name
        for one in call.args["cases"]
    ]
    return {"value": {"next": found}}


def _drawn_rows(call: Call) -> Mapping[str, object]:
    ready = {Seat.parse(name): int(worth) for name, worth in call.args["ready"].items()}
    seats = (*ready, *(Seat.parse(name) for name in call.args["unready"]))
    return {"payments": tuple(unready_pay(ready, seats))}


def _first_dealers(call: Call) -> Mapping[str, object]:
    thrower = Seat.parse(call.args["thrower"])
    return {"value": {"dealer": [first_dealer(thrower, die).name for die in range(1, 7)]}}


def _walls(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    found = [
        broken_wall(dealer, (one, two), call.options["dice_direction"])
        for one, two in call.args["dice"]
    ]
    return {"value": {"wall": [side.name for side, _ in found], "stack": [at for _, at in found]}}


def _stacks(call: Call) -> Mapping[str, object]:
    wall = call.rules.flow.wall(call.options)
    return {"value": {"stacks": sum(wall.stacks), "tiles": wall.total}}


def _several_winners(call: Call) -> Mapping[str, object]:
    found = []
    for one in call.args["cases"]:
        winners = tuple(Seat.parse(name) for name in one["winners"])
        source = Seat.parse(one["discarder"])
        dealer = Seat.parse(one["dealer"])
        found.append(call.rules.judging.next_dealer(dealer, winners, source).name)
    return {"value": {"next": found}}


def _declared_moves(call: Call) -> Mapping[str, object]:
    """A deal in which A declares, then B throws what A has a pair of, and A
    draws the fourth of a pung in the hand."""
    deal = Deal.begin(call.rules, 1, Seat.A, call.options)
    hidden = (UNKNOWN,) * 13
    played: list[Event] = [
        DiceRolled(Seat.A, (1, 2)),
        Dealt((parse_tiles("123777m11456p239s"), hidden, hidden, hidden)),
        Acted(Seat.A, DECLARED),
        Discarded(Seat.A, Tile.parse("9s")),
        Drew(Seat.B),
        Discarded(Seat.B, Tile.parse("1p")),
    ]
    for event in played:
        deal = deal.apply(event)
    pair = Tile.parse("1p")
    pung = deal.objection(Punged(Seat.A, Seat.B, pair, (pair, pair))) is None
    for who in (Seat.C, Seat.D):
        deal = deal.apply(Drew(who)).apply(Discarded(who, Tile.parse("9m")))
    fourth = Tile.parse("7m")
    wins = deal.apply(Drew(Seat.A, tile=Tile.parse("1s")))
    deal = deal.apply(Drew(Seat.A, tile=fourth))
    kong = Konged(Seat.A, MeldKind.CONCEALED_KONG, fourth, (fourth,) * 4)
    return {
        "value": {
            "peng": pung,
            "gang": deal.objection(kong) is None,
            "change": deal.objection(Discarded(Seat.A, Tile.parse("1m"))) is None,
            "discard_drawn": deal.objection(Discarded(Seat.A, fourth)) is None,
            "hu": wins.objection(Won((Seat.A,), Tile.parse("1s"), WinKind.SELF_DRAW)) is None,
        }
    }


ADAPTER = Adapter(
    keys=("dou", "repao", "baoting"),
    dress=_dress,
    rows=_rows,
    functions={
        "gy1_dealer": _drawn_dealers,
        "gy1_huang": _drawn_rows,
        "gy2_first": _first_dealers,
        "gy2_wall": _walls,
        "gy2_stacks": _stacks,
        "gy2_multi": _several_winners,
        "baoting_moves": _declared_moves,
    },
)
