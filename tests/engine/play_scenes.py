"""A plain page for tests of the shared course of play, and deals on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.deal import Deal
from engine.events import Dealt, DiceRolled, Discarded, Drew, Event
from engine.play import EVEN_108, Judging, Play, Terms
from engine.ruleset import Options, RuleSet
from engine.seat import SEATS, Seat, four
from engine.tile import NUMBERS, UNKNOWN, Tile, parse_tiles
from engine.view import Text

A, B, C, D = SEATS


class PlainJudging(Judging):
    """Any four sets and a pair or seven pairs; one point from each payer."""

    def __init__(self, kinds: Mapping[Tile, int] | None = None) -> None:
        self._kinds = kinds or dict.fromkeys(NUMBERS, 4)

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        return self._kinds


def page(play: Play | None = None, judging: Judging | None = None, **changes: Any) -> RuleSet:
    """A rule set whose `Terms` are the plain ones with `changes`."""

    class Plain(type(play) if play else Play):  # type: ignore[misc]
        def terms(self, options: Options) -> Terms:
            return replace(Terms(EVEN_108), **changes)

    name = Text("测试", "test")
    return RuleSet("plain", name, judging or PlainJudging(), (), (), (), name, Plain())


def hands(*texts: str, dealer: Seat = A) -> Dealt:
    """Four hands, filled up with unseen tiles."""
    rows = []
    for seat in SEATS:
        tiles = parse_tiles(texts[seat]) if seat < len(texts) else ()
        size = 14 if seat is dealer else 13
        rows.append(tiles + (UNKNOWN,) * (size - len(tiles)))
    return Dealt(four(rows))


def dealt(rules: RuleSet, *texts: str) -> Deal:
    """A deal whose hands have just been taken, A the dealer."""
    deal = Deal.begin(rules, 1, A)
    return deal.apply(DiceRolled(A, (2, 3))).apply(hands(*texts))


def run(deal: Deal, *events: Event) -> Deal:
    """The deal after these events, sound after each."""
    for event in events:
        deal = deal.apply(event)
        assert not deal.validate(), event
    return deal


def tile(code: str) -> Tile:
    return Tile.parse(code)


def draw(seat: Seat, code: str = "?") -> Drew:
    return Drew(seat, tile=Tile.parse(code))


def throw(seat: Seat, code: str) -> Discarded:
    return Discarded(seat, Tile.parse(code))


def refused(deal: Deal, event: Event) -> str:
    """Why an event is not legal, in English; empty when it is."""
    objection = deal.objection(event)
    return objection.en if objection else ""
