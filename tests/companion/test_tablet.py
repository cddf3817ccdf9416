"""The tablet's desk: matches begun, left, gone on with and looked back over."""

from __future__ import annotations

import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.archive import RecordWalk, list_records
from companion.config import Config, parse_config
from companion.frame_store import FRAMES, FrameStore, KeptFrames
from companion.hand_photo import HandCamera, Picture
from companion.kept import FILE, Kept, read_kept, write_kept
from companion.kept_camera import read_camera
from companion.live_match import LiveMatch
from companion.record import EVENTS
from companion.session import Plan, read_record
from companion.tablet import Tablet
from engine.entering import Verb
from engine.events import DealBegan, ScoreAdjusted
from engine.log import Log
from engine.observations import Enter
from engine.seat import Seat
from engine.view import TableView
from tests.companion.test_setting_up import film
from ui.desk import (
    ArchiveSheet,
    BeginMatch,
    CameraSheet,
    EndMatch,
    HandPhoto,
    KeepCorners,
    KeepSettings,
    KeptDeal,
    MatchPlan,
    Note,
    OpenArchive,
    OpenRecord,
    ReadHand,
    ReplaySheet,
    ResumeMatch,
    SaveSheet,
    Settings,
    SetupSheet,
    StartSheet,
)
from ui.setting_up import AimSheet, WatchCamera
from vision.detections import Detections

NAMES = ("小王", "小李", "小张", "小陈")
PLAN = MatchPlan(NAMES, "mzhz", dealer=Seat.C, stake=Fraction(1, 2), camera=False, line=False)
FIVE = (Fraction(5), Fraction(-5), Fraction(0), Fraction(0))


def config() -> Config:
    return parse_config({"camera": {"source": ""}})


