"""Cases of the rule pages on the shared ground: whole hands, and questions
that a page's adapter answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.cases.case import (
    Case,
    Data,
    Outcome,
    Unknown,
    look_up,
    payments,
    seat,
    seat_amounts,
    tiles,
)  # fmt: skip
from companion.cases.pages import Adapter, Call, adapter_of
from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.play import FIRST_DISCARD, FIRST_TURN, LAST_TILE
from engine.rules import module_of
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.tile import FLOWERS, Tile
from engine.view import Status
from engine.win import EntryCause, PublicSeat, Refusal, Win

MELD_KINDS = {
    "chi": MeldKind.CHOW,
    "peng": MeldKind.PUNG,
    "zhigang": MeldKind.EXPOSED_KONG,
    "bugang": MeldKind.ADDED_KONG,
    "angang": MeldKind.CONCEALED_KONG,
}
KEYS = ("winner", "dealer", "discarder", "already_won", "wall_left", "flowers")
"""Context keys that are read here for every page."""


@dataclass(frozen=True, slots=True)
class _Way:
    """How a win kind of the case files stands in the engine."""

    kind: WinKind
    situation: tuple[str, ...] = ()
    entry: EntryCause = EntryCause.HEAD


WAYS = {
    "zimo": _Way(WinKind.SELF_DRAW),
    "dianpao": _Way(WinKind.DISCARD),
    "qianggang": _Way(WinKind.ROBBED_KONG),
    "gangshanghua": _Way(WinKind.SELF_DRAW, (), EntryCause.KONG),
    "haidi": _Way(WinKind.SELF_DRAW, (LAST_TILE,)),
    "haidi_zimo": _Way(WinKind.SELF_DRAW, (LAST_TILE,)),
    "haidi_pao": _Way(WinKind.DISCARD, (LAST_TILE,)),
    "tianhu": _Way(WinKind.SELF_DRAW, (FIRST_TURN,), EntryCause.INITIAL),
    "dihu": _Way(WinKind.DISCARD, (FIRST_DISCARD,)),
    "bahua": _Way(WinKind.EIGHT_FLOWERS),
}
"""Other words come into `Win.situation` as they are."""


def adapter_for(case: Case) -> Adapter:
    return adapter_of(case.rules.id, module_of(case.rules.id))


def read_meld(data: Data) -> Meld:
    """A meld as these case files write it."""
    lying = tiles(data["tiles"])
    kind: MeldKind = look_up(MELD_KINDS, data["type"], "meld")
    return Meld(kind, min(lying), lying, seat(data.get("from")))


def _won_on(case: Case, kind: WinKind) -> tuple[tuple[Tile, ...], Tile]:
    """The standing tiles and the winning one. A case need not say which flower
    was the last, nor name one tile of a hand that wins as it was dealt."""
    standing, word = tiles(case.data["concealed"]), case.data["win_tile"]
    if word:
        return standing, Tile.parse(word)
    if kind is WinKind.EIGHT_FLOWERS:
        return standing, FLOWERS[-1]
    return standing[:-1], standing[-1]


def win_of(case: Case, adapter: Adapter) -> Win:
    """The win that a case describes."""
    context, word = case.context, str(case.data["win_kind"])
    case.knows((*KEYS, *adapter.keys))
    winner, source = Seat.parse(context["winner"]), seat(context.get("discarder"))
    usual = _Way(WinKind.DISCARD if source is not None else WinKind.SELF_DRAW, (word,))
    way = WAYS.get(word, usual)
    situation = way.situation
    if context.get("wall_left") == 0 and LAST_TILE not in situation:
        situation = (*situation, LAST_TILE)
    melds = tuple(read_meld(m) for m in case.data.get("melds") or ())
    won = context.get("already_won") or ()
    flowers = context.get("flowers") or ()
    standing, won_on = _won_on(case, way.kind)
    win = Win(
        seat=winner,
        tile=won_on,
        kind=way.kind,
        concealed=standing,
        seats=four(
            PublicSeat(
                Status.WON if who.name in won else Status.PLAYING,
                melds if who is winner else (),
                tiles(flowers) if who is winner and isinstance(flowers, list | tuple) else (),
            )
            for who in SEATS
        ),
        source=source if way.kind is not WinKind.SELF_DRAW else None,
        entry=way.entry,
        dealer=Seat.parse(context.get("dealer") or "A"),
        situation=situation,
    )
    return adapter.dress(case, win)


def hand(case: Case, options: Options) -> Outcome:
    """`score`, `legality`: does the hand win, with what, and who pays."""
    adapter = adapter_for(case)
    win = win_of(case, adapter)
    judged = case.rules.judge(win, options)
    if isinstance(judged, Refusal):
        return Outcome({
            "win": False, "legal": False, "patterns": {}, "total": 0, "payments": {},
            "reason_got": judged.reason.zh,
        })  # fmt: skip
    return Outcome({
        "win": True,
        "legal": True,
        "patterns": {f.fan.name.zh: f.total for f in judged.fans if f.total},
        "total": adapter.total(case, judged, options),
        "payments": payments(adapter.rows(case, judged, options)),
        **adapter.more(case, judged, options),
    })  # fmt: skip


def answer(case: Case, options: Options) -> Outcome:
    """`procedure`, `settlement`: what the page answers to `context.func`."""
    adapter = adapter_for(case)
    name = case.context.get("func")
    function = look_up(adapter.functions, str(name), "func")
    got = dict(function(Call(case.rules, options, case.context.get("args") or {})))
    rows = got.get("payments")
    if isinstance(rows, tuple):
        got["payments"] = payments(rows) if rows and hasattr(rows[0], "payer") else (
            seat_amounts(rows) if len(rows) == 4 else {}
        )  # fmt: skip
    return Outcome(got)


RUNNERS = {"score": hand, "legality": hand, "procedure": answer, "settlement": answer}


def options_of(case: Case) -> Mapping[str, str]:
    """House options that the case's own context sets."""
    return adapter_for(case).choose(case)


def alternative(case: Case, words: str) -> tuple[str, str]:
    """Option and value of the reading that an `alt` names (`XZ-OR5: …`)."""
    reading = words.split(":")[0].strip().split("-")[-1]
    named = adapter_for(case).alternatives.get(reading)
    if named is not None:
        return named
    found = [
        (option.name, choice.value)
        for option in case.rules.options
        if option.reading == reading
        for choice in option.choices
        if choice.value != option.default
    ]
    if len(found) != 1:
        raise Unknown(f"另一种读法不认识 / alternative reading is not known: {words}")
    return found[0]
