"""Frames and messages of the reference protocol, both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seat import Seat
from engine.signals import (
    Ack,
    Capability,
    Dealt,
    Dice,
    Fault,
    FaultKind,
    Hatch,
    Heartbeat,
    Hello,
    Lamp,
    Numbered,
    Phase,
    Power,
    PowerState,
    RaiseWalls,
    Roll,
    SeatButton,
    SetComplete,
    ShuffleStarted,
    Snapshot,
    StatusRequest,
    Sticks,
    WallsUp,
)
from table_io.checksums import CHECKSUMS
from table_io.frames import (
    MARK,
    MAX_FRAME,
    MAX_PAYLOAD,
    Frame,
    FrameReader,
    Noise,
    NoiseReason,
    ProtocolError,
)
from table_io.messages import MESSAGES, Message, from_frame, message_type, to_frame

FULL_SNAPSHOT = Snapshot(
    boot=7,
    last_number=300,
    phase=Phase.DEALT,
    shuffle_number=280,
    set_complete=Numbered(281, SetComplete(124)),
    walls=Numbered(282, WallsUp((16, 15, 16, 15))),
    dice=tuple(Numbered(283 + i, Dice(i + 1, 6 - i)) for i in range(4)),
    dealt=Numbered(290, Dealt((14, 13, 13, 13))),
    buttons=(Numbered(291, SeatButton(Seat.C, 1)), Numbered(292, SeatButton(Seat.D, 15))),
    hatch_open=True,
    sticks=(0, 25000, 16777214, None),
    power=PowerState.ON,
    fault=Fault(FaultKind.JAM, Seat.B),
)
EXAMPLES: tuple[tuple[Message, int], ...] = (
    (Hello("桌", "1.2", Capability.THROWS_DICE | Capability.LAMPS, 65535), 0),
    (Heartbeat(513), 0),
    (ShuffleStarted(), 1),
    (SetComplete(136), 2),
    (WallsUp((17, 17, 17, 17)), 3),
    (Hatch(True), 4),
    (Dice(1, 6), 65535),
    (Dealt((14, 13, 13, 13)), 6),
    (SeatButton(Seat.D, 2), 7),
    (Sticks(Seat.B, 32000), 8),
    (Fault(FaultKind.TILE_MISSING, None, "少一张"), 9),
    (Power(PowerState.STANDBY), 10),
    (FULL_SNAPSHOT, 0),
    (Ack(255), 0),
    (StatusRequest(True), 0),
    (RaiseWalls(), 0),
    (Roll(), 0),
    (Lamp(Seat.A, False), 0),
)
frames = st.builds(
    Frame,
    sequence=st.integers(0, 255),
    kind=st.integers(0, 127),
    payload=st.binary(max_size=MAX_PAYLOAD),
    wants_ack=st.booleans(),
)


def only_frames(pieces: list[Frame | Noise]) -> list[Frame]:
    return [piece for piece in pieces if isinstance(piece, Frame)]


def raw_of(piece: Frame | Noise) -> bytes:
    return piece.raw if isinstance(piece, Noise) else piece.to_bytes()


def test_a_dice_frame_on_the_wire_is_as_documented() -> None:
    frame = to_frame(Dice(3, 4), sequence=5, number=2)
    assert frame.to_bytes()[:-2] == bytes.fromhex("AA 55 01 05 94 04 00 02 03 04")


@pytest.mark.parametrize(
    ("name", "check"),
    [
        # Check values over b"123456789" as the public CRC catalogue gives them.
        ("sum8", 0xDD),
        ("lrc", 0x23),
        ("xor8", 0x31),
        ("crc8", 0xF4),
        ("crc8-maxim", 0xA1),
        ("crc16-ccitt-false", 0x29B1),
        ("crc16-xmodem", 0x31C3),
        ("crc16-kermit", 0x2189),
        ("crc16-modbus", 0x4B37),
        ("crc16-arc", 0xBB3D),
    ],
)
def test_checksums_give_their_check_values(name: str, check: int) -> None:
    assert CHECKSUMS[name].compute(b"123456789") == check


@pytest.mark.parametrize(("message", "number"), EXAMPLES, ids=lambda v: type(v).__name__)
def test_every_message_is_read_as_it_was_written(message: Message, number: int) -> None:
    frame = to_frame(message, 9, number)
    [read] = FrameReader().feed(frame.to_bytes())
    assert read == frame
    assert from_frame(frame) == (message, number)


def test_the_examples_cover_every_row_of_the_table() -> None:
    assert {message_type(message).id for message, _ in EXAMPLES} == {row.id for row in MESSAGES}
    assert len({row.id for row in MESSAGES}) == len(MESSAGES)


@pytest.mark.parametrize(("message", "number"), EXAMPLES, ids=lambda v: type(v).__name__)
def test_a_payload_one_byte_short_or_long_says_nothing(message: Message, number: int) -> None:
    frame = to_frame(message, 0, number)
    if len(frame.payload) < MAX_PAYLOAD:
        longer = Frame(0, frame.kind, frame.payload + b"\0", frame.wants_ack)
        assert from_frame(longer) is NoiseReason.PAYLOAD
    if frame.payload:
        shorter = Frame(0, frame.kind, frame.payload[:-1], frame.wants_ack)
        assert from_frame(shorter) is NoiseReason.PAYLOAD


def test_impossible_values_and_unknown_types_say_nothing() -> None:
    assert from_frame(Frame(0, 0x14, bytes((0, 1, 7, 1)))) is NoiseReason.PAYLOAD
    assert from_frame(Frame(0, 0x16, bytes((0, 1, 4, 1)))) is NoiseReason.PAYLOAD
    assert from_frame(Frame(0, 0x7F)) is NoiseReason.UNKNOWN_TYPE


def test_what_the_protocol_cannot_carry_is_our_own_error() -> None:
    with pytest.raises(ProtocolError):
        to_frame(Hello("a name far longer than the field", "1"), 0)
    with pytest.raises(ProtocolError):
        to_frame(Heartbeat(70000), 0)
    with pytest.raises(ProtocolError):
        Frame(0, 1, bytes(MAX_PAYLOAD + 1))


@given(st.lists(frames, max_size=5), st.lists(st.binary(max_size=30), min_size=6, max_size=6))
def test_frames_between_garbage_come_out_whole_or_byte_by_byte(
    sent: list[Frame], garbage: list[bytes]
) -> None:
    # A start mark in garbage may rightly swallow bytes of what follows.
    clean = [piece.replace(MARK[:1], b"") for piece in garbage]
    stream = clean[5]
    for frame, noise in zip(sent, clean, strict=False):
        stream += noise + frame.to_bytes()
    whole = FrameReader().feed(stream)
    reader = FrameReader()
    single = [piece for byte in stream for piece in reader.feed(bytes((byte,)))]
    assert only_frames(whole) == sent
    assert only_frames(single) == sent
    assert b"".join(map(raw_of, whole)) == stream == b"".join(map(raw_of, single))


@given(st.binary(max_size=400), st.data())
def test_any_bytes_cut_anywhere_give_the_same_frames_and_lose_no_byte(
    stream: bytes, data: st.DataObject
) -> None:
    whole_reader, reader = FrameReader(), FrameReader()
    whole = whole_reader.feed(stream)
    pieces: list[Frame | Noise] = []
    rest = stream
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        pieces += reader.feed(rest[:size])
        rest = rest[size:]
        assert reader.pending < MAX_FRAME
    assert only_frames(pieces) == only_frames(whole)
    pieces += reader.abandon()
    assert reader.pending == 0
    assert b"".join(map(raw_of, pieces)) == stream


@given(frames, frames, st.integers(0, MAX_FRAME), st.binary(max_size=40))
def test_garbage_inside_a_frame_never_costs_the_frame_after_it(
    broken: Frame, sound: Frame, at: int, garbage: bytes
) -> None:
    data = broken.to_bytes()
    at = min(at, len(data) - 1)
    stream = data[:at] + garbage + data[at + 1 :] + sound.to_bytes()
    reader = FrameReader()
    found = only_frames(reader.feed(stream)) + only_frames(reader.abandon())
    # Only bytes that happen to form a frame of their own may eat into it.
    assert sound in found or any(frame not in (broken, sound) for frame in found)


@given(frames, st.integers(0, 8 * MAX_FRAME - 1))
def test_a_flipped_bit_is_never_taken_for_a_frame(frame: Frame, bit: int) -> None:
    data = bytearray(frame.to_bytes())
    bit %= 8 * len(data)
    data[bit // 8] ^= 1 << bit % 8
    reader = FrameReader()
    found = only_frames(reader.feed(bytes(data))) + only_frames(reader.abandon())
    assert frame not in found


def test_noise_says_why() -> None:
    def first_reason(data: bytes) -> NoiseReason:
        reader = FrameReader()
        piece = (reader.feed(data) + reader.abandon())[0]
        assert isinstance(piece, Noise)
        return piece.reason

    good = to_frame(Dice(1, 2), 0).to_bytes()
    assert first_reason(b"hello") is NoiseReason.NO_MARK
    assert first_reason(MARK + b"\x02" + good[3:]) is NoiseReason.VERSION
    assert first_reason(good[:5] + b"\xff" + good[6:]) is NoiseReason.LENGTH
    assert first_reason(good[:-1] + b"\x00" + b"\x00") is NoiseReason.CHECKSUM
    assert first_reason(good[:-1]) is NoiseReason.CUT


def test_a_frame_behind_a_false_start_is_found_when_the_line_goes_quiet() -> None:
    reader = FrameReader()
    false_start = MARK + bytes((1, 0, 0x14, MAX_PAYLOAD))
    sound = to_frame(Roll(), 3)
    assert only_frames(reader.feed(false_start + sound.to_bytes())) == []
    assert only_frames(reader.abandon()) == [sound]
