from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np

from ui.bridge import Bridge
from ui.gallery.views import empty


def test_only_the_newest_view_is_taken_and_only_once() -> None:
    bridge = Bridge()
    for seq in range(5):
        bridge.publish(replace(empty(), seq=seq))
    view = bridge.take()
    assert view is not None
    assert view.seq == 4
    assert bridge.take() is None
    assert (bridge.published, bridge.taken) == (5, 1)


def test_a_view_published_before_the_screen_is_there_wakes_it() -> None:
    bridge = Bridge()
    bridge.publish(empty())
    woken: list[int] = []
    bridge.attach(lambda: woken.append(1))
    assert woken == [1]


def test_many_threads_lose_no_last_view() -> None:
    bridge = Bridge()
    done = threading.Barrier(5)

    def publish() -> None:
        for seq in range(200):
            bridge.publish(replace(empty(), seq=seq))
        done.wait()

    threads = [threading.Thread(target=publish) for _ in range(4)]
    for thread in threads:
        thread.start()
    done.wait()
    for thread in threads:
        thread.join()
    view = bridge.take()
    assert view is not None
    assert view.seq == 199
    assert bridge.published == 800


def test_frames_are_kept_only_while_wanted() -> None:
    bridge = Bridge()
    frame = np.zeros((4, 4, 3), np.uint8)
    bridge.offer_frame(frame)
    assert bridge.take_frame() is None
    bridge.want_frame(True)
    woken: list[int] = []
    bridge.attach(lambda: woken.append(1))
    bridge.offer_frame(frame)
    assert woken == [1]
    assert bridge.take_frame() is frame
    assert bridge.take_frame() is None


def test_waiting_for_a_view_ends_with_it_or_with_patience() -> None:
    bridge = Bridge()
    began = time.monotonic()
    bridge.wait_view(0.05)
    assert time.monotonic() - began >= 0.04
    later = threading.Timer(0.05, bridge.publish, (empty(),))
    later.start()
    bridge.wait_view(30.0)
    assert bridge.take() is not None
    bridge.publish(empty())
    bridge.wait_view(30.0)
    assert time.monotonic() - began < 20
