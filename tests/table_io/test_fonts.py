"""Nothing that the program says may come out as a box."""

from __future__ import annotations

import ast
import struct
from pathlib import Path

import pytest

from models import fonts

ROOT = Path(__file__).parents[2]


def covered(font: Path) -> set[int]:
    """Code points of a TrueType font's format 4 and 12 character maps."""
    data = font.read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {
        data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0]
        for at in range(12, 12 + 16 * count, 16)
    }
    base = tables[b"cmap"]
    found: set[int] = set()
    for i in range(struct.unpack_from(">H", data, base + 2)[0]):
        at = base + struct.unpack_from(">I", data, base + 4 + 8 * i + 4)[0]
        form = struct.unpack_from(">H", data, at)[0]
        if form == 4:
            segments = struct.unpack_from(">H", data, at + 6)[0] // 2
            ends = struct.unpack_from(f">{segments}H", data, at + 14)
            starts = struct.unpack_from(f">{segments}H", data, at + 16 + 2 * segments)
            for first, last in zip(starts, ends, strict=True):
                found.update(range(first, last + 1))
        elif form == 12:
            for k in range(struct.unpack_from(">I", data, at + 12)[0]):
                first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * k)
                found.update(range(first, last + 1))
    return found - {0xFFFF}


def spoken() -> dict[str, str]:
    """`character → a file whose string literals have it`, over all rooms."""
    seen: dict[str, str] = {}
    for room in ("engine", "table_io", "vision", "ui", "companion"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if path.parts[-2] == "train":
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    for char in node.value:
                        if char.isprintable():
                            seen.setdefault(char, str(path.relative_to(ROOT)))
        for path in sorted((ROOT / room).rglob("*.kv")):
            for char in path.read_text(encoding="utf-8"):
                if char.isprintable():
                    seen.setdefault(char, str(path.relative_to(ROOT)))
    return seen


@pytest.mark.parametrize("font", [fonts.REGULAR, fonts.BOLD], ids=["regular", "bold"])
def test_fonts_hold_all_that_the_program_says(font: Path) -> None:
    have = covered(font)
    assert len(have) > 4500
    lacking = {char: where for char, where in spoken().items() if ord(char) not in have}
    assert not lacking


def test_fonts_come_with_their_licence() -> None:
    text = (fonts.REGULAR.parent / "OFL-NotoSansSC.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
