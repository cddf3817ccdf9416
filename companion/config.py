"""One TOML file says all: camera, line, rules, players, record.

Unknown keys are refused and each field is described; `queban doctor
--config-help` prints the descriptions and an empty file to begin with. A fault
in the file is one line that names the key and what to do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from companion.arguments import shown
from companion.errors import ConfigError
from companion.reading import toml_of
from engine.quoting import shortened

Pixels = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]
Point = tuple[Pixels, Pixels]
MOST_PIXELS = 100_000


class Section(BaseModel):
    """A table of the file: frozen, and no key it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def _plain(text: str) -> str:
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise PydanticCustomError("control_character", "no control characters here")
    return text


def _named(text: str) -> str:
    if text.isdecimal() and len(text) > 4:
        raise PydanticCustomError("camera_index", "a camera's index has at most four digits")
    return text


Plain = Annotated[str, AfterValidator(_plain)]


class CameraSection(Section):
    """The camera above the table."""

    source: Annotated[Plain, AfterValidator(_named)] = Field(
        default="0",
        description="摄像头：序号、设备、网址（rtsp/http）或影片文件；空 = 不用 / "
        "camera: index, device, rtsp or http address, film file; empty = none",
    )
    width: int | None = Field(
        default=None, gt=0, le=MOST_PIXELS, description="要的画面宽 / wanted width in pixels"
    )
    height: int | None = Field(
        default=None, gt=0, le=MOST_PIXELS, description="要的画面高 / wanted height in pixels"
    )
    corners: tuple[Point, Point, Point, Point] | None = Field(
        default=None,
        description="台面四角的像素坐标，从 A 家左手边起顺时针；不写 = 自己找 / pixels of the "
        "playing surface's four corners, clockwise from seat A's left; left out = found by itself",
    )
    bend: float | None = Field(
        default=None,
        ge=-0.6,
        le=0.6,
        description="镜头弯曲：半径以画面长边为 1 的 k1，负的向外鼓；不写 = 和四角一起找，"
        "写了四角就当直的 / the lens' bend: k1 for radii in the picture's long side, negative "
        "bulges outwards; left out = found with the corners, none where those are given",
    )
    bottom: Literal["A", "B", "C", "D"] = Field(
        default="A", description="画面下方坐的是哪家 / the seat at the bottom of the picture"
    )


class LineSection(Section):
    """The table's serial line."""

    port: Plain = Field(
        default="",
        description="串口：/dev/ttyUSB0、COM3、socket://主机:端口，或 VID:PID；空 = 不用 / "
        "serial port, or VID:PID of the adapter; empty = none",
    )
    baud: int = Field(default=115200, gt=0, le=20_000_000, description="波特率 / speed in baud")
    profile: Path | None = Field(
        default=None,
        description="别家机器的方言（TOML）；不写 = 参考协议 / another machine's dialect "
        "(TOML); left out = the reference protocol",
    )


class RulesSection(Section):
    """What is played."""

    id: str = Field(default="mzhz", description="规则页 / rule page (`queban rules`)")
    options: dict[str, str | int | bool] = Field(
        default_factory=dict, description="本桌的选项：名 = 值 / house options: name = value"
    )


class RecordSection(Section):
    """Where matches are kept."""

    dir: Path | None = Field(
        default=None,
        description="记录夹；不写 = 用户数据夹 / folder; left out = the user's data folder",
    )
    keep_frames_mb: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        description="画面最多留多少 MB，给 `queban retrack --eyes`；0 = 不留 / megabytes of "
        "pictures kept for `queban retrack --eyes`; 0 = none",
    )

    @property
    def keep_frames(self) -> int:
        """Bytes of pictures that may be kept."""
        return self.keep_frames_mb * 1_000_000


class ScreenSection(Section):
    """The tablet."""

    language: Literal["zh", "en"] = Field(default="zh", description="屏上的语言 / language shown")
    width: int = Field(
        default=1280, ge=640, le=MOST_PIXELS, description="窗宽 / window width"
    )
    height: int = Field(
        default=800, ge=400, le=MOST_PIXELS, description="窗高 / window height"
    )
    fullscreen: bool = Field(default=False, description="占满屏 / fill the screen")


Name = Annotated[Plain, Field(min_length=1, max_length=40)]


class Config(Section):
    """The whole file."""

    players: tuple[Name, Name, Name, Name] = Field(
        default=("甲", "乙", "丙", "丁"),
        description="四家的名字，A 起按出牌次序 / names, from seat A in turn order",
    )
    camera: CameraSection = Field(default_factory=CameraSection)
    line: LineSection = Field(default_factory=LineSection)
    rules: RulesSection = Field(default_factory=RulesSection)
    record: RecordSection = Field(default_factory=RecordSection)
    screen: ScreenSection = Field(default_factory=ScreenSection)
    layout: dict[str, Any] = Field(
        default_factory=dict,
        description="本桌的尺寸（毫米），只写不同的：surface、tile、dome_radius、river、"
        "river_columns、river_pitch、wall、flowers、melds、hand、winning_tile / the table's "
        "measures in mm, only those that differ, e.g. hand = { depth_min = 390 }",
    )
    eyes: dict[str, float | int | bool] = Field(
        default_factory=dict,
        description="看牌的阈值，见 vision 里的说明 / thresholds of the eyes by name",
    )


