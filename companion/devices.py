"""The devices of a real table, as the configuration names them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from companion.config import CameraSection, Config, LineSection
from companion.errors import ConfigError, UserError, cannot
from companion.runtime_choice import chosen_providers
from companion.tile_sets import TileSets
from engine.layout import TableLayout
from engine.layout_profile import LayoutError, layout_of
from engine.quoting import shortened, shown
from engine.seat import Seat
from engine.signals import SignalReceived
from table_io.host_link import HostLink
from table_io.profile import ProfileError, load_profile
from table_io.profile_link import ProfileLink
from table_io.profile_reader import Profile
from table_io.serial_port import PortSettings
from table_io.worker import LineWorker
from vision.anchor import Anchor
from vision.camera import Camera, CameraSettings, CameraUnavailable, VideoFile
from vision.eyes import Reader, TableEyes
from vision.frame_source import FrameSource
from vision.geometry import Calibration, CalibrationError
from vision.onnx import ModelMismatch
from vision.reader import TileReader
from vision.settings import EyesSettings

Clock = Callable[[], float]
_MOST_SETTING = 1_000_000
"""No threshold of the eyes is larger, whatever its unit."""


def load_reader(folder: Path | None = None) -> TileReader:
    """The trained models, with the house's own tile set where one is in use;
    raises `UserError`."""
    try:
        return TileSets().fit(TileReader.load(folder, providers=chosen_providers()))
    except ModelMismatch as error:
        raise cannot("模型用不了", "the models cannot be used", error) from error


def open_source(camera: CameraSection, clock: Clock) -> FrameSource:
    """A film where `source` is a file, else a live camera, started."""
    path = Path(camera.source)
    if path.is_file():
        try:
            return VideoFile(path, clock)
        except CameraUnavailable as error:
            raise UserError(f"影片 {path} 放不了", f"cannot play {path}: {error}") from error
    settings = CameraSettings(width=camera.width, height=camera.height)
    live = Camera(camera.source, settings, clock=clock)
    live.start()
    return live


def make_eyes(config: Config, reader: Reader, anchor: Anchor | None = None) -> TableEyes:
    """Eyes for the configured camera; raises `ConfigError`. `anchor`: as `TableEyes`."""
    layout = table_layout(config)
    bend = config.camera.bend
    return TableEyes(
        reader,
        layout,
        calibration=_calibration(config.camera, layout.surface),
        settings=eyes_settings(config.eyes),
        bottom=Seat[config.camera.bottom],
        anchor=anchor,
        bend=None if bend is None else (bend, 0.0),
    )


def table_layout(config: Config) -> TableLayout:
    """Where things lie on the configured table; raises `ConfigError`."""
    try:
        return layout_of(config.layout)
    except LayoutError as error:
        raise ConfigError(error.zh, error.en) from error


def check_settings(config: Config) -> None:
    """Raise `ConfigError` for what the devices would refuse, before anything is opened."""
    _calibration(config.camera, table_layout(config).surface)
    eyes_settings(config.eyes)
    _profile(config.line)


def _calibration(camera: CameraSection, surface: float) -> Calibration | None:
    if camera.corners is None:
        return None
    if camera.width is None or camera.height is None:
        raise ConfigError(
            "写了 camera.corners 就要写 camera.width 和 camera.height",
            "camera.corners needs camera.width and camera.height beside it",
        )
    try:
        return Calibration.from_corners(
            camera.corners,
            (camera.width, camera.height),
            surface=surface,
            bend=(camera.bend or 0.0, 0.0),
        )
    except CalibrationError as error:
        raise ConfigError(f"camera.corners 不成四角：{error}", str(error)) from error


def eyes_settings(chosen: dict[str, float | int | bool]) -> EyesSettings:
    """The eyes' thresholds with `chosen` in place of the defaults; raises `ConfigError`."""
    known = {field.name for field in dataclasses.fields(EyesSettings)}
    if unknown := sorted(chosen.keys() - known):
        names = ", ".join(sorted(known))
        raise ConfigError(
            f"不认识 eyes.{shortened(unknown[0])}，可写：{names}",
            f"unknown eyes.{shortened(unknown[0])}, known: {names}",
        )
    for name, value in chosen.items():
        usual = getattr(EyesSettings(), name)
        if not 0 < value <= _MOST_SETTING or (isinstance(usual, int) and value != int(value)):
            raise ConfigError(
                f"eyes.{name} 不能是 {shown(value)}，原来是 {usual}",
                f"eyes.{name} cannot be {shown(value)}, by default it is {usual}",
            )
    fit = {name: type(getattr(EyesSettings(), name))(value) for name, value in chosen.items()}
    return dataclasses.replace(EyesSettings(), **fit)


def open_line(
    line: LineSection,
    inbox: Callable[[SignalReceived], object],
    clock: Clock,
    raw_log: Path | None = None,
) -> LineWorker:
    """The serial line's worker, not yet started; raises `ConfigError`."""
    profile = _profile(line)
    if profile is None:
        settings = PortSettings(line.port, line.baud)
        return LineWorker(settings, HostLink(), inbox, clock=clock, raw_log=raw_log)
    return LineWorker(
        profile.port_settings(line.port), ProfileLink(profile), inbox, clock=clock, raw_log=raw_log
    )


def _profile(line: LineSection) -> Profile | None:
    """The other machine's dialect; None for the reference protocol."""
    if line.profile is None:
        return None
    try:
        return load_profile(line.profile)
    except ProfileError as error:
        raise ConfigError(
            f"机器方言用不了：{error.source} 第 {error.line} 行；改好，或不写 line.profile",
            f"the profile is refused: {error}; mend it or leave line.profile out",
        ) from error
