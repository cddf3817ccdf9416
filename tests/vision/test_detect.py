from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from companion.bench_eyes import busy_table
from engine.layout import DEFAULT_LAYOUT
from engine.tile import BACK_CODE, CLASS_CODES, UNKNOWN, Tile
from table_io.virtual.camera_model import overhead
from table_io.virtual.render import Renderer, Rendering
from table_io.virtual.scene import PlacedTile, Pose, Scene
from vision.classifier import Classifier, cut_crop
from vision.detections import Detections
from vision.detector import Detector, _part_corners
from vision.evaluate import match_centres
from vision.lengths import longer_ways, much_too_short, steadied
from vision.onnx import MODELS_DIR, ModelMismatch, OnnxModel
from vision.reader import TileReader
from vision.see import draw, notation, save_drawn, see, see_all


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader.load(threads=2)


@pytest.fixture(scope="module")
def table() -> Rendering:
    """A row of ten open tiles for each side, a wall of backs, one hand standing."""
    tiles = []
    codes = [c for c in CLASS_CODES if c != BACK_CODE]
    for seat in range(4):
        yaw = 90.0 * seat
        for n in range(10):
            x, y = (n - 4.5) * 31.0, 185.0
            for _ in range(seat):
                x, y = y, -x
            kind = Tile.parse(codes[(seat * 12 + n) % len(codes)])
            tiles.append(PlacedTile(kind, Pose.FACE_UP, x, y, 0, yaw))
    for n in range(16):
        x = (n - 7.5) * 30.6
        tiles.append(PlacedTile(Tile.parse("1m"), Pose.FACE_DOWN, x, -300, 0, 0))
        if n < 13:
            tiles.append(PlacedTile(Tile.parse("1m"), Pose.STANDING, x, 420, 0, 0))
    scene = Scene(tuple(tiles))
    return Renderer(None, DEFAULT_LAYOUT, overhead(), 3).render(scene, 1)


def truth(table: Rendering) -> tuple[np.ndarray, list[str]]:
    quads = np.array([label.polygon for label in table.boxes], np.float32)
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    return boxes, [label.code for label in table.boxes]


def test_a_whole_virtual_table_is_found_and_read(reader: TileReader, table: Rendering) -> None:
    seen = reader.read(table.image, tile_px=45)
    boxes, codes = truth(table)
    matched = match_centres(seen.boxes, boxes)
    assert (matched >= 0).mean() >= 0.97
    read = [seen.codes[i] if i >= 0 else None for i in matched]
    faces = [n for n, code in enumerate(codes) if code != BACK_CODE]
    right = sum(read[n] == codes[n] for n in faces)
    assert right >= 0.97 * len(faces)
    backs = [n for n, code in enumerate(codes) if code == BACK_CODE]
    assert sum(read[n] == BACK_CODE for n in backs) >= 0.9 * len(backs)
    # A gap or a standing tile's edge may be found, but is said to be no face.
    faces_read = sum(code not in (BACK_CODE, UNKNOWN.code) for code in seen.codes)
    assert faces_read <= len(faces) + 2


def test_a_table_of_small_tiles_is_found_without_their_size(reader: TileReader) -> None:
    """Two small tiles beside each other are soon taken for one larger one."""
    renderer = Renderer(None, DEFAULT_LAYOUT, overhead(), 1)
    table = renderer.render(busy_table(), 1)
    boxes, _ = truth(table)
    seen = reader.read(table.image)
    assert (match_centres(seen.boxes, boxes) >= 0).mean() > 0.9


def test_a_tile_of_a_face_never_seen_is_found_and_said_to_be_unknown(
    reader: TileReader, table: Rendering
) -> None:
    boxes, codes = truth(table)
    faces = boxes[[code != BACK_CODE for code in codes]]
    row = (int(faces[:, 0].min()), int(faces[:, 1].min()), int(faces[:, 2].max()), 800)
    plain = reader.read(table.image, tile_px=45, region=row)
    strange = reader.read(table.image, tile_px=45, region=row, belief=1.1)
    assert len(plain) > 10 and not plain.unknown[match_centres(plain.boxes, faces)].all()
    assert strange.unknown.all(), "nothing can be believed so much"
    assert len(strange) > 0.9 * len(plain)


