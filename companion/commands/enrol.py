"""`queban enrol`: teach the reader this home's own tile set, or take that back."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from companion.arguments import given_path
from companion.errors import UserError, cannot

if TYPE_CHECKING:
    from companion.commands import Subparsers
    from companion.tile_sets import TileSets
    from vision.detector import ImageArray
    from vision.enrol import TileSet
    from vision.frame_source import FrameSource
    from vision.naming import Vectors
    from vision.reader import TileReader

_EPILOG = """\
摆法 / how to lay, one of each, in this order (or --rows 123456789m,1234567z):
  一至九万  一至九筒  一至九条  东南西北白发中  春夏秋冬梅兰菊竹  百搭猫鼠财神元宝
  characters, dots, bamboo, honours, flowers, joker with cat, mouse, god, ingot
照片可多张：同样摆一次照一张，三张最好 / several photos of the same rows, three are best
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "enrol",
        help="登记自家牌面 / teach this home's own tiles",
        description="登记自家的牌面：不灵自动不用，可撤、可导出、可有几副。\n"
        "Teaches a home's own tiles: stays off where it does not help, can be undone and exported.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--sets", type=given_path, metavar="DIR", help="存在哪里 / where sets are kept"
    )
    parser.add_argument(
        "--models", type=given_path, metavar="DIR", help="另一套权重 / other weights"
    )
    kinds = parser.add_subparsers(dest="what", metavar="ACTION", required=True)
    add = kinds.add_parser
    learn = add("learn", help="登记 / enrol a set", epilog=_EPILOG,
                formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    learn.add_argument("name", metavar="NAME", help="叫什么 / what to call it")
    learn.add_argument("--photos", type=given_path, nargs="+", default=[], metavar="IMAGE",
                       help="摆好的照片 / photos of the rows")  # fmt: skip
    learn.add_argument("--camera", metavar="SOURCE", help="用镜头照，一行一行 / row by row")
    learn.add_argument("--labelled", type=given_path, metavar="DIR",
                       help="标好的照片夹 / a labelled folder (`queban label`)")  # fmt: skip
    learn.add_argument("--rows", type=_rows, metavar="ROWS", help="只摆这些行 / only these rows")
    learn.set_defaults(run=run_learn)
    add("list", help="有哪几副 / the sets there are").set_defaults(run=run_list)
    for name, text in (
        ("use", "用这副 / read with this set"),
        ("undo", "撤回上一次登记 / take back the last enrolment"),
        ("remove", "删掉 / delete"),
    ):
        one = add(name, help=text)
        one.add_argument("name", metavar="NAME", help="哪一副 / which set")
        one.set_defaults(run=run_one)
    add("off", help="都不用 / read with the model alone").set_defaults(run=run_off)
    out = add("export", help="导出 / write to a file")
    out.add_argument("name", metavar="NAME", help="哪一副 / which set")
    out.add_argument("file", type=given_path, metavar="FILE", help="存成 / file to write")
    out.set_defaults(run=run_export)
    back = add("import", help="导入 / take from a file")
    back.add_argument("file", type=given_path, metavar="FILE", help="导出的文件 / an exported set")
    back.set_defaults(run=run_import)


def _rows(text: str) -> list[list[str]]:
    """`123456789m,1234567z`; an argument's type."""
    from engine.tile import NotationError
    from vision.enrol_photo import wanted_rows

    try:
        return wanted_rows(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _sets(args: argparse.Namespace) -> TileSets:
    from companion.tile_sets import TileSets

    return TileSets(args.sets)


def run_learn(args: argparse.Namespace) -> int:
    """0 when the set helps and is in use, 1 when it stays off."""
    from vision.enrol import SOURCE_NAME, fit_set, load_source
    from vision.enrol_photo import EnrolError
    from vision.labels import LabelError
    from vision.naming import join_vectors
    from vision.onnx import ModelMismatch
    from vision.reader import TileReader

    if not args.photos and args.labelled is None and args.camera is None:
        raise UserError(
            "要写 --photos、--camera 或 --labelled", "needs --photos, --camera or --labelled"
        )
    try:
        reader = TileReader.load(args.models)
        source, own = load_source(args.models and args.models / SOURCE_NAME)
        home = join_vectors(_vectors(args, reader))
        digest = reader.classifier.model.info.digest
        tiles = fit_set(args.name, home, source, own, digest, datetime.now())
    except (ModelMismatch, EnrolError, LabelError, OSError) as error:
        raise cannot("登记不了", "cannot be enrolled", error) from error
    _sets(args).keep(tiles)
    print(_described(tiles))
    return 0 if tiles.on else 1


def _vectors(args: argparse.Namespace, reader: TileReader) -> Iterator[Vectors]:
    from vision.enrol import crop_vectors, labelled_tiles
    from vision.enrol_photo import photo_vectors, wanted_rows
    from vision.labels import read_image

    first = 0
    rows = args.rows or wanted_rows(None)
    for path in args.photos:
        yield photo_vectors(reader, read_image(path), rows, first)
        first += 1000
    if args.labelled is not None:
        for image, boxes, codes in labelled_tiles(args.labelled):
            yield crop_vectors(reader.classifier, image, boxes, codes, first)
            first += 1000
    if args.camera is not None:
        for row, image in _shots(args.camera, rows):
            yield photo_vectors(reader, image, [row], first)
            first += 1000


def _shots(source: str, rows: list[list[str]]) -> Iterator[tuple[list[str], ImageArray]]:
    """One picture a row, taken when Enter is pressed."""
    from companion.config import CameraSection
    from companion.devices import open_source
    from engine.tile import Tile

    camera = open_source(CameraSection(source=source), time.monotonic)
    try:
        for row in rows:
            names = " ".join(Tile.parse(code).chinese for code in row)
            _ask(f"从左到右摆成一行，别的拿开，按回车 / one row, alone, then Enter:\n  {names}\n")
            yield row, _next_frame(camera)
    finally:
        camera.close()


def _ask(text: str) -> None:
    """Wait for Enter."""
    try:
        input(text)
    except EOFError as error:
        raise UserError(
            "要有人按回车：在终端里运行，或用 --photos",
            "needs someone to press Enter: run it in a terminal, or use --photos",
        ) from error


def _next_frame(camera: FrameSource, patience: int = 100) -> ImageArray:
    """The next picture; `patience`: how often to ask, a twentieth of a second apart."""
    for _ in range(patience):
        frame = camera.read()
        if frame is not None:
            return frame.image
        time.sleep(0.05)
    raise UserError("没有画面", "no picture from the camera")


def _described(tiles: TileSet) -> str:
    from companion.enrolling import described

    text = described(tiles)
    return f"{tiles.name}: {text.zh} · {text.en}"


def run_list(args: argparse.Namespace) -> int:
    """1 where a set cannot be read."""
    sets = _sets(args)
    bad = 0
    for name in sets.names():
        mark = "●" if name == sets.active else "○"
        try:
            print(f"{mark} {_described(sets.load(name))}")
        except UserError as error:
            bad += 1
            print(f"✗ {error}")
    if not sets.names():
        print("还没有登记 / no set enrolled")
    return int(bad > 0)


def run_one(args: argparse.Namespace) -> int:
    sets = _sets(args)
    if args.what == "use":
        sets.use(args.name)
    elif args.what == "remove":
        sets.remove(args.name)
    else:
        left = sets.undo(args.name)
        print("回到上一次 / the one before is back" if left else "删掉了 / removed")
    return run_list(args)


def run_off(args: argparse.Namespace) -> int:
    _sets(args).use(None)
    return run_list(args)


def run_export(args: argparse.Namespace) -> int:
    _sets(args).export(args.name, args.file)
    print(args.file)
    return 0


def run_import(args: argparse.Namespace) -> int:
    print(_described(_sets(args).take(args.file)))
    return 0
