"""How long the eyes take: every stage on the same pictures, with one and two
threads, and beside it ultralytics' own `predict` of the same weights.

The pictures are rendered: a table of about a hundred tiles at 1080p and the
same at 4K, seen from above. Medians, in milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.bench_engine import Clock, Figures, measured
from engine.layout import DEFAULT_LAYOUT
from engine.seat import SEATS, Seat
from engine.tile import KINDS
from table_io.virtual.camera_model import CameraModel, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import PlacedTile, Pose, Scene
from vision.detector import STRIDE, WANTED_TILE, ImageArray
from vision.eyes import TableEyes
from vision.geometry import Calibration
from vision.reader import Region, TileReader
from vision.settings import EyesSettings
from vision.surface import Surface

SIZES: Final = (("1080p", 1920, 1080), ("4K", 3840, 2160))
FRAME_GOAL: Final = 60.0
"""Milliseconds, median, for a whole 1080p frame of a hundred tiles on two cores."""
ZONE_GOAL: Final = 20.0
"""Milliseconds, median, when nothing or one zone changed."""
RATIO_GOAL: Final = 1.5
"""How many times as fast as ultralytics' `predict` of the same weights the finder should be."""
RUNS: Final = 9


@dataclass(frozen=True, slots=True)
class Picture:
    """A rendered table: its name, pixels, a tile's long side in them, what of it shows
    the table, one zone."""

    name: str
    image: ImageArray
    tile_px: float
    table: Region
    zone: Region
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class Row:
    """One stage: its times by number of threads, and a goal for two of them."""

    name: str
    times: dict[int, Figures]
    goal: float | None = None

    @property
    def holds(self) -> bool:
        return self.goal is None or self.median(max(self.times)) <= self.goal

    def median(self, threads: int) -> float:
        return self.times[threads].at(0.5)

    def line(self) -> str:
        columns = "  ".join(
            f"{threads} 线程 thread{'s' if threads > 1 else ''} {self.median(threads):7.1f} ms"
            for threads in sorted(self.times)
        )
        if self.goal is None:
            return f"{self.name}: {columns}"
        word = "达标 ok" if self.holds else "未达标 over"
        return f"{self.name}: {columns}  (目标 goal ≤ {self.goal:g} ms) {word}"


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as fast as another one stage is, by number of threads."""

    name: str
    times: dict[int, float]
    goal: float

    @property
    def holds(self) -> bool:
        return self.times[max(self.times)] >= self.goal

    def line(self) -> str:
        columns = "  ".join(
            f"{threads} 线程 thread{'s' if threads > 1 else ''} {self.times[threads]:.2f} ×"
            for threads in sorted(self.times)
        )
        word = "达标 ok" if self.holds else "未达标 under"
        return f"{self.name}: {columns}  (目标 goal ≥ {self.goal:g} ×) {word}"


def busy_table() -> Scene:
    """A hundred tiles as in mid-deal: four rivers, melds, hands and part of the wall."""
    layout = DEFAULT_LAYOUT
    tiles: list[PlacedTile] = []

    def put(seat: Seat, lateral: float, depth: float, pose: Pose) -> None:
        x, y = layout.to_table(seat, lateral, depth)
        kind = KINDS[(7 * len(tiles)) % 42]
        tiles.append(PlacedTile(kind, pose, x, y, 0.0, layout.upright_yaw(seat)))

    pitch_x, pitch_y = layout.river_pitch
    melds = (layout.melds.depth_min + layout.melds.depth_max) / 2
    hand = (layout.hand.depth_min + layout.hand.depth_max) / 2
    wall = (layout.wall.depth_min + layout.wall.depth_max) / 2
    for seat in SEATS:
        for n in range(9):
            row, column = divmod(n, 6)
            put(seat, (column - 2.5) * pitch_x, layout.river.depth_min + pitch_y * (row + 0.5),
                Pose.FACE_UP)  # fmt: skip
        for n in range(3):
            put(seat, layout.melds.lateral_max - 31.0 * n - 16, melds, Pose.FACE_UP)
        for n in range(10):
            put(seat, (n - 4.5) * 31.0, hand, Pose.STANDING)
        for n in range(3):
            put(seat, (n - 1) * 30.6, wall, Pose.FACE_DOWN)
    return Scene(tuple(tiles), (3, 5))


def pictures() -> Iterator[Picture]:
    """The table at each of `SIZES`."""
    scene, layout = busy_table(), DEFAULT_LAYOUT
    for name, width, height in SIZES:
        camera = overhead(width, height)
        image = Renderer(None, layout, camera, 1).render(scene, 1).image
        scale = camera.pixels_per_mm(layout.tile.thickness)
        x, y = camera.project([[0.0, layout.river.depth_min, layout.tile.thickness]])[0]
        reach = 2.5 * scale * layout.tile.height
        zone = (int(x - reach), int(y - reach / 2), int(x + reach), int(y + reach))
        calibration = _calibration(camera, width, height)
        table = Surface(calibration, layout, EyesSettings(), 1).whole
        yield Picture(name, image, scale * layout.tile.height, table, zone, calibration)


def _calibration(camera: CameraModel, width: int, height: int) -> Calibration:
    half = DEFAULT_LAYOUT.surface / 2
    corners = camera.project(
        [[-half, half, 0], [-half, -half, 0], [half, -half, 0], [half, half, 0]]
    )
    return Calibration.from_corners(corners, (width, height), surface=DEFAULT_LAYOUT.surface)


def bench_eyes(
    clock: Clock,
    models: Path | None = None,
    runs: int = RUNS,
    threads: tuple[int, ...] = (1, 2),
    only: str = "",
) -> Iterator[Row | Ratio]:
    """Every stage on every picture, beginning with the finder; `only` names one picture."""
    readers = {count: TileReader.load(models, count) for count in threads}
    for picture in pictures():
        if only not in ("", picture.name):
            continue
        stages = _stages(picture, readers, clock, runs)
        ours = next(stages)
        yield ours
        for theirs in _others(picture, readers, clock, runs):
            yield theirs
            yield Ratio(
                f"{picture.name} 找牌比它快 detector against it",
                {count: theirs.median(count) / ours.median(count) for count in threads},
                RATIO_GOAL,
            )
        yield from stages


def _stages(
    picture: Picture, readers: dict[int, TileReader], clock: Clock, runs: int
) -> Iterator[Row]:
    image, tile_px = picture.image, picture.tile_px
    first = next(iter(readers.values()))
    found = first.detector.find(image, tile_px)
    hd = picture.name == "1080p"

    def row(name: str, work: Callable[[TileReader], object], goal: float | None = None) -> Row:
        return Row(
            f"{picture.name} {name}",
            {
                count: repeated(clock, runs, partial(work, reader))
                for count, reader in readers.items()
            },
            goal if hd else None,
        )

    yield row("找牌 detector", lambda r: r.detector.find(image, tile_px))
    yield row(f"截 {len(found)} 张 crops", lambda r: r.classifier.crops(image, found.boxes))
    yield row(f"认 {len(found)} 张 classifier", lambda r: r.classifier.read(image, found.boxes))
    table = picture.table
    yield row("整幅 whole frame", lambda r: r.read(image, tile_px, table), FRAME_GOAL)
    yield row("连桌外 with what is beside the table", lambda r: r.read(image, tile_px))
    zone = picture.zone
    yield row("一处变了 one zone changed", lambda r: r.read(image, tile_px, zone), ZONE_GOAL)
    yield row("大小未知 size unknown", lambda r: r.read(image))
    still = {count: _settled(picture, reader) for count, reader in readers.items()}
    times = {
        count: measured("still", 0, clock, look, range(5, 5 + runs))
        for count, look in still.items()
    }
    name = f"{picture.name} 没有变 nothing changed"
    yield Row(name, times, ZONE_GOAL if hd else None)


def repeated(clock: Clock, runs: int, work: Callable[[], object]) -> Figures:
    """Milliseconds of `work`, done `runs` times."""

    def once(_: int) -> object:
        return work()

    return measured("", 0, clock, once, range(runs))


def _settled(picture: Picture, reader: TileReader) -> Callable[[int], object]:
    """Eyes that have seen the whole picture already."""
    eyes = TableEyes(reader, calibration=picture.calibration)
    for n in range(5):
        eyes.look(picture.image, n * 0.2)
    # Later than the last look, before the eyes look around by themselves.
    return lambda n: eyes.look(picture.image, 1.0 + n * 0.01)


def _others(
    picture: Picture, readers: dict[int, TileReader], clock: Clock, runs: int
) -> Iterator[Row]:
    """Ultralytics on the same weights at the same size; nothing where it is not installed."""
    if any(find_spec(name) is None for name in ("ultralytics", "onnx")):
        return
    detector = next(iter(readers.values())).detector
    height, width = picture.image.shape[:2]
    scale = WANTED_TILE / picture.tile_px
    size = [-(-round(side * scale) // STRIDE) * STRIDE for side in (height, width)]
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        path = _with_their_metadata(detector.model.info.path, Path(folder), size)
        for count in readers:
            with _with_threads(count):
                predict = _predictor(path, size, detector.score, detector.iou)
                predict(picture.image)
                times[count] = repeated(clock, runs, partial(predict, picture.image))
    yield Row(f"{picture.name} ultralytics predict ({size[1]}×{size[0]})", times)


def _with_their_metadata(path: Path, folder: Path, size: list[int]) -> Path:
    import onnx

    model = onnx.load(str(path))
    onnx.helper.set_model_props(
        model,
        {
            "task": "detect", "stride": str(STRIDE), "batch": "1", "imgsz": str(size),
            "names": "{0: 'tile'}", "args": "{'dynamic': True}",
        },
    )  # fmt: skip
    target = folder / "detector.onnx"
    onnx.save(model, str(target))
    return target


def _predictor(
    path: Path, size: list[int], score: float, iou: float
) -> Callable[[ImageArray], object]:
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    from ultralytics import YOLO

    net: Any = YOLO(str(path), task="detect")

    def predict(image: ImageArray) -> object:
        found: object = net.predict(
            image, imgsz=size, conf=score, iou=iou, max_det=1000, device="cpu", verbose=False
        )
        return found

    return predict


@contextlib.contextmanager
def _with_threads(count: int) -> Iterator[None]:
    """Sessions that others open inside run on `count` threads; by themselves they take all."""
    import onnxruntime

    unlimited = onnxruntime.InferenceSession

    def limited(path: Any, options: Any = None, **more: Any) -> Any:
        options = options or onnxruntime.SessionOptions()
        options.intra_op_num_threads = count
        return unlimited(path, options, **more)

    onnxruntime.InferenceSession = limited
    try:
        yield
    finally:
        onnxruntime.InferenceSession = unlimited
