"""贵阳, both texts: 豆, 热炮, 抢杠, 报听, 黄庄, 鸡 in the course of a deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import (
    Acted,
    Dealt,
    DiceRolled,
    Discarded,
    DrawCause,
    Drew,
    End,
    Event,
    Exhausted,
    Flipped,
    HandOpened,
    Konged,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.play import state
from engine.rules import load
from engine.rules.guiyang.fans import DECLARED
from engine.ruleset import RuleSet
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.tile import UNKNOWN, Tile, parse_tiles
from tests.soak import soak

A, B, C, D = SEATS
DOU, BAO = load("gy_dou"), load("gy_bao")
t = Tile.parse

HANDS = (
    parse_tiles("123m456p789s22m345s"),  # waits for 2s and 5s once 5s is thrown
    parse_tiles("123m456p789s55m67s"),  # waits for 5s and 8s
    parse_tiles("555s4688m2468p99m"),
    parse_tiles("147m147p147s9m89p8s"),
)
Hands = Sequence[tuple[Tile, ...]]
HIDDEN = ((UNKNOWN,) * 14, *[(UNKNOWN,) * 13] * 3)


def begun(rules: RuleSet, hands: Hands, **chosen: str) -> Deal:
    a, b, c, d = hands
    return play(Deal.begin(rules, 1, A, chosen), DiceRolled(A, (1, 2)), Dealt((a, b, c, d)))


def play(deal: Deal, *events: Event) -> Deal:
    for event in events:
        deal = deal.apply(event)
        assert not deal.validate(), (event, deal.validate())
    return deal


def passing(deal: Deal, tile: str, *seats: Seat) -> Deal:
    """Each seat draws such a tile and throws it."""
    for seat in seats:
        deal = play(deal, Drew(seat, tile=t(tile)), Discarded(seat, t(tile)))
    return deal


def tail(seat: Seat, tile: str) -> Drew:
    return Drew(seat, End.TAIL, DrawCause.KONG, t(tile))


def amounts(deal: Deal) -> list[int]:
    return [int(amount) for amount in deal.settlement().net]


def konged(tile: str, **chosen: str) -> Deal:
    """C makes a 点豆 of A's 5s, takes `tile` and is to throw."""
    kong = Konged(C, MeldKind.EXPOSED_KONG, t("5s"), (t("5s"),) * 3, A)
    return play(begun(DOU, HANDS, **chosen), Discarded(A, t("5s")), kong, tail(C, tile))


SHOT = Won((B,), t("8s"), WinKind.DISCARD, C)


def test_hot_shot_voids_the_kong_just_made() -> None:
    deal = play(konged("8s"), Discarded(C, t("8s")), SHOT)
    made = deal.settlement()
    assert amounts(deal) == [0, 20, -20, 0]  # the plain hand and 10 for the 点豆
    assert made.next_dealer is B
    assert {row.cause for row in made.rows} == {"win", "kong", "hot_shot"}


def later_shot(**chosen: str) -> Deal:
    """C's second discard after the kong is the 8s that B waits for."""
    deal = play(konged("8s", **chosen), Discarded(C, t("9m")))
    deal = passing(deal, "9p", D, A, B)
    return play(deal, Drew(C, tile=t("3p")), Discarded(C, t("8s")))


def test_a_later_discard_is_not_hot_unless_the_table_says_so() -> None:
    with pytest.raises(IllegalEvent):
        later_shot().apply(SHOT)
    assert amounts(play(later_shot(hot_window="any"), SHOT)) == [0, 20, -20, 0]


ROBBING = (
    parse_tiles("55m147m147p147s22p8s"),
    parse_tiles("123m456p999s33m67s"),  # waits for 8s
    parse_tiles("88s2468m2468p999m"),
    parse_tiles("369m369p36s11277s"),
)


def adding(deal: Deal, thrown: str, passed: str) -> Deal:
    """C pungs A's 8s, and adds the fourth when it comes round."""
    deal = play(
        deal, Discarded(A, t("8s")), Punged(C, A, t("8s"), (t("8s"),) * 2), Discarded(C, t(thrown))
    )
    added = Konged(C, MeldKind.ADDED_KONG, t("8s"), (t("8s"),), None, 0)
    return play(passing(deal, passed, D, A, B), Drew(C, tile=t("8s")), added)


ROBBED = Won((B,), t("8s"), WinKind.ROBBED_KONG, C)


def test_robbed_kong_never_pays() -> None:
    deal = adding(begun(DOU, ROBBING), "2m", "5p")
    assert amounts(play(deal, ROBBED)) == [0, 30, -30, 0]
    assert amounts(play(deal, tail(C, "1s"))) == [-10, -10, 30, -10]


def test_robbed_amount_of_the_robbed_hand() -> None:
    """C, robbed, waits for a 清一色 worth 10; B robs with a plain hand worth 1."""
    hands = (
        parse_tiles("55m147m147p22p99p9m8s"),
        ROBBING[1],
        parse_tiles("88s111234s5567s1m"),
        parse_tiles("369m369p8888m78p4m"),
    )
    usual = play(adding(begun(BAO, hands), "1m", "2s"), ROBBED)
    assert amounts(usual) == [0, 3, -3, 0]
    other = play(adding(begun(BAO, hands, robbed_amount="robbed"), "1m", "2s"), ROBBED)
    assert amounts(other) == [0, 30, -30, 0]


