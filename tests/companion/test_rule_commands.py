"""`queban rules`, `score` and `check-cases` from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from engine.rules import PAGES


def test_rules_lists_every_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == list(PAGES)


def test_a_page_can_be_kept_as_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mzhz"]) == 0
    page = capsys.readouterr().out
    assert main(["rules", "mzhz", "--out", str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8").strip() == page.strip()
    assert main(["rules", "mzhz", "--out", str(tmp_path / "no" / "page.md")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_an_unknown_page_is_answered_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "nope"]) == 2
    assert "mzhz" in capsys.readouterr().err


def test_case_files_that_are_missing_or_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-cases", str(tmp_path / "none.jsonl")]) == 2
    (tmp_path / "mzhz.jsonl").write_text("{}\n", encoding="utf-8")
    assert main(["check-cases", str(tmp_path / "mzhz.jsonl")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
