"""成都点数: every fan with an example and a near miss, payments, whole deals."""

from __future__ import annotations

import pytest

from engine.deal import Deal
from engine.events import DiceRolled, DrawCause, Drew, End, Konged, Punged, WinKind, Won
from engine.meld import MeldKind
from engine.play import FED, FIRST_DISCARD, FIRST_TURN, state
from engine.rules.sc_point.fans import FANS
from engine.rules.sc_point.page import RULES
from engine.ruleset import ReadyCheck
from engine.settlement import amounts, net
from engine.tile import parse_tiles
from engine.win import EntryCause, PublicSeat, Refusal, Win
from tests.engine.play_scenes import A, B, C, D, draw, hands, refused, run, throw, tile
from tests.engine.sichuan_hands import EXPOSED, hand, kong, names, pung
from tests.soak import soak

SELF = WinKind.SELF_DRAW
TWO_SUITS = "234m456m77p345p678p"

EXAMPLES: dict[str, tuple[Win, Win]] = {
    "平胡": (hand(TWO_SUITS), hand("111m444m222p999p66p")),
    "对对胡": (hand("111m444m222p999p66p"), hand("111m444m222p789p66p")),
    "清一色": (hand("123s567s234s888s99s"), hand("123s567s234s888s99p")),
    "幺九牌": (hand("123s123m789s789m99m"), hand("123s123m789s678m99m")),
    "七对": (hand("1144m2277m335588p"), hand("1144m2277m335589p")),
    "龙七对": (hand("1111m2277m335588p"), hand("1144m2277m335588p")),
    "清七对": (hand("11334466778899s"), hand("113344667788s99p")),
    "清对": (hand("111222444777s99s"), hand("111222444777s99p")),
    "将对": (hand("222555888m222p55p"), hand("222555888m222p77p")),
    "天胡": (
        hand(TWO_SUITS, kind=SELF, dealer=A, situation=(FIRST_TURN,)),
        hand(TWO_SUITS, kind=SELF, dealer=A),
    ),
    "地胡": (
        hand(TWO_SUITS, situation=(FIRST_DISCARD,)),
        hand(TWO_SUITS, dealer=A, situation=(FIRST_DISCARD,)),
    ),
    "清龙七对": (hand("11113366778899s"), hand("111133667788s99p")),
    "杠": (hand("234m456m77p345p", kong("9m")), hand("234m456m77p345p", pung("9m"))),
    "根": (hand("234m444m77p345p678p"), hand("234m456m77p345p", kong("9m"))),
    "杠上花": (
        hand("234m456m77p345p", kong("9m"), kind=SELF, entry=EntryCause.KONG),
        hand("234m456m77p345p", kong("9m"), kind=SELF),
    ),
    "抢杠": (hand(TWO_SUITS, kind=WinKind.ROBBED_KONG), hand(TWO_SUITS)),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_fan_and_a_near_miss(name: str) -> None:
    example, miss = EXAMPLES[name]
    assert name in names(RULES, example)
    assert name not in names(RULES, miss)


def test_every_fan_has_an_example() -> None:
    listed = {fan.name.zh for fan in FANS if fan.id != "dear_pure_pairs"}
    assert set(EXAMPLES) == listed


def worth(win: Win, **chosen: str) -> int:
    scored = RULES.best(win, RULES.choose(chosen))
    assert scored is not None
    return scored.total


def test_open_readings() -> None:
    pairs = hand("11334466778899s")
    assert (worth(pairs), worth(pairs, pure_pairs="8")) == (4, 8)
    blossom = hand("234m456m77p345p", kong("9m"), kind=SELF, entry=EntryCause.KONG)
    assert (worth(blossom), worth(blossom, blossom="1")) == (4, 3)
    terminals = hand("123123123789s99s")
    assert (worth(terminals), worth(terminals, two_patterns="add")) == (3, 6)
    first = hand(TWO_SUITS, situation=(FIRST_DISCARD,))
    assert (worth(first), worth(first, earth="first_draw")) == (8, 1)
    drawn = hand(TWO_SUITS, kind=SELF, situation=(FIRST_TURN,))
    assert (worth(drawn), worth(drawn, earth="first_discard")) == (8, 1)


def test_a_pung_with_its_fourth_tile_in_hand_is_a_root() -> None:
    assert worth(hand("345m456m77p345p", pung("3m"))) == 2
    assert worth(hand("1111m2222m335588p")) == 5
    assert worth(hand("111123m456m77p345p")) == 2


def test_wrong_examples_of_the_text_follow_the_rule() -> None:
    """Three suits (L21) and 124 as a set (L41) do not win; two fours count twice (L39)."""
    assert isinstance(RULES.judge(hand("222m555m888m222s55p")), Refusal)
    assert isinstance(RULES.judge(hand("124567678888s77s")), Refusal)
    assert worth(hand("123567678888s77s")) == 5


def test_who_pays() -> None:
    fed = hand("234m456m77p345p", kong("9m", EXPOSED, D), kind=SELF, entry=EntryCause.KONG,
               situation=(f"{FED}D",))  # fmt: skip
    scored = RULES.best(fed)
    assert scored is not None
    assert net(RULES.pay(scored)) == amounts((4, 0, 0, -4))
    three = RULES.choose({"fed_blossom": "everybody", "base": "5"})
    dear = RULES.best(fed, three)
    assert dear is not None
    assert net(RULES.pay(dear, three)) == amounts((60, -20, -20, -20))


def test_at_the_end_of_the_wall_the_least_wait_is_paid() -> None:
    waiting, junk = parse_tiles("123m456m789m55p46p"), parse_tiles("1379m1379m13579p")
    either = parse_tiles("2233445566778p")  # 8p: pairs in one suit, else one suit
    none = PublicSeat()
    check = ReadyCheck({A: waiting, B: junk, C: either, D: junk}, (none, none, none, none))
    made = RULES.ready_check(check)
    assert set(made.ready) == {A, C}
    assert made.ready[C].points == 3
    assert net(made.rows) == amounts((2, -4, 6, -4))


def dealt(*texts: str) -> Deal:
    return Deal.begin(RULES, 1, A).apply(DiceRolled(A, (2, 3))).apply(hands(*texts))


def test_a_kong_is_replaced_in_order_and_a_fed_one_is_remembered() -> None:
    deal = run(dealt("5s", "555s"), throw(A, "5s"),
               Konged(B, MeldKind.EXPOSED_KONG, tile("5s"), (tile("5s"),) * 3, A))  # fmt: skip
    assert refused(deal, Drew(B, End.TAIL, DrawCause.KONG))
    deal = run(deal, Drew(B, End.HEAD, DrawCause.KONG, tile("1p")))
    win = run(deal, Won((B,), tile("1p"), SELF))
    assert f"{FED}A" in win.wins[0].situation


def test_a_win_let_go_by_may_be_taken_up_again_for_more() -> None:
    plain = "234m456m77p345p79p"
    deal = run(dealt("8p", plain, "88p"), throw(A, "8p"))
    assert state(deal).barred[B] is None
    deal = run(deal, draw(B, "1s"), throw(B, "1s"), draw(C), throw(C, "8p"))
    assert refused(deal, Won((B,), tile("8p"), WinKind.DISCARD, C)) == ""


def test_what_is_worth_no_more_is_barred() -> None:
    deal = run(dealt("8p", "234m456m77p345p79p", "88p", "8p"), throw(A, "8p"),
               Punged(C, A, tile("8p"), (tile("8p"),) * 2), throw(C, "1s"))  # fmt: skip
    assert state(deal).barred[B] == 8  # an earthly win
    deal = run(deal, draw(D), throw(D, "8p"))
    assert "declined win" in refused(deal, Won((B,), tile("8p"), WinKind.DISCARD, D))


def test_the_next_dealer() -> None:
    judging = RULES.judging
    assert judging.next_dealer(B, (A,), C) is A
    assert judging.next_dealer(B, (A, D), C) is C
    assert judging.next_dealer(B, (), None) is B


@pytest.mark.parametrize("hidden", [False, True])
def test_whole_deals(hidden: bool) -> None:
    assert soak(RULES, {}, range(60, 70), hidden).deals == 10
