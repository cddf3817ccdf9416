"""Detections in pixels → tiles on the table in millimetres.

A box's middle shows the top of a tile, so the height decides where its foot
is: walls are two tiles high, standing tiles 40 mm, all others 24 mm. Which of
them it is follows from the zone and, in the hand's row, from the box's depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.layout import TableLayout, TileSize
from engine.observations import Zone
from engine.seat import Seat
from engine.tile import CLASS_CODES
from vision.detections import BACK_CLASS, Detections, FloatArray
from vision.geometry import Calibration, Floats
from vision.settings import EyesSettings
from vision.zones import OUTSIDE, PLACES, ZoneMap

STANDING_PLACES: Final = np.array(
    [zone in (Zone.HAND, Zone.WINNING_TILE) for zone, _ in PLACES]
)
HAND_OF: Final = np.array(
    [
        PLACES.index((Zone.HAND, seat)) if zone is Zone.WINNING_TILE else n
        for n, (zone, seat) in enumerate(PLACES)
    ]
)
WALL_PLACES: Final = np.array([zone is Zone.WALL for zone, _ in PLACES])
_FACE_UP_PLACES: Final = np.array([zone in (Zone.RIVER, Zone.FLOWERS) for zone, _ in PLACES])
_FIT: Final = (0.84, 1.4)
"""Shares of a tile's size between which a box fits it, lying crooked or not."""
_BADLY_CUT: Final = 0.2
_PAIR_FIT: Final = 0.2
_WHOLE_SHARE: Final = 0.68
"""A box smaller than this share of a tile in one direction shows a part of it."""


