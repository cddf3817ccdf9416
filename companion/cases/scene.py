"""A deal in its middle, laid out for a worked case.

Hands, melds and rivers are given in tile codes; what is not given is hidden.
The scene keeps the books in order, so that it is a deal like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.deal import Deal
from engine.hand import Hand
from engine.meld import Meld, MeldKind
from engine.rules.mzhz.state import MzhzState, Stage, step
from engine.ruleset import Options, RuleSet
from engine.seat import SEATS, Seat, four
from engine.tile import Tile, parse_tiles
from engine.view import Status
from engine.wall import PerSide, Wall
from engine.win import EntryCause

FIRST = (1, 2)
"""Dice of a scene: they break the wall and matter for nothing else."""


def scene(
    rules: RuleSet,
    options: Options,
    *,
    stage: Stage = Stage.ACT,
    actor: Seat = Seat.A,
    hands: Mapping[Seat, str] | None = None,
    melds: Mapping[Seat, tuple[Meld, ...]] | None = None,
    flowers: Mapping[Seat, str] | None = None,
    rivers: Mapping[Seat, str] | None = None,
    winning: Mapping[Seat, str] | None = None,
    status: Mapping[Seat, Status] | None = None,
    face_up: str = "",
    left: int = 40,
    entry: EntryCause = EntryCause.HEAD,
    drawn: str | None = None,
    dealer: Seat = Seat.A,
    **page: Any,
) -> Deal:
    """A deal where `actor` stands at `stage`.

    `hands`: tiles known to be held; the rest of each hand is hidden, unless
    the given tiles fill it. `left`: tiles in the wall. `face_up`: tiles lying
    open in the wall, from its head on. `drawn`: the actor's last tile. Other
    names are fields of the page's own state.
    """
    deal = Deal.begin(rules, 1, dealer, dict(options))
    rows = {seat: parse_tiles((rivers or {}).get(seat, "")) for seat in SEATS}
    laid = {seat: parse_tiles((flowers or {}).get(seat, "")) for seat in SEATS}
    sets = {seat: (melds or {}).get(seat, ()) for seat in SEATS}
    lying = {seat: parse_tiles((winning or {}).get(seat, "")) for seat in SEATS}
    standing = [
        _hand(parse_tiles((hands or {}).get(seat, "")), _size(stage, actor, seat, len(sets[seat])))
        for seat in SEATS
    ]
    wall = deal.wall.broken(Seat.A, 1)
    wall = replace(wall, taken=(1 << (wall.total - left)) - 1)
    opened = parse_tiles(face_up)
    for offset, tile in enumerate(opened):
        wall = wall.flipped(wall.total - left + 2 * offset, tile)
    seen = [tile for seat in SEATS for tile in (*rows[seat], *laid[seat], *lying[seat])]
    seen += [tile for seat in SEATS for meld in sets[seat] for tile in meld.tiles]
    seen += [tile for hand in standing for tile in hand.known]
    seen += opened
    unseen = bytearray(deal.tiles.counts)
    for tile in seen:
        unseen[tile.index] -= 1
    credited = tuple(
        tuple(dict.fromkeys(tile for tile in laid[seat] if tile.is_flower)) for seat in SEATS
    )
    assert isinstance(deal.page, MzhzState)
    return replace(
        deal,
        dice=FIRST,
        wall=wall,
        hands=four(standing),
        melds=four(sets[seat] for seat in SEATS),
        rivers=four(rows[seat] for seat in SEATS),
        flowers=four(laid[seat] for seat in SEATS),
        winning=four(lying[seat][0] if lying[seat] else None for seat in SEATS),
        statuses=four((status or {}).get(seat, Status.PLAYING) for seat in SEATS),
        entries=(str(entry),) * 4,
        unseen=bytes(unseen),
        step=step(stage, actor, entry=entry, tile=Tile.parse(drawn) if drawn else None),
        page=replace(deal.page, **{"credited": credited, **page}),
    )


def _size(stage: Stage, actor: Seat, seat: Seat, melds: int) -> int:
    on_turn = seat is actor and stage in (Stage.ACT, Stage.ACT_CLAIMED)
    return 13 - 3 * melds + on_turn


def _hand(known: tuple[Tile, ...], size: int) -> Hand:
    return Hand(tuple(sorted(known)), max(0, size - len(known)))


def pung(tile: str, tiles: str, source: Seat = Seat.D) -> Meld:
    """A pung of `tile` with what lies there."""
    return Meld(MeldKind.PUNG, Tile.parse(tile), parse_tiles(tiles), source, 2)


def kong(tile: str, tiles: str, source: Seat = Seat.D) -> Meld:
    """An exposed kong of `tile` with what lies there."""
    return Meld(MeldKind.EXPOSED_KONG, Tile.parse(tile), parse_tiles(tiles), source, 3)


def at(deal: Deal, stage: Stage, actor: Seat, **changes: Any) -> Deal:
    """The same deal at another step: what lies on the table stays."""
    return replace(deal, step=step(stage, actor, **changes))


def walls(stacks: Mapping[str, int]) -> Wall:
    """Walls from stacks by table side."""
    a, b, c, d = (stacks[seat.side] for seat in SEATS)
    per_side: PerSide = (a, b, c, d)
    return Wall(per_side)
