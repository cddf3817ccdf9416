"""`queban bench WHAT`: how fast the parts are on this machine."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UserError

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("bench", help="测速 / how fast the parts are here")
    parser.add_argument("what", nargs="?", default="engine", choices=("engine", "eyes"))
    parser.add_argument(
        "--hands", type=int, default=1000, metavar="N", help="每项几副牌 / hands for each figure"
    )
    parser.add_argument(
        "--deals", type=int, default=10, metavar="N", help="随机打几盘 / deals played at random"
    )
    parser.add_argument(
        "--runs", type=int, default=9, metavar="N", help="看几遍 / looks for each figure"
    )
    parser.add_argument(
        "--picture", default="", choices=("1080p", "4K"), help="只看这一幅 / only this picture"
    )
    parser.add_argument(
        "--rules", action="append", metavar="ID", help="只测这些规则页 / only these rule pages"
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="另一套权重 / other weights")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when every figure meets its goal, else 1."""
    if args.what == "eyes":
        return _eyes(args)
    from companion.bench_engine import bench_engine
    from engine.rules import PAGES

    pages = tuple(args.rules or ())
    for page in pages:
        if page not in PAGES:
            raise UserError(f"没有规则页 {page}", f"no rule page {page}: {', '.join(PAGES)}")
    figures = bench_engine(time.process_time, max(1, args.hands), max(1, args.deals), pages)
    for figure in figures:
        print(figure.line())
    return 0 if all(figure.holds for figure in figures) else 1


def _eyes(args: argparse.Namespace) -> int:
    from companion.bench_eyes import bench_eyes
    from vision.onnx import ModelMismatch

    holds = True
    try:
        for row in bench_eyes(time.perf_counter, args.models, max(1, args.runs), only=args.picture):
            print(row.line(), flush=True)
            holds = holds and row.holds
    except ModelMismatch as error:
        raise UserError("模型用不了", f"the models cannot be used: {error}") from error
    return int(not holds)
