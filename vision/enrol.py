"""A home's own tile set: the reader's last layer fitted to it from a few crops a tile.

The crop net turns a crop into a vector; its last layer names it. For a set whose
glyphs it has never seen the vectors are good and the names are not always. So
the last layer is fitted again to the home's crops, mixed with vectors of the
tiles that it was trained on: what was not enrolled is not lost. Crops held out
say whether that helped; where it did not, the set stays off.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from engine.tile import CLASS_CODES
from vision.classifier import Classifier, cut_crop
from vision.detections import BACK_CLASS, CLASS_COUNT, FloatArray
from vision.detector import ImageArray
from vision.labels import label_path, needed_labels, read_image, read_labels
from vision.onnx import MODELS_DIR, ModelMismatch

SOURCE_NAME: Final = "source.npz"
SOURCE_EACH: Final = 32
"""Source vectors kept per class."""
HOME_WEIGHT: Final = 1.0
"""Weight of all home vectors together against all source vectors together."""
PULL: Final = 2e-3
"""How strongly the fitted layer is held to the model's own."""
STEPS: Final = 220
RATE: Final = 0.02
LOST: Final = 0.004
"""Share of held-out source tiles that may be read worse before a set is off."""
SHIFTS: Final = ((0.0, 0.0), (0.05, -0.04), (-0.05, 0.04))
"""Shares of a box by which its crop is moved to have more of it."""
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """`values` (N, D), `classes` (N,), `crops` (N,) which crop each comes from."""

    values: FloatArray
    classes: Ints
    crops: Ints

    def __getitem__(self, index: Any) -> Vectors:
        return Vectors(self.values[index], self.classes[index], self.crops[index])

    def __len__(self) -> int:
        return len(self.classes)


@dataclass(frozen=True, slots=True, eq=False)
class HomeNaming:
    """A last layer: `weights` (48, D), `bias` (48,)."""

    weights: FloatArray
    bias: FloatArray

    def logits(self, vectors: FloatArray) -> FloatArray:
        """(N, 48) for (N, D)."""
        return np.asarray(vectors @ self.weights.T + self.bias, np.float32)


@dataclass(frozen=True, slots=True)
class Check:
    """What held-out crops say: shares read right of the home's and of the source's
    tiles, before and after, and the mean loss on the home's."""

    home_before: float
    home_after: float
    loss_before: float
    loss_after: float
    source_before: float
    source_after: float

    @property
    def helps(self) -> bool:
        """Whether the fitted layer is to be used."""
        kept = self.source_after >= self.source_before - LOST
        better = self.home_after > self.home_before or (
            self.home_after == self.home_before and self.loss_after < self.loss_before
        )
        return kept and better


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """One enrolled set. `model`: digest of the classifier that it was fitted to."""

    name: str
    naming: HomeNaming
    check: Check
    counts: dict[str, int]
    model: str
    made: str

    @property
    def on(self) -> bool:
        return self.check.helps

    def save(self, path: Path) -> None:
        """One file, readable again by `load`."""
        about = {
            "name": self.name, "counts": self.counts, "model": self.model, "made": self.made,
            "check": {name: getattr(self.check, name) for name in Check.__slots__},
        }  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new.npz")
        np.savez_compressed(
            fresh, weights=self.naming.weights, bias=self.naming.bias,
            about=np.array(json.dumps(about, ensure_ascii=False)),
        )  # fmt: skip
        fresh.replace(path)

    @classmethod
    def load(cls, path: Path) -> TileSet:
        """A saved set; raises `ModelMismatch` for a file that is none."""
        try:
            with np.load(path) as data:
                about = json.loads(str(data["about"]))
                naming = HomeNaming(
                    data["weights"].astype(np.float32), data["bias"].astype(np.float32)
                )
            return cls(
                about["name"], naming, Check(**about["check"]), about["counts"], about["model"],
                about["made"],
            )  # fmt: skip
        except (OSError, KeyError, ValueError, TypeError, EOFError, BadZipFile) as error:
            raise ModelMismatch(f"{path.name} 不是牌面 / {path.name} is no tile set") from error


