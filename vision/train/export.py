"""Trained networks → ONNX files with what the runtime checks in their metadata."""

from __future__ import annotations

import copy
import io
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import onnx
import torch

from engine.tile import CLASS_CODES
from vision.detector import DETECTOR_CLASSES
from vision.train.crop_net import CROP_SIDE, CropNet
from vision.train.heads import Heads, TellingNet

OPSET: Final = 17


def export_detector(net: Any, path: Path, size: int, data: str) -> None:
    """A YOLO detection network as (1, 3, H, W) → (1, 5, A), H and W multiples of 32.

    `size` is the side it was trained at, `data` the digest of its data.
    """
    from ultralytics.nn.modules.head import Detect

    net = copy.deepcopy(net).float().eval()
    net = net.fuse(verbose=False)
    for module in net.modules():
        if isinstance(module, Detect):
            module.export, module.format, module.dynamic = True, "onnx", True
    example = torch.zeros(1, 3, size, size + 64)
    with torch.no_grad():
        net(example)
    axes = {"images": {2: "height", 3: "width"}, "found": {2: "anchors"}}
    _write(net, example, path, "images", ["found"], axes)
    _describe(path, "detector", DETECTOR_CLASSES, size, data)


def export_classifier(net: CropNet, heads: Heads, path: Path, data: str) -> None:
    """The crop net as (N, 3, 48, 48) → logits (N, 48), vectors (N, 384), known (N, 1),
    foot (N, 2), as `vision.classifier.Reading` tells them."""
    telling = TellingNet(
        copy.deepcopy(net).to(memory_format=torch.contiguous_format), copy.deepcopy(heads)
    ).eval()
    example = torch.zeros(2, 3, CROP_SIDE, CROP_SIDE)
    outputs = ["logits", "vectors", "known", "foot"]
    axes = {name: {0: "count"} for name in ("crops", *outputs)}
    _write(telling, example, path, "crops", outputs, axes)
    _describe(path, "classifier", CLASS_CODES, CROP_SIDE, data)


def _write(
    net: torch.nn.Module, example: torch.Tensor, path: Path, source: str, results: list[str],
    axes: dict[str, dict[int, str]],
) -> None:  # fmt: skip
    buffer = io.BytesIO()
    torch.onnx.export(
        net, (example,), buffer, input_names=[source], output_names=results,
        dynamic_axes=axes, opset_version=OPSET, dynamo=False,
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(buffer.getvalue())


def _describe(path: Path, role: str, classes: Sequence[str], size: int, data: str) -> None:
    model = onnx.load(str(path))
    entries = {
        "role": role,
        "classes": ",".join(classes),
        "input": str(size),
        "data": data,
        "made": f"{datetime.now(UTC):%Y-%m-%d} torch {torch.__version__}",
    }
    onnx.helper.set_model_props(model, entries)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
