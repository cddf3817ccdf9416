"""Sizes on disk as people write them."""

from __future__ import annotations

import argparse
import re
from typing import Final

_UNITS: Final = {"": 1_000_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def size_limit(text: str) -> int:
    """Bytes of `500MB`, `2G`, `0`; a bare number is megabytes. A type for `argparse`."""
    found = re.fullmatch(r"(\d{1,6})\s*([KMG]?)B?", text.strip().upper())
    if found is None:
        raise argparse.ArgumentTypeError(
            f"写成 500MB 或 2GB，不是 {text!r} / write 500MB or 2GB, not {text!r}"
        )
    return int(found[1]) * _UNITS[found[2]]
