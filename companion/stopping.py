"""Ctrl-C as a wish, not as an accident in the middle of a write."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

KILLS = (signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""Polite kills: asked to end, and the terminal closed."""


class Terminated(KeyboardInterrupt):
    """A polite kill, as Ctrl-C is taken: what is open is closed on the way out."""


@contextmanager
def kill_breaks_in() -> Iterator[None]:
    """A polite kill raises `Terminated` where the program is, unless it is stopping gently."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated

    with _handled(KILLS, stop):
        yield


def leave_stopping_to_parent() -> None:
    """For a process beside this one: Ctrl-C reaches both, and this one says what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in KILLS:
        signal.signal(each, signal.SIG_DFL)


@contextmanager
def stopping_gently() -> Iterator[threading.Event]:
    """Ctrl-C and a polite kill set the event instead of breaking in."""
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    with _handled((signal.SIGINT, *KILLS), stop):
        yield stopped


@contextmanager
def _handled(
    signals: Iterable[signal.Signals], stop: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """`stop` takes `signals`, but for one that whoever started the program wants ignored."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        ignored = {each for each in KILLS if signal.getsignal(each) is signal.SIG_IGN}
        heard = [each for each in signals if each not in ignored]
        before = {each: signal.signal(each, stop) for each in heard}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
