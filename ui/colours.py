"""Which colour each player wears: numbers into `Palette.people`; no Kivy.

A colour goes with its player from seat to seat and from evening to evening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

COUNT = 8
"""Colours to choose from."""
Wear = tuple[int, int, int, int]


def worn(names: Sequence[str], kept: Mapping[str, int]) -> Wear:
    """What the four players wear: each their own colour, unless somebody before them
    wears it; who has none takes the seat's, or else the first that is free."""
    chosen: dict[int, int] = {}
    for seat, name in enumerate(names):
        colour = kept.get(name)
        if colour is not None and 0 <= colour < COUNT and colour not in chosen.values():
            chosen[seat] = colour
    for seat in range(4):
        if seat not in chosen:
            free = [seat, *range(COUNT)]
            chosen[seat] = next(colour for colour in free if colour not in chosen.values())
    return chosen[0], chosen[1], chosen[2], chosen[3]


def changed(wear: Wear, seat: int) -> Wear:
    """The next colour for `seat` that nobody else wears."""
    ahead = [(wear[seat] + step) % COUNT for step in range(1, COUNT + 1)]
    colours = list(wear)
    colours[seat] = next(colour for colour in ahead if colour not in wear or colour == wear[seat])
    return colours[0], colours[1], colours[2], colours[3]
