"""Deals entered by finger: choices, implied draws, and what goes wrong at a table."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.entering import Choice, Verb
from engine.errors import IllegalEvent
from engine.evening import as_csv, settle_up
from engine.events import (
    DealBegan,
    DealerNamed,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    HandOpened,
    OptionsChanged,
    ScoreAdjusted,
    Seated,
    Voided,
)  # fmt: skip
from engine.log import Header, entry_line, header_line, read_log
from engine.match import Match
from engine.observations import Enter, Undo
from engine.replay import verify
from engine.rules import load
from engine.seat import SEATS, Seat
from engine.tableview import table_view
from engine.tile import KINDS, Tile
from engine.view import Phase

RULES = load("mzhz")
A, B, C, D = SEATS


class Fingers:
    """Somebody at the tablet: takes what the view offers and sends it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.time = 100.0

    def enter(self, event: Event) -> None:
        self.time += 1
        self.match.submit(Enter(event, self.match.last_seq), self.time)

    def undo(self) -> None:
        self.time += 1
        self.match.submit(Undo(self.match.last_seq), self.time)

    def choices(self, verb: Verb) -> list[Choice]:
        return [c for c in table_view(self.match).choices if c.verb is verb]

    def open_deal(self) -> None:
        """From nothing to the first discard, one tap each."""
        (begin,) = self.choices(Verb.BEGIN)
        self.enter(begin.event)
        (dice,) = self.choices(Verb.DICE)
        assert isinstance(dice.event, DiceRolled)
        self.enter(replace(dice.event, dice=(3, 5)))
        self.enter(self.choices(Verb.DEAL)[0].event)
        flip = next(c for c in self.choices(Verb.FLIP) if c.key is Tile.parse("7m"))
        self.enter(flip.event)

    def discard(self, code: str) -> None:
        key = Tile.parse(code)
        (choice,) = [c for c in self.choices(Verb.DISCARD) if c.key is key]
        self.enter(choice.event)


@pytest.fixture
def fingers() -> Fingers:
    return Fingers(Match(RULES, players=("甲", "乙", "丙", "丁")))


def test_a_discard_needs_one_tap_and_brings_its_draw(fingers: Fingers) -> None:
    fingers.open_deal()
    fingers.discard("1p")
    fingers.discard("2p")
    events = [item.event for item in fingers.match.items]
    assert events[-3:] == [Discarded(A, Tile.parse("1p")), Drew(B), Discarded(B, Tile.parse("2p"))]
    assert {c.seat for c in fingers.choices(Verb.PUNG)} == {A, C, D}


def test_undo_takes_the_implied_draw_along(fingers: Fingers) -> None:
    fingers.open_deal()
    fingers.discard("1p")
    before = fingers.match.standing
    fingers.discard("2p")
    fingers.undo()
    assert fingers.match.standing == before
    pung = next(c for c in fingers.choices(Verb.PUNG) if c.seat is D)
    fingers.enter(pung.event)
    assert fingers.match.deal is not None
    assert fingers.match.deal.melds[D]


def test_a_flower_is_laid_with_one_tap_and_then_thrown_after_its_draw(fingers: Fingers) -> None:
    fingers.open_deal()
    laid = next(c for c in fingers.choices(Verb.FLOWER) if c.seat is A)
    fingers.enter(laid.event)
    fingers.discard("9s")
    assert fingers.match.deal is not None
    assert fingers.match.deal.flowers[A] == (laid.key,)


def test_a_helpers_key_stands_for_its_use_and_for_throwing_it_away(fingers: Fingers) -> None:
    fingers.open_deal()
    cat = Tile.parse("1h")
    at_cat = [c for c in table_view(fingers.match).choices if c.key is cat and c.seat is A]
    assert {c.verb for c in at_cat} == {Verb.ACTION, Verb.DISCARD}


@pytest.mark.parametrize("seed", [3, 8])
def test_whole_deals_by_what_is_offered_reach_the_payments(seed: int) -> None:
    rng = random.Random(seed)
    fingers = Fingers(Match(RULES))
    fingers.open_deal()
    while not fingers.match.standing.is_between:
        view = table_view(fingers.match)
        offered = [c for c in view.choices if c.verb is not Verb.BREACH]
        if view.phase is Phase.OPENING:
            chosen = _opened(fingers.match, offered[0])
        else:
            plain = [c for c in offered if c.verb in (Verb.DISCARD, Verb.EXHAUST, Verb.WIN)]
            chosen = rng.choice(plain or offered).event
            if isinstance(chosen, Discarded) and chosen.announced:
                continue
        fingers.enter(chosen)
    assert fingers.match.standing.results[-1].settlement is not None
    assert sum(fingers.match.standing.evening.people[i].total for i in range(4)) == 0


