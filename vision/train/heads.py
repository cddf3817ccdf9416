"""What a trained crop net can tell besides the class, learnt on top of it.

Two small heads on the frozen body: whether a crop shows one of the 48 at all
(against things that are no tiles), and where the tile's foot points. They are
fitted in a minute, on features computed once. What is hardest to tell from tiles is
what the finder itself takes for them; so its finds among strange things are learnt
from too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from engine.tile import CLASS_CODES
from vision.classifier import cut_crop
from vision.detections import BACK_CLASS, FloatArray, box_iou
from vision.detector import Detector, ImageArray
from vision.train.crop_net import CROP_SIDE, MAPS, VECTOR, CropNet, crop_batch, pooled
from vision.train.crops import Patches, vary_patch
from vision.train.near_misses import near_misses
from vision.train.pictures import WHITE_OUTSIDE, Picture, quads_to_boxes, tile_white

BACKS: Final = 0.15
"""Share of backs among the tiles: being plain they are most like what is no tile."""
KEPT_TILES: Final = 0.999
"""Share of tiles that must be called known; the threshold follows from it."""
HELD_OUT: Final = 0.15
"""Share of near misses that nothing learns from."""
MOVED: Final = 0.05
"""Spread by which found boxes are moved, as a share of their size."""
EPOCHS: Final = 60
REPORTED: Final = 10
"""After how many epochs the loss is told."""
HALVES: Final = 0.6
"""Share of half tiles among the crops at tiles' edges."""
COUNTED: Final = frozenset(n for n, code in enumerate(CLASS_CODES) if code[1:] in ("p", "s"))
"""Classes half of which may look like another whole one: 4p and 2p, 9p and 6p."""
PART: Final = 0.25
"""Share of near misses that are cut from a part of the thing."""
Report = Callable[[str], None]


class Heads(nn.Module):
    """`known` (N, 384) → (N,) logits; `foot` (N, 192, 3, 3) → (N, 2) cosine and sine
    of the degrees counter-clockwise by which the tile is turned, short where unsure."""

    def __init__(self) -> None:
        super().__init__()
        self.known = nn.Sequential(
            nn.Linear(VECTOR, 256), nn.ReLU(), nn.Dropout(0.4), nn.Linear(256, 1)
        )
        self.foot = nn.Sequential(
            nn.Flatten(),
            nn.Linear(math.prod(MAPS), 96),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(96, 2),
        )