def save_source(path: Path, vectors: FloatArray, classes: Ints, own: HomeNaming) -> None:
    """At most `SOURCE_EACH` vectors of each class, evenly over those given, and the
    model's own last layer."""
    chosen = [np.flatnonzero(classes == c) for c in range(CLASS_COUNT)]
    kept = np.concatenate(
        [part[np.linspace(0, len(part) - 1, min(SOURCE_EACH, len(part))).astype(int)]
         for part in chosen if len(part)] or [np.zeros(0, np.int64)]
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path, vectors=vectors[kept].astype(np.float16), classes=classes[kept].astype(np.int16),
        weights=own.weights, bias=own.bias,
    )  # fmt: skip


def load_source(path: Path | None = None) -> tuple[Vectors, HomeNaming]:
    """The model's source vectors and its own last layer; raises `ModelMismatch`
    where there are none."""
    path = path or MODELS_DIR / SOURCE_NAME
    try:
        with np.load(path) as data:
            values, classes = data["vectors"].astype(np.float32), data["classes"].astype(np.int64)
            own = HomeNaming(data["weights"], data["bias"])
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
        raise ModelMismatch(
            f"没有训练向量 {path} / no source vectors in {path}"
        ) from error
    return Vectors(values, classes, np.arange(len(classes))), own


def crop_vectors(
    classifier: Classifier,
    image: ImageArray,
    boxes: FloatArray,
    codes: Sequence[str],
    first: int = 0,
) -> Vectors:
    """Vectors of labelled tiles of a picture: each crop moved a little and in four turns.

    `first`: number of the first crop. Raises `ModelMismatch` for a classifier
    that tells no vectors.
    """
    if "vectors" not in classifier.model.outputs:
        raise ModelMismatch("这个模型不能登记牌面 / this classifier cannot be fitted to a set")
    crops, classes, numbers = [], [], []
    for n, (box, code) in enumerate(zip(boxes, codes, strict=True)):
        size = np.tile(box[2:] - box[:2], 2)
        for dx, dy in SHIFTS:
            moved = np.asarray(box + size * np.array([dx, dy, dx, dy]), np.float32)
            for turn in range(4):
                crops.append(cut_crop(image, moved, classifier.side, 90.0 * turn))
                classes.append(CLASS_CODES.index(code))
                numbers.append(first + n)
    return Vectors(
        classifier.vectors(crops), np.array(classes, np.int64), np.array(numbers, np.int64)
    )


def labelled_tiles(folder: Path) -> Iterator[tuple[ImageArray, FloatArray, list[str]]]:
    """Of each picture of a YOLO-layout folder: boxes and codes of its labelled faces.

    Raises `LabelError`.
    """
    for path in needed_labels(folder):
        image = read_image(path)
        classes, boxes = read_labels(label_path(path), image.shape[1], image.shape[0])
        faces = classes != BACK_CLASS
        yield image, boxes[faces], [CLASS_CODES[i] for i in classes[faces]]


def join_vectors(parts: Iterable[Vectors]) -> Vectors:
    """Several pictures' vectors; their crops must be numbered apart."""
    every = list(parts)
    return Vectors(
        np.concatenate([part.values for part in every]),
        np.concatenate([part.classes for part in every]),
        np.concatenate([part.crops for part in every]),
    )


def fit_set(
    name: str, home: Vectors, source: Vectors, own: HomeNaming, model: str, now: datetime
) -> TileSet:
    """Fit the last layer to a home's set, and check it on crops held out.

    `own`: the model's own last layer, `model` its digest. Raises `ValueError`
    for a set without crops.
    """
    if not len(home):
        raise ValueError("没有可登记的牌 / no tiles to enrol")
    check = _checked(home, source, own)
    learnt = np.arange(len(source)) % 2 == 0
    naming = _fitted(home, source[learnt], own)
    crops = {int(crop): int(kind) for crop, kind in zip(home.crops, home.classes, strict=True)}
    counts = {code: sum(kind == n for kind in crops.values()) for n, code in enumerate(CLASS_CODES)}
    counts = {code: count for code, count in counts.items() if count}
    return TileSet(name, naming, check, counts, model, now.isoformat(timespec="seconds"))


