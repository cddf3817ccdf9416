"""The engine against a second, independent scorer (`tests.engine.brute_force`)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.engine.brute_force import (
    Exposed,
    Hand,
    J,
    disagreement,
    engine_says,
    random_hand,
    score,
)


@pytest.mark.parametrize("seed", range(4))
def test_both_scorers_agree(seed: int) -> None:
    rng = random.Random(seed)
    wins = 0
    for _ in range(250):
        hand = random_hand(rng)
        assert disagreement(hand) is None, disagreement(hand)
        wins += engine_says(hand) is not None
    assert wins > 100


def test_the_second_scorer_tells_hands_apart() -> None:
    plain = Hand(
        ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2p", "3p", "5p", "5p"], "4p"
    )
    assert score(plain) == {"无百搭": 1}
    plain.standing[0] = J
    assert score(plain) == {}
    plain.standing[1] = J
    assert score(plain) is None


def swapped(hand: Hand, table: dict[str, str]) -> Hand:
    """The same hand with its suits renamed."""

    def to(tile: str) -> str:
        return tile[0] + table.get(tile[1], tile[1])

    return replace(
        hand,
        standing=[to(tile) for tile in hand.standing],
        won=to(hand.won),
        robbed_as=hand.robbed_as and to(hand.robbed_as),
        bonus=to(hand.bonus),
        melds=[
            Exposed(m.kong, to(m.of), [to(t) for t in m.lying], m.mouse_for and to(m.mouse_for))
            for m in hand.melds
        ],
    )


def test_suits_and_order_do_not_matter() -> None:
    rng = random.Random(11)
    for _ in range(120):
        hand = random_hand(rng)
        other = swapped(hand, dict(zip("mps", rng.sample("mps", 3), strict=True)))
        rng.shuffle(other.standing)
        rng.shuffle(other.melds)
        said, again = engine_says(hand), engine_says(other)
        assert (said and said[0]) == (again and again[0])


def test_a_joker_costs_no_more_than_the_fan_for_none() -> None:
    """A joker in a natural tile's place can be read as that tile."""
    rng = random.Random(12)
    tried = 0
    while tried < 120:
        hand = random_hand(rng)
        before = engine_says(hand)
        if before is None or J in [*hand.standing, hand.won] or not hand.standing:
            continue
        tried += 1
        place = rng.randrange(len(hand.standing))
        joker = replace(hand, standing=[*hand.standing])
        joker.standing[place] = J
        after = engine_says(joker)
        assert after is not None
        assert after[0] >= before[0] - before[1].get("无百搭", 0)