_WHOLE_DEPTH: Final = 0.9
"""A lying tile's box shows this share of its height; a standing one's less."""
_BOTH_DEPTH: Final = 1.25
_SEEN_BEHIND: Final = 0.15
"""Tangent of the angle from which on the lens sees the faces, or the backs, of a
standing row."""
LIKE_AN_EDGE: Final = (BACK_CLASS, CLASS_CODES.index("5z"))
_LEAST_OPEN: Final = 5
"""So many lying faces in one look open a hand that stood."""
_CLEARLY_NEARER: Final = 4.0
"""Millimetres by which a tile fits a wall's row better than another place's."""
_CLEAR_FACE: Final = 0.6
"""Confidence from which a face in the hand's row is lying open, however its box was cut."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """N tiles of one look.

    `points` (N, 2) millimetres; `yaws` (N,) degrees; `places` (N,) positions
    in `vision.zones.PLACES`; `extents` (N, 2) the box's size in millimetres
    along the place's lateral and depth; `standing` (N,) whether it stands;
    `partial` (N,) whether only a part is to be seen; `touched` (N,) whether a
    hand or another thing reaches to it; `weights` (N,) how much its reading
    counts: a box that does not fit a tile was cut from the picture badly;
    `boxes`, `scores`, `probs` as in `Detections`.
    """

    points: Floats
    yaws: Floats
    places: NDArray[np.intp]
    extents: Floats
    standing: NDArray[np.bool_]
    partial: NDArray[np.bool_]
    touched: NDArray[np.bool_]
    weights: Floats
    boxes: FloatArray
    scores: FloatArray
    probs: FloatArray

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, index: Any) -> Measured:
        return Measured(
            self.points[index], self.yaws[index], self.places[index], self.extents[index],
            self.standing[index], self.partial[index], self.touched[index], self.weights[index],
            self.boxes[index], self.scores[index], self.probs[index],
        )  # fmt: skip


def measure(
    found: Detections,
    calibration: Calibration,
    zones: ZoneMap,
    settings: EyesSettings,
    two_toned: Callable[[FloatArray], NDArray[np.bool_]],
    standing_rows: Iterable[int] = (),
) -> Measured:
    """Read detections of one picture on the table. `ValueError` before reading.

    `two_toned`: which (N, 4) boxes show two colours as standing tiles do.
    `standing_rows`: positions in `vision.zones.PLACES` where a row was last seen to stand.
    """
    if found.probs is None:
        raise ValueError("these tiles were found but not read yet")
    tile = zones.layout.tile
    found = _without_pairs(found[found.scores >= settings.tile_score], calibration, tile)
    probs = found.probs
    assert probs is not None
    centres = found.centres.astype(np.float64)
    places, aside = zones.nearest(calibration.to_table(centres, tile.thickness))
    # A wall's tile lies so high that a tilted lens sees it beside the wall, where no back is,
    # and no face so far off its row.
    above, aside_above = zones.nearest(calibration.to_table(centres, 2 * tile.thickness))
    hidden = np.asarray(probs.argmax(axis=1) == BACK_CLASS)
    elsewhere = (places == OUTSIDE) | (hidden & _FACE_UP_PLACES[places])
    elsewhere |= _FACE_UP_PLACES[places] & (aside_above + _CLEARLY_NEARER < aside)
    places = np.where(elsewhere & WALL_PLACES[above], above, places)
    turned = sideways_places(places)
    extents = _extents(found.boxes, calibration, tile.thickness)
    extents[turned] = extents[turned][:, ::-1]
    # A whole tile that lies is deeper than this, whatever its edge was read as.
    slant = _slants(calibration, zones.layout)[places]
    faced, steep = slant > _SEEN_BEHIND, np.abs(slant) > _SEEN_BEHIND
    narrow = extents[:, 1] < np.where(
        steep, _WHOLE_DEPTH * tile.height, (tile.thickness + tile.height) / 2
    )
    # The edge on top and the back below it, boxed as one.
    narrow |= steep & hidden & (extents[:, 1] > _BOTH_DEPTH * tile.height)
    # Nobody but who sits behind it sees the face of a standing tile; only its bare
    # edge may pass for a white one.
    like_edge = np.isin(probs.argmax(axis=1), LIKE_AN_EDGE)
    open_face = ~faced & ~like_edge & (probs.max(axis=1) > _CLEAR_FACE)
    # A box may also hold the back below the edge; then its two colours tell.
    standing = STANDING_PLACES[places] & (
        (narrow & ~open_face) | (hidden & two_toned(found.boxes))
    )
    for place in np.unique(places[standing]):
        # Rows stand or lie as a whole: a lone back, or bare edge, among standing ones
        # stands too.
        here = places == place
        row = here & like_edge
        if 2 * np.count_nonzero(row & standing) > np.count_nonzero(row):
            standing |= row
        # An opened hand's white dragon lies as all of it does, however it was cut.
        if np.count_nonzero(here & open_face) > np.count_nonzero(here & standing):
            standing &= ~(row & ~hidden)
    for place in standing_rows:
        shown = (places == place) & faced & ~hidden & ~standing
        # From behind a row a few standing faces may be boxed as deep as lying ones.
        if np.count_nonzero(shown) < _LEAST_OPEN:
            standing |= shown
    secret = standing & faced & ~hidden
    if secret.any():
        # A camera at a player's shoulder is not to tell the hand.
        probs = np.where(secret[:, None], np.eye(len(CLASS_CODES))[BACK_CLASS], probs)
    heights = np.full(len(found), tile.thickness)
    heights[standing] = tile.height
    heights[WALL_PLACES[places]] = 2 * tile.thickness
    points = calibration.to_table(centres, heights)
    places = zones.indices(points)
    # A standing tile beside the row was just drawn; a winning tile never stands.
    places[standing] = HAND_OF[places[standing]]
    shorter, longer = extents.min(axis=1), extents.max(axis=1)
    partial = (shorter < _WHOLE_SHARE * tile.width) | (longer < _WHOLE_SHARE * tile.height)
    fits = (shorter > _FIT[0] * tile.width) & (longer > _FIT[0] * tile.height)
    fits &= (shorter < _FIT[1] * tile.width) & (longer < _FIT[1] * tile.height)
    weights = np.where(fits | standing, 1.0, _BADLY_CUT)
    # Of an edge in two colours the finder may take one; its width tells.
    partial = np.where(standing, extents[:, 0] < _WHOLE_SHARE * tile.width, partial)
    measured = Measured(
        points, _yaws(places, extents, found.angles), places, extents, standing, partial,
        np.zeros(len(found), np.bool_), weights, found.boxes, found.scores, probs,
    )  # fmt: skip
    measured = measured[_without_twins(points, found.scores, settings.twin)]
    return measured[_once_each(measured, zones.layout)]


def _slants(calibration: Calibration, layout: TableLayout) -> Floats:
    """(len(PLACES),) from where the lens looks at a hand's standing tiles: tangent of
    the angle from straight above, positive where their faces turn to it, else their
    backs; 0 for places in which nothing stands."""
    x, y, height = calibration.camera_position
    depth = (layout.hand.depth_min + layout.hand.depth_max) / 2
    return np.array(
        [
            (layout.to_seat(seat, x, y)[1] - depth) / height
            if seat is not None and zone in (Zone.HAND, Zone.WINNING_TILE)
            else 0.0
            for zone, seat in PLACES
        ]
    )


def _without_pairs(found: Detections, calibration: Calibration, tile: TileSize) -> Detections:
    """Backs in a row look alike, and now and then two are found as one: cut in half."""
    if not len(found):
        return found
    sizes = _extents(found.boxes, calibration, tile.thickness)
    across = np.abs(sizes / (2 * tile.width, tile.height) - 1).max(axis=1) < _PAIR_FIT
    down = np.abs(sizes / (tile.height, 2 * tile.width) - 1).max(axis=1) < _PAIR_FIT
    pairs = (across | down) & (found.classes == BACK_CLASS)
    if not pairs.any():
        return found
    wide = found.sizes[:, 0] > found.sizes[:, 1]
    first, second = found.boxes.copy(), found.boxes.copy()
    middle = found.centres
    first[wide, 2], second[wide, 0] = middle[wide, 0], middle[wide, 0]
    first[~wide, 3], second[~wide, 1] = middle[~wide, 1], middle[~wide, 1]
    halves = [replace(found, boxes=boxes)[pairs] for boxes in (first, second)]
    return Detections.concat([found[~pairs], *halves])


def sideways_places(places: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(N,) whether a place's lateral runs along the table's y: seats B and D."""
    seats = np.array([-1 if seat is None else int(seat) for _, seat in PLACES])
    return np.asarray(seats[places] % 2 == 1) & np.asarray(seats[places] >= 0)


