from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tile import BACK_CODE, CLASS_CODES
from vision.train.crops import PATCH, CropSource, Patches, join_patches, patches_of, vary_patch
from vision.train.pictures import (
    Picture,
    boxes_to_quads,
    cut_view,
    data_digest,
    join_views,
    load_photo,
    may_hide_tiles,
    quad_yaws,
    quads_to_boxes,
)
from vision.train.scenes import SceneMaker, save_scene
from vision.train.sources import MixedViews, load_scene
from vision.train.weather import weather

RED = (40, 40, 220)


def picture(straight: bool = True) -> Picture:
    """Three red tiles 30 x 40 on grey."""
    image = np.full((300, 400, 3), 120, np.uint8)
    boxes = np.array([[60 + 90 * i, 100, 90 + 90 * i, 140] for i in range(3)], np.float32)
    for x0, y0, x1, y1 in boxes.astype(int):
        cv2.rectangle(image, (x0, y0), (x1 - 1, y1 - 1), RED, -1)
    return Picture(image, boxes_to_quads(boxes), np.array([0, 1, 2]), straight)


def write_photo(folder: Path, image: np.ndarray, labels: str) -> Path:
    (folder / "images").mkdir(parents=True, exist_ok=True)
    (folder / "labels").mkdir(exist_ok=True)
    path = folder / "images" / "p.png"
    cv2.imwrite(str(path), image)
    (folder / "labels" / "p.txt").write_text(labels)
    return path


def test_boxes_follow_the_tiles_through_any_turn() -> None:
    rng = np.random.default_rng(5)
    checked = 0
    for _ in range(30):
        view = cut_view(picture(), rng, 256, (30, 60))
        red = (np.abs(view.image.astype(int) - RED).sum(axis=2) < 60).astype(np.uint8)
        for x0, y0, x1, y1 in view.boxes.round().astype(int):
            if min(x0, y0) < 2 or max(x1, y1) > 254:
                continue
            checked += 1
            inside = red[y0:y1, x0:x1]
            assert inside.mean() > 0.4
            ring = red[max(y0 - 3, 0) : y1 + 3, max(x0 - 3, 0) : x1 + 3].sum() - inside.sum()
            assert ring < 0.12 * inside.sum()
    assert checked > 20


def test_upright_boxes_of_turned_tiles_are_only_turned_by_quarters() -> None:
    rng = np.random.default_rng(6)
    for _ in range(20):
        view = cut_view(picture(straight=False), rng, 256, (40, 40.001))
        sides = view.boxes[:, 2:] - view.boxes[:, :2]
        whole = (view.boxes[:, :2] > 1).all(axis=1) & (view.boxes[:, 2:] < 255).all(axis=1)
        ratios = sides[whole].min(axis=1) / sides[whole].max(axis=1)
        assert (ratios < 0.95).all()


def test_quads_and_boxes_are_each_others_inverse() -> None:
    boxes = np.array([[1, 2, 3, 5], [0, 0, 9, 4]], np.float32)
    assert np.array_equal(quads_to_boxes(boxes_to_quads(boxes)), boxes)


def test_a_photo_with_white_things_outside_its_labels_is_doubted(tmp_path: Path) -> None:
    image = picture().image
    label = "".join(f"{i} {(75 + 90 * i) / 400} 0.4 {30 / 400} {40 / 300}\n" for i in range(3))
    clean = load_photo(write_photo(tmp_path / "a", image, label))
    assert not may_hide_tiles(clean)
    assert clean.trusted is None
    image = image.copy()
    cv2.rectangle(image, (50, 220), (300, 260), (245, 245, 245), -1)
    doubtful = load_photo(write_photo(tmp_path / "b", image, label))
    assert doubtful.trusted is not None
    # In its views the unlabelled white row is never seen as it was.
    rng = np.random.default_rng(2)
    for _ in range(10):
        view = cut_view(doubtful, rng, 256, (30, 40))
        assert (view.image.min(axis=2) > 235).mean() < 0.5


def test_label_files_with_faults_name_file_and_line(tmp_path: Path) -> None:
    path = write_photo(tmp_path, picture().image, "0 .5 .5 .1 .1\nx\n")
    with pytest.raises(ValueError, match=r"p\.txt:2"):
        load_photo(path)


