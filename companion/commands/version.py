"""`queban version`: the program's, Python's and the models' versions."""

from __future__ import annotations

import argparse
import platform
from typing import TYPE_CHECKING

from companion import __version__

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("version", help="版本 / what this is")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    print(f"雀伴 Queban {__version__} · Python {platform.python_version()} · AGPL-3.0-or-later")
    return 0