def _extents(boxes: FloatArray, calibration: Calibration, height: float) -> Floats:
    """(N, 2) sizes along the table's x and y of boxes whose face is at `height`."""
    x0, y0, x1, y1 = boxes.astype(np.float64).T
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    ends = [np.stack(end, axis=1) for end in ((x0, cy), (x1, cy), (cx, y0), (cx, y1))]
    left, right, top, bottom = np.split(calibration.to_table(np.concatenate(ends), height), 4)
    # With a turned camera the picture's width runs along the table's y.
    across, down = np.abs(right - left), np.abs(bottom - top)
    return np.asarray(np.maximum(across, down), np.float64)


def _yaws(places: NDArray[np.intp], extents: Floats, angles: FloatArray | None) -> Floats:
    """Degrees: as the place's owner reads, or sideways to that."""
    if angles is not None:
        return angles.astype(np.float64)
    owners: list[Seat | None] = [PLACES[place][1] for place in places]
    upright = np.array([0.0 if seat is None else 90.0 * seat for seat in owners]).reshape(-1)
    across = extents[:, 0] > extents[:, 1] * 1.08
    return np.asarray((upright + np.where(across, 90.0, 0.0)) % 360.0, np.float64)


def _once_each(measured: Measured, layout: TableLayout) -> NDArray[np.intp]:
    """Positions that stay when of two boxes on one standing tile, its edge and its
    side, the better is kept."""
    kept = np.ones(len(measured), np.bool_)
    for n in np.argsort(-measured.scores, kind="stable"):
        seat = PLACES[measured.places[n]][1]
        if not (kept[n] and measured.standing[n]) or seat is None:
            continue
        same = measured.standing & (measured.places == measured.places[n])
        across = 1 if int(seat) % 2 else 0
        aside = np.abs(measured.points[:, across] - measured.points[n, across])
        kept[same & (aside < layout.tile.width / 2)] = False
        kept[n] = True
    return np.flatnonzero(kept)


def _without_twins(points: Floats, scores: FloatArray, least: float) -> NDArray[np.intp]:
    """Positions that stay when of boxes with nearly one middle the best is kept."""
    close = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) < least
    kept = np.ones(len(points), np.bool_)
    for i in np.argsort(-scores, kind="stable"):
        if kept[i]:
            kept[close[i]] = False
            kept[i] = True
    return np.flatnonzero(kept)
