"""A camera as cameras in networks are: JPEG after JPEG over HTTP (MJPEG).

Standard library only. Each viewer gets the newest picture whenever there is a
newer one than he has seen; slow viewers miss pictures and hold nobody up.
"""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, Self
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

_BOUNDARY: Final = "queban"
_PATIENCE: Final = 1.0
"""Seconds after which the newest picture is sent again where no newer came."""


class MjpegCamera:
    """Serves pictures at `url`, e.g. `http://127.0.0.1:8090/table.mjpg`.

    Port 0 takes a free one; `url` then says which. Raises `OSError` where the
    port is taken and `ValueError` for what is no such address.
    """

    def __init__(self, url: str, quality: int = 90) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or parts.hostname is None:
            raise ValueError(f"{url!r} is no http address such as http://127.0.0.1:8090/")
        self._quality = quality
        self._fresh = threading.Condition()
        self._jpeg = b""
        self._number = 0
        self._viewers = 0
        self._open = True
        self._server = ThreadingHTTPServer((parts.hostname, parts.port or 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://{parts.hostname}:{self._server.server_port}{parts.path or '/'}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="virtual-camera", daemon=True
        )

    @property
    def viewers(self) -> int:
        """How many are looking on now."""
        with self._fresh:
            return self._viewers

    def show(self, picture: NDArray[np.uint8]) -> None:
        """The newest picture, BGR."""
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        with self._fresh:
            self._jpeg = packed.tobytes()
            self._number += 1
            self._fresh.notify_all()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Viewers are cut off, as by an unplugged camera."""
        with self._fresh:
            self._open = False
            self._fresh.notify_all()
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next(self, seen: int) -> tuple[int, bytes] | None:
        """A newer picture than number `seen`; None when the camera is closed."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._number != seen or not self._open, _PATIENCE)
            return (self._number, self._jpeg) if self._open else None

    def _joined(self, one: int) -> None:
        with self._fresh:
            self._viewers += one

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                kind = f"multipart/x-mixed-replace; boundary={_BOUNDARY}"
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                camera._joined(1)
                try:
                    self._stream()
                except (ConnectionError, TimeoutError):
                    self.close_connection = True
                finally:
                    camera._joined(-1)

            def _stream(self) -> None:
                seen = 0
                while (found := camera._next(seen)) is not None:
                    seen, jpeg = found
                    if not jpeg:
                        continue
                    head = (
                        f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\n"
                        f"Content-Length: {len(jpeg)}\r\n\r\n"
                    )
                    self.wfile.write(head.encode() + jpeg + b"\r\n")

            def log_message(self, format: str, *args: object) -> None:
                """Nothing is printed for each request."""

        return Handler
