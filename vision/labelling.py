"""Labelling a folder of pictures: what was labelled, what the reader proposes,
and one key for each way of mending it.

A session holds one picture at a time as marks. Doubtful ones come first: found
but not labelled, labelled but not found, read as something else. Whoever shows
it (terminal or window) hands keys in; the session knows no screen.

Keys: digit + suit letter (5m, 2z, 1f, 1j, 3h), `b` back, space right as it is,
`x` no tile, `?` nobody can tell, `n`/`v` next and previous mark, Enter all is
right, on to the next picture, `]`/`[` next and previous picture, `u` undo,
`w` write.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.tile import BACK_CODE, CLASS_CODES
from vision.detections import Detections, FloatArray
from vision.detector import ImageArray
from vision.evaluate import match_centres
from vision.label_fixes import LabelFix, LabelFixes, differences
from vision.labels import label_path, needed_images, read_image, read_labels, write_labels

LEFT_OUT: Final = "?"
"""The code of a mark that nobody can tell."""
DOUBTED: Final = 0.5
"""A reading this sure that contradicts a label makes the label doubtful."""
Box = tuple[float, float, float, float]


class Origin(Enum):
    """Where a mark comes from."""

    LABEL = "label"
    PROPOSED = "proposed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Mark:
    """One box (left, top, right, bottom in pixels) and its code; `?` is left out
    of every count. `read` and `confidence` are the reader's, where it found it."""

    box: Box
    code: str
    origin: Origin
    read: str | None = None
    confidence: float = 0.0
    settled: bool = False

    @property
    def counts(self) -> bool:
        """Whether it will be written: a label, or a proposal that was agreed to."""
        return self.origin is not Origin.PROPOSED or self.settled

    @property
    def doubtful(self) -> bool:
        if self.settled or self.code == LEFT_OUT:
            return False
        if self.origin is Origin.LABEL:
            return self.read is None or (self.read != self.code and self.confidence >= DOUBTED)
        return self.origin is Origin.PROPOSED


class Finder(Protocol):
    """What proposes: `vision.reader.TileReader`."""

    def read(self, image: ImageArray) -> Detections: ...


