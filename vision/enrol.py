"""A home's own tile set: the reader's last layer fitted to it from a few crops a tile.

The crop net turns a crop into a vector; its last layer names it. For a set whose
glyphs it has never seen the vectors are good and the names are not always. So
the last layer is fitted again to the home's crops, mixed with vectors of the
tiles that it was trained on: what was not enrolled is not lost. Crops held out
say whether that helped; where it did not, the set stays off.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from engine.tile import CLASS_CODES
from vision.classifier import Classifier, cut_crop
from vision.detections import BACK_CLASS, CLASS_COUNT, LEAST_KNOWN, FloatArray
from vision.detector import ImageArray
from vision.labels import label_path, needed_labels, read_image, read_labels
from vision.naming import HomeNaming, Ints, Vectors, fitted, mean_loss, share_right
from vision.onnx import MODELS_DIR, ModelMismatch

SOURCE_NAME: Final = "source.npz"
SOURCE_EACH: Final = 32
"""Source vectors kept per class."""
SOURCE_BACKS: Final = 6
"""How many times as many of backs, which no home enrols."""
LOST: Final = 0.004
"""Share of held-out source tiles of kinds not enrolled that may be read worse before a
set is off; one tile may always be."""
ENOUGH: Final = 0.6
"""With fewer held-out crops right than this nothing was learnt but muddled names."""
CALLED_BACKS: Final = 0.01
"""Share of a home's faces up to which the model's own layer goes on telling backs from faces:
no home enrols backs, and faces of another look must not take them."""
LEAST_HOME: Final = 0.02
"""Share of a home's own crops that may be called unknown."""
_DAMAGE: Final = (
    OSError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, EOFError,
    RuntimeError, MemoryError, BadZipFile, zlib.error,
)  # fmt: skip
"""What reading a file raises that is damaged, encrypted or something else altogether."""
SHIFTS: Final = ((0.0, 0.0), (0.05, -0.04), (-0.05, 0.04))
"""Shares of a box by which its crop is moved to have more of it."""


@dataclass(frozen=True, slots=True)
class Check:
    """What held-out crops say: shares read right of the home's and of the source's
    tiles, before and after, and the mean loss on the home's. Of the source only the
    `others` tiles of kinds that were not enrolled are asked."""

    home_before: float
    home_after: float
    loss_before: float
    loss_after: float
    source_before: float
    source_after: float
    others: int = 0

    @property
    def helps(self) -> bool:
        """Whether the fitted layer is to be used."""
        bearable = max(LOST, 1.001 / self.others) if self.others else LOST
        kept = self.source_after >= self.source_before - bearable
        if self.home_after < ENOUGH:
            return False
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
        kept: dict[str, Any] = {
            "weights": self.naming.weights, "bias": self.naming.bias,
            "known": np.array(self.naming.least_known),
            "about": np.array(json.dumps(about, ensure_ascii=False)),
        }  # fmt: skip
        if (other := self.naming.backs) is not None:
            kept |= {"backs_weights": other.weights, "backs_bias": other.bias}
        np.savez_compressed(fresh, **kept)
        fresh.replace(path)

    @classmethod
    def load(cls, path: Path) -> TileSet:
        """A saved set; raises `ModelMismatch` for a file that is none."""
        try:
            with np.load(path) as data:
                about = json.loads(str(data["about"]))
                least = float(data["known"]) if "known" in data else LEAST_KNOWN
                weights, bias = _layer(data, "weights", "bias")
                backs = None
                if "backs_weights" in data or "backs_bias" in data:
                    backs = HomeNaming(*_layer(data, "backs_weights", "backs_bias"))
                    if backs.weights.shape != weights.shape:
                        raise ValueError("two layers over different vectors")
            if not 0 < least <= 1:
                raise ValueError(f"known no less than {least}")
            return cls(
                str(about["name"]), HomeNaming(weights, bias, least, backs),
                _check(about["check"]),
                {str(code): int(count) for code, count in about["counts"].items()},
                str(about["model"]), str(about["made"]),
            )  # fmt: skip
        except _DAMAGE as error:
            raise ModelMismatch(
                f"{path.name} 不是牌面，或坏了 / {path.name} is no tile set, or damaged"
            ) from error


def _check(told: dict[str, Any]) -> Check:
    if not all(isinstance(value, int | float) for value in told.values()):
        raise TypeError(f"no shares: {told}")
    return Check(**told)


