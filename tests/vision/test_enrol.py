from __future__ import annotations

from datetime import datetime

import numpy as np
import pytest

from vision.detections import Detections
from vision.enrol import HomeNaming, TileSet, Vectors, fit_set
from vision.enrol_photo import EnrolError, named_tiles, wanted_rows

SIZE, EACH = 40, 8
WHEN = datetime(2026, 1, 2, 3)


@pytest.fixture(scope="module")
def source() -> tuple[Vectors, HomeNaming]:
    """Vectors around one middle per class, and the layer that names them."""
    rng = np.random.default_rng(0)
    middles = rng.normal(0, 1, (48, SIZE))
    classes = np.repeat(np.arange(48), EACH)
    values = middles[classes] + rng.normal(0, 0.3, (48 * EACH, SIZE))
    own = HomeNaming(
        (middles / 0.5).astype(np.float32), (-(middles**2).sum(1) / 1.0).astype(np.float32)
    )
    return Vectors(values.astype(np.float32), classes, np.arange(len(classes))), own


def home(source: Vectors, strange: float, crops: int, kinds: int = 20) -> Vectors:
    """A set whose middles lie `strange` away from what the model has learnt."""
    rng = np.random.default_rng(1)
    middles = np.stack([source.values[source.classes == k].mean(axis=0) for k in range(kinds)])
    middles = middles + rng.normal(0, strange, middles.shape)
    classes = np.repeat(np.arange(kinds), crops * 4)
    values = middles[classes] + rng.normal(0, 0.2, (len(classes), SIZE))
    return Vectors(values.astype(np.float32), classes, np.repeat(np.arange(kinds * crops), 4))


def test_a_strange_set_is_learnt_and_the_others_are_not_lost(
    source: tuple[Vectors, HomeNaming],
) -> None:
    vectors, own = source
    tiles = fit_set("home", home(vectors, 2.4, 3), vectors, own, "m", WHEN)
    check = tiles.check
    assert check.home_before < 0.85 and check.home_after > 0.95
    assert check.source_after >= check.source_before - 0.004
    assert tiles.on and tiles.counts["1m"] == 3 and len(tiles.counts) == 20
    fresh = home(vectors, 2.4, 3)
    assert (tiles.naming.logits(fresh.values).argmax(axis=1) == fresh.classes).mean() > 0.97
    held = vectors.values[1::2], vectors.classes[1::2]
    assert (tiles.naming.logits(held[0]).argmax(axis=1) == held[1]).mean() > 0.97


def test_wrong_names_stay_off(source: tuple[Vectors, HomeNaming]) -> None:
    vectors, own = source
    good = home(vectors, 0.0, 2)
    muddled = Vectors(good.values, np.random.default_rng(2).permutation(good.classes), good.crops)
    assert not fit_set("muddled", muddled, vectors, own, "m", WHEN).on
    with pytest.raises(ValueError, match="no tiles"):
        fit_set("none", good[:0], vectors, own, "m", WHEN)


def test_a_set_is_read_again_as_it_was_saved(
    source: tuple[Vectors, HomeNaming], tmp_path_factory: pytest.TempPathFactory
) -> None:
    vectors, own = source
    tiles = fit_set("家", home(vectors, 1.0, 1, 4), vectors, own, "digest", WHEN)
    path = tmp_path_factory.mktemp("sets") / "home.npz"
    tiles.save(path)
    again = TileSet.load(path)
    assert (again.name, again.check, again.counts) == ("家", tiles.check, tiles.counts)
    assert (again.model, again.made) == ("digest", "2026-01-02T03:00:00")
    assert (again.naming.weights == tiles.naming.weights).all()


def laid(rows: list[list[str]], read: dict[str, str] | None = None) -> Detections:
    from engine.tile import CLASS_CODES

    boxes, codes = [], []
    for n, row in enumerate(rows):
        for k, code in enumerate(row):
            boxes.append([20 + 30 * k, 20 + 60 * n, 48 + 30 * k, 60 + 60 * n])
            codes.append((read or {}).get(code, code))
    probs = np.full((len(codes), 48), 0.001, np.float32)
    probs[np.arange(len(codes)), [CLASS_CODES.index(code) for code in codes]] = 0.9
    return Detections.of(boxes, np.ones(len(boxes)), probs)


def test_rows_name_what_lies_in_them() -> None:
    rows = wanted_rows(None)
    assert [len(row) for row in rows] == [9, 9, 9, 7, 8, 5]
    boxes, codes = named_tiles(laid(rows, {"3s": "8s"}), rows)
    assert codes[:3] == ["1m", "2m", "3m"] and len(boxes) == 47
    assert boxes[codes.index("3s")].tolist() == [80, 140, 108, 180]


def test_a_picture_that_is_upside_down_is_turned() -> None:
    rows = wanted_rows("123m,456p")
    upside_down = [row[::-1] for row in rows[::-1]]
    boxes, codes = named_tiles(laid(upside_down), rows)
    assert codes == ["1m", "2m", "3m", "4p", "5p", "6p"]
    assert boxes[0].tolist() == [80, 80, 108, 120]


def test_a_missing_tile_is_named_by_its_row() -> None:
    rows = wanted_rows("123m,456p")
    with pytest.raises(EnrolError, match=r"\[3, 3\].*\[3, 2\]"):
        named_tiles(laid([rows[0], rows[1][:2]]), rows)
