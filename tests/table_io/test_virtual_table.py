"""The virtual table as a whole: time, pictures, line, truth, answers, program."""

from __future__ import annotations

import time
import urllib.request
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.lockstep_line import LockstepLine, MemoryEnd
from engine.events import DealBegan, Dealt, DiceRolled, Discarded, Settled, WallsRaised, Won
from engine.layout_profile import layout_of
from engine.signals import Dealt as DealtSignal
from engine.signals import Dice, Hatch, SetComplete, ShuffleStarted, WallsUp
from engine.view import Candidate, QuestionView, Text
from engine.wording import describe
from table_io.virtual.camera_model import overhead
from table_io.virtual.mjpeg import MjpegCamera
from table_io.virtual.program import Plan, TableError, _Running, play
from table_io.virtual.scene import Pose
from table_io.virtual.script import Beat, together
from table_io.virtual.serial_line import VirtualLine
from table_io.virtual.table import VirtualTable
from table_io.virtual.truth import TruthLog, read_truth

SMALL = overhead(480, 270)


def table(seed: int = 3, deals: int = 1, **more: object) -> VirtualTable:
    return VirtualTable(seed, deals=deals, camera=SMALL, end=MemoryEnd(), **more)  # type: ignore[arg-type]


def finish(played: VirtualTable, limit: float = 4000.0) -> VirtualTable:
    while not played.finished:
        played.advance(1.0)
        assert played.now < limit
    return played


@pytest.fixture(scope="module")
def two_deals() -> VirtualTable:
    return finish(table(deals=2))


def test_deals_are_played_out_in_a_few_minutes_each(two_deals: VirtualTable) -> None:
    assert 2 * 150 < two_deals.now < 2 * 420
    kinds = [type(event) for event in two_deals.truth.events]
    assert kinds.count(DealBegan) == kinds.count(Settled) == 2
    assert kinds[:2] == [DealBegan, WallsRaised]


def test_the_rules_name_the_next_dealer(two_deals: VirtualTable) -> None:
    events = two_deals.truth.events
    began = [event for event in events if isinstance(event, DealBegan)]
    settled = next(event for event in events if isinstance(event, Settled))
    assert began[1].dealer is settled.next_dealer


def test_truth_comes_in_the_order_of_time(two_deals: VirtualTable) -> None:
    times = [at for at, _ in two_deals.truth]
    assert times == sorted(times)
    assert times[-1] < two_deals.now


def test_the_step_of_time_changes_nothing(two_deals: VirtualTable) -> None:
    other = table(deals=2)
    while not other.finished:
        other.advance(0.37)
    assert list(other.truth) == list(two_deals.truth)


def test_a_table_without_a_dome_is_drawn() -> None:
    one = table(layout=layout_of({"dome_radius": 0}))
    assert not np.array_equal(one.picture(), table().picture())


def test_the_same_moment_is_the_same_picture() -> None:
    one, other = table(), table()
    one.advance(40.0)
    for _ in range(160):
        other.advance(0.25)
    assert np.array_equal(one.picture(), other.picture())
    strange = table(seed=4)
    strange.advance(40.0)
    assert not np.array_equal(one.picture(), strange.picture())


def test_a_picture_is_kept_while_nothing_moves() -> None:
    still = table()
    still.advance(6.0)
    first = still.picture()
    still.advance(0.05)
    assert still.picture() is first
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 0
    noisy = table(fresh_noise=True)
    noisy.advance(6.0)
    assert not np.array_equal(noisy.picture(), noisy.picture())


def test_a_carried_tile_lies_nowhere_else() -> None:
    busy = table()
    carried = 0
    while busy.now < 60.0:
        busy.advance(0.1)
        scene = busy.scene()
        held = [arm.holding for arm in scene.arms if arm.holding is not None]
        shown = len(scene.tiles) + len(held)
        assert not scene.tiles or 121 <= shown <= 124
        assert all(tile.z > 0 or tile.pose is not Pose.FACE_UP for tile in held)
        carried += len(held)
    assert carried > 20


def test_the_line_says_what_the_machine_senses() -> None:
    end = MemoryEnd()
    heard = []
    played = VirtualTable(3, deals=2, camera=SMALL, end=end)
    line = LockstepLine(end)
    while not played.finished:
        played.advance(0.05)
        heard += [received.signal for received in line.pump(played.now)]
    events = played.truth.events
    raised = [event.stacks for event in events if isinstance(event, WallsRaised)]
    assert [signal.stacks for signal in heard if isinstance(signal, WallsUp)] == raised
    thrown = [event.dice for event in events if isinstance(event, DiceRolled)]
    assert [(s.d1, s.d2) for s in heard if isinstance(s, Dice)] == thrown
    dealt = [tuple(map(len, event.hands)) for event in events if isinstance(event, Dealt)]
    assert [signal.counts for signal in heard if isinstance(signal, DealtSignal)] == dealt
    assert sum(isinstance(signal, ShuffleStarted) for signal in heard) == 2
    assert [s.count for s in heard if isinstance(s, SetComplete)] == [124, 124]
    assert [s.open for s in heard if isinstance(s, Hatch)] == [True, False]


def test_opened_hands_lie_open_before_the_table_is_cleared(two_deals: VirtualTable) -> None:
    settled = next(at for at, event in two_deals.truth if isinstance(event, Settled))
    again = table(deals=2)
    again.advance(settled + 8.0)
    open_tiles = [t for t in again.scene().tiles if t.pose is Pose.FACE_UP]
    assert len(open_tiles) > 40
    cleared_at = settled
    while again.scene().tiles:
        again.advance(0.25)
        cleared_at = again.now
    assert settled + 8.0 < cleared_at < settled + 16.0


