"""The table as the set-up screen draws it: rim and zones as the lens shows them."""

from __future__ import annotations

from typing import Final

from engine.layout import TableLayout
from engine.layout_profile import Part
from engine.observations import Zone
from engine.seat import SEATS
from ui.desk import Corners
from ui.setting_up import Line, TableOutline, ZoneOutline
from vision.geometry import Calibration, Floats
from vision.zones import ZoneMap

_PART_OF: Final = {
    Zone.RIVER: Part.RIVERS,
    Zone.WALL: Part.WALLS,
    Zone.FLOWERS: Part.HANDS,
    Zone.MELDS: Part.HANDS,
    Zone.HAND: Part.HANDS,
}
"""The zones that are drawn; the winning tile's lies at the hand's end."""


def calibrated(
    corners: Corners, size: tuple[int, int], bend: float, layout: TableLayout
) -> Calibration:
    """Where the table lies in a picture of `size`; raises `CalibrationError`."""
    return Calibration.from_corners(corners, size, surface=layout.surface, bend=(bend, 0.0))


def outline_of(
    corners: Corners, size: tuple[int, int], bend: float, layout: TableLayout
) -> TableOutline:
    """Rim and zones in pixels; raises `CalibrationError` for corners that span no table."""
    calibration = calibrated(corners, size, bend, layout)
    zones = ZoneMap(layout)
    return TableOutline(
        corners,
        bend,
        layout,
        _line(calibration.outline(calibration.rim)),
        tuple(
            ZoneOutline(seat, part, _line(calibration.outline(zones.polygon(zone, seat), parts=6)))
            for zone, part in _PART_OF.items()
            for seat in SEATS
        ),
    )


def _line(points: Floats) -> Line:
    return tuple((float(x), float(y)) for x, y in points.round(1))