def test_a_region_is_read_in_the_whole_pictures_pixels(
    reader: TileReader, table: Rendering
) -> None:
    boxes, _ = truth(table)
    region = (500, 600, 1400, 1080)
    seen = reader.read(table.image, tile_px=45, region=region)
    assert len(seen) > 5
    assert (seen.centres[:, 1] >= 600).all()
    inside = (boxes[:, 0] >= 500) & (boxes[:, 1] >= 600) & (boxes[:, 2] < 1400)
    assert (match_centres(seen.boxes, boxes[inside]) >= 0).mean() > 0.95
    assert len(reader.read(table.image, region=(10, 10, 10, 10))) == 0


def test_an_unknown_scale_is_found_by_a_second_look(reader: TileReader, table: Rendering) -> None:
    seen = reader.read(table.image)
    boxes, _ = truth(table)
    assert (match_centres(seen.boxes, boxes) >= 0).mean() >= 0.95


def test_known_yaw_and_quarter_turns_agree(reader: TileReader, table: Rendering) -> None:
    boxes, codes = truth(table)
    faces = np.array([code != BACK_CODE for code in codes])
    yaw = np.array([label.yaw for label in table.boxes], np.float32)
    wanted = np.array([CLASS_CODES.index(code) for code in codes])[faces]
    upright = reader.classifier.read(table.image, boxes[faces], 1, yaw[faces])
    assert (upright.argmax(axis=1) == wanted).mean() > 0.97
    assert upright.sum(axis=1) == pytest.approx(np.ones(len(upright)), abs=1e-4)
    with pytest.raises(ValueError, match="turns"):
        reader.classifier.read(table.image, boxes, 3)


def test_no_boxes_and_an_empty_table(reader: TileReader) -> None:
    bare = Renderer(None, DEFAULT_LAYOUT, overhead(), 3).render(Scene(()), 1).image
    assert len(reader.read(bare, tile_px=45)) <= 1
    assert reader.classifier.read(bare, np.zeros((0, 4), np.float32)).shape == (0, 48)


def test_a_crop_is_turned_back_upright() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[30:40, 45:55] = 255
    box = np.array([30, 30, 70, 70], np.float32)
    upright = cut_crop(image, box, 64)
    assert upright[:32].mean() > upright[32:].mean()
    # A tile turned counter-clockwise by 90 has its head at the left.
    turned = np.ascontiguousarray(np.rot90(image))
    assert turned[:, :50].mean() > turned[:, 50:].mean()
    again = cut_crop(turned, box, 64, 90.0)
    assert again[:32].mean() > 4 * again[32:].mean()


def test_a_box_that_cuts_a_tile_off_is_brought_to_its_neighbours_length() -> None:
    boxes = np.array([[30 * n, 0, 30 * n + 28, 40] for n in range(8)], np.float32)
    boxes[3, 3] = 35
    boxes[5, 3] = 20
    steady = steadied(boxes)
    assert steady[3].tolist() == [90, -2.5, 118, 37.5]
    assert (steady[[0, 1, 2, 4, 6, 7]] == boxes[[0, 1, 2, 4, 6, 7]]).all()
    assert (steady[5] == boxes[5]).all(), "a standing edge stays as it is"
    assert (steadied(boxes[:3]) == boxes[:3]).all()


def test_a_box_without_its_last_row_is_read_as_the_whole_tile(reader: TileReader) -> None:
    """Nine dots cut below are six."""
    kinds = [Tile.parse(code) for code in ("1m", "5s", "2z", "9p", "7m", "3z", "4s", "6z")]
    tiles = [
        PlacedTile(kind, Pose.FACE_UP, (n - 3.5) * 31.0, 185.0, 0, 0.0)
        for n, kind in enumerate(kinds)
    ]
    table = Renderer(None, DEFAULT_LAYOUT, overhead(), 3).render(Scene(tuple(tiles)), 1)
    boxes, codes = truth(table)
    nine = codes.index("9p")
    boxes[nine, 3] -= 0.32 * (boxes[nine, 3] - boxes[nine, 1])
    seen = reader.reread(table.image, Detections.of(boxes, np.ones(8)))
    assert seen.codes[nine] != "9p"
    whole = reader._made_whole(table.image, seen, None)
    matched = match_centres(whole.boxes, boxes)
    assert len(whole) == 8
    assert [whole.codes[i] for i in matched] == codes
    height = boxes[:, 3] - boxes[:, 1]
    assert whole.sizes[matched[nine], 1] == pytest.approx(np.median(height), abs=2)


def test_a_sure_half_is_still_a_half() -> None:
    """Half of a 4p is as good a 2p as there is: its length tells, not its face."""
    whole = np.array([[0, 0, 30, 40]] * 3, np.float32)
    short = np.array([[0, 0, 30, 28], [0, 0, 30, 38], [0, 0, 40, 30]], np.float32)
    assert much_too_short(short, whole).tolist() == [True, False, False]


