"""What `queban run` understands, refuses, and puts together."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import virtual_stand
from companion.answering import UnhurriedAnswer
from companion.cli import build_parser, main
from companion.config import parse_config
from companion.devices import eyes_settings, load_reader, make_eyes, open_line
from companion.errors import ConfigError, UserError
from companion.live_match import LiveMatch
from companion.record import EVENTS
from companion.running import Wish, wish_of
from companion.session import read_record
from companion.stopping import stopping_gently
from engine.seat import Seat
from engine.view import Candidate, HealthState, QuestionView, TableView, Text
from tests.companion.label_table import LabelTable
from ui.bridge import Bridge
from vision.detections import Detections


def wish(*words: str, window: bool = False) -> Wish:
    return wish_of(build_parser().parse_args(["run", *words]), window)


def test_the_virtual_table_is_the_default_and_answers_for_itself() -> None:
    found = wish("--headless")
    assert found.virtual
    assert found.deals == 1
    assert found.answers == "table"
    assert wish(window=True).answers == "wait"
    assert wish("--answers", "first", window=True).answers == "first"
    assert wish(window=True).deals is None


def test_options_come_from_the_file_and_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "queban.toml"
    file.write_text(
        "players = ['张', '王', '李', '赵']\n"
        "[rules]\noptions = { mode = 'pairs', win_on_joker = false }\n",
        encoding="utf-8",
    )
    found = wish("--table", str(file), "--option", "mode=solo")
    assert not found.virtual
    assert found.plan.options["mode"] == "solo"
    assert found.plan.options["win_on_joker"] == "no"
    assert found.plan.players == ("张", "王", "李", "赵")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "nope"), "mzhz"),
        (("--option", "mode"), "NAME=VALUE"),
        (("--option", "nope=1"), "queban rules"),
        (("--option", "mode=chess"), "mode"),
        (("--deals", "0"), "--deals"),
        (("--speed", "0"), "--speed"),
        (("--art", "/none/there"), "/none/there"),
        (("--table", "/none/there.toml"), "/none/there.toml"),
    ],
)
def test_a_wish_that_cannot_be_is_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--headless", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_the_virtual_table_goes_on_with_no_record(tmp_path: Path) -> None:
    assert main(["run", "--headless", "--resume", str(tmp_path)]) == 2


def test_models_that_are_not_there_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UserError, match=r"models"):
        load_reader(tmp_path)
    out = str(tmp_path / "out")
    assert main(["run", "--headless", "--models", str(tmp_path), "--record", out]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_eyes_take_their_thresholds_from_the_file() -> None:
    assert eyes_settings({"looks": 3}).looks == 3
    with pytest.raises(ConfigError, match=r"rest_s"):
        eyes_settings({"lookz": 3})


class Blind:
    """A reader that finds nothing."""

    def read(self, image: Any, tile_px: Any = None, region: Any = None, **how: Any) -> Detections:
        return Detections.empty(read=True)

    def reread(self, image: Any, found: Detections) -> Detections:
        return found


def test_corners_need_the_size_of_the_picture_that_they_are_of() -> None:
    corners = [[10, 10], [90, 10], [90, 90], [10, 90]]
    with pytest.raises(ConfigError, match=r"camera.width"):
        make_eyes(parse_config({"camera": {"corners": corners}}), Blind())
    sized = {"corners": corners, "width": 100, "height": 100}
    eyes = make_eyes(parse_config({"camera": sized}), Blind())
    assert eyes.calibration is not None
    crossed = {**sized, "corners": [[10, 10], [90, 90], [90, 10], [10, 90]]}
    with pytest.raises(ConfigError):
        make_eyes(parse_config({"camera": crossed}), Blind())


def test_a_profile_that_is_refused_is_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "line.toml"
    bad.write_text("[transport]\nsped = 3\n", encoding="utf-8")
    section = parse_config({"line": {"port": "COM9", "profile": str(bad)}}).line
    with pytest.raises(ConfigError, match=r"profile"):
        open_line(section, lambda signal: None, time.monotonic)


def test_a_finger_has_time_to_answer_before_the_players_do() -> None:
    now = 0.0
    question = QuestionView("q1", 3, Text("", ""), (Candidate(Text("", "")),), False)
    answer = UnhurriedAnswer(lambda asked: 0, lambda: now, 4.0)
    assert answer(question) is None
    now = 4.0
    assert answer(question) == 0
    assert answer(question) is None


def test_ctrl_c_is_a_wish_and_then_as_before() -> None:
    import signal

    before = signal.getsignal(signal.SIGINT)
    with stopping_gently() as stopped:
        signal.raise_signal(signal.SIGINT)
        assert stopped.wait(5)
    assert signal.getsignal(signal.SIGINT) is before


def test_without_eyes_and_line_everything_works_by_finger(tmp_path: Path) -> None:
    file = tmp_path / "queban.toml"
    file.write_text("[camera]\nsource = '0'\n", encoding="utf-8")
    views: list[TableView] = []
    found = wish("--table", str(file), "--models", str(tmp_path), "--record", str(tmp_path / "out"))
    live = LiveMatch(found, Bridge(), views.append)
    live.realtime.start()
    live.realtime.stop()
    states = {health.part.en: health.state for health in views[-1].health}
    assert states["eyes"] is HealthState.BAD
    assert states["line"] is HealthState.ABSENT


def test_the_virtual_table_in_real_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Table, camera, pty, eyes and writer each in their thread, until tiles are read."""
    monkeypatch.setattr(virtual_stand, "VirtualTable", LabelTable)
    tables: list[LabelTable] = []

    class Told:
        def read(
            self, image: Any, tile_px: Any = None, region: Any = None, **how: Any
        ) -> Detections:
            return tables[0].reader.read(image, tile_px, region, **how)

        def reread(self, image: Any, found: Detections) -> Detections:
            return tables[0].reader.reread(image, found)

    seen = threading.Event()

    def publish(view: TableView) -> None:
        if view.indicators:
            seen.set()

    bridge = Bridge()
    bridge.want_frame(True)
    found = wish("--seed", "7", "--speed", "2", "--answers", "table", "--record", str(tmp_path))
    live = LiveMatch(found, bridge, publish, Told())
    assert live.stand is not None
    table = live.stand.table
    assert isinstance(table, LabelTable)
    tables.append(table)
    live.realtime.start()
    assert seen.wait(120), "the flipped tile was not seen"
    live.realtime.stop()
    frame = bridge.take_frame()
    assert frame is not None
    assert np.asarray(frame).ndim == 3
    log = read_record(live.writer.record.folder / EVENTS)
    assert log.entries == tuple(live.writer.match.entries)
    names = [type(entry.event).__name__ for entry in log.entries]
    assert names[:5] == ["DealBegan", "WallsRaised", "DiceRolled", "Dealt", "Flipped"]
    assert live.writer.match.standing.deal is not None
    assert live.writer.match.standing.deal.dealer is Seat.A