def test_other_modes_are_played() -> None:
    winds = finish(table(seed=1, options={"mode": "four_winds"}))
    assert isinstance(winds.truth.events[-1], Settled)


def test_a_truth_log_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    finish(table(truth=TruthLog(path)))
    assert [event for _, event in read_truth(path)] == list(finish(table()).truth.events)


# -- answers -----------------------------------------------------------------------


def ask(*labels: str, by_rule: bool = False) -> QuestionView:
    return QuestionView(
        "q1-1", 1, Text("刚才是哪一种？", "?"),
        tuple(Candidate(Text(label, label)) for label in labels), by_rule,
    )  # fmt: skip


def test_players_know_what_happened(two_deals: VirtualTable) -> None:
    events = two_deals.truth.events
    *_, last = (event for event in events if isinstance(event, Won))
    true = describe(last).zh
    false = describe(replace(last, seats=(last.seats[0].next,))).zh
    earlier = events[: events.index(last)]
    *_, before = (event for event in earlier if isinstance(event, Discarded))
    assert two_deals.answer_for(ask(false, true)) == 1
    both = f"{describe(before).zh}，{true}"
    assert two_deals.answer_for(ask(f"{describe(before).zh}，{false}", both)) == 1
    assert two_deals.answer_for(ask(true, false, by_rule=True)) == 0
    assert two_deals.answer_for(ask(false)) is None
    assert two_deals.answer_for(ask(false, "什么也没有")) == 1


def test_players_tell_an_older_event_from_the_last_one() -> None:
    asked = table()
    asked.advance(60.0)
    thrown = [event for event in asked.truth.events if isinstance(event, Discarded)]
    texts = [describe(event).zh for event in thrown]
    assert asked.answer_for(ask(texts[-2], texts[-1])) == 1


def test_players_do_not_mind_the_order_of_tiles(two_deals: VirtualTable) -> None:
    events = two_deals.truth.events
    opened = [describe(e).zh for e in events if "亮牌" in describe(e).zh]
    name, tiles = opened[-1].split("：")
    shuffled = "、".join(reversed(tiles.split("、")))
    assert two_deals.answer_for(ask("什么也没有", f"{name}：{shuffled}")) == 1


# -- beats -------------------------------------------------------------------------


def test_people_act_at_the_same_time() -> None:
    ends = []

    def strand(name: str, *spans: float):  # type: ignore[no-untyped-def]
        for span in spans:
            yield Beat(span)
        ends.append(name)

    beats = list(together([strand("slow", 1.0, 2.0), strand("quick", 0.5, 0.25)]))
    assert sum(beat.seconds for beat in beats) == pytest.approx(3.0)
    assert ends == ["quick", "slow"]


# -- the program -------------------------------------------------------------------


def test_the_camera_serves_pictures() -> None:
    picture = np.full((90, 160, 3), 80, np.uint8)
    with MjpegCamera("http://127.0.0.1:0/table.mjpg") as camera:
        camera.show(picture)
        with urllib.request.urlopen(camera.url, timeout=5) as stream:
            assert "multipart/x-mixed-replace" in stream.headers["Content-Type"]
            length = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            packed = np.frombuffer(stream.read(length), np.uint8)
            shown = cv2.imdecode(packed, cv2.IMREAD_COLOR)
            assert shown is not None
            assert shown.shape == picture.shape
            assert abs(int(shown.mean()) - 80) <= 1
            assert camera.viewers == 1
        with pytest.raises(OSError, match="in use"):
            MjpegCamera(camera.url)
    with pytest.raises(ValueError, match="no http address"):
        MjpegCamera("rtsp://127.0.0.1/")


def test_a_film_is_written_as_fast_as_it_can_be(tmp_path: Path) -> None:
    film, truth = tmp_path / "table.avi", tmp_path / "truth.jsonl"
    plan = Plan(3, video=film, truth=truth, rate=0.1, size=(320, 180))
    # Processor time: a busy machine does not make the program wait.
    began = time.process_time()
    played = play(plan, say=lambda _: None)
    assert time.process_time() - began < played.table_seconds / 4
    capture = cv2.VideoCapture(str(film))
    frames = 0
    while capture.read()[0]:
        frames += 1
    assert abs(frames - played.pictures) <= 1
    assert isinstance(read_truth(truth)[-1][1], Settled)


def test_the_plug_is_pulled_in_the_middle_of_a_frame_and_put_back() -> None:
    end = MemoryEnd()
    clock = time.monotonic()
    line = VirtualLine(end=end, clock=lambda: clock)
    played = VirtualTable(3, camera=SMALL, line=line)
    running = _Running(Plan(unplug_at=2.0), played, line, None, None)
    played.advance(1.9)
    running._plug()
    assert line.plugged
    end.host_reads()
    played.advance(0.2)
    running._plug()
    assert not line.plugged
    cut = end.host_reads()
    assert 2 < len(cut) < 9
    played.advance(2.8)
    running._plug()
    assert not line.plugged
    played.advance(0.3)
    running._plug()
    assert line.plugged


def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(TableError, match="no folder"):
        play(Plan(art=tmp_path / "none"), say=lambda _: None)
    with pytest.raises(TableError, match="cannot write"):
        play(Plan(truth=tmp_path / "none" / "truth.jsonl"), say=lambda _: None)
    with pytest.raises(TableError, match="film"):
        play(Plan(video=tmp_path / "none" / "film.avi"), say=lambda _: None)
    with pytest.raises(TableError, match="no http address"):
        play(Plan(camera="file:///x"), say=lambda _: None)
    for wrong in (["--option", "mode"], ["--option", "mode=x"], ["--rules", "x"], ["--deals", "0"]):
        assert main(["table", *wrong]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
