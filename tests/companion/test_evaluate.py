"""`queban evaluate`: what it takes, what it refuses, how figures add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import build_parser, main
from companion.commands.evaluate import _seeds
from companion.commands.run import run_defaults
from companion.errors import UserError
from companion.running import wish_of
from companion.table_figures import SeedFigures, summary


def figures(seed: int, right: int, asked: int, wrong: int, missed: int, extra: int) -> SeedFigures:
    counts = {"right": right, "asked": asked, "wrong": wrong, "missed": missed, "extra": extra}
    return SeedFigures(seed, counts, 2, 1, 1, True, (), 300.0, 60.0)


def test_figures_add_up_over_seeds() -> None:
    found = summary([figures(1, 90, 6, 1, 3, 2), figures(2, 50, 0, 0, 0, 0)])
    assert found["total"] == 150
    assert found["right_or_asked"] == round(146 / 150, 4)
    assert found["extra"] == 2
    assert found["asked_by_eyes"] == 2
    assert found["asked_by_eyes_share"] == round(2 / 150, 4)
    assert summary([])["right_or_asked"] == 0.0


def test_seeds_are_a_range_or_a_list() -> None:
    assert _seeds("1-4") == [1, 2, 3, 4]
    assert _seeds("3") == [3]
    assert _seeds("2,5,9") == [2, 5, 9]
    for text in ("", "a-b", "1,x"):
        with pytest.raises(UserError, match=r"--seeds"):
            _seeds(text)


def test_a_measured_run_is_a_headless_run_answered_by_the_players() -> None:
    args = build_parser().parse_args(["evaluate", "table", "--deals", "3", "--option", "mode=solo"])
    wish = wish_of(run_defaults(args), window=False)
    assert wish.virtual
    assert wish.deals == 3
    assert wish.answers == "table"
    assert wish.speed is None


def test_a_folder_without_pictures_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "detector", str(tmp_path), "--json"]) == 2
    assert main(["evaluate", "detector", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_photos_and_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture", encoding="utf-8")
    assert main(["see", str(text), str(tmp_path / "none.png")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 2
