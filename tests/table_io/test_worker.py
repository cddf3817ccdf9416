"""The port's thread against the virtual table's line, on real ptys."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from serial.tools.list_ports_common import ListPortInfo

from engine.seat import Seat
from engine.signals import (
    Dealt,
    Dice,
    Heartbeat,
    Hello,
    Lamp,
    Roll,
    ShuffleStarted,
    Signal,
    SignalReceived,
    Snapshot,
    StatusRequest,
    WallsUp,
)
from engine.view import HealthState
from table_io.host_link import HostLink
from table_io.link import LinkLost, LinkUp, Undelivered
from table_io.profile import shipped_profiles
from table_io.profile_link import ProfileLink
from table_io.serial_port import (
    PORT_ERRORS,
    PortFinder,
    PortSettings,
    PortUnavailable,
    UsbIdentity,
    open_port,
)
from table_io.virtual.line_end import SocketEnd, line_end
from table_io.virtual.serial_line import VirtualLine
from table_io.worker import LineHealth, LineNotice, LineState, LineWorker

needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no ptys")


class Ear:
    """Collects what a worker hands over."""

    def __init__(self) -> None:
        self.heard: list[SignalReceived] = []
        self.notices: list[LineNotice] = []

    def signals(self) -> list[Signal]:
        return [e.signal for e in self.heard if not isinstance(e.signal, Hello | Snapshot)]

    def states(self) -> list[LineState]:
        return [n.state for n in self.notices if isinstance(n, LineHealth)]


def wait_for(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.005)


@pytest.fixture(name="line", params=["pty", "socket"])
def _line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VirtualLine]:
    if request.param == "pty" and sys.platform == "win32":
        pytest.skip("Windows has no ptys")
    end = SocketEnd() if request.param == "socket" else None
    with VirtualLine(link=tmp_path / "table", end=end) as line:
        yield line


@pytest.fixture(name="ear")
def _ear() -> Ear:
    return Ear()


@pytest.fixture(name="worker")
def _worker(line: VirtualLine, ear: Ear, tmp_path: Path) -> Iterator[LineWorker]:
    worker = LineWorker(
        PortSettings(line.address),
        HostLink(),
        ear.heard.append,
        notify=ear.notices.append,
        raw_log=tmp_path / "raw" / "line.log",
    )
    worker.start()
    yield worker
    worker.stop()
    assert worker.health.state is LineState.STOPPED


def test_signals_and_commands_cross_the_line(
    line: VirtualLine, worker: LineWorker, ear: Ear
) -> None:
    wait_for(lambda: line.delivered and worker.health.state is LineState.UP)
    line.emit(WallsUp((16, 15, 16, 15)))
    line.emit(Dice(3, 4))
    worker.send(Roll())
    worker.send(Lamp(Seat.B, True))
    wait_for(lambda: ear.signals() == [WallsUp((16, 15, 16, 15)), Dice(3, 4)])
    got: list[object] = []

    def both_came() -> bool:
        got.extend(c for c in line.commands() if not isinstance(c, StatusRequest))
        return len(got) >= 2

    wait_for(both_came)
    assert got == [Roll(), Lamp(Seat.B, True)]
    assert not any(isinstance(e.signal, Heartbeat) for e in ear.heard)
    health = worker.health
    assert health.frames >= 4
    assert health.last_frame_age is not None
    assert health.last_frame_age < 3
    assert health.to_view().state is HealthState.GOOD


def test_an_unplug_in_mid_frame_loses_nothing_and_repeats_nothing(
    line: VirtualLine, worker: LineWorker, ear: Ear
) -> None:
    wait_for(lambda: line.delivered)
    line.emit(ShuffleStarted())
    wait_for(lambda: line.delivered)
    line.unplug(cutting=Dice(5, 6))
    line.emit(Dealt((14, 13, 13, 13)))
    wait_for(lambda: worker.health.state is LineState.SEARCHING)
    assert worker.health.to_view().state is HealthState.BAD
    worker.send(Roll())
    wait_for(lambda: any(isinstance(n, Undelivered) for n in ear.notices))
    line.replug()
    wait_for(lambda: line.delivered and len(ear.signals()) >= 3)
    assert ear.signals() == [ShuffleStarted(), Dice(5, 6), Dealt((14, 13, 13, 13))]
    links = [type(n) for n in ear.notices if isinstance(n, LinkUp | LinkLost)]
    assert links == [LinkUp, LinkLost, LinkUp]
    states = ear.states()
    assert states.index(LineState.UP) < states.index(LineState.SEARCHING)


def test_the_raw_log_keeps_every_byte_with_its_time(
    line: VirtualLine, worker: LineWorker, ear: Ear, tmp_path: Path
) -> None:
    wait_for(lambda: line.delivered)
    line.inject(b"\xde\xad")
    line.emit(Dice(2, 5))
    wait_for(lambda: ear.signals() == [Dice(2, 5)])
    worker.stop()
    text = (tmp_path / "raw" / "line.log").read_text(encoding="utf-8")
    assert all(re.fullmatch(r"\d+\.\d{6} [<>#] .+", row) for row in text.splitlines())
    received = "".join(re.findall(r" < (.+)", text)).replace(" ", "")
    dice = next(e for e in ear.heard if isinstance(e.signal, Dice))
    assert "DEAD" in received
    assert dice.raw.hex().upper() in received
    assert worker.health.noise_bytes >= 2


def test_a_raw_log_that_cannot_be_written_is_told_and_the_line_goes_on(
    line: VirtualLine, ear: Ear, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    worker = LineWorker(
        PortSettings(line.address),
        HostLink(),
        ear.heard.append,
        raw_log=tmp_path / "file" / "line.log",
    )
    worker.start()
    wait_for(lambda: worker.health.state is LineState.UP)
    assert "raw log" in worker.health.english
    worker.stop()


@needs_pty
def test_a_port_that_is_not_there_is_a_state_with_a_message(ear: Ear, tmp_path: Path) -> None:
    link = tmp_path / "later"
    worker = LineWorker(
        PortSettings(str(link)), HostLink(), ear.heard.append, notify=ear.notices.append
    )
    worker.start()
    wait_for(lambda: worker.health.state is LineState.SEARCHING)
    assert str(link) in worker.health.english
    assert str(link) in worker.health.chinese
    with VirtualLine(link=link):
        wait_for(lambda: worker.health.state is LineState.UP)
    worker.stop()


def test_wrong_settings_are_told_not_raised(ear: Ear) -> None:
    worker = LineWorker(PortSettings("no-such-scheme://x"), HostLink(), ear.heard.append)
    worker.start()
    wait_for(lambda: "settings are wrong" in worker.health.english)
    worker.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_defect_behind_the_inbox_is_told_and_raised(line: VirtualLine, ear: Ear) -> None:
    def inbox(signal: SignalReceived) -> None:
        raise RuntimeError("the inbox broke")

    raised: list[type[BaseException] | None] = []
    before = threading.excepthook
    threading.excepthook = lambda args: raised.append(args.exc_type)
    try:
        worker = LineWorker(
            PortSettings(line.address), HostLink(), inbox, notify=ear.notices.append
        )
        worker.start()
        wait_for(lambda: raised != [])
    finally:
        threading.excepthook = before
    assert raised == [RuntimeError]
    assert worker.health.state is LineState.FAILED
    assert "the inbox broke" in worker.health.chinese
    assert ear.states()[-1] is LineState.FAILED


class FailingPort:
    """A port whose every use fails with `error`, as after an unplug."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.closes = 0

    @property
    def in_waiting(self) -> int:
        raise self.error

    def read(self, size: int) -> bytes:
        raise self.error

    def close(self) -> None:
        self.closes += 1
        raise self.error


