"""The record on disk: whole lines, torn tails, a disk that refuses."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path

import pytest

from companion.errors import RecordError
from companion.record import (
    EVENTS,
    OBSERVATIONS,
    LineFile,
    MatchRecord,
    find_records,
    keep_torn_tail_aside,
)

WHEN = datetime(2026, 5, 1, 20, 30, 0)


def test_lines_are_on_disk_when_append_returns(tmp_path: Path) -> None:
    file = LineFile(tmp_path / "deep" / "a.jsonl", sync=True)
    assert file.append(["1", "二"])
    assert (tmp_path / "deep" / "a.jsonl").read_text(encoding="utf-8") == "1\n二\n"


@pytest.mark.parametrize("torn", range(1, 7))
def test_a_torn_tail_is_cut_off_and_kept_aside(tmp_path: Path, torn: int) -> None:
    path = tmp_path / "a.jsonl"
    last = b"abcdef\n"
    path.write_bytes(b"one\n" + last[:torn])
    file = LineFile(path, sync=True)
    file.append(["two"])
    file.close()
    assert path.read_bytes() == b"one\ntwo\n"
    assert path.with_name("a.jsonl.torn").read_bytes() == last[:torn] + b"\n"


def test_a_whole_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n")
    assert not keep_torn_tail_aside(path)
    assert not keep_torn_tail_aside(tmp_path / "none")
    assert list(tmp_path.iterdir()) == [path]


class FullDisk:
    """`os.write` on a disk with `room` bytes left."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.write = os.write

    def __call__(self, descriptor: int, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = self.write(descriptor, data[: self.room])
        self.room -= taken
        return taken


@pytest.mark.parametrize("room", range(9))
def test_nothing_is_lost_or_doubled_over_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    path = tmp_path / "a.jsonl"
    file = LineFile(path, sync=True)
    disk = FullDisk(room)
    monkeypatch.setattr(os, "write", disk)
    assert not file.append(["first", "second"])
    assert file.error is not None
    assert file.error.errno == errno.ENOSPC
    assert path.read_bytes() in (b"", b"first\n")
    file.append(["third"])
    assert file.waiting == 3 - path.read_bytes().count(b"\n")
    disk.room = 1000
    assert file.flush()
    assert file.error is None
    assert file.waiting == 0
    assert path.read_bytes() == b"first\nsecond\nthird\n"


def test_each_match_has_its_own_folder(tmp_path: Path) -> None:
    first = MatchRecord.begin(tmp_path, "mzhz", WHEN)
    second = MatchRecord.begin(tmp_path, "mzhz", WHEN)
    assert first.folder.name == "20260501-203000-mzhz"
    assert second.folder.name == "20260501-203000-mzhz-2"
    first.events.append(["e"])
    first.observations.append(["o"])
    first.close()
    second.close()
    assert (first.folder / OBSERVATIONS).read_text() == "o\n"


def test_a_folder_that_cannot_be_written_is_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordError, match=r"--record"):
        MatchRecord.begin(tmp_path / "file", "mzhz", WHEN)


def test_finds_a_file_a_match_or_a_folder_of_matches(tmp_path: Path) -> None:
    names = ["20260501-203000-mzhz", "20260502-203000-mzhz"]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / EVENTS).write_text("")
    expected = [tmp_path / name / EVENTS for name in names]
    assert find_records(tmp_path) == expected
    assert find_records(tmp_path / names[0]) == expected[:1]
    assert find_records(expected[1]) == expected[1:]
    for empty in (tmp_path / "none", tmp_path / names[0] / "deeper"):
        with pytest.raises(RecordError, match=r"events\.jsonl"):
            find_records(empty)
