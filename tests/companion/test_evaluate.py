"""`queban evaluate`: what it takes, what it refuses, how figures add up."""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import pytest

from companion.cli import build_parser, main
from companion.commands.evaluate import seeds_of
from companion.commands.run import run_defaults
from companion.grades import Grades
from companion.running import wish_of
from companion.table_figures import SeedFigures, measure, summary


def figures(seed: int, *grades: Grades) -> SeedFigures:
    counts = {"right": 90, "asked": 6, "wrong": 1, "missed": 3, "extra": 2}
    return SeedFigures(
        seed, counts, 2, 1, len(grades), True, (), 300.0, 60.0,
        grades, discrepancies=3, frames=400, looking=50.0,
    )  # fmt: skip


def test_figures_are_shares_of_events_or_counts_for_each_deal() -> None:
    good = Grades(1, 60, 58, 2, 0, True, True, (0.1, 0.2, 0.3), (1.0, 2.0))
    bad = Grades(2, 40, 36, 1, 4, False, False, (0.5,))
    found = summary([figures(1, good), figures(2, bad)])
    assert found == {
        "right_untouched": 0.94, "asked": 0.03, "wrong_unasked": 0.04,
        "payments_right": 0.5, "deals_equal_truth": 0.5, "discrepancies": 3.0,
        "questions_rule": 2.0, "questions_eyes": 1.0,
        "latency_ms": {"median": 250, "p95": 500},
        "latency_from_event_ms": {"median": 1500, "p95": 2000},
        "fps": 8.0, "events": 100, "deals": 2,
    }  # fmt: skip
    assert figures(1, good).total == 100
    assert summary([])["right_untouched"] == 0.0


def test_two_processes_measure_what_one_does(tmp_path: Path) -> None:
    words = ["evaluate", "table", "--option", "mode=four_winds", "--helpers", "some"]
    wish = wish_of(run_defaults(build_parser().parse_args(words)), window=False)
    assert wish.plan.options["mode"] == "four_winds"
    assert wish.helpers == "some"
    again = pickle.loads(pickle.dumps(wish))
    assert again.plan.rules is wish.plan.rules
    assert again == wish
    found = list(measure(wish, [4, 2], jobs=2, limit=1.0))
    assert [seed.seed for seed in found] == [4, 2]
    assert all(seed.frames == 4 and not seed.grades for seed in found)
    assert all(seed.to_json()["cpu_s"] > 0 for seed in found)


def test_seeds_are_a_range_or_a_list() -> None:
    assert list(seeds_of("1-4")) == [1, 2, 3, 4]
    assert list(seeds_of("3")) == [3]
    assert list(seeds_of("2,5,9")) == [2, 5, 9]
    assert len(seeds_of("0-9999")) == 10_000
    for text in ("", "a-b", "1,x", "-3", "9-1", "1-99999999999", "1,,2"):
        with pytest.raises(argparse.ArgumentTypeError, match=r"1,4,7"):
            seeds_of(text)


def test_a_measured_run_is_a_headless_run_answered_by_the_players() -> None:
    words = ["evaluate", "table", "--deals", "3", "--option", "mode=solo", "--profile", "home"]
    wish = wish_of(run_defaults(build_parser().parse_args(words)), window=False)
    assert (wish.profile, wish.helpers) == ("home", "none")
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
