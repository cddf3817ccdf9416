"""One training run from pictures to ONNX files and a model card.

Everything lies in a run folder, so that a run stopped at any point goes on
where it was: scenes by number, both networks by their state files. A larger
budget given later continues the same run.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.tile import CLASS_CODES
from vision.classifier import cut_crop
from vision.detections import FloatArray
from vision.detector import Detector, ImageArray
from vision.enrol import SOURCE_NAME, save_source
from vision.evaluate import evaluate_folder
from vision.labels import list_images
from vision.naming import HomeNaming
from vision.onnx import MODELS_DIR
from vision.reader import TileReader
from vision.train.card import Measured, write_card
from vision.train.charts import confusion_picture, curves_picture
from vision.train.crop_net import CROP_SIDE, CropNet, pooled, train_classifier
from vision.train.crops import CropSource, join_patches, photo_patches, scene_patches
from vision.train.detector_net import train_detector
from vision.train.export import export_classifier, export_detector
from vision.train.heads import (
    Features,
    Heads,
    bare_crops,
    features,
    fit_heads,
    found_crops,
    gap_crops,
    held_out,
    join,
    load_heads,
    save_heads,
    settle,
    strange_crops,
    tile_crops,
)
from vision.train.loop import Budget, load_curve
from vision.train.measure import FIRST_SEED, evaluate_tables
from vision.train.pictures import TRUSTED_ROWS, data_digest, load_photo, quads_to_boxes
from vision.train.polish import polish, sharpened
from vision.train.scenes import SceneMaker, save_scene
from vision.train.sources import MixedViews, load_scene

VIEW_SIZE: Final = 320
TILE_RANGE: Final = (17.0, 70.0)
"""Long sides of tiles in pixels that the detector learns; the runtime scales into it."""
MEASURED_TABLES: Final = 6
OF_EACH_SCENE: Final = 15
"""Tiles of each rendered scene from which the heads learn: about as many as photos show."""
CHECKED_SCENES: Final = 30
"""Rendered scenes kept back, on which belief is brought into line with truth."""
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainPlan:
    """What to train from, how long, and where to.

    `data`: YOLO-layout folders of photos with the 48 classes. `art`: folders
    of tile faces for rendered scenes, beside our own. `fonts`: font files with Chinese
    characters, from which sets are drawn that nobody has made. `synthetic`: how many
    scenes to render. `minutes`: of both networks together. `real`: share of
    photos among the pictures learnt from. `val`: folder to evaluate on.
    `head_crops`: tiles, and as many other things, from which the heads learn.
    """

    run: Path
    data: tuple[Path, ...] = ()
    art: tuple[Path, ...] = ()
    fonts: tuple[Path, ...] = ()
    synthetic: int = 900
    minutes: float = 60.0
    real: float = 0.5
    val: Path | None = None
    models: Path = MODELS_DIR
    threads: int = 2
    resume: bool = False
    seed: int = 1
    head_crops: int = 8000

    @property
    def scenes(self) -> Path:
        return self.run / "scenes"

    @property
    def detector_state(self) -> Path:
        return self.run / "detector.state"

    @property
    def classifier_state(self) -> Path:
        return self.run / "classifier.state"

    @property
    def polish_state(self) -> Path:
        return self.run / "polish.state"

    @property
    def heads_state(self) -> Path:
        return self.run / "heads.state"


def render_scenes(plan: TrainPlan, report: Report) -> None:
    """Writes the scenes that the run folder lacks, on all threads of the plan."""
    missing = [
        number
        for number in range(plan.synthetic)
        if not (plan.scenes / f"{number:05d}.npz").is_file()
    ]
    if not missing:
        return
    report(f"渲染场景 rendering {len(missing)} scenes")
    chunk = 25
    chunks = [missing[i : i + chunk] for i in range(0, len(missing), chunk)]
    with ProcessPoolExecutor(plan.threads) as pool:
        jobs = [pool.submit(_render_chunk, plan, part) for part in chunks]
        for number, job in enumerate(jobs, 1):
            job.result()
            report(f"场景 scenes {min(number * chunk, len(missing))}/{len(missing)}")


def _render_chunk(plan: TrainPlan, numbers: list[int]) -> None:
    cv2.setNumThreads(1)
    maker = SceneMaker(plan.art, fonts=plan.fonts)
    for number in numbers:
        save_scene(maker.make(number), plan.scenes / f"{number:05d}")


def fit_detector(plan: TrainPlan, minutes: float, report: Report) -> Any:
    """Trains the detector of the run folder up to `minutes` in all."""
    source = MixedViews(plan.data, plan.scenes, VIEW_SIZE, plan.real, TILE_RANGE)
    budget = Budget(minutes, 16, 2e-3, plan.threads, plan.seed)
    return train_detector(source, plan.detector_state, budget, report)


def fit_classifier(plan: TrainPlan, minutes: float, report: Report) -> CropNet:
    """Trains the classifier of the run folder up to `minutes` in all."""
    real, rendered = photo_patches(plan.data), scene_patches(plan.scenes)
    report(f"牌图 crops: {len(real)} 实拍 photos, {len(rendered)} 渲染 rendered")
    source = CropSource(real, rendered, CROP_SIDE, plan.real)
    budget = Budget(minutes, 64, 1.5e-3, plan.threads, plan.seed)
    return train_classifier(source, plan.classifier_state, budget, report)


def fit_rest(plan: TrainPlan, net: CropNet, minutes: float, report: Report) -> CropNet:
    """What stands on the finished crop net, with the finder exported before: its heads, both
    polished together for `minutes` in all, and the source vectors that a home's enrolment is
    mixed with. Returns the polished net."""
    rng = np.random.default_rng(plan.seed)
    scenes = scene_patches(plan.scenes, per_scene=OF_EACH_SCENE)
    both = join_patches([scenes, photo_patches(plan.data)])
    directed, feet = tile_crops(scenes, plan.head_crops, rng)
    more, _ = tile_crops(both, plan.head_crops, rng)
    held, strange = held_out(no_tiles(plan, rng), rng)
    report(f"牌图 crops: {len(directed) + len(more)} 牌 tiles; {len(strange)} 非牌 near misses")
    polished = plan.polish_state
    heads = Heads()
    if not polished.is_file():
        others = features(net, strange)
        heads = fit_heads(join([seen_by(net, directed, feet, more), others]), report)
    budget = Budget(minutes, 80, 6e-4, plan.threads, plan.seed)
    net, heads = polish(net, heads, both, strange, polished, budget, report)
    net = sharpened(net, fresh_tiles(plan), report)
    data = seen_by(net, directed, feet, more)
    save_heads(settle(heads, data, features(net, held), report), plan.heads_state)
    vectors = pooled(data.maps).numpy()
    own = HomeNaming(net.head.weight.detach().numpy(), net.head.bias.detach().numpy())
    save_source(plan.run / SOURCE_NAME, vectors, data.classes, own)
    return net


def no_tiles(plan: TrainPlan, rng: np.random.Generator) -> list[tuple[ImageArray, int]]:
    """Crops of what is no tile: near misses, what the exported finder takes for tiles, gaps
    between tiles, and bare cloth."""
    detector = Detector.load(plan.models / "detector.onnx", plan.threads)
    few = max(1, plan.head_crops // 250)
    some = sorted(plan.scenes.glob("*.npz"))[:: max(1, plan.synthetic // 60)]
    rendered = [load_scene(path.with_suffix(".jpg")) for path in some]
    photos = [load_photo(path) for folder in plan.data for path in list_images(folder)[::12]]
    laid_out = [photo for photo in photos if len(photo.classes) >= TRUSTED_ROWS]
    return [
        *strange_crops(plan.head_crops, rng),
        *found_crops(detector, max(1, plan.head_crops // 60), rng),
        *gap_crops([*rendered, *laid_out], few, rng),
        *bare_crops([*rendered, *photos], few, rng),
    ]


def fresh_tiles(plan: TrainPlan) -> list[tuple[ImageArray, int]]:
    """Tiles of scenes that no net has learnt from, cut as the finder would cut them."""
    maker = SceneMaker(plan.art, fonts=plan.fonts)
    crops = []
    for number in range(CHECKED_SCENES):
        scene = maker.make(FIRST_SEED + number)
        boxes = quads_to_boxes(scene.quads)
        crops += [
            (cut_crop(scene.image, box, CROP_SIDE), int(kind))
            for box, kind in zip(boxes, scene.classes, strict=True)
        ]
    return crops


def seen_by(
    net: CropNet,
    directed: list[tuple[ImageArray, int]],
    feet: FloatArray,
    more: list[tuple[ImageArray, int]],
) -> Features:
    """The net's features of tiles whose feet are known and of more tiles."""
    return join([features(net, directed, feet), features(net, more)])


