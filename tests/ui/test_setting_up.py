"""Fingers on the set-up: corners, own tiles, line, storage; and what does not agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.layout import DEFAULT_LAYOUT
from engine.layout_profile import Part, measure_of, stepped
from engine.tile import UNKNOWN, Tile
from engine.view import Text
from tests.ui.fingers import texts
from tests.ui.rooms import Room
from ui.desk import KeepCorners, KeepSettings, Note
from ui.gallery import camera, disagreeing, played, setting_up, sheets
from ui.setting_up import (
    BeginEnrolment,
    DeleteFrames,
    EndEnrolment,
    EnrolSheet,
    ForgetCorners,
    MendLaid,
    OpenStorage,
    OpenTileSets,
    ShootRow,
    TakeRow,
    TryCorners,
    UndoEnrolment,
    UseTileSet,
    WatchCamera,
    WatchLine,
)


@pytest.fixture
def room(window: Any) -> Iterator[Callable[..., Room]]:
    yield from Room.rooms(window)


def at_setup(here: Room, topic: str) -> Any:
    screen = here.open("setup", view=played.ready(), sheet=sheets.setting_up())
    here.choose(topic)
    return screen


def settled() -> None:
    from ui.gallery.render import settle

    settle(3)


def drag(window: Any, start: tuple[float, float], *stops: tuple[float, float]) -> None:
    """A finger down at `start`, along `stops` and up at the last, in window pixels."""
    from kivy.base import EventLoop
    from kivy.input.motionevent import MotionEvent

    class Finger(MotionEvent):
        def depack(self, args: Any) -> None:
            self.sx, self.sy = args
            self.profile = ["pos"]
            super().depack(args)

    def at(place: tuple[float, float]) -> tuple[float, float]:
        return place[0] / window.width, place[1] / window.height

    finger = Finger("test", 1, at(start), is_touch=True, type_id="touch")
    EventLoop.post_dispatch_input("begin", finger)
    for stop in stops:
        finger.move(at(stop))
        EventLoop.post_dispatch_input("update", finger)
    EventLoop.post_dispatch_input("end", finger)
    settled()


def aimed(here: Room) -> Any:
    screen = at_setup(here, "camera")
    screen.take(setting_up.aim())
    screen.show_frame(camera.picture())
    settled()
    return screen


def test_a_corner_is_dragged_checked_and_kept(room: Callable[..., Room]) -> None:
    here = room()
    screen = aimed(here)
    assert here.asked[-1] == WatchCamera() and screen.wants_frame
    picture = screen.part.picture
    assert picture.corners == camera.corners()
    place = picture.to_window(*picture.to_screen(picture.corners[2]))
    # The finger takes it beside the corner, which does not jump.
    grip = (place[0] + 20, place[1] - 12)
    drag(here.window, grip, (grip[0] - 30, grip[1] - 10), (grip[0] - 40, grip[1] - 25))
    _, _, scale = picture._place()
    x, y = camera.corners()[2]
    assert picture.corners[2] == pytest.approx((x - 40 / scale, y + 25 / scale), abs=1.0)
    assert picture.corners[:2] == camera.corners()[:2] and picture.held is None
    tried = here.asked[-1]
    assert isinstance(tried, TryCorners) and tried.corners == picture.corners
    # What is found meanwhile does not undo the finger's work.
    screen.take(replace(setting_up.aim(), tiles=()))
    assert picture.corners == tried.corners
    here.press("就用这四角")
    assert here.asked[-1] == KeepCorners(tried.corners, camera.SIZE)
    screen.take(Note(Text("存在 camera.json", "kept in camera.json")))
    assert "存在 camera.json" in texts(screen)
    here.choose("look")
    assert here.asked[-1] == WatchCamera(None) and not screen.wants_frame


def test_the_tap_beside_all_corners_moves_none(room: Callable[..., Room]) -> None:
    here = room()
    screen = aimed(here)
    picture = screen.part.picture
    middle = picture.to_window(*picture.center)
    drag(here.window, middle, (middle[0] + 60, middle[1]))
    assert picture.corners == camera.corners()


def test_found_corners_are_taken_turned_and_forgotten(room: Callable[..., Room]) -> None:
    here = room()
    screen = aimed(here)
    picture = screen.part.picture
    picture.corners = tuple((x + 30, y) for x, y in camera.corners())
    here.press("用找到的四角")
    assert picture.corners == camera.corners()
    here.press("A 家坐下一边")
    one, *rest = camera.corners()
    assert picture.corners == (*rest, one)
    assert any(isinstance(request, TryCorners) for request in here.asked)
    here.press("让它自己找")
    assert here.asked[-1] == ForgetCorners()


def test_a_moved_camera_is_told_and_the_new_corners_are_offered(
    room: Callable[..., Room],
) -> None:
    here = room()
    screen = at_setup(here, "camera")
    screen.take(replace(setting_up.moved(), moved=False))
    screen.show_frame(camera.picture())
    assert screen.part.picture.corners == setting_up.moved().kept
    screen.take(setting_up.moved())
    settled()
    assert "镜头动过了" in texts(screen)
    assert screen.part.picture.corners == camera.corners()
    assert any("靠近些" in text for text in texts(screen))
    here.press("就用这四角")
    assert here.asked[-1] == KeepCorners(camera.corners(), camera.SIZE)


def test_another_camera_or_address_is_chosen(room: Callable[..., Room]) -> None:
    here = room()
    screen = aimed(here)
    here.press("摄像头 0")
    assert here.asked[-1] == WatchCamera("0")
    here.press("别的地址")
    screen.part.address.text = " rtsp://phone/live "
    settled()
    here.press("用这个地址")
    assert here.asked[-1] == WatchCamera("rtsp://phone/live")


def test_a_set_is_enrolled_by_finger(room: Callable[..., Room]) -> None:
    here = room()
    screen = at_setup(here, "tiles")
    assert OpenTileSets() in here.asked
    screen.take(setting_up.tile_sets())
    settled()
    begin = "登记一副"
    assert any("没有镜头画面" in text for text in texts(screen))
    screen.take(setting_up.aim())
    screen.part.name.text = "奶奶家"
    settled()
    here.press(begin)
    assert here.asked[-1] == BeginEnrolment("奶奶家")
    due = replace(setting_up.enrolling(), laid=(), said=None)
    screen.take(due)
    settled()
    assert screen.wants_frame
    here.press("拍")
    assert here.asked[-1] == ShootRow()
    screen.take(setting_up.enrolling())
    settled()
    assert any("九筒 → 八筒" in text for text in texts(screen))
    here.tap(screen.part.keys[8])
    here.tap(screen.part.keypad.keys[Tile.parse("7p")])
    assert here.asked[-1] == MendLaid(8, Tile.parse("7p"))
    here.tap(screen.part.keys[0])
    here.press("这里没有牌")
    assert here.asked[-1] == MendLaid(0, UNKNOWN)
    here.press("对了，下一行")
    assert here.asked[-1] == TakeRow()
    here.press("没有这行")
    assert here.asked[-1] == TakeRow(skip=True)
    screen.take(replace(due, at=len(due.rows)))
    settled()
    here.press("存下，用这副")
    assert here.asked[-1] == EndEnrolment()
    screen.take(replace(setting_up.tile_sets(), said=Text("用上了", "in use")))
    settled()
    assert "用上了" in texts(screen) and not screen.wants_frame


def test_sets_are_chosen_and_taken_back(room: Callable[..., Room]) -> None:
    here = room()
    screen = at_setup(here, "tiles")
    (first, second) = setting_up.tile_sets().sets
    screen.take(EnrolSheet((first,)))
    settled()
    here.press("用")
    assert here.asked[-1] == UseTileSet(None)
    here.press("撤回")
    assert here.asked[-1] == UndoEnrolment(first.name)
    screen.take(EnrolSheet((second,)))
    settled()
    here.press("用")
    assert here.asked[-1] == UseTileSet(second.name)


def test_the_line_is_watched_newest_first(room: Callable[..., Room]) -> None:
    here = room()
    screen = at_setup(here, "line")
    assert here.asked[-1] == WatchLine()
    screen.take(setting_up.line())
    settled()
    said = texts(screen)
    assert said.index("骰子 3 和 5") < said.index("洗牌")
    here.press("/dev/ttyACM0")
    assert here.asked[-1] == WatchLine("/dev/ttyACM0")
    screen.take(setting_up.silent_line())
    settled()
    assert any("升牌键" in text for text in texts(screen))
    here.choose("rules")
    assert here.asked[-1] == WatchLine(None)
    assert any("选项" in text for text in texts(screen))


def test_pictures_are_deleted_only_when_asked_twice(room: Callable[..., Room]) -> None:
    here = room()
    screen = at_setup(here, "about")
    assert here.asked[-1] == OpenStorage()
    screen.take(setting_up.storage())
    settled()
    here.press("删掉已收场各场的照片")
    here.press("不删")
    assert not any(isinstance(request, DeleteFrames) for request in here.asked)
    here.press("删掉已收场各场的照片")
    here.press("对，删掉")
    assert here.asked[-1] == DeleteFrames()
    assert any("AGPL" in text for text in texts(screen))


def test_the_look_is_changed_and_kept(room: Callable[..., Room]) -> None:
    from ui.theme import theme

    here = room()
    at_setup(here, "look")
    here.press("浅色")
    assert theme.palette.name == "light"
    kept = here.asked[-1]
    assert isinstance(kept, KeepSettings) and kept.settings.theme == "light"
    here.press("深色")


def test_a_discrepancy_is_ringed_where_one_enters_by_finger(room: Callable[..., Room]) -> None:
    here = room()
    view = played.claiming()
    screen = here.open("entry", view=view)
    assert screen.disagreement.parent is None and not screen.wants_frame
    screen.show(disagreeing.disagreeing(view))
    settled()
    assert screen.wants_frame and "牌桌对不上" in texts(screen)
    screen.show_frame(camera.picture())
    settled()
    picture = screen.disagreement.picture
    small = picture.height
    assert small > 0 and picture.boxes == (camera.box_of("7m"),)
    here.tap(screen.disagreement)
    assert picture.height > 2 * small
    here.tap(screen.disagreement)
    screen.show(view)
    screen.disagreement.agreement.stay()
    settled()
    assert "又对上了" in texts(screen) and not screen.wants_frame and picture.height == 0
    screen.disagreement.agreement._end(0.0)
    settled()
    assert "又对上了" not in texts(screen) and screen.disagreement.parent is None


def test_another_deal_does_not_agree_again(room: Callable[..., Room]) -> None:
    here = room()
    view = played.claiming()
    screen = here.open("table", view=disagreeing.disagreeing(view))
    assert "牌桌对不上" in texts(screen)
    screen.show(replace(view, deal=view.deal + 1))
    settled()
    assert "又对上了" not in texts(screen)
    screen.show(disagreeing.disagreeing(view))
    screen.show(view)
    screen.ids.notices.agreement.stay()
    settled()
    assert "又对上了" in texts(screen)


def test_the_lens_bend_that_was_found_is_told_set_and_kept(room: Callable[..., Room]) -> None:
    here = room()
    screen = at_setup(here, "camera")
    screen.take(setting_up.bent())
    screen.show_frame(camera.bent_picture())
    settled()
    part = screen.part
    assert part.measures.bend == -0.3 and "镜头弯曲\n向外鼓 0.30" in texts(screen)
    # The sides are drawn as the lens shows them: their middles lie outside the corners' line.
    rim = part.picture.outline.rim
    straight = (rim[0][0] + rim[12][0]) / 2
    assert abs(rim[6][0] - straight) > 2
    here.press("＋")
    tried = here.asked[-1]
    assert isinstance(tried, TryCorners) and tried.bend == pytest.approx(-0.28)
    # What is found meanwhile does not undo it; its outline is not drawn any more.
    screen.take(setting_up.bent())
    assert part.measures.bend == pytest.approx(-0.28)
    here.press("0")
    assert "镜头弯曲\n直的" in texts(screen) and here.asked[-1].bend == 0.0
    straightened = replace(part.picture.outline, bend=0.0, rim=part.picture.corners)
    screen.take(straightened)
    assert part.picture.outline is straightened
    here.press("用找到的四角")
    assert here.asked[-1].bend == -0.3
    here.press("就用这四角")
    assert here.asked[-1] == KeepCorners(setting_up.bent().found, camera.SIZE, -0.3)


def test_zones_are_moved_by_a_finger_and_kept(room: Callable[..., Room]) -> None:
    here = room()
    screen = aimed(here)
    here.press("牌墙\n离中心 270 毫米")
    assert screen.part.picture.part is Part.WALLS
    here.press("−")
    moved = stepped(DEFAULT_LAYOUT, Part.WALLS, -1)
    assert here.asked[-1] == TryCorners(camera.corners(), camera.SIZE, 0.0, moved)
    assert "牌墙\n离中心 266 毫米" in texts(screen)
    for _ in range(9):
        here.press("−")
    # Where walls would lie on the rivers they stop, and it is said why.
    last = here.asked[-1].layout
    assert measure_of(last, Part.WALLS) > 230
    assert any("layout.river" in text and "挪开" in text for text in texts(screen))
    here.press("就用这四角")
    assert here.asked[-1] == KeepCorners(camera.corners(), camera.SIZE, 0.0, last)


def test_what_is_in_force_is_shown_first(room: Callable[..., Room]) -> None:
    here = room()
    screen = at_setup(here, "camera")
    there = camera.outline("moved")
    screen.take(replace(setting_up.aim(), layout=there.layout, kept_bend=0.1, bend=-0.2))
    screen.show_frame(camera.picture())
    settled()
    assert screen.part.measures.layout == there.layout
    assert screen.part.measures.bend == 0.1
    assert "镜头弯曲\n向里收 0.10" in texts(screen)
