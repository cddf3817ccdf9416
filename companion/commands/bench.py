"""`queban bench WHAT`: how fast the parts are on this machine."""

from __future__ import annotations

import argparse
import os
import random
import time
from typing import TYPE_CHECKING, Final

from companion.arguments import given_path, some_text, whole
from companion.errors import cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers

BUSY: Final = 0.3
"""Load per core from which on a measurement is said to be disturbed."""

def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("bench", help="测速 / how fast the parts are here")
    parser.add_argument("what", nargs="?", default="engine", choices=("engine", "eyes", "screen"),
                        help="引擎、眼睛或画面 / which part (engine)")  # fmt: skip
    parser.add_argument(
        "--hands",
        type=whole(1),
        default=1000,
        metavar="N",
        help="每项几副牌 / hands for each figure",
    )
    parser.add_argument(
        "--deals",
        type=whole(1),
        default=10,
        metavar="N",
        help="随机打几盘 / deals played at random",
    )
    parser.add_argument(
        "--runs", type=whole(1), default=9, metavar="N", help="看几遍 / looks for each figure"
    )
    parser.add_argument(
        "--picture", default="", choices=("1080p", "4K"), help="只看这一幅 / only this picture"
    )
    parser.add_argument(
        "--rules",
        action="append",
        type=some_text,
        default=[],
        metavar="ID",
        help="只测这些规则页 / only these rule pages",
    )
    parser.add_argument(
        "--models", type=given_path, metavar="DIR", help="另一套权重 / other weights"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when every figure meets its goal, else 1."""
    if args.what == "eyes":
        return _eyes(args)
    if args.what == "screen":
        return _screen(args)
    from companion.bench_engine import bench_engine
    from companion.house import page_of

    pages = tuple(page_of(name).id for name in args.rules)
    figures = bench_engine(time.process_time, args.hands, args.deals, pages)
    for figure in figures:
        print(figure.line())
    if not pages or "mcr" in pages:
        _compare_mcr(args.hands)
    return 0 if all(figure.holds for figure in figures) else 1


def _compare_mcr(hands: int) -> None:
    """The page beside PyMahjongGB, where that is installed."""
    from companion.bench_engine import dressed, winning_hands
    from companion.mcr_library import compared, is_installed
    from engine.rules import load

    if not is_installed():
        return
    rules = load("mcr")
    made = dressed(rules, winning_hands(random.Random(1), hands, 0), random.Random(1), 0)
    print(compared(time.process_time, rules, rules.choose({"minimum": "0"}), made))


def _screen(args: argparse.Namespace) -> int:
    from companion.bench_screen import START_GOAL, play_evening, start_time

    _tell_load()
    took, work = start_time()
    word = "达标 ok" if took * 1000 <= START_GOAL else "未达标 over"
    told = f"{took:.1f} s (CPU {work:.1f} s) {word}"
    print(f"到第一张画面 start to first picture: {told}", flush=True)
    evening = play_evening(args.deals)
    for line in evening.lines():
        print(line)
    return 0 if evening.holds else 1


def _eyes(args: argparse.Namespace) -> int:
    from companion.bench_eyes import bench_eyes
    from vision.onnx import ModelMismatch

    holds = True
    _tell_load()
    try:
        for row in bench_eyes(time.perf_counter, args.models, args.runs, only=args.picture):
            print(row.line(), flush=True)
            holds = holds and row.holds
    except ModelMismatch as error:
        raise cannot("模型用不了", "the models cannot be used", error) from error
    return int(not holds)


def _tell_load() -> None:
    """Say so when others use this machine: then all figures are too large."""
    if not hasattr(os, "getloadavg"):
        return
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load > BUSY * cores:
        print(f"机器正忙，数字偏大 the machine is busy (load {load:.1f}), figures are too large")
