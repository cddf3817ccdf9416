from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.events import WinKind
from engine.ruleset import ReadyCheck
from engine.seat import Seat
from engine.settlement import net
from engine.tile import KINDS, NUMBERS, parse_tiles
from engine.view import Status
from engine.win import Effect, PublicSeat
from tests.engine.hands import RULES, meld, options, win

PUNGS = (meld("333p"), meld("666p"), meld("999s"))
READY = parse_tiles("1112s")
NOT_READY = parse_tiles("147p258369s1479m")


def waits(standing: str, *melds: str) -> set[str]:
    found = RULES.waits(win(standing, "1m", melds=[meld(text) for text in melds]))
    return {tile.code for tile in found}


@pytest.mark.parametrize(
    ("standing", "melds", "expected"),
    [
        ("1112s", ("333p", "666p", "999s"), "2s 3s"),
        ("1122s", ("333p", "666p", "999s"), "1s 2s"),
        ("1112223334445s", (), "2s 3s 4s 5s 6s"),
        ("1112345678999s", (), "1s 2s 3s 4s 5s 6s 7s 8s 9s"),
        ("115f2s", ("333p", "666p", "999s"), ""),
        ("1115s", ("333p", "666m", "999s"), ""),
        ("11j1p8p", ("333p", "777p", "222s"), ""),
        ("5p", ("1111j", "222p", "3333p", "44p1j"), "5p"),
    ],
)
def test_waits(standing: str, melds: tuple[str, ...], expected: str) -> None:
    assert waits(standing, *melds) == set(expected.split())


def test_a_lone_joker_waits_on_two_suits() -> None:
    assert waits("1j", "333p", "777p", "222s", "555s") == {f"{r}{s}" for r in range(1, 10)
                                                          for s in "ps"}  # fmt: skip
    assert len(waits("1j", "333p", "777p", "222p", "555p")) == 27


def test_seven_pairs_with_two_jokers() -> None:
    assert len(waits("11j112266s33669m")) == 18


def test_waits_are_what_the_judge_accepts() -> None:
    rng = random.Random(3)
    for _ in range(60):
        suits = rng.sample(range(3), 2)
        tiles = [KINDS[9 * rng.choice(suits) + rng.randrange(9)] for _ in range(12)]
        hand = replace(win("5m" * 13, "1m", WinKind.SELF_DRAW),
                       concealed=(*tiles, rng.choice((KINDS[42], tiles[0]))))  # fmt: skip
        by_judge = {t for t in NUMBERS if RULES.best(replace(hand, tile=t)) is not None}
        assert RULES.waits(hand) == by_judge


def check(
    hands: dict[Seat, tuple], status: dict[Seat, Status] | None = None, **extra: object
) -> ReadyCheck:
    def public(seat: Seat) -> PublicSeat:
        ready = hands.get(seat) == READY
        return PublicSeat(
            (status or {}).get(seat, Status.PLAYING if seat in hands else Status.WON),
            PUNGS if ready else (),
            team=seat % 2 if extra.get("teams") else None,
        )

    a, b, c, d = map(public, Seat)
    effects = extra.get("effects", ())
    assert isinstance(effects, tuple)
    return ReadyCheck(hands, (a, b, c, d), KINDS[8], effects=effects)


ONE_READY = {Seat.A: READY, Seat.B: NOT_READY, Seat.C: NOT_READY, Seat.D: NOT_READY}
TWO_READY = {Seat.A: READY, Seat.B: READY, Seat.C: NOT_READY, Seat.D: NOT_READY}


def test_ready_hands_collect_from_the_others() -> None:
    result = RULES.ready_check(check(TWO_READY))
    assert set(result.ready) == {Seat.A, Seat.B}
    assert net(result.rows) == (4, 4, -4, -4)


def test_ready_hands_collect_from_everyone_by_option() -> None:
    result = RULES.ready_check(check(TWO_READY), options(ready_payers="all_unwon"))
    assert len(result.rows) == 6
    assert net(result.rows) == (4, 4, -4, -4)


def test_a_dead_hand_pays_and_does_not_collect() -> None:
    result = RULES.ready_check(check(TWO_READY, {Seat.B: Status.DEAD_HAND}))
    assert net(result.rows) == (6, -2, -2, -2)


def test_removed_and_won_seats_take_no_part() -> None:
    result = RULES.ready_check(check({Seat.A: READY, Seat.C: NOT_READY}))
    assert net(result.rows) == (2, 0, -2, 0)


def test_cats_and_gods_work_between_two() -> None:
    effects = (Effect("cat", Seat.B, Seat.A), Effect("god", Seat.A, Seat.C))
    result = RULES.ready_check(check(ONE_READY, effects=effects))
    assert net(result.rows) == (6, -1, -3, -2)


def test_partners_do_not_pay_each_other() -> None:
    result = RULES.ready_check(check(ONE_READY, teams=True))
    assert net(result.rows) == (4, -2, 0, -2)
    paid = RULES.ready_check(check(ONE_READY, teams=True), options(partner_pays="yes"))
    assert net(paid.rows) == (6, -2, -2, -2)


@pytest.mark.parametrize(("value", "total"), [("min", 2), ("max", 3), ("hand_only", 2)])
def test_worth_of_a_ready_hand(value: str, total: int) -> None:
    """Kong 3p with 1112s waits on 2s (all pungs) and 3s."""
    seats = (PublicSeat(melds=(meld("3333p"), *PUNGS[1:])), *[PublicSeat()] * 3)
    result = RULES.ready_check(ReadyCheck(ONE_READY, seats, KINDS[8]), options(ready_value=value))
    assert result.ready[Seat.A].total == total


def test_hand_only_leaves_out_what_the_single_wait_adds() -> None:
    """A lone fourth 3p is the only wait: its 根 is not yet in the hand."""
    hands = {**ONE_READY, Seat.A: parse_tiles("12p55s")}
    seats = (PublicSeat(melds=(meld("333p"), *PUNGS[1:])), *[PublicSeat()] * 3)
    usual = RULES.ready_check(ReadyCheck(hands, seats, KINDS[8]))
    only = RULES.ready_check(ReadyCheck(hands, seats, KINDS[8]), options(ready_value="hand_only"))
    assert usual.ready[Seat.A].counts == {"根": 1, "无百搭": 1}
    assert only.ready[Seat.A].counts == {"无百搭": 1}