class LabelSession:
    """A folder being labelled. Raises `LabelError` for a folder without pictures.

    `fixes` are applied to the labels first. Without `writes` no file is touched:
    `patches` tells what is to be changed.
    """

    def __init__(
        self,
        folder: Path,
        finder: Finder | None = None,
        fixes: LabelFixes | None = None,
        writes: bool = True,
    ) -> None:
        self.paths = needed_images(folder)
        self._finder = finder
        self._writes = writes
        self._fixes = fixes or LabelFixes()
        self._digit = ""
        self._undo: list[tuple[tuple[Mark, ...], int]] = []
        self._kept: dict[str, tuple[Mark, ...]] = {}
        self._patches: dict[str, list[LabelFix]] = {}
        self.index = 0
        self.selected = 0
        self.marks: tuple[Mark, ...] = ()
        self.image: ImageArray = np.zeros((1, 1, 3), np.uint8)
        self.open(0)

    @property
    def path(self) -> Path:
        return self.paths[self.index]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.image.shape[1], self.image.shape[0]

    @property
    def mark(self) -> Mark | None:
        """The selected mark."""
        return self.marks[self.selected] if self.marks else None

    @property
    def doubtful(self) -> list[int]:
        return [n for n, mark in enumerate(self.marks) if mark.doubtful]

    def open(self, index: int) -> None:
        """Show the picture of this number; the marks of the last one are kept.

        Raises `LabelError` for a file that is no picture.
        """
        self._keep()
        self.index = index % len(self.paths)
        self.image = read_image(self.path)
        self._undo.clear()
        self.marks = self._kept.get(self.path.name) or tuple(self._load())
        self.selected = 0
        self._to_doubt()

    def _keep(self) -> None:
        if self.marks or self._undo:
            self._kept[self.path.name] = self.marks
            self._patches[self.path.name] = self.patch()

    def _load(self) -> Iterator[Mark]:
        classes, boxes, left_out = self._mended()
        found = Detections.empty(read=True)
        if self._finder is not None:
            found = self._finder.read(self.image)
        matched = match_centres(found.boxes, boxes)
        for truth, (index, box) in enumerate(zip(classes, boxes, strict=True)):
            mark = Mark(as_box(box), CLASS_CODES[index], Origin.LABEL)
            n = int(matched[truth])
            if n >= 0:
                mark = replace(mark, read=found.codes[n], confidence=float(found.confidences[n]))
            yield replace(mark, settled=self._finder is None)
        inside = match_centres(found.boxes, left_out)
        for n in range(len(found)):
            if n not in matched and n not in inside:
                code, sure = found.codes[n], float(found.confidences[n])
                yield Mark(as_box(found.boxes[n]), code, Origin.PROPOSED, code, sure)
        for box in left_out:
            yield Mark(as_box(box), LEFT_OUT, Origin.LABEL)

    def _labelled(self) -> tuple[NDArray[np.int64], FloatArray]:
        return read_labels(label_path(self.path), *self.size)

    def _mended(self) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
        return self._fixes.apply(self.path.name, *self._labelled(), self.size)

    def press(self, key: str) -> bool:
        """One key; whether it meant something."""
        if key.isdigit() and key != "0":
            self._digit = key
            return True
        code, self._digit = self._digit + key, ""
        if code in CLASS_CODES:
            self._change(code=code)
        elif key == "b":
            self._change(code=BACK_CODE)
        elif key == LEFT_OUT:
            self._change(code=LEFT_OUT)
        elif key == " ":
            self._change()
        elif key == "x":
            self.remove()
        elif key in "nv":
            self.step(1 if key == "n" else -1)
        elif key in "[]":
            self.open(self.index + (1 if key == "]" else -1))
        elif key == "\n":
            self.agree()
            self.write()
            self.open(self.index + 1)
        elif key == "u":
            self.undo()
        elif key == "w":
            self.write()
        else:
            return False
        return True

    def _change(self, code: str | None = None) -> None:
        mark = self.mark
        if mark is not None:
            changed = replace(mark, code=code or mark.code, settled=True)
            self._set((*self.marks[: self.selected], changed, *self.marks[self.selected + 1 :]))
            self._to_doubt()

    def remove(self) -> None:
        """The selected mark is no tile."""
        if self.marks:
            self._set(self.marks[: self.selected] + self.marks[self.selected + 1 :])
            self.selected = min(self.selected, max(0, len(self.marks) - 1))
            self._to_doubt()

    def draw(self, box: Box, code: str = LEFT_OUT) -> None:
        """A new mark, selected; its code is given next. Corners in any order."""
        x0, x1 = sorted((box[0], box[2]))
        y0, y1 = sorted((box[1], box[3]))
        if x1 - x0 >= 2 and y1 - y0 >= 2:
            self._set((*self.marks, Mark((x0, y0, x1, y1), code, Origin.DRAWN, settled=True)))
            self.selected = len(self.marks) - 1

    def select_at(self, x: float, y: float) -> bool:
        """Select the smallest mark around a pixel; whether there is one."""
        around = [
            n for n, m in enumerate(self.marks)
            if m.box[0] <= x <= m.box[2] and m.box[1] <= y <= m.box[3]
        ]  # fmt: skip
        if around:
            self.selected = min(around, key=lambda n: _area(self.marks[n].box))
        return bool(around)

    def step(self, by: int) -> None:
        """The next mark; the next doubtful one while there are any."""
        if not self.marks:
            return
        places = self.doubtful or range(len(self.marks))
        later = [n for n in places if (n > self.selected if by > 0 else n < self.selected)]
        self.selected = (min if by > 0 else max)(later or places)

    def _to_doubt(self) -> None:
        doubts = self.doubtful
        if doubts and self.selected not in doubts:
            self.selected = next((n for n in doubts if n >= self.selected), doubts[0])

    def agree(self) -> None:
        """Everything is right as it stands, proposals among it."""
        self._set(tuple(replace(mark, settled=True) for mark in self.marks))

    def undo(self) -> None:
        """Take back the last change of this picture."""
        if self._undo:
            self.marks, self.selected = self._undo.pop()

    def _set(self, marks: tuple[Mark, ...]) -> None:
        self._undo.append((self.marks, self.selected))
        self.marks = marks

    def result(self) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
        """Classes and boxes as they will be written, and the boxes left out."""
        kept = [mark for mark in self.marks if mark.counts]
        tiles = [mark for mark in kept if mark.code != LEFT_OUT]
        out = [mark.box for mark in kept if mark.code == LEFT_OUT]
        return (
            np.array([CLASS_CODES.index(mark.code) for mark in tiles], np.int64),
            np.array([mark.box for mark in tiles], np.float32).reshape(-1, 4),
            np.array(out, np.float32).reshape(-1, 4),
        )

    def patch(self) -> list[LabelFix]:
        """What this picture's labels lack against the marks."""
        classes, boxes, out = self.result()
        return differences(self.path.name, self._labelled(), (classes, boxes), out, self.size)

    def patches(self) -> list[LabelFix]:
        """The changes of every picture seen so far, in the folder's order."""
        self._keep()
        return [fix for path in self.paths for fix in self._patches.get(path.name, ())]

    def write(self) -> None:
        """Write this picture's YOLO files: labels, and what is left out of counts.

        The labels as they were before the first writing stay in `labels_before/`.
        """
        if not self._writes:
            return
        target, before = label_path(self.path), label_path(self.path, "labels_before")
        if target.is_file() and not before.is_file():
            before.parent.mkdir(parents=True, exist_ok=True)
            before.write_bytes(target.read_bytes())
        classes, boxes, out = self.result()
        write_labels(target, classes, boxes, *self.size)
        ignored = label_path(self.path, "labels_ignore")
        if len(out) or ignored.is_file():
            write_labels(ignored, np.zeros(len(out), np.int64), out, *self.size)


def as_box(values: FloatArray) -> Box:
    """(4,) array → box."""
    x0, y0, x1, y1 = (float(v) for v in values)
    return x0, y0, x1, y1


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
