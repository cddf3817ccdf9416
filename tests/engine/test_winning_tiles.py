"""Winning tiles as they lie: one for each discard that was won on."""

from __future__ import annotations

from engine.deal import Deal
from engine.events import Discarded, Event, WinKind, Won
from engine.observations import Zone
from engine.picture import picture_of
from engine.proposals import silent
from engine.seat import SEATS, Seat
from engine.tile import Tile
from tests.engine.test_disorder import discards

TILE = Tile.parse("5s")


def after(deal: Deal, event: Event) -> Deal:
    """The deal after an event, with the draw before it where one is needed."""
    for state in (deal, *(deal.then(quiet) for quiet in silent(deal))):
        following = state.tried(event)
        if following is not None:
            return following
    raise AssertionError(event)


def bodies(deal: Deal) -> int:
    """How many winning tiles lie beside rows."""
    tiles = picture_of(deal).tiles
    return sum(len(tiles[Zone.WINNING_TILE, seat]) for seat in SEATS)


def won(deal: Deal, winners: tuple[Seat, ...], payer: Seat) -> Deal:
    """The deal after the payer, whose turn it is, threw the tile and these won on it."""
    thrown = after(deal, Discarded(payer, TILE))
    return after(thrown, Won(winners, TILE, WinKind.DISCARD, payer))


def test_winners_on_one_discard_share_its_tile_and_winners_on_two_do_not() -> None:
    start, row = discards(4)
    payer = row[0][0].seat
    near, far = payer.offset(1), payer.offset(3)
    assert bodies(won(start, (near, far), payer)) == 1
    deal = won(start, (far,), payer)
    # The same seat throws one more of the kind, and another wins on that.
    assert bodies(won(deal, (near,), payer)) == 2
