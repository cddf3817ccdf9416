"""What crosses between the screen and the rest: views in, commands out.

Any thread may publish; only the screen's thread takes. Both slots hold the
newest value alone: a screen that is slow skips views, it never lags behind.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.observations import Command
from engine.view import TableView
from ui.desk import Request, Sheet

Frame = npt.NDArray[np.uint8]
"""A camera picture `(height, width, 3)`, red first."""


def _ignore(_told: Command | Request) -> None:
    return


def _nowhere() -> Path | None:
    return None


class Bridge:
    """Newest-view slot, newest-frame slot and the way back for commands.

    `send` and `ask` are called in the screen's thread and must not block: put
    the command or the request into a queue and return. `picture_path`
    names the file in which a picture of the screen is kept, None for none.
    """

    def __init__(
        self,
        send: Callable[[Command], None] = _ignore,
        ask: Callable[[Request], None] = _ignore,
    ) -> None:
        self.send = send
        self.ask = ask
        self.picture_path: Callable[[], Path | None] = _nowhere
        self.published = 0
        self.taken = 0
        self._changed = Condition()
        self._view: TableView | None = None
        self._sheets: dict[type, Sheet] = {}
        self._frame: Frame | None = None
        self._wants_frame = False
        self._wake: Callable[[], Any] | None = None

    def publish(self, view: TableView) -> None:
        """Make `view` the one to show next; callable from any thread."""
        with self._changed:
            self._view = view
            self.published += 1
            self._changed.notify_all()
            wake = self._wake
        if wake is not None:
            wake()

    def tell(self, sheet: Sheet) -> None:
        """Show `sheet`; the newest of its kind counts. Callable from any thread."""
        with self._changed:
            self._sheets[type(sheet)] = sheet
            wake = self._wake
        if wake is not None:
            wake()

    def take_sheets(self) -> tuple[Sheet, ...]:
        """The newest sheet of each kind, once."""
        with self._changed:
            sheets = tuple(self._sheets.values())
            self._sheets.clear()
            return sheets

    def offer_frame(self, frame: Frame) -> None:
        """Offer the newest camera picture; callable from any thread."""
        with self._changed:
            self._frame = frame if self._wants_frame else None
            wake = self._wake if self._wants_frame else None
        if wake is not None:
            wake()

    @property
    def wants_frame(self) -> bool:
        """Whether the screen shows a camera picture now; else spare the copy."""
        return self._wants_frame

    def want_frame(self, wanted: bool) -> None:
        """Called by the screen."""
        self._wants_frame = wanted

    def attach(self, wake: Callable[[], Any] | None) -> None:
        """Called by the screen: `wake` asks for one redraw, however often called."""
        with self._changed:
            self._wake = wake
            waiting = self._view is not None or bool(self._sheets)
        if wake is not None and waiting:
            wake()

    def take(self) -> TableView | None:
        """The newest view, once; None when there is nothing new."""
        with self._changed:
            view, self._view = self._view, None
            if view is not None:
                self.taken += 1
            return view

    def wait_view(self, patience: float) -> None:
        """Let the rest work until a view is there, for at most `patience` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._view is not None, patience)

    def take_frame(self) -> Frame | None:
        """The newest camera picture, once; None when there is nothing new."""
        with self._changed:
            frame, self._frame = self._frame, None
            return frame