class TellingNet(nn.Module):
    """Crops (N, 3, 48, 48) → logits, vectors, known (0…1), foot: what is exported."""

    def __init__(self, net: CropNet, heads: Heads) -> None:
        super().__init__()
        self.net, self.heads = net, heads

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        maps = self.net.maps(x)
        vectors = pooled(maps)
        known = torch.sigmoid(self.heads.known(vectors))
        return self.net.head(vectors), vectors, known, self.heads.foot(maps)


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Of N crops: `maps` (N, 192, 3, 3), `classes` (N,) with -1 for no tile,
    `feet` (N,) degrees or NaN."""

    maps: torch.Tensor
    classes: np.ndarray
    feet: FloatArray


def tile_crops(
    patches: Patches, count: int, rng: np.random.Generator
) -> tuple[list[tuple[ImageArray, int]], FloatArray]:
    """`count` varied crops, `BACKS` of them backs where there are any, other classes made
    even; and where their feet point."""
    members = [np.flatnonzero(patches.classes == c) for c in range(len(CLASS_CODES))]
    backs = members.pop(BACK_CLASS)
    members = [part for part in members if len(part)] or [backs]
    crops, feet = [], np.full(count, np.nan, np.float32)
    for n in range(count):
        part = members[int(rng.integers(len(members)))]
        if len(backs) and rng.random() < BACKS:
            part = backs
        i = int(part[rng.integers(len(part))])
        crop, turned = vary_patch(patches.images[i], bool(patches.straight[i]), CROP_SIDE, rng)
        kind = int(patches.classes[i])
        crops.append((crop, kind))
        if kind != BACK_CLASS:
            feet[n] = (patches.yaws[i] + turned) % 360
    return crops, feet


def strange_crops(count: int, rng: np.random.Generator) -> list[tuple[ImageArray, int]]:
    """`count` crops of things that are no tiles, whole or a part of them."""
    crops: list[tuple[ImageArray, int]] = []
    while len(crops) < count:
        image, boxes, _ = near_misses(rng, 960, 720, 20, (40, 150))
        for box in boxes:
            cut = box
            if rng.random() < PART:
                low, high = rng.uniform(0, 0.4, 2), rng.uniform(0.6, 1, 2)
                size = box[2:] - box[:2]
                cut = np.concatenate([box[:2] + low * size, box[:2] + high * size])
            margin = float(rng.uniform(1.0, 1.3))
            crops.append((cut_crop(image, cut.astype(np.float32), CROP_SIDE, 0.0, margin), -1))
    return crops[:count]


def found_crops(
    detector: Detector, pictures: int, rng: np.random.Generator
) -> list[tuple[ImageArray, int]]:
    """Crops of what a finder takes for tiles in `pictures` pictures that show none, each
    as it was found and moved a little."""
    crops = []
    for _ in range(pictures):
        image, _, _ = near_misses(rng)
        boxes = detector.find(image).boxes
        sizes = np.tile(boxes[:, 2:] - boxes[:, :2], 2)
        for moved in (0.0, MOVED, MOVED):
            shift = np.tile(rng.normal(0, 1, (len(boxes), 2)), 2) * moved
            for box in (boxes + shift * sizes).astype(np.float32):
                crops.append((cut_crop(image, box, CROP_SIDE), -1))
    return crops


def gap_crops(
    pictures: list[Picture], each: int, rng: np.random.Generator
) -> list[tuple[ImageArray, int]]:
    """Crops between tiles and at their edges, where a finder errs, and of half a tile: no tile
    either, unless it would do for a whole one of fewer dots or bamboos."""
    crops = []
    for picture in pictures:
        boxes = quads_to_boxes(picture.quads)
        if not len(boxes):
            continue
        for _ in range(each):
            which = int(rng.integers(len(boxes)))
            box = boxes[which]
            size = box[2:] - box[:2]
            if rng.random() < HALVES:
                if int(picture.classes[which]) in COUNTED:
                    continue
                half, axis = box.copy(), int(rng.integers(2))
                gone = size[axis] * rng.uniform(0.38, 0.6)
                if rng.random() < 0.5:
                    half[axis] += gone
                else:
                    half[axis + 2] -= gone
                crops.append((cut_crop(picture.image, half, CROP_SIDE), -1))
                continue
            moved = box + np.tile(rng.uniform(-0.9, 0.9, 2) * size, 2)
            middle = (moved[:2] + moved[2:]) / 2
            if (middle < 0).any() or (middle >= picture.image.shape[1::-1]).any():
                continue
            if box_iou(moved[None].astype(np.float32), boxes).max() < 0.33:
                crops.append((cut_crop(picture.image, moved.astype(np.float32), CROP_SIDE), -1))
    return crops


def bare_crops(
    pictures: list[Picture], each: int, rng: np.random.Generator
) -> list[tuple[ImageArray, int]]:
    """Crops away from every tile: cloth, wood, shadows, hands. Of a picture that may
    hide unlabelled tiles only where nothing is tile-white."""
    crops = []
    for picture in pictures:
        height, width = picture.image.shape[:2]
        boxes = quads_to_boxes(picture.quads)
        for _ in range(each * 3):
            size = np.exp(rng.uniform(np.log(0.5), np.log(2.0))) * picture.tile_px()
            wide, high = size * rng.uniform(0.6, 1.0), size * rng.uniform(0.6, 1.0)
            x, y = rng.uniform(0, max(1, width - wide)), rng.uniform(0, max(1, height - high))
            box = np.array([x, y, x + wide, y + high], np.float32)
            part = picture.image[int(y) : int(y + high) + 1, int(x) : int(x + wide) + 1]
            if not part.size or (len(boxes) and box_iou(box[None], boxes).max() > 0.1):
                continue
            if picture.trusted is None or tile_white(part).mean() < WHITE_OUTSIDE:
                crops.append((cut_crop(picture.image, box, CROP_SIDE), -1))
    return crops


@torch.no_grad()
def features(
    net: CropNet, crops: list[tuple[ImageArray, int]], feet: FloatArray | None = None
) -> Features:
    """The frozen body's features of crops."""
    parts = [torch.zeros(0, *MAPS)]
    for i in range(0, len(crops), 64):
        images, _ = crop_batch(crops[i : i + 64])
        parts.append(net.maps(images.contiguous(memory_format=torch.channels_last)))
    classes = np.array([kind for _, kind in crops], np.int64)
    if feet is None:
        feet = np.full(len(crops), np.nan, np.float32)
    return Features(torch.cat(parts).contiguous(), classes, feet)


