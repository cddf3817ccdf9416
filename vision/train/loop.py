"""What every training shares: the loop, its budget, learning rate, averaging, feeding, state."""

from __future__ import annotations

import copy
import math
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import torch

BatchT = TypeVar("BatchT")
Curve = list[tuple[float, float]]
"""Seconds spent and the running loss."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long and how hard to train.

    `minutes` counts all slices together, and only what this process works: on
    a busy machine a run takes longer by the clock, but learns as much.
    """

    minutes: float
    batch: int = 16
    rate: float = 2e-3
    threads: int = 2
    seed: int = 1
    save_every: float = 60.0


class Averaged:
    """Exponential moving average of a network's weights; steadier than the last step."""

    def __init__(self, net: Any, decay: float = 0.998) -> None:
        self.net = copy.deepcopy(net).eval()
        self.decay = decay
        for parameter in self.net.parameters():
            parameter.requires_grad_(False)

    @torch.no_grad()
    def update(self, net: torch.nn.Module, step: int) -> None:
        decay = self.decay * (1 - math.exp(-(step + 1) / 300))
        source = net.state_dict()
        for name, value in self.net.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(decay).add_(source[name].detach(), alpha=1 - decay)
            else:
                value.copy_(source[name])


def fall(done: float, step: int, warm: int = 150) -> float:
    """Share of the full learning rate at `done` (0…1) of the budget."""
    cosine = 0.5 * (1 + math.cos(math.pi * min(done, 1.0)))
    return min(1.0, (step + 1) / warm) * (0.02 + 0.98 * cosine)


class Feed(Generic[BatchT]):
    """Batches prepared by a thread ahead of the training step."""

    def __init__(
        self, make: Callable[[np.random.Generator], BatchT], seed: tuple[int, ...], ahead: int = 4
    ) -> None:
        self._queue: queue.Queue[BatchT] = queue.Queue(ahead)
        self._stop = threading.Event()
        self._make = make
        self._rng = np.random.default_rng(seed)
        self._thread = threading.Thread(target=self._fill, name="feed", daemon=True)
        self._thread.start()

    def next(self) -> BatchT:
        """The next batch; `RuntimeError` if the preparing thread died."""
        while True:
            try:
                return self._queue.get(timeout=5)
            except queue.Empty:
                if not self._thread.is_alive():
                    raise RuntimeError("the thread that prepares batches has died") from None

    def close(self) -> None:
        """Stops the thread."""
        self._stop.set()

    def _fill(self) -> None:
        while not self._stop.is_set():
            batch = self._make(self._rng)
            while not self._stop.is_set():
                try:
                    self._queue.put(batch, timeout=1)
                    break
                except queue.Full:
                    continue


def teach(
    name: str,
    net: Any,
    averaged: Averaged,
    optimizer: torch.optim.Optimizer,
    state_path: Path,
    budget: Budget,
    make: Callable[[np.random.Generator], BatchT],
    loss_of: Callable[[BatchT], torch.Tensor],
    report: Callable[[str], None],
    *,
    stream: tuple[int, ...] = (),
    clip: float | None = None,
    more: Callable[[], str] = str,
) -> None:
    """Steps until the budget is used up; goes on from `state_path` and keeps it up to date.

    `make` prepares batches, each stream of them by numbers of its own (`stream`);
    `clip`: largest norm of the gradient; `more` ends the lines that tell how far it is.
    """
    step, spent, curve = load_state(state_path, net, averaged, optimizer)
    if step:
        report(f"{name}: going on at step {step}, {spent / 60:.1f} min")
    total = budget.minutes * 60
    feed = Feed(make, (budget.seed, *stream, step))
    running, last_save = None, spent
    try:
        while spent < total:
            begun = time.process_time()
            batch = feed.next()
            for group in optimizer.param_groups:
                group["lr"] = budget.rate * fall(spent / total, step)
            loss = loss_of(batch)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            if clip is not None:
                torch.nn.utils.clip_grad_norm_(net.parameters(), clip)
            optimizer.step()
            averaged.update(net, step)
            step += 1
            spent += (time.process_time() - begun) / budget.threads
            value = float(loss.detach())
            running = value if running is None else 0.98 * running + 0.02 * value
            if step % 50 == 0:
                curve.append((spent, running))
                report(
                    f"{name} step {step} {spent / 60:.1f}/{budget.minutes:g} min "
                    f"loss {running:.3f}{more()}"
                )
            if spent - last_save >= budget.save_every or spent >= total:
                last_save = spent
                save_state(state_path, net, averaged, optimizer, step, spent, curve)
    finally:
        feed.close()


def save_state(
    path: Path, net: Any, averaged: Averaged, optimizer: Any, step: int, spent: float, curve: Curve
) -> None:
    """Writes everything a later slice needs, never leaving a half-written file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    torch.save(
        {
            "net": net.state_dict(),
            "averaged": averaged.net.state_dict(),
            "optimizer": optimizer.state_dict(),
            "step": step,
            "spent": spent,
            "curve": curve,
        },
        fresh,
    )
    fresh.replace(path)


def load_state(
    path: Path, net: Any, averaged: Averaged, optimizer: Any = None
) -> tuple[int, float, Curve]:
    """Steps, seconds and curve of an earlier slice; zeros where there is none.

    Without an optimizer only the weights are taken.
    """
    if not path.is_file():
        return 0, 0.0, []
    state = torch.load(path, weights_only=False)
    net.load_state_dict(state["net"])
    averaged.net.load_state_dict(state["averaged"])
    if optimizer is not None:
        optimizer.load_state_dict(state["optimizer"])
    return state["step"], state["spent"], state["curve"]


def load_curve(path: Path) -> Curve:
    """The losses of a run so far, from its state file."""
    curve: Curve = torch.load(path, weights_only=False)["curve"]
    return curve