def _layer(data: Any, weights: str, bias: str) -> tuple[FloatArray, FloatArray]:
    """A last layer of a file; raises `KeyError`, `TypeError` or `ValueError` where it is none."""
    read = np.asarray(data[weights]).astype(np.float32), np.asarray(data[bias]).astype(np.float32)
    if read[0].ndim != 2 or len(read[0]) != CLASS_COUNT or read[1].shape != (CLASS_COUNT,):
        raise ValueError(f"{weights} {read[0].shape}, {bias} {read[1].shape}")
    if not all(np.isfinite(part).all() for part in read):
        raise ValueError(f"{weights} or {bias} is not finite")
    return read


def save_source(path: Path, vectors: FloatArray, classes: Ints, own: HomeNaming) -> None:
    """At most `SOURCE_EACH` vectors of each class, evenly over those given, and the
    model's own last layer. Of backs, which nobody enrols, `SOURCE_BACKS` times as many."""
    chosen = [np.flatnonzero(classes == c) for c in range(CLASS_COUNT)]
    kept = np.concatenate(
        [part[np.linspace(0, len(part) - 1, min(_source_share(c), len(part))).astype(int)]
         for c, part in enumerate(chosen) if len(part)] or [np.zeros(0, np.int64)]
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path, vectors=vectors[kept].astype(np.float16), classes=classes[kept].astype(np.int16),
        weights=own.weights, bias=own.bias,
    )  # fmt: skip


def _source_share(kind: int) -> int:
    return SOURCE_EACH * SOURCE_BACKS if kind == BACK_CLASS else SOURCE_EACH


def load_source(path: Path | None = None) -> tuple[Vectors, HomeNaming]:
    """The model's source vectors and its own last layer; raises `ModelMismatch`
    where there are none."""
    path = path or MODELS_DIR / SOURCE_NAME
    try:
        with np.load(path) as data:
            values, classes = data["vectors"].astype(np.float32), data["classes"].astype(np.int64)
            own = HomeNaming(*_layer(data, "weights", "bias"))
        if values.shape != (len(classes), own.weights.shape[1]):
            raise ValueError(f"vectors {values.shape}")
    except _DAMAGE as error:
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
    values, known = classifier.vectors(crops)
    return Vectors(values, np.array(classes, np.int64), np.array(numbers, np.int64), known)


def labelled_tiles(folder: Path) -> Iterator[tuple[ImageArray, FloatArray, list[str]]]:
    """Of each picture of a YOLO-layout folder: boxes and codes of its labelled faces.

    Raises `LabelError`.
    """
    for path in needed_labels(folder):
        image = read_image(path)
        classes, boxes = read_labels(label_path(path), image.shape[1], image.shape[0])
        faces = classes != BACK_CLASS
        yield image, boxes[faces], [CLASS_CODES[i] for i in classes[faces]]


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
    naming = replace(_fitted(home, source[learnt], own), least_known=_least_known(home))
    crops = {int(crop): int(kind) for crop, kind in zip(home.crops, home.classes, strict=True)}
    counts = {code: sum(kind == n for kind in crops.values()) for n, code in enumerate(CLASS_CODES)}
    counts = {code: count for code, count in counts.items() if count}
    return TileSet(name, naming, check, counts, model, now.isoformat(timespec="seconds"))


def _fitted(home: Vectors, source: Vectors, own: HomeNaming) -> HomeNaming:
    """The layer fitted to a home, backs left to the model's own where that knows its faces."""
    naming = fitted(home, source, own)
    called = (own.logits(home.values).argmax(axis=1) == BACK_CLASS).mean()
    return replace(naming, backs=own) if called <= CALLED_BACKS else naming


def _least_known(home: Vectors) -> float:
    if home.known is None:
        return LEAST_KNOWN
    return float(np.clip(np.quantile(home.known, LEAST_HOME), 0.05, LEAST_KNOWN))


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
    others = source[held & ~np.isin(source.classes, home.classes)]
    right, loss, kept = [], [], []
    for k in range(2):
        learnt, asked = home[fold != k], home[fold == k]
        if not len(asked):
            continue
        naming = _fitted(learnt, source[~held], own) if len(learnt) else own
        right.append((share_right(own, asked), share_right(naming, asked), len(asked)))
        loss.append((mean_loss(own, asked), mean_loss(naming, asked), len(asked)))
        kept.append(share_right(naming, others))
    return Check(
        _mean(right, 0), _mean(right, 1), _mean(loss, 0), _mean(loss, 1),
        share_right(own, others), min(kept), len(others),
    )  # fmt: skip


def _mean(rows: list[tuple[float, float, int]], column: int) -> float:
    total = sum(row[2] for row in rows)
    return round(float(sum(row[column] * row[2] for row in rows) / total), 5)
