"""A home's own tile set, row by row: a picture, what was read in it, mended, kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

import numpy as np

from companion.aiming import TablePart
from companion.errors import UserError
from companion.tile_sets import TileSets
from engine.tile import Tile
from engine.view import Text
from ui.desk import ReadTile
from ui.setting_up import EnrolSheet, LaidTile, TileSetRow
from vision.change import Picture
from vision.enrol import SOURCE_NAME, TileSet, crop_vectors, fit_set, load_source
from vision.enrol_photo import laid_row, wanted_rows
from vision.naming import Vectors, join_vectors
from vision.onnx import ModelMismatch
from vision.reader import TileReader

APART: Final = 1000
"""Between the numbers of two pictures' crops; no row has as many tiles."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A row's picture and the tiles in it."""

    image: Picture
    tiles: tuple[LaidTile, ...]


class Enrolment:
    """One set being enrolled under `name`; `rows` are laid in turn."""

    def __init__(self, name: str, reader: TileReader, models: Path | None = None) -> None:
        self.name = name
        self.rows = tuple(tuple(Tile.parse(code) for code in row) for row in wanted_rows(None))
        self.at = 0
        self.laid: Laid | None = None
        self._reader = reader
        self._models = models
        self._taken: list[Vectors] = []

    @property
    def done(self) -> bool:
        """Whether every row was taken or left out."""
        return self.at >= len(self.rows)

    def shoot(self, image: Picture, table: TablePart | None = None) -> Text:
        """Read the row in this picture; what came of it. `table`: where it lies, if
        one is seen. Raises `UserError` where there is no tile at all."""
        if self.done:
            raise UserError("每一行都照好了", "all rows are taken")
        row = self.rows[self.at]
        if table is None:
            seen = self._reader.read(image, belief=0.0)
        else:
            seen = self._reader.read(image, table.tile_px, table.region, belief=0.0)
            seen = seen[table.holds(seen.centres)]
        found = laid_row(seen, [tile.code for tile in row])
        if not len(found):
            self.laid = None
            raise UserError(
                "没找到牌：摆在桌面当中，别反光", "no tiles: lay them in the middle, without glare"
            )
        read = [
            ReadTile(Tile.parse(code), round(float(sure), 2), (x1, y1, x2, y2))
            for code, sure, (x1, y1, x2, y2) in zip(
                found.faces, found.confidences, found.boxes.round().tolist(), strict=True
            )
        ]
        complete = len(read) == len(row)
        taken_for = row if complete else tuple(one.tile for one in read)
        self.laid = Laid(image, tuple(map(LaidTile, taken_for, read)))
        if complete:
            return Text(f"{len(row)} 张都找到了", f"all {len(row)} tiles were found")
        return Text(
            f"应有 {len(row)} 张，看见 {len(read)} 张：摆好重照，或点着改好",
            f"{len(row)} tiles expected, {len(read)} seen: lay them again, or mend by tap",
        )

    def mend(self, at: int, tile: Tile) -> None:
        """What lies at `at` is `tile`."""
        laid = self.laid
        if laid is None or not 0 <= at < len(laid.tiles):
            raise UserError("没有这张牌", "there is no such tile")
        tiles = list(laid.tiles)
        tiles[at] = replace(tiles[at], tile=tile)
        self.laid = replace(laid, tiles=tuple(tiles))

    def take(self, *, skip: bool = False) -> None:
        """On to the next row. Raises `UserError` where there is nothing to take."""
        if not skip:
            if self.laid is None:
                raise UserError("先照这一行", "take the picture of this row first")
            self._taken.append(self._vectors(self.laid))
        self.laid = None
        self.at += 1

    def fit(self, now: datetime) -> TileSet:
        """The set of all rows taken. Raises `UserError` where there is none."""
        if not self._taken:
            raise UserError("一行都没照，没有可存的", "no row was taken: nothing to keep")
        try:
            source, own = load_source(self._models and self._models / SOURCE_NAME)
        except ModelMismatch as error:
            raise UserError("登记不了", str(error)) from error
        digest = self._reader.classifier.model.info.digest
        return fit_set(self.name, join_vectors(self._taken), source, own, digest, now)

    def _vectors(self, laid: Laid) -> Vectors:
        known = [one for one in laid.tiles if one.tile.code != "?"]
        if not known:
            raise UserError("点着说说是哪些牌", "say by tap which tiles these are")
        boxes = np.array([one.read.box for one in known], np.float32)
        codes = [one.tile.code for one in known]
        try:
            return crop_vectors(
                self._reader.classifier, laid.image, boxes, codes, APART * len(self._taken)
            )
        except ModelMismatch as error:
            raise UserError("这套权重不能登记牌面", str(error)) from error


def described(tiles: TileSet) -> Text:
    """What a set brought, in a line."""
    check, kinds, crops = tiles.check, len(tiles.counts), sum(tiles.counts.values())
    zh = f"{kinds} 种 {crops} 张，自家牌读对 {check.home_before:.1%} → {check.home_after:.1%}"
    en = f"{kinds} kinds, {crops} crops, own tiles right {check.home_before:.1%} → "
    en += f"{check.home_after:.1%}"
    zh += f"，别家牌 {check.source_before:.1%} → {check.source_after:.1%}"
    en += f", others {check.source_before:.1%} → {check.source_after:.1%}"
    if tiles.on:
        return Text(f"{zh}：用上了", f"{en}: in use")
    return Text(f"{zh}：没有更好，不用", f"{en}: no better, stays off")


def listed(sets: TileSets) -> tuple[TileSetRow, ...]:
    """The sets there are; one that cannot be read says so."""
    return tuple(_rows(sets, sets.names()))


def _rows(sets: TileSets, names: Iterable[str]) -> Iterable[TileSetRow]:
    active = sets.active
    for name in names:
        try:
            detail = described(sets.load(name))
        except UserError as error:
            detail = Text(error.zh, error.en)
        yield TileSetRow(name, detail, name == active)


def sheet_of(
    sets: TileSets, enrolment: Enrolment | None, said: Text | None = None, good: bool = True
) -> EnrolSheet:
    """What the screen shows of it."""
    rows = listed(sets)
    if enrolment is None:
        return EnrolSheet(rows, said=said, good=good)
    laid = enrolment.laid.tiles if enrolment.laid is not None else ()
    return EnrolSheet(rows, enrolment.name, enrolment.rows, enrolment.at, laid, said, good)
