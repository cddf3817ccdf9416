"""`queban check-cases FILE…`: worked cases against the rule pages."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from companion.arguments import given_path

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "check-cases", help="拿用例核对规则页 / check worked cases against the rule pages"
    )
    parser.add_argument(
        "files", nargs="+", type=given_path, metavar="FILE", help="用例文件 / case files (*.jsonl)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.cases.runner import check_cases

    return check_cases(args.files, sys.stdout)
