"""A virtual table whose eyes are told by the renderer what each picture shows.

With these eyes a test of wiring and tracking does not hang on trained weights;
how well the trained ones read is measured elsewhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from table_io.virtual.camera_model import overhead
from table_io.virtual.table import VirtualTable
from tests.vision.tables import TruthReader

SIZE = (960, 540)


class LabelTable(VirtualTable):
    """Renders small pictures and hands their labels to `reader`."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, camera=overhead(*SIZE), **keywords)
        self.reader = TruthReader(1, jitter=0.4)

    def picture(self) -> NDArray[np.uint8]:
        scene = self.scene()
        seen = self._sight(scene)
        if self._image is None or seen != self._seen:
            self._seen = seen
            self._frame += 1
            rendered = self._renderer.render(scene, self._frame)
            self._image = rendered.image
            self.reader.labels = rendered.boxes
        return self._image
