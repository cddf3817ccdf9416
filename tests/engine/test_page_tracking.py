"""Whole deals of other pages followed by clear eyes: what they alone have, the
turned tiles, flowers and single-tile kongs, is found as it lies."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from companion.compare import public
from engine.events import (
    Acted,
    DealBegan,
    Dealt,
    Declined,
    DiceRolled,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    Settled,
    WallsRaised,
    Won,
)  # fmt: skip
from engine.match import Match
from engine.observations import Answer, Enter
from engine.rules import load
from engine.ruleset import RuleSet
from engine.signals import SignalReceived, WallsUp
from engine.tracking import Tracker
from engine.view import Phase, Text
from tests.engine.looking import Looker
from tests.random_play import play

LOOKS = 4
"""How often the table is looked at after each event."""


def is_told(rules: RuleSet, event: Event, phase: Phase) -> bool:
    """Events that come by the line or from a finger, not from the picture."""
    if isinstance(event, Acted):
        action = rules.flow.actions[event.action]
        return action.spoken or action.question is not None
    told = isinstance(event, Dealt | WallsRaised | DiceRolled | Exhausted)
    return told or phase in (Phase.WALLS, Phase.DEALING)


def followed(page: str, seed: int, options: Mapping[str, str]) -> list[Event]:
    """All true events of a hidden deal that were seen, after the eyes found each."""
    rules = load(page)
    looker = Looker(random.Random(seed))
    tracker = Tracker(lambda event: Text(str(event), str(event)))
    seen: list[Event] = []
    true: list[Event] = []
    given: list[Event] = []
    time = 0.0
    for _, event, after in play(rules, options, seed, hidden=True, weights={Declined: 0.0}):
        if isinstance(event, Settled):
            break
        if is_told(rules, event, after.phase):
            assert [public(e) for e in given if public(e)] == [public(e) for e in true if public(e)]
            tracker.restart(after)
            true, given = [], []
            continue
        true.append(event)
        seen.append(event)
        for _ in range(LOOKS):
            time += 0.6
            verdict = tracker.observe(looker.look(after, time), 0)
            if verdict is not None:
                given[verdict.keep :] = verdict.events
    assert [public(e) for e in given if public(e)] == [public(e) for e in true if public(e)]
    return seen


def test_a_tile_turned_for_a_kong_is_found_where_it_was_won_on() -> None:
    """开杠: nobody sees it lie on the wall when the next picture comes."""
    seen = followed("cs258", 4, {})
    turned = [event.tile for event in seen if isinstance(event, Flipped)]
    won = [event.tile for event in seen if isinstance(event, Won)]
    assert won == turned[:1]


def test_dragons_that_are_flowers_are_found_among_the_flowers() -> None:
    rules, options = load("sh_qiaoma"), {"dragons_are_flowers": "yes"}
    for before, event, after in play(rules, options, 2, hidden=True):  # noqa: B007
        if isinstance(event, FlowersLaid) and event.tiles[0].is_honour:
            break
    else:
        pytest.fail("no dragon was laid")
    looker = Looker(random.Random(2))
    tracker = Tracker(lambda event: Text(str(event), str(event)))
    tracker.restart(before)
    tracker.observe(looker.look(before, 0.0), 0)
    given: list[Event] = []
    for number in range(LOOKS):
        verdict = tracker.observe(looker.look(after, 1.0 + number), 0)
        if verdict is not None:
            given[verdict.keep :] = verdict.events
    assert given == [event]


def test_single_tile_kongs_and_the_tile_that_makes_them_are_found() -> None:
    seen = followed("wuhan", 1, {})
    assert any(isinstance(event, Flipped) for event in seen)
    assert any(isinstance(event, Acted) for event in seen)


def at_the_last_tile(page: str) -> Match:
    """A match followed to where the wall of its first deal is used up."""
    rules = load(page)
    steps = list(play(rules, {}, 0, hidden=True, weights={Won: 0.0, Declined: 0.0}))
    match = Match(rules, dealer=steps[0][0].dealer)
    for event in (DealBegan(1, steps[0][0].dealer), *(event for _, event, _ in steps)):
        if isinstance(event, Exhausted):
            break
        match.submit(Enter(event, match.last_seq), 0.0)
    return match


def test_that_nobody_won_on_the_last_tile_is_asked_where_no_hand_is_opened() -> None:
    match = at_the_last_tile("wuhan")
    (question,) = match.questions
    assert question.candidates[0].label.zh == "荒牌"
    match.submit(Answer(question.id, 0, match.last_seq), 1.0)
    assert match.standing.is_between
    assert match.standing.results[-1].final.ended == "exhausted"


def test_walls_that_rise_after_the_last_tile_say_that_nobody_won() -> None:
    match = at_the_last_tile("cs258")
    stacks = load("cs258").flow.wall(match.options).stacks
    match.submit(SignalReceived(WallsUp(stacks), 1.0, 0, b""), 1.0)
    assert [result.final.ended for result in match.standing.results] == ["exhausted"]
    assert match.deal is not None
    assert match.deal.number == 2
    assert not match.questions
