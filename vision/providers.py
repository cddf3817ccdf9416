"""What may run the models on this machine, and how fast each of them does.

ONNX Runtime knows many execution providers (OpenVINO, CUDA, CoreML); whichever
are installed are measured on the models themselves. One whose answers differ
from the processor's is left out, however fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime as ort

from engine.tile import CLASS_CODES
from vision.detector import DETECTOR_CLASSES
from vision.onnx import CPU, MODELS_DIR, ModelMismatch, OnnxModel

ROLES: Final[dict[str, Sequence[str]]] = {
    "detector": DETECTOR_CLASSES,
    "classifier": CLASS_CODES,
}
"""Classes by role."""
CROPS: Final = 32
"""Crops that a classifier reads at once while it is measured."""
UNASKED: Final = ("TensorrtExecutionProvider", "AzureExecutionProvider")
"""The first builds an engine for minutes, the second calls a service."""
CLEARLY: Final = 0.9
"""Another than the processor is taken when it needs less than this share of its time."""
AGREE: Final = 0.02
"""Largest mean difference of answers, as a share of their spread."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One provider on one role: milliseconds, or why not."""

    role: str
    provider: str
    ms: float | None
    problem: str = ""


def installed() -> list[str]:
    """The providers to be measured; the processor first."""
    names = [name for name in ort.get_available_providers() if name not in UNASKED]
    return [CPU, *(name for name in names if name != CPU)]


def measure_providers(
    clock: Callable[[], float],
    folder: Path = MODELS_DIR,
    providers: Sequence[str] | None = None,
    runs: int = 3,
) -> list[Timing]:
    """Every provider on both models; `clock` counts seconds. Raises `ModelMismatch`
    where the processor itself cannot run a model."""
    timings = []
    for role, classes in ROLES.items():
        answer: np.ndarray | None = None
        for provider in providers or installed():
            try:
                model = OnnxModel.load(folder / f"{role}.onnx", role, classes, None, provider)
                batch = _measured_batch(role, model.info.input_size)
                told = model.run(batch)
            except ModelMismatch as error:
                if provider == CPU:
                    raise
                timings.append(Timing(role, provider, None, str(error)))
                continue
            except Exception as error:  # each provider raises its own kinds here
                timings.append(Timing(role, provider, None, str(error).splitlines()[0]))
                continue
            if answer is None:
                answer = told
            elif np.abs(told - answer).mean() > AGREE * float(answer.std()):
                timings.append(Timing(role, provider, None, "答案不同 answers differ"))
                continue
            times = []
            for _ in range(runs):
                began = clock()
                model.run(batch)
                times.append((clock() - began) * 1000)
            timings.append(Timing(role, provider, float(np.median(times))))
    return timings


def _measured_batch(role: str, side: int) -> np.ndarray:
    """A picture for a detector, crops of `side` pixels for a classifier; always the same."""
    shape = (1, 3, 384, 640) if role == "detector" else (CROPS, 3, side, side)
    return np.random.default_rng(0).random(shape, np.float32)


def fastest(timings: Sequence[Timing]) -> dict[str, str]:
    """Role → provider: the processor, unless another is clearly faster."""
    chosen = {}
    for role in ROLES:
        known = {t.provider: t.ms for t in timings if t.role == role and t.ms is not None}
        if CPU not in known:
            continue
        best = min(known, key=lambda name: known[name])
        chosen[role] = best if known[best] < CLEARLY * known[CPU] else CPU
    return chosen
