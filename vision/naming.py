"""A last layer, and how one is fitted: the arithmetic under a home's enrolment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import BACK_CLASS, CLASS_COUNT, LEAST_KNOWN, FloatArray

HOME_WEIGHT: Final = 1.0
"""Weight of all home vectors together against all source vectors together."""
PULL: Final = 2e-3
"""How strongly the fitted layer is held to the model's own."""
STEPS: Final = 220
RATE: Final = 0.02
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """`values` (N, D), `classes` (N,), `crops` (N,) which crop each comes from, `known`
    (N,) as in `Detections` or None."""

    values: FloatArray
    classes: Ints
    crops: Ints
    known: FloatArray | None = None

    def __getitem__(self, index: Any) -> Vectors:
        known = None if self.known is None else self.known[index]
        return Vectors(self.values[index], self.classes[index], self.crops[index], known)

    def __len__(self) -> int:
        return len(self.classes)


@dataclass(frozen=True, slots=True, eq=False)
class HomeNaming:
    """A last layer: `weights` (48, D), `bias` (48,). `least_known`: what is known no less
    than this is one of the home's tiles, as far as a stranger to the model can tell.
    `backs`: the layer that tells backs from faces; None: this one does."""

    weights: FloatArray
    bias: FloatArray
    least_known: float = LEAST_KNOWN
    backs: HomeNaming | None = None

    def logits(self, vectors: FloatArray) -> FloatArray:
        """(N, 48) for (N, D)."""
        named = np.asarray(vectors @ self.weights.T + self.bias, np.float32)
        if self.backs is None:
            return named
        # Named among the faces only; whether it is one, the other layer says.
        told = _log_softmax(self.backs.logits(vectors))
        faces = np.arange(CLASS_COUNT) != BACK_CLASS
        is_face = np.log(np.exp(told[:, faces]).sum(axis=1, keepdims=True) + 1e-12)
        named[:, faces] = _log_softmax(named[:, faces]) + is_face
        named[:, BACK_CLASS] = told[:, BACK_CLASS]
        return named

    def known(self, known: FloatArray) -> FloatArray:
        """(N,) scaled so that `least_known` is as well known as `LEAST_KNOWN`."""
        return np.asarray(np.minimum(known * (LEAST_KNOWN / self.least_known), 1), np.float32)


def join_vectors(parts: Iterable[Vectors]) -> Vectors:
    """Several pictures' vectors; their crops must be numbered apart."""
    every = list(parts)
    return Vectors(
        np.concatenate([part.values for part in every]),
        np.concatenate([part.classes for part in every]),
        np.concatenate([part.crops for part in every]),
        np.concatenate([part.known for part in every if part.known is not None])
        if all(part.known is not None for part in every)
        else None,
    )


def share_right(naming: HomeNaming, asked: Vectors) -> float:
    """The share of `asked` named right; 1 of nothing."""
    if not len(asked):
        return 1.0
    read = naming.logits(asked.values).argmax(axis=1)
    return float((read == asked.classes).mean())


def mean_loss(naming: HomeNaming, asked: Vectors) -> float:
    """Mean cross-entropy over `asked`."""
    logs = _log_softmax(naming.logits(asked.values))
    return float(-logs[np.arange(len(asked)), asked.classes].mean())


def fitted(home: Vectors, source: Vectors, own: HomeNaming) -> HomeNaming:
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
