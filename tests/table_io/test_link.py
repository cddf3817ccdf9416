"""What the host hears over good wires and bad ones."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.seat import Seat
from engine.signals import (
    Dice,
    Fault,
    FaultKind,
    Hatch,
    Heartbeat,
    Hello,
    Lamp,
    Power,
    PowerState,
    Roll,
    SeatButton,
    ShuffleStarted,
    Signal,
    SignalReceived,
    Snapshot,
    StatusRequest,
    Sticks,
)
from table_io.frames import Frame, FrameReader, ProtocolError
from table_io.host_link import HostLink
from table_io.link import CommandReceived, LinkLost, LinkState, LinkUp, Undelivered
from table_io.memory import HostMemory, TableMemory
from table_io.messages import MESSAGES, from_frame, to_frame
from table_io.table_link import TableLink
from tests.table_io.wires import DEAL, HELLO, STEP, WIRES, Table, clean, cut, delayed, lossy


@pytest.mark.parametrize("wire", WIRES)
def test_a_deal_is_told_once_and_in_order_over_any_wire(wire: str) -> None:
    t = Table(WIRES[wire]())
    t.open()
    t.run(1)
    for signal in DEAL:
        t.say(signal)
        t.run(0.5)
    t.run(6)
    assert t.signals() == list(DEAL)


@pytest.mark.parametrize("seed", range(25))
def test_a_very_lossy_wire_loses_and_repeats_nothing(seed: int) -> None:
    t = Table(lossy(seed, 0.6))
    t.open()
    for signal in DEAL:
        t.say(signal)
        t.run(0.3)
    t.wire = t.back = clean
    t.run(8)
    assert sorted(map(repr, t.signals())) == sorted(map(repr, DEAL))


def test_greeting_goes_hello_status_snapshot() -> None:
    t = Table()
    t.open()
    t.run(0.5)
    said = [e.signal for e in t.heard if isinstance(e, SignalReceived)]
    assert HELLO in said
    assert isinstance(said[-1], Snapshot)
    assert StatusRequest(True) in [
        e.command for e in t.obeyed if isinstance(e, CommandReceived)
    ]
    assert isinstance(t.heard[0], LinkUp)


def test_a_late_start_learns_what_the_table_knows_but_no_old_presses() -> None:
    t = Table()
    t.table.opened(t.now)
    t.say(*DEAL, SeatButton(Seat.B, 0), Hatch(True), Sticks(Seat.C, 900))
    for _ in range(1000):
        t.table.tick(t.now)
        t.now += STEP
    # The table's own queue is gone too, as after a long wait without a host.
    t.table._exchange.clear()
    t.host.opened(t.now)
    t.run(1.5)
    assert t.signals() == [*DEAL, Hatch(True), Sticks(Seat.C, 900)]
    assert all(
        e.recovered
        for e in t.heard
        if isinstance(e, SignalReceived) and isinstance(e.signal, Dice)
    )


def test_signals_carry_sequence_number_time_and_raw_bytes() -> None:
    t = Table()
    t.open()
    t.run(0.5)
    number = t.table.send(Dice(5, 6), t.now)
    t.run(0.2)
    [event] = [
        e for e in t.heard if isinstance(e, SignalReceived) and isinstance(e.signal, Dice)
    ]
    assert event.number == number == 1
    [frame] = FrameReader().feed(event.raw)
    assert isinstance(frame, Frame)
    assert frame.sequence == event.sequence
    assert from_frame(frame) == (Dice(5, 6), 1)
    assert 100.5 <= event.time < 100.6


def test_commands_arrive_once_over_a_delaying_wire() -> None:
    t = Table(delayed)
    t.open()
    t.run(2)
    t.host.send(Roll(), t.now)
    t.host.send(Lamp(Seat.D, True), t.now)
    t.run(3)
    commands = [e.command for e in t.obeyed if isinstance(e, CommandReceived)]
    assert [c for c in commands if not isinstance(c, StatusRequest)] == [
        Roll(),
        Lamp(Seat.D, True),
    ]
    assert t.of(Undelivered) == []


def test_an_unacknowledged_frame_is_sent_again_three_times_then_given_up() -> None:
    t = Table()
    t.open()
    t.run(0.5)
    t.back = cut
    sent: list[float] = []
    frame = b""

    def spy(data: bytes, now: float) -> list[tuple[bytes, float]]:
        nonlocal frame
        for piece in FrameReader().feed(data):
            if isinstance(piece, Frame) and piece.kind == 0x43:
                sent.append(now)
                frame = frame or piece.to_bytes()
                assert piece.to_bytes() == frame
        return []

    t.back = spy
    t.host.send(Roll(), t.now)
    t.run(1.5)
    gaps = [later - earlier for earlier, later in pairwise(sent)]
    assert len(sent) == 4
    assert all(0.199 <= gap <= 0.2 + 2 * STEP for gap in gaps)
    assert [e.message for e in t.of(Undelivered) if isinstance(e, Undelivered)] == [Roll()]


def test_silence_of_three_seconds_is_a_lost_link_and_commands_do_not_wait() -> None:
    t = Table()
    t.open()
    # The last heartbeat comes at one second; silence counts from it.
    t.run(1.1)
    t.wire = t.back = cut
    t.run(2.8)
    assert t.of(LinkLost) == []
    t.run(0.3)
    [lost] = t.of(LinkLost)
    assert isinstance(lost, LinkLost)
    assert not lost.port_gone
    assert t.table.state is LinkState.LOST
    t.host.send(Roll(), t.now)
    t.run(0.1)
    t.wire = t.back = clean
    t.run(3)
    assert len(t.of(LinkUp)) == 2
    assert Roll() not in [e.command for e in t.obeyed if isinstance(e, CommandReceived)]
    assert [e.message for e in t.of(Undelivered) if isinstance(e, Undelivered)] == [Roll()]


@pytest.mark.parametrize("after", range(len(DEAL)))
@pytest.mark.parametrize("away", [0.3, 5.0])
def test_an_unplug_anywhere_in_a_deal_changes_nothing(after: int, away: float) -> None:
    t = Table()
    t.open()
    t.run(1)
    for index, signal in enumerate(DEAL):
        t.say(signal)
        if index == after:
            # Half of the frame gets out before the plug does.
            data = t.table.tick(t.now)
            t.heard += t.host.receive(data[: len(data) // 2], t.now)
            t.unplug()
            t.now += away
            t.open()
        t.run(0.3)
    t.run(3)
    assert t.signals() == list(DEAL)
    assert t.of(LinkLost) != []


def test_an_unplug_between_frame_and_ack_applies_the_frame_once() -> None:
    t = Table()
    t.open()
    t.run(1)
    t.say(Dice(2, 2))
    t.heard += t.host.receive(t.table.tick(t.now), t.now)
    t.unplug()
    t.open()
    t.run(2)
    t.say(Dice(2, 2))
    t.run(2)
    # The same numbers thrown twice are two throws.
    assert t.signals() == [Dice(2, 2), Dice(2, 2)]


def test_a_host_that_restarts_is_obeyed_though_its_sequence_begins_anew() -> None:
    t = Table()
    t.open()
    t.run(1)
    t.host = HostLink()
    t.host.opened(t.now)
    t.run(1)
    t.host.send(Roll(), t.now)
    t.run(1)
    commands = [e.command for e in t.obeyed if isinstance(e, CommandReceived)]
    assert commands.count(Roll()) == 1


def test_a_table_that_resets_is_heard_though_its_numbers_begin_anew() -> None:
    t = Table()
    t.open()
    t.run(1)
    t.say(*DEAL)
    t.run(2)
    t.table = TableLink(Hello("test table", "1", boot=12))
    t.table.opened(t.now)
    t.say(ShuffleStarted(), Dice(6, 6))
    t.run(3)
    assert t.signals() == [*DEAL, ShuffleStarted(), Dice(6, 6)]


def test_a_dropped_event_is_asked_for_when_a_heartbeat_names_it() -> None:
    t = Table()
    t.open()
    t.run(1)
    t.say(Dice(4, 1))
    lost = [p for p in t.table._exchange.clear() if p.message == Dice(4, 1)]
    assert len(lost) == 1
    t.run(2.5)
    assert t.signals() == [Dice(4, 1)]


def test_levels_are_told_when_they_differ_and_not_again() -> None:
    t = Table()
    t.open()
    t.say(Power(PowerState.ON), Fault(FaultKind.JAM, Seat.A, "wedged"), Hatch(False))
    t.run(2)
    t.unplug()
    t.say(Hatch(True), Fault(FaultKind.NONE))
    t.table._exchange.clear()
    t.open()
    t.run(2)
    t.unplug()
    t.open()
    t.run(2)
    assert t.signals() == [
        Power(PowerState.ON),
        Fault(FaultKind.JAM, Seat.A, "wedged"),
        Hatch(False),
        Hatch(True),
        Fault(FaultKind.NONE),
    ]


def test_noise_is_counted_and_never_stops_the_reader() -> None:
    t = Table()
    t.open()
    t.run(1)
    t.heard += t.host.receive(b"\x00\xff" * 50 + b"\xaa\x55\x01", t.now)
    t.say(Dice(1, 1))
    t.run(1)
    assert t.signals() == [Dice(1, 1)]
    assert t.host.noise_bytes == 103


def test_a_sound_frame_of_unknown_type_is_acknowledged_and_counted() -> None:
    host = HostLink()
    host.opened(0.0)
    data = Frame(77, 0x3F, b"xyz", wants_ack=True).to_bytes()
    host.receive(data, 0.1)
    sent = FrameReader().feed(host.tick(0.1))
    acks = [f.payload for f in sent if isinstance(f, Frame) and f.kind == 0x40]
    assert acks == [bytes((77,))]
    assert host.noise_bytes == len(data)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_outage_pattern_ends_with_every_event_told_once(data: st.DataObject) -> None:
    t = Table()
    t.open()
    t.run(0.5)
    throws: list[Signal] = [ShuffleStarted()]
    throws += [Dice(1, n) for n in range(1, data.draw(st.integers(1, 4)) + 1)]
    for signal in throws:
        t.wire = data.draw(st.sampled_from([clean, cut, delayed]))
        t.back = data.draw(st.sampled_from([clean, cut, delayed]))
        t.say(signal)
        t.run(data.draw(st.sampled_from([0.05, 0.4, 1.0, 4.0])))
        if data.draw(st.booleans()):
            t.unplug()
            t.run(0.1)
            t.open()
    t.wire = t.back = clean
    t.run(9)
    assert sorted(map(repr, t.signals())) == sorted(map(repr, throws))


def test_memory_keeps_four_throws_and_forgets_them_at_a_shuffle() -> None:
    memory = TableMemory(boot=1)
    for n in range(1, 6):
        memory.remember(Dice(n, n))
    assert [entry.signal.d1 for entry in memory.snapshot.dice] == [2, 3, 4, 5]
    memory.remember(ShuffleStarted())
    assert memory.snapshot.dice == ()
    with pytest.raises(ValueError, match="Heartbeat"):
        memory.remember(Heartbeat())


def test_event_numbers_go_round_without_repeating_or_losing() -> None:
    table, host = TableMemory(boot=1), HostMemory()
    for _ in range(64900):
        table.remember(Dice(1, 1))
    assert len(host.missed(table.snapshot)) == 4
    for count in range(1500):
        number = table.remember(Dice(1, 1))
        assert number != 0
        assert host.apply(Dice(1, 1), number)
        if count % 100 == 0:
            assert host.missed(table.snapshot) == []
            assert not host.apply(Dice(1, 1), number)


def test_a_snapshot_of_a_heard_signal_is_itself_an_ordinary_frame() -> None:
    memory = TableMemory(boot=3)
    for signal in DEAL:
        memory.remember(signal)
    assert from_frame(to_frame(memory.snapshot, 0)) == (memory.snapshot, 0)


def test_events_that_overflow_the_queue_are_told_by_the_snapshot() -> None:
    t = Table()
    t.open()
    t.run(1)
    t.unplug()
    presses: list[Signal] = [SeatButton(Seat(n % 4), n // 4) for n in range(40)]
    t.say(*DEAL, *presses)
    t.open()
    t.run(3)
    # One of the queue's 32 places goes to the greeting.
    assert t.signals(SeatButton) == presses[-31:]
    assert [s for s in t.signals() if not isinstance(s, SeatButton)] == list(DEAL)


def test_what_no_frame_can_carry_is_refused_where_it_is_said() -> None:
    table = TableLink(HELLO)
    table.opened(0.0)
    with pytest.raises(ProtocolError):
        table.send(Fault(FaultKind.OTHER, None, "a text that is longer than forty bytes are"), 0.0)
    assert table.snapshot.last_number == 0
    with pytest.raises(ProtocolError):
        TableLink(Hello("a name far longer than the field", "1"))


frames = st.builds(
    lambda sequence, kind, payload, ack: Frame(sequence, kind, payload, ack).to_bytes(),
    st.integers(0, 255),
    st.sampled_from([*(row.id for row in MESSAGES), 0x7F]),
    st.binary(max_size=64),
    st.booleans(),
)


@settings(deadline=None)
@given(st.lists(st.one_of(st.binary(max_size=20), frames), max_size=20), st.booleans())
def test_no_bytes_whatever_break_either_side(chunks: list[bytes], is_host: bool) -> None:
    link = HostLink() if is_host else TableLink(HELLO)
    link.opened(0.0)
    for index, chunk in enumerate(chunks):
        link.receive(chunk, index * 0.1)
        link.tick(index * 0.1)
    link.closed(len(chunks) * 0.1)
    assert link.state is LinkState.CLOSED
