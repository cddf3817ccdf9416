"""Corrections of a folder's labels, kept as text apart from the pictures.

One change a line, boxes as `cx cy w h` in shares of the picture, `#` begins a
comment:

    NAME.jpg + 5z 0.5120 0.3300 0.0210 0.0330        a tile without a label
    NAME.jpg - 5z 0.5120 0.3300 0.0210 0.0330        a label where no tile is
    NAME.jpg = 1m>9m 0.5120 0.3300 0.0210 0.0330     a label of the wrong kind
    NAME.jpg ? 0.5120 0.3300 0.0210 0.0330           nobody can tell: left out of every count

So photos that may not be passed on can still be mended for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.tile import CLASS_CODES
from vision.detections import FloatArray, box_iou
from vision.labels import LabelError

SAME_BOX: Final = 0.5
"""Overlap from which on a change means the label that is there."""
KINDS: Final = "+-=?"


@dataclass(frozen=True, slots=True)
class LabelFix:
    """One change: `kind` of `KINDS`, the code before and after where it has one,
    and the box (cx, cy, w, h) in shares of the picture."""

    image: str
    kind: str
    box: tuple[float, float, float, float]
    before: str | None = None
    after: str | None = None

    def line(self) -> str:
        """The change as it stands in a file."""
        codes = {"+": self.after, "-": self.before, "=": f"{self.before}>{self.after}", "?": None}
        numbers = " ".join(f"{value:.4f}" for value in self.box)
        return " ".join(part for part in (self.image, self.kind, codes[self.kind], numbers) if part)

    @classmethod
    def parse(cls, text: str) -> LabelFix:
        """The change in one line; raises `LabelError`."""
        parts = text.split()
        try:
            image, kind, *rest = parts
            codes = "" if kind == "?" else rest.pop(0)
            cx, cy, w, h = (float(part) for part in rest)
        except (ValueError, IndexError):
            raise LabelError(f"{text!r}: NAME {'|'.join(KINDS)} CODE cx cy w h") from None
        before, arrow, after = codes.partition(">")
        if kind not in KINDS or bool(arrow) != (kind == "="):
            raise LabelError(f"{text!r}: NAME {'|'.join(KINDS)} CODE cx cy w h")
        for code in (before, after):
            if code and code not in CLASS_CODES:
                raise LabelError(f"{text!r}: {code} 不是牌 is no class")
        box = (cx, cy, w, h)
        if kind == "+":
            return cls(image, kind, box, None, before)
        return cls(image, kind, box, before or None, after or None)


class LabelFixes:
    """The changes of one folder, by picture."""

    def __init__(self, fixes: Iterable[LabelFix] = ()) -> None:
        self._by_image: dict[str, list[LabelFix]] = {}
        for fix in fixes:
            self._by_image.setdefault(fix.image, []).append(fix)

    def __len__(self) -> int:
        return sum(len(fixes) for fixes in self._by_image.values())

    @classmethod
    def load(cls, path: Path) -> LabelFixes:
        """The changes in a file. Raises `OSError`, or `LabelError` naming the line."""
        found = []
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            try:
                found.append(LabelFix.parse(text))
            except LabelError as error:
                raise LabelError(f"{path}:{number}: {error}") from None
        return cls(found)

    def apply(
        self, image: str, classes: NDArray[np.int64], boxes: FloatArray, size: tuple[int, int]
    ) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
        """Mended classes and boxes of a picture of `size` (width, height), and the
        boxes to leave out of every count.

        Raises `LabelError` where a change means a label that is not there: then
        the file belongs to another edition of the photos.
        """
        kinds, places, left_out = list(classes), list(boxes), []
        for fix in self._by_image.get(image, ()):
            box = to_pixels(fix.box, size)
            if fix.kind == "?":
                left_out.append(box)
                continue
            if fix.kind == "+":
                assert fix.after is not None
                kinds.append(np.int64(CLASS_CODES.index(fix.after)))
                places.append(box)
                continue
            assert fix.before is not None
            index = _meant(fix, box, kinds, places)
            if fix.kind == "-":
                del kinds[index], places[index]
            else:
                assert fix.after is not None
                kinds[index] = np.int64(CLASS_CODES.index(fix.after))
        return (
            np.array(kinds, np.int64),
            np.array(places, np.float32).reshape(-1, 4),
            np.array(left_out, np.float32).reshape(-1, 4),
        )


def _meant(fix: LabelFix, box: FloatArray, kinds: list[np.int64], places: list[FloatArray]) -> int:
    wanted = CLASS_CODES.index(fix.before or "")
    overlaps = box_iou(box[None], np.array(places, np.float32).reshape(-1, 4))[0]
    overlaps[np.array(kinds, np.int64) != wanted] = 0
    if not len(overlaps) or overlaps.max() < SAME_BOX:
        raise LabelError(f"{fix.line()}: 没有这个标注 there is no such label")
    return int(overlaps.argmax())


def to_pixels(box: tuple[float, ...], size: tuple[int, int]) -> FloatArray:
    """(cx, cy, w, h) in shares of the picture → (4,) xyxy in pixels."""
    cx, cy, w, h = box
    corners = np.array([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2])
    return np.asarray(corners * np.array([*size, *size]), np.float32)


def to_shares(box: FloatArray, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """(4,) xyxy in pixels → (cx, cy, w, h) in shares of the picture."""
    x0, y0, x1, y1 = (float(v) for v in box)
    width, height = size
    return (x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height


def differences(
    image: str,
    before: tuple[NDArray[np.int64], FloatArray],
    after: tuple[NDArray[np.int64], FloatArray],
    left_out: FloatArray,
    size: tuple[int, int],
) -> list[LabelFix]:
    """The changes that make `after` (classes, boxes) out of `before`.

    Labels whose boxes overlap by half are the same label; of a box that was
    only moved nothing is told.
    """
    fixes = []
    overlap = box_iou(before[1], after[1])
    taken: set[int] = set()
    for i, box in enumerate(before[1]):
        code = CLASS_CODES[before[0][i]]
        free = [j for j in range(len(after[1])) if j not in taken and overlap[i, j] >= SAME_BOX]
        shares = to_shares(box, size)
        if not free:
            fixes.append(LabelFix(image, "-", shares, before=code))
            continue
        j = max(free, key=lambda n: float(overlap[i, n]))
        taken.add(j)
        now = CLASS_CODES[after[0][j]]
        if now != code:
            fixes.append(LabelFix(image, "=", shares, code, now))
    for j, box in enumerate(after[1]):
        if j not in taken:
            code = CLASS_CODES[after[0][j]]
            fixes.append(LabelFix(image, "+", to_shares(box, size), after=code))
    fixes += [LabelFix(image, "?", to_shares(box, size)) for box in left_out]
    return fixes
