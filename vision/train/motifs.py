"""Faces that every engraver draws as he likes: birds, flowers, helpers, jokers.

No two makers agree on them; what they share is a bird on 1s, the season or the
plant by name or by a number on a flower, a word on a helper. So everything else
is drawn at random here, for one set in one manner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Protocol

from models.faces import RGBA
from table_io.virtual.faces import FaceSet
from vision.train.engraving import (
    HIGH,
    PALE,
    WIDE,
    Face,
    Ink,
    Rng,
    black,
    dark,
    frame,
    reinked,
    stretched,
)

_FLOWERS: Final = ("春夏秋冬梅蘭菊竹", "春夏秋冬梅兰菊竹")
_HELPERS: Final = (
    ("貓", "老鼠", "財神", "元寶"),
    ("猫", "老鼠", "财神", "元宝"),
    ("猫", "鼠", "财神", "元宝"),
    ("貓", "鼠", "財", "寶"),
    ("猫", "鼠", "財", "寶"),
    ("猫", "鼠", "财", "宝"),
)
_JOKERS: Final = ("百搭", "百搭", "听用", "聽用", "癞子", "JOKER", "飛", "混")
_COUNTED: Final = ("1234", "一二三四")
_PLACES: Final = (
    ((0.5, 0.26), (0.5, 0.7)),
    ((0.5, 0.74), (0.5, 0.3)),
    ((0.3, 0.26), (0.58, 0.66)),
    ((0.7, 0.26), (0.42, 0.66)),
    ((0.28, 0.72), (0.6, 0.36)),
    ((0.5, 0.5), (0.5, 0.5)),
)
"""Middles of a flower's word and of its picture, in shares of the face."""
Box = tuple[float, float, float, float]


class Glyph(Protocol):
    """Writes a text into a box: middle x, middle y, width, height, in shares of the face."""

    def __call__(self, face: Face, text: str, box: Box, ink: Ink) -> None: ...


