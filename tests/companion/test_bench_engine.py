from __future__ import annotations

import random
from itertools import count

import pytest

from companion.bench_engine import Figures, bench_engine, winning_hands
from engine.rules import load


def test_hands_of_the_benchmark_win() -> None:
    rules = load("mzhz")
    for wild in (0, 1):
        for win in winning_hands(random.Random(2), 40, wild):
            assert rules.best(win) is not None


def test_figures_come_from_the_clock() -> None:
    ticks = count()
    pages = ("mzhz", "wuhan", "sc_point")
    figures = bench_engine(lambda: next(ticks) / 1000, hands=5, deals=1, pages=pages)
    assert [figure.name.split(":")[0] for figure in figures] == (
        ["mzhz"] * 7 + ["wuhan"] * 9 + ["sc_point"] * 3
    )
    for figure in figures:
        assert figure.times == pytest.approx([1.0] * len(figure.times))
        assert figure.holds
        assert "ok" in figure.line()


def test_percentiles() -> None:
    figure = Figures("x", tuple(float(n) for n in range(100)), 50.0)
    assert figure.at(0.5) == 50.0
    assert figure.at(0.99) == 99.0
    assert figure.at(1.0) == 99.0
    assert not figure.holds
