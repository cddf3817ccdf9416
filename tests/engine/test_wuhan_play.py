"""武汉红中癞子杠: the course of play: the flip, single tiles, the last four."""

from __future__ import annotations

from dataclasses import replace

from engine.deal import Deal
from engine.events import (
    Acted,
    DiceRolled,
    Discarded,
    DrawCause,
    Drew,
    End,
    Exhausted,
    Flipped,
    HandOpened,
    Konged,
    Punged,
    WinKind,
    Won,
)
from engine.meld import MeldKind
from engine.play import drawable, state
from engine.play.wins import facts
from engine.rules import load
from engine.rules.wuhan.play import LAST_STAGE, next_dealer, winner_order
from engine.seat import Seat
from engine.tile import UNKNOWN, parse_tiles
from tests.engine.play_scenes import A, B, C, D, dealt, draw, hands, refused, run, throw
from tests.engine.play_scenes import tile as t
from tests.soak import soak

RULES = load("wuhan")
FLIP = Flipped(53, t("3s"))  # 4s is wild, 2s and 3s are bad
REDRAW = Drew(A, End.TAIL, DrawCause.KONG)


def begun(*texts: str, **options: str) -> Deal:
    deal = dealt(RULES, *texts)
    return run(replace(deal, options=RULES.choose({"min_fan": "0", **options})), FLIP)


def single(seat: Seat, code: str) -> Acted:
    return Acted(seat, "single_kong", (t(code),))


def test_the_flip_makes_wild_and_bad_tiles_and_stays_in_the_wall() -> None:
    deal = begun()
    assert state(deal).wild == (t("4s"),)
    assert [tile for _, tile in deal.flow.marked(deal)] == [t("4s"), t("2s"), t("3s")]
    assert deal.wall.drawable == 82
    deal = run(deal, throw(A, "1m"), draw(B))
    assert deal.wall.tile_at(53) is t("3s")


def test_the_flip_is_drawn_where_the_house_says_so() -> None:
    deal = Deal.begin(RULES, 1, A, {"flip": "drawn"})
    deal = run(deal, DiceRolled(A, (2, 3)), hands(), FLIP, throw(A, "1m"))
    assert deal.wall.drawable == 83
    assert run(deal, draw(B, "3s")).hands[B].known == (t("3s"),)


def test_a_single_tile_laid_is_replaced_from_the_tail() -> None:
    deal = run(begun("7z"), single(A, "7z"))
    assert refused(deal, throw(A, "1m"))
    deal = run(deal, REDRAW)
    assert deal.flowers[A] == (t("7z"),)
    assert deal.entries[A] == DrawCause.KONG


def test_only_red_bad_and_wild_tiles_are_kongs_by_themselves() -> None:
    deal = begun("5z7z2s3s4s")
    for code in ("7z", "2s", "3s", "4s"):
        assert not refused(deal, single(A, code))
    assert refused(deal, single(A, "5z"))
    plain = begun("2s4s", use_bad="no")
    assert refused(plain, single(A, "2s"))


def test_thrown_and_laid_single_tiles_count_alike() -> None:
    deal = run(begun("7z4s"), single(A, "4s"), REDRAW, throw(A, "7z"), draw(B))
    win = facts(deal, B, t("1m"), WinKind.SELF_DRAW, None)
    assert win.seats[A].flowers == (t("4s"), t("7z"))


def test_nobody_claims_or_wins_on_a_single_tile() -> None:
    for code in ("7z", "2s", "3s", "4s"):
        deal = run(begun(code), throw(A, code))
        tile = t(code)
        assert refused(deal, Punged(B, A, tile, (tile, tile)))
        assert refused(deal, Won((B,), tile, WinKind.DISCARD, A))


def test_no_kong_of_four_wild_tiles() -> None:
    deal = begun("4444s7777z")
    for code in ("4s", "7z"):
        tile = t(code)
        assert refused(deal, Konged(A, MeldKind.CONCEALED_KONG, tile, (tile,) * 4))


def test_a_win_needs_a_claim_even_with_a_hidden_hand() -> None:
    deal = run(begun(), throw(A, "1m"))
    assert "claimed" in refused(deal, Won((B,), t("1m"), WinKind.DISCARD, A))


def pung(deal: Deal, seat: Seat, source: Seat, code: str) -> Deal:
    tile = t(code)
    return run(deal, Punged(seat, source, tile, (tile, tile)))


def test_a_robbed_kong_is_paid_by_who_made_it() -> None:
    deal = begun("9m1z", "99m1z", "123m78m55p12344p1z")
    deal = pung(run(deal, throw(A, "9m")), B, A, "9m")
    deal = run(deal, throw(B, "4p"))
    deal = pung(deal, C, B, "4p")
    deal = run(deal, throw(C, "1z"), draw(D), throw(D, "1z"), draw(A), throw(A, "1z"))
    deal = run(deal, draw(B, "9m"))
    deal = run(deal, Konged(B, MeldKind.ADDED_KONG, t("9m"), (t("9m"),), None, 0))
    deal = run(deal, Won((C,), t("9m"), WinKind.ROBBED_KONG, B))
    made = deal.settlement()
    assert {row.payer for row in made.rows} == {B}
    assert made.wins[0].scored is not None
    assert made.wins[0].scored.counts == {"抢杠": 1}


