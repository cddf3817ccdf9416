"""What `queban doctor` looks at: one `Health` per part, with plain advice.

Each check stands alone, changes nothing and gives a value for whatever is
wrong; a check that needs a room imports it inside.
"""

from __future__ import annotations

import ctypes.util
import glob
import hashlib
import os
import platform
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from importlib import metadata, resources
from pathlib import Path

from companion import __version__
from companion.config import Config
from companion.errors import UserError, reason
from companion.record import default_root
from engine.view import Health, HealthState, Text

PACKAGES = ("numpy", "opencv-python", "onnxruntime", "pyserial", "kivy", "pydantic", "rich")
MODELS = ("detector.onnx", "classifier.onnx")
ENOUGH_DISK = 200 * 1024 * 1024
"""Bytes; an evening of records is far less."""


def check_all(config: Config, *, taken: bool = False) -> Iterator[Health]:
    """Every check, in the order a helper would ask. `taken`: camera and line are in
    use by a match, which tells of them itself."""
    checks: tuple[Callable[[Config], Iterator[Health]], ...] = (
        _program, _models, _camera, _line, _display, _fonts, _disk,
    )  # fmt: skip
    for check in checks:
        if not (taken and check in (_camera, _line)):
            yield from check(config)


def model_hashes() -> dict[str, str]:
    """SHA-256 of each model that is there, by file name."""
    folder = resources.files("models")
    found: dict[str, str] = {}
    for name in MODELS:
        file = folder / name
        if file.is_file():
            found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def _program(_: Config) -> Iterator[Health]:
    yield Health(
        Text("程序", "program"),
        HealthState.GOOD,
        _same(f"queban {__version__}, Python {platform.python_version()}, {platform.platform()}"),
    )
    for name in PACKAGES:
        part = _same(name)
        try:
            yield Health(part, HealthState.GOOD, _same(metadata.version(name)))
        except metadata.PackageNotFoundError:
            yield Health(
                part, HealthState.BAD, Text("没装：make install", "not installed: make install")
            )


def _models(_: Config) -> Iterator[Health]:
    hashes = model_hashes()
    card_file = resources.files("models") / "MODEL_CARD.md"
    card = card_file.read_text(encoding="utf-8") if card_file.is_file() else ""
    for name in MODELS:
        part = Text(f"模型 {name}", f"model {name}")
        digest = hashes.get(name)
        if digest is None:
            detail = Text("不在；照相机看不了牌", "missing; the camera cannot read tiles")
            yield Health(part, HealthState.BAD, detail)
        elif digest in card:
            detail = Text(f"{digest[:12]} 与模型卡相符", f"{digest[:12]} as the model card says")
            yield Health(part, HealthState.GOOD, detail)
        else:
            detail = Text(
                f"{digest[:12]} 不是模型卡上的那一份；重新安装",
                f"{digest[:12]} is not the one on the model card; install again",
            )
            yield Health(part, HealthState.BAD, detail)


def _camera(config: Config) -> Iterator[Health]:
    part = Text("摄像头", "camera")
    source = config.camera.source
    if not source:
        yield Health(part, HealthState.ABSENT, Text("配置里没要", "not asked for"))
        return
    named = "source" in config.camera.model_fields_set
    if source.isdecimal() and sys.platform == "linux" and not Path(f"/dev/video{source}").exists():
        devices = ", ".join(sorted(glob.glob("/dev/video*"))) or "无 none"
        if not named:
            detail = Text(
                f"没插镜头，全用手点也行；现有：{devices}。插上就用，不要就写 source = \"\"",
                f"no camera, play goes on by finger; there are: {devices}. "
                'Plug one in, or write source = ""',
            )
            yield Health(part, HealthState.WAIT, detail)
            return
        yield Health(
            part,
            HealthState.BAD,
            Text(
                f"没有 /dev/video{source}；现有：{devices}。插上或改 camera.source",
                f"no /dev/video{source}; there are: {devices}. Plug it in or set camera.source",
            ),
        )
        return
    import cv2

    capture = cv2.VideoCapture(int(source) if source.isdecimal() else source)
    try:
        taken, image = capture.read()
    finally:
        capture.release()
    if taken:
        size = f"{image.shape[1]}×{image.shape[0]}"
        yield Health(part, HealthState.GOOD, Text(f"{source}：{size}", f"{source}: {size}"))
    else:
        yield Health(
            part,
            HealthState.BAD,
            Text(
                f"{source} 打不开或没有画面；看线、电源，或是否被别的程序占着",
                f"{source} does not open or gives no picture; look at cable and power, "
                "and whether another program holds it",
            ),
        )


