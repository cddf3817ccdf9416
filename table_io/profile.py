"""A machine's dialect as data: a TOML file, checked before it is used.

    name = "…"              who it is
    [transport]             baud, bytesize, parity, stopbits; port where it is fixed
    [framing]               how frames are cut (see `table_io.framing`)
    [checksum]              kind, where it stands, from where it counts
    [[match]]               bytes → signal, with captures, constants, debounce
    [[test]]                hex → the signals it must give

Everything in the file is checked at load, unknown keys too, and its tests are
run. Two matchers that one frame could match (ambiguous, or one a prefix that
shadows the other), a matcher that no frame can reach and a test that fails are
refused. Every complaint names the file and the line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.signals import Signal
from table_io.checksums import CHECKSUMS
from table_io.frames import Noise
from table_io.framing import Framing
from table_io.matching import Capture, Matcher, Pattern, Value, build_signal, check_fields
from table_io.profile_reader import Profile, Reading
from table_io.profile_schema import (
    CaptureSection,
    FramingSection,
    MatchSection,
    Place,
    ProfileFile,
    TomlLines,
    TrialSection,
    bytes_of,
)


class ProfileError(ValueError):
    """A profile that cannot be used; names file and line (1-based)."""

    def __init__(self, source: str, line: int, problem: str) -> None:
        super().__init__(f"{source}:{line}: {problem}")
        self.source = source
        self.line = line
        self.problem = problem


def load_profile(path: Path) -> Profile:
    """The profile in `path`; raises `ProfileError`, also where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ProfileError(str(path), 1, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ProfileError(str(path), 1, "cannot be read: it is not UTF-8 text") from error
    return parse_profile(text, str(path))


def shipped_profiles() -> dict[str, Profile]:
    """The profiles that travel with the program, by file name without `.toml`."""
    folder = resources.files("table_io") / "profiles"
    return {
        entry.name.removesuffix(".toml"): parse_profile(
            entry.read_text(encoding="utf-8"), entry.name
        )
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }


def parse_profile(text: str, source: str = "profile") -> Profile:
    """The profile in `text`; raises `ProfileError` naming `source` and the line."""
    lines = TomlLines(text)

    def refuse(place: Place, problem: str) -> ProfileError:
        return ProfileError(source, lines.of(place), problem)

    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise ProfileError(source, int(at[1]) if at else 1, str(error)) from error
    try:
        file = ProfileFile.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = tuple(first["loc"])
        name = ".".join(str(part) for part in place)
        raise refuse(place, f"{name}: {first['msg']}") from error
    framing = _framing(file.framing, refuse)
    if file.checksum.kind not in CHECKSUMS:
        known = ", ".join(CHECKSUMS)
        raise refuse(("checksum", "kind"), f"no checksum {file.checksum.kind!r}; known: {known}")
    matchers: list[Matcher] = []
    for index, section in enumerate(file.match):
        try:
            matchers.append(_matcher(section))
        except ValueError as error:
            raise refuse(("match", index), str(error)) from error
    _check_overlaps(matchers, framing, lines, refuse)
    profile = Profile(file.name, file.transport, framing, file.checksum, tuple(matchers))
    for index, test in enumerate(file.test):
        try:
            problem = _run_test(profile, test)
        except ValueError as error:
            problem = str(error)
        if problem:
            raise refuse(("test", index), f"the test fails: {problem}")
    return profile


def _framing(section: FramingSection, refuse: Callable[[Place, str], ProfileError]) -> Framing:
    def need(holds: bool, key: str, problem: str) -> None:
        if not holds:
            raise refuse(("framing", key), problem)

    need(section.kind != "fixed" or section.size > 0, "size", "fixed framing needs a size")
    need(
        section.kind != "fixed" or section.size >= len(section.start),
        "size",
        "size is smaller than the start mark",
    )
    need(section.size <= section.max_size, "size", "size exceeds max_size")
    need(section.kind != "delimiter" or section.end != b"", "end", "delimiter framing needs an end")
    need(len(section.escape) <= 1, "escape", "the escape is one byte")
    need(
        not section.escape or section.kind == "delimiter",
        "escape",
        "an escape needs delimiter framing",
    )
    need(
        len(section.start) + len(section.end) <= section.max_size,
        "max_size",
        "max_size is smaller than the marks",
    )
    return Framing(
        kind=section.kind,
        start=section.start,
        end=section.end,
        size=section.size,
        length_at=section.length_at,
        length_size=section.length_size,
        length_big_endian=section.length_big_endian,
        length_adds=section.length_adds,
        gap=section.gap_ms / 1000,
        max_size=section.max_size,
        escape=section.escape[0] if section.escape else None,
        escape_xor=section.escape_xor,
    )


def _capture(section: CaptureSection) -> Capture:
    low, high = section.bits
    if not 0 <= low <= high <= 7:
        raise ValueError(f"bits {low}…{high} are not within 0…7")
    mapping: dict[int, Value] | None = None
    if section.map is not None:
        mapping = {int(key, 0): value for key, value in section.map.items()}
    return Capture(section.at, low, high, section.adds, mapping)


def _matcher(section: MatchSection) -> Matcher:
    takes: dict[str, Capture | tuple[Capture, ...]] = {}
    for field, capture in section.take.items():
        if isinstance(capture, list):
            takes[field] = tuple(_capture(one) for one in capture)
        else:
            takes[field] = _capture(capture)
    if twice := takes.keys() & section.set.keys():
        raise ValueError(f"{', '.join(sorted(twice))} is both taken and set")
    check_fields(section.signal, set(takes) | set(section.set))
    pattern = Pattern.parse(section.bytes, prefix=section.prefix)
    return Matcher(pattern, section.signal, takes, section.set, section.debounce_ms / 1000)


def _check_overlaps(
    matchers: list[Matcher],
    framing: Framing,
    lines: TomlLines,
    refuse: Callable[[Place, str], ProfileError],
) -> None:
    for later, matcher in enumerate(matchers):
        size = len(matcher.pattern)
        if framing.kind == "fixed" and (
            size > framing.size or (size < framing.size and not matcher.pattern.prefix)
        ):
            raise refuse(
                ("match", later, "bytes"), f"no frame of {framing.size} bytes fits {size} bytes"
            )
        for earlier in range(later):
            other = matchers[earlier].pattern
            if not other.overlaps(matcher.pattern):
                continue
            word = "is ambiguous with" if len(other) == size else "shadows or is shadowed by"
            raise refuse(
                ("match", later, "bytes"),
                f"{matcher.signal} {word} {matchers[earlier].signal} "
                f"of line {lines.of(('match', earlier, 'bytes'))}",
            )


def _run_test(profile: Profile, test: TrialSection) -> str | None:
    """What is wrong with the outcome, or None."""
    reader = profile.reader()
    now = 0.0
    got: list[Signal] = []
    for chunk in [test.hex] if isinstance(test.hex, str) else test.hex:
        got += _signals(reader.feed(bytes_of(chunk), now))
        now += test.apart_ms / 1000
    got += _signals(reader.feed(b"", now + profile.framing.gap))
    wanted = [build_signal(*_named(row)) for row in test.signals]
    return None if got == wanted else f"it gives {got}, not {wanted}"


def _signals(pieces: list[Reading | Noise]) -> list[Signal]:
    return [piece.signal for piece in pieces if isinstance(piece, Reading)]


def _named(row: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    values = dict(row)
    name = values.pop("signal", None)
    if not isinstance(name, str):
        raise ValueError("each expected signal needs its name as `signal`")
    return name, values
