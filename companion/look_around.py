"""Which camera and line are here, found without being told."""

from __future__ import annotations

import glob
import sys
from pathlib import Path

from companion.config import CameraSection, LineSection
from engine.view import Health, HealthState, Text
from table_io.serial_port import ports_here
from vision.camera import CameraSettings, CameraUnavailable, open_capture

_V4L = Path("/sys/class/video4linux")
_CAMERA = Text("摄像头", "Camera")
_LINE = Text("牌桌线", "Table line")


def find_camera(camera: CameraSection) -> Health:
    """Take one picture from the configured camera; what came, or what to do."""
    source = camera.source
    if not source:
        return Health(_CAMERA, HealthState.ABSENT, Text("配置里没要", "not asked for"))
    by_number = source.isdigit() and sys.platform == "linux"
    if by_number and not glob.glob(f"/dev/video{source}"):
        return Health(
            _CAMERA, HealthState.ABSENT,
            Text("没有插摄像头，牌用手点", "no camera is plugged in; tiles by finger"),
        )  # fmt: skip
    try:
        capture = open_capture(source, CameraSettings())
    except CameraUnavailable as error:
        return Health(_CAMERA, HealthState.BAD, Text(str(error), str(error)))
    try:
        taken, image = capture.read()
    finally:
        capture.release()
    if not taken:
        return Health(_CAMERA, HealthState.BAD, Text("没有画面，看线和电源", "no picture: cable?"))
    size = f"{image.shape[1]}×{image.shape[0]}"
    return Health(_CAMERA, HealthState.GOOD, Text(f"有画面 {size}", f"a picture, {size}"))


def find_line(line: LineSection) -> tuple[Health, str]:
    """The configured port, else the first USB adapter that is here, and its name."""
    usb = [port for port in ports_here() if port.vid is not None]
    if line.port:
        return Health(_LINE, HealthState.GOOD, Text(line.port, line.port)), line.port
    if not usb:
        detail = Text("没有找到串口，骰子用手点", "no serial port; dice by finger")
        return Health(_LINE, HealthState.ABSENT, detail), ""
    name = f"{usb[0].device} ({usb[0].description})"
    return Health(_LINE, HealthState.GOOD, Text(name, name)), usb[0].device


def present_camera(camera: CameraSection) -> CameraSection:
    """`camera`; the first one that is here where it is a number that is not."""
    here = [source for source, _ in cameras_here()]
    absent = camera.source.isdigit() and camera.source not in here
    if absent and here and camera.corners is None:
        return camera.model_copy(update={"source": here[0]})
    return camera


def cameras_here() -> list[tuple[str, Text]]:
    """The cameras plugged in, by what opens them and by name; empty where the system
    does not tell without opening each."""
    found = []
    for folder in sorted(_V4L.glob("video*"), key=lambda path: int(path.name[5:])):
        try:
            # A camera's further nodes carry data about its pictures, no pictures.
            if (folder / "index").read_text("utf-8").strip() != "0":
                continue
            name = (folder / "name").read_text("utf-8").strip()
        except OSError:
            continue
        number = folder.name[5:]
        found.append((number, Text(f"{name} {number}", f"{name} {number}")))
    return found
