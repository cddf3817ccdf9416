"""What a tap means, without a window."""

from __future__ import annotations

from typing import cast

from engine.entering import Verb
from engine.events import (
    Acted,
    DiceRolled,
    Discarded,
    FlowersLaid,
    HandOpened,
    Konged,
    Punged,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.seat import SEATS
from engine.tile import Tile, parse_tiles
from ui.gallery import played
from ui.screens.entry.pad import Mode, Pad
from ui.screens.quick.hand_form import HandForm, Part

A, B, C, D = SEATS


def t(code: str) -> Tile:
    return Tile.parse(code)


def pad_on(view: object) -> Pad:
    pad = Pad()
    pad.show(view)  # type: ignore[arg-type]
    return pad


def test_the_pad_asks_for_what_is_due() -> None:
    assert pad_on(played.ready()).mode is Mode.BEGIN
    assert pad_on(played.throwing()).mode is Mode.DICE
    assert pad_on(played.claiming()).mode is Mode.TILE
    assert pad_on(played.opening()).mode is Mode.HAND


def test_dice_are_thrown_by_who_must() -> None:
    assert pad_on(played.throwing()).tap_dice(6, 1) == DiceRolled(A, (6, 1))


def test_a_bare_key_throws_the_tile_of_the_seat_on_turn() -> None:
    pad = pad_on(played.claiming())
    assert pad.actor is A
    assert pad.tap_tile(t("3p")) == Discarded(A, t("3p"))
    assert pad.offered == ()


def test_a_flowers_key_lays_it_unless_throwing_was_armed() -> None:
    pad = pad_on(played.claiming())
    assert pad.tap_tile(t("1f")) == FlowersLaid(A, (t("1f"),))
    throw = next(choice for choice in pad.verbs if choice.verb is Verb.DISCARD)
    assert pad.tap_verb(throw) is None
    event = pad.tap_tile(t("1f"))
    assert isinstance(event, Discarded) or {c.verb for c in pad.offered} == {Verb.DISCARD}


def test_in_the_opening_round_every_seats_flowers_are_reached() -> None:
    evening = played.Evening()
    evening.open_deal((3, 5), "7m")
    pad = pad_on(evening.view())
    assert pad.actor is A
    pad.tap_seat(C)
    event = pad.tap_tile(t("3f"))
    assert event == FlowersLaid(C, (t("3f"),))
    evening.enter(event)
    pad.show(evening.view())
    assert pad.actor is C
    assert pad.tap_tile(t("9s")) == Discarded(A, t("9s"))
    pad.tap_seat(D)
    assert pad.tap_tile(t("4f")) == FlowersLaid(D, (t("4f"),))


def test_a_helpers_key_asks_whether_it_is_used() -> None:
    pad = pad_on(played.claiming())
    assert pad.tap_tile(t("1h")) is None
    events = [choice.event for choice in pad.offered]
    assert {type(event) for event in events} == {Acted, Discarded}


def test_a_kong_is_armed_and_its_tile_tapped() -> None:
    pad = pad_on(played.claiming())
    kong = next(
        c for c in pad.verbs
        if isinstance(c.event, Konged) and c.event.kind is MeldKind.CONCEALED_KONG
    )  # fmt: skip
    assert pad.tap_verb(kong) is None
    assert pad.is_armed(kong)
    event = pad.tap_tile(t("3p"))
    if event is None:
        event = pad.tap_offered(pad.offered[0])
    assert isinstance(event, Konged) and event.tile is t("3p")
    pad.forget()
    assert pad.tap_tile(t("3p")) == Discarded(A, t("3p"))


def test_a_claim_is_natural_unless_jokers_are_asked_for() -> None:
    pad = pad_on(played.claiming())
    assert pad.claims(D) == frozenset()
    assert pad.tap_claim(B, Verb.PUNG) == Punged(B, D, t("9m"), parse_tiles("99m"))
    pad.toggle_joker()
    event = pad.tap_claim(B, Verb.PUNG)
    assert event == Punged(B, D, t("9m"), (t("9m"), t("1j")))


def test_winners_are_gathered_before_they_are_entered() -> None:
    pad = pad_on(played.claiming())
    assert pad.tap_claim(C, Verb.WIN) is None
    assert pad.tap_claim(A, Verb.WIN) is None
    (choice,) = pad.offered
    assert isinstance(choice.event, Won)
    assert set(choice.event.seats) == {A, C}
    pad.tap_claim(A, Verb.WIN)
    assert [cast(Won, c.event).seats for c in pad.offered] == [(C,)]
    pad.tap_claim(C, Verb.WIN)
    assert pad.offered == ()


def test_a_hand_is_opened_once_it_is_whole() -> None:
    pad = pad_on(played.opening())
    first = pad.opening
    assert first is not None
    size = pad.hand_size
    for tile in parse_tiles("23456789m55s234s")[:size]:
        assert pad.open_hand() is None
        pad.tap_tile(tile)
    pad.take_back(0)
    assert pad.open_hand() is None
    pad.tap_tile(t("2m"))
    event = pad.open_hand()
    assert isinstance(event, HandOpened) and event.seat is first
    assert t("5s") in event.tiles


def test_no_more_than_four_of_a_kind_and_no_more_than_the_hand_holds() -> None:
    pad = pad_on(played.opening())
    for _ in range(6):
        pad.tap_tile(t("5s"))
    assert pad.hand == (t("5s"),) * 4
    for code in ("1m", "2m", "3m", "4m", "6m", "7m", "8m", "9m", "1s", "2s", "3s"):
        pad.tap_tile(t(code))
    assert len(pad.hand) == pad.hand_size


def test_a_view_that_changes_nothing_keeps_what_was_half_tapped() -> None:
    from dataclasses import replace

    view = played.opening()
    pad = pad_on(view)
    pad.tap_tile(t("5s"))
    pad.show(replace(view, health=()))
    assert pad.hand == (t("5s"),)
    pad.show(played.claiming())
    assert pad.hand == ()


def test_a_form_becomes_a_win_that_is_counted() -> None:
    from engine.rules import load
    from engine.win import ScoredWin

    form = HandForm(winner=B, source=A)
    for tile in parse_tiles("23456789m55s"):
        form.add(tile)
    assert form.judged(load("mzhz"), {}, A) is None
    form.part = Part.PUNG
    form.add(t("2s"))
    assert form.part is Part.WINNING
    form.add(t("1m"))
    judged = form.judged(load("mzhz"), {}, A)
    assert judged is not None
    assert isinstance(judged[0], ScoredWin)
    assert [(row.payer, row.payee) for row in judged[1]] == [(A, B)]
    form.take_back()
    assert form.winning is None
