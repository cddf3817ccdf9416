"""The record: written, read, cut short, damaged, resumed, replayed, verified."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events
from engine.codec import event_from_data, event_to_data
from engine.errors import LogCorrupt, LogError, LogVersion, ReplayMismatch
from engine.events import (
    Adopted,
    Corrected,
    DealBegan,
    Discarded,
    Entry,
    Event,
    ScoreAdjusted,
    Settled,
    Source,
)  # fmt: skip
from engine.log import Header, Log, entry_line, header_line, read_log, write_log
from engine.match import Match
from engine.observations import Correct, Enter, Undo
from engine.replay import replayed, verify, visit
from engine.rules import load
from engine.seat import SEATS, Seat
from engine.tile import KINDS, UNKNOWN, Tile
from tests.random_play import play

RULES = load("mzhz")
A, B, C, D = SEATS


def header(match: Match) -> Header:
    return Header(
        "mzhz", dict(match.options), RULES.digest(match.options), match.players, 1000.0, "test"
    )


def recorded(seed: int, mode: str = "solo", deals: int = 1) -> Match:
    match: Match | None = None
    for number in range(deals):
        steps = list(play(RULES, {"mode": mode}, seed + 1000 * number, hidden=True))
        dealer = steps[0][0].dealer
        if match is None:
            match = Match(RULES, {"mode": mode}, dealer=dealer)
        else:
            # The random deal has a dealer of its own; by the rules another is due.
            turned = (match.standing.dealer - dealer) % 4
            steps = [(b, _turned(e, turned), a) for b, e, a in steps]
        for at, (_, event, _) in enumerate(steps):
            if not isinstance(event, Settled):
                match.submit(Enter(event, match.last_seq), number * 1000.0 + at)
    assert match is not None
    return match


def _turned(event: Event, steps: int) -> Event:
    """The event with every seat moved on, so that another seat deals."""

    def turn(value: object) -> object:
        if isinstance(value, Seat):
            return value.offset(steps)
        if isinstance(value, tuple) and value and isinstance(value[0], Seat):
            return tuple(turn(item) for item in value)
        return value

    if isinstance(event, events.Dealt | events.WallsRaised):
        name = "hands" if isinstance(event, events.Dealt) else "stacks"
        row = getattr(event, name)
        return replace(event, **{name: tuple(row[(i - steps) % 4] for i in range(4))})
    changed = {n: turn(getattr(event, n)) for n in event.__dataclass_fields__}
    return type(event)(**changed)


tiles = st.sampled_from((*KINDS, UNKNOWN))
rows = st.lists(tiles, max_size=14).map(tuple)
seats = st.sampled_from(SEATS)
amounts = st.fractions(min_value=-128, max_value=128, max_denominator=8)


def _strategy(kind: type) -> st.SearchStrategy[Event]:
    return st.from_type(kind)


for _type, _made in ((Tile, tiles), (Seat, seats), (Fraction, amounts)):
    st.register_type_strategy(_type, _made)
st.register_type_strategy(
    Adopted,
    st.builds(
        Adopted,
        st.just((("turn", "A"), ("wall", 40), ("rivers", ("1m", "", "", "")))),
    ),
)
any_event = st.one_of(*(_strategy(kind) for kind in get_args(Event) if kind is not Corrected))


@given(any_event)
@settings(max_examples=150, deadline=None)
def test_every_event_reads_back(event: Event) -> None:
    data = json.loads(json.dumps(event_to_data(event)))
    assert event_from_data(data) == event
    correction = Corrected(3, (event,), "why")
    assert event_from_data(json.loads(json.dumps(event_to_data(correction)))) == correction


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"event": "Danced"},
        {"event": "Discarded", "seat": "A"},
        {"event": "Discarded", "seat": "Z", "tile": "5m"},
        {"event": "Discarded", "seat": "A", "tile": "10m"},
        {"event": "Discarded", "seat": "A", "tile": "5m", "loud": True},
        {"event": "DealBegan", "number": "1", "dealer": "A"},
        {"event": "WallsRaised", "stacks": [16, 16]},
        {"event": "Konged", "seat": "A", "kind": "singing", "tile": "5m", "used": "5555m"},
    ],
)
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(LogError):
        event_from_data(data)


@pytest.mark.parametrize("mode", ["solo", "four_winds"])
def test_a_record_reads_back_and_verifies(mode: str) -> None:
    match = recorded(7, mode, deals=2)
    lines = list(write_log(header(match), match.entries))
    log = read_log(lines)
    assert log == Log(header(match), tuple(match.entries))
    folded = verify(log)
    assert folded.states[-1] == match.standing
    assert len(folded.states[-1].results) == 2


def test_a_visitor_sees_every_step() -> None:
    match = recorded(3)
    log = read_log(write_log(header(match), match.entries))
    seen: list[Event] = []
    visit(log, lambda item, before, after: seen.append(item.event))
    assert seen == [entry.event for entry in match.entries]


def test_killed_after_any_line_it_opens_again() -> None:
    match = recorded(7)
    match.submit(Undo(match.last_seq), 5000.0)
    lines = list(write_log(header(match), match.entries))
    for kept in range(1, len(lines) + 1, 7):
        log = read_log(lines[:kept])
        again = Match.resume(RULES, log.header.options, log.header.players, log.entries)
        direct = replayed(log)
        assert again.last_seq == kept - 1
        assert again.items == direct.items
        if direct.states:
            assert again.standing == direct.states[-1]


def test_a_resumed_match_goes_on_as_if_nothing_had_been() -> None:
    match = recorded(7)
    cut = len(match.entries) // 2
    again = Match.resume(RULES, match.options, match.players, match.entries[:cut])
    for entry in match.entries[cut:]:
        if entry.source is not Source.RULE:
            again.submit(Enter(entry.event, again.last_seq), entry.time)
    assert again.standing == match.standing
    assert again.entries == match.entries


def test_a_torn_last_line_is_left_out() -> None:
    match = recorded(3)
    lines = list(write_log(header(match), match.entries))
    torn = lines[-1][: len(lines[-1]) // 2]
    log = read_log([*lines[:-1], torn])
    assert log.torn
    assert log.entries == tuple(match.entries[:-1])


def test_damage_before_the_end_is_named() -> None:
    match = recorded(3)
    lines = list(write_log(header(match), match.entries))
    lines[4] = lines[4][:10] + "\n"
    with pytest.raises(LogCorrupt) as corrupt:
        read_log(lines)
    assert corrupt.value.line == 5
    whole = list(write_log(header(match), match.entries))
    with pytest.raises(LogCorrupt) as missing:
        read_log(whole[:6] + whole[7:])
    assert missing.value.line == 7


@pytest.mark.parametrize(
    "first", ["", "[]\n", "{}\n", '{"schema":1}\n', '{"schema":"one"}\n', "no\n"]
)
def test_a_record_needs_its_header(first: str) -> None:
    with pytest.raises(LogCorrupt):
        read_log([first])


def test_a_newer_record_is_refused() -> None:
    match = Match(RULES)
    newer = replace(header(match), schema=99)
    with pytest.raises(LogVersion):
        read_log([header_line(newer) + "\n"])


def test_a_changed_score_is_found() -> None:
    match = recorded(7)
    at = next(i for i, e in enumerate(match.entries) if isinstance(e.event, Settled))
    entry = match.entries[at]
    assert isinstance(entry.event, Settled)
    a, b, c, d = entry.event.net
    forged = replace(entry, event=replace(entry.event, net=(a + 1, b - 1, c, d)))
    entries = [*match.entries[:at], forged, *match.entries[at + 1 :]]
    with pytest.raises(ReplayMismatch):
        verify(read_log(write_log(header(match), entries)))


def test_other_rules_are_found() -> None:
    match = recorded(3)
    other = replace(header(match), digest="0" * 64)
    with pytest.raises(ReplayMismatch):
        verify(read_log(write_log(other, match.entries)))


def test_an_illegal_event_in_a_record_is_found() -> None:
    match = Match(RULES)
    match.submit(Enter(DealBegan(1, A), 0), 0.0)
    thrown = Entry(2, 0.0, Source.FINGER, 1.0, Discarded(A, Tile.parse("5m")))
    log = Log(header(match), (*match.entries, thrown))
    with pytest.raises(ReplayMismatch):
        verify(log)


def test_a_corrected_record_still_verifies() -> None:
    match = recorded(7)
    change = ScoreAdjusted((Fraction(1), Fraction(-1), Fraction(0), Fraction(0)), "chips")
    match.submit(Enter(change, match.last_seq), 6000.0)
    opened = next(e for e in match.entries if type(e.event).__name__ == "HandOpened")
    match.submit(Correct(opened.seq, (opened.event,), match.last_seq), 6001.0)
    match.submit(Undo(match.last_seq), 6002.0)
    log = read_log(write_log(header(match), match.entries))
    assert verify(log).states[-1] == match.standing


def test_lines_are_short() -> None:
    entry = Entry(1, 2.5, Source.CAMERA, 0.9, Discarded(A, Tile.parse("5m")))
    assert json.loads(entry_line(entry)) == {
        "seq": 1, "time": 2.5, "learnt": "camera", "confidence": 0.9,
        "event": "Discarded", "seat": "A", "tile": "5m",
    }  # fmt: skip
