"""缺门 and the last tiles, as the Sichuan pages have them: a winning hand has two
suits at most, and near the end of the wall a possible win is made."""

from __future__ import annotations

from engine.deal import Deal
from engine.flow import Objection
from engine.play.hand import SortedHand, known_suits
from engine.play.state import drawable
from engine.view import Text
from engine.win import Refusal, Win

LAST = 4
"""With so many tiles left a win that is possible is made."""
_ALL_SUITS = Text("未缺门：有三种花色", "three suits: none is missing")


def refuse_all_suits(hand: SortedHand, clause: str) -> Refusal | None:
    return Refusal(_ALL_SUITS, clause) if len(hand.number_suits) > 2 else None


def all_suits_seen(win: Win, clause: str) -> Objection | None:
    """The same of what is known of a hidden hand."""
    return Objection(*_ALL_SUITS, clause) if len(known_suits(win)) > 2 else None


def near_the_end(deal: Deal) -> bool:
    return drawable(deal) <= LAST
