"""Exact amounts as people write them: 12, 0.5, −0.125, 1/3."""

from __future__ import annotations

from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


def amount(value: Fraction | int) -> str:
    """Exact text of `value`: decimals where they end, else a fraction."""
    value = Fraction(value)
    sign = MINUS if value < 0 else ""
    value = abs(value)
    if value.denominator == 1:
        return f"{sign}{value.numerator}"
    rest = value.denominator
    twos = fives = 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{sign}{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    digits = str(value * 10**places).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def signed(value: Fraction | int) -> str:
    """`amount` with its sign, `+` for gains; zero is written `0`."""
    return f"+{amount(value)}" if value > 0 else amount(value)
