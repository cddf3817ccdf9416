"""Raw observations on disk: what is written is what is read back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.sighting_lines import WHOLE_EVERY, SightingDecoder, SightingEncoder
from companion.signal_lines import signal_from_plain, signal_to_plain
from engine.errors import LogCorrupt
from engine.observations import Presence, SeenTile, Sighting, Zone
from engine.seat import Seat
from engine.signals import (
    Capability,
    Dice,
    Fault,
    FaultKind,
    Heartbeat,
    Hello,
    Numbered,
    Phase,
    Power,
    PowerState,
    SeatButton,
    Signal,
    SignalReceived,
    Snapshot,
    Sticks,
    WallsUp,
)
from engine.tile import Tile

SIGNALS: list[Signal] = [
    Hello("table", "1.2", Capability.THROWS_DICE | Capability.LAMPS, boot=9),
    Heartbeat(4),
    WallsUp((16, 15, 16, 15)),
    Dice(3, 5),
    SeatButton(Seat.C, 2),
    Sticks(Seat.A, 1000),
    Fault(FaultKind.JAM, Seat.B, "卡牌"),
    Power(PowerState.STANDBY),
    Snapshot(
        boot=9,
        last_number=7,
        phase=Phase.DICE_THROWN,
        walls=Numbered(2, WallsUp((16, 15, 16, 15))),
        dice=(Numbered(3, Dice(1, 1)), Numbered(5, Dice(6, 2))),
        buttons=(Numbered(6, SeatButton(Seat.D, 0)),),
        hatch_open=False,
        sticks=(None, 3, None, 0),
        power=PowerState.ON,
        fault=Fault(FaultKind.MOTOR, None, ""),
    ),
]


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: type(signal).__name__)
def test_a_signal_comes_back(signal: Signal) -> None:
    received = SignalReceived(signal, 12.5, 200, b"\xaa\x55\x01", number=7, recovered=True)
    text = json.dumps(signal_to_plain(received))
    assert signal_from_plain(json.loads(text), 1) == received


@pytest.mark.parametrize(
    "change",
    [{"signal": "sneeze"}, {"raw": "zz"}, {"fields": {"d1": 7, "d2": 1}}, {"fields": {"x": 1}}],
)
def test_a_line_that_is_no_signal_is_refused_with_its_number(change: dict[str, object]) -> None:
    plain = signal_to_plain(SignalReceived(Dice(3, 5), 1.0, 1, b""))
    with pytest.raises(LogCorrupt, match=r"line 31"):
        signal_from_plain(plain | change, 31)


def tile(track: int, code: str, x: float, looks: int = 3) -> SeenTile:
    return SeenTile(
        track, Zone.RIVER, Seat.B, x, -40.0, 90.0,
        ((Tile.parse(code), 0.9), (Tile.parse("9s"), 0.05)), 0.02, looks,
    )  # fmt: skip


def sighting(frame: int, *tiles: SeenTile) -> Sighting:
    return Sighting(
        frame=frame,
        time=frame / 10,
        deal=2,
        tiles=tiles,
        covered=frozenset({(Zone.RIVER, Seat.A), (Zone.DOME, None)}),
        standing=(13, None, 14, 13),
        wall_stacks=((2, 1, 0), None, (2, 2), ()),
        dice=(4, 4),
    )


def test_sightings_come_back_though_only_changes_are_written() -> None:
    first, second, third = tile(1, "5m", 10), tile(2, "6m", 50), tile(3, "1z", 90)
    course = [
        sighting(1, first, second),
        sighting(2, first, second, third),
        sighting(3, first, replace(second, presence=Presence.HIDDEN), third),
        sighting(4, first, third),
        sighting(5, replace(first, faces=((Tile.parse("4m"), 0.8),)), third, tile(2, "7p", 1)),
    ]
    encoder, decoder = SightingEncoder(), SightingDecoder()
    lines = [json.dumps(encoder.encode(item)) for item in course]
    assert len(lines[1]) < len(lines[0])
    for number, (line, item) in enumerate(zip(lines, course, strict=True), 1):
        back = decoder.decode(json.loads(line), number)
        assert set(back.tiles) == set(item.tiles)
        assert replace(back, tiles=()) == replace(item, tiles=())


def test_more_looks_at_the_same_tile_are_not_written() -> None:
    encoder = SightingEncoder()
    encoder.encode(sighting(1, tile(1, "5m", 10, looks=2)))
    assert encoder.encode(sighting(2, tile(1, "5m", 10, looks=3)))["tiles"] == []
    moved = encoder.encode(sighting(3, tile(1, "5m", 10.4, looks=3)))
    assert [row[0] for row in moved["tiles"]] == [1]


def test_every_so_often_a_sighting_stands_alone() -> None:
    encoder = SightingEncoder()
    lines = [encoder.encode(sighting(n, tile(1, "5m", 10))) for n in range(WHOLE_EVERY + 1)]
    back = SightingDecoder().decode(lines[-1], 1)
    assert [seen.track for seen in back.tiles] == [1]
    assert [n for n, line in enumerate(lines) if line.get("whole")] == [0, WHOLE_EVERY]


@pytest.mark.parametrize(
    "change", [{"standing": [1]}, {"tiles": [[1]]}, {"covered": [["moon", "A"]]}, {"gone": None}]
)
def test_a_line_that_is_no_sighting_is_refused_with_its_number(change: dict[str, object]) -> None:
    plain = SightingEncoder().encode(sighting(1, tile(1, "5m", 10)))
    with pytest.raises(LogCorrupt, match=r"line 8"):
        SightingDecoder().decode(plain | change, 8)
