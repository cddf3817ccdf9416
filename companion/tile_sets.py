"""The tile sets of this house: where enrolled sets are kept and which is in use."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

from companion.errors import UserError, cannot
from companion.record import default_root
from vision.enrol import TileSet
from vision.onnx import ModelMismatch
from vision.reader import TileReader

_NAME: Final = re.compile(r"[\w\u4e00-\u9fff-]{1,40}")


def default_folder() -> Path:
    """The user's data folder, beside the records."""
    return default_root().parent / "tiles"


class TileSets:
    """A folder of enrolled sets (`NAME.npz`, the one before as `NAME.before`)."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    @property
    def active(self) -> str | None:
        """The set in use."""
        path = self.folder / "active"
        name = path.read_text("utf-8", "replace").strip() if path.is_file() else ""
        if _NAME.fullmatch(name) is None:
            return None
        return name if self._path(name).is_file() else None

    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.npz"))

    def check(self, name: str) -> None:
        """Raise `UserError` where no set can be called so."""
        self._path(name)

    def load(self, name: str) -> TileSet:
        """One set; raises `UserError` where there is none of this name."""
        try:
            return TileSet.load(self._there(name))
        except ModelMismatch as error:
            raise cannot(
                f"牌面 {name} 读不了（queban enrol undo {name} 换回上一份，remove {name} 删掉）",
                f"set {name} cannot be read (`queban enrol undo {name}` brings the one before "
                f"back, `remove {name}` deletes it)",
                error,
            ) from error

    def keep(self, tiles: TileSet) -> None:
        """Save it and use it; what had this name before can be brought back."""
        path = self._path(tiles.name)
        if path.is_file():
            shutil.copyfile(path, path.with_suffix(".before"))
        tiles.save(path)
        self.use(tiles.name)

    def undo(self, name: str) -> bool:
        """Bring back what had this name before; where nothing had, remove it.

        Whether a set of this name is left.
        """
        path = self._there(name)
        before = path.with_suffix(".before")
        if before.is_file():
            before.replace(path)
            return True
        path.unlink()
        return False

    def remove(self, name: str) -> None:
        path = self._there(name)
        path.unlink()
        path.with_suffix(".before").unlink(missing_ok=True)

    def use(self, name: str | None) -> None:
        """Read with this set from now on; None: with the model alone."""
        if name is not None:
            self.load(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "active").write_text(f"{name or ''}\n", "utf-8")

    def export(self, name: str, target: Path) -> None:
        """A copy for another machine."""
        self.load(name).save(target)

    def take(self, source: Path) -> TileSet:
        """A set from another machine, kept and used."""
        if not source.is_file():
            raise UserError(f"没有文件 {source}", f"no such file: {source}")
        try:
            tiles = TileSet.load(source)
        except ModelMismatch as error:
            raise cannot(f"{source} 收不进来", f"{source} cannot be taken", error) from error
        self.keep(tiles)
        return tiles

    def fit(self, reader: TileReader) -> TileReader:
        """`reader` with the set in use, where that one helps and fits its model."""
        name = self.active
        if name is not None:
            tiles = self.load(name)
            if tiles.on and tiles.model == reader.classifier.model.info.digest:
                reader.classifier.naming = tiles.naming
        return reader

    def _there(self, name: str) -> Path:
        """The file of a set, which may be damaged; raises `UserError` where there is none."""
        path = self._path(name)
        if not path.is_file():
            there = "、".join(self.names()) or "—"
            raise UserError(f"没有牌面 {name}；有：{there}", f"no set {name}; there are: {there}")
        return path

    def _path(self, name: str) -> Path:
        if _NAME.fullmatch(name) is None:
            raise UserError(f"牌面名只用字、数字、-：{name}", f"letters, digits and - only: {name}")
        return self.folder / f"{name}.npz"