def load_config(path: Path) -> Config:
    """The configuration in `path`; raises `ConfigError` with one line that helps."""
    data = toml_of(path, ("配置", "configuration"), ConfigError)
    config = parse_config(data, str(path))
    return _resolve_paths(config, path.parent)


def parse_config(data: dict[str, Any], name: str = "config") -> Config:
    """A configuration from plain data; raises `ConfigError`."""
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        faults: dict[str, tuple[str, str]] = {}
        for item in error.errors():
            parts = [str(part) for part in item["loc"] if part not in _KINDS]
            key = ".".join(shortened(part) for part in parts) or "(file)"
            faults.setdefault(key, _fault(key, dict(item)))
        raise ConfigError(
            f"{name}：" + "；".join(zh for zh, _ in faults.values()),
            f"{name}: " + "; ".join(en for _, en in faults.values()),
        ) from error


def _fault(key: str, item: dict[str, Any]) -> tuple[str, str]:
    if item["type"] == "extra_forbidden":
        siblings = "、".join(_keys_beside(item["loc"]))
        return f"不认识 {key}，可写：{siblings}", f"unknown key {key}, known here: {siblings}"
    if item["type"] == "missing":
        return f"{key} 缺了", f"{key} is missing"
    said = shown(item.get("input"))
    zh = _FAULTS.get(item["type"], "不对").format(**item.get("ctx", {})).replace(" or ", " 或 ")
    return f"{key} {zh}，现在是 {said}", f"{key}: {item['msg']} (is {said})"


_FAULTS = {
    "greater_than": "要大于 {gt}",
    "greater_than_equal": "至少 {ge}",
    "less_than_equal": "最多 {le}",
    "control_character": "里有换行之类的字符，请删掉",
    "camera_index": "是镜头序号的话最多四位",
    "int_type": "要整数",
    "int_parsing": "要整数",
    "int_from_float": "要整数",
    "float_type": "要数",
    "float_parsing": "要数",
    "finite_number": "要有限的数",
    "string_type": "要用引号写成文字",
    "bool_type": "要 true 或 false",
    "bool_parsing": "要 true 或 false",
    "literal_error": "只能是 {expected}",
    "string_too_short": "不能空着",
    "string_too_long": "最多 {max_length} 个字",
    "too_short": "要 {min_length} 个",
    "too_long": "最多 {max_length} 个",
    "model_type": "要一节 [ ]",
    "path_type": "要一个路径",
    "tuple_type": "要一列 [ , ]",
    "dict_type": "要 名 = 值",
}
"""Faults of a value as pydantic names them, in Chinese."""
_KINDS = ("str", "float", "int", "bool")
"""What pydantic adds to a key whose value may be of several kinds."""


def _keys_beside(location: tuple[str | int, ...]) -> list[str]:
    section: type[BaseModel] = Config
    for part in location[:-1]:
        field = section.model_fields.get(str(part))
        if field is None or not isinstance(field.annotation, type):
            break
        if issubclass(field.annotation, BaseModel):
            section = field.annotation
    return list(section.model_fields)


def _resolve_paths(config: Config, base: Path) -> Config:
    """Relative paths in the file are meant from the file's own folder."""
    line, record = config.line, config.record
    if line.profile is not None:
        line = line.model_copy(update={"profile": base / line.profile.expanduser()})
    if record.dir is not None:
        record = record.model_copy(update={"dir": base / record.dir.expanduser()})
    return config.model_copy(update={"line": line, "record": record})


def describe() -> Iterator[str]:
    """The lines of an empty file with each field's description and default."""
    yield "# queban.toml"
    for name, field in Config.model_fields.items():
        if not _is_section(field.annotation):
            yield f"# {field.description}"
            yield f"# {name} = {_toml(field.get_default(call_default_factory=True))}"
    for name, field in Config.model_fields.items():
        if _is_section(field.annotation):
            section: type[Section] = field.annotation  # type: ignore[assignment]
            yield ""
            yield f"[{name}]  # {section.__doc__}"
            for key, inner in section.model_fields.items():
                yield f"# {inner.description}"
                yield f"# {key} = {_toml(inner.get_default(call_default_factory=True))}"


def _is_section(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Section)


def _toml(value: object) -> str:
    match value:
        case None:
            return "(不写 / leave out)"
        case bool():
            return str(value).lower()
        case dict():
            return "{}"
        case tuple():
            return "[" + ", ".join(_toml(part) for part in value) + "]"
        case str():
            return f'"{value}"'
        case _:
            return str(value)
