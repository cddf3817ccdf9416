"""The set-up's companion side: aim, keep, a moved camera, own tiles, line, storage."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest

from companion.aiming import scaled
from companion.checkup import check_all
from companion.config import Config, parse_config
from companion.devices import make_eyes
from companion.errors import UserError
from companion.kept_camera import (
    FILE,
    KeptCamera,
    kept_anchor,
    read_camera,
    with_kept_camera,
    write_camera,
)
from companion.setting_up import SettingUp
from companion.storage import storage_of
from companion.tile_sets import TileSets
from engine.tile import Tile, parse_tiles
from engine.view import HealthState
from table_io.virtual.camera_model import CameraModel, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import PlacedTile, Pose, Scene
from tests.vision.tables import TruthReader, whole_table
from ui.bridge import Bridge
from ui.desk import Corners, KeepCorners, Note
from ui.setting_up import (
    AimSheet,
    BeginEnrolment,
    CheckHealth,
    DeleteFrames,
    EndEnrolment,
    EnrolSheet,
    ForgetCorners,
    HealthSheet,
    MendLaid,
    OpenStorage,
    ShootRow,
    StorageSheet,
    TakeRow,
    UndoEnrolment,
    UseTileSet,
    WatchCamera,
)
from vision.change import Picture
from vision.reader import TileReader

SIZE = (960, 540)
MM = np.array([(-450.0, 450, 0), (-450, -450, 0), (450, -450, 0), (450, 450, 0)])
"""Clockwise from seat A's left, as the screen has them."""
CAMERA = overhead(*SIZE)
NUDGED = replace(CAMERA, position=(14.0, -10.0, CAMERA.position[2]), roll=CAMERA.roll + 1.2)
Sheet = TypeVar("Sheet")


@cache
def look(camera: CameraModel = CAMERA) -> tuple[Picture, TruthReader]:
    rendering = Renderer(camera=camera).render(Scene(tuple(whole_table())))
    reader = TruthReader(1, jitter=0.2)
    reader.labels = rendering.boxes
    return np.asarray(rendering.image, np.uint8), reader


def film(path: Path, image: Picture, seconds: int = 4) -> Path:
    """A video file that shows one picture all the time."""
    fourcc = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), fourcc, 2.0, (image.shape[1], image.shape[0]))
    for _ in range(2 * seconds):
        writer.write(image)
    writer.release()
    return path


def corners_of(camera: CameraModel = CAMERA) -> Corners:
    one, two, three, four = ((float(x), float(y)) for x, y in camera.project(MM))
    return one, two, three, four


