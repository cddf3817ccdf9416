"""`queban screens --out DIR`: every state of the tablet's screen as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.arguments import given_path
from companion.errors import UserError, cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("screens", help="把每种画面存成图 / draw every screen")
    parser.add_argument(
        "--out",
        type=given_path,
        default=Path("out/screens"),
        metavar="DIR",
        help="存到这里 / folder",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from ui.environment import DisplayUnavailable
    from ui.gallery.render import render

    try:
        for path in render(args.out):
            print(path)
    except DisplayUnavailable as error:
        raise UserError(error.advice.zh, error.advice.en) from error
    except OSError as error:
        raise cannot(f"存不进 {args.out}", f"cannot write {args.out}", error) from error
    return 0
