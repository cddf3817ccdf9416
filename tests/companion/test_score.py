from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules_page import render
from companion.told_win import meld_of
from engine.rules import PAGES, load

HAND = ["score", "--hand", "123456m789p23p55p", "--win", "4p"]


def test_score_prints_fans_clauses_and_payments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*HAND, "--kind", "discard", "--from", "C", "--god", "A>C"]) == 0
    text = capsys.readouterr().out
    assert "无百搭 No joker: 1 番 [D4.(五)9]" in text
    assert "合计 total: 1 番, 2 分 points" in text
    assert "C → A: 3" in text


def test_score_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    melds = ["--meld", "55p1j", "--meld", "5p2h1j,mouse=5p"]
    hand = ["score", "--hand", "1j5p123s78s", "--win", "9s", "--bonus", "5p", "--json"]
    assert main([*hand, *melds, "--option", "removed_pays=yes", "--removed", "B"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["total"] == 3
    assert {fan["name"]: fan["count"] for fan in said["fans"]}["根"] == 2
    assert said["jokers"] == "5p"
    assert [row["from"] for row in said["payments"]] == ["B", "C", "D"]


def test_a_hand_of_another_page(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["score", "--rules", "xuezhan", "--hand", "234456m77p34p", "--win", "5p"]
    assert main([*hand, "--meld", "concealed=9999m", "--entry", "kong", "--won", "B"]) == 0
    text = capsys.readouterr().out
    assert "杠上花" in text
    assert "合计 total: 2 番, 12 分 points" in text
    assert "B → A" not in text
    heaven = ["--meld", "999m@C", "--say", "first_turn", "--dealer", "A"]
    assert main([*hand, *heaven]) == 0
    assert "天胡" in capsys.readouterr().out
    assert main([*hand, "--meld", "777s@C"]) == 1
    assert "¶10" in capsys.readouterr().out


def test_a_chow_and_honours_and_marks(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["score", "--rules", "xuezhan", "--hand", "55m23s", "--win", "4s"]
    melds = ["--meld", "123s@D", "--meld", "chow=456s@D", "--meld", "999m"]
    assert main([*hand, *melds]) == 0
    assert main([*hand, *melds, "--mark", "A:missing:m"]) == 1
    assert "定缺" in capsys.readouterr().out
    assert meld_of("777z@B").tile.code == "7z"


def test_what_does_not_count_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["score", "--hand", "222555p8p", "--win", "8p", "--kind", "discard", "--from", "B"]
    assert main([*hand, "--meld", "concealed=1111j", "--meld", "5555s"]) == 0
    text = capsys.readouterr().out
    assert "不另计 not counted:" in text
    assert "已计将对" in text


def test_no_win_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--hand", "123456m789p23p55p", "--win", "9p"]) == 1
    assert "D4.二.(一)" in capsys.readouterr().out
    assert main(["score", "--hand", "123456m789p23p55p", "--win", "9p", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["win"] is False


def test_a_flower_win_with_a_hidden_hand(capsys: pytest.CaptureFixture[str]) -> None:
    hidden = ["score", "--hand", "?" * 13, "--win", "8f", "--kind", "seven_flowers", "--from", "D"]
    assert main([*hidden, "--flowers", "123456f", "--payer-flowers", "7f"]) == 0
    assert "D → A: 64" in capsys.readouterr().out
    assert main([*hidden, "--flowers", "123456f"]) == 1


@pytest.mark.parametrize(
    "args",
    [
        ["--hand", "123x", "--win", "4p"],
        ["--hand", "11111p", "--win", "4p"],
        [*HAND[1:], "--kind", "discard"],
        [*HAND[1:], "--from", "B"],
        [*HAND[1:], "--kind", "discard", "--from", "A"],
        [*HAND[1:], "--option", "moon"],
        [*HAND[1:], "--option", "moon=full"],
        [*HAND[1:], "--cat", "AB"],
        [*HAND[1:], "--meld", "135s"],
        [*HAND[1:], "--meld", "12s"],
        [*HAND[1:], "--meld", "concealed=111s"],
        [*HAND[1:], "--seat", "Q"],
        ["--hand", "123456m789p?3p55p", "--win", "4p"],
    ],
)
def test_bad_input_is_one_line(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *args]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert " / " in said.err


@pytest.mark.parametrize("page", PAGES)
def test_the_page_in_docs_is_the_generated_one(page: str) -> None:
    written = Path(__file__).parents[2] / "docs" / "rules" / f"{page}.md"
    assert written.read_text(encoding="utf-8") == render(load(page))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_every_fan_and_option(page: str) -> None:
    rules = load(page)
    text = render(rules)
    for fan in rules.fans:
        assert f"| {fan.name.zh} | {fan.name.en} | {fan.value} |" in text
    for option in rules.options:
        assert f"`{option.name}`" in text
        for choice in option.choices:
            assert f"`{choice.value}`" in text
