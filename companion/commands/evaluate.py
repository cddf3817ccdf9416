"""`queban evaluate detector DIR`: figures of the recogniser on a labelled folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UserError

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("evaluate", help="量认牌的准头 / measure the recogniser")
    parser.add_argument("what", choices=("detector",), help="量什么 / what is measured")
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="YOLO 格式的文件夹，带 classes.txt / a folder in YOLO layout with classes.txt",
    )
    parser.add_argument("--json", action="store_true", help="给程序读 / for programs")
    parser.add_argument("--models", type=Path, metavar="DIR", help="另一套权重 / other weights")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from vision.evaluate import evaluate_folder, summary, to_text
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader

    def progress(done: int, total: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r{done}/{total}", end=end, file=sys.stderr, flush=True)

    try:
        reader = TileReader.load(args.models)
        result = evaluate_folder(args.folder, reader, progress)
    except (ModelMismatch, OSError, ValueError) as error:
        raise UserError("量不了", f"cannot measure: {error}") from error
    print(to_text(result) if args.json else summary(result))
    return 0
