"""`queban tablet`: the tablet from its start screen, at a real table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.arguments import given_path
from companion.errors import UserError

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "tablet",
        help="开平板：选人、选规则，开打 / the tablet from its start screen",
        description="从选人开始的平板。没有镜头、没有串口也行，全用手点。\n"
        "The tablet from its start screen; everything works by finger alone.",
    )
    add = parser.add_argument
    add("--config", type=given_path, metavar="CONFIG.toml", help="自家桌的配置 / configuration")
    add("--record", type=given_path, metavar="DIR", help="记录夹 / folder for records")
    add("--models", type=given_path, metavar="DIR", help="另一套权重 / other weights")
    add("--lang", choices=("zh", "en"), help="画面语言 / language of the screen")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.checkup import need_display
    from companion.config import Config
    from companion.record import default_root
    from companion.running import usable_config
    from companion.tablet import Tablet
    from ui.app import run_window
    from ui.environment import DisplayUnavailable

    need_display()
    config = usable_config(args.config) if args.config is not None else Config()
    tablet = Tablet(args.record or config.record.dir or default_root(), config, args.models)
    try:
        run_window(
            tablet.bridge,
            lang=args.lang or tablet.kept.settings.lang,
            size=(config.screen.width, config.screen.height),
            on_ready=lambda _app: tablet.start(),
            on_close=tablet.stop,
        )
    except DisplayUnavailable as error:
        raise UserError(error.advice.zh, error.advice.en) from error
    finally:
        tablet.stop()
    return 0
