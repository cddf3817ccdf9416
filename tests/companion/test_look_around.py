"""Cameras are found without being told."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import look_around
from companion.config import CameraSection
from companion.look_around import cameras_here, find_camera, present_camera
from engine.view import HealthState


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A laptop whose own camera is off, with one on a cable and its second node."""
    for number, index, name in ((10, 0, "Table cam"), (11, 1, "Table cam"), (2, 0, "USB cam")):
        folder = tmp_path / f"video{number}"
        folder.mkdir()
        (folder / "index").write_text(f"{index}\n", "utf-8")
        (folder / "name").write_text(f"{name}\n", "utf-8")
    (tmp_path / "video3").mkdir()
    monkeypatch.setattr(look_around, "_V4L", tmp_path)
    return tmp_path


def test_only_nodes_that_give_pictures_are_listed(plugged: Path) -> None:
    assert [(source, name.en) for source, name in cameras_here()] == [
        ("2", "USB cam 2"), ("10", "Table cam 10"),
    ]  # fmt: skip


def test_one_that_is_here_is_taken_for_one_that_is_not(plugged: Path) -> None:
    assert present_camera(CameraSection()).source == "2"
    assert present_camera(CameraSection(source="10")).source == "10"
    for source in ("rtsp://phone/live", "", "film.avi"):
        assert present_camera(CameraSection(source=source)).source == source
    corners = ((0.0, 9.0), (0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    assert present_camera(CameraSection(corners=corners)).source == "0"


def test_what_is_not_here_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_around, "_V4L", tmp_path / "none")
    assert cameras_here() == []
    assert find_camera(present_camera(CameraSection(source=""))).state is HealthState.ABSENT
