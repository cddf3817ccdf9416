"""A defect in the screen does not close the window: it is logged, and the screen is
built anew from the same view. The match goes on in its own thread meanwhile."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable

from kivy.base import ExceptionHandler, ExceptionManager

_LOG = logging.getLogger(__name__)
MOST = 3
"""Defects in a short time after which building anew is no help."""
SHORT_TIME = 10.0


class Mishaps(ExceptionHandler):
    """`rebuild` is called after a defect; more than `MOST` of them in `SHORT_TIME`
    seconds of `clock` end the program as they would without this."""

    def __init__(
        self, rebuild: Callable[[], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._rebuild = rebuild
        self._clock = clock
        self._times: deque[float] = deque(maxlen=MOST)

    def handle_exception(self, error: BaseException) -> int:
        """Kivy's word for going on, or for not."""
        now = self._clock()
        again = len(self._times) == MOST and now - self._times[0] < SHORT_TIME
        if not isinstance(error, Exception) or again:
            return int(ExceptionManager.RAISE)
        self._times.append(now)
        _LOG.error("the screen failed and is built anew", exc_info=error)
        self._rebuild()
        return int(ExceptionManager.PASS)
