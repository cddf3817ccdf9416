"""Seats, turn order and table sides.

Seats are fixed places at the table for a whole match: `A` sits at the bottom
of the camera picture, and B, C, D follow counter-clockwise seen from above,
which is the order of play. Seat A owns table side `E`, B `S`, C `W`, D `N`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeVar

from engine.tile import NotationError


class Seat(IntEnum):
    """One of four players' places; the integer is the order of play."""

    A = 0
    B = 1
    C = 2
    D = 3

    @property
    def next(self) -> Seat:
        """下家: plays after this seat and sits on its right."""
        return Seat((self + 1) % 4)

    @property
    def across(self) -> Seat:
        """对家."""
        return Seat((self + 2) % 4)

    @property
    def previous(self) -> Seat:
        """上家: plays before this seat and sits on its left."""
        return Seat((self + 3) % 4)

    @property
    def side(self) -> str:
        """The table side `E S W N` where this seat sits."""
        return "ESWN"[self]

    def offset(self, steps: int) -> Seat:
        """The seat `steps` places on in the order of play."""
        return Seat((self + steps) % 4)

    def distance_to(self, other: Seat) -> int:
        """How many places on in the order of play `other` sits (0…3)."""
        return (other - self) % 4

    @classmethod
    def parse(cls, text: str) -> Seat:
        """The seat named `A B C D` or by its side `E S W N`."""
        if len(text) == 1:
            if text in "ABCD":
                return cls("ABCD".index(text))
            if text in "ESWN":
                return cls("ESWN".index(text))
        raise NotationError(
            f"{text!r} 不是座位，写 A、B、C、D 或 E、S、W、N / "
            f"{text!r} is no seat: write A, B, C, D or E, S, W, N"
        )

    def __str__(self) -> str:
        return self.name


SEATS: tuple[Seat, ...] = tuple(Seat)

T = TypeVar("T")


def four(items: Iterable[T]) -> tuple[T, T, T, T]:
    """One item for each seat A…D; raises `ValueError` for another number."""
    a, b, c, d = items
    return a, b, c, d