def export_finder(plan: TrainPlan, net: Any) -> None:
    """The averaged detector → `detector.onnx`, `classes.txt`."""
    export_detector(net, plan.models / "detector.onnx", VIEW_SIZE, data_digest(plan.data))
    (plan.models / "classes.txt").write_text("\n".join(CLASS_CODES) + "\n", "utf-8")


def export_namer(plan: TrainPlan, net: CropNet) -> None:
    """The averaged crop net with the run folder's heads → `classifier.onnx`, `source.npz`."""
    heads, digest = load_heads(plan.heads_state), data_digest(plan.data)
    export_classifier(net, heads, plan.models / "classifier.onnx", digest)
    shutil.copyfile(plan.run / SOURCE_NAME, plan.models / SOURCE_NAME)


def draw_curves(plan: TrainPlan) -> None:
    """`curves.png` in the run folder: both networks' losses so far."""
    curves = {}
    states = {
        "detector": plan.detector_state,
        "classifier": plan.classifier_state,
        "polish": plan.polish_state,
    }
    for name, path in states.items():
        if path.is_file():
            curves[name] = load_curve(path)
    cv2.imwrite(str(plan.run / "curves.png"), curves_picture(curves))


def run_plan(plan: TrainPlan, report: Report = print) -> dict[str, Any]:
    """Scenes, both networks, export, evaluation, model card; returns the figures.

    Without `resume` the states of an earlier run in the folder are dropped;
    rendered scenes are always kept.
    """
    if not plan.resume:
        for path in (plan.detector_state, plan.classifier_state, plan.polish_state):
            path.unlink(missing_ok=True)
    render_scenes(plan, report)
    export_finder(plan, fit_detector(plan, plan.minutes * 0.54, report))
    net = fit_classifier(plan, plan.minutes * 0.38, report)
    net = fit_rest(plan, net, plan.minutes * 0.08, report)
    export_namer(plan, net)
    draw_curves(plan)
    reader = TileReader.load(plan.models, plan.threads)
    counted = evaluate_tables(reader, MEASURED_TABLES)
    name = f"虚拟桌 virtual tables, own faces, {MEASURED_TABLES}"
    measured = [Measured(name, counted.to_json())]
    if plan.val is not None:
        counted = evaluate_folder(plan.val, reader)
        figures = counted.to_json()
        measured.insert(0, Measured(f"照片 photos, {figures['images']}", figures))
    cv2.imwrite(str(plan.run / "confusion.png"), confusion_picture(counted))
    facts = {
        "训练 trained": f"{plan.minutes:g} min on {plan.threads} threads, "
        f"{plan.synthetic} rendered scenes, {plan.real:.0%} photos",
    }
    write_card(plan.models, measured, facts)
    for row in measured:
        for key in ("located_recall", "correct_recall", "precision"):
            report(f"{row.name}: {key} {row.figures[key]:.4f}")
    return {row.name: row.figures for row in measured}
