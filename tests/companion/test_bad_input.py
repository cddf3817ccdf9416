"""Whatever is refused is one line in both languages, and nothing is written."""

from __future__ import annotations

import errno
import os
import pickle
import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import ConfigError, RecordError, UserError, reason

CHINESE = re.compile(r"[\u4e00-\u9fff]")
HAND = ["score", "--hand", "123456m789p23p55p", "--win", "4p"]
SICHUAN = [*HAND, "--rules", "xuezhan"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with odd things in it; the program works in it."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "deep.toml").write_text("a=" + "[" * 100_000, encoding="utf-8")
    (tmp_path / "table.toml").write_text("[camera]\nsource = ''\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(words: list[str], place: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that refuses `words`, nothing written."""
    before = sorted(place.rglob("*"))
    status = main(words)
    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    zh, slash, en = said.err.partition(" / ")
    assert slash and CHINESE.search(zh) and re.search("[a-z]{2}", en)
    assert sorted(place.rglob("*")) == before
    return said.err


@pytest.mark.parametrize(
    ("words", "zh", "en"),
    [
        (["dance"], "命令 COMMAND 没有 'dance'", "choose from run, "),
        (["score"], "缺少 --hand, --win", "missing: --hand, --win"),
        (["version", "--loud"], "不认识 --loud", "unknown: --loud"),
        (["version", "now"], "不认识 now", "unknown: now"),
        (["score", "--hand"], "--hand 后面缺一个值", "--hand wants a value"),
        (["check-cases"], "缺少 FILE", "missing: FILE"),
        (["run", "--headless=3"], "--headless 不带值", "takes no value"),
        (["run", "--re", "x"], "写得太短", "too short"),
        (["run", "--helpers", "all"], "可写 none, some, many", "choose from none, some, many"),
        (["evaluate"], "缺少", "missing"),
    ],
)
def test_what_the_command_line_cannot_read(
    words: list[str], zh: str, en: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(words, place, capsys)
    assert zh in said
    assert en in said
    assert "--help" in said


@pytest.mark.parametrize("text", ["", "x", "nan", "-1", "1e400", "9" * 5000, "0x1"])
@pytest.mark.parametrize(
    "words",
    [
        ["run", "--headless", "--deals"],
        ["run", "--headless", "--seed"],
        ["run", "--headless", "--speed"],
        ["table", "--deals"],
        ["table", "--seed"],
        ["table", "--speed"],
        ["table", "--unplug-at"],
        ["evaluate", "table", "--jobs"],
        ["evaluate", "table", "--seeds"],
        ["evaluate", "table", "--deals"],
        ["evaluate", "table", "--fps"],
        ["bench", "--hands"],
        ["bench", "--deals"],
        ["bench", "eyes", "--runs"],
        ["replay", "folder", "--auto"],
    ],
)
def test_numbers_that_cannot_be(
    words: list[str], text: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words[-1] in refused([*words, text], place, capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--headless", "--deals", "0"],
        ["run", "--headless", "--speed", "0"],
        ["run", "--headless", "--speed", "inf"],
        ["evaluate", "table", "--jobs", "0"],
        ["evaluate", "table", "--seeds", "3-1"],
        ["evaluate", "table", "--seeds", "1-99999999999"],
        ["evaluate", "table", "--seeds", "1-" + "9" * 400],
        ["evaluate", "table", "--seeds", "9" * 400 + "-" + "9" * 401],
        ["bench", "--hands", "0"],
    ],
)
def test_none_too_many_or_no_end(
    words: list[str], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(words, place, capsys)


@pytest.mark.parametrize(
    "name", ["", "folder", "binary", "/dev/full", "none/there", "x" * 200, "\udcff\udcfe"]
)
@pytest.mark.parametrize(
    "words",
    [
        ["run", "--headless", "--table"],
        ["run", "--headless", "--art"],
        ["run", "--headless", "--screenshot"],
        ["run", "--headless", "--rules"],
        ["run", "--headless", "--table", "table.toml", "--resume"],
        ["table", "--art"],
        ["table", "--camera"],
        ["table", "--rules"],
        ["doctor"],
        ["rules"],
        ["bench", "--rules"],
        ["evaluate", "table", "--rules"],
        ["tablet", "--config"],
    ],
)
def test_names_of_nothing_usable(
    words: list[str],
    name: str,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if words == ["doctor"] and name == "":
        name = "none.toml"
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    refused([*words, name], place, capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["table", "--video", "folder"],
        ["table", "--video", "none/there.avi"],
        ["table", "--truth", "folder"],
        ["table", "--pty", "binary"],
        ["table", "--camera", "http://127.0.0.1:99999/"],
        ["table", "--camera", "ftp://127.0.0.1/"],
        ["table", "--option", "mode"],
        ["table", "--option", "mode=chess"],
        ["table", "--option", "=solo"],
        ["rules", "mzhz", "--out", "folder"],
        ["rules", "mzhz", "--out", "/dev/full"],
        ["rules", "binary.toml"],
        ["rules", "deep.toml"],
        ["run", "--headless", "--table", "deep.toml"],
        ["run", "--headless", "--record", "binary"],
        ["run", "--headless", "--record", "binary/deeper"],
        ["run", "--headless", "--resume", "folder"],
    ],
)
def test_what_cannot_be_served_written_or_chosen(
    words: list[str],
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.virtual_run.load_reader", lambda folder: None)
    refused(words, place, capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*HAND, "--say", "nonsense"], "--say"),
        ([*SICHUAN, "--say", "fed:Z"], "fed:SEAT"),
        ([*SICHUAN, "--mark", "A:missing:q"], "missing:SUIT"),
        ([*SICHUAN, "--mark", "A"], "A:WORD"),
        ([*SICHUAN, "--mark", "A:"], "A:WORD"),
        ([*SICHUAN, "--cat", "A>B"], "--cat"),
        ([*HAND, "--god", "A>A"], "A>B"),
        ([*HAND, "--god", "A>"], "A>B"),
        ([*HAND, "--teams", "AC"], "AC,BD"),
        ([*HAND, "--teams", "AC,BC"], "AC,BD"),
        ([*HAND, "--won", "A"], "--won"),
        ([*HAND, "--removed", "BB"], "--removed"),
        ([*HAND, "--won", "B", "--removed", "B"], "--removed"),
        ([*HAND, "--kind", "discard", "--from", "C", "--won", "C"], "--won"),
        ([*HAND, "--payer-flowers", "1f"], "--from"),
        ([*HAND, "--wild", "?"], "in play"),
        ([*SICHUAN, "--bonus", "1h"], "in play"),
        (["score", "--hand", "", "--win", "4p"], "13"),
        (["score", "--hand", "1m", "--win", "12p"], "no tile"),
        ([*HAND, "--rules", ""], "--rules"),
    ],
)
def test_wins_that_cannot_be(
    words: list[str], said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(words, place, capsys)


@pytest.mark.parametrize(
    "text",
    [
        "[line]\nprofile = 'none.toml'\n",
        "[line]\nprofile = 'binary'\n",
        "[eyes]\nlookz = 3\n",
        "[eyes]\nlooks = -3\n",
        "[eyes]\nlooks = 2.5\n",
        "[eyes]\nlooks = nan\n",
        "[camera]\ncorners = [[1, 1], [9, 9], [9, 1], [1, 9]]\nwidth = 10\nheight = 10\n",
        "[camera]\ncorners = [[1, 1], [9, 1], [9, 9], [1, 9]]\n",
        "[rules]\nid = 'nope'\n",
        "[rules]\noptions = { mode = 'chess' }\n",
    ],
)
def test_refused_settings_leave_no_record(
    text: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "table.toml").write_text(text, encoding="utf-8")
    refused(["run", "--headless", "--table", "table.toml", "--record", "out"], place, capsys)


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (b"", 1, "no case in it"),
        (b"\n\n", 1, "no case in it"),
        (bytes(range(256)), 2, "UTF-8"),
        (b"[" * 100_000, 1, "no JSON"),
        (b"[]\n3\n", 1, "lacks id"),
        (b'{"id":1,"kind":"hu","expected":{},"context":{"dice":1e12}}', 1, "too large"),
        (b'{"id":1,"kind":[],"expected":{"win":true}}', 0, "1 skipped"),
        (b'{"id":1,"kind":"hu","concealed":[5],"expected":{"win":true}}', 1, "malformed"),
    ],
)
def test_files_that_hold_no_case_pass_nothing(
    text: bytes, status: int, said: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "mzhz.jsonl").write_bytes(text)
    assert main(["check-cases", "mzhz.jsonl"]) == status
    told = capsys.readouterr().out
    assert said in told
    assert "0 passed" in told


def test_a_refusal_reaches_another_process_whole() -> None:
    for kind in (UserError, ConfigError, RecordError):
        again = pickle.loads(pickle.dumps(kind("坏\n了", "bro\nken")))
        assert type(again) is kind
        assert (again.zh, again.en) == ("坏 了", "bro ken")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EISDIR])
def test_why_the_system_refused_is_said_in_both_languages(number: int) -> None:
    zh, en = reason(OSError(number, os.strerror(number)))
    assert CHINESE.search(zh)
    assert en.isascii()