def _line(config: Config) -> Iterator[Health]:
    from serial.tools import list_ports

    from table_io.serial_port import PortFinder, PortSettings, PortUnavailable

    part = Text("串口", "serial line")
    found = list_ports.comports()
    there = "; ".join(f"{port.device} ({port.description})" for port in found) or "无 none"
    wanted = config.line.port
    state, detail = HealthState.GOOD, Text(f"{wanted}；现有：{there}", wanted)
    if not wanted:
        state = HealthState.ABSENT
        detail = Text(f"配置里没要；现有：{there}", f"not asked for; there are: {there}")
    elif "://" in wanted:
        state = HealthState.WAIT
        detail = Text(f"{wanted}：开打时才连", f"{wanted}: connected when play begins")
    elif PortSettings(wanted).usb is not None:
        try:
            PortFinder(PortSettings(wanted)).find()
        except PortUnavailable as error:
            state, detail = HealthState.BAD, Text(error.chinese, error.english)
    elif wanted not in (port.device for port in found) and not _is_device(wanted):
        state = HealthState.BAD
        detail = Text(
            f"没有串口 {wanted}；现有：{there}。插上或改 line.port",
            f"no serial port {wanted}; there are: {there}. Plug it in or set line.port",
        )
    elif wanted.startswith("/") and not os.access(wanted, os.R_OK | os.W_OK):
        state = HealthState.BAD
        detail = Text(
            f"{wanted} 不许读写；把自己加进 dialout 组再登录",
            f"no right to use {wanted}; join the group dialout and log in again",
        )
    yield Health(part, state, detail)


def _is_device(name: str) -> bool:
    """A pseudo terminal or another port that is not listed."""
    try:
        return stat.S_ISCHR(os.stat(name).st_mode)
    except (OSError, ValueError):
        return False


def has_display() -> bool:
    """Whether a window may be tried here; whether OpenGL works shows when it opens."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def need_display() -> None:
    """Raise `UserError` where no window can be opened at all."""
    if not (has_display() or os.environ.get("SDL_VIDEODRIVER")):
        raise UserError(
            "没有显示器，开不了窗口；接上显示器，或在终端里用 queban run --headless、queban replay",
            "no display to open a window on; connect one, or use queban run --headless or "
            "queban replay in the terminal",
        )


def _display(_: Config) -> Iterator[Health]:
    part = Text("显示", "display")
    if not has_display():
        yield Health(
            part,
            HealthState.WAIT,
            Text("没有显示器，用终端画面", "no display; the terminal view is used"),
        )
    else:
        name = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or sys.platform
        yield Health(part, HealthState.GOOD, _same(name))
    if sys.platform == "linux":
        missing = [name for name in ("GL", "EGL") if ctypes.util.find_library(name) is None]
        detail = (
            Text(
                f"缺 lib{', lib'.join(missing)}：apt-get install libgl1 libegl1 libgl1-mesa-dri",
                f"lib{', lib'.join(missing)} missing: "
                "apt-get install libgl1 libegl1 libgl1-mesa-dri",
            )
            if missing
            else _same("libGL, libEGL")
        )
        state = HealthState.BAD if missing else HealthState.GOOD
        yield Health(Text("OpenGL", "OpenGL"), state, detail)


def _fonts(_: Config) -> Iterator[Health]:
    folder = resources.files("models") / "fonts"
    fonts = [item.name for item in folder.iterdir() if item.name.endswith((".ttf", ".otf"))]
    if fonts:
        yield Health(Text("字体", "fonts"), HealthState.GOOD, _same(", ".join(sorted(fonts))))
    else:
        yield Health(
            Text("字体", "fonts"),
            HealthState.BAD,
            Text(
                "没有字体，中文会成方框；重新安装",
                "no font: Chinese would show as boxes; install again",
            ),
        )


def _disk(config: Config) -> Iterator[Health]:
    part = Text("记录夹", "record folder")
    root = config.record.dir or default_root()
    there = root
    while not os.path.exists(there) and there != there.parent:
        there = there.parent
    try:
        free = shutil.disk_usage(there).free
    except OSError as error:
        zh, en = reason(error)
        yield Health(part, HealthState.BAD, Text(f"{root}：{zh}", f"{root}: {en}"))
        return
    size = f"{free / 1e9:.1f} GB"
    if not (there.is_dir() and os.access(there, os.W_OK)):
        detail = Text(f"{root} 写不进；改 record.dir", f"cannot write {root}; set record.dir")
        yield Health(part, HealthState.BAD, detail)
    elif free < ENOUGH_DISK:
        detail = Text(f"{root}：只剩 {size}，请清理", f"{root}: only {size} left, make room")
        yield Health(part, HealthState.BAD, detail)
    else:
        yield Health(part, HealthState.GOOD, Text(f"{root}：余 {size}", f"{root}: {size} free"))


def _same(text: str) -> Text:
    return Text(text, text)
