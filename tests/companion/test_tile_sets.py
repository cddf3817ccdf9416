from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.errors import UserError
from companion.tile_sets import TileSets
from vision.enrol import Check, TileSet
from vision.naming import HomeNaming
from vision.onnx import ModelMismatch
from vision.reader import TileReader

GOOD = Check(0.8, 0.95, 0.6, 0.2, 0.99, 0.99)
SIZE = 384


def tiles(name: str, model: str = "m", check: Check = GOOD, lift: float = 0.0) -> TileSet:
    naming = HomeNaming(np.zeros((48, SIZE), np.float32), np.full(48, lift, np.float32))
    when = datetime(2026, 1, 2).isoformat()
    return TileSet(name, naming, check, {"1m": 3, "2m": 3}, model, when)


def test_several_sets_are_kept_used_and_taken_back(tmp_path: Path) -> None:
    sets = TileSets(tmp_path)
    assert sets.names() == [] and sets.active is None
    sets.keep(tiles("home"))
    sets.keep(tiles("grandma", lift=1.0))
    assert sets.names() == ["grandma", "home"] and sets.active == "grandma"
    sets.use("home")
    assert sets.active == "home"
    sets.keep(tiles("grandma", lift=2.0))
    assert sets.load("grandma").naming.bias[0] == 2.0
    assert sets.undo("grandma") and sets.load("grandma").naming.bias[0] == 1.0
    assert not sets.undo("grandma") and sets.names() == ["home"]
    assert sets.active is None, "a set that is gone is not in use"
    sets.use("home")
    sets.use(None)
    assert sets.active is None
    sets.remove("home")
    assert sets.names() == []


def test_a_set_travels_in_one_file(tmp_path: Path) -> None:
    here, there = TileSets(tmp_path / "a"), TileSets(tmp_path / "b")
    here.keep(tiles("home", lift=3.0))
    here.export("home", tmp_path / "home.npz")
    taken = there.take(tmp_path / "home.npz")
    assert taken.check == GOOD and there.active == "home"
    assert there.load("home").naming.bias[0] == 3.0
    (tmp_path / "no.npz").write_text("no set")
    with pytest.raises(UserError, match="no tile set"):
        there.take(tmp_path / "no.npz")


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a b", "x" * 41])
def test_a_name_is_no_path(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError):
        TileSets(tmp_path).keep(tiles(name))


def test_only_a_set_that_helps_and_fits_is_used(tmp_path: Path) -> None:
    sets = TileSets(tmp_path)
    reader = TileReader.load(threads=1)
    digest = reader.classifier.model.info.digest
    worse = replace(GOOD, home_after=0.7)
    forgetful = replace(GOOD, source_after=0.9)
    for name, model, check in (
        ("other-model", "m", GOOD), ("worse", digest, worse), ("forgets", digest, forgetful),
    ):  # fmt: skip
        sets.keep(tiles(name, model, check))
        assert sets.fit(reader).classifier.naming is None
    sets.keep(tiles("home", digest))
    assert sets.fit(reader).classifier.naming is not None


def test_the_command_lists_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    enrol = ["enrol", "--sets", str(tmp_path)]
    assert main([*enrol, "list"]) == 0
    assert "no set enrolled" in capsys.readouterr().out
    TileSets(tmp_path).keep(tiles("home"))
    assert main([*enrol, "use", "home"]) == 0
    assert "● home: 2 种 6 张" in capsys.readouterr().out
    assert main([*enrol, "undo", "home"]) == 0
    assert main([*enrol, "use", "gone"]) == 2
    assert "no set gone" in capsys.readouterr().err
    assert main([*enrol, "learn", "home"]) == 2


def spoilt(path: Path, **changes: object) -> Path:
    """A saved set with some of its parts changed, or taken out where None."""
    tiles("home").save(path)
    with np.load(path) as data:
        parts = {name: data[name] for name in data} | changes
    np.savez_compressed(path, **{name: part for name, part in parts.items() if part is not None})
    return path


LAYER, BIAS = np.zeros((48, SIZE), np.float32), np.zeros(48, np.float32)


@pytest.mark.parametrize(
    "changes",
    [
        {"weights": None},
        {"weights": LAYER[:47]},
        {"weights": BIAS},
        {"weights": np.full((48, SIZE), np.nan)},
        {"weights": np.array("x")},
        {"bias": BIAS[:1]},
        {"known": np.array([0.1, 0.2])},
        {"known": np.array(0.0)},
        {"known": np.array(np.nan)},
        {"backs_weights": LAYER},
        {"backs_bias": BIAS},
        {"backs_weights": LAYER[:, :9], "backs_bias": BIAS},
        {"backs_weights": LAYER[:9], "backs_bias": BIAS},
        {"backs_weights": BIAS, "backs_bias": BIAS},
        {"backs_weights": LAYER, "backs_bias": BIAS[:5]},
        {"backs_weights": np.array("x"), "backs_bias": BIAS},
        {"about": np.array("[]")},
        {"about": np.array("[" * 100_000)},
        {"about": np.array('{"name": "home", "check": {"home_before": "x"}, "counts": {}}')},
    ],
)
def test_a_set_whose_parts_do_not_fit_is_refused(
    changes: dict[str, object], tmp_path: Path
) -> None:
    with pytest.raises(ModelMismatch, match=r"不是牌面.* / .*no tile set"):
        TileSet.load(spoilt(tmp_path / "home.npz", **changes))


def test_a_set_from_before_backs_were_told_apart_is_read(tmp_path: Path) -> None:
    old = TileSet.load(spoilt(tmp_path / "home.npz", known=None))
    assert old.naming.backs is None
    whole = TileSet.load(spoilt(tmp_path / "home.npz", backs_weights=LAYER, backs_bias=BIAS))
    assert whole.naming.backs is not None


def test_a_damaged_set_is_told_and_can_be_taken_back_or_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sets = TileSets(tmp_path)
    sets.keep(tiles("good"))
    sets.keep(tiles("home"))
    sets.keep(tiles("home", lift=1.0))
    path = tmp_path / "home.npz"
    whole = path.read_bytes()
    middle = len(whole) // 2
    torn = whole[:middle] + bytes(byte ^ 255 for byte in whole[middle : middle + 99])
    for damage in (b"", b"x", whole[:middle], torn + whole[middle + 99 :]):
        path.write_bytes(damage)
        with pytest.raises(UserError, match="undo home"):
            sets.load("home")
    words = ["enrol", "--sets", str(tmp_path)]
    assert main([*words, "list"]) == 1
    said = capsys.readouterr().out
    assert "○ good" in said and "✗" in said
    assert main([*words, "undo", "home"]) == 0
    assert sets.load("home").naming.bias[0] == 0.0
    path.write_bytes(b"x")
    assert main([*words, "remove", "home"]) == 0
    assert sets.names() == ["good"]
    (tmp_path / "active").write_bytes(bytes(range(256)))
    assert sets.active is None
