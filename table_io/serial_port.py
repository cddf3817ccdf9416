"""Finding and opening a serial port, and the ways in which one fails.

A port is named by a path or a pyserial URL, or by what it is: USB vendor and
product id and perhaps a serial number. A named USB port that vanished is looked
for under other names too, since systems hand out new ones at each plug.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

READ_TIMEOUT: Final = 0.02
WRITE_TIMEOUT: Final = 1.0

if sys.platform == "win32":
    PORT_ERRORS: Final[tuple[type[Exception], ...]] = (serial.SerialException, OSError)
else:
    import termios

    # After an unplug `read` raises SerialException, `in_waiting` a plain OSError
    # and `flush` a termios.error, which is no OSError.
    PORT_ERRORS: Final[tuple[type[Exception], ...]] = (
        serial.SerialException,
        OSError,
        termios.error,
    )

_USB_NAME: Final = re.compile(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?::(.+))?")


class PortUnavailable(Exception):
    """The port cannot be opened now; `chinese` and `english` say what to do."""

    def __init__(self, chinese: str, english: str) -> None:
        super().__init__(f"{chinese} / {english}")
        self.chinese = chinese
        self.english = english


@dataclass(frozen=True, slots=True)
class UsbIdentity:
    """A USB adapter, whatever its port is called; `serial_number` None: any."""

    vendor: int
    product: int
    serial_number: str | None = None

    def fits(self, info: ListPortInfo) -> bool:
        return (info.vid, info.pid) == (self.vendor, self.product) and (
            self.serial_number is None or info.serial_number == self.serial_number
        )

    def __str__(self) -> str:
        tail = f":{self.serial_number}" if self.serial_number else ""
        return f"{self.vendor:04X}:{self.product:04X}{tail}"


@dataclass(frozen=True, slots=True)
class PortSettings:
    """How to open the line. `port`: path, `COM3`, URL, or `VID:PID[:SERIAL]` in hex."""

    port: str
    baud: int = 115200
    bytesize: int = 8
    parity: str = "N"
    stopbits: float = 1

    @property
    def usb(self) -> UsbIdentity | None:
        """The adapter, where `port` names one rather than a path."""
        match = _USB_NAME.fullmatch(self.port)
        if match is None:
            return None
        return UsbIdentity(int(match[1], 16), int(match[2], 16), match[3])


def ports_here() -> Iterable[ListPortInfo]:
    """The serial ports that this computer has now."""
    return list_ports.comports()


@dataclass
class PortFinder:
    """Which name to open now. Remembers what hung at a name when it was last open."""

    settings: PortSettings
    ports: Callable[[], Iterable[ListPortInfo]] = ports_here
    _seen: UsbIdentity | None = field(default=None, init=False)

    def find(self) -> str:
        """The name to open; raises `PortUnavailable` if the adapter is not there."""
        try:
            return self._find()
        except OSError as error:
            raise PortUnavailable(
                f"列不出串口：{error}", f"the ports cannot be listed: {error}"
            ) from error

    def _find(self) -> str:
        name, usb = self.settings.port, self.settings.usb
        if usb is None:
            if "://" in name or os.path.exists(name) or self._seen is None:
                return name
            # The path has gone; the adapter may be back under another.
            return next((info.device for info in self.ports() if self._seen.fits(info)), name)
        for info in self.ports():
            if usb.fits(info):
                return info.device
        raise PortUnavailable(
            f"没有找到 USB 串口 {usb}：请插上线", f"no USB adapter {usb}: plug it in"
        )

    def opened(self, name: str) -> None:
        """Remember the adapter behind `name`."""
        if "://" in name or self.settings.usb is not None:
            return
        real = os.path.realpath(name)
        for info in self.ports():
            if info.vid is not None and info.pid is not None and info.device in (name, real):
                self._seen = UsbIdentity(info.vid, info.pid, info.serial_number)


def open_port(name: str, settings: PortSettings) -> serial.SerialBase:
    """Open `name`; raises `PortUnavailable` with one plain line."""
    # A second reader would steal bytes; URLs and Windows see to it themselves.
    exclusive = True if "://" not in name and sys.platform != "win32" else None
    try:
        port = serial.serial_for_url(
            name,
            baudrate=settings.baud,
            bytesize=settings.bytesize,
            parity=settings.parity,
            stopbits=settings.stopbits,
            timeout=READ_TIMEOUT,
            write_timeout=WRITE_TIMEOUT,
            exclusive=exclusive,
        )
    except PORT_ERRORS as error:
        if getattr(error, "errno", None) == 13:
            raise PortUnavailable(
                f"没有权限打开 {name}：把用户加入 dialout 组",
                f"no permission to open {name}: add the user to the group dialout",
            ) from error
        raise PortUnavailable(
            f"打不开串口 {name}：请检查接线", f"cannot open {name}: check the plug"
        ) from error
    except ValueError as error:
        raise PortUnavailable(
            f"串口设置不对（{name}）：{error}", f"the port's settings are wrong ({name}): {error}"
        ) from error
    return port


def bytes_waiting(port: serial.SerialBase) -> int:
    """Bytes that `port` holds already; every pyserial port has this, its base class not."""
    waiting: int = getattr(port, "in_waiting")  # noqa: B009
    return int(waiting)
