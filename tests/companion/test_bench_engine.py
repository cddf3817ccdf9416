from __future__ import annotations

import random
from itertools import count

import pytest

from companion.bench_engine import Figures, bench_engine, winning_hands
from companion.mcr_library import compared, is_installed
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


@pytest.mark.skipif(not is_installed(), reason="PyMahjongGB is not installed")
def test_the_library_and_the_page_are_measured_on_the_same_hands() -> None:
    ticks = count()
    rules = load("mcr")
    hands = list(winning_hands(random.Random(3), 6, 0))
    text = compared(lambda: next(ticks) / 1000, rules, rules.choose({"minimum": "0"}), hands)
    assert text.startswith("mcr: 6 副")
    assert text.endswith("ratio 1.0")
