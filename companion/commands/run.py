"""`queban run`: accompany a match, on the virtual table or on a real one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.arguments import above_zero, given_path, some_text, whole
from companion.sizes import size_limit

if TYPE_CHECKING:
    from companion.commands import Subparsers


PROFILES = ("clean", "home", "hard")
HELPERS = ("none", "some", "many")
BACKS = ("blue", "green", "orange", "violet", "bamboo")


def add_table_look(parser: argparse.ArgumentParser) -> None:
    """Options of every command that sets up a virtual table."""
    parser.add_argument(
        "--profile",
        choices=PROFILES,
        default=PROFILES[0],
        help="画面有多难：clean 正上方、干净，home 家里的样子，hard 更糟 / how hard the picture of "
        "the virtual table is (clean)",
    )
    parser.add_argument(
        "--helpers",
        choices=HELPERS,
        default=HELPERS[0],
        help="四家用不用辅牌、换牌等 / how often the virtual players use what only the rule page "
        "knows: helpers, swaps (none)",
    )
    parser.add_argument(
        "--errors",
        action="store_true",
        help="四家也会出错：多抓一张、碰晚了，再改正 / the virtual players err: a tile too many, "
        "a claim too late, and put it right",
    )
    parser.add_argument(
        "--backs", choices=BACKS, default=BACKS[0], help="牌背的颜色 / colour of the tiles (blue)"
    )
    parser.add_argument(
        "--layout",
        type=given_path,
        metavar="CONFIG.toml",
        help="虚拟桌照这份配置的 [layout] 摆 / the virtual table's measures: [layout] of this "
        "configuration",
    )
    parser.add_argument(
        "--art",
        type=given_path,
        metavar="DIR",
        help="虚拟桌用这套牌面 / tile faces of the virtual table (SVG by code)",
    )


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "run",
        help="陪一场：虚拟桌或自家的桌 / accompany a match",
        description="陪一场。不给配置就用虚拟桌；没有显示器就在终端里看。\n"
        "Accompanies a match: on the virtual table unless a configuration is given,\n"
        "in the terminal where there is no display.",
    )
    add = parser.add_argument
    add(
        "--table",
        default="virtual",
        type=some_text,
        metavar="virtual|CONFIG.toml",
        help="虚拟桌，或自家桌的配置 / the virtual table or a configuration (virtual)",
    )
    add(
        "--rules", type=some_text, metavar="ID", help="规则页，见 `queban rules` / rule page (mzhz)"
    )
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="本桌的选项，可多次 / a house option; may be repeated",
    )
    add(
        "--seed",
        type=whole(0),
        default=1,
        metavar="N",
        help="虚拟桌的种子 / seed of the virtual table (1)",
    )
    add("--deals", type=whole(1), metavar="N", help="打几盘就停 / stop after N deals")
    add("--headless", action="store_true", help="只打文字，能多快就多快 / text only")
    add("--record", type=given_path, metavar="DIR", help="记录夹 / record folder")
    add("--resume", type=given_path, metavar="DIR", help="接着这份记录 / go on with this record")
    add(
        "--keep-frames",
        type=size_limit,
        metavar="SIZE",
        help="留下画面供 `queban retrack --eyes`，最多这么大，如 500MB / "
        "keep pictures for it, at most so much",
    )
    add(
        "--speed",
        type=above_zero(1000),
        metavar="X",
        help="虚拟桌走几倍快 / pace of the virtual table",
    )
    add_table_look(parser)
    add(
        "--answers",
        choices=("table", "wait", "first"),
        help="谁来答：table 牌桌上的人，wait 等屏前的人，first 取第一个 / who answers questions: "
        "the virtual players, whoever is at the screen, or the first candidate",
    )
    add("--models", type=given_path, metavar="DIR", help="另一套权重 / other weights")
    add("--lang", choices=("zh", "en"), help="画面语言 / language of the screen")
    add(
        "--screenshot",
        type=given_path,
        metavar="PNG",
        help="收场时存一张屏幕 / keep the last screen",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.running import run_match

    return run_match(args)


def run_defaults(args: argparse.Namespace) -> argparse.Namespace:
    """`args` of another command with the defaults of a headless run for what it lacks."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    defaults = parser.parse_args(["run", "--headless"])
    return argparse.Namespace(**(vars(defaults) | vars(args)))
