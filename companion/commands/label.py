"""`queban label DIR`: mend or make the labels of a folder of photos."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.arguments import given_path
from companion.errors import cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers
    from vision.labelling import LabelSession


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "label",
        help="标注照片里的牌 / label the tiles of photos",
        description="标注照片：框和牌先由程序建议，一键改正，写成 YOLO 标注。\n"
        "Labels photos: boxes and tiles are proposed, a key mends them, YOLO files are written.",
    )
    parser.add_argument("folder", type=given_path, metavar="DIR", help="照片夹 / folder of photos")
    parser.add_argument(
        "--fixes", type=given_path, metavar="FILE",
        help="不动标注，把更正写进这个文件 / leave the labels, write corrections to this file",
    )  # fmt: skip
    parser.add_argument("--terminal", action="store_true", help="在终端里 / in the terminal")
    parser.add_argument(
        "--plain", action="store_true", help="不建议，只看已有的 / no proposals, labels only"
    )
    parser.add_argument(
        "--models", type=given_path, metavar="DIR", help="另一套权重 / other weights"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.checkup import has_display
    from companion.devices import load_reader
    from companion.label_terminal import label_in_terminal
    from vision.label_fixes import LabelFixes
    from vision.labelling import LabelSession
    from vision.labels import LabelError

    fixes: Path | None = args.fixes
    try:
        session = LabelSession(
            args.folder,
            None if args.plain else load_reader(args.models),
            LabelFixes.load(fixes) if fixes is not None and fixes.is_file() else None,
            writes=fixes is None,
        )
        if args.terminal or not has_display() or not _in_window(session):
            label_in_terminal(session, input, print)
    except (LabelError, OSError) as error:
        raise cannot("标注不了", "cannot label", error) from error
    if fixes is not None:
        lines = [fix.line() for fix in session.patches()]
        fixes.parent.mkdir(parents=True, exist_ok=True)
        fixes.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        print(f"{fixes}: {len(lines)} 处更正 corrections")
    return 0


def _in_window(session: LabelSession) -> bool:
    """Until the window is closed; False where none can be opened."""
    from ui.environment import DisplayUnavailable
    from ui.screens.label.window import run_label_window

    try:
        run_label_window(session)
    except DisplayUnavailable as error:
        print(error.advice.zh, error.advice.en, sep=" / ")
        return False
    return True
