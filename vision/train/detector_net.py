"""Trains the detector: a small one-class YOLO from scratch, in slices that can stop.

The network and its loss are ultralytics'; the loop is ours, since views are
cut while training and the budget is minutes, not epochs. The learning rate
falls over the whole budget; a state file each minute lets a run go on where it
stopped, also with a larger budget.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import torch

from vision.train.loop import Averaged, Budget, teach
from vision.train.pictures import View

# Read by ultralytics at import: no hub, no settings in the user's home.
os.environ.setdefault("YOLO_OFFLINE", "1")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

ViewSource = Callable[[np.random.Generator], View]


NETWORK: Final[dict[str, Any]] = {
    "nc": 1,
    "reg_max": 1,
    "activation": "nn.ReLU()",
    "scale": "n",
    "scales": {"n": [1.0, 1.0, 1024]},
    "backbone": [
        [-1, 1, "Conv", [16, 3, 2]],
        [-1, 1, "Conv", [24, 3, 2]],
        [-1, 1, "C3k2", [24, False, 0.5]],
        [-1, 1, "Conv", [48, 3, 2]],
        [-1, 1, "C3k2", [48, False, 0.5]],
        [-1, 1, "Conv", [80, 3, 2]],
        [-1, 1, "C3k2", [80, False, 0.5]],
        [-1, 1, "Conv", [112, 3, 2]],
        [-1, 1, "C3k2", [112, False, 0.5]],
        [-1, 1, "SPPF", [112, 5]],
    ],
    "head": [
        [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
        [[-1, 6], 1, "Concat", [1]],
        [-1, 1, "C3k2", [80, False, 0.5]],
        [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
        [[-1, 4], 1, "Concat", [1]],
        [-1, 1, "C3k2", [48, False, 0.5]],
        [[15], 1, "Detect", ["nc"]],
    ],
}
"""YOLO11's blocks, a third as much to compute as YOLO11n: pictures are brought to a size
where tiles are 20 to 75 pixels long, so one grid of eight pixels finds them all."""


def new_detector() -> Any:
    """The network for one class with fresh weights and the loss' own defaults."""
    from ultralytics.nn.tasks import DetectionModel

    net = DetectionModel(copy.deepcopy(NETWORK), nc=1, verbose=False)
    net.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5)
    net.names = {0: "tile"}
    return net


def detector_batch(views: list[View]) -> dict[str, torch.Tensor]:
    """Views → the dict that ultralytics' detection loss takes (boxes cx cy w h in 0…1)."""
    size = views[0].image.shape[0]
    images = np.stack([view.image[:, :, ::-1].transpose(2, 0, 1) for view in views])
    index = np.concatenate([np.full(len(v.boxes), i, np.float32) for i, v in enumerate(views)])
    boxes = np.concatenate([view.boxes for view in views]) / size
    centred = np.concatenate([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], 1)
    return {
        "img": torch.from_numpy(np.ascontiguousarray(images)).float() / 255,
        "batch_idx": torch.from_numpy(index),
        "cls": torch.zeros(len(index), 1),
        "bboxes": torch.from_numpy(centred.astype(np.float32)),
    }


def train_detector(
    source: ViewSource,
    state_path: Path,
    budget: Budget,
    report: Callable[[str], None] = print,
) -> Any:
    """Trains until the budget is used up; returns the averaged network.

    Goes on from `state_path` if that file is there, and keeps it up to date.
    """
    torch.set_num_threads(budget.threads)
    torch.manual_seed(budget.seed)
    net = new_detector().to(memory_format=torch.channels_last)
    net.train()
    averaged = Averaged(net)
    decayed = [p for p in net.parameters() if p.ndim > 1]
    others = [p for p in net.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}],
        lr=budget.rate, betas=(0.9, 0.99),
    )  # fmt: skip

    def loss_of(batch: dict[str, torch.Tensor]) -> torch.Tensor:
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        parts: torch.Tensor = net(batch)[0]
        return parts.sum() / budget.batch

    teach(
        "detector", net, averaged, optimizer, state_path, budget,
        lambda rng: detector_batch([source(rng) for _ in range(budget.batch)]),
        loss_of, report, clip=10.0,
    )  # fmt: skip
    return averaged.net
