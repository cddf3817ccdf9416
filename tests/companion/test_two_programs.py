"""`queban table` and `queban run` as two programs, with and without a pulled plug."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.record import EVENTS
from companion.session import read_record
from engine.events import Dealt
from engine.log import Log

QUEBAN = [sys.executable, "-m", "companion"]
PATIENCE = 90.0


class Pair:
    """A table with a line and no camera, and a companion that listens to it."""

    def __init__(self, folder: Path, *more: str) -> None:
        folder.mkdir()
        self.port = folder / "port"
        self.config = folder / "queban.toml"
        self.config.write_text(
            f"[camera]\nsource = ''\n[line]\nport = '{self.port}'\n", encoding="utf-8"
        )
        self.out = folder / "out"
        self.said = (folder / "said").open("w+", encoding="utf-8")
        table = ["table", "--seed", "3", "--pty", str(self.port), *more]
        self.table = subprocess.Popen([*QUEBAN, *table], stdout=subprocess.DEVNULL)
        run = ["run", "--table", str(self.config), "--headless", "--record", str(self.out)]
        self.run = subprocess.Popen([*QUEBAN, *run], stdout=self.said)

    def log(self) -> Log | None:
        paths = list(self.out.glob(f"*/{EVENTS}"))
        return read_record(paths[0]) if paths and paths[0].stat().st_size else None

    def wait_until_dealt(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            log = self.log()
            if log and any(isinstance(entry.event, Dealt) for entry in log.entries):
                return
            assert self.run.poll() is None, "the companion has ended"
            time.sleep(0.2)
        pytest.fail(f"not dealt in {PATIENCE} s: {self.log()}")

    def end(self) -> None:
        """Ctrl-C for the companion, as a person would end it."""
        self.run.send_signal(signal.SIGINT)
        try:
            assert self.run.wait(30) == 0
        finally:
            self.table.kill()
            self.run.kill()
            self.table.wait()
            self.run.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pty with a link")
def test_the_record_is_the_same_whether_or_not_the_plug_was_pulled(tmp_path: Path) -> None:
    pairs = [Pair(tmp_path / "plain"), Pair(tmp_path / "pulled", "--unplug-at", "6")]
    try:
        for pair in pairs:
            pair.wait_until_dealt()
    finally:
        for pair in pairs:
            pair.end()
    plain, pulled = (pair.log() for pair in pairs)
    assert plain is not None
    assert pulled is not None
    events = [entry.event for entry in plain.entries]
    assert len(events) == 4
    assert [entry.event for entry in pulled.entries] == events
    pairs[1].said.seek(0)
    assert "check the plug" in " ".join(pairs[1].said.read().split())
