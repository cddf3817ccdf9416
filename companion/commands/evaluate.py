"""`queban evaluate`: figures of the recogniser on photos, or of whole deals followed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.arguments import MOST, given_path, shown, some_text, whole
from companion.commands.run import add_table_look
from companion.errors import UserError, cannot

if TYPE_CHECKING:
    from pathlib import Path

    from companion.commands import Subparsers

MOST_SEEDS = 10_000


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "evaluate", help="量认牌、跟局的准头 / measure the recogniser and the tracking"
    )
    kinds = parser.add_subparsers(
        dest="what", metavar="detector|unknown|virtual|enrol|table", required=True
    )
    photos = kinds.add_parser(
        "detector", help="带标注的照片夹 / a folder of labelled photos in YOLO layout"
    )
    photos.add_argument(
        "folder", type=given_path, metavar="DIR", help="带 classes.txt / the folder"
    )
    photos.add_argument(
        "--fixes", type=given_path, metavar="FILE",
        help="标注的更正（models/label_fixes/） / corrections of its labels",
    )  # fmt: skip
    photos.set_defaults(run=run_detector)
    strange = kinds.add_parser(
        "unknown", help="不是牌的东西 / things that are no tiles, taken for tiles or not"
    )
    strange.add_argument("folder", type=given_path, metavar="DIR", help="带框 / folder with boxes")
    strange.add_argument(
        "--make",
        type=whole(0, 100_000),
        default=0,
        metavar="N",
        help="先画 N 幅 / draw N pictures first",
    )
    strange.set_defaults(run=run_unknown)
    virtual = kinds.add_parser(
        "virtual", help="虚拟桌的画面，牌面可换 / pictures of the virtual table, faces of any art"
    )
    virtual.set_defaults(run=run_virtual)
    home = kinds.add_parser(
        "enrol", help="登记一副没见过的牌面之后 / after enrolling a set never learnt from"
    )
    home.add_argument(
        "--per", type=whole(1, 20), default=3, metavar="N", help="每种几张 / crops a tile (3)"
    )
    home.set_defaults(run=run_enrol)
    for kind in (virtual, home):
        kind.add_argument("--art", type=given_path, metavar="DIR", help="牌面 / tile faces")
        kind.add_argument(
            "--pictures", type=whole(1, 10_000), default=4, metavar="N", help="几幅 / pictures (4)"
        )
    table = kinds.add_parser("table", help="虚拟桌上的整盘 / whole deals on the virtual table")
    table.add_argument(
        "--seeds",
        type=seeds_of,
        default=seeds_of("1-10"),
        metavar="A-B|A,B…",
        help="哪些种子 / which seeds (1-10)",
    )
    table.add_argument("--deals", type=whole(1), default=1, metavar="N",
                       help="每个打几盘 / deals each")  # fmt: skip
    table.add_argument("--rules", type=some_text, metavar="ID", help="规则页 / rule page")
    table.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="选项 / option"
    )
    add_table_look(table)
    table.add_argument(
        "--fps", type=whole(1, 60), choices=(4, 5, 10, 20), default=4,
        help="虚拟桌每秒几张画面，量快慢用 10 / pictures in a second of the table's time (4); "
        "10 to measure latency",
    )  # fmt: skip
    table.add_argument("--jobs", type=whole(1, 256), default=1, metavar="N",
                       help="几个进程 / processes")  # fmt: skip
    table.set_defaults(run=run_table)
    for kind in (photos, strange, virtual, home, table):
        kind.add_argument("--json", action="store_true", help="给程序读 / for programs")
        kind.add_argument(
            "--models", type=given_path, metavar="DIR", help="另一套权重 / other weights"
        )


def run_table(args: argparse.Namespace) -> int:
    from companion.commands.run import run_defaults
    from companion.running import wish_of
    from companion.table_figures import measure, summary

    wish = replace(wish_of(run_defaults(args), window=False), fps=args.fps)
    figures = []
    for seed in measure(wish, args.seeds, args.jobs):
        figures.append(seed)
        if not args.json:
            row = seed.to_json()
            faults = row.pop("faults")
            print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
            for fault in faults:
                print(f"    {fault}")
    if args.json:
        rows = [seed.to_json() for seed in figures]
        print(json.dumps(summary(figures) | {"seeds": rows}, ensure_ascii=False, indent=1))
    else:
        print("  ".join(f"{key} {value}" for key, value in summary(figures).items()))
    return 0


def seeds_of(text: str) -> Sequence[int]:
    """The seeds of `1-10` or `1,4,7`; an argument's type."""
    first, dash, last = text.partition("-")
    try:
        seeds: Sequence[int]
        if dash:
            # No longer than what is refused: a range beyond all bounds has no length.
            seeds = range(int(first), min(int(last), int(first) + MOST_SEEDS) + 1)
        else:
            seeds = [int(part) for part in text.split(",")]
    except ValueError:
        seeds = []
    if not 1 <= len(seeds) <= MOST_SEEDS or not 0 <= min(seeds) <= max(seeds) <= MOST:
        raise argparse.ArgumentTypeError(
            f"写成 1-10 或 1,4,7，最多 {MOST_SEEDS} 个，不是 {shown(text)} / "
            f"is written 1-10 or 1,4,7, at most {MOST_SEEDS}, not {shown(text)}"
        )
    return seeds


