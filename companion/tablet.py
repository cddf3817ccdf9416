"""The tablet from its start screen: one window, one match after the other.

The screen asks (`ui.desk`), a thread of its own answers, so that looking for a
camera or reading a record never holds up a finger. A match that was not closed
is offered again, from the same moment on.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.archive import RecordWalk, list_records
from companion.config import CameraSection, Config
from companion.devices import load_reader
from companion.errors import RecordError, UserError, cannot
from companion.hand_photo import (
    HandCamera,
    Picture,
    no_picture,
    picture_of_camera,
    picture_of_file,
)
from companion.kept import Kept, read_kept, write_kept
from companion.kept_camera import with_kept_camera
from companion.live_match import LiveMatch
from companion.look_around import find_camera, find_line, present_camera
from companion.record import EVENTS
from companion.running import Wish
from companion.session import Plan, read_record
from companion.setting_up import SettingUp
from engine.events import DealBegan, DealerNamed, ScoreAdjusted
from engine.observations import Enter
from engine.rules import PAGES
from engine.seat import Seat
from engine.view import Health, HealthState, Text
from ui.bridge import Bridge
from ui.desk import (
    ArchiveSheet,
    BeginMatch,
    CameraSheet,
    EndMatch,
    HandPhoto,
    KeepCorners,
    KeepSettings,
    LookAround,
    Note,
    OpenArchive,
    OpenRecord,
    OpenSetup,
    ReadHand,
    Request,
    ResumeMatch,
    SaveSheet,
    SetupSheet,
    StartSheet,
)

_LOG = logging.getLogger(__name__)
_LOOKING = Text("正在找", "looking")
_CAMERA = Text("摄像头", "Camera")
_LINE = Text("牌桌线", "Table line")
SCORES = "score.csv"


class Tablet:
    """Answers the screen's requests; `run` serves them until `stop` is called.

    `look`: whether to look for devices at the start; a test does without. `hands`
    reads the pictures of hands, by default with the trained models.
    """

    def __init__(
        self,
        root: Path,
        config: Config,
        models: Path | None = None,
        *,
        look: bool = True,
        hands: HandCamera | None = None,
        setting: SettingUp | None = None,
    ) -> None:
        self.root = root
        self.kept: Kept = read_kept(root)
        self.live: LiveMatch | None = None
        self.bridge = Bridge(ask=self.take)
        self.bridge.picture_path = self._picture_path
        self._config = config
        self._models = models
        self._look = look
        self._hands = hands or HandCamera(lambda: load_reader(models))
        self._camera = Health(_CAMERA, HealthState.WAIT, _LOOKING)
        self._line = Health(_LINE, HealthState.WAIT, _LOOKING)
        self._setting = setting or SettingUp(root, config, self.bridge, models)
        self._port = self.kept.port or config.line.port
        self._walk: RecordWalk | None = None
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="tablet")

    # -- life ----------------------------------------------------------------------

    def start(self) -> None:
        """Begin to serve; the start screen's matter is told at once."""
        self._tell_start()
        self._tell_setup()
        if self._look:
            self.take(LookAround())
        self._thread.start()

    def accompany(self, live: LiveMatch) -> None:
        """Serve the screen of a match that was begun elsewhere."""
        self.live = live
        self._tell_setup()
        self._tell_camera()
        self._thread.start()

    def take(self, request: Request) -> None:
        """A request of the screen; callable from any thread."""
        self._requests.put(request)

    def stop(self) -> None:
        """Serve what was asked, then stop; a running match stays open to go on with."""
        self._requests.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._setting.stop()
        self._stop_match()

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            try:
                self._answer(request)
            except UserError as error:
                self.bridge.tell(Note(Text(error.zh, error.en), good=False))
            except Exception as error:
                # A defect in one request must not end the evening.
                _LOG.exception("the tablet failed on %s", type(request).__name__)
                self.bridge.tell(Note(Text(f"没做成：{error!r}", f"failed: {error!r}"), good=False))

    def _answer(self, request: Request) -> None:
        match request:
            case BeginMatch():
                self._begin(request)
            case ResumeMatch():
                self._resume()
            case EndMatch():
                self._stop_match()
                self._keep(self._without_empty(self.kept.closed()))
                self._tell_start()
            case LookAround():
                self._look_around()
            case ReadHand(path):
                self.bridge.tell(self._read_hand(path))
            case OpenArchive():
                self.bridge.tell(ArchiveSheet(list_records(self.root, time.time())))
            case OpenRecord(key, at, picture):
                self._show_step(key, at, picture)
            case OpenSetup():
                self._tell_setup()
            case KeepSettings(settings):
                self._keep(replace(self.kept, settings=settings))
            case SaveSheet(csv):
                self._save(csv)
            case _:
                self._setting.answer(request, self.live)
                self._port_chosen()
                if isinstance(request, KeepCorners):
                    self._camera_chosen()

    # -- matches -------------------------------------------------------------------

    def _begin(self, request: BeginMatch) -> None:
        plan = request.plan
        self._setting.stop()
        self._stop_match()
        self.kept = self.kept.after(plan)
        checked = Plan.of(plan.rules, dict(plan.options), plan.players)
        live = LiveMatch(self._wish(checked, None), self.bridge, self.bridge.publish)
        self._run(live)
        if plan.dealer is not Seat.A:
            live.inbox.put(Enter(DealerNamed(plan.dealer), 0))

    def _resume(self) -> None:
        folder = self.root / self.kept.open_record
        header = read_record(folder / EVENTS).header
        self._setting.stop()
        self._stop_match()
        plan = Plan.of(header.rules, dict(header.options), header.players)
        self._run(LiveMatch(self._wish(plan, folder), self.bridge, self.bridge.publish))

    def _run(self, live: LiveMatch) -> None:
        self.live = live
        live.realtime.start()
        self._tell_camera()
        self._keep(self._without_empty(self.kept).opened(live.writer.record.folder.name))

    def _without_empty(self, kept: Kept) -> Kept:
        """`kept` but for open matches of which nothing is left to go on with."""
        while kept.open_record and not _was_played(self.root / kept.open_record / EVENTS):
            kept = kept.closed()
        return kept

    def _stop_match(self) -> None:
        live, self.live = self.live, None
        if live is not None:
            live.realtime.stop()

    def _wish(self, plan: Plan, resume: Path | None) -> Wish:
        return Wish(
            config=self._match_config(), plan=plan, root=self.root, virtual=False, seed=0,
            deals=None, answers="wait", speed=None, art=None, models=self._models,
            lang=self.kept.settings.lang, screenshot=None, resume=resume,
            keep_frames=self._config.record.keep_frames,
        )  # fmt: skip

    def _match_config(self) -> Config:
        """The configuration with what was found, chosen and calibrated."""
        kept, config = self.kept, self._config
        camera, line = self._camera_here(), config.line
        if not kept.plan.camera or self._camera.state is HealthState.ABSENT:
            camera = camera.model_copy(update={"source": ""})
        if kept.plan.line:
            line = line.model_copy(update={"port": self._port})
        else:
            line = line.model_copy(update={"port": "", "profile": None})
        return config.model_copy(update={"camera": camera, "line": line})

    def _camera_here(self) -> CameraSection:
        """The camera that was set up, or configured, or that is plugged in."""
        return present_camera(with_kept_camera(self._config, self.root).camera)

    # -- sheets --------------------------------------------------------------------

    def _tell_start(self) -> None:
        kept = self.kept
        last = zip(kept.plan.players, kept.plan.colours, strict=True)
        self.bridge.tell(
            StartSheet(
                kept.plan, kept.known, self._camera, self._line, PAGES, self._open_match(),
                tuple((dict(kept.colours) | dict(last)).items()),
            )
        )

    def _open_match(self) -> Text | None:
        """The match that was not closed, in words."""
        name = self.kept.open_record
        if not name or self.live is not None:
            return None
        try:
            header = read_record(self.root / name / EVENTS).header
        except RecordError:
            return None
        when = datetime.fromtimestamp(header.began).strftime("%m-%d %H:%M")
        names = "、".join(header.players)
        return Text(f"{when} {names}", f"{when} {names}")

    def _look_around(self) -> None:
        if self.live is None:
            self._camera = find_camera(self._camera_here())
        chosen = {"port": self.kept.port} if self.kept.port else {}
        self._line, self._port = find_line(self._config.line.model_copy(update=chosen))
        self._tell_start()
        self._tell_camera()

    def _tell_setup(self) -> None:
        self.bridge.tell(
            SetupSheet(
                settings=self.kept.settings,
                pages=PAGES,
                version=__version__,
            )
        )

    def _port_chosen(self) -> None:
        """A port that was tapped on the set-up screen is the line's from now on."""
        chosen = self._setting.line.chosen
        if chosen and chosen != self.kept.port:
            self._port = chosen
            self._keep(replace(self.kept, port=chosen))

    def _camera_chosen(self) -> None:
        """The camera that was just set up is there, whatever was found before."""
        aimed = self._setting.aim.aimed
        if aimed is not None and self.live is None:
            self._camera = aimed.health()
            self._tell_start()
            self._tell_camera()

    def _show_step(self, key: str, at: int, picture: bool) -> None:
        if self._walk is None or self._walk.key != key:
            self._walk = RecordWalk.open(self.root, key)
        self.bridge.tell(self._walk.sheet(at, picture=picture))

    # -- photos of hands ------------------------------------------------------------

    def _tell_camera(self) -> None:
        """A camera that was found serves too where the match is not looked at."""
        looked_at = self.live is not None and self.live.has_camera
        self.bridge.tell(CameraSheet(looked_at or self._camera.state is HealthState.GOOD))

    def _read_hand(self, path: str) -> HandPhoto:
        try:
            return self._hands.read(picture_of_file(Path(path)) if path else self._picture())
        except UserError as error:
            return HandPhoto(problem=Text(error.zh, error.en))

    def _picture(self) -> Picture:
        live = self.live
        if live is None or not live.has_camera:
            return picture_of_camera(self._camera_here().source)
        image = live.picture()
        if image is None:
            raise no_picture()
        return image

    # -- keeping -------------------------------------------------------------------

    def _keep(self, kept: Kept) -> None:
        self.kept = kept
        write_kept(self.root, kept)

    def _folder(self) -> Path:
        return self.live.writer.record.folder if self.live is not None else self.root

    def _picture_path(self) -> Path:
        return self._folder() / f"score-{datetime.now():%H%M%S}.png"

    def _save(self, csv: str) -> None:
        path = self._folder() / SCORES
        try:
            # Spreadsheets take a file for UTF-8 by this mark.
            path.write_text(csv, encoding="utf-8-sig")
        except OSError as error:
            raise cannot(f"存不进 {path}", f"cannot write {path}", error) from error
        self.bridge.tell(Note(Text(f"已存 {path}", f"kept as {path}")))


def _was_played(record: Path) -> bool:
    """Whether a deal was begun or a score put down; False of what cannot be read."""
    try:
        entries = read_record(record).entries
    except RecordError:
        return False
    return any(isinstance(entry.event, DealBegan | ScoreAdjusted) for entry in entries)
