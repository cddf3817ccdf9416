"""The camera as it was set up on the screen: which one, and the table's corners in it.

One small JSON file beside the records, read by whatever looks at the table. It
stands in for the configuration's camera as long as that names the same source as
when it was kept, and no corners of its own.
"""

from __future__ import annotations

import json
import logging
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.config import CameraSection, Config
from engine.layout_profile import layout_of, values_of
from ui.desk import Corners
from vision.anchor import Anchor
from vision.geometry import Calibration
from vision.lens import MOST

_LOG = logging.getLogger(__name__)
FILE: Final = "camera.json"


@dataclass(frozen=True, slots=True)
class KeptCamera:
    """`source`: the camera, `instead_of`: what the configuration named then.
    `corners`: of the playing surface in a picture of `size`, clockwise from seat A's
    left hand; None: found by itself. `found`: what was found at that moment. `bend`: k1
    of the lens, see `vision.lens`. `layout`: the table's measures that differ from the
    usual ones, as `layout_of` takes them."""

    source: str
    instead_of: str
    size: tuple[int, int] = (0, 0)
    corners: Corners | None = None
    found: Corners | None = None
    bend: float = 0.0
    layout: dict[str, Any] = field(default_factory=dict)

    def calibration(self) -> Calibration | None:
        """Where the table lies; None where its corners are to be found. Raises
        `CalibrationError`."""
        if self.corners is None:
            return None
        surface = layout_of(self.layout).surface
        return Calibration.from_corners(
            self.corners, self.size, surface=surface, bend=(self.bend, 0.0)
        )

    def anchor(self) -> Anchor | None:
        """What tells whether the camera was moved since. Raises `CalibrationError`."""
        calibration = self.calibration()
        if calibration is None or self.found is None:
            return None
        return Anchor.from_found(np.array(self.found), calibration)

    def counts_for(self, camera: CameraSection) -> bool:
        """Whether it stands in for this section."""
        return self.instead_of == camera.source and camera.corners is None


def read_camera(root: Path) -> KeptCamera | None:
    """What lies under `root`; a file that does not hold is as none."""
    path = root / FILE
    try:
        return _kept(json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError,
            RecursionError) as error:  # fmt: skip
        _LOG.warning("%s is not used: %s", path, error)
        return None


def write_camera(root: Path, kept: KeptCamera) -> Path:
    """Keep it under `root`; raises `OSError` where the disk refuses."""
    root.mkdir(parents=True, exist_ok=True)
    path = root / FILE
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(kept), ensure_ascii=False, indent=1), encoding="utf-8")
    os.replace(fresh, path)
    return path


def with_kept_camera(config: Config, root: Path) -> Config:
    """The configuration with the camera that was set up for it."""
    kept = read_camera(root)
    camera = config.camera
    if kept is None or not kept.counts_for(camera):
        return config
    changes: dict[str, Any] = {"source": kept.source}
    if kept.corners is not None:
        width, height = kept.size
        changes |= {"corners": kept.corners, "width": width, "height": height}
        changes |= {"bend": kept.bend}
    measures = {} if config.layout else {"layout": kept.layout}
    camera = camera.model_copy(update=changes)
    return config.model_copy(update={"camera": camera} | measures)


def kept_anchor(config: Config, root: Path) -> Anchor | None:
    """The anchor of the corners that `with_kept_camera` put into `config`."""
    kept = read_camera(root)
    if kept is None or kept.corners is None or kept.corners != config.camera.corners:
        return None
    return kept.anchor()


def _kept(data: dict[str, Any]) -> KeptCamera:
    width, height = data["size"]
    layout = values_of(layout_of(data.get("layout", {})))
    bend = float(data.get("bend", 0.0))
    if not abs(bend) <= MOST:
        raise ValueError(f"no lens bends by {bend}")
    # What the configuration would refuse of a camera is not taken from here either.
    camera = CameraSection.model_validate({
        "source": data["source"], "corners": data["corners"], "bend": bend,
        "width": width or None, "height": height or None,
    })  # fmt: skip
    kept = KeptCamera(
        camera.source, str(data["instead_of"]), (int(width), int(height)),
        camera.corners, corners_from(data["found"]), bend, layout,
    )  # fmt: skip
    kept.anchor()
    return kept


def corners_from(data: Any) -> Corners | None:
    """Four points of plain data; raises `TypeError` or `ValueError`."""
    if data is None:
        return None
    one, two, three, four = ((float(x), float(y)) for x, y in data)
    if not np.isfinite([one, two, three, four]).all():
        raise ValueError(f"no corners: {data}")
    return one, two, three, four
