"""`queban bench WHAT`: how fast the parts are on this machine."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("bench", help="测速 / how fast the parts are here")
    parser.add_argument("what", nargs="?", default="engine", choices=("engine",))
    parser.add_argument(
        "--hands", type=int, default=1000, metavar="N", help="每项几副牌 / hands for each figure"
    )
    parser.add_argument(
        "--deals", type=int, default=10, metavar="N", help="随机打几盘 / deals played at random"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when every figure meets its goal, else 1."""
    from companion.bench_engine import bench_engine

    figures = bench_engine(time.process_time, max(1, args.hands), max(1, args.deals))
    for figure in figures:
        print(figure.line())
    return 0 if all(figure.holds for figure in figures) else 1
