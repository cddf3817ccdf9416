"""How long a picture takes. Not a test: `python tests/table_io/bench_render.py`.

Milliseconds of processor time on one thread, for 136 tiles at 1920 x 1080.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import cv2

from engine.layout import DEFAULT_LAYOUT
from engine.seat import SEATS, Seat
from engine.tile import KINDS
from table_io.virtual.camera_model import oblique
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Arm, PlacedTile, Pose, Scene


def table(nudge: float) -> Scene:
    """Walls, hands and rivers of 34 tiles a seat."""
    tiles = []
    for seat in SEATS:
        yaw = DEFAULT_LAYOUT.upright_yaw(seat)
        places = [(-60 + 31 * (i % 6), 105 + 41 * (i // 6), 0.0, Pose.FACE_UP) for i in range(9)]
        places += [(-170 + 31 * i, 270, z, Pose.FACE_DOWN) for i in range(6) for z in (0.0, 24.0)]
        places += [(-190 + 31 * i, 420, 0.0, Pose.STANDING) for i in range(13)]
        for i, (lateral, depth, z, pose) in enumerate(places):
            x, y = DEFAULT_LAYOUT.to_table(seat, lateral + nudge, depth + nudge)
            tiles.append(PlacedTile(KINDS[(i + 9 * seat) % len(KINDS)], pose, x, y, z, yaw))
    return Scene(tuple(tiles), dice=(2, 6))


def took(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def main() -> None:
    cv2.setNumThreads(1)
    renderer = Renderer()
    print(f"first picture, nothing kept   {took(lambda: renderer.render(table(0))):6.0f} ms")
    fresh = [took(lambda n=n: renderer.render(table(n / 7), labels=False)) for n in range(1, 7)]
    print(f"136 tiles, all moved          {min(fresh):6.0f} ms")
    scene = table(1.3)
    renderer.render(scene)
    print(f"nothing moved                 {took(lambda: renderer.render(scene, 1, False)):6.0f} ms")
    print(f"nothing moved, with labels    {took(lambda: renderer.render(scene, 1)):6.0f} ms")
    less = replace(scene, tiles=scene.tiles[:-1])
    print(f"one tile gone                 {took(lambda: renderer.render(less, 2, False)):6.0f} ms")
    arm = replace(less, arms=(Arm(Seat.A, 20, 120),))
    print(f"an arm over it                {took(lambda: renderer.render(arm, 3, False)):6.0f} ms")
    cameras = [oblique(20 + 5 * k, width=640, height=640) for k in range(5)]
    new = [took(lambda c=c: Renderer(renderer.faces, camera=c).render(scene)) for c in cameras]
    print(f"a new camera, 640 x 640       {min(new):6.0f} ms")


if __name__ == "__main__":
    main()
