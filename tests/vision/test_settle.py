"""Tracks: votes, hidden tiles, tiles that went, tiles that came."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from engine.layout import DEFAULT_LAYOUT
from engine.observations import Presence
from engine.tile import CLASS_CODES
from vision.detections import CLASS_COUNT
from vision.measure import Measured
from vision.settings import EyesSettings
from vision.settle import TrackBook
from vision.track import Ground, Track
from vision.zones import ZoneMap

ZONES = ZoneMap(DEFAULT_LAYOUT)
Seen = tuple[float, float, str]


def probs_of(code: str, sure: float = 0.95) -> np.ndarray:
    probs = np.full(CLASS_COUNT, (1 - sure) / (CLASS_COUNT - 1))
    probs[CLASS_CODES.index(code)] = sure
    return probs


def measured(
    tiles: Iterable[Seen], *, sure: float = 0.95, partial: bool = False, touched: bool = False,
    score: float = 0.9, weight: float = 1.0,
) -> Measured:  # fmt: skip
    tiles = list(tiles)
    points = np.array([(x, y) for x, y, _ in tiles], np.float64).reshape(-1, 2)
    count = len(points)
    half = np.array([15.0, 20.0])
    boxes = np.concatenate([points - half, points + half], axis=1) + 500
    if partial:
        boxes[:, 3] -= 25
    return Measured(
        points=points,
        yaws=np.zeros(count),
        places=ZONES.indices(points),
        extents=np.tile((30.0, 40.0), (count, 1)),
        standing=np.zeros(count, bool),
        partial=np.full(count, partial),
        touched=np.full(count, touched),
        weights=np.full(count, weight),
        boxes=boxes.astype(np.float32),
        scores=np.full(count, score, np.float32),
        probs=np.array([probs_of(code, sure) for *_, code in tiles]).reshape(-1, CLASS_COUNT),
    )


def always(ground: Ground) -> Callable[[Track], Ground]:
    return lambda track: ground


class Table:
    """A book and what is looked at."""

    def __init__(self) -> None:
        self.book = TrackBook(EyesSettings())

    def look(
        self, tiles: Iterable[Seen] = (), ground: Ground = Ground.SAME, *, looked: bool = True,
        **how: Any,
    ) -> None:  # fmt: skip
        mask = np.full(len(self.book.tracks), looked)
        seen = measured(tiles, **how)
        self.book.update(seen, mask, always(ground))

    def told(self) -> list[tuple[int, str, Presence]]:
        tiles = [self.book.seen(track) for track in self.book.tracks if track.settled]
        return [(t.track, t.face.code if t.face else "back", t.presence) for t in tiles]

    def codes(self) -> list[str]:
        return [code for _, code, _ in self.told()]


A: Seen = (0.0, 120.0, "5m")
B: Seen = (31.0, 120.0, "7p")


@pytest.fixture
def table() -> Table:
    table = Table()
    table.look([A, B])
    table.look([A, B])
    return table


def test_a_tile_is_believed_after_two_looks() -> None:
    table = Table()
    table.look([A])
    assert table.told() == []
    assert table.book.tracks[0].restless
    table.look([A])
    assert table.codes() == ["5m"]
    assert not table.book.tracks[0].restless


def test_looks_that_disagree_are_not_believed_at_once() -> None:
    table = Table()
    for code in ("5m", "7p"):
        table.look([(0.0, 120.0, code)])
    assert table.told() == []
    table.look([(0.0, 120.0, "7p")])
    assert table.codes() == ["7p"]


def test_a_flickering_look_is_outvoted(table: Table) -> None:
    identity = table.told()[0][0]
    for n in range(20):
        wrong = n % 4 == 0
        table.look([(0.0, 120.0, "9s") if wrong else A, B])
        assert (identity, "5m", Presence.SEEN) in table.told()


@pytest.mark.parametrize(
    ("first", "ground", "told"),
    [("back", Ground.COVERED, "1j"), ("back", Ground.SAME, "back"), ("5m", Ground.COVERED, "5m")],
)
def test_a_back_that_was_turned_is_another_tile_however_badly_it_is_cut(
    first: str, ground: Ground, told: str
) -> None:
    table = Table()
    for _ in range(4):
        table.look([(0.0, 120.0, first)])
    for _ in range(2):
        table.look([(0.0, 120.0, "1j")], ground, weight=0.2)
    assert table.codes() == [told]


def test_a_tile_the_finder_misses_stays(table: Table) -> None:
    for _ in range(6):
        table.look([B], Ground.SAME)
    assert table.codes() == ["5m", "7p"]


def test_a_covered_tile_is_hidden_and_comes_back_as_itself(table: Table) -> None:
    before = table.told()
    for _ in range(10):
        table.look([B], Ground.COVERED)
        assert [presence for *_, presence in table.told()] == [Presence.HIDDEN, Presence.SEEN]
    table.look([A, B])
    assert table.told() == before


def test_a_part_of_a_covered_tile_is_no_new_tile(table: Table) -> None:
    before = table.told()
    for _ in range(5):
        table.look([(0.0, 134.5, "2z"), B], Ground.COVERED, partial=True)
        assert [identity for identity, *_ in table.told()] == [identity for identity, *_ in before]
    assert table.codes() == ["5m", "7p"]


def test_a_tile_is_gone_when_its_place_is_seen_empty_twice(table: Table) -> None:
    table.look([B], Ground.EMPTY)
    assert table.codes() == ["5m", "7p"]
    assert table.book.tracks[0].restless
    table.look([B], Ground.EMPTY)
    assert table.codes() == ["7p"]


def test_a_place_not_looked_at_changes_nothing(table: Table) -> None:
    before = table.told()
    for _ in range(5):
        table.look([], Ground.EMPTY, looked=False)
    assert table.told() == before


def test_empty_looks_must_follow_each_other(table: Table) -> None:
    for _ in range(4):
        table.look([B], Ground.EMPTY)
        table.look([A, B])
    assert table.codes() == ["5m", "7p"]


def test_a_nudged_tile_keeps_its_identity(table: Table) -> None:
    identity = table.told()[0][0]
    x = 0.0
    for _ in range(8):
        x -= 6.0
        table.look([(x, 121.0, "5m"), B])
    assert (identity, "5m", Presence.SEEN) in table.told()
    assert len(table.book.tracks) == 2


def test_a_tile_pushed_further_keeps_its_identity_where_the_boxes_still_touch(
    table: Table,
) -> None:
    before = table.told()
    table.look([(-18.0, 130.0, "5m"), B], Ground.EMPTY)
    table.look([(-18.0, 130.0, "5m"), B], Ground.EMPTY)
    assert table.told() == before
    assert table.book.tracks[0].x == pytest.approx(-18.0, abs=5)


def test_another_tile_in_the_same_place_replaces_it(table: Table) -> None:
    old = table.told()[0][0]
    for _ in range(2):
        table.look([(0.0, 120.0, "1z"), B], Ground.COVERED)
    told = table.told()
    assert sorted(table.codes()) == ["1z", "7p"]
    assert old not in [identity for identity, *_ in told]


@pytest.mark.parametrize(
    ("ground", "codes"), [(Ground.COVERED, ["7p", "8s"]), (Ground.SAME, ["5m", "7p"])]
)
def test_a_fair_reading_replaces_a_tile_only_where_its_place_looks_otherwise(
    table: Table, ground: Ground, codes: list[str]
) -> None:
    for _ in range(2):
        table.look([(0.0, 120.0, "8s"), B], ground, sure=0.75)
    assert sorted(table.codes()) == codes


def test_a_tile_turned_over_is_seen_as_its_face() -> None:
    table = Table()
    for _ in range(3):
        table.look([(0.0, 420.0, "back")])
    assert table.codes() == ["back"]
    for _ in range(2):
        table.look([(0.0, 420.0, "3s")], Ground.EMPTY)
    assert table.codes() == ["3s"]


def test_a_badly_cut_look_between_does_not_keep_what_was_known() -> None:
    """Laid where another was taken: one size shows it whole, the other cuts it badly."""
    table = Table()
    for _ in range(2):
        table.look([(0, 200, "9s")])
    before = table.book.tracks[0].id
    table.look([(0, 200, "1j")], Ground.COVERED)
    table.look([(0, 200, "1j")], Ground.COVERED, weight=0.2)
    assert table.book.tracks[0].restless and not table.book.confirmed
    table.look([(0, 200, "1j")], Ground.COVERED)
    (track,) = table.book.tracks
    assert track.id != before and track.settled and CLASS_CODES[track.best] == "1j"


def test_badly_cut_looks_alone_ask_for_more(table: Table) -> None:
    known = [(t.x, t.y, CLASS_CODES[t.best]) for t in table.book.tracks]
    other = [(x, y, "1j" if n == 0 else code) for n, (x, y, code) in enumerate(known)]
    table.look(other, weight=0.2)
    first = next(t for t in table.book.tracks if (t.x, t.y) == known[0][:2])
    assert first.restless and CLASS_CODES[first.best] == known[0][2]
    table.look(known)
    assert not first.restless


def test_a_tile_that_lies_over_an_old_place_ends_it(table: Table) -> None:
    for _ in range(2):
        table.look([(-14.5, 120.0, "8s"), B], Ground.COVERED)
    assert sorted(table.codes()) == ["7p", "8s"]


@pytest.mark.parametrize(("aside", "left"), [(15.5, ["7p", "8s"]), (25.0, ["5m", "7p", "8s"])])
def test_a_tile_is_not_hidden_under_another_that_takes_its_place(
    table: Table, aside: float, left: list[str]
) -> None:
    """A tile that stood and lies now has its middle elsewhere in the picture."""
    for _ in range(2):
        table.look([(0.0, 120.0 + aside, "8s"), B], Ground.COVERED)
    assert sorted(table.codes()) == left


def test_a_tile_still_held_by_a_hand_is_believed_later() -> None:
    table = Table()
    for _ in range(4):
        table.look([A], touched=True)
        assert table.told() == []
    for _ in range(2):
        table.look([A], touched=True)
    assert table.codes() == ["5m"], "a hand that stays beside it is no reason for ever"


def test_a_tile_let_go_is_believed_at_once() -> None:
    table = Table()
    for _ in range(3):
        table.look([A], touched=True)
    table.look([A])
    assert table.codes() == ["5m"]


def test_what_a_finger_makes_of_a_known_tile_is_no_vote(table: Table) -> None:
    for _ in range(6):
        table.look([(0.0, 122.0, "3m"), B], Ground.COVERED, touched=True)
    assert table.codes() == ["5m", "7p"]


@pytest.mark.parametrize(("codes", "looks"), [(["5m"], 4), (["5m", "5m", "7m"], 6)])
def test_a_faint_find_is_believed_later_and_sooner_when_it_is_read_alike(
    codes: list[str], looks: int | None
) -> None:
    table = Table()
    believed = None
    for n in range(1, 12):
        table.look([(0.0, 120.0, codes[n % len(codes)])], score=0.44, sure=0.4)
        if believed is None and table.told():
            believed = n
    assert believed == looks


def test_a_reading_from_a_badly_cut_box_hardly_counts() -> None:
    table = Table()
    for _ in range(2):
        table.look([(0.0, 120.0, "2p")], weight=0.2)
    assert table.told() == []
    table.look([(0.0, 120.0, "4p")])
    table.look([(0.0, 120.0, "4p")])
    assert table.codes() == ["4p"]
    assert not table.book.tracks[0].restless


def test_a_tile_that_is_never_seen_well_is_told_all_the_same() -> None:
    table = Table()
    for _ in range(4):
        table.look([(0.0, 120.0, "2p")], weight=0.2)
    assert table.codes() == ["2p"]
    assert table.book.tracks[0].restless


def test_a_lone_false_alarm_is_forgotten(table: Table) -> None:
    table.look([A, B, (200.0, 400.0, "4z")])
    for _ in range(2):
        table.look([A, B])
    assert len(table.book.tracks) == 2


def test_a_doubtful_tile_tells_its_likely_kinds() -> None:
    table = Table()
    for code in ("2m", "3m", "2m", "3m", "2m", "3m", "2m"):
        table.look([(0.0, 120.0, code)], sure=0.6)
    seen = table.book.seen(table.book.tracks[0])
    assert {tile.code for tile, _ in seen.faces[:2]} == {"2m", "3m"}
    assert seen.faces[0][1] >= seen.faces[1][1] > 0.05


def test_shapes_are_checked(table: Table) -> None:
    with pytest.raises(ValueError, match="looked"):
        table.book.update(measured([A]), np.ones(5, bool), always(Ground.SAME))
