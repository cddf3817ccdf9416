"""A match in real time: devices in their threads, one writer thread, an inbox between.

    camera ─> recognise ─┐
    serial ──────────────┼─> inbox ─> writer ─> record, view
    screen (fingers) ────┘

The caller's thread is left for the screen. `stop` ends the threads in the
order in which nothing that was said is lost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from companion.answering import AnswerFor
from companion.inbox import Inbox
from companion.supervise import Supervisor, Worker
from companion.writer import Writer
from engine.observations import Answer
from engine.view import Health, HealthState, Text
from table_io.worker import LineState, LineWorker
from vision.worker import EyesWorker

TICK = 0.2
"""Seconds between two looks at health and waiting lines when nothing is said."""
CHECK_EVERY = 0.5


class EyesPart:
    """The eyes' thread as a supervised worker."""

    def __init__(self, worker: EyesWorker) -> None:
        self._worker = worker
        self._stopped = True

    def start(self) -> None:
        self._stopped = False
        self._worker.start()

    def stop(self) -> None:
        self._stopped = True
        self._worker.stop()

    @property
    def alive(self) -> bool:
        return self._stopped or self._worker.is_alive

    def health(self) -> tuple[Health, ...]:
        return self._worker.health().as_view()


class LinePart:
    """The serial line's thread as a supervised worker."""

    def __init__(self, worker: LineWorker) -> None:
        self._worker = worker

    def start(self) -> None:
        self._worker.start()

    def stop(self) -> None:
        self._worker.stop()

    @property
    def alive(self) -> bool:
        return self._worker.health.state is not LineState.FAILED

    def health(self) -> tuple[Health, ...]:
        return (self._worker.health.to_view(),)


class Realtime:
    """The writer's thread with everything that feeds it.

    `begin_deal` tells the eyes which deal they look at; `answer` stands for the
    people at the table where nobody is at the screen; `each_tick` is called in
    the writer's thread now and then and may end the match by returning False.
    """

    def __init__(
        self,
        writer: Writer,
        inbox: Inbox,
        workers: Iterable[Worker],
        clock: Callable[[], float],
        *,
        health: HealthBoard,
        begin_deal: Callable[[int], object] = lambda _: None,
        answer: AnswerFor = lambda _: None,
        each_tick: Callable[[float], bool] = lambda _: True,
    ) -> None:
        self._writer = writer
        self._inbox = inbox
        self._workers = tuple(workers)
        self._clock = clock
        self._health = health
        self._begin_deal = begin_deal
        self._answer = answer
        self._each_tick = each_tick
        self._supervisor = Supervisor(clock)
        self._deal = 0
        self._checked = float("-inf")
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer")
        self.error: BaseException | None = None

    def start(self) -> None:
        """Start the writer, then the devices."""
        self._thread.start()
        for worker in self._workers:
            self._supervisor.add(worker)

    def wait(self, timeout: float | None = None) -> bool:
        """True once the match has ended by itself."""
        return self._over.wait(timeout)

    def stop(self) -> None:
        """Stop the devices, let the writer take what they said, close the record."""
        self._supervisor.stop()
        self._inbox.close()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        self._writer.close()
        if self.error is not None:
            raise self.error

    def _run(self) -> None:
        try:
            while not (self._inbox.closed and not len(self._inbox)):
                observation = self._inbox.take(TICK)
                now = self._clock()
                if observation is not None:
                    self._writer.handle(observation, now)
                    self._follow_deal()
                if now - self._checked >= CHECK_EVERY:
                    self._checked = now
                    self._check(now)
                self._answer_questions()
                if not self._each_tick(now):
                    self._over.set()
        except BaseException as error:
            self.error = error
            self._over.set()

    def _follow_deal(self) -> None:
        deal = self._writer.match.deal
        if deal is not None and deal.number != self._deal:
            self._deal = deal.number
            self._begin_deal(deal.number)

    def _check(self, now: float) -> None:
        dropped = self._inbox.dropped
        extra: tuple[Health, ...] = ()
        if dropped:
            detail = Text(f"来不及，略过 {dropped} 张画面", f"too slow, {dropped} sightings let go")
            extra = (Health(Text("收件箱", "inbox"), HealthState.WAIT, detail),)
        self._health.set((*self._supervisor.check(), *extra))
        self._writer.tick(now)

    def _answer_questions(self) -> None:
        for question in self._writer.match.questions:
            candidate = self._answer(question)
            if candidate is not None:
                seen = self._writer.match.last_seq
                self._writer.handle(Answer(question.id, candidate, seen), self._clock())
                self._follow_deal()
                return


class HealthBoard:
    """The devices' health as it was last found; `Writer` reads it."""

    def __init__(self, first: tuple[Health, ...] = ()) -> None:
        self._health = first

    def set(self, health: tuple[Health, ...]) -> None:
        self._health = health

    def __call__(self) -> tuple[Health, ...]:
        return self._health