def test_four_views_join_into_one() -> None:
    rng = np.random.default_rng(1)
    views = [cut_view(picture(), rng, 64, (20, 30)) for _ in range(4)]
    joined = join_views(views)
    assert joined.image.shape == (128, 128, 3)
    assert len(joined.boxes) == sum(len(v.boxes) for v in views)
    assert joined.boxes.min() >= 0 and joined.boxes.max() <= 128


def test_weather_changes_a_picture_but_not_its_shape() -> None:
    rng = np.random.default_rng(3)
    image = picture().image
    assert all(weather(image, rng).shape == image.shape for _ in range(10))
    assert any((weather(image, rng) != image).any() for _ in range(3))


def test_patches_are_centred_on_their_tile() -> None:
    patches = patches_of(picture(), 2, np.random.default_rng(0))
    assert len(patches) == 2
    assert patches.images.shape == (2, PATCH, PATCH, 3)
    assert np.abs(patches.images[:, PATCH // 2, PATCH // 2].astype(int) - RED).max() < 8


def test_a_varied_patch_keeps_its_tile_in_the_middle() -> None:
    rng = np.random.default_rng(4)
    patch = patches_of(picture(), 1, rng).images[0]
    crops = [vary_patch(patch, True, 64, rng)[0] for _ in range(30)]
    middles = np.array([crop[28:36, 28:36].mean(axis=(0, 1)) for crop in crops])
    reddish = middles[:, 2] > middles[:, 0]
    assert reddish.mean() > 0.9


def test_rare_classes_come_as_often_as_common_ones() -> None:
    tile = np.zeros((1, PATCH, PATCH, 3), np.uint8)
    real = Patches(np.repeat(tile, 200, 0), np.zeros(200, np.int64), np.ones(200, bool))
    rare = Patches(tile, np.array([47]), np.ones(1, bool))
    source = CropSource(real, rare, 32)
    rng = np.random.default_rng(0)
    drawn = [source(rng)[1] for _ in range(200)]
    assert 40 < drawn.count(47) < 190
    with pytest.raises(ValueError, match="no tiles"):
        CropSource(join_patches([]), join_patches([]), 32)


def test_a_tiles_foot_is_read_off_its_outline() -> None:
    upright = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    # Turned counter-clockwise the head is at the left and the foot at the right.
    turned = np.array([[0, 30], [0, 0], [40, 0], [40, 30]], np.float32)
    yaws = quad_yaws(np.stack([upright, turned, upright[[2, 3, 0, 1]]]))
    assert yaws.tolist() == [0, 90, 180]


def test_a_scene_survives_its_file_and_has_the_truth(tmp_path: Path) -> None:
    maker = SceneMaker([])
    scene = max((maker.make(n) for n in range(3)), key=lambda s: len(s.classes))
    assert len(scene.classes) > 10
    assert (scene.classes < len(CLASS_CODES)).all()
    save_scene(scene, tmp_path / "00000")
    again = load_scene(tmp_path / "00000.jpg")
    assert np.array_equal(again.classes, scene.classes)
    assert np.abs(again.image.astype(int) - scene.image).mean() < 6
    views = MixedViews([], tmp_path, 128)
    view = views(np.random.default_rng(0))
    assert view.image.shape == (128, 128, 3)


def test_the_same_number_gives_the_same_scene() -> None:
    one, two = SceneMaker([]).make(11), SceneMaker([]).make(11)
    assert np.array_equal(one.image, two.image)
    assert np.array_equal(one.classes, two.classes)


def test_backs_are_among_the_classes_of_scenes() -> None:
    classes = np.concatenate([SceneMaker([]).make(n).classes for n in range(4)])
    assert CLASS_CODES.index(BACK_CODE) in classes


def test_the_digest_follows_the_labels(tmp_path: Path) -> None:
    write_photo(tmp_path, picture().image, "0 .5 .5 .1 .1\n")
    before = data_digest([tmp_path])
    assert before == data_digest([tmp_path])
    (tmp_path / "labels" / "p.txt").write_text("1 .5 .5 .1 .1\n")
    assert data_digest([tmp_path]) != before
