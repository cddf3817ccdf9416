"""The engine against a second, independent scorer (`tests.engine.brute_force`)."""

from __future__ import annotations

import random

import pytest

from tests.engine.brute_force import Hand, J, disagreement, engine_says, random_hand, score


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
