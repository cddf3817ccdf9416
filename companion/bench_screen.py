"""How the tablet feels on this machine: start, touch to picture, a result to picture,
rest, and memory over an evening.

The whole program runs as at a table, record and all, without camera and line. A
thread plays deals: discards are real touches on the keys, the rest is entered as
by finger. Wall time is what a player feels; processor time is what the work costs
where the machine has other things to do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.bench_engine import Figures
from companion.checkup import has_display
from companion.config import parse_config
from companion.errors import UserError
from companion.tablet import Tablet
from engine.entering import Verb
from engine.events import DiceRolled, Discarded, Event, Flipped, HandOpened, Punged, WinKind, Won
from engine.observations import Enter
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.view import Phase, TableView
from ui.desk import BeginMatch, MatchPlan
from ui.gallery.played import WINS

TOUCH_GOAL = 100.0
SCORE_GOAL = 300.0
START_GOAL = 5000.0
PATIENCE = 120.0
"""Seconds after which a step that shows nothing is a failure."""
STILL = 0.5
"""Seconds without a picture after which none is coming."""
REST = 3.0
PLAN = MatchPlan(("甲", "乙", "丙", "丁"), "mzhz", camera=False, line=False)
FIRST = "first picture"
SOFTWARE_GL = "llvmpipe"
SHOW_START = "from companion.bench_screen import show_start; show_start()"
DICE = (3, 5)
"""They break the wall where no hand gets the tile that is turned up."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What is drawn and computed while nothing happens."""

    frames: int
    cpu: float
    """Processor seconds for each second."""


@dataclass(frozen=True, slots=True)
class Work:
    """Processor milliseconds: the program's own, and those of OpenGL where there is no
    graphics chip and the processor draws (all zero where it does, or is not told apart)."""

    own: float
    drawing: float


@dataclass(frozen=True, slots=True)
class Moment:
    """Seconds of wall and processor time so far, and `drawing_ms`."""

    wall: float
    work: float
    drawing: float

    @classmethod
    def now(cls) -> Moment:
        return cls(time.perf_counter(), time.process_time(), drawing_ms())


@dataclass(slots=True)
class Evening:
    """What was measured: milliseconds, and mebibytes after each deal."""

    touches: list[float] = field(default_factory=list)
    touch_work: list[Work] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    score_work: list[Work] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    live_cpu: float = 0.0
    rest: Rest | None = None

    def lines(self) -> Iterator[str]:
        """What a person reads, each with its goal where there is one."""
        yield _line("点一下到画面 touch to picture", self.touches, self.touch_work, TOUCH_GOAL)
        yield _line("末手亮完到分数 score visible", self.scores, self.score_work, SCORE_GOAL)
        if self.rest is not None:
            yield (
                f"不动时 at rest: {self.rest.frames} 帧 frames, CPU {self.rest.cpu:.1%}; "
                f"打着时 while playing: CPU {self.live_cpu:.0%}"
            )
        if self.memory:
            early = self.memory[min(4, len(self.memory) - 1)]
            yield (
                f"内存 memory: {early:.0f} MiB → {self.memory[-1]:.0f} MiB "
                f"({len(self.memory)} 盘 deals)"
            )

    @property
    def holds(self) -> bool:
        """Whether the median touch and score keep their goals and rest is rest."""
        kept = _figures("", self.touches, TOUCH_GOAL), _figures("", self.scores, SCORE_GOAL)
        still = self.rest is None or self.rest.frames == 0
        return still and all(figures.at(0.5) <= figures.goal for figures in kept)


def _figures(name: str, times: list[float], goal: float) -> Figures:
    return Figures(name, tuple(sorted(times)), goal)


def _line(name: str, times: list[float], work: list[Work], goal: float) -> str:
    felt = _figures(name, times, goal)
    own = _figures(name, [each.own for each in work], goal)
    drawing = _figures(name, [each.drawing for each in work], goal)
    word = "达标 ok" if felt.at(0.5) <= goal else "未达标 over"
    cost = f"CPU {own.at(0.5):.0f}, p95 {own.at(0.95):.0f} ms"
    if drawing.at(0.5):
        cost += f"; 软件画图 software OpenGL {drawing.at(0.5):.0f}, p95 {drawing.at(0.95):.0f} ms"
    return (
        f"{name}: median {felt.at(0.5):.0f} ms, p95 {felt.at(0.95):.0f} ms "
        f"({cost}; 目标 goal {goal:g} ms) {word}"
    )


