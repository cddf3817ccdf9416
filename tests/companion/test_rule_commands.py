"""`queban rules`, `score` and `check-cases` from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import UserError
from companion.house import House, house_of
from engine.rules import PAGES, load

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"


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


def test_every_page_has_worked_cases() -> None:
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} == set(PAGES)


HOUSE = """
rules = "xuezhan"
[options]
base = 5
robbed_fan = true
"""


def test_house_rules_change_listed_options_and_the_digest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(HOUSE, encoding="utf-8")
    house = house_of(str(path))
    assert house == House("xuezhan", {"base": "5", "robbed_fan": "yes"})
    rules = load("xuezhan")
    digest = rules.digest(rules.choose(house.options))
    assert digest != rules.digest()
    assert main(["rules", str(path)]) == 0
    shown = capsys.readouterr().out
    assert digest in shown
    assert "`base` = `5`" in shown
    assert house_of("mcr") == House("mcr")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rules = 'xuezhan'\ncode = 'x'", "not code"),
        ("rules = 'nope'", "one of"),
        ("rules = 'xuezhan'\n[options]\ndance = 1", "no option dance"),
        ("rules = 'xuezhan'\n[options]\ncap = 99", "cap=99"),
        ("rules = ", "is not TOML"),
    ],
)
def test_house_rules_change_nothing_else(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as raised:
        house_of(str(path))
    assert says in raised.value.en


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
