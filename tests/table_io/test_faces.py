"""Our own faces are whole; a foreign set may be partial."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tile import CLASS_CODES
from models import faces
from models.faces import draw
from table_io.virtual.faces import FaceSet


@pytest.mark.parametrize("code", CLASS_CODES)
def test_each_code_has_a_face_with_ink(code: str) -> None:
    image = faces.raster(code, 60)
    assert image.shape == (80, 60, 4)
    share = float((image[..., 3] > 128).mean())
    assert 0.05 < share <= 1.0


def test_no_two_faces_look_alike() -> None:
    small = {code: faces.raster(code, 30, body=True).astype(int) for code in CLASS_CODES}
    codes = list(small)
    for i, one in enumerate(codes):
        for other in codes[i + 1 :]:
            difference = np.abs(small[one][..., :3] - small[other][..., :3]).mean()
            assert difference > 4, f"{one} and {other}"


def test_kept_drawings_are_what_the_script_draws() -> None:
    drawn = draw.all_faces()
    assert set(drawn) == set(CLASS_CODES)
    for code, svg in drawn.items():
        assert (faces.FOLDER / f"{code}.svg").read_text(encoding="utf-8") == svg


def test_ink_stays_off_the_edge() -> None:
    for code in CLASS_CODES:
        if code != "back":
            alpha = faces.raster(code, 100)[..., 3]
            border = np.concatenate((alpha[:2].ravel(), alpha[-2:].ravel(), alpha[:, 0]))
            assert not border.any(), code


def test_body_is_ivory_with_round_corners() -> None:
    blank = faces.raster("5z", 60, body=True)
    assert tuple(blank[40, 30, :3]) == faces.IVORY
    assert blank[0, 0, 3] == 0
    assert blank[40, 0, 3] == 255


def test_unknown_code_is_refused() -> None:
    with pytest.raises(KeyError):
        faces.raster("9z", 30)


def _square(path: Path, colour: tuple[int, int, int, int]) -> None:
    cv2.imwrite(str(path), np.full((40, 30, 4), colour, np.uint8))


def test_foreign_art_falls_back_to_ours(tmp_path: Path) -> None:
    (tmp_path / "5m.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40">'
        '<rect x="10" y="10" width="10" height="20" fill="#ff0000"/></svg>',
        encoding="utf-8",
    )
    found = FaceSet.load(tmp_path)
    assert found.own_codes == {"5m"}
    assert tuple(found.ink("5m", 30)[20, 15]) == (255, 0, 0, 255)
    assert np.array_equal(found.ink("6m", 30), faces.raster("6m", 30))
    assert not found.ink("?", 30).any()


def test_svg_is_preferred_and_png_is_read(tmp_path: Path) -> None:
    _square(tmp_path / "back.png", (255, 0, 0, 255))
    _square(tmp_path / "1m.png", (0, 0, 255, 255))
    found = FaceSet.load(tmp_path)
    assert tuple(found.ink("back", 30)[20, 15, :3]) == (0, 0, 255)
    assert tuple(found.ink("1m", 30)[20, 15, :3]) == (255, 0, 0)


def test_art_drawn_to_the_edge_is_given_a_margin(tmp_path: Path) -> None:
    for code in ("1p", "2p"):
        image = np.zeros((40, 30, 4), np.uint8)
        image[:, 12:18] = (20, 20, 20, 255)
        image[18:22] = (20, 20, 20, 255)
        cv2.imwrite(str(tmp_path / f"{code}.png"), image)
    ink = FaceSet.load(tmp_path).ink("1p", 60)[..., 3]
    assert not ink[:3].any()
    assert not ink[:, :2].any()
    assert ink[40, 30] == 255


def test_a_frame_around_every_face_is_trimmed(tmp_path: Path) -> None:
    for code in ("1p", "2p", "3p"):
        image = np.zeros((400, 300, 4), np.uint8)
        cv2.rectangle(image, (5, 5), (294, 394), (90, 90, 90, 255), 8)
        cv2.circle(image, (150, 200), 60, (0, 0, 200, 255), -1)
        cv2.imwrite(str(tmp_path / f"{code}.png"), image)
    ink = FaceSet.load(tmp_path).ink("2p", 60)[..., 3]
    assert not ink[:20].any()
    assert ink[40, 30] == 255


def test_bad_art_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError):
        FaceSet.load(tmp_path / "none")
    with pytest.raises(ValueError, match=r"5m\.svg"):
        FaceSet.load(tmp_path)
    (tmp_path / "1m.svg").write_text("not a drawing", encoding="utf-8")
    with pytest.raises(ValueError, match=r"1m\.svg"):
        FaceSet.load(tmp_path)
