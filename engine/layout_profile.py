"""A table's own measures: a layout from what differs from the usual one, checked.

The names are those of `engine.layout.TableLayout`; a band or a tile may name only
what differs. Where the play surface is larger or smaller, what lies at the rim
(walls, flowers, melds, hands) goes with it unless it is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from enum import Enum
from typing import Any, Final

from engine.layout import DEFAULT_LAYOUT, Band, TableLayout, TileSize
from engine.quoting import shortened, shown

BANDS: Final = ("river", "wall", "flowers", "melds", "hand", "winning_tile")
_AT_RIM: Final = ("wall", "flowers", "melds", "hand", "winning_tile")
_OVER_RIM: Final = 20.0
"""Millimetres by which a row may stand over the rim of the play surface."""
_NARROWEST: Final = 10.0
"""Millimetres of a row's depth or length below which no tile lies in it."""
_RANGES: Final = {
    "surface": (400.0, 1600.0),
    "dome_radius": (0.0, 200.0),
    "river_columns": (1.0, 20.0),
    "tile.width": (12.0, 60.0),
    "tile.height": (16.0, 80.0),
    "tile.thickness": (8.0, 60.0),
    "river_pitch": (12.0, 120.0),
}
_WHOLE: Final = ("river_columns",)


class LayoutError(ValueError):
    """Measures that describe no table; `zh`, `en`: which one, and what to do."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(f"{zh} / {en}")
        self.zh, self.en = zh, en


class Part(Enum):
    """What of a layout is moved as one. `TILES` grow; the others go outwards."""

    TILES = "tiles"
    HANDS = "hands"
    WALLS = "walls"
    RIVERS = "rivers"


STEP: Final = {Part.TILES: 1.0, Part.HANDS: 4.0, Part.WALLS: 4.0, Part.RIVERS: 4.0}
"""Millimetres of one step: of a tile's width, or away from the centre."""
_MOVED: Final = {
    Part.HANDS: ("hand", "winning_tile", "melds", "flowers"),
    Part.WALLS: ("wall",),
    Part.RIVERS: ("river",),
}


def layout_of(values: Mapping[str, Any]) -> TableLayout:
    """The usual layout with `values` in place of its own. Raises `LayoutError`."""
    known = [field.name for field in fields(TableLayout)]
    for name in values:
        if name not in known:
            raise _unknown(name, known)
    base = _usual(_number("surface", values.get("surface", DEFAULT_LAYOUT.surface)))
    changes: dict[str, Any] = {}
    for name, value in values.items():
        usual = getattr(base, name)
        if isinstance(usual, Band | TileSize):
            changes[name] = _mended(name, usual, value)
        elif isinstance(usual, tuple):
            changes[name] = _pair(name, value)
        else:
            changes[name] = _number(name, value)
    layout = replace(base, **changes)
    _check(layout)
    return layout


def values_of(layout: TableLayout) -> dict[str, Any]:
    """What `layout_of` takes to give this layout: only what differs."""
    values: dict[str, Any] = {}
    if layout.surface != DEFAULT_LAYOUT.surface:
        values["surface"] = layout.surface
    usual = asdict(_usual(layout.surface))
    for name, value in asdict(layout).items():
        if value != usual[name]:
            values[name] = (
                {key: part for key, part in value.items() if part != usual[name][key]}
                if isinstance(value, dict)
                else value
            )
    return values


def stepped(layout: TableLayout, part: Part, steps: int) -> TableLayout:
    """The layout with `part` larger or further out by so many steps; raises `LayoutError`."""
    by = STEP[part] * steps
    if part is Part.TILES:
        tile, (across, down) = layout.tile, layout.river_pitch
        share = (tile.width + by) / tile.width
        grown = TileSize(
            tile.width + by, round(tile.height * share, 1), round(tile.thickness * share, 1)
        )
        pitch = round(across + grown.width - tile.width, 1), round(down * share, 1)
        layout = replace(layout, tile=grown, river_pitch=pitch)
    else:
        layout = _moved(layout, _MOVED[part], by)
    _check(layout)
    return layout


def as_usual(layout: TableLayout, part: Part) -> TableLayout:
    """The layout with `part` as it usually is; raises `LayoutError` where what lies
    beside it was moved there."""
    usual = _usual(layout.surface)
    names = ("tile", "river_pitch") if part is Part.TILES else _MOVED[part]
    changes: dict[str, Any] = {name: getattr(usual, name) for name in names}
    layout = replace(layout, **changes)
    _check(layout)
    return layout


def measure_of(layout: TableLayout, part: Part) -> float:
    """Millimetres that `part` is known by: a tile's width, or a row's middle from the
    table's centre."""
    if part is Part.TILES:
        return layout.tile.width
    band: Band = getattr(layout, _MOVED[part][0])
    return (band.depth_min + band.depth_max) / 2


def _usual(surface: float) -> TableLayout:
    """The usual layout on a play surface of this side."""
    out = (surface - DEFAULT_LAYOUT.surface) / 2
    return _moved(replace(DEFAULT_LAYOUT, surface=surface), _AT_RIM, out)


