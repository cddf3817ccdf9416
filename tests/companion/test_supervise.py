"""Workers that die are started again, within a budget."""

from __future__ import annotations

import pytest

from companion.supervise import PER_SECONDS, RESTARTS, Supervisor
from engine.view import Health, HealthState, Text

PART = Text("镜头", "camera")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Frail:
    """A worker that lives only when its `lives` allow it."""

    def __init__(self, lives: int) -> None:
        self.lives = lives
        self.starts = 0
        self.stopped = False

    def start(self) -> None:
        self.starts += 1

    def stop(self) -> None:
        self.stopped = True

    @property
    def alive(self) -> bool:
        return self.starts >= self.lives

    def health(self) -> tuple[Health, ...]:
        state = HealthState.GOOD if self.alive else HealthState.BAD
        said = Text("", "") if self.alive else Text("坏了", "it broke")
        return (Health(PART, state, said),)


def test_a_dead_worker_is_started_again() -> None:
    supervisor = Supervisor(Clock())
    worker = Frail(lives=3)
    supervisor.add(worker)
    states = [supervisor.check()[0].state for _ in range(4)]
    assert states == [HealthState.WAIT, HealthState.WAIT, HealthState.GOOD, HealthState.GOOD]
    assert worker.starts == 3


def test_the_budget_ends_and_the_health_says_what_to_do() -> None:
    supervisor = Supervisor(Clock())
    worker = Frail(lives=1000)
    supervisor.add(worker)
    found = [supervisor.check()[0] for _ in range(RESTARTS + 5)]
    assert worker.starts == 1 + RESTARTS
    assert found[-1].state is HealthState.BAD
    assert "by finger" in found[-1].detail.en
    assert found[-1].part == PART


def test_rare_deaths_do_not_use_the_budget_up() -> None:
    clock = Clock()
    supervisor = Supervisor(clock)
    worker = Frail(lives=1000)
    supervisor.add(worker)
    for _ in range(4 * RESTARTS):
        clock.now += PER_SECONDS / 2
        assert supervisor.check()[0].state is HealthState.WAIT


def test_stopping_ends_all() -> None:
    supervisor = Supervisor(Clock())
    workers = [Frail(lives=1), Frail(lives=1)]
    for worker in workers:
        supervisor.add(worker)
    supervisor.stop()
    assert all(worker.stopped for worker in workers)
    assert supervisor.check() == ()


def test_who_is_down_for_good_is_named_with_what_it_said() -> None:
    supervisor = Supervisor(Clock())
    worker = Frail(lives=1000)
    supervisor.add(worker)
    supervisor.check()
    assert not supervisor.lost
    for _ in range(RESTARTS + 1):
        found = supervisor.check()
    assert list(supervisor.lost) == [worker]
    assert found[0].detail.en.startswith("it broke; ")
    worker.lives = 0
    assert supervisor.check()[0].state is HealthState.GOOD
    assert not supervisor.lost


def test_one_that_cannot_be_started_again_brings_nobody_down() -> None:
    class Refusing(Frail):
        def start(self) -> None:
            super().start()
            if self.starts > 1:
                raise RuntimeError("can't start new thread")

    supervisor = Supervisor(Clock())
    worker = Refusing(lives=3)
    supervisor.add(worker)
    states = [supervisor.check()[0].state for _ in range(3)]
    assert states == [HealthState.WAIT, HealthState.WAIT, HealthState.GOOD]


def test_all_are_stopped_though_one_fails_at_it() -> None:
    class Clinging(Frail):
        def stop(self) -> None:
            raise OSError("it does not let go")

    supervisor = Supervisor(Clock())
    first, last = Frail(lives=1), Clinging(lives=1)
    supervisor.add(first)
    supervisor.add(last)
    with pytest.raises(OSError, match="let go"):
        supervisor.stop()
    assert first.stopped
