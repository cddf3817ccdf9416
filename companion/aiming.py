"""The camera while it is set up: pictures to the screen, and what is to be said of them.

One thread shows, another looks for corners, tiles and what spoils the picture: a
picture takes longer to look at than to show.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import UserError
from engine.layout import DEFAULT_LAYOUT
from engine.seat import Seat
from engine.tile import BACK_CODE, UNKNOWN, Tile
from engine.view import Health, Text
from ui.bridge import Frame as Shown
from ui.desk import Corners, ReadTile
from ui.setting_up import AimSheet, Box
from vision.anchor import MOVED, far_apart, in_order_of
from vision.change import Picture
from vision.corners import find_corners
from vision.detections import Detections, FloatArray
from vision.eyes import Reader
from vision.geometry import Calibration, CalibrationError, Floats
from vision.picture_checks import advice, measure_picture

_LOG = logging.getLogger(__name__)
SHOW_EVERY: Final = 0.1
CHECK_EVERY: Final = 0.7
"""Seconds between two checks; reading the tiles of a whole table takes longer."""
TWICE: Final = 2
"""Checks in a row that must say so: an arm may hide a corner."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """A camera that gives pictures. `take`: the newest, blue first, or None.
    `shown`: whether somebody else shows them already. `bottom`: who sits at the
    bottom. `kept`, `found`: as `KeptCamera` has them, in pixels of `size`."""

    source: str
    sources: tuple[tuple[str, Text], ...]
    take: Callable[[], Picture | None]
    health: Callable[[], Health]
    close: Callable[[], None]
    shown: bool = False
    bottom: Seat = Seat.A
    kept: Corners | None = None
    found: Corners | None = None
    size: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class TablePart:
    """The table's part of a picture: `corners` (4, 2), the `region` around them, and
    `tile_px`, the long side of a tile there."""

    corners: Floats
    region: tuple[int, int, int, int]
    tile_px: float

    @classmethod
    def of(cls, calibration: Calibration) -> Self:
        corners = np.array(calibration.corners)
        left, top = np.clip(corners.min(axis=0), 0, None).astype(int)
        right, bottom = corners.max(axis=0).astype(int)
        tile = DEFAULT_LAYOUT.tile
        tile_px = calibration.scale_at(0, 0, tile.thickness) * tile.height
        return cls(corners, (int(left), int(top), int(right), int(bottom)), tile_px)

    def holds(self, points: FloatArray) -> NDArray[np.bool_]:
        """(N,) which of (N, 2) points lie on the table."""
        outline = self.corners.astype(np.float32).reshape(-1, 1, 2)
        inside = [
            cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points
        ]
        return np.array(inside, np.bool_)


class Aim:
    """Watches one camera at a time. `tell` gets a sheet when it has news, `show` the
    pictures, red first; both from its own threads. `reader`: loaded with the first
    picture, may raise `UserError`: then no tiles are shown."""

    def __init__(
        self,
        tell: Callable[[AimSheet], object],
        show: Callable[[Shown], object],
        reader: Callable[[], Reader],
    ) -> None:
        self._tell = tell
        self._show = show
        self._load = reader
        self._reader: Reader | None = None
        self._no_reader = False
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._aimed: Aimed | None = None
        self._newest: Picture | None = None
        self._tried: tuple[Corners, tuple[int, int]] | None = None
        self._told: AimSheet | None = None
        self._off = 0

    @property
    def aimed(self) -> Aimed | None:
        """What is watched."""
        return self._aimed

    @property
    def found(self) -> Corners | None:
        """The corners in the newest picture that was looked at."""
        return self._told.found if self._told is not None else None

    def picture(self) -> Picture | None:
        """The newest picture, blue first."""
        return self._newest

    def table(self, image: Picture) -> TablePart | None:
        """Where the table is in a picture of this camera; None where none is seen."""
        size, aimed = (image.shape[1], image.shape[0]), self._aimed
        corners = None if aimed is None else scaled(aimed.kept, aimed.size, size)
        if corners is None and (raw := find_corners(image)) is not None:
            corners = _on_screen(raw)
        if corners is None:
            return None
        try:
            return TablePart.of(Calibration.from_corners(corners, size))
        except CalibrationError:
            return None

    def begin(self, aimed: Aimed) -> None:
        """Watch this camera, the one before no more."""
        self.end()
        self._aimed, self._newest, self._tried = aimed, None, None
        self._told, self._off = None, 0
        self._stop.clear()
        self._report(AimSheet(aimed.source, aimed.sources, aimed.health()))
        for work in (self._showing, self._checking):
            thread = threading.Thread(target=work, name=f"aim-{work.__name__}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def end(self) -> None:
        """Watch nothing; the camera is closed."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=60.0)
        self._threads = []
        aimed, self._aimed = self._aimed, None
        if aimed is not None:
            aimed.close()

    def try_corners(self, corners: Corners, size: tuple[int, int]) -> None:
        """Check with these from now on."""
        with self._lock:
            self._tried = corners, size

    def keep(self, kept: Corners | None, found: Corners | None, size: tuple[int, int]) -> None:
        """These are in force now."""
        with self._lock:
            if self._aimed is not None:
                self._aimed = replace(self._aimed, kept=kept, found=found, size=size)
            self._tried, self._off = None, 0

    # -- the two threads -----------------------------------------------------------

    def _showing(self) -> None:
        aimed = self._aimed
        assert aimed is not None
        while not self._stop.wait(SHOW_EVERY):
            image = aimed.take()
            if image is None or image is self._newest:
                continue
            self._newest = image
            if not aimed.shown:
                self._show(np.ascontiguousarray(image[..., ::-1]))

    def _checking(self) -> None:
        while not self._stop.wait(CHECK_EVERY):
            aimed, image = self._aimed, self._newest
            if aimed is None:
                return
            try:
                sheet = AimSheet(aimed.source, aimed.sources, aimed.health())
                self._report(sheet if image is None else self._looked(sheet, aimed, image))
            except Exception:
                # A defect in a check must not pass for a camera that gives nothing.
                _LOG.exception("a picture could not be checked")

    def _report(self, sheet: AimSheet) -> None:
        if sheet != self._told and not self._stop.is_set():
            self._told = sheet
            self._tell(sheet)

    def _looked(self, sheet: AimSheet, aimed: Aimed, image: Picture) -> AimSheet:
        """What there is to say about a picture."""
        size = (image.shape[1], image.shape[0])
        kept = scaled(aimed.kept, aimed.size, size)
        raw = find_corners(image, -int(aimed.bottom) % 4)
        found = None if raw is None else _on_screen(raw)
        sheet = replace(
            sheet, size=size, found=found, kept=kept,
            moved=self._moved(scaled(aimed.found, aimed.size, size), found),
        )  # fmt: skip
        with self._lock:
            tried = None if self._tried is None else scaled(*self._tried, size)
        corners = tried or (found if sheet.moved else kept or found)
        if corners is None:
            return sheet
        try:
            calibration = Calibration.from_corners(corners, size)
        except CalibrationError:
            return sheet
        # The quick answer first: the tiles take their time.
        checked = replace(sheet, checks=advice(measure_picture(image, calibration)))
        if self._told is not None:
            self._report(replace(checked, tiles=self._told.tiles, backs=self._told.backs))
        tiles, backs = self._read(image, calibration)
        return replace(checked, tiles=tiles, backs=backs)

    def _moved(self, then: Corners | None, now: Corners | None) -> bool:
        """Whether the corners found when they were kept lie elsewhere by now."""
        if then is None or now is None:
            return self._off >= TWICE
        before = np.array(then)
        away = far_apart(in_order_of(before, np.array(now)), before) > MOVED
        self._off = self._off + 1 if away else 0
        return self._off >= TWICE

    def _read(
        self, image: Picture, calibration: Calibration
    ) -> tuple[tuple[ReadTile, ...], tuple[Box, ...]]:
        if self._reader is None and not self._no_reader:
            try:
                self._reader = self._load()
            except UserError as error:
                _LOG.warning("no tiles are shown: %s", error.en)
                self._no_reader = True
        if self._reader is None:
            return (), ()
        view = TablePart.of(calibration)
        found = self._reader.read(image, view.tile_px, view.region)
        return as_read(found[view.holds(found.centres)])


