"""The far end of a serial line that has no wire: a pty, else a loopback socket.

Both ends behave as a wire without flow control: what nobody reads is lost, and
the writer never waits. `plug` may give another address than last time.
"""

from __future__ import annotations

import os
import select
import socket
import sys
from abc import ABC, abstractmethod
from errno import EEXIST
from pathlib import Path


class LineEnd(ABC):
    """One pluggable end. All calls come from one thread at a time."""

    @property
    @abstractmethod
    def address(self) -> str:
        """What a host opens; stays valid for as long as the end is plugged."""

    @property
    @abstractmethod
    def plugged(self) -> bool: ...

    @abstractmethod
    def plug(self) -> None:
        """Appear; `OSError` where the system gives no pty or socket."""

    @abstractmethod
    def unplug(self) -> None:
        """Vanish: the host's next read or write fails."""

    @abstractmethod
    def read(self) -> bytes:
        """What has come, perhaps nothing; never waits."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Send at once what fits; the rest is lost as on a wire."""

    @abstractmethod
    def wait(self, seconds: float) -> bool:
        """Sleep until bytes may have come or `seconds` have passed.

        False if there is nobody to wait for, so that the caller sleeps itself.
        """


if sys.platform != "win32":
    import tty

    class PtyEnd(LineEnd):
        """A pseudo terminal in raw mode, with a stable symlink where one is wanted."""

        def __init__(self, link: Path | None = None) -> None:
            self._link = link
            self._master: int | None = None
            self._name = ""
            self._nobody = True

        @property
        def address(self) -> str:
            return str(self._link) if self._link is not None else self._name

        @property
        def plugged(self) -> bool:
            return self._master is not None

        def plug(self) -> None:
            if self._master is not None:
                return
            if self._link is not None and self._link.exists() and not self._link.is_symlink():
                raise FileExistsError(EEXIST, "there is something else", str(self._link))
            master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._name = os.ttyname(slave)
            if self._link is not None:
                fresh = self._link.with_name(self._link.name + ".new")
                fresh.unlink(missing_ok=True)
                fresh.symlink_to(self._name)
                fresh.replace(self._link)
            # Only then: a host that already watches the link finds a raw line.
            os.close(slave)
            self._master = master
            self._nobody = True

        def unplug(self) -> None:
            if self._master is None:
                return
            if self._link is not None and self._points_here(self._link):
                self._link.unlink(missing_ok=True)
            os.close(self._master)
            self._master = None

        def read(self) -> bytes:
            if self._master is None:
                return b""
            try:
                data = os.read(self._master, 4096)
            except BlockingIOError:
                self._nobody = False
                return b""
            except OSError:
                # EIO: no host has the other end open at the moment.
                self._nobody = True
                return b""
            self._nobody = False
            return data

        def write(self, data: bytes) -> None:
            if self._master is None or self._nobody:
                return
            try:
                os.write(self._master, data)
            except OSError:
                self._nobody = True

        def wait(self, seconds: float) -> bool:
            if self._master is None or self._nobody:
                return False
            select.select([self._master], [], [], seconds)
            return True

        def _points_here(self, link: Path) -> bool:
            return link.is_symlink() and os.readlink(link) == self._name


class SocketEnd(LineEnd):
    """A loopback server for one host at a time (`socket://127.0.0.1:PORT`)."""

    def __init__(self) -> None:
        self._port = 0
        self._server: socket.socket | None = None
        self._peer: socket.socket | None = None

    @property
    def address(self) -> str:
        return f"socket://127.0.0.1:{self._port}"

    @property
    def plugged(self) -> bool:
        return self._server is not None

    def plug(self) -> None:
        if self._server is not None:
            return
        self._server = socket.create_server(("127.0.0.1", self._port), backlog=1)
        self._server.setblocking(False)
        self._port = self._server.getsockname()[1]

    def unplug(self) -> None:
        for end in (self._peer, self._server):
            if end is not None:
                end.close()
        self._peer = self._server = None

    def read(self) -> bytes:
        if self._server is None:
            return b""
        try:
            fresh, _ = self._server.accept()
        except BlockingIOError:
            pass
        else:
            if self._peer is not None:
                self._peer.close()
            fresh.setblocking(False)
            self._peer = fresh
        if self._peer is None:
            return b""
        try:
            data = self._peer.recv(4096)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._peer.close()
            self._peer = None
        return data

    def write(self, data: bytes) -> None:
        if self._peer is None:
            return
        try:
            self._peer.send(data)
        except BlockingIOError:
            return
        except OSError:
            self._peer.close()
            self._peer = None

    def wait(self, seconds: float) -> bool:
        if self._server is None:
            return False
        watched = [end for end in (self._server, self._peer) if end is not None]
        select.select(watched, [], [], seconds)
        return True


def line_end(link: Path | None = None) -> LineEnd:
    """The end that this system offers; `link` is honoured where ptys exist."""
    if sys.platform == "win32":
        return SocketEnd()
    else:
        return PtyEnd(link)
