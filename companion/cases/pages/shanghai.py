"""上海: what its cases say beyond a hand: 花 as counted, 承包, 开宝, 黄番, 敲."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.cases.case import Case, look_up, seat, tiles
from companion.cases.pages import Adapter, Call
from engine.deal import Deal
from engine.events import Chowed, Dealt, DiceRolled, Discarded, WinKind
from engine.meld import Meld, MeldKind
from engine.play import EVEN_136, Stage, step
from engine.rules.shanghai.course import ShanghaiPlay, carried
from engine.rules.shanghai.fans import DRAWN, NOT_KNOCKED, OPENED
from engine.rules.shanghai.flowers import COUNTED
from engine.rules.shanghai.score import LIABLE, dealer_after
from engine.rules.shanghai.versions import may_play_on
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.tile import FLOWERS, UNKNOWN, parse_tiles
from engine.win import Effect, PublicSeat, ScoredWin, Win

A, B, C, D = SEATS
_SWITCHES = ("must_have_flower", "qinghunpeng")


def _choose(case: Case) -> Mapping[str, str]:
    """House options that a case's context sets."""
    context, chosen = case.context, {}
    if "di" in context:
        chosen["base"] = str(context["di"])
    if "lezi" in context:
        chosen["limit"] = "none" if context["lezi"] is None else str(context["lezi"])
    chosen |= {name: "yes" if context[name] else "no" for name in _SWITCHES if name in context}
    return chosen


def _dress(case: Case, win: Win) -> Win:
    """The 花 that the case counts, 开宝 and 黄番, who is liable."""
    context = case.context
    words = [f"{COUNTED}{context['hua']}"] if "hua" in context else []
    words += [OPENED] * int(context.get("kaibao") or 0)
    words += [DRAWN] * int(context.get("huangfan") or 0)
    liable = seat(context.get("bao"))
    if win.kind is WinKind.EIGHT_FLOWERS:
        winner = replace(win.seats[win.seat], flowers=FLOWERS)
        win = replace(win, seats=four(winner if s is win.seat else win.seats[s] for s in SEATS))
    effects = (Effect(LIABLE, liable, win.seat),) if liable is not None else ()
    return replace(win, situation=(*win.situation, *words), effects=effects)


def _points(case: Case, scored: ScoredWin, options: Options) -> object:
    return scored.points


def _flow(call: Call) -> ShanghaiPlay:
    flow = call.rules.flow
    assert isinstance(flow, ShanghaiPlay)
    return flow


def _next(call: Call, dealer: str, winners: list[str], source: str | None) -> str:
    way = _flow(call).after_several(call.options)
    won = tuple(Seat.parse(name) for name in winners)
    return dealer_after(Seat.parse(dealer), won, seat(source), way).name


def _dealers(call: Call) -> Mapping[str, object]:
    dealer = call.args.get("dealer", "A")
    found = [_next(call, dealer, one["winners"], one["discarder"]) for one in call.args["cases"]]
    return {"value": {"next": found}}


def _robber(call: Call) -> Mapping[str, object]:
    return {"value": {"next": _next(call, call.args["dealer"], [call.args["winner"]], None)}}


def _walls(call: Call) -> Mapping[str, object]:
    """With the eight flowers, and as elsewhere without them."""
    walls = (_flow(call).wall(call.options).stacks, EVEN_136)
    stacks = {2 * sum(wall): wall[0] for wall in walls}
    return {"value": {"stacks_per_side": [stacks[number] for number in call.args["tiles"]]}}


def _carry(call: Call) -> Mapping[str, object]:
    """Deals that follow each other, drawn until the one that is won."""
    before: Deal | None = None
    opened = drawn = 0
    for number, one in enumerate(call.args["hands"], 1):
        first, second = one["dice"]
        deal = Deal.begin(call.rules, number, A, dict(call.options), before)
        deal = deal.apply(DiceRolled(A, (first, second)))
        opened, drawn = carried(deal)
        before = None if one["won"] else replace(deal, ended="exhausted")
    return {"value": {"kaibao": opened, "huangfan": drawn}}


def _stakes(call: Call) -> Mapping[str, object]:
    options = call.rules.choose({**call.options, "base": str(call.args["di"])})
    return {"value": {"ok": [may_play_on(score, options) for score in call.args["scores"]]}}


