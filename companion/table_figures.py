"""How well whole deals are followed: many seeds of the virtual table, summed up."""

from __future__ import annotations

import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.devices import load_reader
from companion.grades import Grades, Watch, grade
from companion.running import Wish
from companion.stopping import leave_stopping_to_parent
from companion.virtual_run import play

COUNTS = ("right", "asked", "wrong", "missed", "extra")
ANSWER_AFTER = 2.0
"""Virtual seconds after which the people at the table answer a question."""


@dataclass(frozen=True, slots=True)
class SeedFigures:
    """One seed's deals: counts of public events, questions, deals settled, seconds.

    `grades`: each deal's. `discrepancies`: how often one was named. `frames`
    were looked at in `looking` real seconds. `cpu`: seconds of processor time,
    those of the table and its pictures too.
    """

    seed: int
    counts: dict[str, int]
    by_rule: int
    by_eyes: int
    deals: int
    zero_sum: bool
    faults: tuple[str, ...]
    virtual: float
    real: float
    grades: tuple[Grades, ...] = ()
    discrepancies: int = 0
    frames: int = 0
    looking: float = 0.0
    cpu: float = 0.0

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
            "discrepancies": self.discrepancies,
            "deals": self.deals,
            "deals_paid_right": sum(deal.paid for deal in self.grades),
            "zero_sum": self.zero_sum,
            "faults": list(self.faults),
            "virtual_s": round(self.virtual, 1),
            "real_s": round(self.real, 1),
            "cpu_s": round(self.cpu, 1),
        }


def measure(
    wish: Wish, seeds: Sequence[int], jobs: int = 1, limit: float | None = None
) -> Iterator[SeedFigures]:
    """Figures of each seed, in order. `jobs`: processes at once. `limit`: virtual
    seconds after which a seed is given up, for what never ends."""
    wishes = [replace(wish, seed=seed) for seed in seeds]
    one = partial(_measure_one, limit=limit)
    if jobs <= 1:
        yield from map(one, wishes)
        return
    with ProcessPoolExecutor(jobs, initializer=leave_stopping_to_parent) as pool:
        try:
            yield from pool.map(one, wishes)
        except BaseException:
            # A deal takes minutes: whoever stops does not wait for those begun.
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _measure_one(wish: Wish, limit: float | None) -> SeedFigures:
    watch = Watch()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as scratch:
        played = play(
            replace(wish, root=Path(scratch)),
            lambda _: None,
            load_reader(wish.models),
            lambda now: watch.look(now) and (limit is None or now < limit),
            watch.begun,
            ANSWER_AFTER,
        )
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
        grades=grade(played.writer, list(played.truth), watch, spent.looks, played.shown),
        discrepancies=len(watch.discrepancies),
        frames=spent.frames,
        looking=spent.eyes + spent.match,
        cpu=time.process_time() - began,
    )


def summary(figures: Sequence[SeedFigures]) -> dict[str, Any]:
    """The figures by which tracking is judged.

    Shares (0 to 1) are of the true public events of deals that were played to
    their end (`events`), or of those deals (`deals`); `discrepancies` and
    questions are for each of them. `latency_ms`: from the first picture that
    shows what was laid, at rest and with no hand over it, to the view, in the
    table's time and this machine's work on each picture between;
    `latency_from_event_ms`: from the first picture taken after it happened, hands
    over it or not. `fps`: pictures that eyes and match get through in a second of
    this machine.
    """
    grades = [deal for seed in figures for deal in seed.grades]
    events, deals = sum(deal.events for deal in grades), len(grades)
    looking = sum(seed.looking for seed in figures)
    return {
        "right_untouched": _share(sum(deal.right for deal in grades), events),
        "asked": _share(sum(deal.asked for deal in grades), events),
        "wrong_unasked": _share(sum(deal.wrong for deal in grades), events),
        "payments_right": _share(sum(deal.paid for deal in grades), deals),
        "deals_equal_truth": _share(sum(deal.is_equal for deal in grades), deals),
        "discrepancies": _share(sum(seed.discrepancies for seed in figures), deals),
        "questions_rule": _share(sum(seed.by_rule for seed in figures), deals),
        "questions_eyes": _share(sum(seed.by_eyes for seed in figures), deals),
        "latency_ms": _spread([s for deal in grades for s in deal.latencies]),
        "latency_from_event_ms": _spread([s for deal in grades for s in deal.from_event]),
        "fps": round(sum(seed.frames for seed in figures) / looking, 1) if looking else 0.0,
        "events": events,
        "deals": deals,
    }


def _spread(seconds: Sequence[float]) -> dict[str, int]:
    """Median and 95th percentile in milliseconds; 0 of none."""
    return {
        "median": round(1000 * statistics.median(seconds)) if seconds else 0,
        "p95": round(1000 * _percentile(seconds, 0.95)),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all do not pass; 0 of none."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
