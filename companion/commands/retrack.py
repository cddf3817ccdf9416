"""`queban retrack RECORD`: a kept evening read again by today's program."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from companion.arguments import given_path

if TYPE_CHECKING:
    from companion.commands import Subparsers
    from companion.retracker import Difference, Retracked


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "retrack",
        help="用现在的程序重认一份记录 / read a kept evening again",
        description="把一份记录的画面、信号、手指照原样再走一遍，列出现在会认成别样的事。\n"
        "记录不改。全同则退出码 0，有不同则 1。\n"
        "Gives a record's sightings, signals and taps to today's program once more and lists\n"
        "what it would now read otherwise. The record stays as it is. Status 0: all the same,\n"
        "1: something differs.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "record", type=given_path, metavar="RECORD",
        help="events.jsonl、一场的文件夹，或许多场的 / a record, its folder, or one of many",
    )  # fmt: skip
    parser.add_argument(
        "--eyes", action="store_true",
        help="留有画面的，用现在的眼睛重看 / look at kept pictures again (see `run --keep-frames`)",
    )  # fmt: skip
    parser.add_argument(
        "--table", type=given_path, metavar="CONFIG.toml",
        help="当时的摄像头配置，给 --eyes / the camera's configuration then, for --eyes",
    )  # fmt: skip
    parser.add_argument("--models", type=given_path, metavar="DIR", help="另一套权重 / weights")
    parser.add_argument("--json", action="store_true", help="给程序读 / for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.record import find_records
    from companion.retracker import retrack

    make_eyes = _eyes(args) if args.eyes else None
    found = [retrack(path, make_eyes) for path in find_records(args.record)]
    if args.json:
        print(json.dumps([_plain(one) for one in found], ensure_ascii=False, indent=1))
    else:
        for one in found:
            _tell(one)
    return int(any(one.differences for one in found))


def _eyes(args: argparse.Namespace) -> Any:
    """What makes eyes for a record's pictures, as they are configured today."""
    from companion.config import Config, load_config
    from companion.devices import load_reader, make_eyes

    config = load_config(args.table) if args.table is not None else Config()
    reader = load_reader(args.models)
    return lambda: make_eyes(config, reader)


def _tell(found: Retracked) -> None:
    frames = f"，重看画面 {found.frames} 幅 · {found.frames} pictures again" if found.frames else ""
    print(
        f"{found.path}: {found.observations} 次输入，{found.events} 件事，"
        f"问 {found.questions} 次，对不上 {found.discrepancies} 次 · "
        f"{found.observations} inputs, {found.events} events, {found.questions} questions, "
        f"{found.discrepancies} discrepancies{frames}"
    )
    for difference in found.differences:
        print(f"  {_line(difference)}")
    if not found.differences:
        print("  与记录全同 · all as in the record")


def _line(one: Difference) -> str:
    minutes, seconds = divmod(one.time % 3600, 60)
    return (
        f"第 {one.deal} 盘 deal {one.deal}  {minutes:02.0f}:{int(seconds):02d}  "
        f"{one.said_before.zh} → {one.said_now.zh} · {one.said_before.en} → {one.said_now.en}"
    )


def _plain(found: Retracked) -> dict[str, Any]:
    plain = asdict(found) | {"path": str(found.path)}
    plain["differences"] = [
        {
            "deal": one.deal,
            "time": round(one.time, 3),
            "before": None if one.before is None else str(one.before),
            "now": None if one.now is None else str(one.now),
        }
        for one in found.differences
    ]
    return plain
