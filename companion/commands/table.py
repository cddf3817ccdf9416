"""`queban table`: the virtual table as a program of its own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.arguments import above_zero, from_zero, given_path, some_text, whole
from companion.commands.run import add_table_look
from companion.errors import UserError, cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers

CAMERA = "http://127.0.0.1:8090/table.mjpg"


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "table",
        help="虚拟牌桌：四家自己打，有画面有串口 / the virtual table: four players, camera, port",
    )
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N", help="种子 / seed")
    parser.add_argument(
        "--rules", type=some_text, default="mzhz", metavar="ID", help="规则页 / rule page"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="规则选项，可多次 / house option, may be repeated",
    )  # fmt: skip
    parser.add_argument("--deals", type=whole(1), default=1, metavar="N", help="打几盘 / deals")
    add_table_look(parser)
    parser.add_argument(
        "--pty", type=given_path, metavar="LINK", help="串口的路径 / path of the serial port"
    )
    parser.add_argument(
        "--camera", type=some_text, nargs="?", const=CAMERA, metavar="URL",
        help=f"摄像头网址，缺省 {CAMERA} / camera address to serve",
    )  # fmt: skip
    parser.add_argument(
        "--video", type=given_path, metavar="FILE", help="录成影片（.mp4、.avi）/ write a film"
    )
    parser.add_argument(
        "--truth",
        type=given_path,
        metavar="FILE",
        help="真值记录 / what truly happened, as JSON lines",
    )
    parser.add_argument(
        "--unplug-at", type=from_zero(), metavar="T",
        help="第 T 秒拔掉串口三秒 / pull the plug after T seconds, for three",
    )  # fmt: skip
    parser.add_argument(
        "--speed", type=above_zero(1000), default=1.0, metavar="X", help="快慢倍数 / times as fast"
    )
    parser.add_argument(
        "--no-wait", action="store_true",
        help="不等对方接上就开始 / begin before anybody is connected",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.house import house_of, named_options, options_of, page_of
    from companion.running import check_art, layout_in
    from table_io.virtual.program import Plan, TableError, play

    house = house_of(args.rules)
    rules = page_of(house.rules)
    options = options_of(rules, {**house.options, **named_options(args.option)})
    check_art(args.art)
    _check_written(args.video, args.truth)
    nothing = args.pty is None and args.camera is None and args.video is None
    plan = Plan(
        seed=args.seed,
        rules=rules.id,
        options=options,
        deals=args.deals,
        art=args.art,
        profile=args.profile,
        helpers=args.helpers,
        errors=args.errors,
        backs=args.backs,
        layout=layout_in(args.layout),
        link=args.pty,
        camera=CAMERA if nothing else args.camera,
        video=args.video,
        truth=args.truth,
        unplug_at=args.unplug_at,
        speed=args.speed,
        wait=not args.no_wait and not nothing,
    )
    try:
        played = play(plan)
    except TableError as error:
        if isinstance(error.__cause__, OSError):
            raise cannot(error.zh, error.en, error.__cause__) from error
        raise UserError(error.zh, error.en) from error
    print(
        f"打完 {args.deals} 盘，每秒 {played.rate:.1f} 幅画面 / "
        f"{args.deals} deals played, {played.rate:.1f} pictures a second"
    )
    return 0


def _check_written(*files: Path | None) -> None:
    """Raise `UserError` for what is no file that can be written anew."""
    for file in files:
        if file is not None and (file.is_dir() or not file.parent.is_dir()):
            raise UserError(
                f"写不了 {file}，要写一个文件名，放在已有的文件夹里",
                f"cannot write {file}: name a file in a folder that exists",
            )
