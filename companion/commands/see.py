"""`queban see IMAGE…`: the tiles of photos in reading order, with confidence."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from typing import TYPE_CHECKING

from companion.arguments import given_path
from companion.errors import cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers
    from vision.hand import SeenHand
    from vision.see import SeenPicture


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("see", help="认照片里的牌 / read the tiles of photos")
    parser.add_argument(
        "images", nargs="+", type=given_path, metavar="IMAGE",
        help="照片或文件夹 / photos or folders",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="给程序读 / for programs")
    parser.add_argument(
        "--out", type=given_path, metavar="DIR",
        help="画上框存到这里 / save pictures with boxes here",
    )  # fmt: skip
    parser.add_argument(
        "--models", type=given_path, metavar="DIR", help="另一套权重 / other weights"
    )
    parser.add_argument(
        "--score", metavar="RULES", help="一手胡牌的照片，算分 / score the winning hand of a photo"
    )
    parser.add_argument("--win", metavar="TILE", help="哪张胡的 / which tile won (--score)")
    parser.add_argument(
        "--circumstances", default="", metavar="'WORDS'",
        help="`queban score` 的其余参数 / other words of `queban score`, e.g. '--from C'",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.devices import load_reader
    from vision.see import save_drawn, see_all

    reader = load_reader(args.models)
    rows = []
    bad = 0
    for picture in see_all(args.images, reader):
        bad += picture.problem is not None
        if args.score is not None and picture.problem is None:
            bad += _score(picture, args) != 0
        elif args.json:
            rows.append(picture.to_json())
        elif picture.problem is not None:
            print(picture.to_text(), file=sys.stderr)
        else:
            print(picture.to_text())
        if args.out is not None:
            try:
                drawn = save_drawn(picture, args.out)
            except OSError as error:
                zh, en = f"存不进 {args.out}", f"cannot save in {args.out}"
                raise cannot(zh, en, error) from error
            if drawn is not None and not args.json:
                print(f"  → {drawn}")
    if args.json and args.score is None:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    return int(bad > 0)


def _score(picture: SeenPicture, args: argparse.Namespace) -> int:
    """Score the hand of one photo with `queban score`; its exit status."""
    from companion.cli import build_parser
    from engine.tile import NotationError, Tile
    from vision.hand import NoHand, hand_of

    try:
        hand = hand_of(picture, Tile.parse(args.win) if args.win else None)
    except (NoHand, NotationError) as error:
        print(f"{picture.path}: {error}", file=sys.stderr)
        return 1
    if not args.json:
        print(f"{picture.path}: {hand.to_text()}")
    words = score_words(hand, args.score) + shlex.split(args.circumstances)
    scored = build_parser().parse_args(words + ["--json"] * args.json)
    status: int = scored.run(scored)
    return status


def score_words(hand: SeenHand, rules: str) -> list[str]:
    """The hand as the words of `queban score`."""
    from engine.tile import format_tiles

    words = ["score", "--rules", rules, "--hand", format_tiles(hand.standing)]
    words += ["--win", hand.winning.code]
    for meld, hidden in zip(hand.melds, hand.hidden, strict=True):
        words += ["--meld", ("concealed=" if hidden else "") + format_tiles(meld)]
    if hand.flowers:
        words += ["--flowers", format_tiles(hand.flowers)]
    return words
