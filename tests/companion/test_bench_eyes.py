from __future__ import annotations

from itertools import count

import pytest

from companion.bench_engine import Figures
from companion.bench_eyes import Ratio, Row, bench_eyes, busy_table


def test_the_table_of_the_bench_is_busy() -> None:
    assert 95 <= len(busy_table().tiles) <= 110


def test_a_row_tells_each_number_of_threads_and_its_goal() -> None:
    times = {1: Figures("find", (30.0, 31.0, 32.0), 0), 2: Figures("find", (19.0, 21.0, 22.0), 0)}
    assert "1 线程 thread    31.0 ms" in Row("find", times).line()
    assert Row("find", times, 21.0).holds and not Row("find", times, 20.9).holds
    assert Row("find", times, 20.9).line().endswith("未达标 over")


def test_every_stage_is_measured_on_the_same_picture() -> None:
    ticks = count()
    rows = list(bench_eyes(lambda: next(ticks) / 1000, runs=1, threads=(1,), only="1080p"))
    names = " ".join(row.name for row in rows)
    assert "detector" in rows[0].name
    for stage in ("detector", "crops", "classifier", "whole frame", "zone", "unknown", "nothing"):
        assert stage in names
    stages = [row for row in rows if isinstance(row, Row)]
    assert all(row.median(1) == pytest.approx(1) for row in stages), "one look, one tick"


def test_a_ratio_is_told_against_its_goal() -> None:
    ratio = Ratio("against it", {1: 1.4, 2: 1.6}, 1.5)
    assert ratio.holds and ratio.line().endswith("1.60 ×  (目标 goal ≥ 1.5 ×) 达标 ok")
    assert not Ratio("against it", {2: 1.49}, 1.5).holds
