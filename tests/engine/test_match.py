"""The match: commands, signals, pictures, undo and corrections."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import signals
from engine.errors import AmbiguousEvent, IllegalEvent
from engine.events import (
    Acted,
    DealBegan,
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    FlowersPassed,
    Punged,
    ScoreAdjusted,
    Settled,
    Source,
    Voided,
    WallsRaised,
    WinKind,
    Won,
)  # fmt: skip
from engine.match import Match
from engine.observations import Answer, Correct, Enter, Sighting, Undo
from engine.rules import load
from engine.seat import Seat
from engine.signals import SignalReceived
from engine.tableview import table_view
from engine.tile import Tile, parse_tiles
from engine.view import Phase, Text
from tests.random_play import play

RULES = load("mzhz")
A, B, C, D = Seat


def recorded(seed: int, mode: str = "solo", hidden: bool = True) -> Match:
    """A match of one random deal, entered by finger."""
    steps = list(play(RULES, {"mode": mode}, seed, hidden))
    match = Match(RULES, {"mode": mode}, dealer=steps[0][0].dealer)
    for number, (_, event, _) in enumerate(steps):
        if not isinstance(event, Settled):
            match.submit(Enter(event, match.last_seq), float(number))
    return match


def began(mode: str = "solo") -> Match:
    match = Match(RULES, {"mode": mode})
    enter(match, DealBegan(1, A), DiceRolled(A, (3, 4)))
    listed = match.deal.legal()[0]  # type: ignore[union-attr]
    assert isinstance(listed, Dealt)
    enter(match, listed)
    match.submit(Enter(_flip(match), match.last_seq), 0.0)
    return match


def _flip(match: Match) -> Event:
    deal = match.deal
    assert deal is not None
    return next(e for e in deal.legal() if getattr(e, "tile", None) == Tile.parse("7m"))


def enter(match: Match, *events: Event, time: float = 0.0) -> None:
    for event in events:
        match.submit(Enter(event, match.last_seq), time)


def received(signal: signals.Signal, time: float = 0.0) -> SignalReceived:
    return SignalReceived(signal, time, 0, b"")


def state(match: Match) -> tuple[object, ...]:
    """All that counts about a match."""
    standing = match.standing
    return standing, match.illegal, [item.event for item in match.items]


def test_a_deal_by_finger_is_settled_by_the_rules() -> None:
    match = recorded(7)
    assert match.standing.is_between
    assert match.entries[-1].source is Source.RULE
    assert isinstance(match.entries[-1].event, Settled)
    assert sum(match.standing.scores) == 0
    assert [entry.seq for entry in match.entries] == list(range(1, len(match.entries) + 1))


@given(st.integers(0, 40), st.data())
@settings(max_examples=6, deadline=None)
def test_undone_is_never_happened(seed: int, data: st.DataObject) -> None:
    length = data.draw(st.integers(5, 60))
    steps = [event for _, event, _ in islice(play(RULES, {}, seed, hidden=True), length)]
    dealer = next(play(RULES, {}, seed))[0].dealer
    match = Match(RULES, dealer=dealer)
    enter(match, *steps[:-1])
    before = state(match)
    times = data.draw(st.integers(1, 3))
    for _ in range(times):
        enter(match, steps[-1])
        assert state(match) != before
        match.submit(Undo(match.last_seq), 9.0)
        assert state(match) == before


def test_undo_goes_back_step_by_step() -> None:
    match = began()
    seen = []
    deal = match.deal
    assert deal is not None
    for event in (Discarded(A, Tile.parse("5p")), Drew(B), Discarded(B, Tile.parse("9s"))):
        seen.append(state(match))
        enter(match, event)
    for before in reversed(seen):
        match.submit(Undo(match.last_seq), 1.0)
        assert state(match) == before


def test_undo_takes_the_settlement_with_it() -> None:
    match = recorded(7)
    number = len(match.standing.results)
    match.submit(Undo(match.last_seq), 999.0)
    assert len(match.standing.results) == number - 1
    assert not match.standing.is_between
    assert match.standing.scores == (0, 0, 0, 0)


def test_nothing_to_undo() -> None:
    with pytest.raises(IllegalEvent):
        Match(RULES).submit(Undo(0), 0.0)


def test_an_undo_that_had_not_seen_the_latest_is_refused() -> None:
    match = began()
    seen = match.last_seq
    enter(match, Discarded(A, Tile.parse("5p")))
    before = state(match)
    with pytest.raises(AmbiguousEvent):
        match.submit(Undo(seen), 1.0)
    assert state(match) == before


def test_an_undone_correction_is_as_if_it_had_not_been() -> None:
    match = began()
    enter(match, Discarded(A, Tile.parse("5p")), Drew(B), Discarded(B, Tile.parse("9s")))
    before = state(match)
    entry = match.last_seq - 2
    match.submit(Correct(entry, (Discarded(A, Tile.parse("6p")),), match.last_seq), 2.0)
    assert match.deal is not None
    assert match.deal.rivers[A] == parse_tiles("6p")
    match.submit(Undo(match.last_seq), 3.0)
    assert state(match) == before


def test_a_correction_folds_the_deal_again() -> None:
    match = began()
    enter(match, Discarded(A, Tile.parse("5p")))
    entry = match.last_seq
    enter(match, Punged(C, A, Tile.parse("5p"), parse_tiles("55p")))
    pung = match.last_seq
    match.submit(Correct(entry, (Discarded(A, Tile.parse("6p")),), match.last_seq), 1.0)
    assert [bad.item.seq for bad in match.illegal] == [pung]
    assert match.deal is not None
    assert match.deal.rivers[A] == parse_tiles("6p")
    assert match.deal.melds[C] == ()


def test_an_event_can_be_put_in_between() -> None:
    match = began()
    enter(match, Discarded(A, Tile.parse("5p")))
    entry = match.last_seq
    enter(match, Drew(B))
    both = (FlowersPassed(A), Discarded(A, Tile.parse("5p")))
    match.submit(Correct(entry, both, match.last_seq), 1.0)
    assert not match.illegal
    assert FlowersPassed(A) in [item.event for item in match.items]


def test_a_replacement_that_does_not_fit_is_refused() -> None:
    match = began()
    enter(match, Discarded(A, Tile.parse("5p")))
    before = state(match)
    entries = list(match.entries)
    with pytest.raises(IllegalEvent):
        match.submit(Correct(match.last_seq, (Discarded(C, Tile.parse("6p")),), 0), 1.0)
    with pytest.raises(IllegalEvent):
        match.submit(Correct(99, (), 0), 1.0)
    assert state(match) == before
    assert match.entries == entries


def test_a_correction_in_an_earlier_deal_changes_the_score() -> None:
    match = recorded(7)
    opened = [e for e in match.entries if type(e.event).__name__ == "Won"]
    assert opened, "seed 7 has a win"
    dealer = match.standing.dealer
    enter(match, DealBegan(2, dealer))
    match.submit(Correct(opened[-1].seq, (), match.last_seq), 999.0)
    assert match.illegal or match.standing.scores is not None
    assert sum(match.standing.scores) == 0


def test_the_next_dealer_is_the_rules_choice() -> None:
    match = recorded(7)
    due = match.standing.dealer
    wrong = next(seat for seat in Seat if seat is not due)
    with pytest.raises(IllegalEvent) as refused:
        enter(match, DealBegan(2, wrong))
    assert refused.value.alternatives == (DealBegan(2, due),)
    enter(match, DealBegan(2, due))
    with pytest.raises(IllegalEvent):
        enter(match, DealBegan(3, due))


def test_an_event_between_deals_needs_a_deal() -> None:
    with pytest.raises(IllegalEvent):
        enter(Match(RULES), Discarded(A, Tile.parse("5p")))
    match = Match(RULES)
    enter(match, WallsRaised((16, 15, 16, 15)))
    assert match.deal is not None
    assert match.deal.number == 1


def test_scores_are_put_right_by_hand() -> None:
    match = Match(RULES)
    half = Fraction(1, 2)
    enter(match, ScoreAdjusted((half, -half, Fraction(0), Fraction(0)), "miscounted"))
    assert match.standing.scores == (half, -half, 0, 0)


def test_a_void_deal_changes_no_score() -> None:
    match = began()
    enter(match, Discarded(A, Tile.parse("5p")), Voided("tiles fell"))
    assert match.standing.is_between
    assert match.standing.scores == (0, 0, 0, 0)
    enter(match, DealBegan(2, A))
    assert match.deal is not None
    assert match.deal.number == 2


def test_the_line_raises_walls_throws_and_deals() -> None:
    match = Match(RULES)
    match.submit(received(signals.WallsUp((16, 15, 16, 15))), 1.0)
    match.submit(received(signals.Dice(3, 4)), 2.0)
    match.submit(received(signals.Dealt((14, 13, 13, 13))), 3.0)
    kinds = [type(entry.event).__name__ for entry in match.entries]
    assert kinds == ["DealBegan", "WallsRaised", "DiceRolled", "Dealt"]
    assert {entry.source for entry in match.entries} == {Source.LINE}
    match.submit(received(signals.Dealt((14, 13, 13, 13))), 3.0)
    assert len(match.entries) == 4


def test_walls_of_another_size_begin_the_deal_without_them() -> None:
    match = Match(RULES)
    match.submit(received(signals.WallsUp((17, 17, 17, 17))), 1.0)
    assert [type(entry.event).__name__ for entry in match.entries] == ["DealBegan"]


def test_a_throw_waits_for_its_play() -> None:
    match = began()
    match.submit(received(signals.Dice(2, 3), 5.0), 5.0)
    before = match.last_seq
    enter(match, Acted(A, "reduce"), time=6.0)
    assert match.entries[before + 1].event == DiceRolled(A, (2, 3), "cat")


def test_an_old_throw_is_not_used() -> None:
    match = began()
    match.submit(received(signals.Dice(2, 3), 5.0), 5.0)
    enter(match, Acted(A, "reduce"), time=500.0)
    assert match.entries[-1].event == Acted(A, "reduce")


def test_without_a_line_the_dome_tells_of_a_throw() -> None:
    match = Match(RULES)
    enter(match, WallsRaised((16, 15, 16, 15)))
    for frame, dice in enumerate((None, (3, 4), (3, 4))):
        match.submit(Sighting(frame, float(frame), 1, (), dice=dice), float(frame))
    assert match.entries[-1].event == DiceRolled(A, (3, 4))
    assert match.entries[-1].source is Source.CAMERA
    standing = (14, 13, 13, 13)
    match.submit(Sighting(9, 9.0, 1, (), standing=standing, dice=(3, 4)), 9.0)
    assert isinstance(match.entries[-1].event, Dealt)


def test_with_a_line_the_dome_is_not_asked() -> None:
    match = Match(RULES)
    match.submit(received(signals.WallsUp((16, 15, 16, 15))), 1.0)
    match.submit(received(signals.Dice(3, 4)), 2.0)
    match.submit(Sighting(1, 3.0, 1, (), dice=(5, 5)), 3.0)
    assert match.entries[-1].event == DiceRolled(A, (3, 4))


def test_totals_are_the_pages() -> None:
    half = Fraction(1)
    change = ScoreAdjusted((half * 3, -half, half * 2, -half * 4), "as in G09")
    for mode, total in (("solo", Fraction(3)), ("fixed_pairs", Fraction(15, 4))):
        match = Match(RULES, {"mode": mode})
        enter(match, change)
        assert match.totals[A] == total


def test_walls_that_rise_in_mid_deal_are_asked_about() -> None:
    match = began()
    enter(match, Discarded(A, Tile.parse("5p")))
    match.submit(received(signals.WallsUp((16, 15, 16, 15))), 9.0)
    (question,) = match.questions
    assert question.by_rule
    match.submit(Answer(question.id, 0, match.last_seq), 10.0)
    assert not match.questions
    match.submit(received(signals.WallsUp((16, 15, 16, 15))), 11.0)
    match.submit(Answer(match.questions[0].id, 1, match.last_seq), 12.0)
    assert match.deal is not None
    assert (match.deal.number, match.deal.phase) == (2, Phase.WALLS)


def test_only_players_know_whom_a_winner_orders_out() -> None:
    match = began("fixed_pairs")
    enter(match, Discarded(A, Tile.parse("5p")))
    enter(match, Won((B,), Tile.parse("5p"), WinKind.DISCARD, A))
    (question,) = match.questions
    assert [candidate.label.zh for candidate in question.candidates] == ["不带", "带A", "带C"]
    with pytest.raises(IllegalEvent):
        match.submit(Answer(question.id, 7, match.last_seq), 1.0)
    match.submit(Answer(question.id, 2, match.last_seq), 1.0)
    assert match.entries[-1].event == Acted(B, "remove", target=C)
    assert match.entries[-1].source is Source.ANSWER
    assert not match.questions


def test_a_question_withdraws_when_play_goes_on() -> None:
    match = began("fixed_pairs")
    enter(match, Discarded(A, Tile.parse("5p")))
    enter(match, Won((B,), Tile.parse("5p"), WinKind.DISCARD, A))
    asked = match.questions[0].id
    enter(match, Drew(C))
    assert not match.questions
    match.submit(Answer(asked, 1, 0), 1.0)
    assert match.entries[-1].event == Drew(C)


@pytest.mark.parametrize("mode", ["solo", "four_winds"])
def test_a_view_hides_what_is_hidden(mode: str) -> None:
    """With known hands too, a running deal's view names no tile that stands."""
    for seed in (2, 7):
        steps = list(play(RULES, {"mode": mode}, seed))
        match = Match(RULES, {"mode": mode}, dealer=steps[0][0].dealer)
        for _, event, _ in steps:
            if match.standing.is_between and match.deal is not None:
                break
            enter(match, event)
            view = table_view(match)
            deal = match.deal
            assert deal is not None
            if view.phase is Phase.PLAY:
                public = list(replace(deal, hands=(deal.hands[0].__class__(),) * 4).visible())
                shown = [tile for seat in view.seats for tile in (*seat.flowers,)]
                shown += [r.tile for seat in view.seats for r in seat.river]
                shown += [t for seat in view.seats for m in seat.melds for t in m.tiles]
                assert all(shown.count(tile) <= public.count(tile) for tile in shown)
                assert all(seat.opened is None for seat in view.seats)
                assert all(win.pending and not win.groups and not win.fans for win in view.wins)
                assert "听" not in str(view.log)
            assert isinstance(view.rules, Text)


def test_a_view_shows_pending_wins_and_then_the_breakdown() -> None:
    match = recorded(7)
    view = table_view(match)
    assert view.phase is Phase.SETTLED
    assert view.wins
    assert not any(win.pending for win in view.wins)
    assert all(win.fans and win.points is not None for win in view.wins)
    assert sum(seat.change for seat in view.seats) == 0
    assert view.deals[0].net == tuple(seat.score for seat in view.seats)
    assert view.can_undo
    for line in view.log:
        assert line.text.zh
        assert line.text.en
