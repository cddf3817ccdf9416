"""Workers that die are started again, within a budget."""

from __future__ import annotations

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
        return (Health(PART, state, Text("", "")),)


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
