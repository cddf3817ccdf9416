"""A table taken as it lies: begun in mid-deal."""

from __future__ import annotations

import pytest

from engine.adopt import snapshot
from engine.errors import IllegalEvent
from engine.events import Adopted, Discarded, Drew
from engine.match import Match
from engine.observations import Enter
from engine.rules import load
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.view import Phase
from tests.random_play import play

RULES = load("mzhz")
TABLE: tuple[tuple[str, object], ...] = (
    ("dealer", "B"),
    ("turn", "C"),
    ("wall", 40),
    ("hands", (13, 10, 13, 13)),
    ("rivers", ("1m9m", "", "5p", "2s")),
    ("flowers", ("1f", "", "", "")),
    ("melds", ("", "pung:5s:555s", "", "")),
    ("bonus", "8m"),
)


def table(**changes: object) -> Adopted:
    return Adopted(tuple({**dict(TABLE), **changes}.items()))


def missing(**changes: object) -> Adopted:
    """The table with so many tiles in the wall that the sum is right."""
    return table(wall=124 - 49 - 4 - 1 - 3, **changes)


def test_a_deal_goes_on_from_what_lies_there() -> None:
    match = Match(RULES)
    match.submit(Enter(missing(), 0), 0.0)
    deal = match.deal
    assert deal is not None
    assert deal.phase is Phase.PLAY
    assert deal.rivers[Seat.A] == parse_tiles("1m9m")
    assert deal.flow.marked(deal)[0][1] == Tile.parse("8m")
    match.submit(Enter(Drew(Seat.C), 1), 1.0)
    match.submit(Enter(Discarded(Seat.C, Tile.parse("9s")), 2), 2.0)
    assert not match.deal.validate()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "event",
    [
        Adopted(),
        missing(rivers=("11111m", "", "", "")),
        missing(hands=(13, 13, 13, 13)),
        missing(hands=(13, 10)),
        missing(turn="X"),
        missing(melds=("", "pung:5s", "", "")),
        missing(status=("asleep", "playing", "playing", "playing")),
        table(wall=500),
        table(),
    ],
)
def test_a_table_that_cannot_be_is_refused(event: Adopted) -> None:
    match = Match(RULES)
    with pytest.raises(IllegalEvent):
        match.submit(Enter(event, 0), 0.0)
    assert match.deal is None


def test_a_running_deal_can_be_taken_up_from_its_snapshot() -> None:
    tried = 0
    for before, event, _ in play(RULES, {}, 4, hidden=True):
        drawing = before.lapsed() or before
        if not isinstance(event, Drew) or drawing.step.stage != "draw" or before.wins:
            continue
        match = Match(RULES)
        match.submit(Enter(snapshot(drawing), 0), 0.0)
        deal = match.deal
        assert deal is not None
        assert deal.wall.remaining == before.wall.remaining
        assert deal.rivers == before.rivers
        assert [len(row) for row in deal.melds] == [len(row) for row in before.melds]
        assert deal.objection(event) is None
        tried += 1
    assert tried > 10
