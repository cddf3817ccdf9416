"""Every worked case of the files in `golden/`, under each of its readings."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.cases.runner import check_cases, read_cases, run_case

FOLDER = Path(__file__).parent / "golden"
CASES = [
    pytest.param(path, data, id=f"{path.stem}-{data['id']}")
    for path in sorted(FOLDER.glob("*.jsonl"))
    for _, data in read_cases(path)
    if not isinstance(data, str)
]


@pytest.mark.parametrize(("path", "data"), CASES)
def test_case(path: Path, data: dict[str, object]) -> None:
    verdict = run_case(path, data)
    assert verdict.word == "passed", "\n".join(verdict.lines)


def test_every_line_is_a_case() -> None:
    for path in FOLDER.glob("*.jsonl"):
        assert not [entry for _, entry in read_cases(path) if isinstance(entry, str)]


def test_closing_line() -> None:
    out = io.StringIO()
    assert check_cases(sorted(FOLDER.glob("*.jsonl")), out) == 0
    assert out.getvalue().splitlines()[-1] == f"{len(CASES)} passed, 0 failed, 0 skipped"
