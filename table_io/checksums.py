"""Checksum families that serial devices end their frames with.

Parameters of the CRCs are those of the public CRC catalogue (Rocksoft model:
width, polynomial, initial value, reflection, final xor). Each entry's check
value over the ASCII digits `123456789` stands in the tests.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Checksum:
    """`compute(data)` gives the value, written in `width` bytes."""

    width: int
    compute: Callable[[bytes], int]


def crc16_ccitt_false(data: bytes) -> int:
    """CRC-16/CCITT-FALSE (also IBM-3740): 0x1021, start 0xFFFF, not reflected."""
    return binascii.crc_hqx(data, 0xFFFF)


@lru_cache
def _crc_table(width: int, polynomial: int, reflected: bool) -> tuple[int, ...]:
    top, mask = 1 << (width - 1), (1 << width) - 1
    if reflected:
        polynomial = int(f"{polynomial:0{width}b}"[::-1], 2)
    table: list[int] = []
    for index in range(256):
        value = index if reflected else index << (width - 8)
        for _ in range(8):
            if reflected:
                value = (value >> 1) ^ polynomial if value & 1 else value >> 1
            else:
                value = (value << 1) ^ polynomial if value & top else value << 1
        table.append(value & mask)
    return tuple(table)


def _crc(
    width: int, polynomial: int, start: int = 0, *, reflected: bool = False, final: int = 0
) -> Checksum:
    mask = (1 << width) - 1

    def compute(data: bytes) -> int:
        table = _crc_table(width, polynomial, reflected)
        value = start
        for byte in data:
            if reflected:
                value = (value >> 8) ^ table[(value ^ byte) & 0xFF]
            else:
                value = ((value << 8) & mask) ^ table[((value >> (width - 8)) ^ byte) & 0xFF]
        return value ^ final

    return Checksum(width // 8, compute)


def _xor8(data: bytes) -> int:
    value = 0
    for byte in data:
        value ^= byte
    return value


CHECKSUMS: Final[dict[str, Checksum]] = {
    "none": Checksum(0, lambda data: 0),
    "sum8": Checksum(1, lambda data: sum(data) & 0xFF),
    "lrc": Checksum(1, lambda data: -sum(data) & 0xFF),
    "xor8": Checksum(1, _xor8),
    "crc8": _crc(8, 0x07),
    "crc8-maxim": _crc(8, 0x31, reflected=True),
    "crc16-ccitt-false": Checksum(2, crc16_ccitt_false),
    "crc16-xmodem": _crc(16, 0x1021),
    "crc16-kermit": _crc(16, 0x1021, reflected=True),
    "crc16-modbus": _crc(16, 0x8005, 0xFFFF, reflected=True),
    "crc16-arc": _crc(16, 0x8005, reflected=True),
}
"""Name → checksum, as profiles name them."""
