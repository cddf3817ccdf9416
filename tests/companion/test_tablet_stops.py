"""`queban tablet` ends when it is told to, whatever its window was doing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ui.app
from companion.cli import TERMINATED, main
from companion.stopping import Terminated


def test_a_kill_leaves_no_thread_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def window(_: Any, *, on_ready: Callable[[Any], object], **rest: Any) -> None:
        on_ready(None)
        raise Terminated

    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(ui.app, "run_window", window)
    before = set(threading.enumerate())
    assert main(["tablet", "--record", str(tmp_path)]) == TERMINATED
    assert not [one for one in set(threading.enumerate()) - before if not one.daemon]
