"""The tablet measured, on a short evening in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from companion.bench_screen import Evening, Rest, resident_mib

PROGRAM = """
import json
from companion.bench_screen import play_evening
from companion.errors import UserError
try:
    found = play_evening(3, 0.5)
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
    assert len(touches) == 15
    assert len(scores) == len(memory) == 3
    assert min(touches) > 0
    # Nothing is drawn while nothing happens, and deals do not pile up.
    assert frames == 0
    assert cpu > 0
    assert memory[-1] - memory[0] < 20


def test_what_is_slow_or_restless_is_said() -> None:
    quick = Evening([20.0] * 3, [10.0] * 3, [90.0], [60.0], [200.0] * 9, 0.2, Rest(0, 0.01))
    assert quick.holds
    lines = list(quick.lines())
    assert "median 20 ms" in lines[0]
    assert all("未达标" not in line for line in lines)
    assert not Evening([150.0], [10.0], [90.0], [60.0]).holds
    assert not Evening([20.0], [10.0], [400.0], [60.0]).holds
    restless = Evening([20.0], [10.0], [90.0], [60.0], [200.0], 0.2, Rest(3, 0.2))
    assert not restless.holds
    assert "3 帧" in list(restless.lines())[2]


def test_memory_is_read_where_the_system_tells() -> None:
    assert resident_mib() >= 0
    if sys.platform.startswith("linux"):
        assert 10 < resident_mib() < 100_000
