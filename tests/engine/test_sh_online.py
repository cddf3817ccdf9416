"""上海 online procedure, and what goes on from deal to deal in 清混碰."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.deal import Deal
from engine.events import (
    Chowed,
    DealBegan,
    Dealt,
    DiceRolled,
    Discarded,
    DrawCause,
    Drew,
    End,
    Event,
    Exhausted,
    FlowersLaid,
    HandOpened,
    Penalised,
    Settled,
    Voided,
    Won,
)
from engine.rules.shanghai.course import carried
from engine.rules.shanghai.versions import may_play_on
from engine.seat import Seat
from engine.standing import Standing, advance
from engine.tile import UNKNOWN, parse_tiles
from tests.engine.sh_hands import DISCARD, EIGHT, A, B, C, D, Page, amounts, started, t
from tests.random_play import play

ONLINE, QHP = Page("sh_online"), Page("sh_qhp")
PURE = "123m456m789m1122m"
HONOURS = "1234567z123456z"


def settled(deal: Deal) -> Settled:
    made = deal.settlement()
    assert not made.missing
    return Settled(made.rows, made.net, made.next_dealer, made.reason)


@pytest.mark.parametrize(
    ("page", "dealer"),
    [
        (QHP, A),
        (Page("sh_qhp", next_dealer="after_nearest"), B),
        (ONLINE, C),
        (Page("sh_old"), A),
        (Page("sh_old", next_dealer="discarder"), C),
    ],
)
def test_who_deals_after_two_wins(page: Page, dealer: Seat) -> None:
    """The shooter C; D is not ready on 7z, B is: winners A and B, A the nearer."""
    deal = started(page, {A: "1234567z123456z9p", B: "112233445566z7z"})
    deal = deal.apply(Discarded(A, t("9p")))
    for seat, tile in ((B, "9p"), (C, "7z")):
        deal = deal.apply(Drew(seat, tile=t(tile))).apply(Discarded(seat, t(tile)))
    won = Won((A, B), t("7z"), DISCARD, C)
    if deal.objection(won) is not None:  # the old rules have no honours without a shape
        pytest.fail(str(deal.objection(won)))
    made = deal.apply(won).settlement()
    assert made.next_dealer is dealer
    assert sum(made.net) == 0
    assert made.net[C] < 0 < made.net[A]


def test_one_winner_deals_and_a_draw_changes_nothing() -> None:
    page = ONLINE
    deal = started(page, {A: HONOURS + "9p"}).apply(Discarded(A, t("9p")))
    deal = deal.apply(Drew(B, tile=t("7z"))).apply(Discarded(B, t("7z")))
    assert deal.apply(Won((A,), t("7z"), DISCARD, B)).settlement().next_dealer is A


def test_the_upper_seat_as_printed() -> None:
    def chowers(page: Page) -> set[Seat]:
        deal = started(page, {A: "123m456p789s22m9s9m3s"}).apply(Discarded(A, t("3s")))
        return {event.seat for event in deal.legal() if isinstance(event, Chowed)}

    assert chowers(ONLINE) == {B}
    assert chowers(Page("sh_online", upper_seat="printed")) == {D}


def test_nine_and_one_do_not_join() -> None:
    deal = started(ONLINE, {A: "123m456p789s22m9s1m9m"}).apply(Discarded(A, t("9m")))
    assert deal.objection(Chowed(B, A, t("9m"), parse_tiles("12m"))) is not None
    assert deal.objection(Chowed(B, A, t("9m"), parse_tiles("78m"))) is None


def test_fifty_times_the_base() -> None:
    options = ONLINE.rules.choose({"base": "2"})
    assert not may_play_on(Fraction(99), options)
    assert may_play_on(Fraction(100), options)
    funded = ONLINE.rules.choose({"funds": "500"})
    assert ONLINE.rules.judging.opening_score(funded) == 500


def test_replacements_by_option_from_the_head() -> None:
    def laid(page: Page) -> Deal:
        deal = started(page, {A: "123m456p789s22m9s9m3f"})
        return deal.apply(FlowersLaid(A, parse_tiles("3f")))

    tail, head = (Drew(A, end, DrawCause.FLOWER) for end in (End.TAIL, End.HEAD))
    assert laid(ONLINE).objection(tail) is None
    assert laid(ONLINE).objection(head) is not None
    assert laid(Page("sh_online", replacement="head")).objection(head) is None


def test_eight_flowers_win_at_once() -> None:
    deal = started(QHP, {A: "12345678f123m456p"})
    deal = deal.apply(FlowersLaid(A, parse_tiles("12345678f")))
    for tile in ["1m", "4m", "7m", "2p", "5p", "8p", "1z", "2z"]:
        deal = deal.apply(Drew(A, End.TAIL, DrawCause.FLOWER, t(tile)))
    made = deal.apply(Won((A,), t("8f"), EIGHT)).settlement()
    assert tuple(map(int, made.net)) == (120, -40, -40, -40)


def drawn_out(page: Page, standing: Standing, dice: tuple[int, int]) -> Standing:
    """A deal in which nobody wins: every hand hidden, every draw thrown."""
    hidden = ((UNKNOWN,) * 14, *((UNKNOWN,) * 13,) * 3)
    number, dealer = standing.next_number, standing.dealer
    assert dealer is A
    opening: list[Event] = [DealBegan(number, dealer), DiceRolled(A, dice), Dealt(hidden)]
    for event in opening:
        standing = advance(standing, event)
    deal = standing.deal
    assert deal is not None
    kinds = [tile for tile in page.rules.tiles() if not tile.is_flower for _ in range(4)]
    seat = A
    while True:
        standing = advance(standing, Discarded(seat, kinds.pop()))
        seat = seat.next
        deal = standing.deal
        assert deal is not None
        if Exhausted() in deal.legal():
            standing = advance(standing, Exhausted())
            assert standing.deal is not None
            return advance(standing, settled(standing.deal))
        standing = advance(standing, Drew(seat))


def test_equal_dice_and_drawn_deals_add_up_until_a_win() -> None:
    """Dice (4,4) drawn, (2,5) drawn, (3,3) won: two of each; then none (Q2.1)."""
    standing = Standing(QHP.rules, QHP.options)
    standing = drawn_out(QHP, standing, (4, 4))
    standing = drawn_out(QHP, standing, (2, 5))
    hands = (parse_tiles(HONOURS + "9p"), *((UNKNOWN,) * 13,) * 3)
    for event in (
        DealBegan(3, A), DiceRolled(A, (3, 3)), Dealt(hands), Discarded(A, t("9p")), Drew(B),
        Discarded(B, t("7z")), Won((A,), t("7z"), DISCARD, B),
    ):  # fmt: skip
        standing = advance(standing, event)
    deal = standing.deal
    assert deal is not None
    scored = deal.settlement().wins[0].scored
    assert scored is not None
    assert scored.counts == {"开宝": 2, "黄番": 2, "风一色": 1}
    standing = advance(standing, settled(deal))
    for event in (DealBegan(4, A), DiceRolled(A, (1, 2))):
        standing = advance(standing, event)
    assert standing.deal is not None
    assert carried(standing.deal) == (0, 0)


def test_a_void_deal_leaves_what_was_carried() -> None:
    standing = drawn_out(QHP, Standing(QHP.rules, QHP.options), (4, 4))
    for event in (DealBegan(2, A), DiceRolled(A, (5, 5)), Voided("misdeal"), DealBegan(3, A)):
        standing = advance(standing, event)
    deal = standing.deal
    assert deal is not None
    assert carried(deal) == (1, 1)


def test_who_leaves_pays_a_limit_to_each_and_the_deal_ends() -> None:
    deal = started(QHP, {}).apply(Penalised(B, "left"))
    assert deal.is_over
    assert amounts(deal) == (40, -120, 40, 40)
    free = started(Page("sh_qhp", leaving_fine="0"), {}).apply(Penalised(B, "left"))
    assert amounts(free) == (0, 0, 0, 0)


def test_a_false_win_pays_the_table() -> None:
    deal = started(QHP, {}).apply(Discarded(A, t("9p"))).apply(Won((B,), t("9p"), DISCARD, A))
    assert deal.settlement().missing
    deal = deal.apply(HandOpened(B, parse_tiles("147m258p369s1234z")))
    assert amounts(deal) == (40, -120, 40, 40)
    assert deal.settlement().next_dealer is A


def test_melds_may_rule_a_hidden_win_out() -> None:
    """A chow and a meld of another suit make none of 清, 混, 碰, 风."""
    deal = started(QHP, {}).apply(Discarded(A, t("3s")))
    deal = deal.apply(Chowed(B, A, t("3s"), parse_tiles("45s"))).apply(Discarded(B, t("9p")))
    assert Won((C,), t("9p"), DISCARD, B) in deal.legal()
    deal = deal.apply(Drew(C)).apply(Discarded(C, t("1m"))).apply(Drew(D))
    deal = deal.apply(Discarded(D, t("5m"))).apply(Drew(A)).apply(Discarded(A, t("2p")))
    deal = deal.apply(Chowed(B, A, t("2p"), parse_tiles("34p"))).apply(Discarded(B, t("9s")))
    deal = deal.apply(Drew(C)).apply(Discarded(C, t("9s")))
    assert Won((B,), t("9s"), DISCARD, C) not in deal.legal()
    assert Won((D,), t("9s"), DISCARD, C) in deal.legal()


@pytest.mark.parametrize("page", ["sh_qhp", "sh_old", "sh_qiaoma", "sh_online"])
def test_whole_deals_by_random_legal_play(page: str) -> None:
    """Books stay sound, amounts sum to zero; seen and hidden come to the same."""
    rules = Page(page).rules
    for seed in range(2):
        last = None
        for _, _, after in play(rules, {}, seed):
            assert not after.validate()
            last = after
        *_, (_, _, told) = play(rules, {}, seed, hidden=True)
        assert last is not None
        assert isinstance(last.last, Settled)
        assert told.last == last.last
        assert sum(last.last.net) == 0