def test_only_boxes_shorter_than_their_neighbours_are_lengthened() -> None:
    row = np.array([[30 * n, 0, 30 * n + 29, 40] for n in range(8)], np.float32)
    assert not len(longer_ways(row)[0])
    row[2, 3] = 21
    which, boxes = longer_ways(row)
    assert which.tolist() == [2, 2]
    assert boxes[:, 1].tolist() == [-19, 0] and boxes[:, 3].tolist() == [21, 40]
    row[2, 3] = 12
    assert not len(longer_ways(row)[0]), "a strip may be anything"
    assert not len(longer_ways(row[:5])[0]), "too few say how long a tile is"
    assert not len(longer_ways(row[:0])[0])
    alone, ways = longer_ways(np.array([[0, 0, 29, 30]], np.float32), 40.0)
    assert alone.tolist() == [0, 0, 0, 0], "where the length is known, one box is enough"
    assert sorted(np.diff(ways.reshape(-1, 2, 2), axis=1)[:, 0].tolist()) == [
        [29, 40], [29, 40], [40, 30], [40, 30],
    ]  # fmt: skip


def test_large_pictures_are_covered_by_overlapping_parts() -> None:
    corners = list(_part_corners(5000, 1000))
    assert corners[0] == (0, 0)
    xs = [x for x, _ in corners]
    assert xs[-1] + 1984 >= 5000
    assert all(b - a <= 1984 - 90 for a, b in pairwise(xs))


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match="no model file"):
        Detector.load(tmp_path / "none.onnx")
    junk = tmp_path / "junk.onnx"
    junk.write_bytes(b"not a model")
    with pytest.raises(ModelMismatch, match="not a usable model"):
        Classifier.load(junk)
    with pytest.raises(ModelMismatch, match="expected a detector"):
        Detector.load(MODELS_DIR / "classifier.onnx")
    with pytest.raises(ModelMismatch, match="48 classes"):
        OnnxModel.load(MODELS_DIR / "classifier.onnx", "classifier", CLASS_CODES[::-1])


def test_the_class_file_is_the_notations_order() -> None:
    assert tuple((MODELS_DIR / "classes.txt").read_text("utf-8").split()) == CLASS_CODES
    info = Classifier.load().model.info
    assert info.digest == info.digest and len(info.digest) == 64
    assert info.digest[:12] in (MODELS_DIR / "MODEL_CARD.md").read_text("utf-8")


def test_see_reads_a_photo_and_names_bad_files(
    reader: TileReader, table: Rendering, tmp_path: Path
) -> None:
    import cv2

    photo = tmp_path / "table.png"
    cv2.imwrite(str(photo), table.image[500:1080, 400:1500])
    note = tmp_path / "note.jpg"
    note.write_text("no picture")
    seen, bad, missing = see_all([photo, note, tmp_path / "gone.jpg"], reader)
    assert seen.problem is None
    assert len(seen.to_json()["tiles"]) == len(seen.tiles) > 10
    assert "tiles" in seen.to_text()
    assert "not a picture" in bad.to_text() and "\n" not in bad.to_text()
    assert "no such file" in missing.to_json()["error"]
    drawn = save_drawn(seen, tmp_path / "out")
    assert drawn is not None and drawn.stat().st_size > 1000
    assert save_drawn(bad, tmp_path / "out") is None
    assert (draw(table.image, reader.read(table.image, 45)) != table.image).any()
    assert see(photo, reader).rows == seen.rows


def test_backs_stand_as_x_in_the_notation() -> None:
    assert notation(["1m", "2m", BACK_CODE, BACK_CODE, "5p"]) == "12mXX5p"


@pytest.mark.parametrize("place", [(-400, 40), (500, 40), (60, -300), (60, 400), (-300, -300)])
@pytest.mark.parametrize("long", [20, 60, 300])
def test_a_crop_beside_the_picture_shows_its_edge(place: tuple[int, int], long: int) -> None:
    """A box may reach beyond the picture, or lie there as a whole; nothing breaks off."""
    image = np.full((100, 120, 3), 90, np.uint8)
    x, y = place
    box = np.array([x, y, x + long * 0.75, y + long], np.float32)
    crop = cut_crop(image, box, 48)
    assert crop.shape == (48, 48, 3)
    assert (crop == 90).all()
