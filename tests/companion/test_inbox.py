"""The way in: order, what is dropped and what never is."""

from __future__ import annotations

import threading

from companion.inbox import Inbox
from engine.observations import Sighting, Undo
from engine.signals import Heartbeat, SignalReceived


def sighting(frame: int) -> Sighting:
    return Sighting(frame=frame, time=float(frame), deal=1, tiles=())


def signal(number: int) -> SignalReceived:
    return SignalReceived(Heartbeat(number), time=0.0, sequence=number, raw=b"")


def drain(inbox: Inbox) -> list[object]:
    taken: list[object] = []
    while (observation := inbox.take(0)) is not None:
        taken.append(observation)
    return taken


def test_keeps_the_order_of_arrival() -> None:
    inbox = Inbox()
    put = [sighting(1), signal(1), Undo(seen=4), sighting(2)]
    assert all(inbox.put(observation) for observation in put)
    assert len(inbox) == 4
    assert drain(inbox) == put


def test_drops_the_oldest_sighting_and_counts_it() -> None:
    inbox = Inbox(sightings=2)
    put = [signal(1), sighting(1), sighting(2), signal(2)]
    assert all(inbox.put(observation) for observation in put)
    assert not inbox.put(sighting(3))
    assert inbox.dropped == 1
    assert drain(inbox) == [signal(1), sighting(2), signal(2), sighting(3)]


def test_never_drops_signals_and_commands() -> None:
    inbox = Inbox(sightings=1)
    for number in range(500):
        assert inbox.put(signal(number))
        assert inbox.put(Undo(seen=number))
    assert len(drain(inbox)) == 1000
    assert inbox.dropped == 0


def test_room_is_free_again_after_take() -> None:
    inbox = Inbox(sightings=1)
    for frame in range(5):
        assert inbox.put(sighting(frame))
        assert inbox.take(0) == sighting(frame)
    assert inbox.dropped == 0


def test_closing_wakes_the_taker_and_leaves_what_waits() -> None:
    inbox = Inbox()
    taken: list[object] = []
    taker = threading.Thread(target=lambda: taken.append(inbox.take(30)))
    taker.start()
    inbox.close()
    taker.join(5)
    assert taken == [None]
    assert not inbox.put(signal(1))
    assert inbox.closed


def test_many_threads_lose_nothing() -> None:
    inbox = Inbox()
    threads = [
        threading.Thread(target=lambda: [inbox.put(signal(n)) for n in range(200)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(drain(inbox)) == 800
