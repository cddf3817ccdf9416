"""How often things that are no tiles are taken for tiles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.evaluate import centres_inside, share_of
from vision.labels import label_path, needed_labels, read_image, read_labels
from vision.reader import TileReader


@dataclass(slots=True)
class StrangeThings:
    """How often things that are no tiles were taken for faces or backs."""

    things: int = 0
    found: int = 0
    claimed: int = 0
    """Finds on things that were not said to be unknown."""
    taken: int = 0
    """Things with at least one such find."""

    def to_json(self) -> dict[str, Any]:
        """`unknown_share`: of the finds on them; `things_share`: of the things."""
        return {
            "things": self.things,
            "found": self.found,
            "claimed": self.claimed,
            "unknown_share": share_of(self.found - self.claimed, self.found),
            "things_share": share_of(self.things - self.taken, self.things),
        }


def evaluate_strange(folder: Path, reader: TileReader) -> StrangeThings:
    """Counts over pictures in whose labels every box is a thing that is no tile.

    Raises `LabelError` for a folder without labelled pictures.
    """
    result = StrangeThings()
    for path in needed_labels(folder):
        image = read_image(path)
        height, width = image.shape[:2]
        _, things = read_labels(label_path(path), width, height)
        found = reader.read(image)
        inside = centres_inside(found.boxes, things)
        claims = inside & ~found.unknown[:, None]
        result.things += len(things)
        result.found += int(inside.any(axis=1).sum())
        result.claimed += int(claims.any(axis=1).sum())
        result.taken += int(claims.any(axis=0).sum())
    return result
