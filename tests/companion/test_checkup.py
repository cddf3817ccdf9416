"""What the doctor finds, and that each finding says what to do."""

from __future__ import annotations

import json
import os
import pty
import tomllib
from pathlib import Path

import pytest

from companion import checkup
from companion.cli import main
from companion.config import Config, parse_config
from engine.view import Health, HealthState


def found(config: Config) -> dict[str, Health]:
    return {health.part.en: health for health in checkup.check_all(config)}


def test_a_camera_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup.sys, "platform", "linux")
    health = found(parse_config({"camera": {"source": "987"}}))["camera"]
    assert health.state is HealthState.BAD
    assert "camera.source" in health.detail.zh
    assert "camera.source" in health.detail.en


def test_a_film_that_gives_no_picture(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(b"no film")
    health = found(parse_config({"camera": {"source": str(film)}}))["camera"]
    assert health.state is HealthState.BAD


def test_devices_that_nobody_asked_for_are_not_faults() -> None:
    health = found(parse_config({"camera": {"source": ""}}))
    assert health["camera"].state is HealthState.ABSENT
    assert health["serial line"].state is HealthState.ABSENT


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    health = found(parse_config({"camera": {"source": ""}, "line": {"port": f"{tmp_path}/none"}}))
    assert health["serial line"].state is HealthState.BAD
    assert "line.port" in health["serial line"].detail.en


def test_no_display_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not checkup.has_display()
    monkeypatch.setenv("DISPLAY", ":7")
    assert checkup.has_display()


def test_little_disk_is_said_before_it_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checkup, "ENOUGH_DISK", 1 << 62)
    config = parse_config({"camera": {"source": ""}, "record": {"dir": str(tmp_path / "deep")}})
    health = found(config)["record folder"]
    assert health.state is HealthState.BAD
    assert "make room" in health.detail.en


def test_a_model_that_is_not_the_one_on_the_card(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "detector.onnx").write_bytes(b"weights")
    (tmp_path / "fonts").mkdir()
    monkeypatch.setattr(checkup.resources, "files", lambda package: tmp_path)
    states = dict(found(parse_config({"camera": {"source": ""}})).items())
    assert states["model detector.onnx"].state is HealthState.BAD
    assert "install again" in states["model detector.onnx"].detail.en
    assert states["model classifier.onnx"].state is HealthState.BAD
    assert states["fonts"].state is HealthState.BAD
    (digest,) = checkup.model_hashes().values()
    (tmp_path / "MODEL_CARD.md").write_text(f"detector.onnx: `{digest}`", encoding="utf-8")
    assert found(Config())["model detector.onnx"].state is HealthState.GOOD


def test_the_command_prints_lines_or_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "queban.toml"
    file.write_text("[camera]\nsource = ''\n[line]\nport = '/none/there'\n", encoding="utf-8")
    assert main(["doctor", str(file)]) == 1
    assert "✗ 串口 serial line" in capsys.readouterr().out
    assert main(["doctor", str(file), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert {"part": "camera", "state": "absent", "detail": "not asked for"} in rows


def test_config_help_is_a_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--config-help"]) == 0
    assert parse_config(tomllib.loads(capsys.readouterr().out)) == Config()


@pytest.mark.parametrize(
    ("port", "state"),
    [
        ("", HealthState.ABSENT),
        ("socket://127.0.0.1:9", HealthState.WAIT),
        ("0403:6001", HealthState.BAD),
        ("nonsense", HealthState.BAD),
        ("COM77", HealthState.BAD),
        ("{folder}", HealthState.BAD),
        ("{file}", HealthState.BAD),
        ("{pty}", HealthState.GOOD),
    ],
)
@pytest.mark.skipif(checkup.sys.platform == "win32", reason="needs a pty")
def test_a_port_is_called_good_only_where_there_is_one(
    port: str, state: HealthState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    (tmp_path / "file").write_bytes(b"")
    master, slave = pty.openpty()
    try:
        named = port.format(folder=tmp_path, file=tmp_path / "file", pty=os.ttyname(slave))
        config = parse_config({"camera": {"source": ""}, "line": {"port": named}})
        health = found(config)["serial line"]
    finally:
        os.close(master)
        os.close(slave)
    assert health.state is state


def test_a_camera_that_nobody_named_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup.sys, "platform", "linux")
    monkeypatch.setattr(checkup.Path, "exists", lambda path: False)
    unnamed = found(Config())["camera"]
    assert unnamed.state is HealthState.WAIT
    assert "source" in unnamed.detail.zh and "source" in unnamed.detail.en
    assert found(parse_config({"camera": {"source": "0"}}))["camera"].state is HealthState.BAD
