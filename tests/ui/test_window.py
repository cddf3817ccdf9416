"""The whole window in a process of its own, as the companion runs it."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.observations import Undo
from engine.view import HealthState
from ui.bridge import Bridge
from ui.desk import StartSheet
from ui.gallery import sheets
from ui.gallery.views import playing

PROGRAM = """
import sys, threading
from dataclasses import replace
from pathlib import Path
from ui.app import run_window
from ui.bridge import Bridge
from ui.environment import DisplayUnavailable
from ui.gallery.views import asking, playing

bridge = Bridge()

def ready(app):
    print("ready", flush=True)
    def others():
        for seq in range(20):
            bridge.publish(replace(playing(), seq=seq))
        bridge.publish(replace(asking(), seq=99))
        app.call_soon(lambda: look(app))
    threading.Thread(target=others).start()

def look(app):
    print("seq", app.table.view.seq, flush=True)
    app.screenshot(Path(sys.argv[1]))
    app.close_soon()

bridge.publish(playing())
try:
    run_window(bridge, lang="en", on_ready=ready, on_close=lambda: print("closed"), offscreen=True)
except DisplayUnavailable as error:
    print("unavailable", error.advice.en)
"""


def test_a_window_shows_the_newest_view_and_closes(tmp_path: Path) -> None:
    picture = tmp_path / "screen.png"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(picture)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    if "unavailable" in done.stdout:
        pytest.skip("no OpenGL here")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:3] == ["ready", "seq 99", "closed"]
    assert picture.stat().st_size > 20_000


def test_importing_the_bridge_does_not_import_kivy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import ui.bridge, ui.app, sys; print('kivy' in sys.modules)"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "False"


def test_fingers_follow_where_nothing_watches_or_listens(window: Any) -> None:
    from ui.window import QuebanApp

    app = QuebanApp(Bridge())
    # A match begun elsewhere has its own eyes.
    assert app._is_watched
    sheet = sheets.starting()
    for camera, line, wanted, watched in (
        (HealthState.GOOD, HealthState.ABSENT, True, True),
        (HealthState.WAIT, HealthState.ABSENT, True, True),
        (HealthState.GOOD, HealthState.ABSENT, False, False),
        (HealthState.ABSENT, HealthState.ABSENT, True, False),
        (HealthState.BAD, HealthState.GOOD, True, True),
    ):
        app._sheets[StartSheet] = replace(
            sheet,
            camera=replace(sheet.camera, state=camera),
            line=replace(sheet.line, state=line),
        )
        app._plan = replace(sheet.plan, camera=wanted, line=True)
        assert app._is_watched is watched, (camera, line, wanted)


def test_a_tap_and_its_answer_are_one_picture(window: Any) -> None:
    """The match decides in a thread of its own while the screen waits to draw."""
    from kivy.base import EventLoop

    from ui.window import QuebanApp

    bridge = Bridge()
    app = QuebanApp(bridge)
    app.build()
    try:
        for seq in (1, 2):
            later = threading.Timer(0.005, bridge.publish, (replace(playing(), seq=seq),))
            bridge.send = lambda _command, timer=later: timer.start()
            app._send(Undo(0))
            EventLoop.idle()
            assert app.view is not None
            assert app.view.seq == seq
    finally:
        app.on_stop()