def _checked(home: Vectors, source: Vectors, own: HomeNaming) -> Check:
    """Two folds: half of each kind's crops is learnt, the other half asked.

    Of a kind with a single crop that crop is in one half only, so that in the
    other fold it is asked without having been enrolled.
    """
    fold = np.zeros(len(home), np.int64)
    turn = 0
    for kind in np.unique(home.classes):
        crops = np.unique(home.crops[home.classes == kind])
        for n, crop in enumerate(crops):
            fold[home.crops == crop] = (n + turn) % 2
        turn += len(crops) % 2
    held = np.arange(len(source)) % 2 == 1
    right, loss, kept = [], [], []
    for k in range(2):
        learnt, asked = home[fold != k], home[fold == k]
        if not len(asked):
            continue
        naming = _fitted(learnt, source[~held], own) if len(learnt) else own
        right.append((_right(own, asked), _right(naming, asked), len(asked)))
        loss.append((_loss(own, asked), _loss(naming, asked), len(asked)))
        kept.append(_right(naming, source[held]))
    return Check(
        _mean(right, 0), _mean(right, 1), _mean(loss, 0), _mean(loss, 1),
        _right(own, source[held]), min(kept),
    )  # fmt: skip


def _mean(rows: list[tuple[float, float, int]], column: int) -> float:
    total = sum(row[2] for row in rows)
    return round(float(sum(row[column] * row[2] for row in rows) / total), 5)


def _right(naming: HomeNaming, asked: Vectors) -> float:
    read = naming.logits(asked.values).argmax(axis=1)
    return float((read == asked.classes).mean())


def _loss(naming: HomeNaming, asked: Vectors) -> float:
    logs = _log_softmax(naming.logits(asked.values))
    return float(-logs[np.arange(len(asked)), asked.classes].mean())


def _fitted(home: Vectors, source: Vectors, own: HomeNaming) -> HomeNaming:
    """Softmax regression from the model's own layer on, held to it by `PULL`."""
    values = np.concatenate([home.values, source.values])
    goal = np.zeros((len(values), CLASS_COUNT), np.float32)
    goal[np.arange(len(values)), np.concatenate([home.classes, source.classes])] = 1
    weight = np.concatenate([
        np.full(len(home), HOME_WEIGHT / len(home)), np.full(len(source), 1 / max(1, len(source)))
    ]).astype(np.float32)[:, None]  # fmt: skip
    middle = values.mean(axis=0)
    scale = values.std(axis=0) + 1e-3
    inputs = (values - middle) / scale
    change = np.zeros((CLASS_COUNT, values.shape[1]), np.float32)
    lift = np.zeros(CLASS_COUNT, np.float32)
    base = own.logits(values)
    moments = [np.zeros_like(part) for part in (change, change, lift, lift)]
    for step in range(1, STEPS + 1):
        error = (np.exp(_log_softmax(base + inputs @ change.T + lift)) - goal) * weight
        slopes = (error.T @ inputs + PULL * change, error.sum(axis=0))
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        for n, (parameter, slope) in enumerate(zip((change, lift), slopes, strict=True)):
            first, second = moments[2 * n], moments[2 * n + 1]
            first += 0.1 * (slope - first)
            second += 0.01 * (slope**2 - second)
            steady = np.sqrt(second / (1 - 0.99**step)) + 1e-7
            parameter -= rate * (first / (1 - 0.9**step)) / steady
    weights = own.weights + change / scale
    bias = own.bias + lift - (change / scale) @ middle
    return HomeNaming(weights.astype(np.float32), bias.astype(np.float32))


def _log_softmax(logits: FloatArray) -> FloatArray:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)
