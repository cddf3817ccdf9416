"""What people put right themselves: no event is left of it, whatever was believed meanwhile."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from engine.deal import Deal
from engine.events import Acted, Discarded, Drew, Punged
from engine.evidence import View
from engine.observations import SeenTile, Sighting, Zone
from engine.reconcile import Effort, Limits, explain
from engine.rules import load
from engine.seat import Seat
from engine.second_look import from_further_back
from engine.tile import parse_tiles
from tests.engine.looking import Follower
from tests.random_play import play

RULES = load("mzhz")


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


@cache
def claimed_at_once() -> tuple[Deal, Deal]:
    """Before a discard, and after another has punged it."""
    for seed in range(20):
        start: Deal | None = None
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if isinstance(event, Punged) and start is not None and not _wild(event):
                return start, after
            start = before if isinstance(event, Discarded) else None
    raise AssertionError("nobody ever punged")


def _wild(claim: Punged) -> bool:
    return any(tile.is_joker for tile in claim.used)


class Table(Follower):
    """A tracker and what it gave and said; pictures stand for some seconds each."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.said: set[str] = set()

    def shows(self, look: Sighting, seconds: float) -> None:
        for step in range(round(seconds / 0.25)):
            verdict = (
                self.tracker.observe(replace(look, time=self.now), 0)
                if step == 0
                else self.tracker.tick(self.now, 0)
            )
            self.take(verdict)
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


def test_a_claim_that_comes_after_the_next_has_drawn_counts() -> None:
    """The tile drawn is put back; nobody is asked anything."""
    before, _, after, with_pung = passed_up()
    table = Table(before)
    table.shows(table.looks(before), 2.0)
    table.shows(table.looks(after), 3.0)
    table.shows(table.looks(with_pung), 4.0)
    assert [type(event) for event in table.given] == [Punged]
    assert not table.said
    assert table.tracker.questions == ()


@pytest.mark.parametrize(("gone", "back"), [(3, True), (1, False)])
def test_a_set_of_which_all_is_gone_was_put_back(gone: int, back: bool) -> None:
    """One tile that is not to be seen lies under something; three were taken away."""
    before, _, after, with_pung = passed_up()
    table = Table(before)
    table.shows(table.looks(before), 2.0)
    table.shows(table.looks(with_pung), 3.0)
    assert [event for event in table.given if isinstance(event, Punged)]
    main, view = table.tracker._ways.main, View.of(table.looks(after))
    nothing = next(e for e in explain(main.deal, view, main.memory) if not e.visible)
    compared = nothing.compared
    assert len(compared.missing) == 3
    # The discard that lies there again is taken for another one.
    missing, each = compared.missing[:gone], Limits().weights.missing
    best = replace(
        nothing, compared=replace(compared, unexplained=(), missing=missing, cost=each * gone)
    )
    anew = from_further_back(
        main, best, view, Limits(), 4, frozenset(), Effort(900), gone=False
    )
    assert (anew is not None) is back


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


def test_whose_discard_was_claimed_is_not_guessed_on_a_table_in_disorder() -> None:
    """A set is seen, but not the discard that it took; while something else on the
    table is not explained, the discard may have been anybody's."""
    before, after = claimed_at_once()
    table = Table(before)
    table.shows(table.looks(before), 2.0)
    look = table.looks(after)
    idle = next(seat for seat in Seat if seat not in (before.step.actor, after.step.actor))
    kind = next(t for t in parse_tiles("123456789p") if after.unseen[t.index] == 4)
    stray = SeenTile(999, Zone.MELDS, idle, 10.0, 10.0, 0.0, ((kind, 0.97),), 0.0, 3)
    table.shows(replace(look, tiles=(*look.tiles, stray)), 8.0)
    assert table.given == []
    assert table.said
    table.shows(look, 4.0)
    assert [type(event) for event in table.given if not isinstance(event, Drew)] == [
        Discarded, Punged,
    ]  # fmt: skip


@cache
def claimed_by_the_next() -> tuple[Deal, Punged, Deal]:
    """Before a pung by whoever would have drawn next; the pung, and the deal after that
    seat has thrown something else."""
    for seed in range(20):
        for before, event, _ in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            claims = [e for e in before.legal() if isinstance(e, Punged) and not _wild(e)]
            if not (isinstance(event, Drew) and claims and claims[0].seat is event.seat):
                continue
            claimed = before.apply(claims[0])
            for throw in claimed.legal():
                if isinstance(throw, Discarded) and throw.tile.is_number:
                    if throw.tile != claims[0].tile:
                        return before, claims[0], claimed.apply(throw)
    raise AssertionError("nobody ever let a pung go by and drew")


def test_a_pung_seen_after_its_owners_throw_is_no_draw() -> None:
    """While a hand lies over the set it looks as if its owner had drawn."""
    before, pung, after = claimed_by_the_next()
    following = Follower(before)
    following.see(before, 3.0)

    def covered(sighting: Sighting) -> Sighting:
        place = (Zone.MELDS, pung.seat)
        tiles = tuple(t for t in sighting.tiles if (t.zone, t.seat) != place)
        return replace(sighting, tiles=tiles, covered=sighting.covered | {place})

    following.see(after, 1.5, covered)
    following.see(after, 6.0)
    assert not following.tracker.questions
    assert pung in following.given
    assert sum(isinstance(event, Discarded) for event in following.given) == 1
