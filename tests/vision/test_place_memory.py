"""Places without the felt's colour, and small tiles of which one picture tells too little."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.observations import Zone
from engine.seat import Seat
from table_io.virtual.scene import PlacedTile, Scene, Sensor
from tests.vision.evening import Evening, codes, renderer, text
from tests.vision.tables import LAYOUT, hand, river, wall
from vision.long_look import LongLook
from vision.place_memory import PlaceMemory


@pytest.mark.parametrize("seat", list(Seat))
def test_a_tile_taken_out_of_a_lamps_glare_is_gone(seat: Seat) -> None:
    tiles = river(seat, "1m9p3z5s")
    fixed = hand(Seat.A) + wall(Seat.A, [2] * 16)
    evening = Evening()
    evening.show([*fixed, *tiles[:2]], 4)
    surface = evening.eyes._surface
    assert surface is not None
    at = surface.calibration.to_pixel([(tiles[3].x, tiles[3].y)], LAYOUT.tile.thickness)
    glare = np.zeros((720, 1280, 1))
    (column, line), = at.astype(int)
    glare[line, column] = 1.0
    glare = cv2.GaussianBlur(glare, (0, 0), 1.5 * surface.tile_px)[..., None]
    glare *= 110 / glare.max()

    def glaring(image: np.ndarray) -> np.ndarray:
        return np.clip(image + glare, 0, 255).astype(np.uint8)

    evening.show([*fixed, *tiles[:3]], 6, lens=glaring)
    shown = surface.felt_mask(evening.eyes._watch.step(glaring(bare(fixed))[surface.view]).small)
    assert not surface.at(shown, at.astype(np.float32)).any(), "else nothing is tested"
    evening.show([*fixed, *tiles], 6, lens=glaring)
    assert codes(evening.last, Zone.RIVER, seat) == text(tiles)
    evening.show([*fixed, *tiles[:3]], 6, lens=glaring)
    assert codes(evening.last, Zone.RIVER, seat) == text(tiles[:3])


def bare(tiles: list[PlacedTile]) -> np.ndarray:
    return np.asarray(renderer().render(Scene(tuple(tiles), (3, 5)), 900).image)


def test_places_keep_their_looks_when_the_picture_is_drawn_anew() -> None:
    rng = np.random.default_rng(3)
    small = rng.integers(0, 255, (40, 60, 3)).astype(np.uint8)
    felt = np.full_like(small, 90)
    memory = PlaceMemory(11.0)
    window = (slice(10, 21), slice(20, 28))
    memory.came(felt, {7: window})
    memory.came(small, {7: window})
    memory.remember(small, {7: window})
    assert memory.holds(small, 7)
    assert memory.is_as_before(felt, 7)
    assert not memory.is_as_before(small, 7)
    assert not memory.holds(felt, 7)
    moved = np.roll(small, (3, 5), (0, 1))
    elsewhere = (slice(13, 24), slice(25, 33))
    redrawn = memory.redrawn({7: elsewhere})
    assert redrawn.holds(moved, 7)
    assert redrawn.is_as_before(felt, 7)
    redrawn.forget_others([])
    assert redrawn.window(7) is None
    assert not redrawn.is_as_before(felt, 7)


def test_a_long_look_takes_noise_away_where_it_is_still_and_smears_nothing() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z5s")
    evening.show(tiles, 2)
    surface = evening.eyes._surface
    assert surface is not None

    def picture(scene: Scene, seed: int) -> np.ndarray:
        return np.asarray(renderer().render(scene, seed).image)

    noisy = [Scene(tuple(tiles[:n]), sensor=Sensor(9.0)) for n in (3, 3, 3, 4, 4, 4)]
    moved_at = np.full(surface.shape, float("-inf"))
    at = surface.calibration.to_pixel([(t.x, t.y) for t in tiles], LAYOUT.tile.thickness)
    reach = 0.8 * surface.tile_px
    new = surface.cells((*(at[3] - reach), *(at[3] + reach)))

    def seen(pictures: list[np.ndarray]) -> np.ndarray:
        look = LongLook()
        for n, image in enumerate(pictures):
            look.add(image, float(n))
        return look.picture([surface.whole], surface, moved_at).astype(float)

    pictures = [picture(scene, n) for n, scene in enumerate(noisy)]
    plain = seen([picture(Scene(tuple(tiles), sensor=Sensor(0.0)), 0)])
    single = seen(pictures[-1:])
    moved_at[new] = 3.0
    averaged = seen(pictures)

    def error(image: np.ndarray, tile: int) -> float:
        x, y = at[tile].astype(int)
        half = int(surface.tile_px / 3)
        part = np.s_[y - half : y + half, x - half : x + half]
        return float(np.abs(image[part] - plain[part]).mean())

    assert error(averaged, 0) < 0.8 * error(single, 0)
    assert error(averaged, 3) < 0.8 * error(single, 3), "three pictures show the new tile"
