"""The command line `queban`: one module per command in `companion.commands`.

A command module is light at import; its rooms (Kivy, OpenCV, ONNX Runtime)
are imported when the command runs, so that `queban version` answers at once.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.commands import available
from companion.errors import UserError, reason
from companion.parser import Parser
from companion.stopping import Terminated, kill_breaks_in

STOPPED, TERMINATED = 130, 143


def build_parser() -> Parser:
    """The parser with every command whose rooms are installed."""
    parser = Parser(
        prog="queban",
        description="雀伴：真麻将桌的伙伴。看牌、随局、即时算分、每盘留档。\n"
        "Queban, the companion of a real mahjong table: sees the tiles, follows the deal,\n"
        "scores live and keeps every hand.",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="命令 COMMAND", title="命令 / commands"
    )
    for command in available():
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status (0 good, 1 failed or found wrong, 2 cannot)."""
    _speak_as_the_terminal_can()
    try:
        with kill_breaks_in():
            parser = build_parser()
            args = parser.parse_args(argv)
            status = _run(parser, args)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt as stop:
        print("\n已停 / stopped", file=sys.stderr)
        return TERMINATED if isinstance(stop, Terminated) else STOPPED
    except BrokenPipeError:
        # The reader (head, less) has left; a second flush at exit would complain.
        _drop(sys.stdout)
        return 0
    except OSError as error:
        zh, en = reason(error)
        name = f" {error.filename}" if error.filename else ""
        _drop(sys.stdout)
        print(f"读写不了{name}：{zh} / cannot read or write{name}: {en}", file=sys.stderr)
        return 1


def _run(parser: Parser, args: argparse.Namespace) -> int:
    if args.command is None:
        parser.print_help()
        return 0
    status: int = args.run(args)
    return status


def _speak_as_the_terminal_can() -> None:
    """A letter that the output's encoding lacks is written as its number; an output
    that was closed takes everything and keeps nothing."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _drop(stream: object) -> None:
    """Send what is still to be written nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
    except (OSError, io.UnsupportedOperation):
        return