def run_detector(args: argparse.Namespace) -> int:
    from vision.evaluate import evaluate_folder, summary, to_text
    from vision.label_fixes import LabelFixes
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader

    def progress(done: int, total: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r{done}/{total}", end=end, file=sys.stderr, flush=True)

    try:
        reader = TileReader.load(args.models)
        fixes = LabelFixes.load(args.fixes) if args.fixes else None
        result = evaluate_folder(args.folder, reader, progress, fixes)
    except (ModelMismatch, OSError, ValueError) as error:
        raise cannot("量不了", "cannot measure", error) from error
    print(to_text(result) if args.json else summary(result))
    return 0


def run_unknown(args: argparse.Namespace) -> int:
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader
    from vision.strange import evaluate_strange
    from vision.train.near_misses import FIRST_SEED, write_near_misses

    try:
        if args.make > 0:
            write_near_misses(args.folder, args.make, FIRST_SEED)
        figures = evaluate_strange(args.folder, TileReader.load(args.models)).to_json()
    except (ModelMismatch, OSError, ValueError) as error:
        raise cannot("量不了", "cannot measure", error) from error
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        print(
            f"{figures['things']} 件 things, {figures['found']} 处被找到 finds, 其中说未知 "
            f"said unknown {figures['unknown_share']:.4f}; "
            f"没当成牌 things not taken for tiles {figures['things_share']:.4f}"
        )
    return 0


def _check_art(folder: Path | None) -> None:
    if folder is not None and not folder.is_dir():
        raise UserError(f"没有牌面文件夹 {folder}", f"no such folder of faces: {folder}")


def run_virtual(args: argparse.Namespace) -> int:
    from vision.evaluate import summary, to_text
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader
    from vision.train.measure import evaluate_tables

    _check_art(args.art)
    try:
        result = evaluate_tables(TileReader.load(args.models), args.pictures, args.art)
    except (ModelMismatch, OSError, ValueError) as error:
        raise cannot("量不了", "cannot measure", error) from error
    print(to_text(result) if args.json else summary(result))
    return 0


def run_enrol(args: argparse.Namespace) -> int:
    from vision.enrol import SOURCE_NAME, load_source
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader
    from vision.train.home import evaluate_enrolment

    _check_art(args.art)
    try:
        reader = TileReader.load(args.models)
        source, own = load_source(args.models and args.models / SOURCE_NAME)
        figures = evaluate_enrolment(reader, source, own, args.art, args.per, args.pictures)
    except (ModelMismatch, OSError, ValueError) as error:
        raise cannot("量不了", "cannot measure", error) from error
    told = figures.to_json()
    if args.json:
        print(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        print(
            f"登记 enrolled: {told['kinds']} 种 kinds, {told['crops']} 张 crops, "
            f"{'用上了 in use' if told['in_use'] else '没用上 stays off'}\n"
            f"找到的牌读对 right of the {told['faces_located']} faces located: "
            f"{told['right_before']:.4f} → {told['right_after']:.4f}"
        )
    return 0
