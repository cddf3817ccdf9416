"""The threads together: order, deaths, fingers, and an end that loses nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from companion import session
from companion.inbox import Inbox
from companion.realtime import HealthBoard, Realtime
from companion.record import EVENTS
from companion.session import Plan
from engine.events import WallsRaised
from engine.observations import Enter, Undo
from engine.signals import Dice, Signal, SignalReceived, WallsUp
from engine.view import Health, HealthState, TableView, Text

NAMES = ("甲", "乙", "丙", "丁")
PART = Text("说话的", "talker")


class Talker:
    """A worker that says some signals from a thread of its own, and may die of it."""

    def __init__(self, inbox: Inbox, signals: list[Signal], *, deaths: int = 0) -> None:
        self._inbox = inbox
        self._signals = signals
        self._deaths = deaths
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.starts = 0

    def start(self) -> None:
        self.starts += 1
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def alive(self) -> bool:
        return self._stopping.is_set() or (self._thread is not None and self._thread.is_alive())

    def health(self) -> tuple[Health, ...]:
        return (Health(PART, HealthState.GOOD, Text("", "")),)

    def _run(self) -> None:
        if self._deaths:
            self._deaths -= 1
            return
        for number, signal in enumerate(self._signals):
            self._inbox.put(SignalReceived(signal, float(number), number, b""))
        self._stopping.wait()


class Evening:
    def __init__(
        self,
        root: Path,
        signals: list[Signal],
        *,
        deaths: int = 0,
        each_tick: Callable[[float], bool] = lambda _: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.views: list[TableView] = []
        self.inbox = Inbox()
        self.deals: list[int] = []
        board = HealthBoard()
        self.talker = Talker(self.inbox, signals, deaths=deaths)
        self.writer = session.begin(Plan.of("mzhz", {}, NAMES), root, self.views.append, board)
        self.realtime = Realtime(
            self.writer,
            self.inbox,
            [self.talker],
            clock,
            health=board,
            begin_deal=self.deals.append,
            each_tick=each_tick,
        )

    def wait_for(self, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + 20
        while not holds():
            assert time.monotonic() < until, "nothing came of it"
            time.sleep(0.01)


WALLS = WallsUp((16, 15, 16, 15))


def test_what_was_said_before_the_end_is_in_the_record(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [WALLS, Dice(2, 3)])
    evening.realtime.start()
    evening.wait_for(lambda: evening.writer.match.last_seq >= 3)
    evening.inbox.put(Undo(seen=evening.writer.match.last_seq))
    evening.realtime.stop()
    text = (evening.writer.record.folder / EVENTS).read_text(encoding="utf-8")
    assert "Corrected" in text.splitlines()[-1]
    assert evening.deals == [1]
    assert not any(thread.name == "writer" for thread in threading.enumerate())


def test_a_dead_device_is_started_again_and_said(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [WALLS], deaths=1)
    evening.realtime.start()
    evening.wait_for(lambda: evening.writer.match.last_seq >= 2)
    evening.realtime.stop()
    assert evening.talker.starts == 2
    states = [h.state for view in evening.views for h in view.health if h.part == PART]
    assert HealthState.WAIT in states


def test_a_finger_reaches_the_books_while_devices_talk(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [])
    evening.realtime.start()
    evening.inbox.put(Enter(WallsRaised((16, 15, 16, 15)), 0))
    evening.wait_for(lambda: bool(evening.views) and evening.views[-1].deal == 1)
    evening.realtime.stop()


def test_the_match_may_end_by_itself(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [], each_tick=lambda _: False)
    evening.realtime.start()
    assert evening.realtime.wait(20)
    evening.realtime.stop()


def test_a_broken_screen_is_not_hidden(tmp_path: Path) -> None:
    def fall(_: float) -> bool:
        raise ZeroDivisionError("a defect")

    evening = Evening(tmp_path, [], each_tick=fall)
    evening.realtime.start()
    assert evening.realtime.wait(20)
    with pytest.raises(ZeroDivisionError):
        evening.realtime.stop()
    assert evening.writer.record.waiting == 0


def test_a_device_that_cannot_start_leaves_nothing_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Talker) -> None:
        raise OSError("no more ports")

    evening = Evening(tmp_path, [])
    monkeypatch.setattr(Talker, "start", refuse)
    with pytest.raises(OSError, match="no more ports"):
        evening.realtime.start()
    assert not any(thread.name == "writer" for thread in threading.enumerate())


def test_a_writer_that_fails_is_seen_on_the_screen(tmp_path: Path) -> None:
    def fall(_: float) -> bool:
        raise ZeroDivisionError("a defect")

    evening = Evening(tmp_path, [], each_tick=fall)
    evening.realtime.start()
    assert evening.realtime.wait(20)
    last = evening.views[-1].health[0]
    assert last.state is HealthState.BAD
    assert "a defect" in last.detail.zh
    assert "start the program again" in last.detail.en
    assert not evening.inbox.put(Undo(seen=0))
    with pytest.raises(ZeroDivisionError):
        evening.realtime.stop()


def test_devices_are_watched_though_the_table_s_clock_stands(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [WALLS], deaths=1, clock=lambda: 0.0)
    evening.realtime.start()
    evening.wait_for(lambda: evening.writer.match.last_seq >= 2)
    evening.realtime.stop()


def test_what_waits_to_be_believed_is_not_kept_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, [])
    ticks: list[float] = []
    monkeypatch.setattr(evening.writer, "tick", ticks.append)
    evening.realtime.start()
    evening.wait_for(lambda: len(ticks) > 5)
    evening.realtime.stop()
    # What follows a tile at rest has to be on the screen 0.7 s after it.
    between = [later - earlier for earlier, later in pairwise(ticks)]
    assert min(between) < 0.2
