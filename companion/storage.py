"""How much is kept, and the pictures of closed matches deleted."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.errors import cannot
from companion.frame_store import FRAMES
from companion.record import EVENTS
from ui.setting_up import StorageSheet


def storage_of(root: Path) -> StorageSheet:
    """What lies under `root`."""
    there = root
    while not there.exists():
        there = there.parent
    records = [path.parent for path in root.glob(f"*/{EVENTS}")]
    frames = sum(size_of(folder / FRAMES) for folder in records)
    size = sum(map(size_of, records))
    return StorageSheet(str(root), len(records), size, frames, shutil.disk_usage(there).free)


def delete_frames(root: Path, running: Path | None = None) -> int:
    """Delete the camera pictures of all records but the `running` one; returns the
    bytes set free. Events and observations stay. Raises `UserError`."""
    freed = 0
    for path in root.glob(f"*/{EVENTS}"):
        folder = path.parent / FRAMES
        if path.parent == running or not folder.is_dir() or folder.is_symlink():
            continue
        size = size_of(folder)
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise cannot(f"{folder} 删不掉", f"cannot delete {folder}", error) from error
        freed += size
    return freed


def size_of(folder: Path) -> int:
    """Bytes of all files below, links not followed."""
    if not folder.is_dir():
        return 0
    return sum(
        path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    )
