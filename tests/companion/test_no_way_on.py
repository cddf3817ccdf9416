"""Without anybody at a screen: a run that can never go on ends, and says why."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import live_match, realtime, supervise
from companion.cli import build_parser, main
from companion.live_run import run_live
from companion.running import Wish, wish_of
from engine.view import HealthState
from table_io.virtual.table import VirtualTable
from vision.change import Picture
from vision.detections import Detections
from vision.frame_source import CameraHealth, CameraState, Frame
from vision.worker import STUCK_S, EyesWorker

SIZE = (640, 480)
CORNERS = "[[80, 60], [560, 60], [560, 420], [80, 420]]"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realtime, "TICK", 0.02)
    monkeypatch.setattr(realtime, "CHECK_EVERY", 0.04)


def film(path: Path, pictures: int) -> Path:
    """A cloth with something light on it in a dark room, five pictures a second."""
    made = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5, SIZE)
    room = np.full((SIZE[1], SIZE[0], 3), 30, np.uint8)
    room[60:420, 80:560] = (90, 120, 70)
    room[200:280, 280:360] = 220
    for _ in range(pictures):
        made.write(room)
    made.release()
    return path


def wish_at(tmp_path: Path, config: str, *words: str) -> Wish:
    file = tmp_path / "queban.toml"
    file.write_text(config, encoding="utf-8")
    given = ("run", "--headless", "--table", str(file), "--record", str(tmp_path / "out"), *words)
    return wish_of(build_parser().parse_args(given), False)


def filmed(tmp_path: Path, pictures: int, *words: str) -> Wish:
    source = film(tmp_path / "table.mp4", pictures)
    return wish_at(
        tmp_path,
        f"[camera]\nsource = '{source}'\nwidth = {SIZE[0]}\nheight = {SIZE[1]}\n"
        f"corners = {CORNERS}\n",
        *words,
    )


class Failing:
    """A reader that fails at every picture."""

    def read(self, image: Any, tile_px: Any = None, region: Any = None, **how: Any) -> Detections:
        raise ValueError("wrong weights")

    def reread(self, image: Any, found: Detections) -> Detections:
        return found


class Blind(Failing):
    """A reader that finds nothing."""

    def read(self, image: Any, tile_px: Any = None, region: Any = None, **how: Any) -> Detections:
        return Detections.empty(read=True)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_reader_that_always_fails_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_live(filmed(tmp_path, 200), window=False, text=True, reader=Failing()) == 1
    said = capsys.readouterr().out
    assert "wrong weights" in said
    assert "正在重启" in said
    assert f"did not come back after {supervise.RESTARTS} restarts" in said
    assert "--resume" in said
    assert not any(thread.name in ("writer", "recognise") for thread in threading.enumerate())


def test_a_film_that_is_over_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(live_match, "LINGER", 0.1)
    assert run_live(filmed(tmp_path, 5), window=False, text=True, reader=Blind()) == 0
    wished = filmed(tmp_path, 5, "--deals", "1")
    assert run_live(wished, window=False, text=True, reader=Blind()) == 1
    assert "0/1" in capsys.readouterr().out


def test_a_camera_without_models_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = filmed(tmp_path, 5, "--models", str(tmp_path))
    assert run_live(wish, window=False, text=True) == 1
    assert "模型" in capsys.readouterr().out


def test_neither_camera_nor_line_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "queban.toml"
    file.write_text("[camera]\nsource = ''\n", encoding="utf-8")
    words = ["run", "--headless", "--table", str(file), "--record", str(tmp_path / "out")]
    assert main(words) == 1
    assert "neither a camera nor the table's line" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_virtual_table_that_fails_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fall(*_: float) -> None:
        raise ZeroDivisionError("a player fell")

    monkeypatch.setattr(VirtualTable, "advance", fall)
    words = ("run", "--headless", "--record", str(tmp_path))
    wish = wish_of(build_parser().parse_args(words), False)
    assert run_live(wish, window=False, text=True, reader=Blind()) == 1
    said = capsys.readouterr().out
    assert "a player fell" in said
    assert "虚拟桌出错停了" in said


class Pictures:
    """A source of one picture after another."""

    def read(self) -> Frame | None:
        return Frame(np.zeros((4, 4, 3), np.uint8), 1.0, 1)

    def health(self) -> CameraHealth:
        return CameraHealth(CameraState.LIVE)

    def close(self) -> None:
        return None


class Eyes:
    """Eyes that do with a picture what `look` does."""

    frames, looks_taken, sees_table, since_moved = 1, 1, True, None

    def __init__(self, look: Any) -> None:
        self._look = look
        self.refreshed = threading.Event()

    def look(self, image: Picture, now: float) -> None:
        self._look()

    def force_refresh(self) -> None:
        self.refreshed.set()


def test_a_look_that_does_not_end_is_said_and_counts_as_down() -> None:
    began, ends = threading.Event(), threading.Event()
    now = 0.0

    def look() -> None:
        began.set()
        assert ends.wait(20)

    worker = EyesWorker(Pictures(), Eyes(look), lambda _: True, lambda: now)  # type: ignore[arg-type]
    part = realtime.EyesPart(worker)
    part.start()
    assert began.wait(20)
    now = 12.0
    alive = [part.alive]
    _, eyes = part.health()
    assert eyes.state is HealthState.BAD
    assert "12" in eyes.detail.en
    now = STUCK_S + 1
    alive.append(part.alive)
    assert alive == [True, False]
    ends.set()
    part.stop()
    assert not worker.is_alive


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_after_a_failed_look_the_whole_table_is_looked_at_anew() -> None:
    failures = [ValueError("once")]

    def look() -> None:
        if failures:
            raise failures.pop()

    eyes = Eyes(look)
    worker = EyesWorker(Pictures(), eyes, lambda _: True, lambda: 0.0)  # type: ignore[arg-type]
    worker.start()
    assert worker._thread is not None
    worker._thread.join(20)
    assert worker.health().defect == "ValueError: once"
    assert not eyes.refreshed.is_set()
    worker.start()
    assert eyes.refreshed.wait(20)
    assert worker.health().defect == ""
    worker.stop()
