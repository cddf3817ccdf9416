"""How well whole deals are followed: many seeds of the virtual table, summed up."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.devices import load_reader
from companion.running import Wish
from companion.virtual_run import play

COUNTS = ("right", "asked", "wrong", "missed", "extra")


@dataclass(frozen=True, slots=True)
class SeedFigures:
    """One seed's deals: counts of public events, questions, deals settled, seconds."""

    seed: int
    counts: dict[str, int]
    by_rule: int
    by_eyes: int
    deals: int
    zero_sum: bool
    faults: tuple[str, ...]
    virtual: float
    real: float

    @property
    def total(self) -> int:
        """Public events of the truth."""
        return sum(self.counts.values()) - self.counts["extra"]

    def to_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            **self.counts,
            "total": self.total,
            "asked_by_rule": self.by_rule,
            "asked_by_eyes": self.by_eyes,
            "deals": self.deals,
            "zero_sum": self.zero_sum,
            "faults": list(self.faults),
            "virtual_s": round(self.virtual, 1),
            "real_s": round(self.real, 1),
        }


def measure(wish: Wish, seeds: Sequence[int], jobs: int = 1) -> Iterator[SeedFigures]:
    """Figures of each seed, in order. `jobs`: processes at once."""
    wishes = [replace(wish, seed=seed) for seed in seeds]
    if jobs <= 1:
        yield from map(_measure_one, wishes)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_measure_one, wishes)


def _measure_one(wish: Wish) -> SeedFigures:
    with tempfile.TemporaryDirectory() as scratch:
        reader = load_reader(wish.models)
        played = play(replace(wish, root=Path(scratch)), lambda _: None, reader)
    found, spent = played.report, played.spent
    results = played.writer.match.standing.results
    nets = [result.settlement.net for result in results if result.settlement is not None]
    return SeedFigures(
        seed=wish.seed,
        counts={name: found.comparison.sum(name) for name in COUNTS},
        by_rule=sum(found.by_rule.values()),
        by_eyes=sum(found.by_eyes.values()),
        deals=played.deals,
        zero_sum=all(sum(net) == 0 for net in nets),
        faults=tuple(
            f"{deal.number}: {fault}" for deal in found.comparison.deals for fault in deal.faults
        ),
        virtual=played.virtual,
        real=spent.table + spent.picture + spent.eyes + spent.match,
    )


def summary(figures: Sequence[SeedFigures]) -> dict[str, Any]:
    """Sums over the seeds: `right_or_asked`, `asked_by_eyes_share` are of the true events."""
    total = sum(seed.total for seed in figures)
    sums = {name: sum(seed.counts[name] for seed in figures) for name in COUNTS}
    by_eyes = sum(seed.by_eyes for seed in figures)
    return {
        **sums,
        "total": total,
        "right_or_asked": round((sums["right"] + sums["asked"]) / total, 4) if total else 0.0,
        "asked_by_eyes": by_eyes,
        "asked_by_eyes_share": round(by_eyes / total, 4) if total else 0.0,
        "asked_by_rule": sum(seed.by_rule for seed in figures),
        "deals": sum(seed.deals for seed in figures),
    }