def _opened(match: Match, choice: Choice) -> HandOpened:
    deal, event = match.deal, choice.event
    assert deal is not None and isinstance(event, HandOpened)
    hidden = [t for t in KINDS for _ in range(deal.unseen[t.index])]
    hand = deal.hands[event.seat]
    return HandOpened(event.seat, (*hand.known, *hidden[: hand.hidden]))


def test_a_void_deal_is_dealt_again_by_the_same_dealer(fingers: Fingers) -> None:
    fingers.open_deal()
    fingers.enter(Voided("少一张牌"))
    (begin,) = fingers.choices(Verb.BEGIN)
    assert begin.event == DealBegan(2, A)
    fingers.enter(begin.event)
    assert table_view(fingers.match).deals[0].net == (0, 0, 0, 0)


def test_the_dealer_can_be_put_right_between_deals_only(fingers: Fingers) -> None:
    fingers.enter(DealerNamed(C, "记错了"))
    assert table_view(fingers.match).dealer is C
    fingers.open_deal()
    with pytest.raises(IllegalEvent):
        fingers.enter(DealerNamed(B))
    assert fingers.match.deal is not None and fingers.match.deal.dealer is C


def test_scores_go_with_people_who_change_seats_or_leave(fingers: Fingers) -> None:
    ten = (Fraction(10), Fraction(-4), Fraction(-6), Fraction(0))
    fingers.enter(ScoreAdjusted(ten, "补记"))
    fingers.enter(Seated(("乙", "甲", "戊", "丁"), (B, A, None, D)))
    seats = table_view(fingers.match).seats
    assert [(s.name, s.score) for s in seats] == [("乙", -4), ("甲", 10), ("戊", 0), ("丁", 0)]
    books = fingers.match.standing.evening
    assert [(p.name, p.seat, p.total) for p in books.people] == [
        ("甲", B, 10), ("乙", A, -4), ("丙", None, -6), ("丁", D, 0), ("戊", C, 0),
    ]  # fmt: skip
    assert fingers.match.standing.dealer is B
    assert as_csv(books).splitlines()[-1] == ",,合计 total,10,-4,-6,0,0"


def test_nobody_changes_seats_in_a_deal_but_a_name_may_be_mended(fingers: Fingers) -> None:
    fingers.open_deal()
    with pytest.raises(IllegalEvent):
        fingers.enter(Seated(("乙", "甲", "丙", "丁"), (B, A, C, D)))
    fingers.enter(Seated(("甲甲", "乙", "丙", "丁"), (A, B, C, D)))
    assert fingers.match.players[0] == "甲甲"
    assert len(fingers.match.standing.evening.people) == 4


def test_options_hold_from_the_next_deal(fingers: Fingers) -> None:
    fingers.enter(OptionsChanged((("win_on_joker", "no"),)))
    fingers.open_deal()
    assert fingers.match.deal is not None
    assert fingers.match.deal.options["win_on_joker"] == "no"
    with pytest.raises(IllegalEvent):
        fingers.enter(OptionsChanged((("win_on_joker", "yes"),)))
    fingers.enter(Voided("x"))
    with pytest.raises(IllegalEvent):
        fingers.enter(OptionsChanged((("no_such", "yes"),)))


def test_changes_at_the_table_survive_the_record(fingers: Fingers) -> None:
    fingers.enter(Seated(("戊", "乙", "丙", "丁"), (None, B, C, D), "换人"))
    fingers.enter(OptionsChanged((("initial_points", "100"),), "说好的"))
    fingers.enter(DealerNamed(Seat.D))
    fingers.open_deal()
    match = fingers.match
    start = match.state_before(0)
    header = Header(
        "mzhz", dict(start.options), RULES.digest(RULES.choose(start.options)), start.players, 1.0
    )
    lines = [header_line(header), *map(entry_line, match.entries)]
    log = read_log(line + "\n" for line in lines)
    assert verify(log).states[-1] == match.standing
    again = Match.resume(RULES, log.header.options, log.header.players, log.entries)
    assert again.players == match.players
    assert again.options["initial_points"] == "100"


@pytest.mark.parametrize(
    ("totals", "transfers"),
    [
        ((0, 0, 0, 0), 0),
        ((5, -5, 3, -3), 2),
        ((10, -4, -6, 0), 2),
        ((7, -3, -2, -2), 3),
        ((6, -1, -2, -3), 3),
        ((8, -5, -3, 2, -2), 3),
    ],
)
def test_settling_up_takes_the_fewest_transfers(totals: tuple[int, ...], transfers: int) -> None:
    owed = [Fraction(total) for total in totals]
    made = settle_up(owed)
    assert len(made) == transfers
    for move in made:
        owed[move.payer] += move.amount
        owed[move.payee] -= move.amount
    assert not any(owed)


def test_totals_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle_up([Fraction(1), Fraction(2)])
