from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import PaymentRow, WinKind
from engine.rules.mzhz.score import owed, win_rows
from engine.rules.mzhz.state import DEFAULT_TEAMS
from engine.ruleset import DealResult
from engine.seat import SEATS, Seat
from engine.settlement import (
    added,
    amounts,
    check_zero_sum,
    from_everyone,
    liable,
    net,
    pooled,
    reversal,
    scaled,
)
from engine.view import Status
from engine.win import Effect, PublicSeat
from tests.engine.hands import RULES, best, options, win

seats = st.sampled_from(SEATS)
money = st.fractions(min_value=0, max_value=128, max_denominator=8)
rows = st.lists(st.builds(PaymentRow, seats, seats, money), max_size=12)
effects = st.lists(
    st.builds(Effect, st.sampled_from(("cat", "god")), seats, seats), max_size=6
).map(tuple)


@given(rows)
def test_rows_sum_to_zero(some: list[PaymentRow]) -> None:
    assert sum(net(some)) == 0


@given(rows)
def test_a_reversal_takes_back(some: list[PaymentRow]) -> None:
    back = [reversal(row, "robbed_kong") for row in some]
    assert net([*some, *back]) == (0, 0, 0, 0)
    assert all(row.reverses == "win" for row in back)


@given(rows, seats)
def test_liability_keeps_what_the_others_get(some: list[PaymentRow], who: Seat) -> None:
    for row in liable(some, who):
        assert row.payer is who
    before = sum(row.amount for row in some if row.payee is not who)
    assert sum(row.amount for row in liable(some, who)) == before


@given(rows)
def test_a_pool_keeps_the_sum_of_each_team(some: list[PaymentRow]) -> None:
    shared = pooled(net(some), DEFAULT_TEAMS)
    assert shared[0] == shared[2]
    assert shared[0] + shared[2] == net(some)[0] + net(some)[2]
    assert sum(shared) == 0


def test_from_everyone() -> None:
    three = from_everyone(Seat.B, Fraction(3), "kong")
    assert net(three) == (-3, 9, -3, -3)


def test_amounts_that_do_not_balance_are_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        check_zero_sum(amounts([1, 0, 0, 0]))
    assert check_zero_sum(amounts([1, -1, 0, 0])) == (1, -1, 0, 0)
    assert added(amounts([1, 2, 3, 4]), scaled(amounts([1, 1, 1, 1]), Fraction(1, 2)))[3] == 4.5


@given(st.integers(0, 6), effects)
@settings(max_examples=200)
def test_what_is_owed_stays_in_its_limits(power: int, some: tuple[Effect, ...]) -> None:
    points = Fraction(2**power)
    for winner, loser in product(SEATS, SEATS):
        amount = owed(points, winner, loser, some)
        gods = sum(e == Effect("god", winner, loser) for e in some)
        cats = sum(e == Effect("cat", loser, winner) for e in some)
        assert amount == max(0, min(128, points + points * gods / 2 - points * cats / 2))


def rows_of(**chosen: str) -> tuple[Fraction, ...]:
    status = {Seat.B: Status.WON, Seat.C: Status.REMOVED}
    hand = win("123456m789p23p55p", "4p", WinKind.SELF_DRAW, status=status)
    rules = options(**chosen)
    return net(RULES.pay(best(hand, rules), rules))


def test_won_and_removed_seats_pay_nothing() -> None:
    assert rows_of() == (2, 0, 0, -2)


def test_removed_seats_pay_by_option() -> None:
    assert rows_of(removed_pays="yes") == (4, 0, -2, -2)


def test_only_the_payer_pays_for_a_discard_and_partners_never() -> None:
    hand = win("123456m789p23p55p", "4p", source=Seat.C)
    assert net(RULES.pay(best(hand))) == (2, 0, -2, 0)
    partner = win("123456m789p23p55p", "4p", source=Seat.C, teams=(0, 1, 0, 1))
    assert RULES.pay(best(partner)) == ()
    both = options(partner_pays="yes")
    assert net(RULES.pay(best(partner), both)) == (2, 0, -2, 0)


@given(st.integers(0, 6), effects, st.sampled_from((None, *SEATS[1:])))
def test_every_win_sums_to_zero(power: int, some: tuple[Effect, ...], source: Seat | None) -> None:
    rows = win_rows(Fraction(2**power), Seat.A, source, (PublicSeat(),) * 4, some, options())
    assert sum(net(rows)) == 0
    assert all(0 <= row.amount <= 128 and row.payee is Seat.A for row in rows)


def test_false_win() -> None:
    judging, usual = RULES.judging, options()
    gods = (Effect("god", Seat.C, Seat.A),) * 3 + (Effect("cat", Seat.A, Seat.B),)
    some = judging.false_win(Seat.A, frozenset(SEATS) - {Seat.D}, gods, None, usual)
    assert net(some) == (-192, 64, 128, 0)
    paired = judging.false_win(Seat.A, frozenset(SEATS), (), DEFAULT_TEAMS, usual)
    assert net(paired) == (-128, 64, 0, 64)


def test_match_totals() -> None:
    judging = RULES.judging
    scores = amounts([200, -100, 300, -400])
    assert judging.match_totals(scores, None, options()) == scores
    pairs = judging.match_totals(scores, None, options(mode="fixed_pairs"))
    assert pairs == (375, -375, 375, -375)
    winds = judging.match_totals(scores, None, options(mode="four_winds"))
    assert winds == (300, -150, 450, -600)


def test_four_winds_share_every_deal() -> None:
    rows = (PaymentRow(Seat.C, Seat.A, Fraction(1)),)
    result = DealResult(rows, (0, 0, 1, 1))
    half = Fraction(1, 2)
    assert RULES.judging.deal_scores(result, options()) == (1, 0, -1, 0)
    shared = RULES.judging.deal_scores(result, options(mode="four_winds"))
    assert shared == (half, half, -half, -half)
    default = RULES.judging.deal_scores(DealResult(rows), options(mode="four_winds"))
    assert default == (0, 0, 0, 0)


def test_opening_score() -> None:
    assert RULES.judging.opening_score(options()) == 0
    assert RULES.judging.opening_score(options(initial_points="100")) == 100


def test_next_dealer() -> None:
    judging = RULES.judging
    assert judging.next_dealer(Seat.C, (), None) is Seat.C
    assert judging.next_dealer(Seat.C, (Seat.B,), Seat.D) is Seat.B
    assert judging.next_dealer(Seat.C, (Seat.A, Seat.B), Seat.D) is Seat.D
