"""Body and heads taught together for a while: what a frozen body cannot tell apart.

Near misses share features with tiles until the body has seen both; the same holds for the
way a face's foot points. So the finished crop net goes on for some minutes with all three
aims at once: which tile, a tile at all, and where its foot is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from vision.detector import ImageArray
from vision.train.crop_net import SMOOTHING, CropNet, crop_batch, pooled
from vision.train.crops import Patches
from vision.train.heads import Heads, TellingNet, features, foot_goal, tile_crops
from vision.train.loop import Averaged, Budget, teach

STRANGE: Final = 0.35
"""Share of near misses in a batch."""
AIMS: Final = (1.0, 1.0, 0.5)
"""Weights of the three losses: class, known, foot."""
SCALES: Final = tuple(round(0.5 + 0.05 * n, 2) for n in range(41))
"""From half to two and a half times as sure."""
POLISH_STREAM: Final = 3
"""Other numbers than the nets before drew their batches from."""
Crop = tuple[ImageArray, int]
Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def mixed_batch(tiles: Patches, strange: list[Crop], size: int, rng: np.random.Generator) -> Batch:
    """(N, 3, side, side) crops, (N,) classes with -1 for no tile, (N,) degrees or NaN."""
    count = round(size * (1 - STRANGE)) if strange else size
    crops, feet = tile_crops(tiles, count, rng)
    others = [strange[int(rng.integers(len(strange)))] for _ in range(size - count)]
    # A thing that is no tile is none whichever way it lies.
    others = [(np.ascontiguousarray(np.rot90(c, int(rng.integers(4)))), k) for c, k in others]
    images, classes = crop_batch(crops + others)
    degrees = np.concatenate([feet, np.full(len(others), np.nan, np.float32)])
    return images, classes, torch.from_numpy(degrees)


def polish(
    net: CropNet,
    heads: Heads,
    tiles: Patches,
    strange: list[Crop],
    state_path: Path,
    budget: Budget,
    report: Callable[[str], None] = print,
) -> tuple[CropNet, Heads]:
    """Both after `budget`, averaged; goes on from `state_path` if that file is there."""
    torch.set_num_threads(budget.threads)
    torch.manual_seed(budget.seed)
    both = TellingNet(net, heads).to(memory_format=torch.channels_last)
    averaged = Averaged(both)
    for parameter in both.parameters():
        parameter.requires_grad_(True)
    optimizer = torch.optim.AdamW(both.parameters(), lr=budget.rate, weight_decay=0.02)
    teach(
        "polish", both, averaged, optimizer, state_path, budget,
        lambda rng: mixed_batch(tiles, strange, budget.batch, rng),
        lambda batch: _loss(both, batch), report, stream=(POLISH_STREAM,),
    )  # fmt: skip
    return averaged.net.net, averaged.net.heads


def _loss(both: TellingNet, batch: Batch) -> torch.Tensor:
    images, classes, degrees = batch
    both.train()
    maps = both.net.maps(images.contiguous(memory_format=torch.channels_last))
    vectors = pooled(maps)
    tile, directed = classes >= 0, torch.isfinite(degrees)
    named = both.net.head(both.net.drop(vectors[tile]))
    loss = AIMS[0] * nn.functional.cross_entropy(named, classes[tile], label_smoothing=SMOOTHING)
    known = both.heads.known(vectors)[:, 0]
    loss = loss + AIMS[1] * nn.functional.binary_cross_entropy_with_logits(known, tile.float())
    if bool(directed.any()):
        told = both.heads.foot(maps[directed])
        loss = loss + AIMS[2] * (told - foot_goal(degrees[directed])).square().mean()
    return loss


@torch.no_grad()
def sharpened(net: CropNet, crops: list[Crop], report: Callable[[str], None] = print) -> CropNet:
    """`net` with its last layer scaled so that probabilities mean what they say.

    Smoothed labels teach a net to believe too little. The scale is the one at which `crops`,
    tiles never learnt from, are most likely (temperature scaling, Guo et al. 2017).
    """
    data = features(net.eval(), crops)
    logits, classes = net.head(pooled(data.maps)), torch.from_numpy(data.classes)
    losses = {
        scale: float(nn.functional.cross_entropy(logits * scale, classes)) for scale in SCALES
    }
    best = min(losses, key=lambda scale: losses[scale])
    report(f"logits x {best:g}: loss {losses[1.0]:.4f} -> {losses[best]:.4f}")
    net.head.weight *= best
    net.head.bias *= best
    return net
