"""上海 旧规矩: additive fans, the new rules, 包牌, a whole deal."""

from __future__ import annotations

import pytest

from engine.deal import Deal
from engine.events import (
    Chowed,
    Discarded,
    DrawCause,
    Drew,
    End,
    FlowersLaid,
    FlowersPassed,
    Won,
)
from engine.seat import SEATS
from engine.tile import parse_tiles
from engine.win import EntryCause, Refusal, Win
from tests.engine.sh_hands import (
    DISCARD,
    EIGHT,
    ROBBED,
    SELF,
    A,
    B,
    C,
    D,
    Page,
    meld,
    started,
    t,
    win,
)

OLD = Page("sh_old")
CHOW = [meld("123m")]
PLAIN = "456p789s22m34s"
HALF = "456m444z78m11z"
FOUR = [meld("123m"), meld("777p", B), meld("111z"), meld("456s")]
HONOURS = "123456z123456z"

EXAMPLES: dict[str, tuple[Win, Win]] = {
    # fan: an example and a near miss
    "清一色": (win("456m222m78m55m", "9m", melds=CHOW), win("456m222m78m11z", "9m", melds=CHOW)),
    "混一色": (win(HALF, "9m", melds=CHOW), win("456p444z78m11z", "9m", melds=CHOW)),
    "碰碰胡": (win("777p111z999m1s", "1s", melds=[meld("333m")]),
               win("678p111z999m1s", "1s", melds=[meld("333m")])),
    "大吊车": (win("1s", "1s", melds=FOUR), win("456s1s", "1s", melds=FOUR[:3])),
    "杠开": (win(PLAIN, "5s", SELF, melds=CHOW, entry=EntryCause.KONG),
             win(PLAIN, "5s", melds=CHOW, entry=EntryCause.KONG)),
    "风一色": (win(HONOURS + "7z", "7z"), win(HONOURS + "9m", "7z")),
    "风碰": (win("111z222z333z4z", "4z", melds=[meld("555z")]), win(HONOURS + "7z", "7z")),
}  # fmt: skip


@pytest.mark.parametrize("fan", [fan.name.zh for fan in OLD.rules.fans if fan.value])
def test_every_fan_has_an_example_and_a_near_miss(fan: str) -> None:
    example, near_miss = EXAMPLES[fan]
    assert OLD.fans(example).get(fan) == 1
    assert fan not in OLD.fans(near_miss)


def test_fans_add() -> None:
    pure = win("777m111m999m4m", "4m", melds=[meld("333m")])
    assert OLD.fans(pure) == {"清一色": 1, "碰碰胡": 1}
    assert OLD.best(pure).total == 4 + 2
    assert OLD.best(win("111z222z333z4z", "4z", melds=[meld("555z")])).total == 6


def test_any_complete_hand_wins() -> None:
    plain = win(PLAIN, "5s", melds=CHOW)
    assert OLD.points(plain) == 3
    assert OLD.nets(plain) == (3, 0, -3, 0)
    assert OLD.nets(win(PLAIN, "5s", SELF, melds=CHOW, flowers="12f")) == (15, -5, -5, -5)
    assert isinstance(OLD.judged(win(PLAIN, "6s", melds=CHOW)), Refusal)


def test_no_more_than_forty_chips() -> None:
    assert OLD.points(win("456m222m78m55m", "9m", melds=CHOW)) == 40
    assert Page("sh_old", limit="none").points(win("456m222m78m55m", "9m", melds=CHOW)) == 48


def test_the_new_rule_asks_for_a_flower() -> None:
    bare = win(PLAIN, "5s", melds=CHOW)
    winds = win("456p22m34s", "5s", melds=[*CHOW, meld("111z")])
    strict = Page("sh_old", must_have_flower="yes")
    refused = strict.judged(bare)
    assert isinstance(refused, Refusal)
    assert refused.reason.zh == "无花"
    assert strict.points(win(PLAIN, "5s", melds=CHOW, flowers="1f")) == 4
    assert strict.points(winds) == 4
    tiles = Page("sh_old", must_have_flower="yes", flower_needed="tile")
    assert tiles.points(winds) == 0
    assert tiles.points(win(PLAIN, "5s", melds=CHOW, flowers="1f")) == 4


