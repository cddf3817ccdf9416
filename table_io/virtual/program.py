"""The virtual table as a program: in real time, with a camera and a port.

`play` runs a table until its deals are over. Whoever wants to look on opens the
camera's address and the port, as those of a real table; nothing else connects
the two programs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2

from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.signals import Heartbeat
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.mjpeg import MjpegCamera
from table_io.virtual.players import Temper
from table_io.virtual.profiles import BACKS, CLEAN, setting
from table_io.virtual.serial_line import VirtualLine
from table_io.virtual.table import Picture, VirtualTable
from table_io.virtual.truth import TruthLog

UNPLUGGED_FOR: Final = 3.0
_LINGER: Final = 6.0
"""Seconds for which the last picture stays after the last deal."""
_BEHIND: Final = 0.5
"""Real seconds between two pictures beyond which a slow machine slows the table down."""

Say = Callable[[str], object]


class TableError(Exception):
    """What keeps the program from running, in both languages."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(f"{zh} / {en}")
        self.zh, self.en = zh, en


@dataclass(frozen=True, slots=True)
class Plan:
    """What `queban table` was asked for.

    `link`: path of the port's symlink. `camera`: http address to serve.
    `video`: film file (.mp4, .avi). `unplug_at`: table seconds after which
    the plug is pulled in the middle of a frame, for three seconds. `speed`:
    table seconds to a real one. `wait`: begin only when port and camera are
    both in use. `size`: the picture's width and height in pixels, the profile's
    own where left out. `helpers`: how often players use them, see `Temper`.
    `backs`: the tiles' colours, see `profiles`. `layout`: where things lie.
    """

    seed: int = 0
    rules: str = "mzhz"
    options: Mapping[str, str] = field(default_factory=dict)
    deals: int = 1
    art: Path | None = None
    profile: str = CLEAN
    helpers: str = "none"
    errors: bool = False
    backs: str = "blue"
    layout: TableLayout = DEFAULT_LAYOUT
    link: Path | None = None
    camera: str | None = None
    video: Path | None = None
    truth: Path | None = None
    unplug_at: float | None = None
    speed: float = 1.0
    wait: bool = True
    rate: float = 10.0
    size: tuple[int, int] | None = None

    @property
    def camera_model(self) -> CameraModel:
        """The camera that the profile sets up, of the wanted size."""
        return setting(self.profile, self.seed, size=self.size).camera

    @property
    def live(self) -> bool:
        """Somebody looks on, so that the table has to keep real time."""
        return self.link is not None or self.camera is not None


@dataclass(slots=True)
class Played:
    """What came of it: pictures made, real and table seconds."""

    pictures: int = 0
    seconds: float = 0.0
    table_seconds: float = 0.0

    @property
    def rate(self) -> float:
        return self.pictures / self.seconds if self.seconds else 0.0


def play(plan: Plan, say: Say = lambda text: print(text, flush=True)) -> Played:
    """Run the table to the end of its last deal. Raises `TableError`."""
    with ExitStack() as stack:
        line = stack.enter_context(_line(plan.link)) if plan.link else None
        camera = stack.enter_context(_camera(plan.camera)) if plan.camera else None
        truth = _truth(plan.truth)
        stack.callback(truth.close)
        film = stack.enter_context(_film(plan)) if plan.video else None
        table = _table(plan, line, truth)
        if line is not None:
            say(f"串口 / port: {line.address if plan.link is None else plan.link}")
        if camera is not None:
            say(f"摄像头 / camera: {camera.url}")
        running = _Running(plan, table, line, camera, film)
        if plan.live and plan.wait:
            say("等候对方接上… / waiting to be connected …")
            running.wait()
        return running.run()


