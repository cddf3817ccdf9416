"""258 扎鸟: what its cases say beyond a hand: the bird, opening hands, the tile
of a 开杠, the last tile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.cases.case import Case, Unknown
from companion.cases.page_cases import MELD_KINDS
from companion.cases.pages import Adapter, Call
from engine.deal import Deal
from engine.events import Dealt, DiceRolled, Discarded, Drew, Event, Konged, PaymentRow, Punged
from engine.meld import MeldKind
from engine.play import LAST_TILE, Stage, step
from engine.rules.cs258.fans import KONG_FLIP, OPENING
from engine.rules.cs258.money import bird_seat
from engine.rules.cs258.play import OFFER
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.win import ScoredWin, Win

_WORDS = {
    "gangshanghua": (KONG_FLIP,),
    "gang_flip_pao": (KONG_FLIP,),
    "qishou": (OPENING,),
    "bupai": (),
}
"""Win kinds that are this page's own: what they leave in `Win.situation`."""


def _dress(case: Case, win: Win) -> Win:
    word, bird = str(case.data["win_kind"]), case.context.get("bird")
    if case.context.get("took_haidi") and LAST_TILE not in win.situation:
        raise Unknown("took_haidi 只与海底同用 / took_haidi goes with the last tile")
    win = replace(win, bonus=Tile.parse(bird) if bird else None)
    return replace(win, situation=_WORDS[word]) if word in _WORDS else win


def _net(case: Case, scored: ScoredWin, options: Options) -> object:
    """`total` is what the winner gets."""
    rows: tuple[PaymentRow, ...] = case.rules.pay(scored, options)
    return sum(row.amount for row in rows)


def _birds(call: Call) -> Mapping[str, object]:
    dealer = Seat.parse(call.args["dealer"])
    found = [bird_seat(dealer, Tile.parse(f"{rank}m")).name for rank in call.args["ranks"]]
    return {"value": {"seats": found}}


def _roam(call: Call) -> Mapping[str, object]:
    """Whom the last tile is offered to, when nobody takes it."""
    deal = Deal.begin(call.rules, 1, Seat.A, call.options)
    first = step(Stage.DRAW, Seat.parse(call.args["next"]), back=f"{OFFER}3")
    at: Deal | None = replace(deal, step=first)
    order: list[str] = []
    while at is not None and at.step.stage == Stage.DRAW:
        order.append(at.step.actor.name)
        at = at.lapsed()
    return {"value": {"order": order}}


def _robbable(call: Call) -> Mapping[str, object]:
    """Whether others may answer A's kong of 9 bamboo made so."""
    found = []
    for word in call.args["types"]:
        kind = MELD_KINDS[word]
        found.append(_kong_of_nines(call, kind).step.stage == Stage.KONG)
    return {"value": {"robbable": found}}


def _kong_of_nines(call: Call, kind: MeldKind) -> Deal:
    nine, one = Tile.parse("9s"), Tile.parse("1m")
    four = kind is MeldKind.CONCEALED_KONG
    hand = parse_tiles("1147m258p2479999s" if four else "112447m2589p2499s")
    hidden = (UNKNOWN,) * 13
    events: list[Event] = [DiceRolled(Seat.A, (1, 2)), Dealt((hand[:14], hidden, hidden, hidden))]
    if four:
        events.append(Konged(Seat.A, kind, nine, (nine,) * 4))
    else:
        events += [
            Discarded(Seat.A, one), Drew(Seat.B), Discarded(Seat.B, nine),
            Punged(Seat.A, Seat.B, nine, (nine, nine)), Discarded(Seat.A, one),
            *(e for s in SEATS[1:] for e in (Drew(s), Discarded(s, Tile.parse("7p")))),
            Drew(Seat.A, tile=nine), Konged(Seat.A, kind, nine, (nine,), None, 0),
        ]  # fmt: skip
    deal = Deal.begin(call.rules, 1, Seat.A, call.options)
    for event in events:
        deal = deal.apply(event)
    return deal


ADAPTER = Adapter(
    keys=("bird", "took_haidi"),
    dress=_dress,
    total=_net,
    functions={"cs_bird": _birds, "cs_rob": _robbable, "cs_roam": _roam},
)
