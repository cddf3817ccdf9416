"""Motion and change, and what is neither."""

from __future__ import annotations

import numpy as np

from vision.change import ChangeWatch

RNG = np.random.default_rng(5)
SCENE = np.clip(RNG.normal(110, 40, (30, 40, 1)).repeat(3, 2), 20, 180)
SCENE = np.kron(SCENE, np.ones((8, 8, 1))).astype(np.uint8)


def noisy(image: np.ndarray, gain: float = 1.0) -> np.ndarray:
    return np.clip(image * gain + RNG.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def started() -> ChangeWatch:
    watch = ChangeWatch(4)
    first = watch.step(noisy(SCENE))
    assert first.changed.all()
    assert not first.moving.any()
    watch.accept(np.ones(first.changed.shape, bool))
    return watch


def test_noise_is_no_change() -> None:
    watch = started()
    for _ in range(5):
        change = watch.step(noisy(SCENE))
        assert not change.moving.any()
        assert not change.changed.any()


def test_a_thing_moves_then_rests_then_is_known() -> None:
    watch = started()
    changed = SCENE.copy()
    changed[100:140, 120:150] = (240, 240, 230)
    first = watch.step(noisy(changed))
    inside = (slice(26, 34), slice(31, 37))
    assert first.moving[inside].all()
    assert first.changed[inside].all()
    assert not first.moving[:, :25].any()
    second = watch.step(noisy(changed))
    assert not second.moving.any()
    assert second.changed[inside].all()
    watch.accept(second.changed)
    assert not watch.step(noisy(changed)).changed[inside].any()


def test_flicker_along_edges_is_neither_and_does_not_add_up() -> None:
    watch = started()
    rng = np.random.default_rng(1)
    for _ in range(40):
        flickering = SCENE.copy()
        for row, column in rng.integers(2, (58, 78), (3, 2)):
            # Two cells wide, two high: less than a tenth of a tile.
            flickering[row * 4 : row * 4 + 8, column * 4 : column * 4 + 8] //= 2
        change = watch.step(noisy(flickering))
        assert change.moving.sum() <= 16, "only where two flickers met"
        assert change.changed.sum() <= 16


def test_an_exposure_step_is_neither() -> None:
    watch = started()
    for gain in (1.25, 0.8, 1.0):
        change = watch.step(noisy(SCENE, gain))
        assert change.moving.mean() < 0.01
        assert change.changed.mean() < 0.01


def test_a_thing_that_appears_during_an_exposure_step_is_seen() -> None:
    watch = started()
    changed = SCENE.copy()
    changed[100:140, 120:150] = (240, 240, 230)
    assert watch.step(noisy(changed, 0.8)).changed[26:34, 31:37].all()


def test_darkness_is_blindness_not_change() -> None:
    watch = started()
    assert watch.step(noisy(SCENE, 0.02)).blind
    back = watch.step(noisy(SCENE))
    assert not back.blind
    assert not back.changed.any()


def test_another_picture_size_starts_anew() -> None:
    watch = started()
    change = watch.step(noisy(SCENE)[:160])
    assert change.changed.all()
    assert not change.moving.any()