@pytest.mark.parametrize("kind", PORT_ERRORS, ids=lambda kind: kind.__name__)
def test_every_kind_of_port_error_leads_to_another_try(kind: type[Exception], ear: Ear) -> None:
    ports: list[FailingPort] = []

    def failing(name: str, settings: PortSettings) -> serial.SerialBase:
        ports.append(FailingPort(kind("unplugged")))
        return ports[-1]  # type: ignore[return-value]

    worker = LineWorker(PortSettings("COM9"), HostLink(), ear.heard.append, open_port=failing)
    worker.start()
    wait_for(lambda: len(ports) >= 3)
    worker.stop()
    assert all(port.closes == 1 for port in ports)


@needs_pty
def test_a_machine_with_a_profile_is_heard(ear: Ear, tmp_path: Path) -> None:
    profile = shipped_profiles()["example"]
    with VirtualLine(link=tmp_path / "board") as line:
        worker = LineWorker(
            profile.port_settings(line.address), ProfileLink(profile), ear.heard.append
        )
        worker.start()
        wait_for(lambda: worker.health.state is LineState.SILENT)
        # Again and again, since a pty may not have noticed its host yet.
        wait_for(lambda: line.inject(bytes.fromhex("7E 12 25 37 7F")) or bool(ear.heard))
        worker.stop()
    assert ear.signals()[0] == Dice(3, 6)


