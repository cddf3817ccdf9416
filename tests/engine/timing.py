"""Processor time of pieces of work, where the machine has other things to do as well."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence


def quickest(works: Sequence[Callable[[], object]], passes: int = 3) -> list[float]:
    """For each piece of work, in order, its fewest seconds of processor of several passes:
    what disturbs one pass seldom disturbs all. Each pass begins with nothing remembered."""
    fewest = [float("inf")] * len(works)
    for _ in range(passes):
        _forget_shapes()
        for at, work in enumerate(works):
            began = time.process_time()
            work()
            fewest[at] = min(fewest[at], time.process_time() - began)
    return fewest


def _forget_shapes() -> None:
    """Empty what the engine keeps of hands it has judged."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("engine.shapes", "engine.play.", "engine.rules.")):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear") and hasattr(kept, "cache_parameters"):
                    if kept.cache_parameters()["maxsize"] is not None:
                        kept.cache_clear()
