"""Cases about whole hands: wins, legality, waits, and ready hands at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cases.case import (
    ENTRIES,
    WIN_KINDS,
    Case,
    Data,
    Outcome,
    Unknown,
    effects,
    look_up,
    meld,
    payments,
    seat,
    teams,
    tiles,
)
from engine.events import WinKind
from engine.ruleset import Options, ReadyCheck
from engine.seat import SEATS, Seat
from engine.tile import FLOWERS, NUMBERS, Tile
from engine.view import Status
from engine.win import PublicSeat, Refusal, Win

Seats = tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]

_HAND_CONTEXT = (
    "dealer", "order", "winner", "payer", "entry", "won_before", "removed", "cats", "gods",
    "flags", "win_tile_as", "teams",
)  # fmt: skip


def _bonus(case: Case) -> Tile | None:
    return Tile.parse(case.data["baopai"]) if case.data.get("baopai") else None


def _status(context: Data, who: Seat) -> Status:
    if who.name in (context.get("won_before") or ()):
        return Status.WON
    return Status.REMOVED if who.name in (context.get("removed") or ()) else Status.PLAYING


def win_of(case: Case) -> Win:
    """The win that a case describes."""
    context = case.context
    winner = Seat.parse(context["winner"])
    payer = seat(context.get("payer"))
    won_on = Tile.parse(case.data["win_tile"])
    kind: WinKind = look_up(WIN_KINDS, case.data["win_kind"], "win_kind")
    flowers = tiles(case.data.get("flowers") or ())
    sides = teams(context.get("teams"))
    melds = tuple(meld(m) for m in case.data.get("melds") or ())
    others: dict[Seat, tuple[Tile, ...]] = {winner: flowers}
    if kind is WinKind.SEVEN_FLOWERS and len(set(flowers)) == 6 and payer is not None:
        # With six kinds out the one who pays holds the other (D4.(五)18).
        others[payer] = tuple(f for f in FLOWERS if f not in flowers and f is not won_on)
    a, b, c, d = (
        PublicSeat(
            _status(context, who),
            melds if who is winner else (),
            others.get(who, ()),
            sides[who] if sides else None,
        )
        for who in SEATS
    )
    stands_for = context.get("win_tile_as")
    return Win(
        seat=winner,
        tile=won_on,
        kind=kind,
        concealed=tiles(case.data["concealed"]),
        seats=(a, b, c, d),
        source=payer,
        stands_for=Tile.parse(stands_for) if stands_for else None,
        entry=look_up(ENTRIES, context.get("entry") or "head", "entry"),
        bonus=_bonus(case),
        dealer=Seat.parse(context.get("dealer") or "A"),
        effects=effects(context),
    )


def hand(case: Case, options: Options) -> Outcome:
    """`hu`, `score`, `legality`: does it win, with what, who pays."""
    case.knows(_HAND_CONTEXT)
    win = win_of(case)
    judged = case.rules.judge(win, options)
    restricted = options["pass_rule"] == "always" or (
        options["pass_rule"] == "mode" and options["mode"] == "solo"
    )
    threshold = (case.context.get("flags") or {}).get("guohu_threshold") if restricted else None
    if isinstance(judged, Refusal):
        return Outcome({"legal": False, "win": False, "reason_got": judged.reason.zh})
    if threshold is not None and judged.total <= threshold:
        return Outcome({"legal": False, "win": False, "reason_got": "过胡"})
    return Outcome({
        "legal": True,
        "win": True,
        "fans": judged.counts,
        "total_fan": judged.total,
        "total": judged.total,
        "raw_score": judged.points,
        "payments": payments(case.rules.pay(judged, options)),
        "pinghu": any(fan.fan.name.zh == "平胡" for fan in judged.fans),
    })  # fmt: skip


def waits(case: Case, options: Options) -> Outcome:
    """`ting`: the kinds that complete the standing tiles."""
    case.knows(("dealer", "order"))
    melds = tuple(meld(m) for m in case.data.get("melds") or ())
    flowers = tiles(case.data.get("flowers") or ())
    none = PublicSeat()
    win = Win(
        Seat.A, NUMBERS[0], WinKind.SELF_DRAW, tiles(case.data["concealed"]),
        (PublicSeat(melds=melds, flowers=flowers), none, none, none), bonus=_bonus(case),
    )  # fmt: skip
    return Outcome({"waits": [t.code for t in sorted(case.rules.waits(win, options))]})


def _public(hands: Mapping[str, Any], who: Seat, sides: tuple[int, ...] | None) -> PublicSeat:
    data = hands.get(who.name)
    team = sides[who] if sides else None
    if data is None:
        return PublicSeat(Status.WON, team=team)
    return PublicSeat(
        Status.DEAD_HAND if data.get("xianggong") else Status.PLAYING,
        tuple(meld(m) for m in data.get("melds") or ()),
        tiles(data.get("flowers") or ()),
        team,
    )


def ready_hands(case: Case, options: Options) -> Outcome:
    """`chajiao`: who is ready for how much, and the payments."""
    case.knows(("hands", "unwon", "cats", "gods", "teams", "dealer", "order"))
    hands = case.context["hands"]
    if set(hands) != set(case.context["unwon"]):
        raise Unknown("hands 与 unwon 不一致 / hands and unwon differ")
    sides = teams(case.context.get("teams"))
    a, b, c, d = (_public(hands, who, sides) for who in SEATS)
    seats: Seats = (a, b, c, d)
    check = ReadyCheck(
        {Seat.parse(name): tiles(data["concealed"]) for name, data in hands.items()},
        seats,
        _bonus(case),
        effects=effects(case.context),
    )
    result = case.rules.ready_check(check, options)
    return Outcome({
        "ready": {who.name: scored.total for who, scored in result.ready.items()},
        "payments": payments(result.rows),
    })  # fmt: skip
