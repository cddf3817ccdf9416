"""Answers typed at the terminal: numbers, tiles in three ways, words."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from companion.answering import first_of
from companion.keys import TypedLines
from companion.terminal import table_panel
from companion.typed_answer import HINT, TypedAnswers, TypedReply, candidate_of, tile_named
from engine.observations import Answer, Command
from engine.tile import KINDS, Tile
from engine.view import Candidate, QuestionView, TableView, Text
from ui.gallery.scenes import scenes

VIEWS = {scene.name: scene.view for scene in scenes()}
UNREAD = VIEWS["73-unread"]


def asked(*codes: str, nothing: bool = False) -> QuestionView:
    """A question whose candidates each have the tiles of one word."""
    candidates = [
        Candidate(
            Text(f"打{code}", f"discard {code}"), tuple(map(Tile.parse, code.split())), 0.5
        )
        for code in codes
    ]
    if nothing:
        candidates.append(Candidate(Text("都不是", "none of them"), (), 0.1))
    return replace(UNREAD.questions[0], candidates=tuple(candidates))


@pytest.mark.parametrize("tile", KINDS)
def test_a_tile_is_named_by_code_or_in_either_language(tile: Tile) -> None:
    for name in (tile.code, tile.chinese, tile.english, tile.code.upper(), f" {tile.chinese} "):
        assert tile_named(name) is tile


@pytest.mark.parametrize(
    "line",
    ["5m", "五万", "5 characters", "5M", "五 万", "2", " 2 ", "打5m", "５ｍ", "２", "打５ｍ"],
)
def test_each_way_of_saying_it_means_the_same(line: str) -> None:
    assert candidate_of(line, asked("4p", "5m", "6s", nothing=True)) == 1


def test_words_answer_what_has_no_tile() -> None:
    question = asked("4p", "5m", nothing=True)
    assert candidate_of("都不是", question) == 2
    assert candidate_of("None of them", question) == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0", "没有 0 号"), ("9", "没有 9 号"), ("7s", "不会是七条"), ("5m", "有几种"),
        ("嗯", "看不懂"), ("", "打编号或牌"), ("  ", "打编号或牌"), ("9" * 5000, "没有 999"),
        ("９" * 5000, "没有 999"), ("-1", "看不懂"), ("5x", "看不懂"), ("²", "看不懂"),
        ("嗯" * 5000, "看不懂"), ("10m", "看不懂"),
    ],
)
def test_what_is_no_answer_is_said(line: str, why: str) -> None:
    said = candidate_of(line, asked("4p", "5m", "5m 6m"))
    assert isinstance(said, Text)
    assert why in said.zh
    assert said.en
    assert max(len(said.zh), len(said.en)) < 120


def test_lines_answer_the_first_question_once() -> None:
    sent: list[Command] = []
    answers = TypedAnswers(sent.append)
    view = replace(UNREAD, questions=(asked("4p", "5m"), asked("6s")))
    assert not answers.hear([], view)
    answers.hear(["", "zz"], view)
    assert sent == []
    assert answers.said is not None
    answers.hear(["5m", "5m"], view)
    assert sent == [Answer(view.questions[0].id, 1, view.seq)]
    assert answers.said is not None
    assert "没有要答" in answers.said.zh
    answers.hear(["1"], replace(view, questions=()))
    assert len(sent) == 1


def test_who_types_comes_before_those_at_the_table() -> None:
    lines: list[str] = []
    said: list[Text] = []

    def poll() -> list[str]:
        typed, lines[:] = list(lines), []
        return typed

    answer = first_of(TypedReply(poll, said.append), lambda _question: None)
    question = asked("4p", "5m")
    lines += ["2"]
    assert answer(question) is None, "typed before it was asked"
    lines += ["?", "五万"]
    assert answer(question) == 1
    assert [text is HINT for text in said] == [True, False]
    assert first_of(TypedReply(poll, said.append), lambda _question: 0)(question) == 0


def shown(view: TableView, prompt: tuple[str, Text | None] | None) -> str:
    console = Console(file=StringIO(), width=160)
    console.print(table_panel(view, prompt))
    out = console.file
    assert isinstance(out, StringIO)
    return out.getvalue()


def test_the_prompt_stands_below_a_question_only() -> None:
    assert HINT.en in shown(UNREAD, ("", None))
    assert "› 五万▏" in shown(UNREAD, ("五万", None))
    assert HINT.en not in shown(UNREAD, None)
    assert HINT.en not in shown(VIEWS["03-playing"], ("", None))


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], object]]:
    """Types into a pseudo-terminal that is this program's keyboard."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    with os.fdopen(slave, "r", closefd=False) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda typed: os.write(master, typed)
    os.close(master)
    os.close(slave)


def _until(poll: Callable[[], list[str]], lines: int) -> list[str]:
    found: list[str] = []
    end = time.monotonic() + 10
    while len(found) < lines and time.monotonic() < end:
        found += poll()
        threading.Event().wait(0.01)
    return found


def test_keys_become_lines_without_waiting(keyboard: Callable[[bytes], object]) -> None:
    with TypedLines(drawn=True) as typed:
        assert typed.there
        assert typed.poll() == []
        head, tail = "五".encode()[:2], "五".encode()[2:]
        keyboard(b"6\x7f" + head)
        threading.Event().wait(0.05)
        assert typed.poll() == []
        keyboard(tail + "万".encode() + b"\n3p")
        assert _until(typed.poll, 1) == ["五万"]
        assert typed.pending == "3p"
        keyboard(b"\r")
        assert _until(typed.poll, 1) == ["3p"]


def test_what_is_pasted_by_mistake_is_cut_and_a_terminal_may_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    with os.fdopen(slave, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with TypedLines(drawn=False) as typed:
            for _ in range(3):
                os.write(master, b"9" * 300 + b"\n")
            os.write(master, b"\x1b\x00\xff5m\n")
            found = _until(typed.poll, 4)
            assert max(map(len, found)) == 200
            assert found[-1].endswith("5m")
            os.close(master)
            assert typed.poll() == []
            assert not typed.there


def test_without_a_keyboard_there_are_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("5m\n"))
    with TypedLines(drawn=False) as typed:
        assert not typed.there
        assert typed.poll() == []
