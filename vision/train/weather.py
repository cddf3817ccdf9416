"""What light, lens and compression do to a picture: random, in place of a camera."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detector import ImageArray


def weather(image: ImageArray, rng: np.random.Generator, strength: float = 1.0) -> ImageArray:
    """The picture under another lamp, through another lens. `strength` 0…1."""
    out = image.astype(np.float32)
    height, width = image.shape[:2]
    if rng.random() < 0.8:
        cast = rng.normal(1.0, 0.07 * strength, 3)
        gain = np.exp(rng.normal(0, 0.28 * strength))
        out = out * (gain * cast).astype(np.float32) + np.float32(rng.normal(0, 10 * strength))
    if rng.random() < 0.4:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * np.float32(rng.uniform(0.3, 1.5))
    if rng.random() < 0.4:
        out *= _gradient(height, width, rng, 0.5 * strength)
    if rng.random() < 0.15:
        out += _glare(height, width, rng) * np.float32(200 * strength)
    if rng.random() < 0.35:
        out = _blur(out, rng, strength)
    if rng.random() < 0.15 * strength:
        _cover(out, rng)
    if rng.random() < 0.4:
        noise = rng.standard_normal((height, width, 1), np.float32)
        out += noise * np.float32(rng.uniform(1, 12) * strength)
    result = np.asarray(np.clip(out, 0, 255), np.uint8)
    if rng.random() < 0.3:
        quality = int(rng.integers(30, 90))
        _, packed = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
        result = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return result


def _gradient(height: int, width: int, rng: np.random.Generator, depth: float) -> np.ndarray:
    corners = rng.uniform(1 - depth, 1 + depth * 0.6, (2, 2)).astype(np.float32)
    return np.asarray(cv2.resize(corners, (width, height))[..., None])


def _glare(height: int, width: int, rng: np.random.Generator) -> np.ndarray:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(0, width), rng.uniform(0, height)
    rx, ry = rng.uniform(0.04, 0.3, 2) * width
    spot = np.exp(-(((xs - cx) / rx) ** 2) - ((ys - cy) / ry) ** 2)
    return np.asarray(spot[..., None] * np.float32(rng.uniform(0.2, 1)))


def _blur(out: np.ndarray, rng: np.random.Generator, strength: float) -> np.ndarray:
    if rng.random() < 0.6:
        return np.asarray(cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6) * strength + 0.05))
    length = int(rng.integers(2, 3 + int(5 * strength)))
    kernel = np.zeros((length, length), np.float32)
    end = (int(rng.integers(length)), int(rng.integers(length)))
    cv2.line(kernel, (length // 2, length // 2), end, (1.0,))
    kernel += np.float32(1e-6)
    return np.asarray(cv2.filter2D(out, -1, kernel / kernel.sum()))


def _cover(out: np.ndarray, rng: np.random.Generator) -> None:
    """A finger, a cup's rim or a sleeve in front of part of the picture."""
    height, width = out.shape[:2]
    skin = (rng.uniform(80, 190), rng.uniform(110, 200), rng.uniform(150, 240))
    colour = skin if rng.random() < 0.6 else tuple(rng.uniform(0, 255, 3))
    centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
    axes = (int(width * rng.uniform(0.02, 0.08)) + 1, int(width * rng.uniform(0.08, 0.4)) + 1)
    cv2.ellipse(out, centre, axes, rng.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA)
