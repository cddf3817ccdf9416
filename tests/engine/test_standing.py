"""What the screen says of a page besides its tiles: the unit of its fans, what
earlier deals left, what was declared of a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.deal import Deal
from engine.events import Acted, DealBegan, DiceRolled, Settled, Voided
from engine.match import Match
from engine.observations import Enter
from engine.play import PlayState, state
from engine.rules import load
from engine.seat import Seat
from engine.tableview import table_view
from tests.random_play import play

A, B, C, D = Seat


def with_carry(page: str, *carry: tuple[str, str]) -> Deal:
    deal = Deal.begin(load(page), 1, A)
    return replace(deal, page=replace(state(deal), carry=carry))


def standing(deal: Deal) -> list[str]:
    return [text.zh for text in deal.flow.standing(deal)]


def won_deal(page: str) -> Match:
    """A match of the first random deal that somebody wins, entered by finger."""
    rules = load(page)
    for seed in range(40):
        steps = list(play(rules, {}, seed))
        if isinstance(steps[-1][1], Settled) and steps[-1][2].wins:
            dealer = steps[0][0].dealer
            match = Match(rules, dealer=dealer)
            for event in (DealBegan(1, dealer), *(event for _, event, _ in steps)):
                if not match.standing.results:
                    match.submit(Enter(event, match.last_seq), 0.0)
            return match
    raise AssertionError("nobody wins")


@pytest.mark.parametrize(
    ("page", "zh", "en"), [("sc_point", "分", "points"), ("xuezhan", "番", "fan")]
)
def test_a_finished_deal_is_told_in_the_unit_of_its_page(page: str, zh: str, en: str) -> None:
    view = table_view(won_deal(page))
    assert view.unit == (zh, en)
    total = next(win.total for win in view.wins if win.total is not None)
    assert f"{total}{zh}" in view.deals[-1].summary.zh
    assert f"{total} {en}" in view.deals[-1].summary.en


def test_equal_dice_and_drawn_deals_stand_over_a_deal_in_shanghai() -> None:
    deal = with_carry("sh_qhp", ("equal_dice", "1"), ("drawn_deal", "2"))
    assert standing(deal) == ["开宝×1", "黄番×2"]
    assert standing(deal.apply(DiceRolled(A, (4, 4)))) == ["开宝×2", "黄番×2"]
    assert standing(with_carry("sh_qhp")) == []
    assert standing(with_carry("sh_old")) == []


def test_between_deals_what_the_next_one_begins_with_is_shown() -> None:
    match = Match(load("sh_qhp"))
    for event in (DealBegan(1, A), DiceRolled(A, (4, 4))):
        match.submit(Enter(event, match.last_seq), 0.0)
    assert [text.zh for text in table_view(match).standing] == ["开宝×1"]
    match.submit(Enter(Voided("x"), match.last_seq), 0.0)
    assert match.standing.is_between
    assert table_view(match).standing == ()


def test_the_round_and_the_number_of_the_deal_stand_over_it_in_mcr() -> None:
    assert standing(with_carry("mcr", ("games", "5"))) == ["南风圈 2/4"]


def test_that_seats_change_stands_over_the_first_deal_of_the_third_round() -> None:
    first = ["西风圈 1/4", "换位：东南对调，西北对调"]
    assert standing(with_carry("mcr", ("games", "8"))) == first
    assert len(standing(with_carry("mcr", ("games", "9")))) == 1
    assert len(standing(with_carry("mcr", ("games", "4")))) == 1


def test_whose_horses_are_the_first_stands_over_a_deal_in_guangdong() -> None:
    assert standing(with_carry("gd_zhuama", ("last_winner", "C"))) == ["一子马：C"]
    assert standing(with_carry("gd_zhuama")) == []


def test_what_a_seat_has_declared_is_shown_at_the_seat() -> None:
    match = Match(load("tianjin"))
    for event in (DealBegan(1, A), Acted(A, "zuo"), Acted(C, "la", place="la_two")):
        match.submit(Enter(event, match.last_seq), 0.0)
    view = table_view(match)
    assert [[text.zh for text in seat.said] for seat in view.seats] == [
        ["坐庄"], [], ["拉两庄"], [],
    ]  # fmt: skip


@pytest.mark.parametrize("page", ["sh_qiaoma", "gy_bao", "xuezhan", "cs258"])
def test_a_mark_that_players_know_has_a_word(page: str) -> None:
    known = {
        "sh_qiaoma": "knocked", "gy_bao": "baoting", "xuezhan": "missing:m", "cs258": "took_last",
    }  # fmt: skip
    deal = Deal.begin(load(page), 1, A)
    assert isinstance(deal.page, PlayState)
    marks = ((known[page],), (), (), ())
    deal = replace(deal, page=replace(deal.page, marks=marks))
    assert len(deal.flow.said(deal, A)) == 1
    assert deal.flow.said(deal, B) == ()
