"""How many tiles must stand before a seat."""

from __future__ import annotations

from engine.deal import Deal
from engine.play.state import Stage, play_of
from engine.seat import Seat
from engine.view import Status

UNDEALT = (Stage.WALLS, Stage.THROW, Stage.DICE, Stage.DEAL)
BEFORE_PLAY = (Stage.THROW_AFTER, Stage.FLIP, Stage.DECLARE, Stage.ROUND)


def hand_size(deal: Deal, seat: Seat) -> int | None:
    """How many tiles must stand before a seat now; None where nothing follows."""
    where = deal.step
    if where.stage in UNDEALT or not any(hand.count for hand in deal.hands):
        return 0
    if deal.is_over or deal.statuses[seat] not in (Status.PLAYING, Status.DEAD_HAND):
        return None
    size = 13 - 3 * len(deal.melds[seat]) + deal.extra[seat] + play_of(deal).surplus(deal, seat)
    opening = where.stage in BEFORE_PLAY or where.back == Stage.ROUND
    on_turn = where.stage in (Stage.ACT, Stage.ACT_CLAIMED, Stage.TAIL) and not opening
    if (opening and seat is deal.dealer) or (on_turn and seat is where.actor):
        size += 1
    if seat is where.actor and where.stage == Stage.TAIL:
        size -= where.owed
    return size
