"""The four sounds, made by arithmetic: no file of anybody's is played."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ui.sound.cues import Cue

RATE = 22_050
"""Samples a second, one channel, 16 bits."""
LOUD = 0.5
Samples = npt.NDArray[np.float64]


def _note(pitch: float, seconds: float, decay: float) -> Samples:
    """A struck note: `pitch` in hertz with a softer octave, dying away."""
    at = np.arange(round(seconds * RATE)) / RATE
    tone = np.sin(2 * np.pi * pitch * at) + 0.3 * np.sin(4 * np.pi * pitch * at)
    rise = np.minimum(1.0, at / 0.004)
    return np.asarray(tone * np.exp(-at * decay) * rise / 1.3, np.float64)


def _click(seconds: float, random: np.random.Generator) -> Samples:
    """A tile put down on wood: a knock with a little noise."""
    at = np.arange(round(seconds * RATE)) / RATE
    noise = random.uniform(-1.0, 1.0, len(at)) * np.exp(-at * 260)
    knock = np.sin(2 * np.pi * 620 * at) * np.exp(-at * 70)
    return np.asarray(0.5 * noise + 0.5 * knock, np.float64)


def _one_after_another(parts: Sequence[Samples], apart: float) -> Samples:
    """Each part begins `apart` seconds after the one before it."""
    step = round(apart * RATE)
    out = np.zeros(step * (len(parts) - 1) + max(len(part) for part in parts))
    for number, part in enumerate(parts):
        start = number * step
        out[start : start + len(part)] += part[: len(out) - start]
    return out


def samples(cue: Cue) -> Samples:
    """The sound of a cue, within −1 and 1; the same every time."""
    made = {
        Cue.DISCARD: lambda: _click(0.09, np.random.default_rng(1)),
        Cue.CLAIM: lambda: _one_after_another((_note(523, 0.2, 14), _note(659, 0.25, 12)), 0.09),
        Cue.WIN: lambda: _one_after_another(
            [_note(pitch, 0.5, 6) for pitch in (523, 659, 784, 1047)], 0.12
        ),
        Cue.QUESTION: lambda: _one_after_another((_note(587, 0.25, 9), _note(587, 0.3, 8)), 0.2),
    }[cue]()
    return np.asarray(made * (LOUD / max(1e-9, float(np.abs(made).max()))), np.float64)


def wav(cue: Cue) -> bytes:
    """The sound of a cue as a WAV file."""
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples(cue) * 32_767).astype("<i2").tobytes())
    return data.getvalue()
