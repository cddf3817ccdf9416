"""`docs/protocol.md` says what the code does: ids, payloads, values, examples."""

from __future__ import annotations

import re
from enum import IntEnum, IntFlag
from pathlib import Path

import pytest

from engine.signals import Capability, FaultKind, Phase, PowerState
from table_io.checksums import CHECKSUMS
from table_io.frames import MAX_PAYLOAD, Frame, FrameReader
from table_io.messages import MESSAGES, from_frame
from table_io.profile_schema import (
    CaptureSection,
    ChecksumSection,
    FramingSection,
    MatchSection,
    TransportSection,
    TrialSection,
)

DOCUMENT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| `0x(\w\w)` \| `([^`]+)` \| (.) \| (.) \| .+ \| (.+) \|")


def test_the_table_of_messages_is_the_codes() -> None:
    documented = {
        (int(row[0], 16), row[1], row[2] in "→⇄", row[3] == "✓", row[4])
        for row in ROW.findall(DOCUMENT)
    }
    coded = {
        (row.id, row.name, row.from_table or row.name == "ack", row.wants_ack, row.layout)
        for row in MESSAGES
    }
    assert documented == coded


def test_the_longest_payload_is_the_documents() -> None:
    assert f"0 … {MAX_PAYLOAD} " in DOCUMENT


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("capabilities", Capability),
        ("phase", Phase),
        ("power", PowerState),
        ("fault", FaultKind),
    ],
)
def test_enumerations_are_the_codes(name: str, kind: type[IntEnum] | type[IntFlag]) -> None:
    match = re.search(rf"^\| `{name}` \| (.+=.+) \|$", DOCUMENT, re.MULTILINE)
    assert match is not None
    documented = dict(entry.split("=") for entry in match[1].split(", "))
    members = {member.name: str(int(member)) for member in kind}
    assert documented == members


def test_the_example_frames_are_sound_and_mean_what_is_said() -> None:
    examples = re.findall(r"\| `(AA 55 [0-9A-F ]+)` \| `([^`]+)`", DOCUMENT)
    assert len(examples) == 5
    names = {row.kind: row.name for row in MESSAGES}
    for text, name in examples:
        [frame] = FrameReader().feed(bytes.fromhex(text))
        assert isinstance(frame, Frame)
        meaning = from_frame(frame)
        assert isinstance(meaning, tuple)
        assert names[type(meaning[0])] == name


def test_every_checksum_and_every_key_of_a_profile_is_documented() -> None:
    part = DOCUMENT[DOCUMENT.index("| 节 section") :]
    assert all(f" {name}" in part for name in CHECKSUMS)
    sections = (
        TransportSection,
        FramingSection,
        ChecksumSection,
        CaptureSection,
        MatchSection,
        TrialSection,
    )
    for section in sections:
        for key in section.model_fields:
            assert f"`{key}`" in part, key
