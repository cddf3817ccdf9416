"""`queban replay FILE|DIR`: step through a record, or check it with `--verify`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.arguments import from_zero, given_path
from companion.errors import RecordError, UserError

if TYPE_CHECKING:
    from rich.console import Console

    from companion.commands import Subparsers
    from companion.replayer import Verified
    from engine.log import Log
    from engine.view import TableView

KEYS = "空格/n 下一步 next · b 上一步 back · d 到盘末 end of deal · q 离开 quit"


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("replay", help="重看、重算一份记录 / look back over a record")
    parser.add_argument(
        "record",
        type=given_path,
        metavar="FILE|DIR",
        help="events.jsonl、一场的文件夹，或许多场的 / a record, its folder, or one of many",
    )
    parser.add_argument(
        "--verify", action="store_true", help="全部重算，核对每一分 / recompute every score"
    )
    parser.add_argument(
        "--auto",
        type=from_zero(3600),
        nargs="?",
        const=0.0,
        metavar="SECONDS",
        help="自己往下走，每步隔几秒 / go on by itself, so many seconds a step",
    )
    parser.add_argument("--window", action="store_true", help="在平板画面里看 / in the window")
    parser.add_argument("--lang", choices=("zh", "en"), default="zh", help="画面语言 / language")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.record import find_records

    paths = find_records(args.record)
    if args.verify:
        return _verify(paths)
    if args.window:
        return _in_window(paths, 1.0 if args.auto is None else args.auto, args.lang)
    return _in_terminal(paths, args.auto)


def _verify(paths: Sequence[Path]) -> int:
    from companion.replayer import verify_record
    from ui.amounts import signed

    bad = 0
    for path in paths:
        found = verify_record(path)
        torn = "；末行残缺，已略 · a torn last line left out" if found.torn else ""
        if found.fault:
            bad += 1
            print(f"✗ {path}: {found.fault}{torn}")
        else:
            scores = " ".join(signed(score) for score in found.scores)
            print(
                f"✓ {path}: {found.entries} 条 entries, {found.deals} 盘 deals, "
                f"分 scores {scores}{torn}"
            )
    print(f"{len(paths) - bad} 份相符，{bad} 份不符 · {len(paths) - bad} agree, {bad} do not")
    return int(bad > 0)


def _in_terminal(paths: Sequence[Path], auto: float | None) -> int:
    """Show the records one after the other; 1 where one of them does not hold together."""
    from companion.replayer import verify_record, views
    from companion.session import read_record
    from companion.terminal import open_console

    console = open_console()
    bad = 0
    for path in paths:
        console.rule(str(path))
        fault = doubt(verify_record(path))
        bad += bool(fault)
        try:
            log = read_record(path)
            if auto is None and sys.stdin.isatty() and console.is_terminal:
                if not _stepping(list(views(log)), console, fault):
                    break
            else:
                _print_all(log, console, auto)
        except RecordError as error:
            fault = str(error)
        if fault:
            print(fault, file=sys.stderr)
    return int(bad > 0)


def _print_all(log: Log, console: Console, auto: float | None) -> None:
    from companion.replayer import views
    from companion.terminal import TextLog, match_table, table_panel

    shown = TextLog(console)
    view = None
    for view in views(log):
        shown.show(view)
        if auto:
            time.sleep(auto)
    if view is None:
        console.print("一条也没记 · nothing was recorded")
    else:
        console.print(match_table(view) if view.deals else table_panel(view))


def doubt(found: Verified) -> str:
    """One line where a record does not hold together, else empty."""
    if not found.fault:
        return ""
    zh, _, en = found.fault.partition(" / ")
    return f"✗ 这份记录对不上：{zh} / this record does not hold together: {en or zh}"


def _stepping(found: Sequence[TableView], console: Console, fault: str) -> bool:
    """False when the user has had enough."""
    from companion.keys import read_key
    from companion.terminal import table_panel

    at = 0
    while found:
        console.clear()
        console.print(table_panel(found[at]))
        if fault:
            console.print(fault, style="red")
        console.print(f"{at + 1}/{len(found)}  {KEYS}", style="dim")
        match read_key():
            case "q" | "\x03" | "\x04" | "":
                return False
            case "b" | "p":
                at = max(at - 1, 0)
            case "d":
                at = min(at + 1, len(found) - 1)
                while at + 1 < len(found) and found[at + 1].deal == found[at].deal:
                    at += 1
            case _ if at + 1 == len(found):
                return True
            case _:
                at += 1
    return True


def _in_window(paths: Sequence[Path], pause: float, lang: str) -> int:
    import threading

    from companion.checkup import need_display
    from companion.replayer import verify_record, views
    from companion.session import read_record
    from ui.app import run_window
    from ui.bridge import Bridge
    from ui.environment import DisplayUnavailable

    need_display()
    logs = [read_record(path) for path in paths]
    faults = [fault for path in paths if (fault := doubt(verify_record(path)))]
    print("".join(f"{fault}\n" for fault in faults), end="", file=sys.stderr)
    bridge = Bridge()
    closed = threading.Event()

    def play() -> None:
        for log in logs:
            for view in views(log):
                bridge.publish(view)
                if closed.wait(pause):
                    return

    player = threading.Thread(target=play, name="replay", daemon=True)
    try:
        run_window(bridge, lang=lang, on_ready=lambda _: player.start(), on_close=closed.set)
    except DisplayUnavailable as error:
        raise UserError(error.advice.zh, error.advice.en) from error
    return int(bool(faults))