def _moved(layout: TableLayout, names: Sequence[str], by: float) -> TableLayout:
    """The layout with these bands further out by so many millimetres."""
    changes: dict[str, Any] = {}
    for name in names:
        band: Band = getattr(layout, name)
        changes[name] = replace(band, depth_min=band.depth_min + by, depth_max=band.depth_max + by)
    return replace(layout, **changes)


def _mended(name: str, usual: Band | TileSize, value: Any) -> Band | TileSize:
    known = [field.name for field in fields(usual)]
    if not isinstance(value, Mapping):
        example = f"{name} = {{ {known[0]} = {getattr(usual, known[0]):g} }}"
        raise LayoutError(
            f"layout.{name} 要写成 {example}，可写：{'、'.join(known)}",
            f"layout.{name} is written like {example}; known there: {', '.join(known)}",
        )
    for key in value:
        if key not in known:
            raise _unknown(f"{name}.{key}", [f"{name}.{one}" for one in known])
    return replace(usual, **{key: _number(f"{name}.{key}", one) for key, one in value.items()})


def _pair(name: str, value: Any) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise LayoutError(
            f"layout.{name} 要两个毫米数，例如 [31, 41]",
            f"layout.{name} wants two numbers of millimetres, e.g. [31, 41]",
        )
    return _number(name, value[0]), _number(name, value[1])


def _number(name: str, value: Any) -> Any:
    """A number in its range: whole where it counts something."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LayoutError(
            f"layout.{name} 要一个数，现在是 {shown(value)}",
            f"layout.{name} wants a number, is {shown(value)}",
        )
    low, high = _RANGES.get(name, (-800.0, 800.0))
    # Written so that what is no number at all is refused, too.
    if not low <= value <= high or (name in _WHOLE and value != int(value)):
        whole = ("整数", "a whole number ") if name in _WHOLE else ("", "")
        said = f"{value:g}" if isinstance(value, float) else shown(value)
        raise LayoutError(
            f"layout.{name} 要{whole[0]}在 {low:g} 到 {high:g} 之间，现在是 {said}",
            f"layout.{name} must be {whole[1]}from {low:g} to {high:g}, is {said}",
        )
    return int(value) if name in _WHOLE else float(value)


def _check(layout: TableLayout) -> None:
    for name, value in (("tile.width", layout.tile.width), ("tile.height", layout.tile.height),
                        ("tile.thickness", layout.tile.thickness)):  # fmt: skip
        _number(name, value)
    width, height = layout.tile.width, layout.tile.height
    if width > height:
        raise LayoutError(
            f"layout.tile.width（{width:g}）比 tile.height（{height:g}）大；"
            "牌是竖着量的，两个都写",
            f"layout.tile.width ({width:g}) is above tile.height ({height:g}): "
            "a tile is measured upright, name both",
        )
    half = layout.surface / 2
    for name in BANDS:
        band: Band = getattr(layout, name)
        _check_range(f"{name}.depth", band.depth_min, band.depth_max, 0.0, half + _OVER_RIM)
        _check_range(f"{name}.lateral", band.lateral_min, band.lateral_max, -half, half)
    for n, first in enumerate(BANDS):
        for second in BANDS[n + 1 :]:
            _check_apart(layout, first, second)


def _check_range(name: str, low: float, high: float, least: float, most: float) -> None:
    if low >= high:
        raise LayoutError(
            f"layout.{name}_min（{low:g}）要小于 {name}_max（{high:g}）",
            f"layout.{name}_min ({low:g}) must be below {name}_max ({high:g})",
        )
    if high - low < _NARROWEST:
        raise LayoutError(
            f"layout.{name} 从 {low:g} 到 {high:g}，放不下一张牌；至少 {_NARROWEST:g} 毫米",
            f"layout.{name} from {low:g} to {high:g} has no room for a tile: "
            f"at least {_NARROWEST:g} mm",
        )
    if low < least or high > most:
        raise LayoutError(
            f"layout.{name} 从 {low:g} 到 {high:g}，出了桌面（{least:g} 到 {most:g}）；"
            "改它，或改 layout.surface",
            f"layout.{name} from {low:g} to {high:g} leaves the table ({least:g} to {most:g}): "
            "mend it or layout.surface",
        )


def _check_apart(layout: TableLayout, first: str, second: str) -> None:
    """Two rows may touch; where one covers half of the other they cannot be told apart."""
    one: Band = getattr(layout, first)
    other: Band = getattr(layout, second)
    beside = min(one.lateral_max, other.lateral_max) - max(one.lateral_min, other.lateral_min)
    shared = min(one.depth_max, other.depth_max) - max(one.depth_min, other.depth_min)
    thinner = min(one.depth_max - one.depth_min, other.depth_max - other.depth_min)
    if beside > 0 and shared > thinner / 2:
        raise LayoutError(
            f"layout.{first} 和 layout.{second} 叠了 {shared:g} 毫米，分不开；挪开一个",
            f"layout.{first} and layout.{second} overlap by {shared:g} mm and cannot be told "
            "apart: move one",
        )


def _unknown(name: str, known: list[str]) -> LayoutError:
    name = shortened(name)
    return LayoutError(
        f"不认识 layout.{name}，可写：{'、'.join(known)}",
        f"unknown layout.{name}, known: {', '.join(known)}",
    )
