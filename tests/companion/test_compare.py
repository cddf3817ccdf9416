"""Record against truth: what counts as right, asked, wrong, missed and extra."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.compare import Comparison, Recorded, compare
from engine.events import (
    Acted,
    DealBegan,
    Declined,
    Discarded,
    Drew,
    Event,
    HandOpened,
    Konged,
    Punged,
    Settled,
    WinKind,
    Won,
)
from engine.meld import MeldKind
from engine.seat import Seat
from engine.tile import Tile, parse_tiles

A, B, C, D = Seat


def t(code: str) -> Tile:
    return Tile.parse(code)


TRUTH: list[Event] = [
    DealBegan(1, A),
    Drew(A, tile=t("4m")),
    Discarded(A, t("5m")),
    Punged(C, A, t("5m"), parse_tiles("55m")),
    Discarded(C, t("9p")),
    Drew(D, tile=t("1z")),
    Declined(D, t("1z")),
    Konged(D, MeldKind.CONCEALED_KONG, t("1z"), parse_tiles("1111z")),
    Drew(D, tile=t("2z")),
    Discarded(D, t("2z")),
    Won((A,), t("2z"), WinKind.DISCARD, D),
    HandOpened(B, parse_tiles("123m")),
    HandOpened(C, parse_tiles("456p")),
    Settled((), (Fraction(0),) * 4, A, "win"),
]


def counts(comparison: Comparison) -> tuple[int, int, int, int, int]:
    right, asked, wrong, missed, extra = (
        comparison.sum(name) for name in ("right", "asked", "wrong", "missed", "extra")
    )
    return right, asked, wrong, missed, extra


def as_recorded(events: list[Event]) -> list[Recorded]:
    return [Recorded(event) for event in events]


def test_draws_declines_and_settlements_do_not_count() -> None:
    hidden = [event for event in TRUTH if not isinstance(event, Drew | Declined | Settled)]
    assert counts(compare(TRUTH, as_recorded(hidden))) == (8, 0, 0, 0, 0)


def test_a_concealed_kong_lies_open_and_must_agree_in_its_tile() -> None:
    """猫抓耗子 lays concealed kongs face up (D2.22)."""
    held = list(TRUTH)
    held[7] = Konged(D, MeldKind.CONCEALED_KONG, t("2z"), parse_tiles("2222z"))
    assert compare(TRUTH, as_recorded(held)).sum("wrong") == 1


def test_hands_opened_at_once_agree_in_any_order() -> None:
    held = list(TRUTH)
    held[11], held[12] = held[12], held[11]
    assert counts(compare(TRUTH, as_recorded(held))) == (8, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("at", "event"),
    [
        (2, Discarded(A, t("6m"))),
        (2, Discarded(B, t("5m"))),
        (3, Punged(C, D, t("5m"), parse_tiles("55m"))),
        (10, Won((A,), t("2z"), WinKind.ROBBED_KONG, D)),
        (12, HandOpened(C, parse_tiles("457p"))),
    ],
)
def test_another_tile_seat_kind_or_source_is_wrong(at: int, event: Event) -> None:
    held = list(TRUTH)
    held[at] = event
    assert counts(compare(TRUTH, as_recorded(held))) == (7, 0, 1, 0, 0)


def test_a_missed_event_does_not_spoil_what_follows() -> None:
    comparison = compare(TRUTH, as_recorded(TRUTH[:4] + TRUTH[5:]))
    assert counts(comparison) == (7, 0, 0, 1, 0)
    assert comparison.deals[0].faults == ("- discard C 9p",)


def test_an_extra_event_counts_unless_somebody_was_asked() -> None:
    extra = Discarded(B, t("3s"))
    held = as_recorded(TRUTH)
    silent = [*held[:5], Recorded(extra), *held[5:]]
    answered = [*held[:5], Recorded(extra, asked=True), *held[5:]]
    assert counts(compare(TRUTH, silent)) == (8, 0, 0, 0, 1)
    assert counts(compare(TRUTH, answered)) == (8, 0, 0, 0, 0)


def test_an_answer_counts_as_asked_only_when_it_is_true() -> None:
    held = as_recorded(TRUTH)
    held[2] = Recorded(TRUTH[2], asked=True)
    held[4] = Recorded(Discarded(C, t("8p")), asked=True)
    comparison = compare(TRUTH, held)
    assert counts(comparison) == (6, 1, 1, 0, 0)
    assert comparison.agreement == 7 / 8


def test_deals_are_compared_apart() -> None:
    second: list[Event] = [DealBegan(2, B), Discarded(B, t("1m")), Discarded(C, t("2m"))]
    comparison = compare([*TRUTH, *second], as_recorded(TRUTH))
    assert [deal.number for deal in comparison.deals] == [1, 2]
    assert comparison.deals[1].missed == 2
    assert comparison.deals[0].missed == 0


def test_an_action_on_seat_a_is_told_from_one_on_a_slot() -> None:
    truth: list[Event] = [DealBegan(1, A), Acted(B, "steal", (t("5m"),), target=A)]
    other: list[Event] = [DealBegan(1, A), Acted(B, "steal", (t("5m"),), target=C)]
    assert counts(compare(truth, as_recorded(truth))) == (1, 0, 0, 0, 0)
    assert counts(compare(truth, as_recorded(other))) == (0, 0, 1, 0, 0)


def test_the_closing_line_gives_every_count() -> None:
    line = compare(TRUTH, as_recorded(TRUTH[:4] + TRUTH[5:])).line()
    assert "8 public events, 7 right, 0 asked, 0 wrong, 1 missed, 0 extra" in line
    assert "\n" not in line