class Screen:
    """What the screen is told, awaited without sleeping."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.bridge.want_frame(True)
        self._news = threading.Event()
        self.bridge.attach(self._news.set)
        self._sheets: dict[type, Any] = {}

    def until(self, kind: type[Sheet], holds: Callable[[Sheet], bool] = bool) -> Sheet:
        end = time.monotonic() + 60.0
        while time.monotonic() < end:
            self._news.clear()
            for sheet in self.bridge.take_sheets():
                self._sheets[type(sheet)] = sheet
            told = self._sheets.get(kind)
            if told is not None and holds(told):
                del self._sheets[kind]
                found: Sheet = told
                return found
            self._news.wait(1.0)
        raise AssertionError((kind, self._sheets))


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def set_up(screen: Screen, tmp_path: Path) -> Iterator[Callable[[Config, Any], SettingUp]]:
    made: list[SettingUp] = []

    def begin(config: Config, reader: Any) -> SettingUp:
        sets = TileSets(tmp_path / "tiles")
        made.append(
            SettingUp(tmp_path / "root", config, screen.bridge, reader=lambda: reader, sets=sets)
        )
        return made[-1]

    yield begin
    for one in made:
        one.stop()


def test_a_film_is_aimed_kept_and_read_by_the_eyes(
    screen: Screen, set_up: Callable[..., SettingUp], tmp_path: Path
) -> None:
    image, reader = look()
    source = str(film(tmp_path / "table.avi", image))
    config = parse_config({"camera": {"source": source}})
    here = set_up(config, reader)
    here.answer(WatchCamera(), None)
    aim = screen.until(AimSheet, lambda sheet: bool(sheet.tiles))
    assert aim.size == SIZE and aim.kept is None and not aim.moved
    assert aim.found is not None and far(aim.found, corners_of()) < 3.0
    assert [health.state for health in aim.checks][1:] == [HealthState.GOOD] * 3
    assert aim.checks[0].part.zh == "取景"
    assert {read.tile.code for read in aim.tiles} >= {"1m", "9p", "3z"}
    assert len(aim.backs) > 30
    assert screen.bridge.take_frame() is not None
    dragged = tuple((x + 2.0, y - 1.0) for x, y in corners_of())
    here.answer(KeepCorners(dragged, SIZE), None)  # type: ignore[arg-type]
    note = screen.until(Note)
    assert note.good and FILE in note.text.zh
    again = screen.until(AimSheet, lambda sheet: sheet.kept is not None)
    assert again.kept == dragged and not again.moved
    used = with_kept_camera(config, tmp_path / "root")
    assert (used.camera.corners, used.camera.width, used.camera.height) == (dragged, *SIZE)
    eyes = make_eyes(used, reader, kept_anchor(used, tmp_path / "root"))
    eyes.look(image, 0.0)
    assert eyes.calibration is not None
    assert far(eyes.calibration.corners, (dragged[0], dragged[3], dragged[2], dragged[1])) < 0.1
    here.answer(ForgetCorners(), None)
    assert with_kept_camera(config, tmp_path / "root").camera.corners is None


def far(one: Any, other: Any) -> float:
    return float(np.abs(np.array(one) - np.array(other)).max())


def test_a_camera_moved_since_is_noticed(
    screen: Screen, set_up: Callable[..., SettingUp], tmp_path: Path
) -> None:
    image, reader = look(NUDGED)
    source = str(film(tmp_path / "table.avi", image))
    config = parse_config({"camera": {"source": source}})
    was = corners_of()
    write_camera(tmp_path / "root", KeptCamera(source, source, SIZE, was, was))
    here = set_up(config, reader)
    here.answer(WatchCamera(), None)
    aim = screen.until(AimSheet, lambda sheet: sheet.moved)
    assert aim.kept is not None and far(aim.kept, was) < 0.1
    assert aim.found is not None and far(aim.found, corners_of(NUDGED)) < 3.0
    here.answer(KeepCorners(aim.found, SIZE), None)
    screen.until(AimSheet, lambda sheet: not sheet.moved and sheet.kept is not None)


def test_corners_in_the_configuration_win_and_that_is_said(
    screen: Screen, set_up: Callable[..., SettingUp], tmp_path: Path
) -> None:
    given = {"source": "9", "corners": corners_of(), "width": 960, "height": 540}
    config = parse_config({"camera": given})
    here = set_up(config, None)
    here.answer(KeepCorners(corners_of(NUDGED), SIZE), None)
    assert not screen.until(Note).good
    assert with_kept_camera(config, tmp_path / "root") == config
    with pytest.raises(UserError):
        here.answer(KeepCorners(((0, 0), (1, 1), (2, 2), (3, 3)), SIZE), None)


@pytest.mark.parametrize("text", ["", "{", '{"source": 1}', '{"corners": [[1]]}', "[]"])
def test_a_broken_file_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert read_camera(tmp_path) is None


def test_a_kept_camera_is_for_its_configuration_only(tmp_path: Path) -> None:
    kept = KeptCamera("2", "0", SIZE, corners_of(), corners_of())
    write_camera(tmp_path, kept)
    assert read_camera(tmp_path) == kept
    assert with_kept_camera(Config(), tmp_path).camera.source == "2"
    other = parse_config({"camera": {"source": "rtsp://phone/live"}})
    assert with_kept_camera(other, tmp_path) == other


def test_corners_fit_another_resolution_of_the_same_shape() -> None:
    double = scaled(corners_of(), SIZE, (1920, 1080))
    assert double is not None and far(double, np.array(corners_of()) * 2) < 1e-6
    assert scaled(corners_of(), SIZE, (1024, 768)) is None
    assert scaled(None, (0, 0), SIZE) is None


# -- own tiles --------------------------------------------------------------------


def laid(text: str) -> Picture:
    """A row alone on the felt, near the middle."""
    tiles = [
        PlacedTile(tile, Pose.FACE_UP, x=-31.0 * 4 + 31.0 * n, y=120.0)
        for n, tile in enumerate(parse_tiles(text))
    ]
    image = Renderer(camera=overhead(1280, 720)).render(Scene(tuple(tiles)), labels=False).image
    return np.asarray(image, np.uint8)


@pytest.fixture(scope="module")
def trained() -> TileReader:
    return TileReader.load(threads=1)


def test_a_set_is_enrolled_row_by_row_and_taken_back(
    screen: Screen,
    set_up: Callable[..., SettingUp],
    trained: TileReader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = set_up(Config(), trained)
    now: list[Picture | None] = [None]
    monkeypatch.setattr(here.aim, "picture", lambda: now[0])

    def ask(request: Any) -> EnrolSheet:
        here.answer(request, None)
        return screen.until(EnrolSheet)

    assert not ask(BeginEnrolment("")).good
    assert not ask(ShootRow()).good
    sheet = ask(BeginEnrolment("奶奶家"))
    assert (sheet.name, sheet.at, len(sheet.rows)) == ("奶奶家", 0, 6)
    assert not ask(ShootRow()).good
    assert not ask(TakeRow()).good
    now[0] = laid("123456789m")
    sheet = ask(ShootRow())
    assert sheet.good and [one.tile for one in sheet.laid] == list(sheet.rows[0])
    assert sum(one.read.tile is one.tile for one in sheet.laid) >= 8
    assert ask(TakeRow()).at == 1
    # A tile of the next row is missing: what was read stands there, to be mended.
    now[0] = laid("12345678p")
    sheet = ask(ShootRow())
    assert not sheet.good and len(sheet.laid) == 8
    assert [one.tile for one in sheet.laid] == [one.read.tile for one in sheet.laid]
    sheet = ask(MendLaid(7, Tile.parse("8p")))
    assert sheet.laid[7].tile.code == "8p"
    sheet = ask(TakeRow())
    for _ in range(4):
        sheet = ask(TakeRow(skip=True))
    assert sheet.at == len(sheet.rows)
    sheet = ask(EndEnrolment())
    assert sheet.rows == () and sheet.said is not None and "17 种" in sheet.said.zh
    (row,) = sheet.sets
    assert (row.name, row.active) == ("奶奶家", True)
    assert not ask(UseTileSet(None)).sets[0].active
    assert not ask(UseTileSet("没有")).good
    sheet = ask(UndoEnrolment("奶奶家"))
    assert sheet.sets == () and sheet.good


# -- storage ----------------------------------------------------------------------


def test_pictures_of_closed_matches_are_deleted_and_records_stay(
    screen: Screen, set_up: Callable[..., SettingUp], tmp_path: Path
) -> None:
    root = tmp_path / "root"
    for name in ("one", "two"):
        (root / name / "frames").mkdir(parents=True)
        (root / name / "events.jsonl").write_text("{}\n", "utf-8")
        (root / name / "frames" / "1.jpg").write_bytes(bytes(1000))
    (root / "stray" / "frames").mkdir(parents=True)
    here = set_up(Config(), None)
    here.answer(OpenStorage(), None)
    before = screen.until(StorageSheet)
    assert (before.records, before.frames, before.size) == (2, 2000, 2006)
    here.answer(DeleteFrames(), None)
    assert screen.until(Note).good
    after = screen.until(StorageSheet)
    assert (after.records, after.frames, after.size) == (2, 0, 6)
    assert (root / "stray" / "frames").is_dir()
    assert storage_of(tmp_path / "nothing" / "yet").records == 0


def test_every_part_is_checked_but_what_a_match_has_in_use(
    screen: Screen, set_up: Callable[..., SettingUp], tmp_path: Path
) -> None:
    config = parse_config({"camera": {"source": ""}, "record": {"dir": str(tmp_path)}})
    here = set_up(config, None)
    here.answer(CheckHealth(), None)
    parts = {health.part.en: health for health in screen.until(HealthSheet).health}
    assert parts["camera"].state is HealthState.ABSENT
    assert parts["record folder"].state is HealthState.GOOD
    taken = {health.part.en for health in check_all(config, taken=True)}
    assert "record folder" in taken and not taken & {"camera", "serial line"}
