from __future__ import annotations

from engine.tile import CLASS_CODES
from vision.evaluate import Evaluation
from vision.train.charts import COLOURS, confusion_picture, curves_picture


def test_each_curve_is_drawn_in_its_colour() -> None:
    falling = [(10.0 * n, 5 / (n + 1)) for n in range(60)]
    image = curves_picture({"detector": falling, "classifier": falling[::2], "empty": []})
    assert image.shape == (500, 900, 3)
    for colour in COLOURS[:2]:
        assert (image == colour).all(axis=2).sum() > 200
    assert not (image == COLOURS[2]).all(axis=2).any()
    assert curves_picture({}).shape == image.shape


def test_what_was_misread_is_red_where_it_was_misread() -> None:
    result = Evaluation()
    result.per_class[0] = 10, 9, 6
    result.confusions["1m", "9m"] = 3
    image = confusion_picture(result, cell=18)
    middle = [44 + 18 * CLASS_CODES.index("9m") + 8, 44 + 8]
    blue, green, red = (int(v) for v in image[middle[1], middle[0]])
    assert red == 255 and blue == green < 160
    right = image[44 + 8, 44 + 8]
    assert right[0] == right[1] == right[2] < 130
    assert (image[44 + 18 * 5 + 8, 44 + 18 * 7 + 8] == 255).all()
