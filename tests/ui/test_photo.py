"""A hand by its picture: under a finger, from the picture to the entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.events import HandOpened, ScoreAdjusted
from engine.seat import SEATS
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.view import Phase
from tests.ui.fingers import find, texts
from tests.ui.rooms import Room
from ui.desk import CameraSheet, HandPhoto, ReadHand, ReadTile
from ui.gallery import played, sheets
from ui.gallery.render import settle
from ui.widgets.photo.selection import likely_groups, place_at, tiles_in

A, B, C, D = SEATS
HAND = "23456789m55s234s"


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def aim(here: Room) -> None:
    """There is a camera: begin the photo."""
    here.screen.take(CameraSheet(True))
    settle(2)
    here.press("拍手牌")
    assert here.screen.wants_frame


def photo(here: Room, codes: str, **doubts: int) -> None:
    """Aim, take the picture, and let it be read as `codes`."""
    aim(here)
    here.press("拍")
    assert here.asked[-1] == ReadHand()
    here.screen.take(sheets.hand_photo(codes, **doubts))
    settle(3)


def keys(here: Room) -> list[Any]:
    """The tiles that were read, left to right."""
    return [k for k in reversed(here.screen.photo.row.children) if type(k).__name__ == "TileKey"]


def test_there_is_no_photo_without_a_camera(room: Callable[..., Room]) -> None:
    here = room()
    for name, view in (("entry", played.opening()), ("quick", played.ready())):
        screen = here.open(name, view=view)
        assert "拍手牌" not in texts(screen)
        screen.take(CameraSheet(True))
        assert "拍手牌" in texts(screen)
        screen.take(CameraSheet(False))
        assert "拍手牌" not in texts(screen)


def test_a_hand_is_opened_by_its_picture(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    here.evening.three_wins()
    screen = here.open("entry")
    photo(here, HAND, doubtful=4, unknown=9)
    use = find(screen, "就用这些  13 / 13")
    assert use.disabled
    here.tap(keys(here)[9])
    here.tap(screen.photo.keypad.keys[Tile.parse("5s")])
    assert screen.photo.doubts == {4}
    here.press("就用这些  13 / 13")
    assert here.match.items[-1].event == HandOpened(B, tuple(sorted(parse_tiles(HAND))))
    assert not screen.photographing
    assert not screen.wants_frame
    assert here.refused == []


def test_a_tile_too_many_is_taken_out_and_one_too_few_put_in(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    here.evening.three_wins()
    screen = here.open("entry")
    photo(here, HAND + "1p")
    assert find(screen, "就用这些  14 / 13").disabled
    here.tap(keys(here)[13])
    here.press("拿掉这张")
    assert not find(screen, "就用这些  13 / 13").disabled
    here.tap(keys(here)[0])
    here.press("拿掉这张")
    assert find(screen, "就用这些  12 / 13").disabled
    here.press("＋")
    here.tap(screen.photo.keypad.keys[Tile.parse("2m")])
    here.press("就用这些  13 / 13")
    assert here.match.items[-1].event == HandOpened(B, tuple(sorted(parse_tiles(HAND))))


def test_a_picture_that_cannot_be_read_says_why(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("entry", view=played.opening())
    aim(here)
    here.press("拍")
    screen.take(HandPhoto(problem=played.opening().rules))
    settle(2)
    assert played.opening().rules.zh in texts(screen.photo)
    here.press("拍")
    screen.take(replace(sheets.hand_photo("1m"), rows=()))
    settle(2)
    assert find(screen, "就用这些  0 / 13").disabled
    here.press("不拍了")
    assert "拍手牌" in texts(screen)


def test_a_picture_is_chosen_from_a_file(
    room: Callable[..., Room], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.uix.label import Label

    from ui.theme import SMALLEST_TEXT

    (tmp_path / "手牌.png").write_bytes(b"")
    (tmp_path / "notes.txt").write_bytes(b"")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    here = room()
    screen = here.open("entry", view=played.opening())
    aim(here)
    here.press("从文件选")
    settle(4)
    names = [w for w in screen.photo.walk() if type(w) is Label and w.text.strip()]
    assert "手牌.png" in [label.text for label in names]
    assert "notes.txt" not in [label.text for label in names]
    assert min(label.font_size for label in names if "." in label.text) >= SMALLEST_TEXT
    here.press("用镜头拍")
    here.press("从文件选")
    screen.photo._open([str(tmp_path / "手牌.png")])
    assert here.asked[-1] == ReadHand(str(tmp_path / "手牌.png"))
    screen.take(sheets.hand_photo(HAND))
    settle(2)
    assert not find(screen, "就用这些  13 / 13").disabled


def test_what_others_enter_meanwhile_ends_the_photo(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("entry", view=played.opening())
    aim(here)
    screen.show(played.counted())
    assert not screen.photographing
    assert screen.photo.picture.texture is None


def test_a_win_is_scored_from_a_picture(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("quick")
    photo(here, HAND + "1m")
    here.press("就用这些  14 / 14")
    assert "点胡的那张" in texts(screen)
    here.key("9p")
    assert screen.form.winning is None
    here.key("1m")
    assert screen.form.winning is Tile.parse("1m")
    assert sorted(screen.form.standing) == sorted(parse_tiles(HAND))
    here.press("记分")
    assert isinstance(here.match.items[-1].event, ScoreAdjusted)


def test_an_opened_hand_is_put_right_from_a_picture(room: Callable[..., Room]) -> None:
    here = room()
    here.evening.open_deal((3, 5), "7m")
    here.evening.three_wins()
    here.evening.open_hands()
    screen = here.open("win")
    here.press("不对？改一张")
    photo(here, "23456789m55s236s")
    here.press("就用这些  13 / 13")
    assert screen.win.refused is not None
    assert here.refused == []


def test_pending_hands_lead_to_where_they_are_opened(room: Callable[..., Room]) -> None:
    here = room()
    here.open("win", view=played.opening())
    assert played.opening().phase is Phase.OPENING
    here.press("亮牌")
    assert here.gone == ["entry"]


def read(codes: str, left: float = 0.0, top: float = 0.0) -> tuple[ReadTile, ...]:
    return tuple(
        ReadTile(tile, 1.0, (left + 10 * at, top, left + 10 * at + 9, top + 14))
        for at, tile in enumerate(parse_tiles(codes))
    )


def test_the_likeliest_group_is_the_hand_and_others_can_be_added() -> None:
    river = read("123456m", 0, 100)
    hand, won = read(HAND, 0, 200), read("1m", 200, 200)
    rows = ((river,), (hand, won))
    assert likely_groups(rows, {13}) == {(1, 0)}
    assert likely_groups(rows, {14}) == {(1, 0), (1, 1)}
    assert likely_groups(rows, {5}) == {(1, 0)}
    assert likely_groups((), {13}) == frozenset()
    assert tiles_in(rows, {(1, 1), (0, 0)}) == (*river, *won)
    assert place_at(rows, 25, 107) == (0, 0)
    assert place_at(rows, 25, 150) is None
    assert UNKNOWN not in [tile.tile for tile in tiles_in(rows, {(1, 0)})]


def test_a_group_is_chosen_in_the_picture(room: Callable[..., Room]) -> None:
    here = room()
    screen = here.open("entry", view=played.opening())
    aim(here)
    here.press("拍")
    one = sheets.hand_photo(HAND)
    apart = read("1p", 600, 400)
    screen.take(replace(one, rows=(*one.rows, (apart,))))
    settle(3)
    assert len(screen.photo.tiles) == 13
    picture = screen.photo.picture
    left, top, scale = picture._frame()

    class Touch:
        x, y = left + 604 * scale, top - 407 * scale
        pos = (x, y)

    assert picture.on_touch_down(Touch())
    assert screen.photo.tiles[-1] is Tile.parse("1p")
