"""广东抓马 and 第6大陆: horses, stakes and kongs of the cases, and procedures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.cases.case import Case
from companion.cases.page_cases import MELD_KINDS
from companion.cases.pages import Adapter, Call
from engine.deal import Deal
from engine.events import Dealt, DiceRolled, Konged, PaymentRow, Penalised, WinKind
from engine.meld import MeldKind
from engine.play import state
from engine.play.checks import HAND_SIZES
from engine.rules.gd_zhuama.horses import horse_seat, words
from engine.rules.gd_zhuama.judging import GdJudging, fed_by
from engine.rules.gd_zhuama.page import AUTOPLAY
from engine.rules.gd_zhuama.play import NO_TAIL, GdPlay, added_at_once
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.settlement import net
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.view import Status
from engine.win import PublicSeat, ScoredWin, Win


def _stakes(case: Case) -> Mapping[str, str]:
    context = case.context
    chosen = {name: str(context[name]) for name in ("big", "small") if name in context}
    if context.get("qianggang_horses"):
        chosen["robbed_horses"] = "yes"
    return chosen


def _dress(case: Case, win: Win) -> Win:
    """The horses that were turned; none after a robbed kong unless it was agreed."""
    first = Seat.parse(case.context.get("prev_winner") or win.dealer.name)
    turned = [Tile.parse(code) for code in case.context.get("horses") or ()]
    if win.kind is WinKind.ROBBED_KONG and not case.context.get("qianggang_horses"):
        turned = []
    fed = [meld.source for meld in win.melds if meld.kind is MeldKind.EXPOSED_KONG]
    said = [fed_by(seat) for seat in fed[-1:] if seat is not None]
    return replace(win, situation=(*win.situation, *said, *words(first, turned)))


def _judging(call: Call | Case) -> GdJudging:
    judging = call.rules.judging
    assert isinstance(judging, GdJudging)
    return judging


def _rows(case: Case, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
    """The win and all kongs of the deal."""
    rows = list(case.rules.pay(scored, options))
    fed = {meld.kind: meld.source for meld in scored.win.melds}
    for name, kinds in (case.context.get("gang") or {}).items():
        seat = Seat.parse(name)
        for kind in map(MELD_KINDS.__getitem__, kinds):
            source = fed.get(kind) if seat is scored.win.seat else None
            rows += _judging(case).kong_rows(seat, kind, source, options)
    return tuple(rows)


def _winners_net(case: Case, scored: ScoredWin, options: Options) -> object:
    return net(_rows(case, scored, options))[scored.win.seat]


def _way_of_winning(case: Case, scored: ScoredWin, options: Options) -> Mapping[str, object]:
    """Cases list horses among the facts, not among the patterns."""
    return {
        "patterns": {f.fan.name.zh: f.total for f in scored.fans if f.total and f.fan.id != "horse"}
    }


def _horses(call: Call) -> Mapping[str, object]:
    first = Seat.parse(call.args["first"])
    seats = [horse_seat(Tile.parse(code), first, call.options).name for code in call.args["tiles"]]
    return {"value": {"seats": seats}}


def _horse_count(call: Call) -> Mapping[str, object]:
    first = Seat.parse(call.args["first"])
    count: Counter[str] = Counter()
    for tile, number in call.rules.tiles(call.options).items():
        count[horse_seat(tile, first, call.options).name] += number
    return {"value": dict(count)}


def _in_time(call: Call) -> Mapping[str, object]:
    """The fourth tile was drawn so many turns ago; another one since."""
    fourth, other = Tile.parse("5p"), Tile.parse("9s")
    turns = call.args["turns_since_draw"]
    return {"value": {"ok": [added_at_once(other if turn else fourth, fourth) for turn in turns]}}


def _no_tail(call: Call) -> Mapping[str, object]:
    """A concealed kong is laid and the turn goes on without the tail tile."""
    pin = Tile.parse("1p")
    hidden = (UNKNOWN,) * 13
    deal = Deal.begin(call.rules, 1, Seat.A, dict(call.options))
    for event in (
        DiceRolled(Seat.A, (1, 2), "break"),
        Dealt((parse_tiles("1111p123m456m789s2s"), hidden, hidden, hidden)),
        Konged(Seat.A, MeldKind.CONCEALED_KONG, pin, (pin,) * 4),
        Penalised(Seat.A, NO_TAIL),
    ):
        deal = deal.apply(event)
    kong = state(deal).booked[-1]
    may_win = deal.statuses[Seat.A] is Status.PLAYING
    return {"value": {"kong_valid": not kong.void, "may_win": may_win}}


def _allowed(call: Call) -> Mapping[str, object]:
    flow = call.rules.flow
    assert isinstance(flow, GdPlay)
    terms = flow.terms(call.options)
    kongs = terms.concealed_kong and terms.added_kong and terms.exposed_kong
    hand = parse_tiles("123m456p789s22m34s")
    drawn = Win(Seat.A, Tile.parse("5s"), WinKind.SELF_DRAW, hand, four([PublicSeat()] * 4))
    return {
        "value": {
            "chi": terms.chow,
            "dianpao": terms.win_discard,
            "zimo": isinstance(call.rules.judge(drawn, call.options), ScoredWin),
            "peng": terms.pung,
            "gang": kongs,
        }
    }


def _multiplied(call: Call) -> Mapping[str, object]:
    money = int(call.args["money"])
    final = [
        money * _judging(call).factor(call.rules.choose({"table_fan": str(fan)}))
        for fan in call.args["fan"]
    ]
    return {"value": {"final": final}}


def _valid(call: Call) -> Mapping[str, object]:
    option = next(o for o in call.rules.options if o.name == "table_fan")
    return {"value": {"ok": [option.admits(str(fan)) for fan in call.args["fan"]]}}


def _dealt(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    return {"value": {seat.name: HAND_SIZES[dealer.distance_to(seat)] for seat in SEATS}}


def _autoplay(call: Call) -> Mapping[str, object]:
    return {"value": AUTOPLAY}


ADAPTER = Adapter(
    keys=("prev_winner", "horses", "big", "small", "gang", "qianggang_horses"),
    choose=_stakes,
    dress=_dress,
    total=_winners_net,
    rows=_rows,
    more=_way_of_winning,
    functions={
        "gd_horse": _horses,
        "gd_horse_count": _horse_count,
        "gd_minggang_time": _in_time,
        "gd_no_tail": _no_tail,
        "gd36_allowed": _allowed,
        "gd36_mult": _multiplied,
        "gd36_valid": _valid,
        "gd36_deal": _dealt,
        "gd36_tuoguan": _autoplay,
    },
)
