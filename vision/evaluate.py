"""How well the recogniser does on a folder of labelled pictures.

The folder is in YOLO layout: `images/`, `labels/`, `classes.txt`, and where
wanted `labels_ignore/`, whose boxes are left out of every count.

A found tile and a labelled one match when the found box's centre lies in the
labelled box, one to one, nearest pairs first. `located_recall` counts all
labelled tiles, backs among them; `correct_recall` the labelled faces whose
match was read right; `precision` the found faces that are right. A back that
was found, and what is said to be unknown, claims no face: neutral in precision
unless it lies on a labelled face.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.tile import CLASS_CODES
from vision.detections import BACK_CLASS, CLASS_COUNT, Detections, FloatArray, box_iou
from vision.label_fixes import LabelFixes
from vision.labels import LabelError, label_path, needed_labels, read_image, read_labels
from vision.onnx import ModelMismatch
from vision.reader import TileReader
from vision.rows import reading_rows, split_at_gaps

ROW_LENGTH: Final = 10
"""Labelled tiles side by side that make a row worth counting as a whole."""
ROW_GAP: Final = 0.8
STRANGE: Final = -1
"""In place of a class: it is said to be unknown."""


@dataclass(slots=True)
class Counts:
    """Sums over pictures under one way of matching."""

    labelled: int = 0
    faces: int = 0
    located: int = 0
    correct: int = 0
    claimed: int = 0
    """Found tiles that precision counts."""

    def shares(self, suffix: str = "") -> dict[str, float]:
        """The three figures, rounded to 4 places."""
        return {
            f"located_recall{suffix}": share_of(self.located, self.labelled),
            f"correct_recall{suffix}": share_of(self.correct, self.faces),
            f"precision{suffix}": share_of(self.correct, self.claimed),
        }


@dataclass(slots=True)
class Evaluation:
    """Everything counted over a folder."""

    images: int = 0
    centre: Counts = field(default_factory=Counts)
    iou50: Counts = field(default_factory=Counts)
    per_class: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((CLASS_COUNT, 3), np.int64)
    )
    """Columns: labelled, located, correct."""
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    rows: int = 0
    exact: int = 0
    confident: list[tuple[float, bool]] = field(default_factory=list)
    """Of each located face: probability of what was read, and whether it was right."""

    def add(
        self, found: Detections, boxes: FloatArray, classes: NDArray[np.int64], ignore: FloatArray
    ) -> None:
        """Counts one picture.

        Left out: labels that coincide with an `ignore` box, and found tiles in
        one that belong to no label.
        """
        self.images += 1
        if len(ignore):
            out = (box_iou(boxes, ignore) >= 0.5).any(axis=1)
            boxes, classes = boxes[~out], classes[~out]
            stray = np.asarray(centres_inside(found.boxes, ignore).any(axis=1))
            matched = match_centres(found.boxes, boxes)
            stray[matched[matched >= 0]] = False
            found = found[~stray]
        read = np.where(found.unknown, STRANGE, found.classes)
        matched = match_centres(found.boxes, boxes)
        self._count(self.centre, matched, read, classes)
        self._count(self.iou50, match_iou(found.boxes, boxes), read, classes)
        for truth, index in enumerate(matched):
            row = self.per_class[classes[truth]]
            row[0] += 1
            if index < 0:
                continue
            right = read[index] == classes[truth]
            row[1:] += 1, right
            if not right:
                self.confusions[CLASS_CODES[classes[truth]], found.codes[index]] += 1
            if classes[truth] != BACK_CLASS and found.probs is not None:
                self.confident.append((float(found.probs[index].max()), bool(right)))
        for row_indices in _labelled_rows(boxes):
            self.rows += 1
            self.exact += all(
                matched[i] >= 0 and read[matched[i]] == classes[i] for i in row_indices
            )

    @staticmethod
    def _count(
        counts: Counts, matched: NDArray[np.intp], read: NDArray[np.intp],
        classes: NDArray[np.int64],
    ) -> None:  # fmt: skip
        face = classes != BACK_CLASS
        hit = matched >= 0
        counts.labelled += len(classes)
        counts.faces += int(face.sum())
        counts.located += int(hit.sum())
        counts.correct += int((read[matched[hit & face]] == classes[hit & face]).sum())
        neutral = (read == BACK_CLASS) | (read == STRANGE)
        neutral[matched[hit & face]] = False
        neutral[matched[hit & ~face]] = True
        counts.claimed += int((~neutral).sum())

    def calibration_error(self, bins: int = 15) -> float:
        """Expected calibration error of the probabilities of located faces."""
        if not self.confident:
            return 0.0
        probs, right = (np.array(column, float) for column in zip(*self.confident, strict=True))
        which = np.minimum((probs * bins).astype(int), bins - 1)
        gaps = [
            abs(probs[which == b].mean() - right[which == b].mean()) * (which == b).mean()
            for b in range(bins)
            if (which == b).any()
        ]
        return round(float(sum(gaps)), 4)

    def to_json(self) -> dict[str, Any]:
        """The figures under the keys that `--json` prints."""
        return {
            "images": self.images,
            "tiles": self.centre.labelled,
            **self.centre.shares(),
            **self.iou50.shares("_iou50"),
            "exact_rows": {
                "rows": self.rows, "exact": self.exact, "share": share_of(self.exact, self.rows),
            },
            "calibration_error": self.calibration_error(),
            "per_class": {
                code: {"labelled": int(a), "located": int(b), "correct": int(c)}
                for code, (a, b, c) in zip(CLASS_CODES, self.per_class, strict=True)
                if a
            },
            "confusions": [
                {"truth": truth, "read": read, "count": count}
                for (truth, read), count in self.confusions.most_common()
            ],
        }  # fmt: skip


def evaluate_folder(
    folder: Path,
    reader: TileReader,
    progress: Callable[[int, int], None] | None = None,
    fixes: LabelFixes | None = None,
) -> Evaluation:
    """Reads every picture of `folder` and counts, against labels mended by `fixes`.

    Raises `LabelError` for a folder without labelled pictures and for a broken
    label file, `ModelMismatch` where `classes.txt` has other classes.
    """
    check_classes(folder)
    result = Evaluation()
    paths = needed_labels(folder)
    for number, path in enumerate(paths, 1):
        image = read_image(path)
        height, width = image.shape[:2]
        classes, boxes = read_labels(label_path(path), width, height)
        if len(classes) and not 0 <= classes.min() <= classes.max() < CLASS_COUNT:
            raise LabelError(
                f"{label_path(path)}：类别要在 0…{CLASS_COUNT - 1} 之间 / "
                f"{label_path(path)}: a class outside 0…{CLASS_COUNT - 1}"
            )
        _, ignore = read_labels(label_path(path, "labels_ignore"), width, height)
        if fixes is not None:
            classes, boxes, more = fixes.apply(path.name, classes, boxes, (width, height))
            ignore = np.concatenate([ignore, more])
        result.add(reader.read(image), boxes, classes, ignore)
        if progress is not None:
            progress(number, len(paths))
    return result


def check_classes(folder: Path) -> None:
    """Raises `ModelMismatch` unless the folder's `classes.txt` is ours, in order."""
    for place in (folder, folder.parent):
        path = place / "classes.txt"
        if path.is_file():
            names = tuple(path.read_text("utf-8").split())
            if names != CLASS_CODES:
                raise ModelMismatch(
                    f"{path} 写了 {len(names)} 类，不是模型的 {CLASS_COUNT} 类，或次序不同 / "
                    f"{path} names {len(names)} classes, not the {CLASS_COUNT} of the model, "
                    "or in another order"
                )
            return


