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
from companion.kept_camera import KeptCamera
from companion.outline import calibrated, outline_of
from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.seat import Seat
from engine.tile import BACK_CODE, UNKNOWN, Tile
from engine.view import Health, Text
from ui.bridge import Frame as Shown
from ui.desk import Corners, ReadTile
from ui.setting_up import AimSheet, Box, TryCorners
from vision.anchor import MOVED, far_apart, in_order_of
from vision.change import Picture
from vision.detections import Detections, FloatArray
from vision.eyes import Reader
from vision.geometry import Calibration, CalibrationError, Floats
from vision.lens import Bend
from vision.lens_fit import FoundTable, find_table
from vision.picture_checks import advice, measure_picture

_LOG = logging.getLogger(__name__)
SHOW_EVERY: Final = 0.1
CHECK_EVERY: Final = 0.7
"""Seconds between two checks; reading the tiles of a whole table takes longer."""
TWICE: Final = 2
"""Checks in a row that must say so: an arm may hide a corner."""
BEND_EVERY: Final = 10
"""Checks for which the lens' bend is taken as it was found."""


@dataclass(frozen=True, slots=True)
class Aimed:
    """A camera that gives pictures. `take`: the newest, blue first, or None.
    `shown`: whether somebody else shows them already. `bottom`: who sits at the
    bottom. `kept`: what was set up for it. `layout`: the measures in force."""

    source: str
    sources: tuple[tuple[str, Text], ...]
    take: Callable[[], Picture | None]
    health: Callable[[], Health]
    close: Callable[[], None]
    shown: bool = False
    bottom: Seat = Seat.A
    kept: KeptCamera | None = None
    layout: TableLayout = DEFAULT_LAYOUT

    def corners(self, size: tuple[int, int]) -> Corners | None:
        """Those in force in a picture of this size."""
        return None if self.kept is None else scaled(self.kept.corners, self.kept.size, size)

    def found(self, size: tuple[int, int]) -> Corners | None:
        """Those that were found when they were kept."""
        return None if self.kept is None else scaled(self.kept.found, self.kept.size, size)

    @property
    def bend(self) -> float:
        """Of the lens, as it was kept."""
        return 0.0 if self.kept is None else self.kept.bend


@dataclass(frozen=True, slots=True, eq=False)
class TablePart:
    """The table's part of a picture: the `rim` (N, 2), the `region` around it, and
    `tile_px`, the long side of a tile there."""

    rim: Floats
    region: tuple[int, int, int, int]
    tile_px: float

    @classmethod
    def of(cls, calibration: Calibration, layout: TableLayout) -> Self:
        rim = calibration.outline(calibration.rim)
        left, top = np.clip(rim.min(axis=0), 0, None).astype(int)
        right, bottom = rim.max(axis=0).astype(int)
        tile = layout.tile
        tile_px = calibration.scale_at(0, 0, tile.thickness) * tile.height
        return cls(rim, (int(left), int(top), int(right), int(bottom)), tile_px)

    def holds(self, points: FloatArray) -> NDArray[np.bool_]:
        """(N,) which of (N, 2) points lie on the table."""
        outline = self.rim.astype(np.float32).reshape(-1, 1, 2)
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
        self._tried: TryCorners | None = None
        self._told: AimSheet | None = None
        self._off = 0
        self._bend: Bend | None = None
        self._checks = 0

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
        layout = DEFAULT_LAYOUT if aimed is None else aimed.layout
        corners = None if aimed is None else aimed.corners(size)
        bend = 0.0 if aimed is None else aimed.bend
        if corners is None and (table := find_table(image)) is not None:
            corners, bend = _on_screen(table.corners), table.bend[0]
        if corners is None:
            return None
        try:
            return TablePart.of(calibrated(corners, size, bend, layout), layout)
        except CalibrationError:
            return None

    def begin(self, aimed: Aimed) -> None:
        """Watch this camera, the one before no more."""
        self.end()
        self._aimed, self._newest, self._tried = aimed, None, None
        self._told, self._off = None, 0
        self._bend, self._checks = None, 0
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

    def try_corners(self, tried: TryCorners) -> None:
        """Check with these from now on."""
        with self._lock:
            self._tried = tried

    def keep(self, kept: KeptCamera, layout: TableLayout) -> None:
        """These are in force now."""
        with self._lock:
            if self._aimed is not None:
                self._aimed = replace(self._aimed, kept=kept, layout=layout)
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
        kept = aimed.corners(size)
        table = self._found_in(image, aimed)
        found = None if table is None else _on_screen(table.corners)
        sheet = replace(
            sheet, size=size, found=found, kept=kept, moved=self._moved(aimed.found(size), found),
            bend=0.0 if table is None else table.bend[0], kept_bend=aimed.bend,
            layout=aimed.layout,
        )  # fmt: skip
        with self._lock:
            tried = self._tried
        corners, bend, layout = found, sheet.bend, aimed.layout
        if kept is not None and not sheet.moved:
            corners, bend = kept, aimed.bend
        if tried is not None and (own := scaled(tried.corners, tried.picture_size, size)):
            corners, bend, layout = own, tried.bend, tried.layout
        if corners is None:
            return sheet
        try:
            calibration = calibrated(corners, size, bend, layout)
        except CalibrationError:
            return sheet
        sheet = replace(sheet, outline=outline_of(corners, size, bend, layout))
        # The quick answer first: the tiles take their time.
        checked = replace(sheet, checks=advice(measure_picture(image, calibration, layout)))
        if self._told is not None:
            self._report(replace(checked, tiles=self._told.tiles, backs=self._told.backs))
        tiles, backs = self._read(image, TablePart.of(calibration, layout))
        return replace(checked, tiles=tiles, backs=backs)

    def _found_in(self, image: Picture, aimed: Aimed) -> FoundTable | None:
        """The table; how the lens bends is found now and then, it stays the same."""
        known = self._bend if self._checks % BEND_EVERY else None
        near = -int(aimed.bottom) % 4
        table = find_table(image, near, bend=known)
        if table is not None and self._bend is not None and not any(table.bend):
            # A table too full to tell makes no lens straight.
            table = find_table(image, near, bend=self._bend) if any(self._bend) else table
        if table is not None:
            self._bend = table.bend
            self._checks += 1
        return table

    def _moved(self, then: Corners | None, now: Corners | None) -> bool:
        """Whether the corners found when they were kept lie elsewhere by now."""
        if then is None or now is None:
            return self._off >= TWICE
        before = np.array(then)
        away = far_apart(in_order_of(before, np.array(now)), before) > MOVED
        self._off = self._off + 1 if away else 0
        return self._off >= TWICE

    def _read(
        self, image: Picture, view: TablePart
    ) -> tuple[tuple[ReadTile, ...], tuple[Box, ...]]:
        if self._reader is None and not self._no_reader:
            try:
                self._reader = self._load()
            except UserError as error:
                _LOG.warning("no tiles are shown: %s", error.en)
                self._no_reader = True
        if self._reader is None:
            return (), ()
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
