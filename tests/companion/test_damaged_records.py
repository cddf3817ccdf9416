"""Records that were changed, that two programs want, or whose program was killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.errors import RecordError, UserError
from companion.record import EVENTS, MatchRecord, find_records
from companion.replayer import ReplayedMatch, verify_record
from companion.session import read_record
from engine.log import UPCASTERS
from engine.rules import load
from engine.tableview import table_view

Line = dict[str, Any]
_EVENTS: tuple[Line, ...] = (
    {"event": "DealBegan", "number": 1, "dealer": "A"},
    {"event": "WallsRaised", "stacks": [16, 15, 16, 15]},
    {"event": "DiceRolled", "seat": "A", "dice": [5, 3]},
    {"event": "Dealt", "hands": ["?" * 14, "?" * 13, "?" * 13, "?" * 13]},
    {"event": "Flipped", "slot": 56, "tile": "7f"},
    {"event": "Flipped", "slot": 58, "tile": "2m"},
    {"event": "Discarded", "seat": "A", "tile": "5f", "announced": "no_flower"},
    {"event": "Drew", "seat": "B"},
    {"event": "Discarded", "seat": "B", "tile": "9p"},
    {"event": "Drew", "seat": "C"},
)
_LEGAL = 9


def lines(events: tuple[Line, ...] = _EVENTS[:_LEGAL]) -> list[Line]:
    """A record's lines: the header and one entry for each event."""
    rules = load("mzhz")
    options = rules.choose()
    header = {
        "schema": 1, "rules": "mzhz", "options": dict(options), "digest": rules.digest(options),
        "players": ["甲", "乙", "丙", "丁"], "began": 100.0, "program": "queban",
    }  # fmt: skip
    told = {"learnt": "finger", "confidence": 1.0}
    return [
        header,
        *({"seq": n, "time": 100.0 + n, **told, **event} for n, event in enumerate(events, 1)),
    ]


def write(path: Path, found: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in found), encoding="utf-8")
    return path