@needs_pty
def test_a_line_that_stays_silent_is_opened_anew(ear: Ear, tmp_path: Path) -> None:
    end = line_end(tmp_path / "mute")
    end.plug()
    opened: list[str] = []

    def opening(name: str, settings: PortSettings) -> serial.SerialBase:
        opened.append(name)
        return open_port(name, settings)

    worker = LineWorker(
        PortSettings(end.address),
        HostLink(),
        ear.heard.append,
        notify=ear.notices.append,
        clock=lambda: time.monotonic() * 50,
        open_port=opening,
    )
    worker.start()
    wait_for(lambda: len(opened) >= 3)
    worker.stop()
    end.unplug()
    assert not any(isinstance(n, LinkUp) for n in ear.notices)
    assert LineState.UP not in ear.states()
    assert any(isinstance(n, LinkLost) and not n.port_gone for n in ear.notices)


def test_ports_that_cannot_be_listed_are_a_plain_message() -> None:
    def broken() -> list[ListPortInfo]:
        raise OSError("no /sys")

    with pytest.raises(PortUnavailable, match="no /sys"):
        PortFinder(PortSettings("1a86:7523"), broken).find()


def info(device: str, vid: int, pid: int, number: str) -> ListPortInfo:
    port = ListPortInfo(device)
    port.vid, port.pid, port.serial_number = vid, pid, number
    return port


def test_an_adapter_is_found_by_its_ids_under_any_name() -> None:
    here = [info("/dev/ttyUSB7", 0x1A86, 0x7523, "77"), info("/dev/ttyUSB9", 0x1A86, 0x7523, "99")]
    assert PortSettings("1a86:7523").usb == UsbIdentity(0x1A86, 0x7523)
    assert PortFinder(PortSettings("1a86:7523"), lambda: here).find() == "/dev/ttyUSB7"
    assert PortFinder(PortSettings("1a86:7523:99"), lambda: here).find() == "/dev/ttyUSB9"
    with pytest.raises(PortUnavailable, match="1A86:7523:55"):
        PortFinder(PortSettings("1a86:7523:55"), lambda: here).find()
    assert PortSettings("socket://127.0.0.1:7000").usb is None


def test_a_named_port_that_comes_back_under_another_name_is_found(tmp_path: Path) -> None:
    name = tmp_path / "ttyUSB0"
    name.touch()
    here = [info(str(name), 0x303A, 0x1001, "abc")]
    finder = PortFinder(PortSettings(str(name)), lambda: here)
    assert finder.find() == str(name)
    finder.opened(str(name))
    name.unlink()
    here[:] = [info("other", 1, 2, "x"), info("/dev/ttyUSB1", 0x303A, 0x1001, "abc")]
    assert finder.find() == "/dev/ttyUSB1"
    here.clear()
    assert finder.find() == str(name)


@needs_pty
def test_a_second_program_on_the_same_port_is_refused(tmp_path: Path) -> None:
    with VirtualLine(link=tmp_path / "table") as line:
        first = open_port(line.address, PortSettings(line.address))
        with pytest.raises(PortUnavailable):
            open_port(line.address, PortSettings(line.address))
        first.close()


@needs_pty
def test_the_symlink_follows_the_pty_and_goes_with_it(tmp_path: Path) -> None:
    link = tmp_path / "table"
    line = VirtualLine(link=link)
    assert line.address == str(link)
    assert link.resolve().exists()
    line.unplug()
    assert not link.is_symlink()
    line.replug()
    assert link.resolve().exists()
    line.close()
    assert not link.is_symlink()
