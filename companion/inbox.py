"""The one way in: what devices and fingers report, in order of arrival.

Many threads put, the writer takes. A sighting is a whole picture of the table,
so when they come faster than the match can take them the oldest waiting one is
dropped and counted. Signals and commands are never dropped.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TypeAlias

from engine.observations import Command, Sighting
from engine.signals import SignalReceived

Observation: TypeAlias = Sighting | SignalReceived | Command


class Inbox:
    """A bounded queue of observations. `dropped` counts the sightings let go."""

    def __init__(self, sightings: int = 3) -> None:
        self._limit = sightings
        self._queue: deque[Observation] = deque()
        self._waiting_sightings = 0
        self._dropped = 0
        self._closed = False
        self._ready = threading.Condition()

    @property
    def dropped(self) -> int:
        with self._ready:
            return self._dropped

    def put(self, observation: Observation) -> bool:
        """Hand over `observation`; False when a waiting sighting had to go for it."""
        with self._ready:
            if self._closed:
                return False
            whole = True
            if isinstance(observation, Sighting):
                if self._waiting_sightings >= self._limit:
                    self._drop_oldest_sighting()
                    whole = False
                self._waiting_sightings += 1
            self._queue.append(observation)
            self._ready.notify()
            return whole

    def take(self, timeout: float | None = None) -> Observation | None:
        """The next observation; None when none came in `timeout` seconds or it is closed."""
        with self._ready:
            if not self._queue and not self._closed:
                self._ready.wait(timeout)
            if not self._queue:
                return None
            observation = self._queue.popleft()
            if isinstance(observation, Sighting):
                self._waiting_sightings -= 1
            return observation

    def close(self) -> None:
        """Take no more; what waits can still be taken."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    @property
    def closed(self) -> bool:
        with self._ready:
            return self._closed

    def __len__(self) -> int:
        with self._ready:
            return len(self._queue)

    def _drop_oldest_sighting(self) -> None:
        for index, waiting in enumerate(self._queue):
            if isinstance(waiting, Sighting):
                del self._queue[index]
                self._waiting_sightings -= 1
                self._dropped += 1
                return
