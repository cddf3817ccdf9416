from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cases.alternatives import WORDS, option_for
from companion.cases.case import Case, Unknown
from companion.cases.runner import check_cases, run_case
from engine.rules import load
from engine.tile import parse_tiles

WINS: dict[str, Any] = {
    "id": "P1",
    "mode": "单打",
    "kind": "hu",
    "concealed": [tile.code for tile in parse_tiles("123456m789p23p55p")],
    "melds": [],
    "flowers": [],
    "win_tile": "4p",
    "win_kind": "dianpao",
    "context": {"winner": "A", "payer": "C", "entry": "head", "won_before": [], "removed": []},
    "baopai": "1s",
    "expected": {
        "legal": True, "fans": {"无百搭": 1}, "total_fan": 1, "payments": {"A": 2, "C": -2.0},
    },
}  # fmt: skip


def case(**change: Any) -> dict[str, Any]:
    return {**WINS, **change}


def check(tmp_path: Path, *lines: dict[str, Any] | str) -> tuple[int, list[str]]:
    path = tmp_path / "mzhz.jsonl"
    texts = [entry if isinstance(entry, str) else json.dumps(entry) for entry in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    out = io.StringIO()
    return check_cases([path], out), out.getvalue().splitlines()


def test_a_right_case_passes(tmp_path: Path) -> None:
    assert check(tmp_path, WINS) == (0, ["1 passed, 0 failed, 0 skipped"])


def test_a_failure_shows_expected_and_got(tmp_path: Path) -> None:
    wrong = case(expected={"total_fan": 2, "payments": {"A": 4, "C": -4}})
    status, lines = check(tmp_path, wrong)
    assert status == 1
    assert lines[0].endswith("total_fan: expected 2, got 1")
    assert lines[1].endswith("payments: expected {A: 4, C: -4}, got {A: 2, C: -2}")
    assert lines[2] == "0 passed, 1 failed, 0 skipped"


def test_a_hand_that_should_win_and_does_not(tmp_path: Path) -> None:
    _, lines = check(tmp_path, case(win_tile="9p"))
    assert "legal: expected True, got False" in lines[0]
    assert "不成牌型" in lines[1]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "riddle"},
        {"mode": "三打"},
        {"win_kind": "luck"},
        {"context": {**WINS["context"], "moon": 1}},
        {"expected": {"beauty": 3}},
        {"alternative_expected": {"by moonlight": {"total_fan": 2}}},
    ],
)
def test_what_is_not_known_is_skipped_with_its_reason(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    status, lines = check(tmp_path, case(**change))
    assert status == 0
    assert "略过 skipped" in lines[0]
    assert lines[-1] == "0 passed, 0 failed, 1 skipped"


def test_a_page_that_is_not_there_is_skipped() -> None:
    verdict = run_case(Path("chess.jsonl"), {"id": "1", "kind": "hu", "expected": {}})
    assert verdict.word == "skipped"
    assert "chess" in verdict.lines[0]


def test_bad_lines_and_files(tmp_path: Path) -> None:
    status, lines = check(tmp_path, "{nonsense", '{"id": "x"}', "", WINS)
    assert status == 1
    assert "JSON" in lines[0]
    assert lines[-1] == "1 passed, 2 failed, 0 skipped"
    out = io.StringIO()
    assert check_cases([tmp_path / "none.jsonl"], out) == 2


def test_a_wrong_alternative_fails_under_its_option(tmp_path: Path) -> None:
    other = case(
        win_tile="1j",
        readings=["OR-07"],
        expected={"legal": True, "total_fan": 0},
        alternative_expected={"百搭 discard can only be 碰/杠": {"legal": True}},
    )
    status, lines = check(tmp_path, other)
    assert status == 1
    assert "win_on_joker=no: legal: expected True, got False" in lines[0]


def test_alternatives_are_options_of_the_page() -> None:
    rules = load("mzhz")
    for name, value in WORDS.values():
        assert rules.choose({name: value})[name] == value != rules.choose()[name]


def test_alternatives_are_found_by_the_reading() -> None:
    def found(words: str, *readings: str) -> tuple[str, str]:
        return option_for(Case(load("mzhz"), {"readings": readings}), words)

    assert found("ready players also pay", "OR-01") == ("ready_payers", "all_unwon")
    assert found("payers=all", "OR-01", "OR-02") == ("ready_payers", "all_unwon")
    assert found("cfg.zhahu_ends_hand=true") == ("false_win_ends_deal", "yes")
    assert found("removed_pays_zimo=true", "OR-03") == ("removed_pays", "yes")
    with pytest.raises(Unknown):
        found("something else", "OR-01", "OR-02")
    with pytest.raises(Unknown):
        found("something else", "OR-99")