class _Running:
    """One table with its ears and eyes to the outside."""

    def __init__(
        self,
        plan: Plan,
        table: VirtualTable,
        line: VirtualLine | None,
        camera: MjpegCamera | None,
        film: cv2.VideoWriter | None,
    ) -> None:
        self._plan, self._table = plan, table
        self._line, self._camera, self._film = line, camera, film
        self._filmed = 0
        self._unplug_at = plan.unplug_at if line is not None else None
        self._replug_at: float | None = None
        self.played = Played()

    def wait(self) -> None:
        """Show the empty table until somebody looks on and listens."""
        while not self._connected():
            self._show()
            time.sleep(0.2)

    def _connected(self) -> bool:
        heard = self._line is None or self._line.heard
        return heard and (self._camera is None or self._camera.viewers > 0)

    def run(self) -> Played:
        began = last = time.monotonic()
        step = 1.0 / self._plan.rate
        linger = _LINGER if self._plan.live else 0.0
        done_at: float | None = None
        while done_at is None or self._table.now < done_at + linger:
            if self._plan.live:
                now = time.monotonic()
                passed = min(now - last, _BEHIND)
                self._table.advance(passed * self._plan.speed)
                last = now
            else:
                self._table.advance(step)
            self._plug()
            self._show()
            if self._table.finished and done_at is None:
                done_at = self._table.now
            if self._plan.live:
                time.sleep(max(0.0, last + step - time.monotonic()))
        self.played.seconds = time.monotonic() - began
        self.played.table_seconds = self._table.now
        return self.played

    def _show(self) -> None:
        picture = self._table.picture()
        self.played.pictures += 1
        if self._camera is not None:
            self._camera.show(picture)
        if self._film is not None:
            self._record(picture)

    def _record(self, picture: Picture) -> None:
        """As many times as the film's own time wants it."""
        assert self._film is not None
        due = int(self._table.now * self._plan.rate) + 1
        for _ in range(due - self._filmed):
            self._film.write(picture)
        self._filmed = max(due, self._filmed)

    def _plug(self) -> None:
        if self._line is None:
            return
        now = self._table.now
        if self._unplug_at is not None and now >= self._unplug_at:
            self._unplug_at = None
            self._replug_at = now + UNPLUGGED_FOR * self._plan.speed
            self._line.unplug(Heartbeat(self._line.snapshot.last_number))
        if self._replug_at is not None and now >= self._replug_at:
            self._replug_at = None
            self._line.replug()


def _table(plan: Plan, line: VirtualLine | None, truth: TruthLog) -> VirtualTable:
    if plan.art is not None and not plan.art.is_dir():
        raise TableError(f"没有文件夹 {plan.art}", f"there is no folder {plan.art}")
    return VirtualTable(
        plan.seed,
        plan.rules,
        plan.options,
        plan.deals,
        layout=plan.layout,
        art=plan.art,
        profile=plan.profile,
        colours=BACKS[plan.backs],
        temper=Temper.of(plan.helpers),
        errors=plan.errors,
        camera=plan.camera_model,
        line=line,
        truth=truth,
        fresh_noise=plan.live,
    )


def _line(link: Path) -> VirtualLine:
    try:
        return VirtualLine(link=link)
    except OSError as error:
        raise TableError(
            f"{link} 不能当串口，换个名字", f"{link} cannot be the port, choose another name"
        ) from error


def _camera(url: str) -> MjpegCamera:
    try:
        return MjpegCamera(url)
    except ValueError as error:
        raise TableError(
            f"摄像头地址不对：{url}，写成 http://127.0.0.1:8090/table.mjpg 那样",
            f"{url} is no http address to serve, write one like http://127.0.0.1:8090/table.mjpg",
        ) from error
    except OSError as error:
        raise TableError(
            f"摄像头地址 {url} 用不了，换一个", f"cannot serve {url}, choose another address"
        ) from error


def _truth(path: Path | None) -> TruthLog:
    try:
        return TruthLog(path)
    except OSError as error:
        raise TableError(f"写不了 {path}", f"cannot write {path}") from error


@contextmanager
def _film(plan: Plan) -> Iterator[cv2.VideoWriter]:
    assert plan.video is not None
    code = "MJPG" if plan.video.suffix.lower() == ".avi" else "mp4v"
    fourcc = cv2.VideoWriter.fourcc(*code)
    lens = plan.camera_model
    film = cv2.VideoWriter(str(plan.video), fourcc, plan.rate, (lens.width, lens.height))
    if not film.isOpened():
        raise TableError(f"写不了影片 {plan.video}", f"cannot write the film {plan.video}")
    try:
        yield film
    finally:
        film.release()
