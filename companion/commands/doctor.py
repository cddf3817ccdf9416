"""`queban doctor`: what is installed, camera, ports, models, display, disk."""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING

from companion.arguments import given_path

if TYPE_CHECKING:
    from companion.commands import Subparsers

MARKS = {"good": "✓", "wait": "○", "bad": "✗", "absent": "·"}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("doctor", help="查装备：镜头、串口、模型、显示 / check the parts")
    parser.add_argument(
        "config", nargs="?", type=given_path, metavar="CONFIG.toml", help="配置 / file"
    )
    parser.add_argument("--json", action="store_true", help="给程序读 / for programs")
    parser.add_argument(
        "--config-help", action="store_true", help="打出配置的每一项 / describe every setting"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.checkup import check_all
    from companion.config import Config, describe, load_config
    from companion.kept_camera import with_kept_camera
    from companion.record import default_root
    from companion.runtime_choice import choose_runtime
    from engine.view import HealthState

    if args.config_help:
        print("\n".join(describe()))
        return 0
    config = load_config(args.config) if args.config else Config()
    config = with_kept_camera(config, config.record.dir or default_root())
    found = [*check_all(config), *choose_runtime(time.perf_counter)]
    if args.json:
        rows = [
            {"part": health.part.en, "state": health.state.value, "detail": health.detail.en}
            for health in found
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for health in found:
            part, detail = health.part, health.detail
            name = part.zh if part.zh == part.en else f"{part.zh} {part.en}"
            said = detail.zh if detail.zh == detail.en else f"{detail.zh} · {detail.en}"
            print(f"{MARKS[health.state.value]} {name}: {said}")
    return int(any(health.state is HealthState.BAD for health in found))
