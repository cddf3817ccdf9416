"""Deals as values: random legal play on every mode, known and hidden hands."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest

from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import Discarded, Event, Settled
from engine.rules import load
from engine.seat import Seat
from tests.random_play import play
from tests.soak import modes, soak

RULES = load("mzhz")


@pytest.mark.parametrize("mode", modes(load("mzhz")))
def test_legal_play_keeps_the_books(mode: str) -> None:
    tally = soak(RULES, {"mode": mode}, range(12))
    assert tally.deals == 12
    assert {"Discarded", "Punged", "FlowersLaid", "Acted swap", "Settled"} <= set(tally.kinds)


@pytest.mark.parametrize("mode", modes(load("mzhz")))
def test_a_bystander_comes_to_the_same_settlement(mode: str) -> None:
    assert soak(RULES, {"mode": mode}, range(100, 104), hidden=True).deals == 4


@pytest.mark.parametrize(
    "option",
    [
        {"catch_window": "after_choice"},
        {"cat_self": "one"},
        {"p2_after_pung": "yes"},
        {"p2_after_win": "no"},
        {"claim_needs_natural": "no"},
        {"silent_helper": "use", "swap_tile": "drawn", "tail_order": "bottom"},
        {"effects_retroactive": "yes", "pass_rule": "never", "wind_after_pung": "no"},
        {"end_when_one_active": "no", "pung_last_discard": "yes", "win_on_joker": "no"},
        {"removal_by": "every", "flipped_wind_shows": "yes", "partner_pays": "yes"},
    ],
    ids=lambda option: ",".join(f"{k}={v}" for k, v in option.items()),
)
def test_house_options_keep_the_books(option: dict[str, str]) -> None:
    assert soak(RULES, {"mode": "four_winds", **option}, range(40, 43)).deals == 3


def test_the_same_seed_plays_the_same_deal() -> None:
    one = [event for _, event, _ in play(RULES, {"mode": "solo"}, 5)]
    two = [event for _, event, _ in play(RULES, {"mode": "solo"}, 5)]
    assert one == two


def test_a_deal_is_a_value() -> None:
    for before, event, after in play(RULES, {"mode": "solo"}, 8):
        assert before.apply(event) == after
        assert replace(before) == before
    assert isinstance(after.last, Settled)
    again = pickle.loads(pickle.dumps(after.hands))
    assert again == after.hands


def test_an_illegal_event_changes_nothing() -> None:
    rng = random.Random(3)
    steps = list(play(RULES, {"mode": "solo"}, 9))
    events = [event for _, event, _ in steps]
    refused = 0
    for before, _, _ in steps:
        event = rng.choice(events)
        copy = replace(before)
        if before.objection(event) is not None:
            refused += 1
            with pytest.raises(IllegalEvent) as raised:
                before.apply(event)
            assert raised.value.alternatives == copy.legal()
            assert raised.value.clause
        assert before == copy
    assert refused > len(steps) / 2


def test_what_is_listed_is_what_is_accepted() -> None:
    """Of the events that a deal saw, exactly the listed ones are legal at each step."""
    steps = list(play(RULES, {"mode": "solo"}, 10))
    throws: list[Event] = [event for _, event, _ in steps if isinstance(event, Discarded)]
    for before, _, _ in steps[20:60]:
        legal = set(before.legal())
        for event in throws:
            assert (event in legal) == (before.objection(event) is None)


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="dance"):
        Deal.begin(RULES, 1, Seat.A, {"mode": "dance"})
