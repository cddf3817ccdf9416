"""Views of a match that is really played, entered as by finger: what the screens
beside the table are drawn from."""

from __future__ import annotations

from functools import cache

from engine.entering import Verb
from engine.events import (
    DiceRolled,
    Discarded,
    Event,
    Flipped,
    HandOpened,
    Punged,
    ScoreAdjusted,
    WinKind,
    Won,
)  # fmt: skip
from engine.match import Match
from engine.observations import Enter
from engine.rules import load
from engine.seat import Seat
from engine.settlement import amounts
from engine.tableview import table_view
from engine.tile import parse_tiles
from engine.view import Health, TableView
from ui.gallery.pieces import NAMES, health, tile

DICE = ((3, 5), (2, 6), (4, 4))
WINS = (("23456789m55s234s", "1m"), ("345678p99p34s", "5s"), ("12456p777888s99s", "3p"))
"""Hands of the dealer's opposite, upper and lower neighbour, with their tiles."""


class Evening:
    """A match in the hands of somebody who taps."""

    def __init__(self) -> None:
        self.match = Match(load("mzhz"), players=NAMES)
        self.now = 1000.0

    def enter(self, event: Event) -> None:
        self.now += 7.0
        self.match.submit(Enter(event, self.match.last_seq), self.now)

    def tap(self, verb: Verb) -> None:
        """Enter the first choice of a kind."""
        self.enter(next(c.event for c in self.view().choices if c.verb is verb))

    def view(self, lamps: tuple[Health, ...] = ()) -> TableView:
        return table_view(self.match, lamps)

    @property
    def dealer(self) -> Seat:
        deal = self.match.deal
        assert deal is not None
        return deal.dealer

    def open_deal(self, dice: tuple[int, int], turned: str) -> None:
        self.tap(Verb.BEGIN)
        self.enter(DiceRolled(self.dealer, dice))
        self.tap(Verb.DEAL)
        flip = next(c.event for c in self.view().choices if c.verb is Verb.FLIP)
        assert isinstance(flip, Flipped)
        self.enter(Flipped(flip.slot, tile(turned)))

    def discards(self, seat: Seat, *codes: str) -> Seat:
        """Each seat in turn throws a tile; returns who is next."""
        for code in codes:
            self.enter(Discarded(seat, tile(code)))
            seat = seat.next
        return seat

    def three_wins(self) -> None:
        """A pung, then three wins, hands still down."""
        first = self.dealer
        second, third, fourth = first.next, first.across, first.previous
        self.discards(first, "9s", "2p")
        self.enter(Punged(fourth, second, tile("2p"), parse_tiles("22p")))
        self.discards(fourth, "5s", "1m")
        self.enter(Won((third,), tile("1m"), WinKind.DISCARD, first))
        self.enter(Won((fourth,), tile("5s"), WinKind.SELF_DRAW))
        self.discards(first, "3p")
        self.enter(Won((second,), tile("3p"), WinKind.DISCARD, first))

    def open_hands(self, wins: tuple[tuple[str, str], ...] = WINS) -> None:
        first = self.dealer
        for seat, (hand, _) in zip((first.across, first.previous, first.next), wins, strict=True):
            self.enter(HandOpened(seat, parse_tiles(hand)))


def _evening(deals: int) -> Evening:
    evening = Evening()
    for dice in DICE[:deals]:
        evening.open_deal(dice, "7m")
        evening.three_wins()
        evening.open_hands()
    return evening


@cache
def ready() -> TableView:
    """Before the first deal, without camera and line."""
    return Evening().view(health())


@cache
def throwing() -> TableView:
    """The dealer throws."""
    evening = Evening()
    evening.tap(Verb.BEGIN)
    return evening.view(health())


@cache
def claiming() -> TableView:
    """The second deal in its middle: the last discard may be claimed."""
    evening = _evening(1)
    evening.open_deal((2, 6), "3s")
    seat = evening.discards(evening.dealer, "1s", "9p", "4m", "7p", "2s")
    evening.enter(Punged(seat.next, seat.previous, tile("2s"), parse_tiles("2s1j")))
    evening.discards(seat.next, "8s", "6m", "5p", "9m")
    return evening.view(health())


@cache
def opening() -> TableView:
    """Three have won and open their hands."""
    evening = _evening(1)
    evening.open_deal((2, 6), "7m")
    evening.three_wins()
    return evening.view(health())


@cache
def counted() -> TableView:
    """The first deal is settled."""
    return _evening(1).view(health())


@cache
def refused() -> TableView:
    """A hand was opened that does not win."""
    evening = Evening()
    evening.open_deal(DICE[0], "7m")
    evening.three_wins()
    evening.open_hands((("23456789m55s236s", "1m"), *WINS[1:]))
    return evening.view(health())


@cache
def late() -> TableView:
    """Three deals and a score put right by hand."""
    evening = _evening(3)
    evening.enter(ScoreAdjusted(amounts((2, -2, 0, 0)), "补记上盘的杠"))
    return evening.view(health())
