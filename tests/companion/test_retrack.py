"""`queban retrack`: a kept evening decided again, by the same program and by another."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import session
from companion.cli import main
from companion.frame_store import FRAMES, FrameStore, KeptFrames
from companion.record import EVENTS, OBSERVATIONS
from companion.retracker import retrack
from companion.session import Plan
from companion.sizes import size_limit
from companion.writer import Writer
from engine.events import Acted, DealBegan, Dealt, DiceRolled, Discarded, WallsRaised
from engine.observations import Enter, Sighting
from engine.rules import load
from engine.tile import Tile
from engine.tracking import Tracker
from engine.view import Phase
from tests.engine.looking import Looker
from tests.random_play import play
from vision.change import Picture

NAMES = ("甲", "乙", "丙", "丁")
DISCARDS = 4


class Kept:
    """A short evening: its record, its sightings, and a picture of each."""

    def __init__(self, root: Path) -> None:
        rules = load("mzhz")
        self.looker = Looker(random.Random(1))
        self.sightings: list[Sighting] = []
        steps = play(rules, {}, 0, hidden=True, weights={Acted: 0.0})
        self.writer: Writer | None = None
        now = 100.0
        thrown = 0
        for before, event, after in steps:
            if self.writer is None:
                plan = Plan.of("mzhz", {}, NAMES)
                self.writer = session.begin(plan, root, lambda _: None, dealer=before.dealer)
                self.writer.handle(Enter(DealBegan(1, before.dealer), 0), now)
                self.frames = FrameStore(self.writer.record.folder / FRAMES, 1_000_000)
            if isinstance(event, Dealt | WallsRaised | DiceRolled) or after.phase is Phase.WALLS:
                self.writer.handle(Enter(event, self.writer.match.last_seq), now)
                continue
            self._look(self.looker.look(after, now))
            for step in range(1, 5):
                self.writer.tick(now + 0.25 * step)
            now += 1.5
            thrown += isinstance(event, Discarded)
            if thrown == DISCARDS:
                break
        assert self.writer is not None
        self.writer.tick(now + 5)
        self.writer.close()
        self.events = self.writer.record.folder / EVENTS

    def _look(self, sighting: Sighting) -> None:
        assert self.writer is not None
        self.sightings.append(sighting)
        self.writer.handle(sighting, sighting.time)
        self.frames.keep(picture(len(self.sightings)), sighting.time)

    def digests(self) -> dict[str, str]:
        folder = self.events.parent
        return {
            str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def misread_one(self) -> tuple[str, str]:
        """Make the record hold another tile for its last plain discard: true and false."""
        lines = self.events.read_text(encoding="utf-8").splitlines()
        plain = [i for i, line in enumerate(lines) if '"Discarded"' in line]
        at = max(i for i in plain if '"announced"' not in lines[i])
        entry = json.loads(lines[at])
        true = entry["tile"]
        entry["tile"] = "9s" if true != "9s" else "8s"
        lines[at] = json.dumps(entry, ensure_ascii=False)
        self.events.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return true, entry["tile"]


def picture(number: int) -> Picture:
    """A flat picture that stands for sighting `number` (from 1)."""
    return np.full((16, 16, 3), 10 * number, np.uint8)


class OtherEyes:
    """Know each picture's sighting by its grey, and read `false` where it was `true`."""

    def __init__(self, kept: Kept, true: str = "", false: str = "") -> None:
        self._kept = kept
        self._change = (true, false)
        self._last = 0
        self.deals: list[int] = []

    def begin_deal(self, deal: int) -> None:
        self.deals.append(deal)

    def look(self, image: Picture, now: float) -> Sighting | None:
        number = round(float(image.mean()) / 10)
        if number == self._last:
            return None
        self._last = number
        seen = self._kept.sightings[number - 1]
        true, false = self._change
        tiles = [
            replace(tile, faces=((Tile.parse(false), 0.98),))
            if true and tile.faces and tile.faces[0][0].code == true
            else tile
            for tile in seen.tiles
        ]
        return replace(seen, tiles=tuple(tiles), time=now)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept(tmp_path_factory.mktemp("kept"))


