"""`queban rules [ID]`: the rule pages, and one of them clause by clause."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UserError

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("rules", help="规则页，条条有出处 / the rule pages by clause")
    parser.add_argument(
        "id", nargs="?",
        help="规则页或家规文件；不写就列出全部 / a page or a file of house rules; none lists all",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE", help="存成文件 / write to a file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.house import house_of
    from companion.rules_page import render
    from engine.errors import RuleSetError
    from engine.rules import PAGES, load

    if args.id is None:
        for name in PAGES:
            rules = load(name)
            print(f"{name}\t{rules.names.zh} · {rules.names.en}")
        return 0
    house = house_of(args.id)
    try:
        text = render(load(house.rules), house.options)
    except RuleSetError as error:
        raise UserError(
            f"没有规则页 {args.id}，有：{'、'.join(PAGES)}",
            f"no rule page {args.id}; there are: {', '.join(PAGES)}",
        ) from error
    if args.out is None:
        print(text)
        return 0
    try:
        args.out.write_text(text + ("" if text.endswith("\n") else "\n"), encoding="utf-8")
    except OSError as error:
        raise UserError(
            f"写不进 {args.out}（{error.strerror}）",
            f"cannot write {args.out} ({error.strerror})",
        ) from error
    return 0