def test_the_new_rule_asks_for_a_pattern() -> None:
    strict = Page("sh_old", qinghunpeng="yes")
    assert strict.points(win("1s", "1s", melds=FOUR)) == 0
    assert strict.points(win(HALF, "9m", melds=CHOW)) == 12


def test_honours_by_option() -> None:
    none = Page("sh_old", honours_hand="none")
    assert none.points(win(HONOURS + "7z", "7z")) == 0
    assert none.fans(win("111z222z333z4z", "4z", melds=[meld("555z")])) == {"碰碰胡": 1}


def test_who_fed_three_melds_is_liable() -> None:
    """Only the feeder, only pungs and kongs to the letter; chows by option (J1)."""
    fed = [meld("111z", C), meld("333m", C), meld("999p", C)]
    hand = win("456p2s", "2s", SELF, melds=fed)
    assert OLD.nets(hand) == (12, 0, -12, 0)
    chow = [meld("111z", C), meld("333m", C), meld("123p", C)]
    with_chow = win("456p2s", "2s", SELF, melds=chow)
    assert OLD.nets(with_chow) == (12, -4, -4, -4)
    assert Page("sh_old", fed_melds="all").nets(with_chow) == (12, 0, -12, 0)
    fed_back = {C: (meld("111p", A), meld("222p", A), meld("333p", A))}
    assert OLD.nets(win(PLAIN, "5s", SELF, melds=CHOW, others=fed_back)) == (9, -3, -3, -3)


def test_a_liable_seat_pays_in_place_of_the_shooter() -> None:
    shot = win(PLAIN, "5s", DISCARD, melds=CHOW, source=B, liable=[D])
    assert OLD.nets(shot) == (3, 0, 0, -3)
    assert Page("sh_old", liable_on_shot="beside").nets(shot) == (6, -3, 0, -3)


def test_a_robbed_kong() -> None:
    robbed = win(PLAIN, "5s", ROBBED, melds=CHOW)
    assert OLD.nets(robbed) == (9, 0, -9, 0)
    assert Page("sh_old", robbed_kong="one").nets(robbed) == (3, 0, -3, 0)


def test_there_is_no_win_by_eight_flowers() -> None:
    assert isinstance(OLD.judged(win(PLAIN, "8f", EIGHT, flowers="1234567f")), Refusal)


def test_a_deal_from_flowers_to_the_winner_who_deals_next() -> None:
    deal = started(OLD, {A: "123m456p789s22m9s9m3f", B: "123456p456s789m1s"})
    deal = deal.apply(FlowersLaid(A, parse_tiles("3f")))
    deal = deal.apply(Drew(A, End.TAIL, DrawCause.FLOWER, t("1s")))
    for seat in SEATS:
        deal = deal.apply(FlowersPassed(seat))
    deal = deal.apply(Discarded(A, t("1s")))
    deal = deal.apply(Won((B,), t("1s"), DISCARD, A))
    made = deal.settlement()
    assert tuple(map(int, made.net)) == (-3, 3, 0, 0)
    assert made.next_dealer is B
    assert not made.missing


def test_only_the_next_seat_chows() -> None:
    deal = started(OLD, {A: "123m456p789s22m9s9m3s"})
    deal = deal.apply(Discarded(A, t("3s")))
    assert {event.seat for event in deal.legal() if isinstance(event, Chowed)} == {B}


def test_a_declined_win_bars_until_the_next_draw() -> None:
    """同一圈内弃胡不能再胡 (Q3.4), here filled in; by option it does not."""
    hands = {A: "19m19p19s1234567z1s", B: "123456p456s789m2s"}

    def after(page: Page) -> Deal:
        deal = started(page, hands)
        for seat, tile in ((A, "1s"), (B, None), (C, "2s"), (D, "2s")):
            if seat is not A:
                deal = deal.apply(Drew(seat, tile=t("4z") if seat is B else t(tile or "2s")))
            deal = deal.apply(Discarded(seat, t("4z") if tile is None else t(tile)))
        return deal

    win_now = Won((B,), t("2s"), DISCARD, D)
    assert after(OLD).objection(win_now) is not None
    assert after(Page("sh_old", passed_wins="no")).objection(win_now) is None