def match_centres(found: FloatArray, labelled: FloatArray) -> NDArray[np.intp]:
    """For each labelled box the index of its found box, or -1; nearest pairs first."""
    inside = centres_inside(found, labelled)
    centres = (found[:, :2] + found[:, 2:]) / 2
    middles = (labelled[:, :2] + labelled[:, 2:]) / 2
    size = np.maximum(labelled[:, 2:] - labelled[:, :2], 1e-6)
    away = (np.abs(centres[:, None] - middles[None]) / size[None]).max(axis=2)
    return _one_to_one(np.where(inside, away, np.inf))


def match_iou(found: FloatArray, labelled: FloatArray, least: float = 0.5) -> NDArray[np.intp]:
    """As `match_centres`, by intersection over union of at least `least`."""
    overlap = box_iou(found, labelled)
    return _one_to_one(np.where(overlap >= least, 1 - overlap, np.inf))


def _one_to_one(cost: NDArray[np.floating]) -> NDArray[np.intp]:
    matched = np.full(cost.shape[1], -1, np.intp)
    pairs = np.argwhere(np.isfinite(cost))
    taken: set[int] = set()
    for index in np.argsort(cost[tuple(pairs.T)], kind="stable"):
        found, truth = (int(v) for v in pairs[index])
        if matched[truth] < 0 and found not in taken:
            matched[truth] = found
            taken.add(found)
    return matched


def centres_inside(boxes: FloatArray, areas: FloatArray) -> NDArray[np.bool_]:
    """(N, M): whether the centre of box n lies in area m."""
    centres = ((boxes[:, :2] + boxes[:, 2:]) / 2)[:, None]
    inside = (centres >= areas[None, :, :2]) & (centres <= areas[None, :, 2:])
    return np.asarray(inside.all(axis=2), np.bool_)


def _labelled_rows(boxes: FloatArray) -> list[list[int]]:
    parts = [part for row in reading_rows(boxes) for part in split_at_gaps(boxes, row, ROW_GAP)]
    return [part for part in parts if len(part) >= ROW_LENGTH]


def share_of(part: int, whole: int) -> float:
    """`part` of `whole` to 4 places; 0 of nothing."""
    return round(part / whole, 4) if whole else 0.0


def summary(result: Evaluation) -> str:
    """The figures as a few lines for people."""
    figures = result.centre.shares()
    lines = [
        f"{result.images} 张图片 pictures, {result.centre.labelled} 张牌 tiles",
        f"找到 located recall   {figures['located_recall']:.4f}",
        f"读对 correct recall   {figures['correct_recall']:.4f}",
        f"精度 precision        {figures['precision']:.4f}",
        f"整行全对 exact rows    {result.exact}/{result.rows}",
        f"校准误差 calibration   {result.calibration_error():.4f}",
    ]
    worst = ", ".join(f"{a}→{b} {n}" for (a, b), n in result.confusions.most_common(8))
    if worst:
        lines.append(f"常混 confusions       {worst}")
    return "\n".join(lines)


def to_text(result: Evaluation) -> str:
    """The JSON form, as printed."""
    return json.dumps(result.to_json(), ensure_ascii=False, indent=1)
