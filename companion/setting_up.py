"""Answers the set-up screen: camera, the home's own tiles, line, storage.

While a match runs its devices are looked at, never opened a second time; else the
camera and the line are opened for as long as they are shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.aiming import Aim, Aimed
from companion.checkup import check_all
from companion.config import Config
from companion.devices import open_source, table_layout
from companion.enrolling import Enrolment, described, sheet_of
from companion.errors import UserError, cannot
from companion.kept_camera import KeptCamera, read_camera, with_kept_camera, write_camera
from companion.live_match import LiveMatch
from companion.look_around import cameras_here, present_camera
from companion.outline import calibrated, outline_of
from companion.setting_line import SettingLine
from companion.storage import delete_frames, storage_of
from companion.tile_sets import TileSets
from engine.layout import TableLayout
from engine.layout_profile import layout_of, values_of
from engine.seat import Seat
from engine.view import Health, HealthState, Text
from ui.bridge import Bridge
from ui.desk import KeepCorners, Note
from ui.setting_up import (
    AimSheet,
    BeginEnrolment,
    CheckHealth,
    DeleteFrames,
    EndEnrolment,
    ForgetCorners,
    HealthSheet,
    MendLaid,
    OpenStorage,
    OpenTileSets,
    SetupRequest,
    ShootRow,
    TakeRow,
    TryCorners,
    UndoEnrolment,
    UseTileSet,
    WatchCamera,
    WatchLine,
)
from vision.change import Picture
from vision.frame_source import FrameSource
from vision.geometry import CalibrationError
from vision.onnx import ModelMismatch
from vision.reader import TileReader

VIRTUAL = Text("虚拟桌", "virtual table")
NO_CAMERA = Health(
    Text("摄像头", "camera"), HealthState.ABSENT,
    Text("没有找到摄像头：插上，或点“别的地址”写上它的网址",
         "no camera here: plug one in, or give its address"),
)  # fmt: skip


class SettingUp:
    """Serves one request after the other; `stop` lets go of the devices.

    `reader`: what enrols and shows tiles, by default the trained models without any
    set; it may raise `UserError`. `sets`: where enrolled sets lie.
    """

    def __init__(
        self,
        root: Path,
        config: Config,
        bridge: Bridge,
        models: Path | None = None,
        *,
        reader: Callable[[], TileReader] | None = None,
        sets: TileSets | None = None,
    ) -> None:
        self.root = root
        self.sets = sets or TileSets()
        self.enrolment: Enrolment | None = None
        self.aim = Aim(bridge.tell, bridge.offer_frame, self._loaded)
        self.line = SettingLine(config.line, bridge.tell)
        self._config = config
        self._bridge = bridge
        self._models = models
        self._make_reader = reader or self._plain_reader
        self._reader: TileReader | None = None

    def stop(self) -> None:
        """Show no device any more; those that were opened for it are closed."""
        self.aim.end()
        self.line.watch(None, None)

    def answer(self, request: SetupRequest | KeepCorners, live: LiveMatch | None) -> None:
        """`live`: the match that runs. Raises `UserError`."""
        match request:
            case WatchCamera(source):
                self._watch(source, live)
            case TryCorners():
                self._try(request)
            case KeepCorners():
                self._keep(request, live)
            case ForgetCorners():
                self._forget(live)
            case WatchLine(port):
                self.line.watch(port, live)
            case CheckHealth():
                config = with_kept_camera(self._config, self.root)
                found = tuple(check_all(config, taken=live is not None))
                self._bridge.tell(HealthSheet(found))
            case OpenStorage():
                self._bridge.tell(storage_of(self.root))
            case DeleteFrames():
                self._delete_frames(live)
            case _:
                self._enrol(request)

    # -- the camera ------------------------------------------------------------------

    def _watch(self, source: str | None, live: LiveMatch | None) -> None:
        if source is None:
            self.aim.end()
        elif live is not None and live.has_camera:
            self.aim.begin(self._of_match(live))
        else:
            self.aim.end()
            self._open(source)

    def _of_match(self, live: LiveMatch) -> Aimed:
        """The camera that a match looks through; only the match opens and closes it."""
        config = live.config.camera
        source = "" if live.is_virtual else config.source
        name = VIRTUAL if live.is_virtual else _named(source)
        kept = None if live.is_virtual else self._kept_for(source)
        return Aimed(
            source, ((source, name),), live.picture, live.camera_health, _nothing, True,
            Seat[config.bottom], kept, live.layout,
        )  # fmt: skip

    def _open(self, wanted: str) -> None:
        camera = with_kept_camera(self._config, self.root).camera
        sources = dict(cameras_here())
        source = wanted or present_camera(camera).source
        for known in (self._config.camera.source, camera.source, source):
            if known and not (known.isdigit() and sources):
                sources.setdefault(known, _named(known))
        if not source:
            self._bridge.tell(AimSheet("", tuple(sources.items()), NO_CAMERA))
            return
        kept = self._kept_for(source)
        opened = open_source(camera.model_copy(update={"source": source}), time.monotonic)
        self.aim.begin(
            Aimed(
                source, tuple(sources.items()), _newest_of(opened),
                lambda: opened.health().as_view(), opened.close, False, Seat[camera.bottom],
                kept, self._layout(kept),
            )
        )  # fmt: skip

    def _kept_for(self, source: str) -> KeptCamera | None:
        """What holds for this camera: the configuration's corners, or those kept here."""
        camera = self._config.camera
        if camera.corners is not None and source == camera.source:
            size = (camera.width or 0, camera.height or 0)
            return KeptCamera(source, source, size, camera.corners, bend=camera.bend or 0.0)
        kept = read_camera(self.root)
        if kept is None or kept.source != source or not kept.counts_for(camera):
            return None
        return kept

    def _layout(self, kept: KeptCamera | None) -> TableLayout:
        """The configuration's measures, or those kept with the camera."""
        if self._config.layout or kept is None:
            return table_layout(self._config)
        return layout_of(kept.layout)

    def _try(self, tried: TryCorners) -> None:
        self.aim.try_corners(tried)
        try:
            outline = outline_of(tried.corners, tried.picture_size, tried.bend, tried.layout)
        except CalibrationError:
            return
        self._bridge.tell(outline)

    def _keep(self, wish: KeepCorners, live: LiveMatch | None) -> None:
        corners, size, layout = wish.corners, wish.picture_size, wish.layout
        try:
            calibration = calibrated(corners, size, wish.bend, layout)
        except CalibrationError as error:
            raise UserError("这四点围不成桌面，重拖一下", str(error)) from error
        kept = KeptCamera(
            self._aimed_source(), self._config.camera.source, size, corners, self.aim.found,
            wish.bend, values_of(layout),
        )  # fmt: skip
        self.aim.keep(kept, layout)
        if live is not None:
            live.recalibrate(calibration, kept.anchor(), layout)
        self._bridge.tell(Note(self._stored(kept, live), good=self._holds(layout)))

    def _forget(self, live: LiveMatch | None) -> None:
        """Corners and bend are found from now on; the table's measures stay."""
        layout = self.aim.aimed.layout if self.aim.aimed is not None else self._layout(None)
        kept = KeptCamera(
            self._aimed_source(), self._config.camera.source, layout=values_of(layout)
        )
        self.aim.keep(kept, layout)
        if live is not None:
            live.recalibrate(None, None, layout)
        self._stored(kept, live)
        text = Text("今后每次自己找四角", "the corners are found by itself from now on")
        self._bridge.tell(Note(text, good=self._holds()))

    def _aimed_source(self) -> str:
        aimed = self.aim.aimed
        return aimed.source if aimed is not None else self._config.camera.source

    def _holds(self, layout: TableLayout | None = None) -> bool:
        """Whether what is kept holds next time, too: the configuration says nothing else."""
        own = self._config
        if layout is not None and own.layout and table_layout(own) != layout:
            return False
        return own.camera.corners is None

    def _stored(self, kept: KeptCamera, live: LiveMatch | None) -> Text:
        """Write it, and say where; a virtual table's camera is not kept."""
        if live is not None and live.is_virtual:
            return Text("这张虚拟桌就照这四角看", "this virtual table is seen by these corners")
        try:
            path = write_camera(self.root, kept)
        except OSError as error:
            raise cannot("四角存不下", "the corners cannot be kept", error) from error
        if self._config.layout and table_layout(self._config) != layout_of(kept.layout):
            return Text(
                "配置里写着 [layout]，下次以它为准；改那里，或去掉它就用这里的",
                "[layout] stands in the configuration and wins next time; mend it there, or take "
                "it out to use these",
            )
        if not self._holds():
            return Text(
                "配置里写着 camera.corners，下次以它为准；去掉那一行就用这四角",
                "camera.corners stands in the configuration and wins next time; take it out "
                "to use these",
            )
        return Text(f"存在 {path}，今后照此看牌", f"kept in {path}, used from now on")

    # -- own tiles -------------------------------------------------------------------

    def _enrol(self, request: SetupRequest) -> None:
        said: Text | None = None
        good = True
        try:
            said, good = self._enrolled(request)
        except UserError as error:
            said, good = Text(error.zh, error.en), False
        self._bridge.tell(sheet_of(self.sets, self.enrolment, said, good))

    def _enrolled(self, request: SetupRequest) -> tuple[Text | None, bool]:
        """What came of it, and whether it is good. Raises `UserError`."""
        match request:
            case OpenTileSets():
                return None, True
            case BeginEnrolment(name):
                self.sets.check(name)
                self.enrolment = Enrolment(name, self._loaded(), self._models)
            case ShootRow():
                enrolment, image = self._running(), self._picture()
                said = enrolment.shoot(image, self.aim.table(image))
                laid, row = enrolment.laid, enrolment.rows[enrolment.at]
                return said, laid is not None and len(laid.tiles) == len(row)
            case MendLaid(at, tile):
                self._running().mend(at, tile)
            case TakeRow(skip):
                self._running().take(skip=skip)
            case EndEnrolment(keep):
                return self._end(keep)
            case UndoEnrolment(name):
                left = self.sets.undo(name)
                back = Text(f"{name}：回到上一次", f"{name}: the one before is back")
                return back if left else Text(f"{name}：撤掉了", f"{name}: removed"), True
            case UseTileSet(name):
                self.sets.use(name)
                return Text("下一场起照此认牌", "read so from the next match on"), True
            case _:
                raise UserError(f"不认识 {request!r}", f"unknown request {request!r}")
        return None, True

    def _end(self, keep: bool) -> tuple[Text | None, bool]:
        enrolment = self._running()
        if not keep:
            self.enrolment = None
            return Text("没有存", "nothing was kept"), True
        tiles = enrolment.fit(datetime.now())
        self.sets.keep(tiles)
        self.enrolment = None
        return described(tiles), tiles.on

    def _running(self) -> Enrolment:
        if self.enrolment is None:
            raise UserError("先点“登记一副”", "begin with “Enrol a set”")
        return self.enrolment

    def _picture(self) -> Picture:
        image = self.aim.picture()
        if image is None:
            raise UserError("镜头没有画面", "the camera gives no picture")
        return image

    def _loaded(self) -> TileReader:
        if self._reader is None:
            self._reader = self._make_reader()
        return self._reader

    def _plain_reader(self) -> TileReader:
        try:
            return TileReader.load(self._models)
        except ModelMismatch as error:
            raise UserError("模型用不了，看 `queban doctor`", str(error)) from error

    # -- storage ---------------------------------------------------------------------

    def _delete_frames(self, live: LiveMatch | None) -> None:
        running = live.writer.record.folder if live is not None else None
        freed = delete_frames(self.root, running)
        megabytes = f"{freed / 1e6:.1f} MB"
        self._bridge.tell(Note(Text(f"腾出 {megabytes}", f"{megabytes} set free")))
        self._bridge.tell(storage_of(self.root))


def _named(source: str) -> Text:
    if source.isdigit():
        return Text(f"摄像头 {source}", f"camera {source}")
    return Text(source, source)


def _newest_of(source: FrameSource) -> Callable[[], Picture | None]:
    def take() -> Picture | None:
        frame = source.read()
        return None if frame is None else frame.image

    return take


def _nothing() -> None:
    return
