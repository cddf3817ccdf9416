"""The bundled screen fonts: Noto Sans SC, cut down (see `subset.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

REGULAR: Final = Path(__file__).with_name("NotoSansSC-Regular.ttf")
BOLD: Final = Path(__file__).with_name("NotoSansSC-Bold.ttf")
