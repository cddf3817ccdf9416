"""Folders of pictures with boxes in YOLO layout.

`images/NAME.jpg` has `labels/NAME.txt` beside it, one `class cx cy w h` a line,
in shares of the picture.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import FloatArray


class LabelError(ValueError):
    """A label file that cannot be read, or does not fit; the message says where."""


IMAGE_SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


def list_images(folder: Path) -> list[Path]:
    """The pictures of a YOLO-layout folder (`images/` or the folder itself), sorted."""
    root = folder / "images" if (folder / "images").is_dir() else folder
    return sorted(p for p in root.iterdir() if p.suffix.lower() in IMAGE_SUFFIXES)


def needed_images(folder: Path) -> list[Path]:
    """As `list_images`; raises `LabelError` where there is no folder or no picture."""
    if not folder.is_dir():
        raise LabelError(f"没有文件夹 {folder} / no such folder: {folder}")
    paths = list_images(folder)
    if not paths:
        raise LabelError(f"文件夹 {folder} 里没有图片 / no pictures in {folder}")
    return paths


def needed_labels(folder: Path) -> list[Path]:
    """As `needed_images`; raises `LabelError` also where no picture has a label file."""
    paths = needed_images(folder)
    if not any(label_path(path).is_file() for path in paths):
        raise LabelError(
            f"{folder} 里的图片都没有标注（labels/） / no picture in {folder} has labels (labels/)"
        )
    return paths


def read_image(path: Path) -> NDArray[np.uint8]:
    """A picture as (height, width, 3) BGR; raises `LabelError` for a file that is none."""
    # Bytes, not a name: OpenCV takes no name that is not in the system's own letters.
    data = np.fromfile(path, np.uint8) if path.is_file() else np.empty(0, np.uint8)
    image = decoded(data)
    if image is None:
        raise LabelError(f"不是图片：{path} / not a picture: {path}")
    return image


def decoded(data: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The picture (height, width, 3) BGR in a file's bytes; None where they are none."""
    raw = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    return None if raw is None else np.asarray(raw, np.uint8)


def label_path(image_path: Path, labels: str = "labels") -> Path:
    """Where the label file of an image lies."""
    folder = image_path.parent
    root = folder.parent if folder.name == "images" else folder
    return root / labels / f"{image_path.stem}.txt"


def read_labels(path: Path, width: int, height: int) -> tuple[NDArray[np.int64], FloatArray]:
    """(N,) classes and (N, 4) xyxy pixel boxes of a YOLO label file.

    A missing file means no tiles. Raises `LabelError` naming file and line.
    """
    classes: list[int] = []
    boxes: list[list[float]] = []
    if path.is_file():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            parts = line.split()
            if not parts:
                continue
            try:
                index, (cx, cy, w, h) = int(parts[0]), map(float, parts[1:5])
            except ValueError:
                raise LabelError(
                    f"{path} 第 {number} 行：要 `class cx cy w h` / "
                    f"{path}:{number}: expected `class cx cy w h`"
                ) from None
            classes.append(index)
            boxes.append([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2])
    scale = np.array([width, height, width, height], np.float32)
    return (
        np.array(classes, np.int64),
        np.array(boxes, np.float32).reshape(-1, 4) * scale,
    )


def write_labels(
    path: Path, classes: NDArray[np.int64], boxes: FloatArray, width: int, height: int
) -> None:
    """The reverse of `read_labels`; the folder is made, a half-written file never left."""
    size = np.array([width, height], np.float64)
    lines = []
    for index, box in zip(classes, boxes.astype(np.float64), strict=True):
        centre, extent = (box[:2] + box[2:]) / 2 / size, (box[2:] - box[:2]) / size
        lines.append(f"{index} " + " ".join(f"{v:.6f}" for v in (*centre, *extent)))
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    fresh.replace(path)
