"""Trains the classifier: a small residual convolution net on 48 x 48 crops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from vision.detections import CLASS_COUNT
from vision.detector import ImageArray
from vision.train.loop import Averaged, Budget, teach

CROP_SIDE: Final = 48
"""A table's tiles are seldom longer in a camera's picture."""
MAPS: Final = (192, 3, 3)
"""What the body tells of one crop: channels, height, width."""
VECTOR: Final = 2 * MAPS[0]
"""Numbers that describe one crop before it is named."""
SMOOTHING = 0.03
"""Label smoothing: keeps probabilities from running to one."""


def _layer(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """One convolution added to what came in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layer = _layer(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.layer(x)


class CropNet(nn.Module):
    """(N, 3, 48, 48) RGB in 0…1 → (N, 48) logits; about 1.1 M parameters.

    Plain convolutions throughout: depthwise ones train slowly on a CPU. Most of the
    work is done where the maps are small, which is what a processor is quick at.
    """

    def __init__(self) -> None:
        super().__init__()
        width = MAPS[0]
        self.body = nn.Sequential(
            _layer(3, 24, 5, 2),
            _layer(24, 48, 3, 2),
            Residual(48),
            _layer(48, 96, 3, 2),
            Residual(96),
            Residual(96),
            _layer(96, width, 3, 2),
            Residual(width),
            Residual(width),
        )
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(VECTOR, CLASS_COUNT)

    def maps(self, x: torch.Tensor) -> torch.Tensor:
        """(N, 192, 3, 3): what is seen, and where in the crop."""
        seen: torch.Tensor = self.body((x - 0.5) * 4)
        return seen

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.head(self.drop(pooled(self.maps(x))))
        return logits


def pooled(maps: torch.Tensor) -> torch.Tensor:
    """(N, 384): what is known of a crop before it is named."""
    return torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)


Batch = tuple[torch.Tensor, torch.Tensor]


def crop_batch(crops: list[tuple[ImageArray, int]]) -> Batch:
    """Crops and classes → tensors as the net takes them."""
    images = np.stack([crop[:, :, ::-1].transpose(2, 0, 1) for crop, _ in crops])
    classes = torch.tensor([index for _, index in crops])
    return torch.from_numpy(np.ascontiguousarray(images)).float() / 255, classes


def train_classifier(
    source: Callable[[np.random.Generator], tuple[ImageArray, int]],
    state_path: Path,
    budget: Budget,
    report: Callable[[str], None] = print,
) -> CropNet:
    """Trains until the budget is used up; returns the averaged net.

    Goes on from `state_path` if that file is there, and keeps it up to date.
    """
    torch.set_num_threads(budget.threads)
    torch.manual_seed(budget.seed)
    net = CropNet().to(memory_format=torch.channels_last)
    averaged = Averaged(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=budget.rate, weight_decay=0.02)
    lossy = nn.CrossEntropyLoss(label_smoothing=SMOOTHING)
    right = 0.0

    def loss_of(batch: Batch) -> torch.Tensor:
        nonlocal right
        images, classes = batch
        net.train()
        logits = net(images.contiguous(memory_format=torch.channels_last))
        right = 0.98 * right + 0.02 * float((logits.argmax(1) == classes).float().mean())
        loss: torch.Tensor = lossy(logits, classes)
        return loss

    teach(
        "classifier", net, averaged, optimizer, state_path, budget,
        lambda rng: crop_batch([source(rng) for _ in range(budget.batch)]),
        loss_of, report, more=lambda: f" right {right:.3f}",
    )  # fmt: skip
    averaged_net: CropNet = averaged.net
    return averaged_net