def as_read(found: Detections) -> tuple[tuple[ReadTile, ...], tuple[Box, ...]]:
    """The faces, and the boxes of tiles that show none that is known."""
    faces: list[ReadTile] = []
    backs: list[Box] = []
    for code, sure, (x1, y1, x2, y2) in zip(
        found.codes, found.confidences, found.boxes.round().tolist(), strict=True
    ):
        if code in (BACK_CODE, UNKNOWN.code):
            backs.append((x1, y1, x2, y2))
        else:
            faces.append(ReadTile(Tile.parse(code), round(float(sure), 2), (x1, y1, x2, y2)))
    return tuple(faces), tuple(backs)


def scaled(corners: Corners | None, size: tuple[int, int], now: tuple[int, int]) -> Corners | None:
    """The same corners in a picture of another size; None where its shape differs."""
    if corners is None or 0 in size:
        return None
    across, along = now[0] / size[0], now[1] / size[1]
    if abs(across - along) > 0.01 * across:
        return None
    one, two, three, four = ((x * across, y * along) for x, y in corners)
    return one, two, three, four


def _on_screen(corners: Floats) -> Corners:
    """`find_corners`' order, counter-clockwise, as the screen's, to whole pixels."""
    near_left, near_right, far_right, far_left = ((float(x), float(y)) for x, y in corners.round())
    return near_left, far_left, far_right, near_right