class Screen:
    """Who looks at the bridge: waits for what is told, without sleeping."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.bridge = tablet.bridge
        self.sheets: dict[type, Any] = {}
        self.view: TableView | None = None
        self._news = threading.Event()
        self.bridge.attach(self._news.set)

    def look(self) -> None:
        for sheet in self.bridge.take_sheets():
            self.sheets[type(sheet)] = sheet
        self.view = self.bridge.take() or self.view

    def until(self, reached: Callable[[], bool], patience: float = 60.0) -> None:
        end = time.monotonic() + patience
        while True:
            self._news.clear()
            self.look()
            if reached():
                return
            assert time.monotonic() < end, (self.sheets.keys(), self.view)
            self._news.wait(1.0)

    def ask(self, request: Any, kind: type) -> Any:
        self.look()
        self.sheets.pop(kind, None)
        self.tablet.take(request)
        self.until(lambda: kind in self.sheets)
        return self.sheets[kind]


@pytest.fixture
def open_tablet(tmp_path: Path) -> Iterator[Callable[[], Screen]]:
    tablets: list[Tablet] = []

    def opened() -> Screen:
        tablet = Tablet(tmp_path, config(), look=False)
        tablets.append(tablet)
        screen = Screen(tablet)
        tablet.start()
        return screen

    yield opened
    for tablet in tablets:
        if tablet._thread.is_alive():
            tablet.stop()


def test_a_match_is_begun_left_and_gone_on_with(
    open_tablet: Callable[[], Screen], tmp_path: Path
) -> None:
    screen = open_tablet()
    screen.until(lambda: StartSheet in screen.sheets and SetupSheet in screen.sheets)
    assert screen.sheets[StartSheet].open_match is None
    screen.tablet.take(BeginMatch(PLAN))
    screen.until(lambda: screen.view is not None and screen.view.dealer is Seat.C)
    assert screen.view is not None
    assert [seat.name for seat in screen.view.seats] == list(NAMES)
    (begin,) = [c for c in screen.view.choices if c.verb is Verb.BEGIN]
    assert begin.event == DealBegan(1, Seat.C)
    screen.bridge.send(Enter(ScoreAdjusted(FIVE, "试"), screen.view.seq))
    screen.bridge.send(Enter(begin.event, screen.view.seq))
    screen.until(lambda: screen.view is not None and screen.view.deal == 1)
    note = screen.ask(SaveSheet("a,b\n"), Note)
    assert note.good
    assert next(tmp_path.glob("*/score.csv")).read_text("utf-8-sig") == "a,b\n"
    assert screen.bridge.picture_path() is not None
    screen.tablet.stop()
    again = open_tablet()
    again.until(lambda: StartSheet in again.sheets)
    start = again.sheets[StartSheet]
    assert start.plan.players == NAMES and start.known == NAMES
    assert start.open_match is not None and "小王" in start.open_match.zh
    again.tablet.take(ResumeMatch())
    again.until(lambda: again.view is not None and again.view.deal == 1)
    assert again.view is not None
    assert [seat.score for seat in again.view.seats] == list(FIVE)
    assert again.view.dealer is Seat.C
    ended = again.ask(EndMatch(), StartSheet)
    assert ended.open_match is None


def test_a_match_left_open_is_offered_again_once_the_next_is_closed(
    open_tablet: Callable[[], Screen], tmp_path: Path
) -> None:
    screen = open_tablet()

    def begun(*, played: bool) -> str:
        before = screen.tablet.kept.open_record
        vars(screen)["view"] = None
        screen.tablet.take(BeginMatch(PLAN))
        screen.until(lambda: screen.tablet.kept.open_record != before and screen.view is not None)
        if played:
            view: Any = screen.view
            screen.bridge.send(Enter(ScoreAdjusted(FIVE, "试"), view.seq))
            screen.until(
                lambda: screen.view is not None and screen.view.seats[0].score == FIVE[0]
            )
        return screen.tablet.kept.open_record

    first = begun(played=True)
    begun(played=False)
    third = begun(played=True)
    house = read_kept(tmp_path)
    # Of the second there is nothing to go on with.
    assert (house.open_record, house.set_aside) == (third, (first,))
    assert screen.ask(EndMatch(), StartSheet).open_match is not None
    screen.tablet.take(ResumeMatch())
    screen.until(lambda: screen.tablet.live is not None)
    assert screen.tablet.kept.open_record == first
    assert screen.ask(EndMatch(), StartSheet).open_match is None


def leave_a_short_match(screen: Screen) -> None:
    """A match is begun, its scores put right, its first deal begun, and left."""
    screen.tablet.take(BeginMatch(PLAN))
    screen.until(lambda: screen.view is not None and screen.view.dealer is Seat.C)
    assert screen.view is not None
    screen.bridge.send(Enter(ScoreAdjusted(FIVE, "试"), screen.view.seq))
    screen.bridge.send(Enter(DealBegan(1, Seat.C), screen.view.seq))
    screen.until(lambda: screen.view is not None and screen.view.deal == 1)
    screen.tablet.take(EndMatch())


def test_records_are_listed_and_stepped_through(
    open_tablet: Callable[[], Screen], tmp_path: Path
) -> None:
    screen = open_tablet()
    leave_a_short_match(screen)
    archive = screen.ask(OpenArchive(), ArchiveSheet)
    (kept,) = archive.matches
    assert (kept.players, kept.scores, kept.deals) == (NAMES, FIVE, 0)
    step = screen.ask(OpenRecord(kept.key, 1), ReplaySheet)
    assert (step.at, step.steps, step.deals) == (1, 3, (KeptDeal(2, 1),))
    assert [seat.score for seat in step.view.seats] == list(FIVE)
    walk = RecordWalk.open(tmp_path, kept.key)
    back = walk.sheet(0)
    assert [seat.score for seat in back.view.seats] == [0, 0, 0, 0]
    assert walk.sheet(99).at == 2
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "events.jsonl").write_text("{", "utf-8")
    assert [match.key for match in list_records(tmp_path, time.time())] == [kept.key]


def test_what_cannot_be_done_is_said(open_tablet: Callable[[], Screen]) -> None:
    screen = open_tablet()
    note = screen.ask(OpenRecord("nowhere"), Note)
    assert not note.good
    line = ((0.0, 9.0), (1.0, 9.0), (2.0, 9.0), (3.0, 9.0))
    assert not screen.ask(KeepCorners(line, (640, 480)), Note).good
    corners = ((90.0, 400.0), (90.0, 40.0), (500.0, 40.0), (500.0, 400.0))
    assert screen.ask(KeepCorners(corners, (640, 480)), Note).good
    kept = read_camera(screen.tablet.root)
    assert kept is not None and (kept.corners, kept.size) == (corners, (640, 480))


def test_the_house_is_kept_and_a_broken_file_is_a_new_house(tmp_path: Path) -> None:
    house = Kept(settings=Settings("en", "light", False)).after(PLAN)
    assert write_kept(tmp_path, house)
    assert read_kept(tmp_path) == house
    later = house.after(MatchPlan(("小陈", "甲", "小周", "小王"), "mzhz"))
    assert later.known == ("小陈", "小周", "小王", "小李", "小张")
    good = json.loads((tmp_path / FILE).read_text("utf-8"))
    spoilt = [{"stake": "1/0"}, {"stake": 1e999}, {"colours": {"a": 1e999}}, {"set_aside": 3}]
    texts = [json.dumps(good | one) for one in spoilt]
    for text in ('{"players": 3}', "", "[]", "[" * 100_000, *texts):
        (tmp_path / FILE).write_text(text, "utf-8")
        assert read_kept(tmp_path) == Kept(), text[:80]
    older = {name: value for name, value in good.items() if name != "set_aside"}
    (tmp_path / FILE).write_text(json.dumps(older | {"lang": "fr"}), "utf-8")
    assert read_kept(tmp_path) == replace(house, settings=Settings("zh", "light", False))


def test_settings_are_kept(open_tablet: Callable[[], Screen], tmp_path: Path) -> None:
    screen = open_tablet()
    screen.tablet.take(KeepSettings(Settings("en", "clear", False)))
    screen.tablet.stop()
    assert read_kept(tmp_path).settings == Settings("en", "clear", False)


def test_a_match_that_was_begun_elsewhere_is_served(tmp_path: Path) -> None:
    tablet = Tablet(tmp_path, config(), look=False)
    screen = Screen(tablet)
    wish = tablet._wish(Plan.of("mzhz", {}, NAMES), None)
    live = LiveMatch(wish, tablet.bridge, tablet.bridge.publish)
    live.realtime.start()
    tablet.accompany(live)
    try:
        screen.until(lambda: screen.view is not None and SetupSheet in screen.sheets)
        assert len(screen.ask(OpenArchive(), ArchiveSheet).matches) == 1
    finally:
        tablet.stop()
        live.realtime.stop()
    assert StartSheet not in screen.sheets


def test_a_hand_is_read_from_a_file_and_there_is_no_camera(tmp_path: Path) -> None:
    seen: list[tuple[int, ...]] = []

    class Eyes:
        def read(self, image: Picture) -> Detections:
            seen.append(image.shape)
            return Detections.empty(read=True)

    tablet = Tablet(tmp_path, config(), look=False, hands=HandCamera(Eyes))
    screen = Screen(tablet)
    tablet.start()
    try:
        tablet.take(BeginMatch(PLAN))
        screen.until(lambda: CameraSheet in screen.sheets)
        assert not screen.sheets[CameraSheet].there
        path = tmp_path / "hand.png"
        cv2.imwrite(str(path), np.zeros((60, 80, 3), np.uint8))
        assert screen.ask(ReadHand(str(path)), HandPhoto).picture is not None
        assert seen == [(60, 80, 3)]
        refused = screen.ask(ReadHand(), HandPhoto)
        assert refused.picture is None
        assert refused.problem is not None
    finally:
        tablet.stop()


def test_a_record_shows_what_the_camera_saw_and_what_was_in_doubt(
    open_tablet: Callable[[], Screen], tmp_path: Path
) -> None:
    screen = open_tablet()
    leave_a_short_match(screen)
    (kept,) = screen.ask(OpenArchive(), ArchiveSheet).matches
    assert kept.age == 0
    folder = tmp_path / kept.key
    log = read_record(folder / EVENTS)
    plain = RecordWalk(kept.key, log).sheet(0, picture=True)
    assert (plain.pictures, plain.picture, plain.doubts) == (False, None, ())
    blue = np.zeros((40, 60, 3), np.uint8)
    blue[..., 0] = 250
    store = FrameStore(folder / FRAMES, 1_000_000)
    assert store.keep(blue, log.entries[0].time - 3.0)
    sheet = screen.ask(OpenRecord(kept.key, 1, picture=True), ReplaySheet)
    assert sheet.pictures
    assert sheet.picture is not None
    assert sheet.picture[20, 30, 2] > 200 > sheet.picture[20, 30, 0]
    assert screen.ask(OpenRecord(kept.key, 0), ReplaySheet).picture is None
    unsure = dataclasses.replace(log.entries[1], confidence=0.5)
    doubted = Log(log.header, (log.entries[0], unsure, *log.entries[2:]))
    assert RecordWalk(kept.key, doubted).sheet(0).doubts == (1,)
    frames = KeptFrames(folder / FRAMES)
    assert frames.before(log.entries[0].time - 4.0, 20.0) is None
    assert frames.before(log.entries[0].time + 60.0, 20.0) is None


def test_a_camera_set_up_is_the_next_match_s(
    open_tablet: Callable[[], Screen], tmp_path: Path
) -> None:
    screen = open_tablet()
    picture = np.full((360, 640, 3), 90, np.uint8)
    source = str(film(tmp_path / "table.avi", picture, 2))
    screen.ask(WatchCamera(source), AimSheet)
    screen.until(lambda: screen.sheets[AimSheet].size == (640, 360))
    corners = ((90.0, 300.0), (90.0, 40.0), (500.0, 40.0), (500.0, 300.0))
    screen.ask(KeepCorners(corners, (640, 360)), Note)
    screen.until(lambda: screen.sheets[CameraSheet].there)
    screen.tablet.take(KeepSettings(Settings()))
    camera = screen.tablet._match_config().camera
    assert (camera.source, camera.corners) == (source, corners)
    again = Tablet(tmp_path, config(), look=False)
    assert again._match_config().camera == camera
