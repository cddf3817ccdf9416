"""One player's hand in a photo: what stands together, the melds apart, the winning tile.

Tiles of a hand lie in rows with gaps. The longest group is the hand; a group of
three or four beside it that makes a set is a meld; a tile by itself won.
Flowers are told by their faces, wherever they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.tile import BACK_CODE, UNKNOWN, Tile, format_tiles
from vision.see import SeenPicture

_KONG_SIZE: Final = 4


class NoHand(ValueError):
    """A photo that does not show one hand; the message says why, Chinese and English."""


@dataclass(frozen=True, slots=True)
class SeenHand:
    """`standing` without the `winning` tile; `melds` as they lie; `hidden` which of
    them are concealed kongs (laid with backs up)."""

    standing: tuple[Tile, ...]
    winning: Tile
    melds: tuple[tuple[Tile, ...], ...] = ()
    hidden: tuple[bool, ...] = ()
    flowers: tuple[Tile, ...] = ()

    def to_text(self) -> str:
        """One line in notation."""
        melds = " ".join(
            f"[{format_tiles(meld)}{'暗' if hidden else ''}]"
            for meld, hidden in zip(self.melds, self.hidden, strict=True)
        )
        parts = [f"立牌 hand {format_tiles(self.standing)}"]
        if melds:
            parts.append(f"副露 melds {melds}")
        parts.append(f"胡 wins {self.winning.code}")
        if self.flowers:
            parts.append(f"花 flowers {format_tiles(self.flowers)}")
        return "  ".join(parts)


def hand_of(seen: SeenPicture, winning: Tile | None = None) -> SeenHand:
    """The hand in a photo that has been read; raises `NoHand`.

    `winning`: which of the standing tiles won, where it does not lie apart;
    left out, the one that lies apart, else the last of the hand.
    """
    codes = seen.tiles.codes
    groups = [[codes[i] for i in group] for row in seen.rows for group in row]
    if any(UNKNOWN.code in group for group in groups):
        raise NoHand(
            "有的东西认不得，只拍这手牌 / something is no known tile: picture the hand alone"
        )
    flowers = [code for group in groups for code in group if _is_flower(code)]
    groups = [[code for code in group if not _is_flower(code)] for group in groups]
    groups = [group for group in groups if group]
    if not groups:
        raise NoHand("没有看见牌 / no tiles seen")
    melds: list[tuple[Tile, ...]] = []
    hidden = []
    rest = []
    main = max(range(len(groups)), key=lambda n: len(groups[n]))
    for n, group in enumerate(groups):
        meld = None if n == main else _meld(group)
        if meld is None:
            rest.append(group)
        else:
            melds.append(meld)
            hidden.append(BACK_CODE in group)
    standing, apart = _standing(rest)
    if winning is not None:
        if winning not in (*standing, *apart):
            raise NoHand(f"照片里没有 {winning.code} / no {winning.code} in the photo")
        every = [*standing, *apart]
        every.remove(winning)
        return SeenHand(tuple(every), winning, tuple(melds), tuple(hidden), _tiles(flowers))
    if len(apart) > 1:
        raise NoHand(
            f"单独放着 {len(apart)} 张，哪张胡的？写 --win / {len(apart)} tiles apart: say --win"
        )
    won = apart[0] if apart else standing.pop()
    return SeenHand(tuple(standing), won, tuple(melds), tuple(hidden), _tiles(flowers))


def _standing(groups: list[list[str]]) -> tuple[list[Tile], list[Tile]]:
    """The hand's tiles, and those lying by themselves."""
    if any(BACK_CODE in group for group in groups):
        raise NoHand("有牌扣着 / some tiles lie face down")
    together = [code for group in groups if len(group) > 1 for code in group]
    apart = [group[0] for group in groups if len(group) == 1]
    if not together and len(apart) > 1:
        together, apart = apart[:-1], apart[-1:]
    return list(_tiles(together)), list(_tiles(apart))


def _meld(group: Sequence[str]) -> tuple[Tile, ...] | None:
    """The set that a group of three or four makes; None for no set.

    A kong with some backs up is of its faces' kind.
    """
    faces = [Tile.parse(code) for code in group if code != BACK_CODE]
    if len(group) not in (3, _KONG_SIZE) or not faces:
        return None
    if len(faces) < len(group):
        if len(group) == _KONG_SIZE and len(set(faces)) == 1:
            return (faces[0],) * _KONG_SIZE
        return None
    kinds = {tile for tile in faces if not (tile.is_joker or tile.is_helper)}
    if len(kinds) <= 1:
        return tuple(faces)
    ranks = sorted(tile.rank for tile in faces)
    run = len({tile.suit for tile in faces}) == 1 and faces[0].is_number
    if len(group) == 3 and run and ranks == list(range(ranks[0], ranks[0] + 3)):
        return tuple(sorted(faces, key=lambda tile: tile.rank))
    return None


def _is_flower(code: str) -> bool:
    return code != BACK_CODE and Tile.parse(code).is_flower


def _tiles(codes: Sequence[str]) -> tuple[Tile, ...]:
    return tuple(Tile.parse(code) for code in codes)
