from __future__ import annotations

from fractions import Fraction

import pytest

from ui.amounts import amount, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (16, "16"),
        (-9, "−9"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-1, 8), "−0.125"),
        (Fraction(-2469, 2), "−1234.5"),
        (Fraction(101, 100), "1.01"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-7, 6), "−7/6"),
    ],
)
def test_amount_is_exact(value: Fraction | int, text: str) -> None:
    assert amount(value) == text


@pytest.mark.parametrize(("value", "text"), [(3, "+3"), (0, "0"), (Fraction(-1, 2), "−0.5")])
def test_signed_carries_its_sign(value: Fraction | int, text: str) -> None:
    assert signed(value) == text
