"""Colours go with their players, from seat to seat and from evening to evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.kept import Kept, read_kept, write_kept
from engine.seat import SEATS
from tests.ui.rooms import Room
from ui.colours import COUNT, changed, worn
from ui.desk import BeginMatch, MatchPlan
from ui.gallery import sheets

A, B, C, D = SEATS
NAMES = ("小王", "小李", "小张", "小陈")


def test_everybody_wears_their_own_and_nobody_the_same() -> None:
    assert worn(NAMES, {}) == (0, 1, 2, 3)
    assert worn(NAMES, {"小王": 5, "小陈": 0}) == (5, 1, 2, 0)
    # The second of two with one colour takes what is free.
    assert worn(NAMES, {"小王": 3, "小李": 3}) == (3, 1, 2, 0)
    assert worn(("甲", "甲", "乙", "丙"), {"甲": 2}) == (2, 1, 0, 3)
    assert worn(NAMES, {"小王": COUNT, "小李": -1}) == (0, 1, 2, 3)
    swapped = ("小李", "小王", "小张", "小陈")
    kept = {"小王": 5, "小李": 6}
    assert worn(swapped, kept)[:2] == tuple(reversed(worn(NAMES, kept)[:2]))


def test_a_tap_goes_round_what_is_free() -> None:
    wear = (0, 1, 2, 3)
    seen = []
    for _ in range(5):
        wear = changed(wear, A)
        assert len(set(wear)) == 4
        seen.append(wear[A])
    assert seen == [4, 5, 6, 7, 0]


def test_colours_are_kept_with_the_players(tmp_path: Path) -> None:
    plan = MatchPlan(NAMES, "mzhz", colours=(4, 1, 2, 7))
    kept = Kept().after(plan)
    assert write_kept(tmp_path, kept)
    back = read_kept(tmp_path)
    assert back.plan.colours == (4, 1, 2, 7)
    assert dict(back.colours) == dict(zip(NAMES, (4, 1, 2, 7), strict=True))
    others = back.after(MatchPlan(("小王", "阿强", "阿珍", "阿福"), "mzhz", colours=(4, 0, 2, 3)))
    assert dict(others.colours)["小陈"] == 7
    # A file of before there were colours.
    path = tmp_path / "kept.json"
    text = path.read_text("utf-8").replace('"wear"', '"x"').replace('"colours"', '"y"')
    path.write_text(text, "utf-8")
    assert read_kept(tmp_path).plan.colours == (0, 1, 2, 3)


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def test_a_colour_is_chosen_at_the_start(room: Callable[..., Room]) -> None:
    from ui.gallery.render import settle
    from ui.theme import theme

    here = room()
    known = (("刘洋", 4), ("欧阳上官司马", 5))
    screen = here.open("start", sheet=replace(sheets.starting(), colours=known))
    here.tap(screen.rows[A].ids.swatch)
    assert screen.plan.colours == (4, 1, 2, 3)
    assert tuple(screen.rows[A].colour) == theme.palette.people[4]
    # Liu Yang sits where his own colour is worn already; the next one brings hers.
    here.press("刘洋")
    here.press("欧阳上官司马")
    assert screen.plan.colours == (4, 5, 2, 3)
    settle(2)
    here.press("开打")
    (asked,) = here.asked
    assert isinstance(asked, BeginMatch)
    assert asked.plan.colours == (4, 5, 2, 3)
    assert asked.plan.players[:2] == ("刘洋", "欧阳上官司马")


def test_seats_wear_what_was_chosen(table: Callable[..., Any]) -> None:
    from ui.gallery import views
    from ui.gallery.scenes import Scene
    from ui.theme import theme

    screen = table(Scene("p", views.playing()))
    plate = screen.ids.felt.place_of(A).plate
    assert tuple(plate.seat_colour) == theme.palette.people[0]
    try:
        theme.wear((6, 1, 2, 3))
        screen.show(replace(views.playing()))
        assert tuple(plate.seat_colour) == theme.palette.people[6]
        theme.use("light")
        assert theme.palette.wear == (6, 1, 2, 3)
    finally:
        theme.wear((0, 1, 2, 3))
        theme.use("dark")
