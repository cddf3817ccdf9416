"""One window for every picture of the tablet; skipped where there is no OpenGL."""

from __future__ import annotations

import pytest

from ui.environment import DisplayUnavailable
from ui.gallery import render


@pytest.fixture(scope="module", autouse=True)
def _window() -> None:
    try:
        render.start()
    except DisplayUnavailable as error:
        pytest.skip(f"no OpenGL here: {error}")
