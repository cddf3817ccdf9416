"""Things that lie about and are no tiles: drawn, for learning to say "unknown".

Dominoes, cards, phones, keyboards, chips, cups, cutlery, dice, notes, and
scraps of print and pattern, each of other colours and proportions each time.
A picture of them is labelled in YOLO layout with class 0 for every thing, so
that a folder of them measures how often something is taken for a tile.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.detections import FloatArray
from vision.detector import ImageArray
from vision.labels import write_labels
from vision.train.weather import weather

Rng = np.random.Generator
FIRST_SEED: Final = 1_000_000
"""Pictures with this seed are kept out of training."""
Draw = Callable[[Rng, int], ImageArray]
"""A thing upright on a clear ground, (h, w, 4) BGRA, its long side about this many pixels."""
WORDS: Final = ("ENTER", "SHIFT", "A", "7", "OK", "MENU", "25%", "Sale", "No.4", "km", "&", "#")
SUITS: Final = ("A", "K", "Q", "J", "10", "7", "4")


def _canvas(width: float, height: float) -> ImageArray:
    return np.zeros((max(8, round(height)), max(8, round(width)), 4), np.uint8)


def _colour(rng: Rng, low: float = 0, high: float = 255) -> tuple[float, ...]:
    return (*(float(v) for v in rng.uniform(low, high, 3)), 255.0)


def _pale(rng: Rng) -> tuple[float, ...]:
    return (*(float(v) for v in np.clip(rng.normal(225, 18, 3), 150, 255)), 255.0)


def _slab(image: ImageArray, colour: tuple[float, ...], rounding: float) -> None:
    """The whole canvas as one rounded plate."""
    height, width = image.shape[:2]
    r = max(1, int(rounding * min(height, width)))
    cv2.rectangle(image, (r, 0), (width - 1 - r, height - 1), colour, -1)
    cv2.rectangle(image, (0, r), (width - 1, height - 1 - r), colour, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(image, (x, y), r, colour, -1, cv2.LINE_AA)


def _write(
    image: ImageArray, text: str, at: tuple[float, float], size: float, colour: tuple[float, ...]
) -> None:
    """Text with its middle at shares `at`, `size` high as a share of the canvas."""
    height, width = image.shape[:2]
    font = cv2.FONT_HERSHEY_DUPLEX
    scale = size * height / 22
    (w, h), _ = cv2.getTextSize(text, font, scale, 1)
    place = (int(at[0] * width - w / 2), int(at[1] * height + h / 2))
    cv2.putText(image, text, place, font, scale, colour, max(1, round(scale * 2)), cv2.LINE_AA)


def _pips(
    image: ImageArray, number: int, area: tuple[float, float, float, float],
    colour: tuple[float, ...], size: float,
) -> None:  # fmt: skip
    """A die's pips of `number` in the part (left, top, right, bottom) of the canvas."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = area
    grid = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}
    for place in grid.get(number, ""):
        row, column = divmod(int(place), 3)
        x = (x0 + (x1 - x0) * (0.22 + 0.28 * column)) * width
        y = (y0 + (y1 - y0) * (0.22 + 0.28 * row)) * height
        radius = max(1, int(size * min((x1 - x0) * width, (y1 - y0) * height)))
        cv2.circle(image, (int(x), int(y)), radius, colour, -1, cv2.LINE_AA)


