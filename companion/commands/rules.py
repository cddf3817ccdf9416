"""`queban rules [ID]`: the rule pages, and one of them clause by clause."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.arguments import given_path, some_text
from companion.errors import cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("rules", help="规则页，条条有出处 / the rule pages by clause")
    parser.add_argument(
        "id", nargs="?", type=some_text, metavar="ID",
        help="规则页或家规文件；不写就列出全部 / a page or a file of house rules; none lists all",
    )  # fmt: skip
    parser.add_argument("--out", type=given_path, metavar="FILE", help="存成文件 / write to a file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.house import house_of, page_of
    from companion.rules_page import render
    from engine.rules import PAGES, load

    if args.id is None:
        names = {page: load(page).names for page in PAGES}
        text = "\n".join(f"{page}\t{name.zh} · {name.en}" for page, name in names.items())
    else:
        house = house_of(args.id)
        text = render(page_of(house.rules), house.options)
    if args.out is None:
        print(text)
        return 0
    try:
        args.out.write_text(text + ("" if text.endswith("\n") else "\n"), encoding="utf-8")
    except OSError as error:
        raise cannot(f"写不进 {args.out}", f"cannot write {args.out}", error) from error
    return 0
