"""Needs the extra `train`; `make test-train` runs it, `make test` skips it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytest.importorskip("onnx")

from engine.tile import CLASS_CODES  # noqa: E402
from vision.enrol import SOURCE_NAME, load_source  # noqa: E402
from vision.reader import TileReader  # noqa: E402
from vision.train.crop_net import CROP_SIDE, CropNet, train_classifier  # noqa: E402
from vision.train.crops import Patches  # noqa: E402
from vision.train.detector_net import new_detector, train_detector  # noqa: E402
from vision.train.export import export_classifier, export_detector  # noqa: E402
from vision.train.heads import (  # noqa: E402
    Heads,
    features,
    fit_heads,
    gap_crops,
    held_out,
    join,
    load_heads,
    save_heads,
    settle,
    strange_crops,
    tile_crops,
)
from vision.train.loop import Averaged, Budget, Feed, fall, load_state  # noqa: E402
from vision.train.pictures import Picture, View  # noqa: E402
from vision.train.plan import TrainPlan, run_plan  # noqa: E402


def squares(rng: np.random.Generator) -> View:
    """A grey window with some white squares, which stand for tiles."""
    image = np.full((96, 96, 3), 90, np.uint8)
    boxes = []
    for x in (8, 56):
        y = int(rng.integers(8, 56))
        image[y : y + 30, x : x + 28] = 240
        boxes.append([x, y, x + 28, y + 30])
    return View(image, np.array(boxes, np.float32), np.zeros(2, np.int64))


def shades(rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """A crop whose brightness is its class."""
    index = int(rng.integers(4))
    return np.full((48, 48, 3), 40 + 60 * index, np.uint8), index


def test_the_detector_learns_goes_on_and_is_exported(tmp_path: Path) -> None:
    state = tmp_path / "detector.state"
    lines: list[str] = []
    train_detector(squares, state, Budget(0.15, batch=4, save_every=3), lines.append)
    step, spent, _ = load_state(state, new_detector(), Averaged(new_detector()))
    assert step > 0 and spent >= 9
    net = train_detector(squares, state, Budget(0.2, batch=4), lines.append)
    assert any("going on at step" in line for line in lines)
    export_detector(net, tmp_path / "detector.onnx", 96, "test")
    export_classifier(CropNet(), Heads(), tmp_path / "classifier.onnx", "test")
    reader = TileReader.load(tmp_path)
    reader.detector.score = 0.0001
    assert len(reader.read(np.zeros((100, 170, 3), np.uint8), tile_px=40)) >= 0
    assert reader.detector.model.info.metadata["data"] == "test"


def test_the_classifier_learns_what_it_is_shown(tmp_path: Path) -> None:
    net = train_classifier(
        shades, tmp_path / "classifier.state", Budget(0.35, batch=32), lambda line: None
    )
    rng = np.random.default_rng(0)
    crops = [shades(rng) for _ in range(32)]
    export_classifier(net, Heads(), tmp_path / "classifier.onnx", "test")
    from vision.classifier import Classifier

    reader = Classifier.load(tmp_path / "classifier.onnx")
    full = np.array([[3, 3, 45, 45]], np.float32)
    right = [int(reader.read(crop, full, 1).argmax()) == index for crop, index in crops]
    assert np.mean(right) > 0.8


def test_a_whole_plan_from_scenes_to_onnx(tmp_path: Path) -> None:
    plan = TrainPlan(
        tmp_path / "run", synthetic=2, minutes=0.2, models=tmp_path / "models", threads=1,
        head_crops=96,
    )  # fmt: skip
    lines: list[str] = []
    run_plan(plan, lines.append)
    assert (plan.models / "classes.txt").read_text("utf-8").split() == list(CLASS_CODES)
    reader = TileReader.load(plan.models)
    assert reader.classifier.side == CROP_SIDE
    assert reader.classifier.model.outputs == ("logits", "vectors", "known", "foot")
    vectors, own = load_source(plan.models / SOURCE_NAME)
    assert len(vectors) > 40 and own.weights.shape == (48, 384)
    assert {"curves.png", "confusion.png"} <= {path.name for path in plan.run.iterdir()}
    card = (plan.models / "MODEL_CARD.md").read_text("utf-8")
    assert reader.classifier.model.info.digest in card


def test_the_rate_rises_then_falls() -> None:
    assert fall(0.0, 0) < fall(0.0, 149) == pytest.approx(1.0)
    assert fall(1.0, 1000) == pytest.approx(0.02)
    assert fall(2.0, 1000) == fall(1.0, 1000)


def arrows(rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """A white crop, dark at the end where its foot is; and the degrees it is turned by."""
    quarter = int(rng.integers(4))
    crop = np.full((48, 48, 3), 235, np.uint8)
    crop[33:] = 60
    return np.ascontiguousarray(np.rot90(crop, quarter)), 90.0 * quarter


def test_the_heads_learn_feet_and_strangers(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    net = CropNet().eval()
    made = [arrows(rng) for _ in range(300)]
    tiles = features(net, [(crop, 0) for crop, _ in made], np.array([d for _, d in made]))
    strange = features(net, strange_crops(200, rng))
    assert (strange.classes == -1).all() and np.isnan(strange.feet).all()
    heads = settle(fit_heads(join([tiles, strange]), lambda line: None), tiles, strange)
    save_heads(heads, tmp_path / "heads.state")
    export_classifier(net, load_heads(tmp_path / "heads.state"), tmp_path / "c.onnx", "test")
    from vision.classifier import Classifier

    reader = Classifier.load(tmp_path / "c.onnx")
    full = np.array([[3, 3, 45, 45]], np.float32)
    fresh = [arrows(rng) for _ in range(40)]
    told = [reader.look(crop, full, 1) for crop, _ in fresh]
    right = [
        abs((float(one.angles[0]) - degrees + 180) % 360 - 180) < 45
        for one, (_, degrees) in zip(told, fresh, strict=True)
        if one.angles is not None
    ]
    assert np.mean(right) > 0.9
    # Four arrows are all there are: one of them lies at the threshold itself.
    assert np.mean([one.known is not None and one.known[0] > 0.49 for one in told]) > 0.9
    others = [crop for crop, _ in strange_crops(40, rng)]
    assert np.mean([reader.look(c, full, 1).known[0] < 0.49 for c in others]) > 0.6


def test_what_is_held_out_is_not_learnt_from() -> None:
    crops = [(np.full((2, 2, 3), n, np.uint8), -1) for n in range(100)]
    held, learnt = held_out(crops, np.random.default_rng(0))
    numbers = [[int(crop[0, 0, 0]) for crop, _ in part] for part in (held, learnt)]
    assert len(held) == 15 and sorted(numbers[0] + numbers[1]) == list(range(100))


def test_half_of_four_dots_is_not_taught_to_be_nothing() -> None:
    """It looks like two dots; half of a character is no tile."""
    image = np.full((200, 200, 3), 90, np.uint8)
    quad = np.array([[[60, 40], [120, 40], [120, 120], [60, 120]]], np.float32)

    def halves(code: str) -> int:
        kinds = np.array([CLASS_CODES.index(code)])
        picture = Picture(image, quad, kinds, True)
        return len(gap_crops([picture], 200, np.random.default_rng(0)))

    assert halves("4p") < halves("4m") / 2


def test_varied_tiles_know_where_their_feet_point() -> None:
    images = np.full((2, 112, 112, 3), 200, np.uint8)
    patches = Patches(images, np.array([0, 47]), np.ones(2, bool), np.array([90.0, 0.0]))
    crops, feet = tile_crops(patches, 40, np.random.default_rng(0))
    backs = np.array([kind == 47 for _, kind in crops])
    assert np.isnan(feet[backs]).all() and np.isfinite(feet[~backs]).all()


def test_a_feed_whose_thread_dies_says_so() -> None:
    def broken(rng: np.random.Generator) -> int:
        raise ValueError("no data")

    feed = Feed(broken, (1,))
    with pytest.raises(RuntimeError, match="died"):
        feed.next()
    feed.close()
