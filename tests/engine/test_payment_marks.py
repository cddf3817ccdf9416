"""A payment names the cats and gods but for which it would be another amount."""

from __future__ import annotations

from fractions import Fraction

from engine.events import WinKind
from engine.match import Match
from engine.rules import load
from engine.seat import SEATS
from engine.tableview import _win_rows
from engine.tile import Tile, parse_tiles
from engine.win import Effect, PublicSeat, ScoredWin, Win
from ui.gallery.pieces import NAMES
from ui.gallery.played import Evening

A, B, C, D = SEATS
NONE = PublicSeat()


def paid(*effects: Effect) -> dict[str, tuple[Fraction, list[tuple[str, str]]]]:
    """A's self-drawn win: payer → amount, and whose marks changed it."""
    evening = Evening()
    evening.open_deal((3, 5), "7m")
    match: Match = evening.match
    assert match.deal is not None
    win = Win(
        seat=A, tile=Tile.parse("1m"), kind=WinKind.SELF_DRAW,
        concealed=parse_tiles("23456789m55s234s"), seats=(NONE, NONE, NONE, NONE),
        source=None, bonus=None, dealer=A, effects=effects,
    )  # fmt: skip
    options = match.deal.options
    scored = load("mzhz").judge(win, options)
    assert isinstance(scored, ScoredWin)
    rows = load("mzhz").pay(scored, options)
    assert match.players == NAMES
    return {
        row.payer.name: (row.amount, [(seat.name, text.zh) for seat, text in row.marks])
        for row in _win_rows(match, match.deal, scored, rows)
    }


def test_a_cat_of_the_payer_and_a_god_of_the_winner_are_named() -> None:
    plain = paid()
    points = plain["B"][0]
    assert plain == {name: (points, []) for name in "BCD"}
    rows = paid(Effect("cat", B, A), Effect("god", A, C), Effect("god", A, C))
    assert rows["B"] == (points / 2, [("B", "猫")])
    assert rows["C"] == (points * 2, [("A", "财神"), ("A", "财神")])
    assert rows["D"] == (points, [])


def test_marks_that_change_nothing_are_not_named() -> None:
    # A cat works for whoever pays, a god for whoever wins; three cats are no more than two.
    rows = paid(Effect("cat", A, B), Effect("god", C, A), *[Effect("cat", D, A)] * 3)
    assert rows["B"][1] == []
    assert rows["C"][1] == []
    assert rows["D"] == (Fraction(0), [("D", "猫")] * 3)
