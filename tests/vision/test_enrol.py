from __future__ import annotations

from datetime import datetime

import numpy as np
import pytest

from vision.detections import BACK_CLASS, LEAST_KNOWN, Detections
from vision.enrol import TileSet, fit_set, load_source
from vision.enrol_photo import EnrolError, named_tiles, wanted_rows
from vision.naming import HomeNaming, Vectors, join_vectors
from vision.reader import TileReader
from vision.train.home import evaluate_enrolment

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


def test_only_kinds_not_enrolled_can_be_lost(source: tuple[Vectors, HomeNaming]) -> None:
    """A home with a whole set of its own need not read other people's."""
    vectors, own = source
    check = fit_set("all", home(vectors, 3.0, 3, 48), vectors, own, "m", WHEN).check
    assert check.others == 0 and check.source_before == check.source_after == 1.0
    assert check.helps
    part = fit_set("part", home(vectors, 2.4, 3, 20), vectors, own, "m", WHEN).check
    assert part.others == 28 * EACH // 2


def test_what_the_model_calls_strange_is_known_once_enrolled(
    source: tuple[Vectors, HomeNaming],
) -> None:
    vectors, own = source
    mine = home(vectors, 2.4, 3)
    known = np.linspace(0.3, 1.0, len(mine)).astype(np.float32)
    mine = Vectors(mine.values, mine.classes, mine.crops, known)
    naming = fit_set("home", mine, vectors, own, "m", WHEN).naming
    assert 0.3 <= naming.least_known < 0.35
    told = naming.known(known)
    assert 0.97 <= (told >= LEAST_KNOWN).mean() < 1 and told.max() == 1
    assert naming.known(np.zeros(1, np.float32)) == 0
    assert (own.known(known) == known).all(), "a set that is known anyway changes nothing"


def test_backs_stay_what_the_model_takes_for_backs(source: tuple[Vectors, HomeNaming]) -> None:
    """No home enrols its backs, and its faces may look much like them."""
    vectors, own = source
    mine = home(vectors, 2.4, 3, 47)
    backs = vectors.values[vectors.classes == BACK_CLASS]
    rng = np.random.default_rng(3)
    near = Vectors(
        np.repeat(backs.mean(axis=0, keepdims=True) * 0.8, 12, 0).astype(np.float32)
        + rng.normal(0, 0.2, (12, SIZE)).astype(np.float32),
        np.zeros(12, np.int64), np.repeat(np.arange(900, 903), 4),
    )  # fmt: skip
    naming = fit_set("home", mine, vectors, own, "m", WHEN).naming
    assert naming.backs is own
    asked = np.concatenate([mine.values, backs])
    told, before = naming.logits(asked).argmax(axis=1), own.logits(asked).argmax(axis=1)
    assert ((told == BACK_CLASS) == (before == BACK_CLASS)).mean() > 0.995
    # Where the model takes the home's own faces for backs, it is not asked about them.
    blind = fit_set("home", join_vectors([mine, near]), vectors, own, "m", WHEN).naming
    assert blind.backs is None


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
    some = vectors.values[:40]
    assert (again.naming.logits(some) == tiles.naming.logits(some)).all()


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


def test_boxes_too_many_are_left_out_least_believed_first() -> None:
    rows = wanted_rows("123m,456p")
    found = laid(rows)
    extra = found[:1]
    extra = Detections(extra.boxes + 7, np.array([0.5], np.float32), extra.probs)
    both = Detections.concat([extra, found])
    boxes, codes = named_tiles(both, rows)
    assert codes == ["1m", "2m", "3m", "4p", "5p", "6p"]
    assert (boxes == named_tiles(found, rows)[0]).all()


def test_a_laid_out_set_is_enrolled_and_read_on_a_table() -> None:
    reader = TileReader.load(threads=2)
    source, own = load_source()
    told = evaluate_enrolment(reader, source, own, None, per=1, tables=1).to_json()
    assert told["kinds"] == told["crops"] == 47
    assert told["held_out_before"] > 0.9, "our own faces are known before"
    assert told["faces_located"] > 80
    assert told["right_before"] > 0.95 and told["right_after"] >= told["right_before"] - 0.02
    assert reader.classifier.naming is None
