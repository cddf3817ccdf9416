"""A match in real time: devices in their threads, one writer thread, an inbox between.

    camera ─> recognise ─┐
    serial ──────────────┼─> inbox ─> writer ─> record, view
    screen (fingers) ────┘

The caller's thread is left for the screen. `stop` ends the threads in the
order in which nothing that was said is lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from companion.answering import AnswerFor
from companion.inbox import Inbox
from companion.supervise import Supervisor, Worker
from companion.writer import Writer
from engine.observations import Answer
from engine.view import Health, HealthState, Text
from table_io.worker import LineState, LineWorker
from vision.worker import EyesWorker

TICK = 0.1
"""Seconds between two looks at what waits to be believed when nothing is said."""
CHECK_EVERY = 0.5
"""Seconds between two looks at the devices' health."""
_PROGRAM = Text("程序", "program")


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
        return self._stopped or (self._worker.is_alive and not self._worker.is_stuck)

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
    `timer`: by which the workers are watched; `clock` may be one of theirs and
    stand still with it.
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
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._writer = writer
        self._inbox = inbox
        self._workers = tuple(workers)
        self._clock = clock
        self._health = health
        self._begin_deal = begin_deal
        self._answer = answer
        self._each_tick = each_tick
        self._timer = timer
        self._supervisor = Supervisor(timer)
        self._deal = 0
        self._checked = float("-inf")
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer")
        self.error: BaseException | None = None
        self.lost: tuple[Worker, ...] = ()
        """Those that are down for good, as last found."""

    def start(self) -> None:
        """Start the devices and the writer; raises what keeps one from starting,
        with everything stopped again."""
        try:
            for worker in self._workers:
                self._supervisor.add(worker)
            self._thread.start()
        except BaseException:
            self.stop()
            raise

    def wait(self, timeout: float | None = None) -> bool:
        """True once the match has ended by itself."""
        return self._over.wait(timeout)

    def stop(self) -> None:
        """Stop the devices, let the writer take what they said, close the record."""
        try:
            self._supervisor.stop()
        finally:
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
                if self._timer() - self._checked >= CHECK_EVERY:
                    self._checked = self._timer()
                    self._check()
                self._writer.tick(now)
                self._answer_questions()
                if not self._each_tick(now):
                    self._over.set()
        except BaseException as error:
            self.error = error
            self._tell_broken(error)
            self._over.set()

    def _tell_broken(self, error: BaseException) -> None:
        """The screen may be open still: it must not look as if somebody wrote."""
        self._inbox.close()
        detail = Text(
            f"出错停了（{error!r}），之前的都在记录里；重开程序接着这场",
            f"it failed ({error!r}); what came before is on record: start the program "
            "again and go on with this match",
        )
        self._health.set((Health(_PROGRAM, HealthState.BAD, detail),))
        # The view may be what failed.
        with suppress(Exception):
            self._writer.show(self._clock())

    def _follow_deal(self) -> None:
        deal = self._writer.match.deal
        if deal is not None and deal.number != self._deal:
            self._deal = deal.number
            self._begin_deal(deal.number)

    def _check(self) -> None:
        dropped = self._inbox.dropped
        extra: tuple[Health, ...] = ()
        if dropped:
            detail = Text(f"来不及，略过 {dropped} 张画面", f"too slow, {dropped} sightings let go")
            extra = (Health(Text("收件箱", "inbox"), HealthState.WAIT, detail),)
        self._health.set((*self._supervisor.check(), *extra))
        self.lost = self._supervisor.lost

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