def start_time(program: str = SHOW_START) -> tuple[float, float]:
    """Seconds from the command to the first picture in a fresh process, and its
    processor seconds until it was closed again; raises `UserError` without a window.

    `program` says `FIRST` once the picture is there, and ends.
    """
    began = time.perf_counter()
    before = os.times()
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        try:
            shown = any(FIRST in line for line in child.stdout)
        except KeyboardInterrupt:
            child.terminate()
            raise
        took = time.perf_counter() - began
    after = os.times()
    if not shown:
        raise UserError("开不了窗口", "no window can be opened")
    work = after.children_user + after.children_system
    return took, work - before.children_user - before.children_system


def show_start() -> None:
    """The tablet up to its start screen, then closed: what `start_time` measures."""
    with _tablet_alone() as tablet:

        def ready(app: Any) -> None:
            tablet.start()
            print(FIRST, flush=True)
            app.close_soon()

        _run_window(tablet, ready)


@contextmanager
def _tablet_alone() -> Iterator[Tablet]:
    """A tablet without devices; its threads and its records end with the measurement,
    also where that is broken off."""
    with tempfile.TemporaryDirectory() as folder:
        tablet = Tablet(Path(folder), parse_config({"camera": {"source": ""}}), look=False)
        try:
            yield tablet
        finally:
            tablet.stop()


def _run_window(tablet: Tablet, ready: Callable[[Any], None]) -> None:
    from ui.app import run_window
    from ui.environment import DisplayUnavailable

    try:
        run_window(
            tablet.bridge, on_ready=ready, on_close=tablet.stop,
            offscreen=sys.platform.startswith("linux") and not has_display(),
        )  # fmt: skip
    except DisplayUnavailable as error:
        raise UserError(error.advice.zh, error.advice.en) from error


def play_evening(deals: int, rest: float = REST) -> Evening:
    """Play `deals` deals on the screen; raises what a step failed of.

    `rest`: seconds of watching a table at which nothing happens. Opens the one
    window that a process may have.
    """
    found = Evening()
    failed: list[BaseException] = []
    with _tablet_alone() as tablet:

        def ready(app: Any) -> None:
            tablet.start()

            def drive() -> None:
                try:
                    Driver(app, found).evening(deals, rest)
                except BaseException as error:
                    failed.append(error)
                finally:
                    app.close_soon()

            threading.Thread(target=drive, name="driver", daemon=True).start()

        _run_window(tablet, ready)
    if failed:
        raise failed[0]
    return found