def test_a_drawn_deal_voids_every_dou_and_checks_the_hands() -> None:
    deal = play(konged("8s"), Discarded(C, t("9m")))
    seat = D
    while deal.wall.remaining:
        tile = next(kind for kind in deal.tiles.kinds if deal.unseen[kind.index])
        deal = deal.apply(Drew(seat, tile=tile)).apply(Discarded(seat, tile))
        seat = seat.next
    deal = play(deal, Exhausted())
    made = deal.settlement()
    kongs = [row for row in made.rows if row.cause in ("kong", "exhausted")]
    assert len(kongs) == 2
    assert not any(net(kongs))
    assert amounts(deal) == [20, 20, -20, -20]  # A and B are ready for plain hands
    assert made.next_dealer is A


def test_an_unready_loser_keeps_his_dou_by_option() -> None:
    def won(**chosen: str) -> Deal:
        deal = play(konged("3p", **chosen), Discarded(C, t("9m")))
        deal = passing(deal, "9p", D, A)
        return play(deal, Drew(B, tile=t("8s")), Won((B,), t("8s"), WinKind.SELF_DRAW))

    assert amounts(won()) == [-20, 30, 0, -10]
    assert amounts(won(keep_dou="no")) == [-10, 30, -10, -10]


def test_chickens_are_turned_after_a_win() -> None:
    deal = play(konged("8s", chickens="public"), Discarded(C, t("8s")), SHOT)
    flip = next(event for event in deal.legal() if isinstance(event, Flipped))
    deal = play(deal, Flipped(flip.slot, t("6s")))
    # 7s is a chicken: one of A, two of B, one of D, who has a 1s besides.
    assert amounts(deal) == [-10, 20 + 30, -20 - 50, 30]


def test_first_chicken_thrown() -> None:
    def ended(claim: bool) -> Deal:
        hands = (parse_tiles("13m456p789s222m34s1s"), HANDS[1], parse_tiles("11s4688m2468p999m"),
                 parse_tiles("147m147p47s9m889p8s"))  # fmt: skip
        deal = play(begun(DOU, hands, chickens="public"), Discarded(A, t("1s")))
        if claim:
            deal = play(deal, Punged(C, A, t("1s"), (t("1s"),) * 2), Discarded(C, t("4m")))
            deal = passing(deal, "9p", D, A)
        deal = play(deal, Drew(B, tile=t("8s")), Won((B,), t("8s"), WinKind.SELF_DRAW))
        flip = next(event for event in deal.legal() if isinstance(event, Flipped))
        return play(deal, Flipped(flip.slot, t("4m")))  # and 5m: two of B, no other

    plain = [-10 - 20, 30 + 60, -10 - 20, -10 - 20]
    charge = [2 * 30 - 20, -20 - 20, 2 * 30 - 20, -20 - 20]  # A one, doubled; C two
    assert amounts(ended(claim=False)) == [p + c for p, c in zip(plain, charge, strict=True)]
    taken = [-30 - 10, -30, 3 * 30 + 10, -30]  # C three, A pays one share more
    assert amounts(ended(claim=True)) == [p + c for p, c in zip(plain, taken, strict=True)]


def test_declaring_ready() -> None:
    deal = begun(BAO, (parse_tiles("123777m11456p239s"), *HIDDEN[1:]))
    declared = play(deal, Acted(A, DECLARED))
    for wrong in (Discarded(A, t("1p")), Acted(A, DECLARED)):  # not ready; twice
        with pytest.raises(IllegalEvent):
            declared.apply(wrong)
    thrown = play(declared, Discarded(A, t("9s")))
    assert DECLARED in state(thrown).marks[A]
    late = play(deal, Discarded(A, t("9s")), Drew(B), Discarded(B, t("5p")), Drew(C))
    assert Acted(C, DECLARED) in late.legal()  # his first tile, a hidden hand
    again = play(late, Discarded(C, t("5p")), Drew(D), Discarded(D, t("5p")), Drew(A, tile=t("1m")))
    assert Acted(A, DECLARED) not in again.legal()


def test_a_hand_that_cannot_be_ready_declares_nothing() -> None:
    assert Acted(A, DECLARED) in begun(BAO, HANDS).legal()
    hopeless = (parse_tiles("147m258p369s14799p"), *HANDS[1:])
    assert Acted(A, DECLARED) not in begun(BAO, hopeless).legal()


def test_dice_may_be_counted_clockwise() -> None:
    for direction, seat in (("counter_clockwise", D), ("clockwise", B)):
        deal = Deal.begin(BAO, 1, A, {"dice_direction": direction})
        assert deal.apply(DiceRolled(A, (3, 5))).wall.first == (seat, 3)


def test_hidden_hands_are_opened_before_the_deal_is_settled() -> None:
    deal = play(begun(DOU, HIDDEN), Won((A,), t("5s"), WinKind.SELF_DRAW))
    assert deal.settlement().missing
    deal = play(deal, HandOpened(A, parse_tiles("123m456p789s22m34s")))
    assert not deal.settlement().missing
    assert amounts(deal) == [30, -10, -10, -10]


@pytest.mark.parametrize("rules", [DOU, BAO], ids=lambda rules: str(rules.id))
@pytest.mark.parametrize("hidden", [False, True])
def test_whole_deals(rules: RuleSet, hidden: bool) -> None:
    assert soak(rules, {"chickens": "public"}, range(900, 905), hidden).deals == 5
