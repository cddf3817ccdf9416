"""Taking a table as it lies: a deal begun in its middle, or after a mishap.

The snapshot is plain data, so that it stands in a record: what is seen on the
table, who is on turn, and counts. What went before is unknown: hands are
hidden, credited flowers are those that lie there, no bars, no debts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import Adopted
from engine.hand import Hand
from engine.meld import Meld, MeldKind
from engine.seat import SEATS, Seat, four
from engine.tile import NotationError, Tile, format_tiles, parse_tiles
from engine.view import Status
from engine.wall import Wall

if TYPE_CHECKING:
    from engine.ruleset import RuleSet


def adopted(
    rules: RuleSet, options: Mapping[str, str], number: int, dealer: Seat, event: Adopted,
    before: Deal | None = None,
) -> Deal:  # fmt: skip
    """The deal that a snapshot describes; raises `IllegalEvent` when it cannot be.
    `before`: the deal played before it in the same match.

    Keys (all but `turn` and `wall` may be absent): `dealer` and `turn` seat
    letters; `wall` tiles left; `hands` four counts or tile strings; `rivers`,
    `flowers` four tile strings; `melds` four lists of `kind:tile:tiles`, joined
    by spaces; `status` four words; `bonus` a tile; `dice` two digits; `acts`
    true when the seat on turn has drawn already.
    """
    table = dict(event.table)
    try:
        return _built(rules, options, number, dealer, table, before)
    except (KeyError, ValueError, TypeError, NotationError) as error:
        raise IllegalEvent(
            event, ("桌面快照有误", f"the snapshot does not hold: {error}"), "record"
        ) from error


def _built(
    rules: RuleSet, options: Mapping[str, str], number: int, dealer: Seat,
    table: Mapping[str, object], before: Deal | None,
) -> Deal:  # fmt: skip
    if "dealer" in table:
        dealer = Seat.parse(str(table["dealer"]))
    deal = Deal.begin(rules, number, dealer, dict(options), before)
    hands = four(_hand(item) for item in _four(table, "hands", ("", "", "", "")))
    rivers = four(parse_tiles(str(item)) for item in _four(table, "rivers", ("",) * 4))
    flowers = four(parse_tiles(str(item)) for item in _four(table, "flowers", ("",) * 4))
    melds = four(_melds(str(item)) for item in _four(table, "melds", ("",) * 4))
    statuses = four(Status(str(item)) for item in _four(table, "status", ("playing",) * 4))
    wall = _wall(deal.wall, table)
    unseen = bytearray(deal.tiles.counts)
    shown = [tile for row in (*rivers, *flowers) for tile in row]
    shown += [tile for row in melds for meld in row for tile in meld.tiles]
    shown += [tile for hand in hands for tile in hand.known]
    if deal.tiles.surplus(shown):
        raise ValueError("more tiles of a kind than there are")
    for tile in shown:
        if tile.is_known:
            unseen[tile.index] -= 1
    base = replace(
        deal,
        wall=wall,
        hands=hands,
        rivers=rivers,
        flowers=flowers,
        melds=melds,
        statuses=statuses,
        unseen=bytes(unseen),
    )
    bonus = Tile.parse(str(table["bonus"])) if "bonus" in table else None
    turn = Seat.parse(str(table["turn"]))
    resumed = deal.flow.resume(base, turn, bool(table.get("acts")), bonus)
    faults = resumed.validate()
    if faults:
        raise ValueError("; ".join(fault.en for fault in faults))
    return resumed


def _four(
    table: Mapping[str, object], name: str, default: tuple[object, ...]
) -> tuple[object, ...]:
    row = table.get(name, default)
    if not isinstance(row, tuple | list) or len(row) != 4:
        raise ValueError(f"{name} needs one item for each of the four seats")
    return tuple(row)


def _hand(item: object) -> Hand:
    return Hand((), item) if isinstance(item, int) else Hand.of(parse_tiles(str(item)))


def _melds(text: str) -> tuple[Meld, ...]:
    out: list[Meld] = []
    for part in text.split():
        kind, tile, tiles = part.split(":")
        out.append(Meld(MeldKind(kind), Tile.parse(tile), parse_tiles(tiles)))
    return tuple(out)


def _wall(wall: Wall, table: Mapping[str, object]) -> Wall:
    """A wall with so many tiles left; where its gaps are is not known."""
    left = table["wall"]
    if not isinstance(left, int) or not 0 <= left <= wall.total:
        raise ValueError("wall: tiles left")
    return replace(wall, taken=(1 << (wall.total - left)) - 1)


def snapshot(deal: Deal) -> Adopted:
    """The public part of a deal as a snapshot that `adopted` reads back."""
    marked = tuple(("bonus", str(tile)) for _, tile in deal.flow.marked(deal)[:1])
    return Adopted(
        (
            *marked,
            ("dealer", str(deal.dealer)),
            ("turn", str(deal.step.actor)),
            ("wall", deal.wall.remaining),
            ("hands", tuple(hand.count for hand in deal.hands)),
            ("rivers", tuple(format_tiles(row) for row in deal.rivers)),
            ("flowers", tuple(format_tiles(row) for row in deal.flowers)),
            (
                "melds",
                tuple(
                    " ".join(f"{m.kind}:{m.tile}:{format_tiles(m.tiles)}" for m in deal.melds[s])
                    for s in SEATS
                ),
            ),
            ("status", tuple(str(status) for status in deal.statuses)),
        )
    )
