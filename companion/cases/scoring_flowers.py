"""Cases about wins by flowers, played on a table with A's flowers laid."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cases.case import Case, Data, Outcome, Unknown, tiles
from engine.adopt import adopted
from engine.deal import Deal
from engine.events import Acted, Adopted, Discarded, Event, FlowersLaid, WinKind, Won
from engine.ruleset import Options
from engine.seat import Seat
from engine.tile import MOUSE, Tile, format_tiles

_ANNOUNCED = {"不补花": "no_flower", None: None}


def flower_win(case: Case, options: Options) -> Outcome:
    """`flower_win`: who may win when a flower is laid or thrown."""
    case.knows(("events", "dealer", "order"))
    (event,) = case.context["events"]
    flowers = tiles(case.data["flowers"])
    deal = _table(case, options, Seat.parse(event["p"]), flowers)
    if event["e"] == "buhua":
        return _after_laying(deal, event, flowers)
    if event["e"] == "discard":
        return _after_discard(deal, event)
    raise Unknown(f"事件 {event['e']} 不认识 / event {event['e']} is not known")


def _table(case: Case, options: Options, actor: Seat, flowers: Iterable[Tile]) -> Deal:
    """A has laid `flowers`; all hands are hidden and `actor` has just drawn."""
    hands = tuple(14 if seat is actor else 13 for seat in Seat)
    laid = tuple(flowers)
    wall = sum(case.rules.tiles(options).values()) - sum(hands) - len(laid)
    table = (
        ("turn", actor.name),
        ("wall", wall),
        ("acts", True),
        ("hands", hands),
        ("flowers", (format_tiles(laid), "", "", "")),
    )
    return adopted(case.rules, options, 1, Seat.A, Adopted(table))


def _after_laying(deal: Deal, event: Data, flowers: tuple[Tile, ...]) -> Outcome:
    actor = Seat.parse(event["p"])
    laid = tiles(event["tiles"])
    match event.get("after"):
        case "steal":
            for tile in laid:
                deal = deal.apply(Acted(actor, "steal", (MOUSE,)))
                deal = deal.apply(_theft(deal, tile))
        case None:
            pass
        case other:
            raise Unknown(f"after {other} 不认识 / is not known")
    deal = deal.apply(FlowersLaid(actor, laid))
    wins = _flower_wins(deal)
    return Outcome({
        "baxian": WinKind.EIGHT_FLOWERS in wins,
        "qiqiangyi_by": wins.get(WinKind.SEVEN_FLOWERS),
        "distinct_kinds": len({*flowers, *laid}),
    })  # fmt: skip


def _after_discard(deal: Deal, event: Data) -> Outcome:
    actor, tile = Seat.parse(event["p"]), Tile.parse(event["tile"])
    if event.get("declared") not in _ANNOUNCED:
        raise Unknown(f"{event['declared']} 不认识 / is not known")
    said, silent = (
        _flower_wins(deal.apply(Discarded(actor, tile, word))).get(WinKind.SEVEN_FLOWERS)
        for word in ("no_flower", None)
    )
    return Outcome({
        "announced_不补花": {"qiqiangyi_by": said},
        "unannounced": {"qiqiangyi_by": silent},
        "qiqiangyi_by": said if event.get("declared") else silent,
    })  # fmt: skip


def _theft(deal: Deal, tile: Tile) -> Event:
    for event in deal.legal():
        if isinstance(event, Acted) and event.action == "steal_take" and event.tiles == (tile,):
            return event
    raise Unknown(f"{tile} 偷不到 / cannot be stolen")


def _flower_wins(deal: Deal) -> dict[WinKind, str]:
    """Kind of flower win → who may make it now."""
    return {event.kind: event.seats[0].name for event in deal.legal() if isinstance(event, Won)}