def test_a_covered_kong_counts_as_what_it_turns_out_to_be() -> None:
    deal = run(begun(), Konged(A, MeldKind.CONCEALED_KONG, UNKNOWN, (UNKNOWN,) * 4), REDRAW)
    deal = pung(run(deal, throw(A, "1p"), draw(B), throw(B, "6p")), A, B, "6p")
    deal = run(deal, throw(A, "1p"), draw(B), throw(B, "9s"))
    deal = run(deal, Won((A,), t("9s"), WinKind.DISCARD, B))
    deal = run(deal, HandOpened(A, parse_tiles("123m78s55p")))
    assert deal.settlement().missing
    deal = run(deal, Acted(A, "uncover", (t("9m"),), meld=0))
    made = deal.settlement()
    assert made.wins[0].scored is not None
    # one claim, a concealed kong and 硬胡: 4; A deals, B shot
    assert [int(row.amount) for row in made.rows] == [64, 32, 32]


def to_the_last_four(deal: Deal) -> Deal:
    """Thrown and drawn until the last four tiles are next."""
    seat = A
    while drawable(deal) > 4:
        tile = next(k for k in deal.holdable(seat) if k not in deal.flow.marked(deal))
        deal = deal.apply(Discarded(seat, tile))
        seat = seat.next
        deal = deal.apply(Drew(seat))
    tile = next(iter(deal.holdable(seat)))
    return deal.apply(Discarded(seat, tile))


def test_the_last_four_are_drawn_in_turn_and_only_won_on() -> None:
    deal = to_the_last_four(begun())
    first = deal.step.actor.next
    for steps in range(4):
        seat = first.offset(steps)
        deal = run(deal, draw(seat))
        assert deal.step.stage == LAST_STAGE
        assert refused(deal, throw(seat, "5z"))
        assert refused(deal, single(seat, "7z"))
    deal = run(deal, Exhausted())
    assert deal.wall.drawable == 10
    assert not any(deal.settlement().net)
    assert deal.settlement().next_dealer is A


def test_one_winner_and_the_deal() -> None:
    rules = RULES.choose()
    assert winner_order(B, C, (A, B), rules) == (B, A)
    assert winner_order(B, C, (A, B), RULES.choose({"win_order": "nearest"})) == (A, B)
    assert [next_dealer(A, winner, rules) for winner in (A, None, C)] == [A, A, B]
    assert next_dealer(A, C, RULES.choose({"deal_passes": "previous"})) is D


def all_claimed() -> Deal:
    """A has punged four times and wins on D's 5m with a lone 5m."""
    deal = begun("998877665m11234p", "9m", "", "8765m")
    deal = pung(run(deal, throw(A, "1p"), draw(B), throw(B, "9m")), A, B, "9m")
    for claimed, thrown, wind in (("8m", "1p", "1z"), ("7m", "2p", "2z"), ("6m", "3p", "3z")):
        deal = run(deal, throw(A, thrown), draw(B), throw(B, wind), draw(C), throw(C, wind))
        deal = pung(run(deal, draw(D), throw(D, claimed)), A, D, claimed)
    deal = run(deal, throw(A, "4p"), draw(B), throw(B, "4z"), draw(C), throw(C, "4z"), draw(D))
    return run(deal, throw(D, "5m"), Won((A,), t("5m"), WinKind.DISCARD, D))


def test_who_gives_the_tile_of_all_claimed_opens_his_hand() -> None:
    deal = all_claimed()
    assert [text.en for text in deal.settlement().missing] == ["the hand of D is not open yet"]
    unready = run(deal, HandOpened(D, parse_tiles("147m147p147s1122z")))
    made = unready.settlement()
    assert {row.payer for row in made.rows} == {D}
    assert "not_ready" in made.wins[0].win.seats[D].marks


def test_the_table_is_asked_who_kept_the_suit() -> None:
    deal = all_claimed()
    deal = run(deal, HandOpened(D, parse_tiles("222555777p5588s")))
    questions = list(deal.flow.questions(deal))
    assert [q.key for q in questions] == ["kept_suit"]
    kept = run(deal, Acted(B, "kept_suit"))
    assert {row.payer for row in deal.settlement().rows} == {D}
    assert {row.payer for row in kept.settlement().rows} == {B}
    assert not list(kept.flow.questions(kept))


def test_random_deals_keep_the_books() -> None:
    assert soak(RULES, {"min_fan": "0"}, range(2)).deals == 2
    assert soak(RULES, {"mode": "kaikou"}, range(20, 21), hidden=True).deals == 1