class Driver:
    """Plays on the running screen from a thread of its own."""

    def __init__(self, app: Any, found: Evening) -> None:
        from kivy.core.window import Window
        from kivy.graphics.opengl import glFinish

        self._finish = glFinish
        self.app = app
        self.found = found
        self.window = Window
        self.frames = 0
        self._drawn = threading.Condition()
        self._awaited: Callable[[], bool] = bool
        self._seen: Moment | None = None
        Window.bind(on_flip=self._flipped)

    def _flipped(self, _window: Any) -> None:
        # A picture that was handed over may still be drawn; nobody sees it before.
        self._finish()
        with self._drawn:
            self.frames += 1
            if self._seen is None and self._awaited():
                self._seen = Moment.now()
            self._drawn.notify_all()

    @property
    def view(self) -> TableView | None:
        view: TableView | None = self.app.view
        return view

    def _ui(self, work: Callable[[], Any]) -> None:
        self.app.call_soon(work)

    def until(self, reached: Callable[[], bool]) -> None:
        """Wait for a picture drawn once `reached` holds; raises `TimeoutError`."""
        end = time.monotonic() + PATIENCE
        with self._drawn:
            self._awaited, self._seen = reached, None
            while not self._drawn.wait_for(lambda: self._seen is not None, STILL):
                if reached():
                    # It held before, and there is nothing to be drawn.
                    return
                if time.monotonic() > end:
                    raise TimeoutError("the screen does not show what was entered")

    def timed(self, work: Callable[[], Any], reached: Callable[[], bool]) -> tuple[float, Work]:
        """Wall milliseconds and work from `work` (in the screen's thread) to the
        picture of what came of it."""
        marks: list[Moment] = []

        def begin() -> None:
            marks.append(Moment.now())
            work()

        self._ui(begin)
        self.until(lambda: bool(marks) and reached())
        before, after = marks[0], self._seen or Moment.now()
        drawing = after.drawing - before.drawing
        own = (after.work - before.work) * 1000 - drawing
        return (after.wall - before.wall) * 1000, Work(max(own, 0.0), drawing)

    # -- an evening ----------------------------------------------------------------

    def evening(self, deals: int, rest: float) -> None:
        self._ui(lambda: self.app._ask(BeginMatch(PLAN)))
        self.until(lambda: self.view is not None and self.app.shown.name != "start")
        self._ui(lambda: self.app.go("entry"))
        self.until(lambda: self.app.shown.name == "entry")
        began, worked = time.perf_counter(), time.process_time()
        for _ in range(deals):
            self.deal()
            self.found.memory.append(resident_mib())
        self.found.live_cpu = (time.process_time() - worked) / (time.perf_counter() - began)
        if rest:
            self.found.rest = self._rest(rest)

    def _rest(self, seconds: float) -> Rest:
        # Faces drawn ahead of need and a countdown are not rest.
        end = time.monotonic() + PATIENCE
        quiet = self.frames
        while time.monotonic() < end:
            time.sleep(1.0)
            if self.frames == quiet and next(self.app._cold, None) is None:
                break
            quiet = self.frames
        drawn, worked = self.frames, time.process_time()
        time.sleep(seconds)
        return Rest(self.frames - drawn, (time.process_time() - worked) / seconds)

    def enter(self, event: Event) -> tuple[float, Work]:
        view = self.view
        assert view is not None
        command = Enter(event, view.seq)
        return self.timed(lambda: self.app._send(command), lambda: self._beyond(view.seq))

    def _beyond(self, seq: int) -> bool:
        return self.view is not None and self.view.seq > seq

    def choose(self, verb: Verb) -> Event:
        view = self.view
        assert view is not None
        return next(choice.event for choice in view.choices if choice.verb is verb)

    def tap(self, seat: Seat, code: str) -> None:
        """A discard by its key: the touch that is measured."""
        view = self.view
        assert view is not None
        assert any(c.event == Discarded(seat, Tile.parse(code)) for c in view.choices)
        from ui.gallery.touch import touch

        def press() -> None:
            touch(self.window, self.app.shown.keypad.keys[Tile.parse(code)])

        wall, work = self.timed(press, lambda: self._beyond(view.seq))
        self.found.touches.append(wall)
        self.found.touch_work.append(work)

    def deal(self) -> None:
        """A short deal: three wins after a pung, all hands opened."""
        self.enter(self.choose(Verb.BEGIN))
        dice = self.choose(Verb.DICE)
        assert isinstance(dice, DiceRolled)
        self.enter(DiceRolled(dice.seat, DICE, dice.purpose))
        self.enter(self.choose(Verb.DEAL))
        flip = self.choose(Verb.FLIP)
        assert isinstance(flip, Flipped)
        self.enter(Flipped(flip.slot, Tile.parse("7m")))
        view = self.view
        assert view is not None
        first = view.dealer
        second, third, fourth = first.next, first.across, first.previous
        self.tap(first, "9s")
        self.tap(second, "2p")
        self.enter(Punged(fourth, second, Tile.parse("2p"), parse_tiles("22p")))
        self.tap(fourth, "5s")
        self.tap(first, "1m")
        self.enter(Won((third,), Tile.parse("1m"), WinKind.DISCARD, first))
        self.enter(Won((fourth,), Tile.parse("5s"), WinKind.SELF_DRAW))
        self.tap(first, "3p")
        self.enter(Won((second,), Tile.parse("3p"), WinKind.DISCARD, first))
        for seat, (hand, _) in zip((third, fourth, second), WINS, strict=True):
            wall, work = self.enter(HandOpened(seat, parse_tiles(hand)))
        view = self.view
        assert view is not None
        assert view.phase is Phase.SETTLED
        self.found.scores.append(wall)
        self.found.score_work.append(work)
        self._ui(lambda: self.app.shown.close())
        self.until(lambda: self.app.shown.name == "entry")


def drawing_ms() -> float:
    """Processor milliseconds so far of the threads in which Mesa's llvmpipe draws."""
    spent = 0
    for task in Path("/proc/self/task").glob("*"):
        try:
            if (task / "comm").read_text().startswith(SOFTWARE_GL):
                spent += int((task / "schedstat").read_text().split()[0])
        except OSError:
            # The thread has ended, or this system does not tell.
            continue
    return spent / 1e6


def resident_mib() -> float:
    """Mebibytes that this process holds in memory; 0 where the system does not tell."""
    path = Path("/proc/self/statm")
    if not path.exists():
        return 0.0
    pages = int(path.read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
