"""上海 敲麻: the knock, the two fans, dragons as flowers."""

from __future__ import annotations

import pytest

from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import (
    Acted,
    Discarded,
    DrawCause,
    Drew,
    End,
    FlowersLaid,
    HandOpened,
    Konged,
    Punged,
    Won,
)
from engine.meld import MeldKind
from engine.tile import parse_tiles
from engine.win import Refusal, Win
from tests.engine.sh_hands import DISCARD, SELF, A, B, C, Page, meld, started, t, win

QIAOMA = Page("sh_qiaoma")
KNOCK = Acted(A, "knock")
CHOW = [meld("123m")]
READY = "123m456p789s22m34s"

EXAMPLES: dict[str, tuple[Win, Win]] = {
    # fan: an example and a near miss
    "门清": (win(READY, "5s"), win("456p789s22m34s", "5s", melds=CHOW)),
    "单吊": (win("456p789s345s2m", "2m", melds=CHOW), win("456p789s22m34s", "5s", melds=CHOW)),
}
OLD_FANS: dict[str, Win] = {
    "清一色": win("123456m222m78m5m5m", "9m"),
    "混一色": win("123456m444z78m11z", "9m"),
    "碰碰胡": win("777p111z999m1s", "1s", melds=[meld("333m")]),
}


@pytest.mark.parametrize("fan", sorted(EXAMPLES))
def test_every_fan_has_an_example_and_a_near_miss(fan: str) -> None:
    example, near_miss = EXAMPLES[fan]
    assert QIAOMA.fans(example) == {fan: 1}
    assert QIAOMA.best(near_miss).counts == {}


@pytest.mark.parametrize("fan", sorted(OLD_FANS))
def test_old_fans_count_by_option_only(fan: str) -> None:
    assert fan not in QIAOMA.fans(OLD_FANS[fan])
    assert fan in Page("sh_qiaoma", fans="gate").fans(OLD_FANS[fan])


def test_by_option_a_hand_with_fans_is_concealed_or_a_single_wait() -> None:
    gate = Page("sh_qiaoma", fans="gate")
    half = win("456m444z78m11z", "9m", melds=CHOW)
    assert isinstance(gate.judged(half), Refusal)
    assert QIAOMA.points(half) == 3
    assert gate.points(win("456p789s22m34s", "5s", melds=CHOW)) == 3


def test_no_win_without_a_knock() -> None:
    refused = QIAOMA.judged(win(READY, "5s", words=["not_knocked"]))
    assert isinstance(refused, Refusal)
    assert refused.clause == "J6"
    assert QIAOMA.points(win(READY, "5s")) == 6


def test_waits_do_not_ask_for_the_knock() -> None:
    assert QIAOMA.rules.waits(win(READY, "1m", words=["not_knocked"]), QIAOMA.options) == set(
        parse_tiles("25s")
    )


def test_discards_may_be_ruled_out() -> None:
    only = Page("sh_qiaoma", discard_wins="no")
    assert isinstance(only.judged(win(READY, "5s")), Refusal)
    assert only.points(win(READY, "5s", SELF)) == 6


def test_dragons_as_flowers() -> None:
    page = Page("sh_qiaoma", dragons_are_flowers="yes")
    assert isinstance(page.judged(win("123m789s22m34s666z", "5s")), Refusal)
    assert page.points(win("456p789s22m34s", "5s", melds=CHOW, flowers="1f7z7z")) == 6
    deal = started(page, {A: "123m456p789s22m34s6z"})
    assert deal.objection(Discarded(A, t("6z"))) is not None
    deal = deal.apply(FlowersLaid(A, (t("6z"),)))
    deal = deal.apply(Drew(A, End.TAIL, DrawCause.FLOWER, t("9m")))
    assert deal.flowers[A] == (t("6z"),)
    assert not deal.validate()


