"""The set-up in pictures: camera, own tiles, line, storage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.layout_profile import Part
from engine.tile import Tile, parse_tiles
from engine.view import Health, HealthState, Text
from ui.desk import Note
from ui.gallery import camera, sheets
from ui.gallery.pieces import health
from ui.gallery.scene import Scene
from ui.gallery.views import empty
from ui.setting_up import (
    AimSheet,
    EnrolSheet,
    HealthSheet,
    LaidTile,
    LineMessage,
    LineSheet,
    StorageSheet,
    TileSetRow,
)

_GOOD, _WAIT, _BAD = HealthState.GOOD, HealthState.WAIT, HealthState.BAD
_FRAMING, _SHARP = Text("取景", "Framing"), Text("清晰", "Sharpness")
_GLARE, _LIGHT = Text("反光", "Glare"), Text("光线", "Light")
_CAMERA = Text("摄像头", "camera")

_WELL = (
    Health(_FRAMING, _GOOD, Text("一张牌 31 像素", "a tile is 31 px")),
    Health(_SHARP, _GOOD, Text("清楚", "sharp")),
    Health(_GLARE, _GOOD, Text("没有白斑", "no white patches")),
    Health(_LIGHT, _GOOD, Text("够亮", "enough")),
)
_BADLY = (
    Health(_FRAMING, _BAD, Text("一张牌 17 像素，靠近些", "a tile is 17 px, come closer")),
    Health(_SHARP, _WAIT, Text("有些糊：擦镜头、对焦、固定好",
                               "soft: wipe the lens, focus, fix it firmly")),
    Health(_GLARE, _WAIT, Text("1.2% 发白，把灯移开或调暗曝光",
                               "1.2% burnt out, move the lamp or lower the exposure")),
    Health(_LIGHT, _BAD, Text("太暗，开灯", "too dark: more light")),
)  # fmt: skip
LAID = "123456789p"
PARTS = (
    Health(Text("模型 detector.onnx", "model detector.onnx"), _GOOD,
           Text("4f06f47ee6af 与模型卡相符", "4f06f47ee6af as the model card says")),
    Health(Text("显示", "display"), _GOOD, Text(":0", ":0")),
    Health(Text("记录夹", "record folder"), _GOOD, Text("余 61.0 GB", "61.0 GB free")),
)  # fmt: skip
_SOURCES = (("0", Text("摄像头 0", "camera 0")), ("2", Text("摄像头 2", "camera 2")))


def aim() -> AimSheet:
    """A good picture, all found."""
    tiles, backs = camera.seen()
    return AimSheet(
        "2", _SOURCES, Health(_CAMERA, _GOOD, Text("画面正常", "pictures arrive")), camera.SIZE,
        camera.corners(), camera.corners(), tiles, backs, _WELL, outline=camera.outline("plain"),
    )  # fmt: skip


def moved() -> AimSheet:
    """Somebody ran against the stand; the light is bad as well."""
    kept = tuple((x + 46.0, y - 22.0) for x, y in camera.corners())
    return replace(aim(), kept=kept, checks=_BADLY, moved=True)


def bent() -> AimSheet:
    """A lens that makes the table's sides bulge, found and not kept yet."""
    seen = camera.outline("bent")
    return replace(
        aim(), found=seen.corners, kept=None, bend=seen.bend, tiles=(), backs=(), outline=seen
    )


def _rows() -> tuple[tuple[Tile, ...], ...]:
    return tuple(
        parse_tiles(row)
        for row in ("123456789m", "123456789p", "123456789s", "1234567z", "12345678f", "1j1234h")
    )


def _laid(read_as: str) -> tuple[LaidTile, ...]:
    """The row of dots as it was read."""
    photo = sheets.hand_photo(LAID)
    seen = [tile for group in photo.rows[0] for tile in group]
    return tuple(
        LaidTile(one.tile, one if tile is one.tile else replace(one, tile=tile, confidence=0.52))
        for one, tile in zip(seen, parse_tiles(read_as), strict=True)
    )


def tile_sets() -> EnrolSheet:
    """Two sets, one of them in use."""
    help_zh, help_en = "47 种，自家牌读对 91% → 99%", "47 kinds, own tiles right 91% → 99%"
    none_zh, none_en = "34 种，没有更好，不用", "34 kinds, no better: stays off"
    return EnrolSheet(
        (
            TileSetRow("奶奶家", Text(help_zh, help_en), True),
            TileSetRow("新牌", Text(none_zh, none_en), False),
        )
    )


def enrolling() -> EnrolSheet:
    """The second row is laid and read; one tile was taken for another."""
    return EnrolSheet(
        name="奶奶家", rows=_rows(), at=1, laid=_laid("123456788p"),
        said=Text("9 张都找到了", "all 9 tiles were found"),
    )  # fmt: skip