def join(parts: list[Features]) -> Features:
    """Several sets as one."""
    return Features(
        torch.cat([part.maps for part in parts]),
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.feet for part in parts]),
    )


def fit_heads(data: Features, report: Report = print, epochs: int = EPOCHS, seed: int = 1) -> Heads:
    """Both heads fitted to tiles and other things."""
    torch.manual_seed(seed)
    heads = Heads()
    rng = np.random.default_rng(seed)
    learnt = rng.permutation(len(data.classes))
    vectors = pooled(data.maps)
    tile = torch.from_numpy(data.classes >= 0).float()
    goal = foot_goal(torch.from_numpy(data.feet))
    directed = torch.from_numpy(np.isfinite(data.feet))
    optimizer = torch.optim.AdamW(heads.parameters(), lr=2e-3, weight_decay=0.05)
    weight = torch.tensor(float((tile == 0).sum() / max(1, int((tile == 1).sum()))))
    lossy = nn.BCEWithLogitsLoss(pos_weight=weight.clamp(0.2, 5))
    steps = max(1, len(learnt) // 256)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * steps)
    for epoch in range(epochs):
        rng.shuffle(learnt)
        total = 0.0
        for part in np.array_split(learnt, steps):
            loss = lossy(heads.known(vectors[part])[:, 0], tile[part])
            some = torch.from_numpy(part)[directed[part]]
            if len(some):
                loss = loss + (heads.foot(data.maps[some]) - goal[some]).square().mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        if (epoch + 1) % REPORTED == 0 or epoch + 1 == epochs:
            report(f"heads {epoch + 1}/{epochs} loss {total / steps:.4f}")
    return heads.eval()


def held_out(
    strange: list[tuple[ImageArray, int]], rng: np.random.Generator
) -> tuple[list[tuple[ImageArray, int]], list[tuple[ImageArray, int]]]:
    """Crops of no tiles that nothing may learn from, and those to learn from."""
    held, learnt = np.split(rng.permutation(len(strange)), [round(HELD_OUT * len(strange))])
    return [strange[n] for n in held], [strange[n] for n in learnt]


def foot_goal(degrees: torch.Tensor) -> torch.Tensor:
    """(N,) degrees → (N, 2) cosine and sine."""
    radians = torch.deg2rad(degrees)
    return torch.stack([torch.cos(radians), torch.sin(radians)], dim=1)


@torch.no_grad()
def settle(heads: Heads, tiles: Features, strange: Features, report: Report = print) -> Heads:
    """The bias of `known` set so that `KEPT_TILES` of `tiles` pass; tells what then becomes of
    `strange`, near misses never learnt from, and how the foot is told."""
    heads.eval()
    if len(tiles.classes):
        told = heads.known(pooled(tiles.maps))[:, 0]
        shift = torch.quantile(told, 1 - KEPT_TILES)
        last = heads.known[-1]
        assert isinstance(last, nn.Linear)
        last.bias -= shift
    if len(strange.classes):
        caught = float((heads.known(pooled(strange.maps)) < 0).float().mean())
        report(f"heads: {caught:.4f} of near misses never learnt from said unknown")
    feet = torch.from_numpy(tiles.feet)
    directed = torch.isfinite(feet)
    if bool(directed.any()):
        right = _told_right(heads.foot(tiles.maps[directed]), foot_goal(feet[directed]))
        report(f"heads: foot {right}")
    return heads


def _told_right(told: torch.Tensor, goal: torch.Tensor) -> str:
    length = told.norm(dim=1)
    off = torch.rad2deg(torch.acos(((told * goal).sum(1) / length.clamp(min=1e-6)).clamp(-1, 1)))
    sure = length >= 0.5
    right = float((off[sure] < 45).float().mean()) if bool(sure.any()) else 0.0
    return f"told of {float(sure.float().mean()):.3f}, right within 45 degrees {right:.4f}"


def save_heads(heads: Heads, path: Path) -> None:
    """Weights of the heads in the run folder."""
    torch.save(heads.state_dict(), path)


def load_heads(path: Path) -> Heads:
    """The heads of a run folder."""
    heads = Heads()
    heads.load_state_dict(torch.load(path, weights_only=True))
    return heads.eval()
