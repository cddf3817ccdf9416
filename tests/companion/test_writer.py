"""The writer: on disk before on screen, over full disks, refusals and crashes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import session
from companion.observation_log import read_observations
from companion.record import EVENTS, OBSERVATIONS
from companion.session import Plan
from companion.writer import REFUSAL_SHOWN, Writer
from engine.events import Discarded
from engine.log import read_log
from engine.match import Match
from engine.observations import Enter, Undo
from engine.replay import verify
from engine.seat import Seat
from engine.signals import Dice, SignalReceived, WallsUp
from engine.tile import Tile
from engine.view import Health, HealthState, Phase, TableView
from tests.companion.fingers import play_deal

NAMES = ("甲", "乙", "丙", "丁")


class Evening:
    """A writer with what it published."""

    def __init__(self, root: Path, devices: Callable[[], tuple[Health, ...]] = tuple) -> None:
        self.views: list[TableView] = []
        plan = Plan.of("mzhz", {}, NAMES)
        self.writer = session.begin(plan, root, self._publish, devices)
        self.events = self.writer.record.folder / EVENTS
        self.on_disk_when_shown: list[bool] = []

    def _publish(self, view: TableView) -> None:
        self.views.append(view)
        if hasattr(self, "events"):
            lines = self.events.read_text(encoding="utf-8").count("\n") - 1
            self.on_disk_when_shown.append(lines == view.seq)

    def play(self, seed: int = 1) -> float:
        return play_deal(self.writer.match, self.writer.handle, seed)


def test_a_deal_is_on_disk_before_it_is_shown_and_can_be_verified(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.play()
    evening.writer.close()
    assert evening.on_disk_when_shown
    assert all(evening.on_disk_when_shown)
    last = evening.views[-1]
    assert last.phase is Phase.SETTLED
    with evening.events.open(encoding="utf-8") as file:
        log = read_log(file)
    folded = verify(log)
    assert log.header.players == NAMES
    assert len(log.entries) == last.seq
    assert sum(folded.states[-1].scores) == 0
    assert folded.states[-1].scores == tuple(seat.score for seat in last.seats)


def test_the_observations_alone_bring_about_the_same_events(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.play()
    evening.writer.close()
    again = Match(evening.writer.match.rules, None, NAMES)
    path = evening.writer.record.folder / OBSERVATIONS
    with path.open(encoding="utf-8") as file:
        for heard in read_observations(file):
            assert heard.after == again.last_seq
            again.submit(heard.observation, heard.at)
    assert again.entries == evening.writer.match.entries


@pytest.mark.parametrize("torn", [False, True])
def test_killed_after_any_line_the_match_goes_on(tmp_path: Path, torn: bool) -> None:
    evening = Evening(tmp_path)
    evening.play()
    evening.writer.close()
    lines = evening.events.read_bytes().splitlines(keepends=True)
    folder = tmp_path / "cut"
    folder.mkdir()
    for kept in range(2, len(lines), 7):
        tail = lines[kept][:-9] if torn else b""
        (folder / EVENTS).write_bytes(b"".join(lines[:kept]) + tail)
        writer = session.resume(folder, lambda view: None)
        assert writer.match.entries == evening.writer.match.entries[: kept - 1]
        writer.handle(Undo(seen=kept - 1), 1e6)
        writer.close()
        with (folder / EVENTS).open(encoding="utf-8") as file:
            log = read_log(file)
        assert not log.torn
        assert log.entries == tuple(writer.match.entries)


def test_a_full_disk_stops_nothing_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path)
    write, full = os.write, False

    def sometimes(descriptor: int, data: bytes) -> int:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", sometimes)
    evening.writer.handle(SignalReceived(WallsUp((16, 15, 16, 15)), 1, 1, b""), 1)
    full = True
    evening.writer.handle(SignalReceived(Dice(2, 5), 2, 2, b""), 2)
    assert evening.views[-1].dice == (2, 5)
    [record] = [health for health in evening.views[-1].health if health.part.en == "record"]
    assert record.state is HealthState.BAD
    assert "make room" in record.detail.en
    full = False
    evening.writer.tick(10)
    [record] = [health for health in evening.views[-1].health if health.part.en == "record"]
    assert record.state is HealthState.GOOD
    evening.writer.close()
    with evening.events.open(encoding="utf-8") as file:
        assert read_log(file).entries == tuple(evening.writer.match.entries)


def test_a_refused_finger_is_said_with_its_clause_and_then_forgotten(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.writer.handle(Enter(Discarded(Seat.B, Tile.parse("5m")), 0), 1.0)
    [said] = [health for health in evening.views[-1].health if health.part.en == "finger"]
    assert "[" in said.detail.en
    assert evening.writer.match.entries == []
    evening.writer.tick(1.0 + REFUSAL_SHOWN)
    assert all(health.part.en != "finger" for health in evening.views[-1].health)


def test_a_defect_is_said_and_the_record_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path)
    evening.writer.handle(SignalReceived(WallsUp((16, 15, 16, 15)), 1, 1, b""), 1)

    def fail(self: Match, observed: object, time: float) -> None:
        raise ZeroDivisionError("a defect")

    with monkeypatch.context() as patch:
        patch.setattr(Match, "submit", fail)
        evening.writer.handle(SignalReceived(Dice(2, 5), 2, 2, b""), 2)
    [said] = [health for health in evening.views[-1].health if health.part.en == "program"]
    assert "a defect" in said.detail.en
    evening.writer.handle(SignalReceived(Dice(2, 5), 3, 3, b""), 3)
    evening.writer.close()
    with evening.events.open(encoding="utf-8") as file:
        assert read_log(file).entries == tuple(evening.writer.match.entries)
    assert evening.views[-1].dice == (2, 5)


def test_nothing_is_published_when_nothing_changed(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.writer.tick(1)
    shown = len(evening.views)
    evening.writer.tick(2)
    evening.writer.tick(3)
    assert len(evening.views) == shown
    evening.writer.handle(SignalReceived(WallsUp((16, 15, 16, 15)), 4, 1, b""), 4)
    assert len(evening.views) == shown + 1


def test_questions_are_counted_once_by_deal_and_kind(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.play(seed=3)
    writer: Writer = evening.writer
    assert {deal for deal, _ in writer.questions} <= {0, 1}
    asked = {question.id for view in evening.views for question in view.questions}
    assert len(writer.questions) == len(asked)
