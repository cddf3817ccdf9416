"""The tablet measured, on a short evening in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import companion.bench_screen
import ui.app
from companion.bench_screen import (
    Evening,
    Rest,
    Work,
    drawing_ms,
    play_evening,
    resident_mib,
    show_start,
    start_time,
)
from companion.stopping import Terminated, kill_breaks_in

PROGRAM = """
import json
from companion.bench_screen import play_evening
from companion.errors import UserError
try:
    found = play_evening(7, 0.5)
except UserError:
    print("unavailable")
else:
    rest = found.rest
    print(json.dumps([found.touches, found.scores, found.memory, rest.frames, found.live_cpu]))
"""


def test_an_evening_on_the_screen_is_measured_and_rests() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600, check=False
    )
    if "unavailable" in done.stdout:
        pytest.skip("no OpenGL here")
    assert done.returncode == 0, done.stderr
    touches, scores, memory, frames, cpu = json.loads(done.stdout.splitlines()[-1])
    assert len(touches) == 35
    assert len(scores) == len(memory) == 7
    assert min(touches) > 0
    # Nothing is drawn while nothing happens, and deals do not pile up: what is kept for use
    # again is there after three.
    assert frames == 0
    assert cpu > 0
    assert memory[-1] - memory[2] < 10
    assert memory[-1] - memory[0] < 50


FAST, SLOW = [Work(10.0, 0.0)], [Work(200.0, 0.0)]


def test_what_is_slow_or_restless_is_said() -> None:
    quick = Evening([20.0] * 3, FAST * 3, [90.0], FAST, [200.0] * 9, 0.2, Rest(0, 0.01))
    assert quick.holds
    lines = list(quick.lines())
    assert "median 20 ms" in lines[0]
    assert "OpenGL" not in lines[0]
    assert all("未达标" not in line for line in lines)
    assert not Evening([150.0], FAST, [90.0], FAST).holds
    assert not Evening([20.0], FAST, [400.0], SLOW).holds
    restless = Evening([20.0], FAST, [90.0], FAST, [200.0], 0.2, Rest(3, 0.2))
    assert not restless.holds
    assert "3 帧" in list(restless.lines())[2]


def test_what_drawing_costs_without_a_graphics_chip_is_told_apart() -> None:
    evening = Evening([120.0], [Work(30.0, 80.0)], [90.0], [Work(60.0, 40.0)])
    assert "CPU 30, p95 30 ms; 软件画图 software OpenGL 80" in next(evening.lines())
    assert drawing_ms() >= 0


def _killed_window(_: Any, *, on_ready: Callable[[Any], object], **rest: Any) -> None:
    on_ready(_Window())
    raise Terminated


class _Window:
    def close_soon(self) -> None:
        """A window that is gone already."""


class _Waiting:
    """A driver that never gets its picture."""

    def __init__(self, *_: Any) -> None:
        pass

    def evening(self, deals: int, rest: float) -> None:
        threading.Event().wait(600.0)


@pytest.mark.parametrize("measured", [lambda: play_evening(3), show_start])
def test_a_kill_ends_the_measurement_with_its_threads(
    measured: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ui.app, "run_window", _killed_window)
    monkeypatch.setattr(companion.bench_screen, "Driver", _Waiting)
    before = set(threading.enumerate())
    with pytest.raises(Terminated):
        measured()
    assert not [one for one in set(threading.enumerate()) - before if not one.daemon]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals here")
def test_a_kill_does_not_wait_for_the_window_that_is_measured() -> None:
    kill = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGTERM))
    began = time.monotonic()
    kill.start()
    with pytest.raises(Terminated), kill_breaks_in():
        start_time("import time; time.sleep(60)")
    assert time.monotonic() - began < 30


def test_memory_is_read_where_the_system_tells() -> None:
    assert resident_mib() >= 0
    if sys.platform.startswith("linux"):
        assert 10 < resident_mib() < 100_000
