"""The link to a machine that only talks, in the dialect of its profile.

There is no hand-shake and no heartbeat to miss: the first sound frame says that
somebody is there, and only a port that goes says that nobody is. Commands
cannot be sent; they come back as `Undelivered`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.signals import SignalReceived, TableCommand
from table_io.frames import Noise
from table_io.link import LinkEvent, LinkLost, LinkState, LinkUp, Undelivered
from table_io.profile_reader import Profile, Reading


class ProfileLink:
    """The host's side for a profile; see `table_io.link.HostSide`."""

    def __init__(self, profile: Profile) -> None:
        self.state = LinkState.CLOSED
        self.noise_bytes = 0
        self.frames = 0
        self.last_heard: float | None = None
        self._profile = profile
        self._reader = profile.reader()
        self._events: list[LinkEvent] = []

    def opened(self, now: float) -> None:
        self._reader = self._profile.reader()
        self.state = LinkState.WAITING

    def closed(self, now: float) -> None:
        if self.state is LinkState.UP:
            self._events.append(LinkLost(now, port_gone=True))
        self.state = LinkState.CLOSED

    def receive(self, data: bytes, now: float) -> Sequence[LinkEvent]:
        for piece in self._reader.feed(data, now):
            self._take(piece, now)
        return self.take_events()

    def tick(self, now: float) -> bytes:
        """Nothing to say; a quiet line may end a frame."""
        for piece in self._reader.feed(b"", now):
            self._take(piece, now)
        return b""

    def take_events(self) -> Sequence[LinkEvent]:
        events, self._events = self._events, []
        return events

    def send(self, command: TableCommand, now: float) -> None:
        self._events.append(Undelivered(command, now))

    def _take(self, piece: Reading | Noise, now: float) -> None:
        if isinstance(piece, Noise):
            self.noise_bytes += len(piece.raw)
            self._events.append(piece)
            return
        self.frames += 1
        self.last_heard = now
        if self.state is LinkState.WAITING:
            self.state = LinkState.UP
            self._events.append(LinkUp(now))
        self._events.append(SignalReceived(piece.signal, now, 0, piece.raw))
