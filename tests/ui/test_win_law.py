"""Where only wins are scored, each page offers what its own law knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.rules import PAGES, load
from engine.seat import SEATS
from engine.tile import Tile, parse_tiles
from engine.win import Refusal, ScoredWin
from tests.ui.rooms import Room
from ui.gallery import played
from ui.gallery.render import settle
from ui.screens.quick.hand_form import HandForm, How, Part, hows_of, parts_of

A, B, C, D = SEATS


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def law(page: str, **options: str) -> Any:
    rules = load(page)
    return rules.flow.win_law(rules.choose(options))


def filled(hand: str, winning: str, **facts: Any) -> HandForm:
    form = HandForm(**facts)
    for tile in (*parse_tiles(hand), Tile.parse(winning)):
        form.add(tile)
    return form


@pytest.mark.parametrize(
    ("page", "chow", "discard", "robbing", "special"),
    [
        ("mzhz", False, True, True, {Part.FLOWER, Part.BONUS}),
        ("xuezhan", False, True, True, set()),
        ("sc_point", False, True, True, set()),
        ("mcr", True, True, True, {Part.FLOWER}),
        ("cs258", True, True, True, {Part.BONUS}),
        ("gd_zhuama", False, False, True, set()),
        ("gy_dou", False, True, True, set()),
        ("tianjin", False, False, False, {Part.TURNED}),
        ("wuhan", True, True, True, {Part.TURNED}),
        ("sh_qiaoma", True, True, True, {Part.FLOWER}),
    ],
)
def test_a_page_offers_what_its_text_knows(
    page: str, chow: bool, discard: bool, robbing: bool, special: set[Part]
) -> None:
    said = law(page)
    parts = set(parts_of(said))
    assert (Part.CHOW in parts) is chow
    assert parts & {Part.FLOWER, Part.BONUS, Part.TURNED} == special
    assert (How.PLAIN in hows_of(said, self_drawn=False)) is discard
    assert (How.ROBBED in hows_of(said, self_drawn=False)) is robbing
    assert How.ROBBED not in hows_of(said, self_drawn=True)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_knows_self_drawn_wins_of_standing_tiles(page: str) -> None:
    said = law(page)
    assert hows_of(said, self_drawn=True)[0] is How.PLAIN
    assert {Part.STANDING, Part.PUNG, Part.WINNING} <= set(parts_of(said))


def test_options_change_what_is_offered() -> None:
    assert Part.BONUS not in parts_of(law("cs258", birds="none"))
    assert Part.EXPOSED_KONG not in parts_of(law("sh_qiaoma", kongs="no"))
    assert How.PLAIN not in hows_of(law("sh_qiaoma", discard_wins="no"), self_drawn=False)
    assert law("gd_zhuama", horses="0").apart is None
    assert law("gd_zhuama").apart is not None


def test_what_another_page_knows_is_let_go() -> None:
    form = HandForm(winner=A, source=B, part=Part.CHOW, how=How.KONG)
    form.obey(law("gd_zhuama"))
    assert (form.source, form.part, form.how) == (B, Part.STANDING, How.ROBBED)
    form.obey(law("tianjin"))
    assert (form.source, form.how) == (None, How.PLAIN)


def test_a_kong_before_the_win_counts() -> None:
    plain, after = (
        filled("234m456m77p345p34p", "5p", how=how).judged(load("xuezhan"), {}, A)
        for how in (How.PLAIN, How.KONG)
    )
    assert plain is not None
    assert after is not None
    assert isinstance(plain[0], ScoredWin)
    assert isinstance(after[0], ScoredWin)
    assert after[0].total > plain[0].total
    assert [fan.fan.name.zh for fan in after[0].fans if fan.fan.name.zh.startswith("杠上")]


def test_the_turned_tile_makes_a_kind_wild() -> None:
    rules = load("wuhan")
    form = HandForm(turned=Tile.parse("8s"), part=Part.PUNG)
    form.add(Tile.parse("2p"))
    form.part = Part.STANDING
    for tile in parse_tiles("55m29s333444p4s"):
        form.add(tile)
    judged = form.judged(rules, {"min_fan": "0"}, B)
    assert judged is not None
    win = form.win(B, law("wuhan"))
    assert win is not None
    assert win.wild == (Tile.parse("9s"),)
    assert isinstance(judged[0], ScoredWin)
    form.turned = None
    judged = form.judged(rules, {"min_fan": "0"}, B)
    assert judged is not None
    assert isinstance(judged[0], Refusal)


def test_a_run_begins_at_a_tile_that_leaves_room_for_it() -> None:
    form = HandForm(part=Part.CHOW)
    for code in ("8m", "9s", "1z"):
        assert not form.may_lay(Tile.parse(code))
        form.add(Tile.parse(code))
    assert form.melds == []
    form.add(Tile.parse("7m"))
    assert [tile.code for tile in form.melds[0].tiles] == ["7m", "8m", "9m"]


def test_the_screen_shows_no_payer_where_wins_are_drawn(room: Callable[..., Room]) -> None:
    here = room()
    view = replace(played.ready(), page="tianjin", options=())
    screen = here.open("quick", view=view)
    assert list(screen.source.chips) == ["drawn"]
    assert Part.CHOW not in screen.parts.chips
    screen.show(replace(view, page="gd_zhuama"))
    assert list(screen.source.chips) == ["drawn", "B", "C", "D"]
    assert screen.source.chips["B"].text.startswith("抢")
    screen.show(replace(view, page="mcr"))
    settle(3)
    here.press("吃")
    assert not screen.keypad.keys[Tile.parse("8m")].lit
    assert screen.keypad.keys[Tile.parse("7m")].lit