class PictureFaces:
    """One engraver's pictures: of 1s, the flowers, the helpers and the joker."""

    def __init__(
        self, rng: Rng, glyph: Glyph, inks: tuple[Ink, Ink, Ink], pictures: Sequence[FaceSet]
    ) -> None:
        """`inks`: red, green, blue of the set; `pictures`: where birds and flowers may be
        borrowed from."""
        self.rng, self.glyph = rng, glyph
        self.red, self.green, self.blue = inks
        borrows = len(pictures) > 0 and rng.random() < 0.45
        self.lender = pictures[int(rng.integers(len(pictures)))] if borrows else None
        self.flowers = _FLOWERS[int(rng.random() < 0.4)]
        self.helpers = _HELPERS[int(rng.integers(len(_HELPERS)))]
        self.joker = _JOKERS[int(rng.integers(len(_JOKERS)))]
        self.word, self.middle = _PLACES[int(rng.integers(len(_PLACES)))]
        self.word_size = float(rng.uniform(0.34, 0.62))
        self.motif = int(rng.integers(5))
        self.motif_size = float(rng.uniform(0.2, 0.36))
        self.counted = _COUNTED[int(rng.random() < 0.25)] if rng.random() < 0.6 else ""
        self.count_at = (float(rng.choice([0.14, 0.86])), float(rng.choice([0.1, 0.12, 0.88])))
        self.word_inks = tuple(dark(rng) if rng.random() < 0.6 else black(rng) for _ in range(3))
        self.around = int(rng.integers(5))
        self.bird = int(rng.integers(3))

    def face(self, code: str) -> RGBA:
        """Face `code`, (200, 150, 4) RGBA."""
        number, suit, face = int(code[0]), code[1], Face()
        if suit == "s":
            return self._bird(face)
        if suit == "f":
            return self._flower(face, number)
        if suit == "h":
            ink = self.word_inks[2] if self.rng.random() < 0.7 else dark(self.rng)
            self._words(face, self.helpers[number - 1], ink, ink)
            return face.rgba
        self._words(face, self.joker, self.red, self.blue if self.rng.random() < 0.4 else self.red)
        if self.rng.random() < 0.4:
            frame(face, self.green, 8, 3)
        return face.rgba

    def _borrowed(self, code: str) -> RGBA:
        assert self.lender is not None
        turned = reinked(self.lender.ink(code, WIDE), float(self.rng.uniform(0, 1)), 0.0, 1.0)
        return stretched(turned, self.rng.uniform(0.75, 1.0, 2))

    def _bird(self, face: Face) -> RGBA:
        if self.lender is not None:
            return self._borrowed("1s")
        if self.bird == 2:
            self._plain_bird(face)
            return face.rgba
        rng, body, tail = self.rng, face.paint(self.green), face.paint(self.blue)
        x, y = WIDE * rng.uniform(0.4, 0.6), HIGH * rng.uniform(0.5, 0.62)
        for n in range(int(rng.integers(3, 9))):
            angle = math.radians(rng.uniform(-70, 70) if n > 1 else rng.uniform(-20, 20))
            end = (x + 75 * math.sin(angle), y - 85 * math.cos(angle))
            tail.stroke([(x, y), end], rng.uniform(2, 5))
            if rng.random() < 0.7:
                face.paint(self.red).disc(*end, rng.uniform(3, 8))
        body.oval(x, y, rng.uniform(18, 32), rng.uniform(26, 42), rng.uniform(-30, 30))
        head = (x + rng.uniform(-30, 30), y - rng.uniform(38, 55))
        body.stroke([(x, y), head], rng.uniform(8, 16))
        body.disc(*head, rng.uniform(9, 15))
        face.paint(PALE).disc(head[0], head[1], 3)
        face.paint(self.red).stroke([head, (head[0] + rng.uniform(-24, 24), head[1] + 3)], 4)
        for foot in (-9, 9):
            face.paint(self.red).stroke([(x + foot, y + 30), (x + foot * 1.5, HIGH * 0.92)], 3)
        return face.rgba

    def _plain_bird(self, face: Face) -> None:
        """A head, a body, a beak and legs, in outline or filled."""
        rng, inks = self.rng, (self.red, self.green, self.blue)
        line = -1.0 if rng.random() < 0.4 else float(rng.uniform(3, 7))
        x, head_y = WIDE * rng.uniform(0.42, 0.6), HIGH * rng.uniform(0.2, 0.34)
        low, wide, side = HIGH * rng.uniform(0.68, 0.82), rng.uniform(22, 42), rng.choice([-1, 1])
        body = face.paint(inks[int(rng.integers(3))])
        corners = [(x, head_y + 12), (x - wide, low), (x + wide, low), (x, head_y + 12)]
        if rng.random() < 0.4:
            middle = (head_y + low) / 2 + 10
            thick = max(3, round(abs(line)))
            body.oval(x, middle, wide, (low - head_y) * 0.45, 0, -1 if line < 0 else thick)
        elif line < 0:
            body.polygon(corners)
        else:
            body.stroke(corners, line)
        face.paint(inks[int(rng.integers(3))]).disc(x, head_y, rng.uniform(12, 24), line)
        beak = (x + side * rng.uniform(26, 44), head_y + rng.uniform(-8, 8))
        face.paint(dark(rng)).stroke([(x + side * 14, head_y), beak], rng.uniform(3, 8))
        for foot in (-10, 10)[int(rng.random() < 0.3) :]:
            face.paint(inks[int(rng.integers(3))]).stroke(
                [(x + foot * 0.5, low - 20), (x + foot, HIGH * 0.94)], rng.uniform(2, 6)
            )

    def _flower(self, face: Face, number: int) -> RGBA:
        rng, word = self.rng, self.flowers[number - 1]
        if self.lender is not None and rng.random() < 0.4:
            return self._borrowed(f"{number}f")
        over = self.word == self.middle
        x, y = self.middle[0] * WIDE + rng.normal(0, 5), self.middle[1] * HIGH + rng.normal(0, 5)
        if not over or rng.random() < 0.3:
            self._motif(face, x, y, self.motif_size * WIDE)
        size = self.word_size * (1.4 if over else 1.0)
        ink = self.word_inks[int(number > 4)]
        left, top = self.word
        self.glyph(face, word, (left, top, size, size * 0.75), ink)
        if self.counted:
            digit = self.counted[(number - 1) % 4]
            self.glyph(face, digit, (*self.count_at, 0.24, 0.16), ink)
        return face.rgba

    def _motif(self, face: Face, x: float, y: float, size: float) -> None:
        """A plant of some kind around (x, y), pixels; `size`: how far it reaches."""
        rng, leaf, petal = self.rng, face.paint(self.green), face.paint(dark(self.rng))
        count = int(rng.integers(4, 9))
        if self.motif < 3:
            if self.motif < 2:
                leaf.stroke([(x, y), (x + rng.uniform(-25, 25), y + size * 1.5)],
                            rng.uniform(2, 5))  # fmt: skip
            for _ in range(int(rng.integers(0, 4)) * int(self.motif == 0)):
                spot = (x + rng.uniform(-1, 1) * size, y + rng.uniform(0.2, 1.2) * size)
                leaf.oval(*spot, rng.uniform(8, 20), rng.uniform(3, 7), rng.uniform(0, 180))
            far = size * rng.uniform(0.45, 0.65)
            for n in range(count):
                angle = 2 * math.pi * n / count
                spot = (x + far * math.cos(angle), y + far * math.sin(angle))
                if self.motif == 2:
                    petal.disc(*spot, size * 0.32)
                else:
                    petal.oval(*spot, far * 0.7, far * 0.4, math.degrees(angle))
            face.paint(dark(rng) if rng.random() < 0.7 else PALE).disc(x, y, far * 0.4)
            return
        for _ in range(count):
            turn = rng.uniform(-1, 1) * (0.6 if self.motif == 3 else math.pi)
            end = (x + size * 1.3 * math.sin(turn), y + size * (0.5 - 1.4 * math.cos(turn)))
            leaf.stroke([(x, y + size * 0.5), end], rng.uniform(2, 6))
            if rng.random() < 0.6:
                petal.oval(*end, rng.uniform(5, 14), rng.uniform(3, 8), rng.uniform(0, 180))

    def _words(self, face: Face, text: str, ink: Ink, second: Ink) -> None:
        if text.isascii():
            self.glyph(face, text, (0.5, 0.5, 0.9, 0.35), ink)
            return
        boxed, share = self.around > 1, 1 / len(text)
        shrunk = 0.74 if boxed else 1.0
        for n, character in enumerate(text):
            y = 0.5 + (share * (n + 0.5) - 0.5) * shrunk
            wide = (0.75 if len(text) == 1 else 0.6) * shrunk
            high = min(0.6, share * 0.9) * shrunk
            self.glyph(face, character, (0.5, y, wide, high), second if n else ink)
        ring = face.paint(ink if self.rng.random() < 0.5 else self.word_inks[0])
        if self.around == 2 and len(text) == 1:
            ring.disc(WIDE / 2, HIGH / 2, WIDE * 0.46, self.rng.uniform(2, 6))
        elif self.around == 3:
            ring.oval(WIDE / 2, HIGH / 2, WIDE * 0.46, HIGH * 0.46, 0, int(self.rng.integers(2, 6)))
        elif self.around == 4:
            frame(face, ring.ink, 10, self.rng.uniform(2, 5))
