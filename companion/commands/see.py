"""`queban see IMAGE…`: the tiles of photos in reading order, with confidence."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UserError

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("see", help="认照片里的牌 / read the tiles of photos")
    parser.add_argument(
        "images", nargs="+", type=Path, metavar="IMAGE", help="照片或文件夹 / photos or folders"
    )
    parser.add_argument("--json", action="store_true", help="给程序读 / for programs")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="画上框存到这里 / save pictures with boxes here"
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="另一套权重 / other weights")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader
    from vision.see import save_drawn, see_all

    try:
        reader = TileReader.load(args.models)
    except ModelMismatch as error:
        raise UserError("模型用不了", f"the models cannot be used: {error}") from error
    rows = []
    bad = 0
    for picture in see_all(args.images, reader):
        bad += picture.problem is not None
        if args.json:
            rows.append(picture.to_json())
        elif picture.problem is not None:
            print(picture.to_text(), file=sys.stderr)
        else:
            print(picture.to_text())
        if args.out is not None:
            try:
                drawn = save_drawn(picture, args.out)
            except OSError as error:
                raise UserError(
                    f"存不进 {args.out}（{error.strerror}）",
                    f"cannot save in {args.out} ({error.strerror})",
                ) from error
            if drawn is not None and not args.json:
                print(f"  → {drawn}")
    if args.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    return int(bad > 0)
