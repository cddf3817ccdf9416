"""The command line `queban`: one module per command in `companion.commands`.

A command module is light at import; its rooms (Kivy, OpenCV, ONNX Runtime)
are imported when the command runs, so that `queban version` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from companion.commands import available
from companion.errors import UserError


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Room for two languages in the left column."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)


def build_parser() -> argparse.ArgumentParser:
    """The parser with every command whose rooms are installed."""
    parser = argparse.ArgumentParser(
        prog="queban",
        formatter_class=_Formatter,
        description="雀伴：真麻将桌的伙伴。看牌、随局、即时算分、每盘留档。\n"
        "Queban, the companion of a real mahjong table: sees the tiles, follows the deal,\n"
        "scores live and keeps every hand.",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="命令 COMMAND", title="命令 / commands"
    )
    for command in available():
        command.add_parser(commands)
    for child in commands.choices.values():
        child.formatter_class = _Formatter
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status (0 good, 1 found wrong, 2 cannot)."""
    parser = build_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\n已停 / stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (head, less) has left; a second flush at exit would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