def knocked() -> Deal:
    """A has knocked and thrown 9m; B, C and D have thrown what they drew."""
    deal = started(QIAOMA, {A: READY + "9m"}).apply(KNOCK).apply(Discarded(A, t("9m")))
    for seat, tile in ((B, "8m"), (C, "2m")):
        deal = deal.apply(Drew(seat, tile=t(tile))).apply(Discarded(seat, t(tile)))
    return deal


def test_a_knock_must_leave_a_ready_hand() -> None:
    deal = started(QIAOMA, {A: READY + "9m"})
    assert deal.objection(KNOCK) is None
    with pytest.raises(IllegalEvent) as refused:
        deal.apply(KNOCK).apply(Discarded(A, t("2m")))
    assert refused.value.clause == "J6"
    far = started(QIAOMA, {A: "147m258p369s12345z"})
    assert far.objection(KNOCK) is not None


def test_between_knock_and_discard_there_is_no_kong() -> None:
    """It could take the readiness away, and then no discard would be left."""
    deal = started(QIAOMA, {A: "2222m123p456p789s5z"})
    kong = Konged(A, MeldKind.CONCEALED_KONG, t("2m"), (t("2m"),) * 4)
    assert deal.objection(kong) is None
    after = deal.apply(KNOCK)
    refused = after.objection(kong)
    assert refused is not None
    assert refused.clause == "J6"
    assert any(isinstance(event, Discarded) for event in after.legal())


def test_a_knock_may_be_noted_after_the_discard() -> None:
    deal = started(QIAOMA, {A: READY + "9m"})
    assert deal.apply(Discarded(A, t("9m"))).objection(KNOCK) is None
    assert deal.apply(Discarded(A, t("2m"))).objection(KNOCK) is not None
    assert deal.apply(Discarded(A, t("9m"))).objection(Acted(B, "knock")) is not None


def test_a_hidden_hand_may_always_knock_once() -> None:
    deal = started(QIAOMA, {})
    after = deal.apply(KNOCK)
    assert after.objection(KNOCK) is not None
    assert after.apply(Discarded(A, t("9m"))).objection(KNOCK) is not None


def test_after_the_knock_the_hand_is_frozen() -> None:
    deal = knocked()
    pair = (t("2m"), t("2m"))
    assert deal.objection(Punged(A, C, t("2m"), pair)) is not None
    turn = deal.apply(Drew(C.next, tile=t("8m"))).apply(Discarded(C.next, t("8m")))
    turn = turn.apply(Drew(A, tile=t("7p")))
    assert turn.objection(Discarded(A, t("2m"))) is not None
    assert turn.objection(Discarded(A, t("7p"))) is None


def test_only_who_knocked_wins() -> None:
    deal = started(QIAOMA, {B: READY}).apply(Discarded(A, t("5s")))
    assert Won((B,), t("5s"), DISCARD, A) not in deal.legal()
    deal = knocked().apply(Drew(C.next, tile=t("5s"))).apply(Discarded(C.next, t("5s")))
    won = Won((A,), t("5s"), DISCARD, C.next)
    made = deal.apply(won).settlement()
    assert tuple(map(int, made.net)) == (6, 0, 0, -6)
    assert made.next_dealer is A


def test_a_missed_knock_does_not_make_a_false_win() -> None:
    """Of a hand that nobody sees the knock may just not have been heard."""
    deal = started(QIAOMA, {}).apply(Discarded(A, t("5s"))).apply(Won((B,), t("5s"), DISCARD, A))
    assert tuple(map(int, deal.apply(HandOpened(B, parse_tiles(READY))).settlement().net)) == (
        -6, 6, 0, 0,
    )  # fmt: skip


def test_kongs_by_option() -> None:
    deal = started(Page("sh_qiaoma", kongs="no"), {A: "1111m456p789s22m34s"})
    kong = Konged(A, MeldKind.CONCEALED_KONG, t("1m"), (t("1m"),) * 4)
    assert deal.objection(kong) is not None
    assert started(QIAOMA, {A: "1111m456p789s22m34s"}).objection(kong) is None
