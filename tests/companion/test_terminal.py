"""The table as text: what is shown of a view, and what is new in the next one."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from companion.terminal import (
    MOST_CANDIDATES,
    TextLog,
    match_table,
    payment_table,
    question_lines,
    seat_table,
    table_panel,
)
from engine.view import Health, HealthState, LogLine, Phase, TableView, Text
from ui.gallery.scenes import scenes

VIEWS = {scene.name: scene.view for scene in scenes()}


def text_of(*parts: object) -> str:
    console = Console(file=StringIO(), width=160)
    for part in parts:
        console.print(part)
    out = console.file
    assert isinstance(out, StringIO)
    return out.getvalue()


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_can_be_shown(name: str) -> None:
    view = VIEWS[name]
    said = text_of(table_panel(view), payment_table(view), match_table(view))
    for seat in view.seats:
        assert seat.name in said
    for meld in (meld for seat in view.seats for meld in seat.melds):
        assert meld.tiles[0].chinese in said


def test_hidden_hands_are_a_count() -> None:
    view = VIEWS["03-playing"]
    assert all(seat.opened is None for seat in view.seats)
    said = text_of(table_panel(view))
    for seat in view.seats:
        assert f"手 {seat.hand_count}" in said


def test_questions_show_their_candidates_and_whose_they_are() -> None:
    by_eyes = text_of(table_panel(VIEWS["05-question"]))
    by_rule = text_of(table_panel(VIEWS["06-question-by-rule"]))
    assert "eyes unsure" in by_eyes
    assert "1. 四筒" in by_eyes
    assert "by rule" in by_rule


def test_a_question_of_any_tile_shows_the_likeliest_and_names_the_rest() -> None:
    (question,) = VIEWS["73-unread"].questions
    lines = question_lines(question).plain.splitlines()
    assert len(question.candidates) > 30
    assert len(lines) == 1 + MOST_CANDIDATES + 1
    assert "七筒" in lines[1] and "九筒" in lines[2]
    told = "".join(lines)
    assert all(candidate.tiles[0].chinese in told for candidate in question.candidates)


def test_pending_wins_show_no_points() -> None:
    said = text_of(table_panel(VIEWS["07-three-pending"]))
    assert said.count("scored when hands open") == 3
    assert "合计 total" not in said


def test_a_settled_deal_shows_fans_clauses_and_who_pays() -> None:
    view = VIEWS["08-settled"]
    said = text_of(table_panel(view), payment_table(view))
    for win in view.wins:
        for fan in win.fans:
            assert fan.name.zh in said
            assert fan.clause in said
    assert "16" in said
    assert "0.5" in said


class Shown:
    """Feeds views to a `TextLog` and tells what each one printed."""

    def __init__(self) -> None:
        self._out = StringIO()
        self._log = TextLog(Console(file=self._out, width=160))

    def show(self, view: TableView) -> str:
        start = self._out.tell()
        self._log.show(view)
        return self._out.getvalue()[start:]


def test_the_log_prints_only_what_is_new() -> None:
    base = replace(VIEWS["03-playing"], questions=(), health=())
    line = LogLine(base.seq + 1, Text("甲打三条", "A discards 3 bamboo"))
    shown = Shown()
    shown.show(base)
    assert shown.show(base) == ""
    later = replace(base, seq=line.seq, log=(*base.log, line))
    said = shown.show(later)
    assert "甲打三条" in said
    assert said.count("\n") == 1


def test_a_question_and_a_change_of_health_are_told_once() -> None:
    shown = Shown()
    asking, lost = VIEWS["05-question"], VIEWS["11-camera-lost"]
    assert "？" in shown.show(asking)
    assert "？" not in shown.show(asking)
    said = shown.show(lost)
    assert any(health.detail.zh in said for health in lost.health)
    assert shown.show(lost) == ""


def test_each_deal_is_settled_once() -> None:
    shown = Shown()
    view = VIEWS["08-settled"]
    assert view.phase is Phase.SETTLED
    assert "settlement of deal 3" in shown.show(view)
    assert "settlement of deal" not in shown.show(view)
    assert "settlement of deal 4" in shown.show(replace(view, deal=4))


def test_what_lies_where_it_cannot_is_said_once() -> None:
    shown = Shown()
    view = VIEWS["06-question-by-rule"]
    assert view.discrepancy is not None
    assert "！" in shown.show(view)
    assert "！" not in shown.show(view)


def test_what_goes_on_working_is_told_once_whatever_it_measures() -> None:
    out = StringIO()
    log = TextLog(Console(file=out, width=160))
    base = replace(VIEWS["03-playing"], questions=())
    for took in (25, 80, 55):
        seen = Health(Text("看牌", "eyes"), HealthState.GOOD, Text(f"{took} 毫秒", f"{took} ms"))
        log.show(replace(base, health=(seen,)))
    assert "25 毫秒" in out.getvalue()
    assert "80 毫秒" not in out.getvalue()
    lost = Health(Text("看牌", "eyes"), HealthState.BAD, Text("看不见", "no sight"))
    log.show(replace(base, health=(lost,)))
    assert "看不见" in out.getvalue()


@pytest.mark.parametrize("width", [40, 52, 80, 120])
def test_no_tile_is_cut_off_however_narrow_the_terminal(width: int) -> None:
    view = VIEWS["03-playing"]
    console = Console(file=StringIO(), width=width)
    console.print(seat_table(view))
    out = console.file
    assert isinstance(out, StringIO)
    said = "".join(out.getvalue().split())
    assert "…" not in said
    for seat in view.seats:
        for tile in seat.river:
            assert tile.tile.chinese in said
