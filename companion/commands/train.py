"""`queban train`: train the recogniser anew (needs the extra `train`)."""

from __future__ import annotations

import argparse
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from companion.arguments import above_zero, given_path, whole
from companion.errors import UserError, cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers


RUN_DIR: Final = Path("runs/train")
_SPENT: Final = re.compile(r"step \d+ ([\d.]+)/([\d.]+) min")


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("train", help="重新训练认牌 / train the recogniser")
    add = parser.add_argument
    add("--data", type=given_path, nargs="*", default=[], metavar="DIR", help="照片 / YOLO folders")
    add("--art", type=given_path, nargs="*", default=[], metavar="DIR", help="牌面 / tile faces")
    add("--fonts", type=given_path, nargs="*", default=[], metavar="FILE", help="中文字体 / fonts")
    add("--synthetic", type=whole(0), default=900, metavar="N", help="画几张桌面 / rendered scenes")
    add("--minutes", type=above_zero(), default=60, metavar="M", help="共几分钟 / both networks")
    add("--val", type=given_path, metavar="DIR", help="评测用 / folder to evaluate on")
    add("--run-dir", type=given_path, default=RUN_DIR, metavar="DIR", help="中间结果 / work")
    add("--models", type=given_path, metavar="DIR", help="存到哪里 / where the models go")
    add("--threads", type=whole(1, 256), default=2, help="线程 / threads")
    add("--resume", action="store_true", help="接着训练 / go on with the work folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    missing = [name for name in ("torch", "ultralytics", "onnx") if find_spec(name) is None]
    if missing:
        raise UserError(
            f"缺 {'、'.join(missing)}：pip install 'queban[train]'",
            f"{', '.join(missing)} not installed: pip install 'queban[train]'",
        )
    from vision.labels import LabelError, needed_labels
    from vision.onnx import MODELS_DIR
    from vision.train.plan import TrainPlan, run_plan

    try:
        for folder in [*args.data, *([args.val] if args.val else [])]:
            needed_labels(folder)
    except LabelError as error:
        raise cannot("练不了", "cannot train", error) from error
    for folder in args.art:
        if not folder.is_dir():
            raise UserError(f"没有牌面文件夹 {folder}", f"no such folder of faces: {folder}")
    for font in args.fonts:
        if not font.is_file():
            raise UserError(f"没有字体文件 {font}", f"no such font file: {font}")
    if not args.data and not args.synthetic:
        raise UserError(
            "要写 --data，或 --synthetic 大于 0", "needs --data, or --synthetic above 0"
        )
    run_plan(
        TrainPlan(
            run=args.run_dir,
            data=tuple(args.data),
            art=tuple(args.art),
            fonts=tuple(args.fonts),
            synthetic=args.synthetic,
            minutes=args.minutes,
            val=args.val,
            models=args.models or MODELS_DIR,
            threads=args.threads,
            resume=args.resume,
        ),
        ProgressLine(sys.stdout).tell,
    )
    return 0


class ProgressLine:
    """Lines of a run; on a terminal the steps of one network share a line with a bar."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._open = False

    def tell(self, line: str) -> None:
        """Show one line of the run's report."""
        spent = _SPENT.search(line)
        if not self._out.isatty() or spent is None:
            self._out.write("\n" * self._open + line + "\n")
            self._open = False
        else:
            self._out.write("\r" + _bar(float(spent[1]) / float(spent[2])) + f" {line}\x1b[K")
            self._open = True
        self._out.flush()


def _bar(share: float, width: int = 24) -> str:
    full = round(width * min(max(share, 0.0), 1.0))
    return "█" * full + "░" * (width - full)
