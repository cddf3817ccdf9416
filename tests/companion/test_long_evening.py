"""An evening may be long: what was worked out for earlier deals is not kept."""

from __future__ import annotations

from pathlib import Path

from engine.deal import Deal
from engine.events import DealBegan
from engine.match import Match
from engine.observations import Undo
from engine.rules import load
from tests.companion.fingers import play_deal
from tests.companion.long_evening import evening

NAMES = ("甲", "乙", "丙", "丁")


def worked_out(deal: Deal) -> int:
    """How much a deal keeps that could be worked out again."""
    return sum(name.startswith("_") for name in vars(deal))


def test_what_was_worked_out_for_earlier_deals_is_let_go() -> None:
    match = Match(load("mzhz"), players=NAMES)
    for seed in (1, 2):
        play_deal(match, match.submit, seed)
    begun = [i for i, item in enumerate(match.items) if isinstance(item.event, DealBegan)]
    states = [match.state_before(at + 1) for at in range(len(match.items))]
    earlier = [s.deal for s in states[: begun[1] - 1] if s.deal is not None]
    assert len(earlier) > 40
    assert sum(map(worked_out, earlier)) == 0
    assert any(worked_out(s.deal) for s in states[begun[1] :] if s.deal is not None)
    # And nothing is lost by it: the first deal may still be taken back from its end.
    scores = match.standing.scores
    last = match.last_seq
    match.submit(Undo(last), 1e6)
    assert match.last_seq > last
    assert match.standing.results[0].settlement is not None
    assert sum(scores) == 0


def test_deals_that_are_called_off_follow_one_another(tmp_path: Path) -> None:
    start, first = evening(tmp_path, deals=1, moves=1, seed=1, every=1)
    assert start.deals == 0
    assert first.deals == 1
    assert first.entries > start.entries + 5
    assert first.megabytes == 0 or first.megabytes < start.megabytes + 60