def test_a_record_that_holds_is_shown_without_a_word_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(write(tmp_path / EVENTS, lines()))]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda found: found[-1].update(tile="8j"), "tile"),
        (lambda found: found[-1].update(seat="C"), "entry 9"),
        (lambda found: found[0].update(digest="0" * 64), "not those of the record"),
        (lambda found: found[0].update(rules="chess"), "chess"),
        (lambda found: found[0].update(options={"mode": "chess"}), "chess"),
        (lambda found: found[0].update(schema=99), "99"),
        (lambda found: found[0].update(schema=-5), "-5"),
        (lambda found: found[0].update(began=1e300), "moment"),
        (lambda found: found.pop(3), "entry 4 where 3 belongs"),
        (lambda found: found.insert(3, [1, 2]), "not an object"),
        (lambda found: found.__setitem__(4, "x"), "not an object"),
    ],
)
def test_replay_says_in_one_line_what_does_not_hold(
    spoil: Callable[[list[Any]], object],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = lines()
    spoil(found)
    record = str(write(tmp_path / EVENTS, found))
    assert main(["replay", record]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert " / " in told
    assert said in told
    assert main(["replay", record, "--verify"]) == 1


def test_one_bad_record_among_many_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()
        write(tmp_path / name / EVENTS, lines())
    (tmp_path / "b" / EVENTS).write_bytes(bytes(range(256)))
    assert main(["replay", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert f"{tmp_path}/c/{EVENTS}".replace("\n", "") in said.out.replace("\n", "")


_ODD: tuple[object, ...] = (
    None, -1, 0, 10**30, float("nan"), float("inf"), "", "A", "5m", "?", "1/0", True, [], ["A"],
    [None], {}, {"event": "Drew", "seat": "A"}, {"event": "Nothing"},
)  # fmt: skip


def _spoilt() -> Iterator[tuple[str, list[Line]]]:
    """Every field of every line with every odd value in its place."""
    for at, line in enumerate(lines()):
        for key in line:
            for odd in _ODD:
                found = lines()
                found[at][key] = odd
                yield f"{at}.{key}={odd!r}", found


def _fate(path: Path, *, fold: bool) -> str:
    """What becomes of a record: read, or the line that refuses it."""
    try:
        log = read_record(path)
        if fold:
            match = ReplayedMatch.of(log)
            for entry in log.entries:
                match.take(entry)
            table_view(match)
    except UserError as error:
        return str(error)
    return "read"


def test_no_value_in_a_record_breaks_its_reader(tmp_path: Path) -> None:
    path = tmp_path / EVENTS
    fates = {
        what: _fate(write(path, found), fold=number % 7 == 0)
        for number, (what, found) in enumerate(_spoilt())
    }
    assert all(fate == "read" or " / " in fate for fate in fates.values())
    assert not any("\n" in fate for fate in fates.values())
    assert fates["0.schema=None"] != "read"
    assert fates["7.tile='5m'"] == "read"


def test_tiles_are_no_other_lists(tmp_path: Path) -> None:
    opened = {"event": "HandOpened", "seat": "A", "tiles": {"event": "Drew", "seat": "A"}}
    found = verify_record(write(tmp_path / EVENTS, lines((*_EVENTS[:_LEGAL], opened))))
    assert "HandOpened.tiles" in found.fault
    won = {"event": "Settled", "rows": [], "net": ["1/0", "0", "0", "0"], "next_dealer": "A"}
    found = verify_record(write(tmp_path / EVENTS, lines((*_EVENTS[:_LEGAL], won))))
    assert "Settled" in found.fault


def test_one_program_alone_writes_a_record(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    first = MatchRecord.open(folder)
    with pytest.raises(RecordError, match=r"另一个程序正在写.* / another program"):
        MatchRecord.open(folder)
    first.events.append(["one"])
    first.close()
    again = MatchRecord.open(folder)
    again.events.append(["two"])
    again.close()
    assert (folder / EVENTS).read_text(encoding="utf-8") == "one\ntwo\n"


def test_matches_begun_in_the_same_second_lie_apart(tmp_path: Path) -> None:
    when = datetime(2026, 5, 1, 20, 0, 0)
    records = [MatchRecord.begin(tmp_path, "mzhz", when) for _ in range(3)]
    assert len({record.folder for record in records}) == 3
    for record in records:
        record.close()
    assert len(find_records(tmp_path)) == 3


_WRITER = """
import sys, time
from companion.record import MatchRecord
from pathlib import Path
record = MatchRecord.open(Path(sys.argv[1]))
record.events.append(sys.stdin.read().splitlines())
record.events._open()
import os
os.write(record.events._descriptor, b'{"seq": 10, "ti')
print("written", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_killed_program_leaves_a_record_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "match"
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert writer.stdin is not None and writer.stdout is not None
    writer.stdin.write("".join(json.dumps(line) + "\n" for line in lines()))
    writer.stdin.close()
    assert writer.stdout.readline() == "written\n"
    with pytest.raises(RecordError, match="another program"):
        MatchRecord.open(folder)
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait(30)
    writer.stdout.close()
    assert main(["replay", "--verify", str(folder)]) == 0
    assert "torn" in capsys.readouterr().out
    record = MatchRecord.open(folder)
    record.events.append([json.dumps(lines(_EVENTS)[10])])
    record.close()
    assert len(read_record(folder / EVENTS).entries) == len(_EVENTS)


def test_a_record_of_an_earlier_form_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def since(line: Line) -> Line:
        """Form 0 called a tile `face`."""
        return {("tile" if key == "face" else key): value for key, value in line.items()}

    found = [
        {("face" if key == "tile" else key): value for key, value in line.items()}
        for line in lines()
    ]
    found[0]["schema"] = 0
    old = write(tmp_path / EVENTS, found)
    assert "0" in verify_record(old).fault
    monkeypatch.setitem(UPCASTERS, 0, since)
    assert verify_record(old).fault == ""
    assert verify_record(old).entries == _LEGAL
