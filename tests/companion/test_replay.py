"""`queban replay`: records that agree, that were changed, torn or cut."""

from __future__ import annotations

import json
import os
import pty
import re
import sys
import threading
from pathlib import Path

import pytest

from companion import session
from companion.cli import main
from companion.record import EVENTS
from companion.replayer import verify_record, views
from companion.session import Plan, read_record
from engine.observations import Undo
from engine.view import Phase
from tests.companion.fingers import play_deal

NAMES = ("甲", "乙", "丙", "丁")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one record of two deals, one move taken back and made again."""
    root = tmp_path_factory.mktemp("evening")
    writer = session.begin(Plan.of("mzhz", {}, NAMES), root, lambda view: None)
    play_deal(writer.match, writer.handle, seed=5)
    play_deal(writer.match, writer.handle, seed=6)
    writer.handle(Undo(writer.match.last_seq), 1e6)
    writer.close()
    return root


@pytest.fixture
def record(evening: Path, tmp_path: Path) -> Path:
    """A copy of the record that a test may spoil."""
    [path] = evening.glob(f"*/{EVENTS}")
    copy = tmp_path / EVENTS
    copy.write_bytes(path.read_bytes())
    return copy


def change(path: Path, event: str, alter: object) -> int:
    """Alter the first line of that event; its line number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        data = json.loads(line)
        if data.get("event") == event:
            alter(data)  # type: ignore[operator]
            lines[number] = json.dumps(data, ensure_ascii=False)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return number + 1
    raise AssertionError(f"no {event}")


def test_a_record_as_it_was_written_agrees(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(evening), "--verify"]) == 0
    said = capsys.readouterr().out
    assert "✓" in said
    assert "1 agree, 0 do not" in said


def test_a_changed_payment_is_found(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def rob(data: dict[str, list[str]]) -> None:
        data["net"] = ["8", "-8", "0", "0"]

    change(record, "Settled", rob)
    assert main(["replay", str(record), "--verify"]) == 1
    said = capsys.readouterr().out
    assert "✗" in said
    assert "0 agree, 1 do not" in said


def test_a_changed_tile_is_found(record: Path) -> None:
    def swap(data: dict[str, str]) -> None:
        data["tile"] = "4z"

    change(record, "Discarded", swap)
    assert verify_record(record).fault


def test_a_torn_last_line_is_left_out_and_said(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with record.open("ab") as file:
        file.write(b'{"seq": 9')
    assert main(["replay", str(record), "--verify"]) == 0
    assert "torn" in capsys.readouterr().out


def test_a_damaged_line_inside_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    lines[7] = lines[7][:10]
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["replay", str(record), "--verify"]) == 1
    assert "line 8" in capsys.readouterr().out


def test_every_cut_of_a_record_can_be_read(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    for kept in range(1, len(lines), 11):
        record.write_bytes(b"".join(lines[:kept]))
        found = verify_record(record)
        assert not found.fault
        assert found.entries == kept - 1


def test_the_views_end_where_the_match_ended(record: Path) -> None:
    log = read_record(record)
    shown = list(views(log))
    assert [view.seq for view in shown] == sorted({view.seq for view in shown})
    assert any(view.phase is Phase.SETTLED for view in shown)
    assert {view.deal for view in shown} == {1, 2}


def test_without_a_keyboard_the_record_is_printed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    said = capsys.readouterr().out
    assert "settlement of deal 1" in said
    assert "全场 · match" in said


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pty")
def test_keys_step_forward_back_and_out(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    master, slave = pty.openpty()
    monkeypatch.setattr(sys, "stdin", os.fdopen(slave, "r"))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    typist = threading.Timer(0.2, lambda: os.write(master, b"nnbdq"))
    typist.start()
    try:
        assert main(["replay", str(record)]) == 0
    finally:
        typist.join()
        os.close(master)
    said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().out)
    total = len(list(views(read_record(record))))
    steps = [int(number) for number in re.findall(rf"(\d+)/{total}\b", said)]
    assert steps[:4] == [1, 2, 3, 2]
    assert len(steps) == 5
    assert steps[4] > 20


def test_nothing_to_replay_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none"), "--verify"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
