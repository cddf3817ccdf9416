"""The lens' bend and the table's measures: in the configuration, kept, shown, in force."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.config import Config, load_config, parse_config
from companion.devices import check_settings, make_eyes, table_layout
from companion.errors import ConfigError
from companion.kept_camera import (
    FILE,
    KeptCamera,
    kept_anchor,
    read_camera,
    with_kept_camera,
    write_camera,
)
from companion.outline import outline_of
from companion.running import layout_in
from companion.setting_up import SettingUp
from companion.tile_sets import TileSets
from engine.layout import DEFAULT_LAYOUT
from engine.layout_profile import Part, layout_of, stepped, values_of
from tests.companion.test_setting_up import SIZE, Screen, corners_of, film, look
from tests.vision.tables import TruthReader
from ui.desk import KeepCorners, Note
from ui.setting_up import AimSheet, ForgetCorners, TableOutline, TryCorners, WatchCamera

CORNERS = corners_of()
HANDS = stepped(DEFAULT_LAYOUT, Part.HANDS, -2)
OWN = {"hand": {"depth_min": 390, "depth_max": 442}, "tile": {"width": 28}}


def test_the_configured_measures_are_those_of_the_eyes() -> None:
    camera = {"source": "0", "corners": CORNERS, "width": SIZE[0], "height": SIZE[1]}
    config = parse_config({"layout": OWN | {"surface": 880}, "camera": camera | {"bend": -0.2}})
    eyes = make_eyes(config, TruthReader())
    assert eyes.layout == layout_of(OWN | {"surface": 880})
    assert eyes.calibration is not None
    assert eyes.calibration.surface == 880
    assert eyes.calibration.bend == pytest.approx((-0.2, 0.0))


DIGITS = "9" * 400


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("layout = 3", "layout"),
        (f"[layout]\nsurface = {DIGITS}", "layout.surface"),
        (f"[layout]\nsurface = 0x{DIGITS * 20}", "layout.surface"),
        (f"[layout]\nsurface = {DIGITS * 20}", "too long to be read"),
        (f"[layout]\nsurface = '{DIGITS}'", "layout.surface"),
        (f"[layout]\ntile = {{ width = {DIGITS} }}", "layout.tile.width"),
        (f"[layout]\n'{DIGITS}' = 3", "unknown layout.999"),
        ("[layout]\nhand = { depth_min = nan }", "layout.hand.depth_min"),
        ("[layout]\nriver = { depth_min = 250, depth_max = 300 }", "overlap"),
        (f"'{DIGITS}' = 3", "unknown key 999"),
        (f"[camera]\nbend = {DIGITS}", "camera.bend"),
        (f"[camera]\nwidth = {DIGITS}", "camera.width"),
        ("[camera]\ncorners = [[1, 1], [1e300, 1], [1e300, 1e300], [1, 1e300]]", "camera.corners"),
        (f"[eyes]\nlooks = {DIGITS}", "eyes.looks"),
        (f"[line]\nbaud = {DIGITS}", "line.baud"),
        (f"[screen]\nwidth = {DIGITS}", "screen.width"),
    ],
)
def test_what_no_table_measures_is_one_line_that_names_it(
    text: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as told:
        check_settings(load_config(path))
    assert said in told.value.en
    assert told.value.zh != told.value.en
    assert len(str(told.value)) < 600 + 2 * len(str(path))


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text("[layout]\nsurface = 880\n", "utf-8-sig")
    assert load_config(path).layout == {"surface": 880}


@pytest.mark.parametrize(
    "data",
    [{"layout": {"rivers": {}}}, {"layout": {"hand": {"depth_min": 350}}}],
)
def test_a_wrong_measure_is_told_before_anything_is_opened(data: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as told:
        check_settings(parse_config(data))
    assert "layout." in told.value.zh and "layout." in told.value.en


def test_a_bend_that_no_lens_has_is_refused() -> None:
    with pytest.raises(ConfigError) as told:
        parse_config({"camera": {"bend": -3.0}})
    assert "camera.bend" in told.value.en and "至少" in told.value.zh


def test_the_virtual_table_takes_measures_it_can_show(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[layout]\nhand = { depth_min = 390, depth_max = 442 }\n", "utf-8")
    assert layout_in(path).hand.depth_min == 390
    assert layout_in(None) == DEFAULT_LAYOUT
    path.write_text("[layout]\nsurface = 1200\n", "utf-8")
    with pytest.raises(ConfigError, match="940"):
        layout_in(path)


def test_what_was_kept_is_in_force_the_next_time(tmp_path: Path) -> None:
    kept = KeptCamera("2", "0", SIZE, CORNERS, CORNERS, -0.2, values_of(HANDS))
    write_camera(tmp_path, kept)
    assert read_camera(tmp_path) == kept
    used = with_kept_camera(Config(), tmp_path)
    assert used.camera.bend == -0.2
    assert table_layout(used) == HANDS
    calibration = kept.calibration()
    assert calibration is not None and calibration.bend == pytest.approx((-0.2, 0.0))
    # The configuration's own measures win.
    own = with_kept_camera(parse_config({"layout": OWN}), tmp_path)
    assert table_layout(own) == layout_of(OWN)


def test_a_camera_kept_before_there_were_measures_is_read(tmp_path: Path) -> None:
    old = {"source": "2", "instead_of": "0", "size": SIZE, "corners": CORNERS, "found": None}
    (tmp_path / FILE).write_text(json.dumps(old), "utf-8")
    assert read_camera(tmp_path) == KeptCamera("2", "0", SIZE, CORNERS)


_CROSSED = (CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3])


@pytest.mark.parametrize(
    "fault",
    [
        {"layout": {"hand": 3}}, {"layout": 3}, {"layout": {"surface": 10**400}},
        {"bend": 4.0}, {"bend": None}, {"bend": 10**400}, {"bend": float("nan")},
        {"size": [0, 0]}, {"size": [-1, 5]}, {"size": [float("inf"), 5]}, {"size": [10**400, 5]},
        {"size": {}}, {"source": None}, {"source": "a\nb"}, {"source": []},
        {"corners": _CROSSED}, {"corners": [[1e300, 1.0]] * 4}, {"corners": [[0.0, 0.0]] * 4},
        {"corners": CORNERS[:3]}, {"corners": "abcd"}, {"found": [[1.0, 2.0]]}, {"found": 3},
        {"found": [[float("nan"), 1.0]] * 4},
    ],
)  # fmt: skip
def test_a_kept_camera_that_does_not_hold_is_as_none(
    fault: dict[str, Any], tmp_path: Path
) -> None:
    good = {"source": "2", "instead_of": "0", "size": SIZE, "corners": CORNERS, "found": None}
    (tmp_path / FILE).write_text(json.dumps(good | fault), "utf-8")
    assert read_camera(tmp_path) is None
    assert with_kept_camera(Config(), tmp_path) == Config()
    assert kept_anchor(Config(), tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", "{", "3", "null", "[" * 100_000, "\x00", '{"size": 3}'])
def test_a_kept_camera_that_is_none_is_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert read_camera(tmp_path) is None


def test_zones_are_drawn_where_the_lens_shows_them() -> None:
    plain = outline_of(CORNERS, SIZE, 0.0, DEFAULT_LAYOUT)
    assert {(zone.seat, zone.part) for zone in plain.zones} == {
        (zone.seat, part) for zone in plain.zones for part in (Part.HANDS, Part.WALLS, Part.RIVERS)
    }
    bent = outline_of(CORNERS, SIZE, -0.2, DEFAULT_LAYOUT)
    middle = np.mean(CORNERS, axis=0)
    far = [np.hypot(*(np.array(one.rim) - middle).T) for one in (plain, bent)]
    assert (far[1] - far[0]).max() > 3
    assert np.allclose(far[0][::12], far[1][::12], atol=0.2)
    moved = outline_of(CORNERS, SIZE, 0.0, HANDS)
    for before, after in zip(plain.zones, moved.zones, strict=True):
        assert (before.line == after.line) is (before.part is not Part.HANDS)


def test_measures_are_tried_kept_and_stay_when_corners_are_forgotten(tmp_path: Path) -> None:
    screen = Screen()
    image, _ = look()
    reader: Any = look()[1]
    source = str(film(tmp_path / "table.avi", image))
    config = parse_config({"camera": {"source": source}})
    root = tmp_path / "root"
    here = SettingUp(
        root, config, screen.bridge, reader=lambda: reader, sets=TileSets(tmp_path / "tiles")
    )
    try:
        here.answer(WatchCamera(), None)
        aim = screen.until(AimSheet, lambda sheet: sheet.outline is not None)
        assert aim.bend == 0.0 and aim.layout == DEFAULT_LAYOUT and aim.kept is None
        here.answer(TryCorners(CORNERS, SIZE, -0.1, HANDS), None)
        drawn = screen.until(TableOutline)
        assert (drawn.corners, drawn.bend, drawn.layout) == (CORNERS, -0.1, HANDS)
        here.answer(KeepCorners(CORNERS, SIZE, -0.1, HANDS), None)
        assert screen.until(Note).good
        kept = screen.until(AimSheet, lambda sheet: sheet.kept is not None)
        assert (kept.kept_bend, kept.layout) == (-0.1, HANDS)
        used = with_kept_camera(config, root)
        assert used.camera.bend == -0.1 and table_layout(used) == HANDS
        here.answer(ForgetCorners(), None)
        used = with_kept_camera(config, root)
        assert used.camera.corners is None and used.camera.bend is None
        assert table_layout(used) == HANDS
    finally:
        here.stop()


def test_measures_in_the_configuration_win_and_that_is_said(tmp_path: Path) -> None:
    screen = Screen()
    config = parse_config({"layout": OWN})
    here = SettingUp(tmp_path, config, screen.bridge, sets=TileSets(tmp_path / "tiles"))
    here.answer(KeepCorners(CORNERS, SIZE, 0.0, HANDS), None)
    note = screen.until(Note)
    assert not note.good and "[layout]" in note.text.zh and "[layout]" in note.text.en