def _dealt(call: Call, first: str = "") -> Deal:
    """A deal whose hands are hidden but for the dealer's `first` tiles."""
    known = parse_tiles(first)
    hidden = (UNKNOWN,) * 13
    deal = Deal.begin(call.rules, 1, A, dict(call.options)).apply(DiceRolled(A, (1, 2)))
    dealer = (*known, *(UNKNOWN,) * (14 - len(known)))
    return deal.apply(Dealt((dealer, hidden, hidden, hidden)))


def _left(call: Call) -> Mapping[str, object]:
    """Before the dealer takes his fourteenth tile."""
    deal = _dealt(call)
    return {"value": {"left": deal.wall.remaining + deal.hands[A].count - 13}}


def _chow(call: Call) -> Mapping[str, object]:
    thrown, *used = tiles(call.args["tiles"])
    deal = _dealt(call, thrown.code).apply(Discarded(A, thrown))
    chower = _flow(call).chower(deal)
    claim = Chowed(chower, A, thrown, tuple(used))
    return {"value": {"ok": deal.objection(claim) is None}}


def _upper_seat(call: Call) -> Mapping[str, object]:
    """The seat whose discard this one may chow."""
    wanted, deal = Seat.parse(call.args["seat"]), _dealt(call)
    found = next(
        other.side
        for other in SEATS
        if _flow(call).chower(replace(deal, step=step(Stage.DISCARD, other))) is wanted
    )
    return {"value": {"shangjia": found}}


_SETS = {
    "": ("123m", "456p", "789s", "345s", "22m"),
    "清一色": ("123m", "456m", "789m", "345m", "22m"),
    "混一色": ("111z", "123m", "456m", "789m", "22m"),
    "碰碰胡": ("111m", "444p", "777s", "999m", "22p"),
}
"""Three sets, one that the winning tile may complete, and a pair."""


def _hand(fans: tuple[str, ...], complete: bool, knocked: bool) -> Win:
    """A hand of A that shows exactly these fans."""
    pattern = [fan for fan in fans if fan not in ("门清", "单吊")]
    first, second, third, last, pair = look_up(_SETS, "".join(pattern), "fan")
    laid: tuple[Meld, ...] = ()
    standing = parse_tiles(second + third + last + pair)
    if "门清" in fans:
        standing = (*parse_tiles(first), *standing)
    else:
        lying = parse_tiles(first)
        kind = MeldKind.PUNG if lying[0] is lying[1] else MeldKind.CHOW
        laid = (Meld(kind, lying[0], lying, B),)
    won = parse_tiles(pair if "单吊" in fans else last)[-1]
    rest = list(standing)
    rest.remove(won)
    return Win(
        A,
        won if complete else parse_tiles("6z")[0],
        WinKind.DISCARD,
        tuple(rest),
        four(PublicSeat(melds=laid if who is A else ()) for who in SEATS),
        C,
        situation=() if knocked else (NOT_KNOCKED,),
    )


def _qiaoma(call: Call) -> Mapping[str, object]:
    args = call.args
    if "dragons_as_flowers" in args:
        chosen = "yes" if args["dragons_as_flowers"] else "no"
        options = call.rules.choose({**call.options, "dragons_are_flowers": chosen})
        counts = call.rules.tiles(options)
        return {"value": {"flowers": sum(counts[t] for t in _flow(call).terms(options).flowers)}}
    win = _hand(tuple(args["fan"]), args["complete"], args["knocked"])
    return {"value": {"win": call.rules.best(win, call.options) is not None}}


ADAPTER = Adapter(
    keys=("hua", "di", "lezi", "kaibao", "huangfan", "bao", *_SWITCHES),
    choose=_choose,
    dress=_dress,
    total=_points,
    functions={
        "sh_robber": _robber,
        "sh_dealer": _dealers,
        "sh3_dealer": _dealers,
        "walls": _walls,
        "sh_carry": _carry,
        "sh3_seat": _stakes,
        "sh3_deal": _left,
        "sh3_chi": _chow,
        "sh3_shangjia": _upper_seat,
        "qiaoma": _qiaoma,
    },
    alternatives={"OR4": ("liable_on_shot", "instead")},
)