def line() -> LineSheet:
    """A table that says what it does."""
    said = (
        ("20:15:02", Text("牌桌：样机 1.2", "table: sample 1.2")),
        ("20:15:09", Text("洗牌", "shuffling")),
        ("20:15:31", Text("牌齐了：124 张", "the set is complete: 124 tiles")),
        ("20:15:33", Text("升牌：16、15、16、15 墩", "walls up: 16, 15, 16, 15 stacks")),
        ("20:15:41", Text("骰子 3 和 5", "dice 3 and 5")),
        ("20:15:58", Text("王建国的按钮 1", "button 1 of Wang Jianguo")),
    )
    messages = tuple(LineMessage(when, text) for when, text in said)
    up = Health(Text("牌桌线", "line"), _GOOD, Text("牌桌已连接", "the table is connected"))
    ports = (("/dev/ttyUSB0", "/dev/ttyUSB0 (CP2102)"), ("/dev/ttyACM0", "/dev/ttyACM0"))
    return LineSheet("/dev/ttyUSB0", ports, up, messages)


def silent_line() -> LineSheet:
    """An open port that nothing comes from."""
    silent = Health(
        Text("牌桌线", "line"), _WAIT,
        Text("串口已开，牌桌没有回应", "the port is open, the table is silent"),
    )  # fmt: skip
    advice = Text(
        "牌桌开机了吗？按一下升牌键看看。还没有：换一个串口、换一根线，"
        "或核对波特率（配置里的 line.baud）。没有线也能打，骰子用手点。",
        "Is the table on? Press its button once. Still nothing: try another port or cable, or "
        "check the speed (line.baud in the configuration). Play goes on without; dice by finger.",
    )
    return replace(line(), health=silent, messages=(), advice=advice)


def storage() -> StorageSheet:
    return StorageSheet("~/.local/share/queban/matches", 21, 512_300_000, 488_000_000, 61 * 10**9)


def _aimed(sheet: AimSheet) -> Any:
    def tap(screen: Any) -> None:
        screen.choose("camera")
        screen.take(sheet)
        screen.show_frame(camera.picture())

    return tap


def _held(screen: Any) -> None:
    """A finger holds the near right corner."""
    _aimed(aim())(screen)
    picture = screen.part.picture
    x, y = camera.corners()[3]
    picture._held = 3
    picture.corners = (*picture.corners[:3], (x - 24.0, y - 31.0))


def _bent(screen: Any) -> None:
    screen.choose("camera")
    screen.take(bent())
    screen.show_frame(camera.bent_picture())


def _zones(screen: Any) -> None:
    """Hands and walls were moved inwards; the hands are chosen."""
    moved = camera.outline("moved")
    _aimed(replace(aim(), layout=moved.layout, outline=moved))(screen)
    screen.part.measures.part = Part.HANDS


def _kept(screen: Any) -> None:
    _aimed(aim())(screen)
    path = "~/.local/share/queban/matches/camera.json"
    screen.take(Note(Text(f"四角存在 {path}，今后照此看牌", f"kept in {path}, used from now on")))


def _turned(topic: str, sheet: Any, then: Any = None) -> Any:
    def tap(screen: Any) -> None:
        screen.choose(topic)
        if topic == "tiles":
            screen.take(aim())
        screen.take(sheet)
        if then is not None:
            then(screen)

    return tap


def _see_row(screen: Any) -> None:
    screen.show_frame(sheets.hand_photo(LAID).picture)


def _checked(screen: Any) -> None:
    screen.choose("health")
    screen.take(HealthSheet((*health(_BAD, _WAIT), *PARTS)))


def _mending(screen: Any) -> None:
    _see_row(screen)
    screen.part._lifting(8)(None)


def setup_scenes() -> tuple[Scene, ...]:
    """All parts of the set-up."""
    view, setup = empty(), sheets.setting_up()

    def scene(name: str, taps: Any, lang: str = "zh", palette: str = "dark") -> Scene:
        return Scene(name, view, lang, screen="setup", sheet=setup, taps=taps, palette=palette)

    return (
        Scene("80-look", view, screen="setup", sheet=setup),
        scene("81-camera", _aimed(aim())),
        scene("82-rules", lambda s: s.choose("rules")),
        Scene(
            "83-health",
            replace(view, health=()),
            screen="setup",
            sheet=setup,
            taps=_checked,
        ),
        scene("84-camera-corner-held", _held),
        scene("85-camera-moved", _aimed(moved()), "en"),
        scene("86-camera-kept", _kept, palette="light"),
        scene("87-tile-sets", _turned("tiles", tile_sets())),
        scene("88-tiles-laid", _turned("tiles", enrolling(), _see_row)),
        scene("89-tiles-mending", _turned("tiles", enrolling(), _mending), "en"),
        scene("90-line", _turned("line", line())),
        scene("91-line-silent", _turned("line", silent_line()), "en"),
        scene("92-storage", _turned("about", storage())),
        scene("93-camera-lens", _bent, "en"),
        scene("94-camera-zones", _zones),
    )
