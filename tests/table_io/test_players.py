"""The virtual players: legal, sensible, and knowing no more than they may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.deal import Deal
from engine.events import (
    Acted,
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Flipped,
    FlowersLaid,
    Konged,
    Punged,
    Settled,
    WallsRaised,
    WinKind,
    Won,
)  # fmt: skip
from engine.hand import Hand
from engine.rules import load
from engine.seat import SEATS, Seat
from engine.tile import parse_tiles
from table_io.virtual.course import Course
from table_io.virtual.nearness import counts_of, steps_away
from table_io.virtual.players import OwnView, Player, Temper

RULES = load("mzhz")
SEEDS = range(14)


def played(
    seed: int, temper: Temper | None = None, mode: str = "solo"
) -> Iterator[tuple[Deal, Event]]:
    """Each event with the deal before it, to the settlement."""
    deal = Deal.begin(RULES, 1, Seat(seed % 4), {"mode": mode})
    course = Course(deal, f"{seed}", temper)
    for _ in range(1500):
        event = course.next_event(deal)
        yield deal, event
        deal = deal.apply(event)
        assert deal.validate() == []
        if isinstance(event, Settled):
            return
    raise AssertionError("the deal does not end")


@cache
def deals() -> tuple[tuple[tuple[Deal, Event], ...], ...]:
    return tuple(tuple(played(seed)) for seed in SEEDS)


def every_event() -> list[Event]:
    return [event for deal in deals() for _, event in deal]


@pytest.mark.parametrize(
    ("hand", "jokers", "laid", "away"),
    [
        ("123456789m11122p", 0, 0, -1),
        ("123456789m1112p", 0, 0, 0),
        ("123456789m112p", 1, 0, 0),
        ("1122334455667m", 0, 0, 0),
        ("11335577m113355p", 0, 0, -1),
        ("11335577m11335p", 1, 0, -1),
        ("123m11p", 0, 3, -1),
        ("123m1p", 0, 3, 0),
        ("147m258p", 0, 2, 4),
    ],
)
def test_nearness_of_hands_one_can_count(hand: str, jokers: int, laid: int, away: int) -> None:
    assert steps_away(counts_of(parse_tiles(hand), "mp"), jokers, laid) == away


def test_deals_end_and_their_payments_sum_to_zero() -> None:
    for deal in deals():
        settled = deal[-1][1]
        assert isinstance(settled, Settled)
        assert sum(settled.net) == 0


def test_all_that_a_deal_is_made_of_comes_about() -> None:
    kinds = Counter(type(event) for event in every_event())
    for kind in (WallsRaised, DiceRolled, Dealt, Flipped, FlowersLaid, Drew, Discarded, Punged,
                 Konged, Won):  # fmt: skip
        assert kinds[kind], kind
    wins = {event.kind for event in every_event() if isinstance(event, Won)}
    assert {WinKind.SELF_DRAW, WinKind.DISCARD} <= wins


def test_claims_with_jokers_come_about() -> None:
    claims = [e for e in every_event() if isinstance(e, Punged | Konged)]
    assert any(any(used.is_joker for used in claim.used) for claim in claims)


def test_they_win_more_often_than_not_and_sometimes_nobody_does() -> None:
    weak = [list(played(seed, Temper(slips=1.0)))[-1][1] for seed in range(4)]
    reasons = Counter(e.reason for e in (*every_event(), *weak) if isinstance(e, Settled))
    assert reasons["three_won"] > len(SEEDS) / 2
    assert reasons["exhausted"]


def test_the_same_seed_plays_the_same_deal() -> None:
    assert [event for _, event in played(3)] == [event for _, event in deals()[3]]


def test_another_seed_plays_another_deal() -> None:
    assert [event for _, event in deals()[4]] != [event for _, event in deals()[8]]


def test_a_player_sees_no_hidden_tile_of_the_others() -> None:
    checked = 0
    for deal, event in deals()[0]:
        if isinstance(event, Discarded) and deal.hands[Seat.B].count == 13:
            hands = list(deal.hands)
            mixed = [*hands[Seat.B].known, *hands[Seat.D].known]
            split = hands[Seat.B].count
            hands[Seat.B], hands[Seat.D] = Hand.of(mixed[-split:]), Hand.of(mixed[:-split])
            other = replace(deal, hands=(hands[0], hands[1], hands[2], hands[3]))
            for seat in (Seat.A, Seat.C):
                assert OwnView.of(other, seat) == OwnView.of(deal, seat)
            checked += 1
    assert checked > 5


def test_what_a_player_does_not_see_is_the_wall_and_the_other_hands() -> None:
    for deal, _ in deals()[1][20:60:7]:
        for seat in SEATS:
            hidden = deal.wall.remaining - len(deal.wall.face_up)
            hidden += sum(deal.hands[other].count for other in SEATS if other is not seat)
            assert sum(OwnView.of(deal, seat).left.values()) == hidden


def test_a_suit_is_given_up_before_tiles_that_fit() -> None:
    view = OwnView(Seat.A, parse_tiles("123456m33447p19s1j"), (), {})
    thrown = [Discarded(Seat.A, tile) for tile in dict.fromkeys(view.hand)]
    chosen = Player(Seat.A, "x", Temper(slips=0.0)).acts(view, thrown)
    assert isinstance(chosen, Discarded)
    assert chosen.tile.suit == "s"


def test_helpers_go_first_and_flowers_are_laid() -> None:
    view = OwnView(Seat.A, parse_tiles("123456m33447p1s2h5f"), (), {})
    player = Player(Seat.A, "x")
    thrown = [Discarded(Seat.A, tile) for tile in dict.fromkeys(view.hand)]
    chosen = player.acts(view, thrown)
    assert isinstance(chosen, Discarded)
    assert not chosen.tile.is_number
    laid = FlowersLaid(Seat.A, parse_tiles("5f"))
    assert player.acts(view, [*thrown, laid]) == laid


def test_a_shy_player_declines_discards_but_takes_his_own() -> None:
    tile = parse_tiles("5m")[0]
    view = OwnView(Seat.B, (), (), {})
    shy = Player(Seat.B, "x", Temper(declines=1.0))
    assert not shy.wins(view, Won((Seat.B,), tile, WinKind.DISCARD, Seat.A))
    assert shy.wins(view, Won((Seat.B,), tile, WinKind.SELF_DRAW))


def test_actions_of_the_page_are_played_by_those_who_like_them() -> None:
    done = Counter(
        event.action
        for seed in range(5)
        for _, event in played(seed, Temper(acts=0.6), "four_winds")
        if isinstance(event, Acted)
    )
    assert len(done) >= 4, done
    assert not any(isinstance(event, Acted) for event in every_event())
