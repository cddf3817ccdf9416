"""The whole way from pictures and bytes to the record, in virtual time."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from companion import session
from companion.grades import Watch, grade
from companion.lockstep import Lockstep
from companion.lockstep_line import LockstepLine, MemoryEnd
from companion.record import EVENTS
from companion.report import report
from companion.session import Plan
from engine.events import Discarded, Settled
from engine.seat import Seat
from engine.view import TableView
from tests.companion.label_table import LabelTable
from vision.eyes import TableEyes

NAMES = ("甲", "乙", "丙", "丁")


class Run:
    """One run's parts, driven for some virtual seconds."""

    def __init__(self, root: Path, seed: int, unplug_at: float | None = None) -> None:
        end = MemoryEnd()
        self.table = LabelTable(seed, deals=1, players=NAMES, end=end)
        self.views: list[TableView] = []
        line = LockstepLine(end)
        self.writer = session.begin(
            Plan.of("mzhz", {}, NAMES), root, self.views.append, lambda: (line.health(),)
        )
        eyes = TableEyes(self.table.reader)
        self.drive = Lockstep(self.table, line, eyes, self.writer, self.table.answer_for)
        self.watch = Watch()
        self.watch.begun(self.writer)
        self._unplug_at = unplug_at

    def until(self, seconds: float) -> None:
        while self.table.now < seconds:
            self.drive.step()
            self.watch.look(self.table.now)
            if self._unplug_at is not None and self.table.now >= self._unplug_at:
                self._unplug_at = None
                self.table.line.unplug()
            if not self.table.line.plugged and self.table.now > 8.0:
                self.table.line.replug()
        self.writer.close()

    @property
    def events(self) -> list[str]:
        """What was decided, without when."""
        return [str(entry.event) for entry in self.writer.match.entries]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Run:
    run = Run(tmp_path_factory.mktemp("plain"), seed=7)
    run.until(60.0)
    return run


def test_pictures_and_bytes_become_the_true_events(plain: Run) -> None:
    found = report(plain.writer.match, plain.writer.questions, plain.table.truth.events)
    comparison = found.comparison
    assert comparison.sum("right") + comparison.sum("asked") >= 8
    assert comparison.sum("wrong") == 0
    assert comparison.sum("extra") == 0
    # What lies under a hand, or was laid just now, is not yet told.
    assert comparison.sum("missed") <= 3
    assert any(isinstance(item.event, Discarded) for item in plain.writer.match.items)


def test_what_was_followed_is_graded(plain: Run) -> None:
    # The deal is not over: it is given an end, and its last events are not yet told.
    over = Settled((), (Fraction(0),) * 4, Seat.A, "win")
    truth = [*plain.table.truth, (plain.table.now, over)]
    shown = plain.table.showing.first
    (deal,) = grade(plain.writer, truth, plain.watch, plain.drive.spent.looks, shown)
    assert deal.right >= 6
    assert deal.right + deal.asked >= deal.events - 3
    assert not deal.paid
    assert len(plain.drive.spent.looks) == plain.drive.spent.frames
    assert 0 < min(deal.latencies) <= max(deal.latencies) < 6
    # A hand lies over a tile for a while after it has been laid.
    assert all(time <= shown[at] for at, (time, _) in enumerate(truth) if at in shown)
    # The walls and the dice lay no tile.
    assert len(shown) >= deal.right - 2
    assert sum(deal.latencies) < sum(deal.from_event)


def test_the_last_view_shows_the_last_entry(plain: Run) -> None:
    assert plain.views[-1].seq == plain.writer.match.last_seq
    text = (plain.writer.record.folder / EVENTS).read_text(encoding="utf-8")
    assert text.count("\n") == plain.views[-1].seq + 1


def test_the_same_seed_makes_the_same_record(plain: Run, tmp_path: Path) -> None:
    again = Run(tmp_path, seed=7)
    again.until(30.0)
    assert again.writer.match.entries
    assert plain.writer.match.entries[: again.writer.match.last_seq] == again.writer.match.entries


def test_a_plug_pulled_and_put_back_changes_no_event(plain: Run, tmp_path: Path) -> None:
    cut = Run(tmp_path, seed=7, unplug_at=2.0)
    cut.until(30.0)
    assert cut.events
    assert plain.events[: len(cut.events)] == cut.events
