"""Who works beside the writer, how each one is, and what happens when one dies.

A worker answers for its own trouble (no port, no picture) with its health. One
whose thread has died is started again, within a budget; when that is used up
it stays down and its health says so. The match goes on by finger meanwhile.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from engine.view import Health, HealthState, Text

_LOG = logging.getLogger(__name__)
RESTARTS = 5
PER_SECONDS = 60.0
_RESTARTING = Text("出错停了，正在重启", "it failed and is restarting")
_GIVEN_UP = Text(
    f"{RESTARTS} 次重启都没起来，请重开程序；牌局可用手指记",
    f"did not come back after {RESTARTS} restarts: start the program again; "
    "the match goes on by finger",
)


class Worker(Protocol):
    """A thread of its own with a health. `start` does nothing while it runs."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def alive(self) -> bool:
        """False only when the thread has died though nobody stopped it."""
        ...

    def health(self) -> tuple[Health, ...]: ...


@dataclass(slots=True)
class _Watched:
    worker: Worker
    starts: deque[float] = field(default_factory=deque)
    given_up: bool = False


class Supervisor:
    """Starts, watches and stops the workers. One thread calls it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._watched: list[_Watched] = []

    def add(self, worker: Worker) -> None:
        """Start `worker` and watch it from now on."""
        worker.start()
        self._watched.append(_Watched(worker))

    @property
    def lost(self) -> tuple[Worker, ...]:
        """Those that were down for good at the last check."""
        return tuple(watched.worker for watched in self._watched if watched.given_up)

    def check(self) -> tuple[Health, ...]:
        """Start again who has died, and say how everybody is."""
        return tuple(health for watched in self._watched for health in self._check(watched))

    def stop(self) -> None:
        """Stop all, the last one added first. Raises what one of them raised, once
        all have been told."""
        failed: Exception | None = None
        while self._watched:
            try:
                self._watched.pop().worker.stop()
            except Exception as error:
                failed = failed or error
        if failed is not None:
            raise failed

    def _check(self, watched: _Watched) -> tuple[Health, ...]:
        worker = watched.worker
        if worker.alive:
            watched.given_up = False
            return worker.health()
        now = self._clock()
        while watched.starts and now - watched.starts[0] > PER_SECONDS:
            watched.starts.popleft()
        if watched.given_up or len(watched.starts) >= RESTARTS:
            watched.given_up = True
            return _down(worker, HealthState.BAD, _GIVEN_UP)
        down = _down(worker, HealthState.WAIT, _RESTARTING)
        watched.starts.append(now)
        try:
            worker.start()
        except Exception:
            # It stays down and is tried again; the writer must not fall with it.
            _LOG.exception("%s could not be started again", down[-1].part.en)
        return down


def _down(worker: Worker, state: HealthState, detail: Text) -> tuple[Health, ...]:
    """Only the worker's own part, its last, is down; what it uses may be well."""
    *others, own = worker.health()
    if own.state is HealthState.BAD and own.detail.zh:
        detail = Text(f"{own.detail.zh}；{detail.zh}", f"{own.detail.en}; {detail.en}")
    return (*others, Health(own.part, state, detail))
