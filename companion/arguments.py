"""What a command's arguments may be: types for `argparse` that refuse in both languages."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine.quoting import shown as shown

MOST: Final = 1_000_000_000


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """A whole number from `least` to `most`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(
                f"要 {least} 到 {most} 的整数，不是 {shown(text)} / "
                f"wants a whole number from {least} to {most}, not {shown(text)}"
            )
        return value

    return read


def above_zero(most: float = MOST) -> Callable[[str], float]:
    """A finite number above zero, at most `most`."""
    return _number(lambda value: 0 < value <= most, f"大于 0，最多 {most:g}", "above 0", most)


def from_zero(most: float = MOST) -> Callable[[str], float]:
    """A finite number from zero to `most`."""
    return _number(lambda value: 0 <= value <= most, f"0 到 {most:g}", "from 0", most)


def _number(
    admits: Callable[[float], bool], zh: str, en: str, most: float
) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not admits(value):
            raise argparse.ArgumentTypeError(
                f"要{zh}的数，不是 {shown(text)} / "
                f"wants a number {en}, at most {most:g}, not {shown(text)}"
            )
        return value

    return read


def some_text(text: str) -> str:
    """A text that is not empty and can be written down."""
    if not text.strip():
        raise argparse.ArgumentTypeError("不能空着 / must not be empty")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(
            f"不是 UTF-8 文字：{shown(text)}，文件先改个名 / "
            f"is not UTF-8: {shown(text)}, rename the file first"
        ) from None
    return text


def given_path(text: str) -> Path:
    """The path of a file or folder; an empty one would mean the folder one is in."""
    return Path(some_text(text)).expanduser()
