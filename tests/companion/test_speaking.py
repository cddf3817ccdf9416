"""How the program speaks and stops: help, closed outputs, full disks, signals."""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import STOPPED, TERMINATED, build_parser, main
from companion.commands import rules as a_command
from companion.parser import Parser, cells, wrapped
from companion.stopping import Terminated

ROOT = Path(__file__).parents[2]
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from parsers(child)


ALL_PARSERS = {parser.prog: parser for parser in parsers(build_parser())}


@pytest.mark.parametrize("prog", ALL_PARSERS)
def test_help_speaks_both_languages_and_fits_a_phone(
    prog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = ALL_PARSERS[prog]
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            assert action.help and CHINESE.search(action.help), (prog, action.dest)
            assert re.search("[a-z]{2}", action.help), (prog, action.dest)
    monkeypatch.setenv("COLUMNS", "44")
    said = parser.format_help()
    assert said.startswith("用法 usage: queban")
    assert "可选的 / options" in said
    told = said[said.index("可选的 / options") :].partition("\n\n")[0]
    assert not [line for line in told.splitlines() if cells(line) > 44 and " / " in line]


def test_lines_break_between_chinese_letters_and_lose_nothing() -> None:
    text = "画面有多难：clean 正上方、干净，home 家里的样子 / how hard the picture is"
    lines = list(wrapped(text, 20))
    assert max(map(cells, lines)) <= 22
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def queban(*words: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **more.pop("env", {})}  # type: ignore[dict-item]
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output="stdout" not in more,
        env=environment,
        timeout=60,
        check=False,
        **more,  # type: ignore[call-overload]
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_the_output_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = queban("rules", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
    assert "磁盘满了" in done.stderr.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
@pytest.mark.parametrize(
    ("shell", "status"),
    [("version >&-", 0), ("dance >&- 2>&-", 2), ("rules mzhz | head -1 >/dev/null", 0)],
)
def test_an_output_that_is_closed(shell: str, status: int) -> None:
    done = subprocess.run(
        f"{sys.executable} -m companion {shell}", shell=True, capture_output=True, timeout=60
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
def test_a_reader_that_leaves_a_table_early(tmp_path: Path) -> None:
    told = (
        "from companion.terminal import open_console\n"
        "console = open_console()\n"
        "for _ in range(20000):\n"
        "    console.print('x' * 99)\n"
    )
    code = f"from companion import cli\ncli._run = lambda *_: exec({told!r})\nprint(end='')\n"
    code += "raise SystemExit(cli.main([]))"
    (tmp_path / "long.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        f"set -o pipefail; {sys.executable} {tmp_path}/long.py | head -1",
        shell=True, executable="/bin/bash", capture_output=True, timeout=120, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_terminal_without_chinese_and_a_place_without_a_home() -> None:
    plain = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "HOME": "/none/there", "COLUMNS": "x"}
    done = queban("version", env=plain)
    assert done.returncode == 0
    assert b"Queban" in done.stdout
    assert queban("dance", env=plain).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, STOPPED), (signal.SIGTERM, TERMINATED)]
)
def test_whoever_stops_the_program_finds_things_closed(
    number: signal.Signals,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    closed = []

    def long(args: argparse.Namespace) -> int:
        try:
            signal.raise_signal(number)
            time.sleep(5)
        finally:
            closed.append(True)
        return 0

    monkeypatch.setattr(a_command, "run", long)
    # A job in the background begins with Ctrl-C ignored.
    asked = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, asked))
    before = signal.getsignal(signal.SIGTERM)
    assert main(["rules"]) == status
    assert closed
    assert "已停 / stopped" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGTERM) is before
    assert issubclass(Terminated, KeyboardInterrupt)


def test_a_parser_of_the_command_line_is_ours_all_the_way_down() -> None:
    assert all(isinstance(parser, Parser) for parser in ALL_PARSERS.values())


def test_the_readme_lists_every_command_and_writes_none_wrong() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `queban ([a-z-]+)", text, re.MULTILINE)
    offered = [prog.split()[1] for prog in ALL_PARSERS if prog.count(" ") == 1]
    assert sorted(listed) == sorted(offered)
    written = re.findall(r"\.venv/bin/(queban [^#`\n>]+)", text)
    assert len(written) > 3
    for line in written:
        build_parser().parse_args(line.split()[1:])
