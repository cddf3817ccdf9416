"""`queban label` in a terminal: one mark at a time as a small picture, keys by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from engine.tile import BACK_CODE, Tile
from vision.detector import ImageArray
from vision.labelling import Box, LabelSession, Mark, Origin

COLUMNS = 28
HELP = (
    "5m 2z 1j 定牌 names the tile   b 牌背 back   . 对 right   x 不是牌 no tile   "
    "? 认不得 nobody can tell\n"
    "n v 下、上一个 next, previous   空行 回车 全对，下一幅 Enter: all right, next picture   "
    "] [ 换图 picture   u 撤 undo   w 存 write   q 完 done"
)
_ORIGINS = {
    Origin.LABEL: "标注 label",
    Origin.PROPOSED: "建议 proposed",
    Origin.DRAWN: "新画 drawn",
}


def label_lines(session: LabelSession) -> Iterator[str]:
    """What the terminal shows of the session now."""
    doubts = len(session.doubtful)
    yield (
        f"{session.index + 1}/{len(session.paths)} {session.path.name}: "
        f"{len(session.marks)} 个框 boxes, {doubts} 个存疑 doubtful"
    )
    mark = session.mark
    if mark is None:
        return
    yield from blocks(session.image, mark.box, COLUMNS)
    yield _said(session.selected, mark)


def _said(number: int, mark: Mark) -> str:
    text = f"#{number + 1} {_ORIGINS[mark.origin]}: {_name(mark.code)}"
    if mark.read is not None and mark.read != mark.code:
        text += f"  读作 read as {_name(mark.read)} {mark.confidence:.0%}"
    elif mark.read is None and mark.origin is Origin.LABEL:
        text += "  没找到 not found"
    return text


def _name(code: str) -> str:
    return "牌背 back" if code == BACK_CODE else f"{Tile.parse(code).chinese} {code}"


def label_in_terminal(
    session: LabelSession, ask: Callable[[str], str], say: Callable[[str], None]
) -> None:
    """Show, ask for keys, press them, until `q` or the end of the input."""
    say(HELP)
    while True:
        for line in label_lines(session):
            say(line)
        try:
            keys = ask("> ")
        except EOFError:
            return
        if not keys:
            session.press("\n")
        for key in keys.replace(".", " "):
            if key == "q":
                return
            if not session.press(key):
                say(f"{key!r}?  {HELP}")


def blocks(image: ImageArray, box: Box, columns: int, margin: float = 0.35) -> list[str]:
    """The part of a picture around a box as lines for a terminal with true colour,
    two pixels a character, one above the other."""
    x0, y0, x1, y1 = box
    pad = margin * max(x1 - x0, y1 - y0)
    height, width = image.shape[:2]
    left, right = max(0, int(x0 - pad)), min(width, int(x1 + pad) + 1)
    top, bottom = max(0, int(y0 - pad)), min(height, int(y1 + pad) + 1)
    part = image[top:bottom, left:right]
    if part.size == 0:
        return []
    rows = max(1, round(columns * part.shape[0] / part.shape[1] / 2))
    small = np.asarray(cv2.resize(part, (columns, 2 * rows), interpolation=cv2.INTER_AREA))
    lines = []
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        cells = "".join(
            f"\x1b[38;2;{a[2]};{a[1]};{a[0]}m\x1b[48;2;{b[2]};{b[1]};{b[0]}m▀"
            for a, b in zip(upper.tolist(), lower.tolist(), strict=True)
        )
        lines.append(f"{cells}\x1b[0m")
    return lines
