"""The page of known failures names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "known-failures.md").read_text(encoding="utf-8")


def test_every_row_names_tests_that_are_there() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "毛病" not in line]
    assert len(rows) > 40
    assert all("`test_" in row for row in rows)
    tests = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/test_*.py"))
    there = set(re.findall(r"^ *def (test_\w+)\(", tests, re.MULTILINE))
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= there
