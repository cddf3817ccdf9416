"""血战到底: every fan with an example and a near miss, money, whole deals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.deal import Deal
from engine.events import (
    Acted,
    DiceRolled,
    DrawCause,
    Drew,
    End,
    Exhausted,
    Konged,
    Penalised,
    WinKind,
    Won,
)
from engine.meld import MeldKind
from engine.play import FIRST_DISCARD, FIRST_TURN, state
from engine.rules.xuezhan import money
from engine.rules.xuezhan.fans import FANS
from engine.rules.xuezhan.page import RULES
from engine.seat import SEATS
from engine.settlement import amounts, net
from engine.view import Status
from engine.win import EntryCause, PublicSeat, Refusal, Win
from tests.engine.play_scenes import A, B, C, D, draw, hands, refused, run, throw, tile
from tests.engine.sichuan_hands import hand, kong, names, pung
from tests.soak import soak

SELF = WinKind.SELF_DRAW
TWO_SUITS = "234m456m77p345p678p"
ORDINARY = {"mode": "ordinary"}

EXAMPLES: dict[str, tuple[Win, Win]] = {
    "平胡": (hand(TWO_SUITS), hand("111m444m222p999p66p")),
    "对对胡": (hand("111m444m222p999p66p"), hand("111m444m222p789p66p")),
    "清一色": (hand("123s567s234s888s99s"), hand("123s567s234s888s99p")),
    "带幺九": (hand("123p123p789p789m99m"), hand("123p123p789p678m99m")),
    "七对": (hand("1144m2277m335588p"), hand("1144m2277m335589p")),
    "清对": (hand("111222444777s99s"), hand("111222444777s99p")),
    "将对": (hand("222555888m222p55p"), hand("222555888m222p77p")),
    "龙七对": (hand("1111m2277m335588p"), hand("1144m2277m335588p")),
    "清七对": (hand("11334466778899s"), hand("113344667788s99p")),
    "清幺九": (hand("111123s789s789s99s"), hand("111123s678s789s99s")),
    "天胡": (
        hand(TWO_SUITS, kind=SELF, dealer=A, situation=(FIRST_TURN,)),
        hand(TWO_SUITS, kind=SELF, dealer=A),
    ),
    "地胡": (
        hand(TWO_SUITS, kind=SELF, situation=(FIRST_TURN,)),
        hand(TWO_SUITS, situation=(FIRST_DISCARD,)),
    ),
    "清龙七对": (hand("11113366778899s"), hand("111133667788s99p")),
    "杠上花": (
        hand("234m456m77p345p", kong("9m"), kind=SELF, entry=EntryCause.KONG),
        hand("234m456m77p345p", kong("9m"), entry=EntryCause.KONG),
    ),
    "杠上炮": (
        hand(TWO_SUITS, entry=EntryCause.KONG),
        hand(TWO_SUITS, kind=WinKind.ROBBED_KONG, entry=EntryCause.KONG),
    ),
    "根": (hand("234m444m77p345p678p"), hand("234m456m77p345p", kong("9m"))),
    "抢杠": (hand(TWO_SUITS, kind=WinKind.ROBBED_KONG), hand(TWO_SUITS)),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_fan_and_a_near_miss(name: str) -> None:
    options = RULES.choose({"robbed_fan": "yes"})
    example, miss = EXAMPLES[name]
    assert name in names(RULES, example, options)
    assert name not in names(RULES, miss, options)


def test_every_fan_has_an_example() -> None:
    assert set(EXAMPLES) == {fan.name.zh for fan in FANS}


def test_only_the_dearest_base_counts_and_its_own_four_is_no_root() -> None:
    scored = RULES.best(hand("11113366778899s"))
    assert scored is not None
    assert scored.counts == {"清龙七对": 1}
    two = RULES.best(hand("1111m2222m335588p"))
    assert two is not None
    assert two.counts == {"龙七对": 1, "根": 1}
    assert two.points == 6 * 2**5


def test_three_suits_or_a_wrong_number_of_tiles_do_not_win() -> None:
    judged = RULES.judge(hand("234m456m77p345s678p"))
    assert isinstance(judged, Refusal)
    assert judged.clause == "¶10"
    assert isinstance(RULES.judge(hand(TWO_SUITS, pung("1m"))), Refusal)


def test_a_cap_and_kongs_as_roots() -> None:
    options = RULES.choose({"cap": "4", "kong_is_root": "yes"})
    scored = RULES.best(hand("111222333m55m", kong("9m")), options)
    assert scored is not None
    assert scored.counts["根"] == 1
    assert scored.points == 6 * 8


def test_the_examples_of_the_text_that_are_wrong_follow_the_rule() -> None:
    """Its 七对 is a 龙七对, its 清对 a 清七对 (¶15)."""
    assert "龙七对" in names(RULES, hand("2244552299m1199p"))
    assert "清七对" in names(RULES, hand("99887755221166p"))


def dealt(options: dict[str, str], *texts: str) -> Deal:
    deal = Deal.begin(RULES, 1, A, options)
    if options.get("mode") != "ordinary":
        deal = deal.apply(DiceRolled(A, (2, 3), "dealer"))
    return deal.apply(DiceRolled(A, (2, 3))).apply(hands(*texts))


def test_the_dice_choose_the_dealer_of_a_bloody_deal() -> None:
    deal = Deal.begin(RULES, 1, A)
    assert refused(deal, DiceRolled(A, (2, 2)))
    assert run(deal, DiceRolled(A, (2, 2), "dealer")).dealer is D
    assert refused(Deal.begin(RULES, 1, A, ORDINARY), DiceRolled(A, (2, 2))) == ""


def test_wind_and_rain_are_paid_at_once_by_those_who_have_not_won() -> None:
    options = RULES.choose()
    fed = money.kong_rows(MeldKind.EXPOSED_KONG, A, D, SEATS, options)
    assert net(fed) == amounts((6, 0, 0, -6))
    added = money.kong_rows(MeldKind.ADDED_KONG, A, D, (A, C, D), options)
    assert net(added) == amounts((12, 0, -6, -6))
    rain = money.kong_rows(MeldKind.CONCEALED_KONG, A, None, SEATS, options)
    assert net(rain) == amounts((36, -12, -12, -12))
    assert net(money.refunds([(A, rain)], [A])) == amounts((-36, 12, 12, 12))
    assert net(money.refunds([(A, rain)], [A], [B])) == amounts((-24, 0, 12, 12))
    assert money.refunds([(A, rain)], [B]) == ()


def test_a_shot_after_a_kong_hands_over_what_the_kong_brought() -> None:
    deal = dealt({}, "9999m")
    deal = run(
        deal, Konged(A, MeldKind.CONCEALED_KONG, tile("9m"), (tile("9m"),) * 4),
        Drew(A, End.TAIL, DrawCause.KONG, tile("5p")),
    )  # fmt: skip
    assert deal.settlement().net == amounts((36, -12, -12, -12))
    deal = run(deal, throw(A, "5p"), Won((B,), tile("5p"), WinKind.DISCARD, A))
    assert f"{money.INCOME}36" in deal.wins[0].situation
    assert not deal.is_over


def test_money_of_a_drawn_deal() -> None:
    options = RULES.choose()
    rows = money.draw_rows([A], {B: Fraction(24)}, [C], [D], options)
    assert net(rows) == amounts((-288, 96 + 24, 96 - 24, 96))
    kept = RULES.choose({"pig_pays": "unwon"})
    assert net(money.draw_rows([A], {B: Fraction(24)}, [C], [D], kept)) == amounts(
        (-192, 120, 72, 0)
    )


def late(deal: Deal, left: int) -> Deal:
    """The deal with so many tiles in the wall and the others gone unseen."""
    gone = deal.wall.total - left
    return replace(deal, wall=replace(deal.wall, taken=(1 << gone) - 1))


def test_a_drawn_deal_judges_pigs_and_ready_hands_and_gives_rain_back() -> None:
    known = ("9999m123456789p5p", "123m456m78m1199p2p", "1378m1378m13579p", "1378m2346p13579s")
    deal = dealt(ORDINARY, *known)
    deal = deal.apply(Konged(A, MeldKind.CONCEALED_KONG, tile("9m"), (tile("9m"),) * 4))
    deal = late(deal, 1).apply(Drew(A, End.TAIL, DrawCause.KONG, tile("4s"))).apply(throw(A, "4s"))
    deal = deal.apply(Exhausted())
    made = deal.settlement()
    assert not made.missing
    assert [scored.win.seat for scored in made.ready] == [A]
    # A waits for a plain hand: 6 from B and C; the pig D pays 96 to each.
    assert made.net == amounts((36 + 12 + 96, -12 - 6 + 96, -12 - 6 + 96, -12 - 288))


def test_last_tiles_must_be_won_on() -> None:
    deal = dealt(ORDINARY, "5p")
    assert not deal.flow.compulsory(deal)  # type: ignore[attr-defined]
    near = late(deal, 4)
    assert near.flow.compulsory(near)  # type: ignore[attr-defined]


def test_a_deserter_ends_the_deal_and_pays_each_who_has_not_won() -> None:
    deal = run(dealt({}, ""), Penalised(C, "left"))
    assert deal.is_over
    assert deal.settlement().net == amounts((96, 96, -288, 96))
    assert deal.statuses[C] is Status.OUT
    both = RULES.choose({"flee_count": "with_runner"})
    assert net(money.flight_rows(C, (A, D), {}, both)) == amounts((144, 0, -288, 144))
    dearer = money.flight_rows(C, (A, D), {A: Fraction(500)}, RULES.choose())
    assert net(dearer) == amounts((500, 0, -500, 0))


def test_a_winner_who_leaves_changes_nothing() -> None:
    deal = dealt({}, "5p", "", "")
    won = run(deal, throw(deal.dealer, "5p"), Won((B,), tile("5p"), WinKind.DISCARD, A))
    gone = run(won, Penalised(B, "left"))
    assert not gone.is_over
    assert refused(gone, Penalised(B, "left"))


def test_the_ordinary_game_is_dealt_next_by_who_was_shot_from() -> None:
    deal = run(dealt(ORDINARY, "5p"), throw(A, "5p"), draw(B), throw(B, "5p"),
               Won((D,), tile("5p"), WinKind.DISCARD, B))  # fmt: skip
    assert deal.settlement().next_dealer is B
    own = run(dealt(ORDINARY, "5p"), throw(A, "5p"), draw(B),
              Won((B,), tile("5p"), WinKind.SELF_DRAW))  # fmt: skip
    assert own.settlement().next_dealer is B


def test_a_named_suit_goes_first_and_bars_a_win() -> None:
    deal = dealt({**ORDINARY, "declare_suit": "yes"}, "1m" + "123456789p1234s")
    assert refused(deal, throw(A, "1m"))
    asked = list(deal.flow.questions(deal))
    assert [question.key for question in asked] == [f"declare_suit-{seat}" for seat in SEATS]
    assert [label.zh for label, _ in asked[0].candidates] == ["万", "筒", "条"]
    for seat in SEATS:
        deal = run(deal, Acted(seat, "declare_suit", place="m"))
    assert "goes first" in refused(deal, throw(A, "1p"))
    deal = run(deal, throw(A, "1m"))
    assert state(deal).marks[A] == ("missing:m",)
    marked = hand(TWO_SUITS)
    seats = (PublicSeat(marks=("missing:m",)), *marked.seats[1:])
    assert isinstance(RULES.judge(replace(marked, seats=seats)), Refusal)


def test_a_known_hand_of_three_suits_cannot_call_a_win() -> None:
    deal = run(dealt(ORDINARY, "5p", "1m1p1s"), throw(A, "5p"))
    assert "three suits" in refused(deal, Won((B,), tile("5p"), WinKind.DISCARD, A))
    assert refused(deal, Won((C,), tile("5p"), WinKind.DISCARD, A)) == ""


def test_exhausted_and_everybody_ready_moves_nothing() -> None:
    options = RULES.choose()
    assert money.draw_rows([], dict.fromkeys(SEATS, Fraction(6)), [], [], options) == ()
    assert Exhausted() not in dealt(ORDINARY, "5p").legal()


@pytest.mark.parametrize(("mode", "hidden"), [("bloody", False), ("ordinary", True)])
def test_whole_deals(mode: str, hidden: bool) -> None:
    tally = soak(RULES, {"mode": mode}, range(40, 50), hidden)
    assert tally.deals == 10
