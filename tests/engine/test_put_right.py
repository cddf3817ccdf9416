"""What people put right themselves: no event is left of it, whatever was believed meanwhile."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from engine.deal import Deal
from engine.events import Acted, Drew, Event, Punged
from engine.observations import Sighting
from engine.rules import load
from engine.tracking import Tracker
from engine.view import Text
from tests.engine.looking import Looker
from tests.random_play import play

RULES = load("mzhz")


def told(event: Event) -> Text:
    return Text(str(event), str(event))


@cache
def passed_up() -> tuple[Deal, Drew, Deal, Deal]:
    """A pung that nobody claimed: deal, the next player's draw, the deal after it, and
    the deal as it would have been with the pung."""
    for seed in range(20):
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if not isinstance(event, Drew):
                continue
            claims = [e for e in before.legal() if isinstance(e, Punged)]
            claims = [e for e in claims if e.seat is not event.seat and not _wild(e)]
            if claims:
                return before, event, after, before.apply(claims[0])
    raise AssertionError("nobody ever let a pung go by")


def _wild(claim: Punged) -> bool:
    return any(tile.is_joker for tile in claim.used)


class Table:
    """A tracker and what it gave; pictures stand for some seconds each."""

    def __init__(self, deal: Deal) -> None:
        self.looker = Looker(random.Random(1))
        self.tracker = Tracker(told)
        self.tracker.restart(deal)
        self.given: list[Event] = []
        self.now = 0.0
        self.said: set[str] = set()

    def shows(self, look: Sighting, seconds: float) -> None:
        for step in range(round(seconds / 0.25)):
            verdict = (
                self.tracker.observe(replace(look, time=self.now), 0)
                if step == 0
                else self.tracker.tick(self.now, 0)
            )
            if verdict is not None:
                self.given[verdict.keep :] = verdict.events
            if self.tracker.discrepancy is not None:
                self.said.add(self.tracker.discrepancy.en)
            self.now += 0.25

    def looks(self, deal: Deal) -> Sighting:
        return self.looker.look(deal, self.now)


def test_a_claim_laid_too_late_and_put_back_leaves_no_event() -> None:
    before, _, after, with_pung = passed_up()
    table = Table(before)
    table.shows(table.looks(before), 2.0)
    table.shows(table.looks(with_pung), 3.0)
    table.shows(table.looks(after), 8.0)
    assert not [event for event in table.given if not isinstance(event, Drew)]
    assert table.tracker.discrepancy is None
    assert table.tracker.questions == ()


def test_a_tile_too_many_in_a_hand_is_no_event_and_spoils_none() -> None:
    """The count of a standing row is weak evidence: it neither books nor forbids."""
    before, _, after, _ = passed_up()
    table = Table(before)
    table.shows(table.looks(before), 2.0)
    right = table.looks(after)
    a, b, c, d = (None if n is None else n + 1 for n in right.standing)
    table.shows(replace(right, standing=(a, b, c, d)), 6.0)
    table.shows(right, 2.0)
    assert table.given == []
    assert not table.said