def test_the_same_program_reads_the_same_and_changes_nothing(
    kept: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept.digests()
    assert main(["retrack", str(kept.events.parent), "--json"]) == 0
    assert kept.digests() == before
    (found,) = json.loads(capsys.readouterr().out)
    assert found["differences"] == []
    assert found["observations"] > DISCARDS
    assert found["events"] > DISCARDS
    assert (found["refused"], found["discrepancies"], found["open"]) == (0, 0, 0)


def test_what_is_read_otherwise_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Kept(tmp_path)
    true, false = evening.misread_one()
    before = evening.digests()
    assert main(["retrack", str(tmp_path)]) == 1
    assert evening.digests() == before
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "→" in line]
    was, _, now = line.rpartition(" · ")[2].partition(" → ")
    assert was.endswith(f"discards {Tile.parse(false).english}")
    assert now.endswith(f"discards {Tile.parse(true).english}")


def test_a_reconcile_that_believes_nothing_misses_every_event(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tracker, "observe", lambda *_: None)
    found = retrack(kept.events)
    assert len(found.differences) >= DISCARDS
    assert all(one.now is None for one in found.differences)


def test_kept_pictures_are_looked_at_again(kept: Kept) -> None:
    eyes = OtherEyes(kept)
    same = retrack(kept.events, lambda: eyes)
    assert same.frames == len(kept.sightings)
    assert same.differences == ()
    assert eyes.deals == [1]
    assert kept.writer is not None
    last = [i.event for i in kept.writer.match.items if isinstance(i.event, Discarded)][-1]
    free = next(code for code in ("9s", "8s", "7s") if code != last.tile.code)
    other = retrack(kept.events, lambda: OtherEyes(kept, last.tile.code, free))
    assert any(one.now is not None and free in str(one.now) for one in other.differences)


def test_pictures_are_kept_up_to_the_limit(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (64, 64, 3), np.uint8).astype(np.uint8)
    store = FrameStore(tmp_path / FRAMES, 20_000)
    taken = [store.keep(noise, 0.25 * step) for step in range(12)]
    assert 1 < sum(taken) < 12
    assert taken == sorted(taken, reverse=True)
    assert store.full
    files = list((tmp_path / FRAMES).iterdir())
    assert len(files) == store.kept
    assert sum(path.stat().st_size for path in files) == store.size <= 20_000
    again = KeptFrames(tmp_path / FRAMES)
    image = again.at(0.25)
    assert image is not None
    assert image.shape == noise.shape
    assert again.at(99.0) is None
    # A record that is gone on with has its pictures counted in.
    assert not FrameStore(tmp_path / FRAMES, 20_000).keep(noise, 50.0)
    assert not FrameStore(tmp_path / "none", 0).keep(noise, 1.0)
    assert not (tmp_path / "none").exists()


def test_a_disk_that_refuses_costs_only_the_pictures(tmp_path: Path) -> None:
    (tmp_path / FRAMES).write_text("a file where the folder should be", encoding="utf-8")
    store = FrameStore(tmp_path / FRAMES, 1_000_000)
    assert not store.keep(picture(1), 1.0)
    assert store.full


def test_a_record_that_cannot_be_read_is_one_line(
    kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["retrack", str(tmp_path / "none")]) == 2
    folder = tmp_path / "half"
    folder.mkdir()
    (folder / EVENTS).write_bytes(kept.events.read_bytes())
    assert main(["retrack", str(folder)]) == 2
    (folder / OBSERVATIONS).write_text("no line\n", encoding="utf-8")
    assert main(["retrack", str(folder)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


@pytest.mark.parametrize(
    ("text", "size"), [("500MB", 500_000_000), ("2g", 2_000_000_000), ("3", 3_000_000), ("0", 0)]
)
def test_sizes_are_written_as_people_write_them(text: str, size: int) -> None:
    assert size_limit(text) == size


def test_a_size_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--headless", "--keep-frames", "much"]) == 2
    assert "500MB" in capsys.readouterr().err


