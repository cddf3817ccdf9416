"""Tile kinds and their one text form.

A tile kind is one of 47 faces (`1m` … `4h`), or `?`, a tile whose identity
nobody but its owner knows. The text form is the same in code, logs, rule
pages, case files, model classes and screens. A tile back as the camera sees
it is not a kind: `BACK_CODE` names that 48th recognisable class.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_CHINESE_DIGITS: Final = "一二三四五六七八九"
_HONOURS: Final = ("东", "南", "西", "北", "白板", "发财", "红中")
_FLOWERS: Final = ("春", "夏", "秋", "冬", "梅", "兰", "菊", "竹")
_HELPERS: Final = ("猫", "老鼠", "财神", "元宝")
_HONOURS_EN: Final = ("East", "South", "West", "North", "White", "Green", "Red")
_FLOWERS_EN: Final = (
    "Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Chrysanthemum", "Bamboo flower",
)  # fmt: skip
_HELPERS_EN: Final = ("Cat", "Mouse", "God of wealth", "Ingot")
_SUIT_SIZES: Final = (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8), ("j", 1), ("h", 4))


class NotationError(ValueError):
    """A text that names no tile, seat or meld."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile kind. Made by `Tile.parse`; equal kinds are the same object.

    `index` is 0…46 in model order (m, p, s, z, f, j, h) and 99 for `?`.
    `suit` is one of `m p s z f j h ?`; `rank` counts from 1 (0 for `?`).
    """

    index: int
    suit: str
    rank: int

    def __eq__(self, other: object) -> bool:
        # Equal kinds are one object, and tiles are compared more than anything.
        return self is other

    def __hash__(self) -> int:
        return self.index

    @property
    def code(self) -> str:
        """The two-letter text form, e.g. `5m`; `?` for the unknown tile."""
        return "?" if self.suit == "?" else f"{self.rank}{self.suit}"

    @property
    def is_number(self) -> bool:
        """Characters, dots or bamboo (序数牌)."""
        return self.suit in "mps"

    @property
    def is_honour(self) -> bool:
        return self.suit == "z"

    @property
    def is_wind(self) -> bool:
        return self.suit == "z" and self.rank <= 4

    @property
    def is_flower(self) -> bool:
        return self.suit == "f"

    @property
    def is_joker(self) -> bool:
        """The printed joker 百搭; tiles made wild by a flip are not meant."""
        return self.suit == "j"

    @property
    def is_helper(self) -> bool:
        """Cat, mouse, god of wealth, ingot (辅牌)."""
        return self.suit == "h"

    @property
    def is_known(self) -> bool:
        return self.suit != "?"

    @property
    def chinese(self) -> str:
        """The name as players say it, e.g. 五万, 百搭, 猫."""
        match self.suit:
            case "m":
                return f"{_CHINESE_DIGITS[self.rank - 1]}万"
            case "p":
                return f"{_CHINESE_DIGITS[self.rank - 1]}筒"
            case "s":
                return f"{_CHINESE_DIGITS[self.rank - 1]}条"
            case "z":
                return _HONOURS[self.rank - 1]
            case "f":
                return _FLOWERS[self.rank - 1]
            case "j":
                return "百搭"
            case "h":
                return _HELPERS[self.rank - 1]
        return "未知"

    @property
    def english(self) -> str:
        """The English name, e.g. `5 characters`."""
        names = {"m": "characters", "p": "dots", "s": "bamboo"}
        if self.suit in names:
            return f"{self.rank} {names[self.suit]}"
        tables = {"z": _HONOURS_EN, "f": _FLOWERS_EN, "h": _HELPERS_EN}
        if self.suit in tables:
            return tables[self.suit][self.rank - 1]
        return "Joker" if self.suit == "j" else "Unknown"

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The kind named by `text`; raises `NotationError`."""
        try:
            return _BY_CODE[text]
        except KeyError:
            raise NotationError(
                f"{text!r} 不是牌，写作 5m、3z、1j、2h 或 ? / "
                f"{text!r} is no tile: write e.g. 5m, 3z, 1j, 2h or ?"
            ) from None

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Tile.parse({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Tile.parse, (self.code,))


def _all_kinds() -> tuple[Tile, ...]:
    kinds: list[Tile] = []
    for suit, size in _SUIT_SIZES:
        for rank in range(1, size + 1):
            kinds.append(Tile(len(kinds), suit, rank))
    return tuple(kinds)


KINDS: Final[tuple[Tile, ...]] = _all_kinds()
UNKNOWN: Final = Tile(99, "?", 0)
_BY_CODE: Final[dict[str, Tile]] = {tile.code: tile for tile in (*KINDS, UNKNOWN)}
NUMBERS: Final[tuple[Tile, ...]] = tuple(t for t in KINDS if t.is_number)
WINDS: Final[tuple[Tile, ...]] = tuple(t for t in KINDS if t.is_wind)
FLOWERS: Final[tuple[Tile, ...]] = tuple(t for t in KINDS if t.is_flower)
JOKER: Final = Tile.parse("1j")
CAT, MOUSE, GOD, INGOT = (Tile.parse(f"{rank}h") for rank in range(1, 5))

BACK_CODE: Final = "back"
CLASS_CODES: Final[tuple[str, ...]] = (*(t.code for t in KINDS), BACK_CODE)
"""The 48 classes a recogniser tells apart, in model order."""


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles from grouped notation, e.g. `123m55p1j?`; spaces are allowed.

    Raises `NotationError` for digits without a suit or a suit without digits.
    """
    tiles: list[Tile] = []
    ranks = ""
    for char in text:
        if char.isspace():
            continue
        if char == "?":
            if ranks:
                raise _no_suit(text, ranks)
            tiles.append(UNKNOWN)
        elif char.isascii() and char.isdigit():
            ranks += char
        else:
            if not ranks:
                raise NotationError(
                    f"{text!r} 里 {char!r} 前面缺数字 / {text!r}: {char!r} has no digit before it"
                )
            tiles.extend(Tile.parse(rank + char) for rank in ranks)
            ranks = ""
    if ranks:
        raise _no_suit(text, ranks)
    return tuple(tiles)


def _no_suit(text: str, ranks: str) -> NotationError:
    return NotationError(
        f"{text!r} 里 {ranks} 后面缺花色字母 / {text!r}: the digits {ranks} have no suit letter"
    )


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Grouped notation in the given order; `parse_tiles` reads it back."""
    parts: list[str] = []
    suit = ""
    for tile in tiles:
        if tile.suit == "?":
            parts.append(f"{suit}?")
            suit = ""
            continue
        if suit and suit != tile.suit:
            parts.append(suit)
        suit = tile.suit
        parts.append(str(tile.rank))
    parts.append(suit)
    return "".join(parts)
