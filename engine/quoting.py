"""What somebody wrote, as a message repeats it: never longer than a message bears."""

from __future__ import annotations

from typing import Final

_MOST: Final = 40


def shortened(text: str) -> str:
    """The text, or its head."""
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"


def shown(value: object) -> str:
    """What was written, a text in quotes."""
    if isinstance(value, int) and value.bit_length() > 8 * _MOST:
        # Python refuses to write out integers of more than some thousand digits.
        return f"{'-' if value < 0 else ''}{hex(abs(value))[: _MOST - 2]}…"
    return shortened(repr(value))