def domino(rng: Rng, size: int) -> ImageArray:
    """Two squares of pips with a line between."""
    image = _canvas(size * rng.uniform(0.46, 0.54), size)
    dark = rng.random() < 0.4
    _slab(image, _colour(rng, 10, 60) if dark else _pale(rng), rng.uniform(0.05, 0.18))
    ink = _pale(rng) if dark else _colour(rng, 0, 90)
    height, width = image.shape[:2]
    for half in range(2):
        area = (0.0, half / 2, 1.0, half / 2 + 0.5)
        _pips(image, int(rng.integers(0, 7)), area, ink, rng.uniform(0.08, 0.12))
    cv2.line(
        image, (width // 8, height // 2), (width * 7 // 8, height // 2), ink, max(1, size // 40)
    )
    return image


def card(rng: Rng, size: int) -> ImageArray:
    """A playing card: a corner index and suit marks, or a patterned back."""
    image = _canvas(size * rng.uniform(0.62, 0.72), size)
    _slab(image, _pale(rng), rng.uniform(0.03, 0.09))
    height, width = image.shape[:2]
    ink = _colour(rng, 0, 60) if rng.random() < 0.5 else (40.0, 30.0, 200.0, 255.0)
    if rng.random() < 0.2:
        cv2.rectangle(image, (width // 10, height // 12), (width * 9 // 10, height * 11 // 12),
                      _colour(rng), -1)  # fmt: skip
        for k in range(6):
            cv2.line(image, (0, height * k // 6), (width, height * (k + 1) // 6), _pale(rng), 1)
        return image
    word = SUITS[int(rng.integers(len(SUITS)))]
    _write(image, word, (0.16, 0.12), 0.16, ink)
    _write(image, word, (0.84, 0.88), 0.16, ink)
    for _ in range(int(rng.choice([1, 2, 3, 4, 6]))):
        x, y = rng.uniform(0.3, 0.7) * width, rng.uniform(0.25, 0.75) * height
        _suit(image, (x, y), rng.uniform(0.06, 0.12) * height, ink, int(rng.integers(3)))
    return image


def _suit(
    image: ImageArray, at: tuple[float, float], r: float, ink: tuple[float, ...], kind: int
) -> None:
    x, y = at
    if kind == 0:
        points = np.array([(x, y - r), (x + 0.7 * r, y), (x, y + r), (x - 0.7 * r, y)])
        cv2.fillPoly(image, [points.astype(np.int32)], ink, cv2.LINE_AA)
        return
    sign = 1 if kind == 1 else -1
    for side in (-1, 1):
        centre = (int(x + side * r * 0.4), int(y - sign * r * 0.3))
        cv2.circle(image, centre, max(1, int(r * 0.5)), ink, -1, cv2.LINE_AA)
    points = np.array([(x - r * 0.85, y - sign * r * 0.1), (x + r * 0.85, y - sign * r * 0.1),
                       (x, y + sign * r)])  # fmt: skip
    cv2.fillPoly(image, [points.astype(np.int32)], ink, cv2.LINE_AA)


def phone(rng: Rng, size: int) -> ImageArray:
    """A slab with a screen, dark or lit with icons."""
    image = _canvas(size * rng.uniform(0.45, 0.55), size)
    _slab(image, _colour(rng, 10, 230), rng.uniform(0.08, 0.2))
    height, width = image.shape[:2]
    m = max(1, width // 16)
    screen = _colour(rng, 0, 40) if rng.random() < 0.5 else _colour(rng, 60, 255)
    cv2.rectangle(image, (m, m * 2), (width - m, height - m * 2), screen, -1)
    if rng.random() < 0.6:
        for row in range(5):
            for column in range(4):
                if rng.random() < 0.7:
                    x, y = width * (2 * column + 1) // 8, height * (2 * row + 2) // 13
                    r = max(1, width // 14)
                    cv2.rectangle(image, (x - r, y - r), (x + r, y + r), _colour(rng), -1)
    return image


def key(rng: Rng, size: int) -> ImageArray:
    """One key of a keyboard or a remote control."""
    image = _canvas(size * rng.uniform(0.85, 1.0), size * rng.uniform(0.75, 1.0))
    dark = rng.random() < 0.5
    side = _colour(rng, 10, 70) if dark else _pale(rng)
    _slab(image, side, 0.12)
    height, width = image.shape[:2]
    top = tuple(min(255.0, v * 1.12 + 8) for v in side)
    cv2.rectangle(image, (width // 8, height // 12), (width * 7 // 8, height * 5 // 6), top, -1)
    word = WORDS[int(rng.integers(len(WORDS)))]
    ink = _pale(rng) if dark else _colour(rng, 0, 90)
    _write(
        image, word, (rng.uniform(0.35, 0.6), rng.uniform(0.3, 0.55)), 0.5 / max(2, len(word)), ink
    )
    return image


def chip(rng: Rng, size: int) -> ImageArray:
    """A round chip or coin with notches and a number."""
    image = _canvas(size, size)
    c, r = size // 2, size // 2 - 1
    cv2.circle(image, (c, c), r, _colour(rng), -1, cv2.LINE_AA)
    notch = _pale(rng)
    for k in range(int(rng.integers(4, 10))):
        angle = k * 2 * np.pi / 6
        end = (int(c + r * np.cos(angle)), int(c + r * np.sin(angle)))
        cv2.line(image, (c, c), end, notch, max(1, size // 9))
    cv2.circle(image, (c, c), int(r * 0.66), _colour(rng), -1, cv2.LINE_AA)
    alpha = np.zeros((size, size), np.uint8)
    cv2.circle(alpha, (c, c), r, (255,), -1, cv2.LINE_AA)
    _write(image, str(int(rng.choice([1, 5, 10, 25, 100]))), (0.5, 0.5), 0.28, _pale(rng))
    image[..., 3] = alpha
    return image


def cup(rng: Rng, size: int) -> ImageArray:
    """A cup or bowl from above, with what is in it."""
    image = _canvas(size, size)
    c, r = size // 2, size // 2 - 1
    for share, colour in (
        (1.0, _pale(rng)), (0.86, _colour(rng, 30, 220)), (0.8, _colour(rng, 20, 160))
    ):  # fmt: skip
        cv2.circle(image, (c, c), max(1, int(r * share)), colour, -1, cv2.LINE_AA)
    return image


def cutlery(rng: Rng, size: int) -> ImageArray:
    """A spoon, fork or pair of sticks."""
    image = _canvas(size * rng.uniform(0.22, 0.4), size)
    height, width = image.shape[:2]
    metal = _colour(rng, 120, 230)
    c = width // 2
    cv2.line(image, (c, height // 3), (c, height - 2), metal, max(2, width // 5), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.ellipse(
            image, (c, height // 5), (max(2, width * 2 // 5), height // 6), 0, 0, 360, metal, -1
        )
    else:
        for k in range(3):
            x = width * (k + 1) // 4
            cv2.line(image, (x, 1), (x, height // 3), metal, max(1, width // 9), cv2.LINE_AA)
        cv2.line(
            image,
            (width // 4, height // 3),
            (width * 3 // 4, height // 3),
            metal,
            max(2, width // 6),
        )
    return image


def die(rng: Rng, size: int) -> ImageArray:
    """A die's upper face."""
    image = _canvas(size, size)
    _slab(image, _pale(rng) if rng.random() < 0.7 else _colour(rng), rng.uniform(0.08, 0.25))
    ink = (40.0, 30.0, 190.0, 255.0) if rng.random() < 0.3 else _colour(rng, 0, 80)
    _pips(image, int(rng.integers(1, 7)), (0, 0, 1, 1), ink, rng.uniform(0.09, 0.14))
    return image


def note(rng: Rng, size: int) -> ImageArray:
    """A scrap of paper, a box or a card case with print on it."""
    image = _canvas(size * rng.uniform(0.6, 1.0), size)
    _slab(image, _pale(rng) if rng.random() < 0.6 else _colour(rng, 60, 255), 0.03)
    height, width = image.shape[:2]
    ink = _colour(rng, 0, 120)
    if rng.random() < 0.5:
        for k in range(int(rng.integers(3, 9))):
            y = int(height * (k + 1) / 10)
            end = int(width * rng.uniform(0.4, 0.9))
            cv2.line(image, (width // 10, y), (end, y), ink, max(1, size // 60))
    else:
        word = WORDS[int(rng.integers(len(WORDS)))]
        _write(image, word, (0.5, rng.uniform(0.3, 0.7)), 0.6 / max(2, len(word)), ink)
    return image


def scrap(rng: Rng, size: int) -> ImageArray:
    """A plate of noise at some grain: cloth, print, a magazine's picture."""
    image = _canvas(size * rng.uniform(0.6, 1.0), size)
    height, width = image.shape[:2]
    cells = int(rng.integers(2, 14))
    coarse = rng.uniform(0, 255, 3) + rng.normal(0, rng.uniform(10, 70), (cells, cells, 3))
    how = cv2.INTER_CUBIC if rng.random() < 0.6 else cv2.INTER_NEAREST
    image[..., :3] = cv2.resize(
        coarse.clip(0, 255).astype(np.uint8), (width, height), interpolation=how
    )
    image[..., 3] = 255
    return image


THINGS: Final[dict[str, Draw]] = {
    "domino": domino, "card": card, "phone": phone, "key": key, "chip": chip, "cup": cup,
    "cutlery": cutlery, "die": die, "note": note, "scrap": scrap,
}  # fmt: skip


def _turned(thing: ImageArray, rng: Rng) -> ImageArray:
    """The thing at any angle, on a canvas that holds it."""
    height, width = thing.shape[:2]
    degrees = rng.choice([0, 90, 180, 270]) + rng.normal(0, 4)
    if rng.random() < 0.4:
        degrees = rng.uniform(0, 360)
    cos, sin = abs(np.cos(np.radians(degrees))), abs(np.sin(np.radians(degrees)))
    wide, high = int(width * cos + height * sin) + 2, int(width * sin + height * cos) + 2
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(degrees), 1.0)
    matrix[:, 2] += (wide - width) / 2, (high - height) / 2
    return np.asarray(cv2.warpAffine(thing, matrix, (wide, high)), np.uint8)


def _ground(rng: Rng, width: int, height: int) -> ImageArray:
    cells = int(rng.integers(1, 60))
    base = rng.uniform(20, 220, 3)
    if rng.random() < 0.5:
        base = np.array([70, 105, 30]) * rng.uniform(0.5, 1.6)
    coarse = base + rng.normal(0, rng.uniform(0, 18), (cells, cells, 3))
    return np.asarray(cv2.resize(coarse.clip(0, 255).astype(np.uint8), (width, height)), np.uint8)


def near_misses(
    rng: Rng,
    width: int = 1280,
    height: int = 960,
    count: int = 24,
    size: tuple[float, float] = (34, 110),
) -> tuple[ImageArray, FloatArray, list[str]]:
    """A picture of things that are no tiles, (N, 4) boxes around them, their names.

    `size`: between which pixels their long sides lie.
    """
    image = _ground(rng, width, height)
    boxes: list[tuple[int, int, int, int]] = []
    names = []
    for _ in range(count * 3):
        if len(boxes) == count:
            break
        name = list(THINGS)[int(rng.integers(len(THINGS)))]
        thing = _turned(THINGS[name](rng, int(np.exp(rng.uniform(*np.log(size))))), rng)
        h, w = thing.shape[:2]
        x, y = int(rng.integers(4, width - w - 4)), int(rng.integers(4, height - h - 4))
        if any(
            x < b[2] + 6 and x + w + 6 > b[0] and y < b[3] + 6 and y + h + 6 > b[1] for b in boxes
        ):
            continue
        _lay(image, thing, x, y, rng)
        boxes.append((x, y, x + w, y + h))
        names.append(name)
    return weather(image, rng, 0.5), np.array(boxes, np.float32).reshape(-1, 4), names


def _lay(image: ImageArray, thing: ImageArray, x: int, y: int, rng: Rng) -> None:
    """Blend the thing into the picture, a soft shadow beside it."""
    h, w = thing.shape[:2]
    share = thing[..., 3:].astype(np.float32) / 255
    dx, dy = (int(v) for v in rng.integers(-3, 4, 2))
    below = image[y + dy : y + dy + h, x + dx : x + dx + w]
    below[:] = below * (1 - 0.4 * cv2.blur(share, (5, 5))[..., None])
    part = image[y : y + h, x : x + w]
    part[:] = part * (1 - share) + thing[..., :3] * share


def write_near_misses(folder: Path, count: int, seed: int) -> None:
    """`count` pictures in YOLO layout under `folder`, every thing labelled as class 0."""
    (folder / "images").mkdir(parents=True, exist_ok=True)
    for number in range(count):
        image, boxes, _ = near_misses(np.random.default_rng((seed, number)))
        name = f"{number:04d}"
        cv2.imwrite(str(folder / "images" / f"{name}.jpg"), image)
        size = (image.shape[1], image.shape[0])
        write_labels(
            folder / "labels" / f"{name}.txt", np.zeros(len(boxes), np.int64), boxes, *size
        )
