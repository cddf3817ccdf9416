"""Profiles of other machines: what they read, and what is refused at load."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seat import Seat
from engine.signals import Dice, Fault, FaultKind, Hatch, Roll, SeatButton, SignalReceived, WallsUp
from table_io.frames import Noise, NoiseReason
from table_io.framing import Framer, Framing
from table_io.link import LinkLost, LinkState, LinkUp, Undelivered
from table_io.matching import Pattern
from table_io.profile import ProfileError, load_profile, parse_profile, shipped_profiles
from table_io.profile_link import ProfileLink
from table_io.profile_reader import Profile, ProfileReader, Reading

GOOD = """\
name = "test board"
[framing]
kind = "fixed"
start = "A5"
size = 4
[checksum]
kind = "sum8"
at = 3
[[match]]
signal = "dice"
bytes = "A5 01 ?? ??"
take.d1 = { at = 2, bits = [4, 7] }
take.d2 = { at = 2, bits = [0, 3] }
[[match]]
signal = "hatch"
bytes = "A5 02 00/FE ??"
take.open = { at = 2, bits = [0, 0] }
[[test]]
hex = "A5 01 34 DA"
signals = [{ signal = "dice", d1 = 3, d2 = 4 }]
"""


def signals_of(reader: ProfileReader, data: bytes, now: float = 0.0) -> list[object]:
    return [piece.signal for piece in reader.feed(data, now) if isinstance(piece, Reading)]


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.fixture(name="board")
def _board() -> Profile:
    return parse_profile(GOOD)


def test_the_shipped_profiles_load_and_their_tests_hold() -> None:
    profiles = shipped_profiles()
    assert profiles["example"].framing.kind == "delimiter"
    reader = profiles["example"].reader()
    walls = bytes.fromhex("7E 11 11 10 11 10 11 7F")
    assert signals_of(reader, walls) == [WallsUp((17, 16, 17, 16))]
    assert signals_of(reader, bytes.fromhex("7E 13 82 91 7F")) == [SeatButton(Seat.D, 2)]
    assert signals_of(reader, bytes.fromhex("7E 1F 01 1E 7F")) == [Fault(FaultKind.JAM)]


def test_frames_are_read_whole_and_byte_by_byte_amid_garbage(board: Profile) -> None:
    stream = bytes.fromhex("00 01 A5 01 34 DA FF A5 02 01 A8 A5 A5 01 66 0C")
    wanted = [Dice(3, 4), Hatch(True), Dice(6, 6)]
    assert signals_of(board.reader(), stream) == wanted
    reader = board.reader()
    single: list[object] = []
    for byte in stream:
        single += signals_of(reader, bytes((byte,)))
    assert single == wanted


def test_what_is_no_signal_is_noise_with_a_reason(board: Profile) -> None:
    def reasons(hexa: str) -> list[NoiseReason]:
        reader = board.reader()
        return [p.reason for p in reader.feed(bytes.fromhex(hexa), 0) if isinstance(p, Noise)]

    assert reasons("A5 01 34 DB") == [NoiseReason.CHECKSUM]
    assert reasons("A5 09 00 AE") == [NoiseReason.UNKNOWN_TYPE]
    assert reasons("A5 01 70 16") == [NoiseReason.PAYLOAD]
    assert reasons("00 00") == [NoiseReason.NO_MARK]


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ('kind = "sum8"', 'kind = "sum9"', 'kind = "sum9"', "no checksum"),
        ("size = 4", "size = 4\nsice = 4", "sice", "sice"),
        ("size = 4", "size = 0", "size = 0", "needs a size"),
        ('start = "A5"', 'start = "A"', 'start = "A"', "not hex"),
        ('signal = "hatch"', 'signal = "hutch"', "[[match]]", "no signal"),
        ("take.open", "take.opened", "[[match]]", "no field"),
        ("bits = [0, 0]", "bits = [0, 9]", "[[match]]", "bits"),
        ("00/FE", "0/FE", "[[match]]", "no byte"),
        ('bytes = "A5 02 00/FE ??"', 'bytes = "A5 02"', 'bytes = "A5 02"', "no frame of 4 bytes"),
        ("d1 = 3, d2", "d1 = 4, d2", "[[test]]", "the test fails"),
        ('name = "test board"', "name = ", "name", "Invalid value"),
    ],
)
def test_a_broken_profile_is_refused_with_its_line(old: str, new: str, at: str, says: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    with pytest.raises(ProfileError, match=says) as refusal:
        parse_profile(text, "board.toml")
    lines = text.splitlines()
    assert lines[refusal.value.line - 1].startswith(at)
    assert str(refusal.value).startswith(f"board.toml:{refusal.value.line}: ")


EXTRA = """
[[match]]
signal = "shuffle_started"
bytes = "{}"
prefix = {}
"""


@pytest.mark.parametrize(
    ("pattern", "prefix", "says"),
    [
        ("A5 01 34 ??", "false", "is ambiguous with dice"),
        ("A5 03/01 ?? ??", "false", "is ambiguous with dice"),
        ("A5 01", "true", "shadows or is shadowed by dice"),
        ("A5", "true", "shadows or is shadowed by dice"),
    ],
)
def test_matchers_that_one_frame_could_match_are_refused(
    pattern: str, prefix: str, says: str
) -> None:
    text = GOOD + EXTRA.format(pattern, prefix)
    with pytest.raises(ProfileError, match=says) as refusal:
        parse_profile(text)
    assert refusal.value.line == line_of(text, f'bytes = "{pattern}"')
    assert f"line {line_of(text, 'bytes = ')}" in refusal.value.problem


def test_matchers_that_no_frame_can_both_match_are_accepted() -> None:
    assert len(parse_profile(GOOD + EXTRA.format("A5 03", "true")).matchers) == 3


def test_a_profile_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profile(tmp_path / "none.toml")
    (tmp_path / "board.toml").write_text(GOOD, encoding="utf-8")
    assert load_profile(tmp_path / "board.toml").name == "test board"


patterns = st.lists(
    st.sampled_from(["00", "01", "??", "01/01", "00/01"]), min_size=1, max_size=3
).flatmap(lambda tokens: st.booleans().map(lambda p: Pattern.parse(" ".join(tokens), prefix=p)))


@given(patterns, patterns)
def test_overlap_is_exactly_that_some_frame_matches_both(one: Pattern, two: Pattern) -> None:
    frames = [b""]
    seen = False
    for _ in range(3):
        frames = [frame + bytes((byte,)) for frame in frames for byte in (0, 1, 2, 3)]
        seen = seen or any(one.matches(f) and two.matches(f) for f in frames)
    assert one.overlaps(two) == two.overlaps(one) == seen


FRAMINGS = {
    "fixed": (Framing("fixed", start=b"\xa5", size=3), b"\xa5\x01\x02"),
    "length": (
        Framing("length", start=b"\xa5", length_at=1, length_adds=2),
        b"\xa5\x03abc",
    ),
    "length, little": (
        Framing("length", length_at=0, length_size=2, length_big_endian=False),
        b"\x04\x00ab",
    ),
    "delimiter": (Framing("delimiter", end=b"\r\n"), b"dice 3 4\r\n"),
    "delimiter, start": (Framing("delimiter", start=b"\x02", end=b"\x03"), b"\x02abc\x03"),
}


@pytest.mark.parametrize("name", FRAMINGS)
def test_each_framing_cuts_its_frames_at_any_chunking(name: str) -> None:
    framing, frame = FRAMINGS[name]
    stream = frame * 3
    for size in range(1, len(stream) + 1):
        framer = Framer(framing)
        got: list[object] = []
        for start in range(0, len(stream), size):
            got += framer.feed(stream[start : start + size], 0.0)
        assert got == [frame] * 3


def test_an_idle_gap_ends_a_frame() -> None:
    framer = Framer(Framing("idle", gap=0.02))
    assert framer.feed(b"ab", 1.0) == []
    assert framer.feed(b"c", 1.01) == []
    assert framer.idle(1.02) == []
    assert framer.idle(1.031) == [b"abc"]
    assert framer.feed(b"x", 2.0) == []
    assert framer.feed(b"y", 2.5) == [b"x"]


@given(st.lists(st.binary(max_size=90), max_size=8), st.sampled_from(sorted(FRAMINGS)))
def test_no_byte_is_lost_or_doubled_in_framing(chunks: list[bytes], name: str) -> None:
    framer = Framer(FRAMINGS[name][0])
    got = b""
    for chunk in chunks:
        for piece in framer.feed(chunk, 0.0):
            got += piece.raw if isinstance(piece, Noise) else piece
    for piece in framer.idle(10.0):
        got += piece.raw if isinstance(piece, Noise) else piece
    assert got == b"".join(chunks)


@given(st.binary(max_size=20))
def test_escaped_bytes_come_back(payload: bytes) -> None:
    framing = Framing(
        "delimiter", start=b"\x7e", end=b"\x7f", max_size=64, escape=0x7D, escape_xor=0x20
    )
    escaped = b"".join(
        bytes((0x7D, byte ^ 0x20)) if byte in (0x7D, 0x7E, 0x7F) else bytes((byte,))
        for byte in payload
    )
    assert Framer(framing).feed(b"\x7e" + escaped + b"\x7f", 0.0) == [b"\x7e" + payload + b"\x7f"]


def test_the_link_of_a_profile_tells_signals_and_refuses_commands(board: Profile) -> None:
    link = ProfileLink(board)
    link.opened(0.0)
    assert link.receive(b"\x00", 0.1) != []
    assert link.state is LinkState.WAITING
    up, said = link.receive(bytes.fromhex("A5 01 34 DA"), 1.0)
    assert up == LinkUp(1.0)
    assert said == SignalReceived(Dice(3, 4), 1.0, 0, bytes.fromhex("A5 01 34 DA"))
    link.send(Roll(), 1.0)
    link.closed(2.0)
    assert link.take_events() == [Undelivered(Roll(), 1.0), LinkLost(2.0, port_gone=True)]
