"""国标麻将: minimum, readings, second list, payments, winds, seats, play, and the oracle."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

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
    HandOpened,
    Konged,
    Punged,
    WinKind,
    Won,
)
from engine.meld import MeldKind
from engine.play.ending import UNCOVER
from engine.rules.mcr.hand import LAST_OF_KIND, prevalent
from engine.rules.mcr.play import GAMES, changed_seat, reseats_before, round_of
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.shapes import Family
from engine.tile import UNKNOWN, WINDS, Tile, parse_tiles
from engine.win import Refusal, Win
from tests.engine.mcr_hands import RULES, best, counts, win
from tests.engine.timing import quickest
from tests.soak import soak

A, B, C, D = SEATS
HIDDEN = (UNKNOWN,) * 13
FOUR_KONGS = "5p + 5p 明1111m 加3333s 明7777p 暗2222z"
GATES = "1112345678999m + "


def refusal(hand: Win, **options: str) -> Refusal:
    judged = RULES.judge(hand, RULES.choose(options))
    assert isinstance(judged, Refusal)
    return judged


class TestMinimum:
    def test_seven_and_two_flowers_do_not_win(self) -> None:
        """MCR-P05: flowers count, but not towards eight."""
        seven = "444z79s11z + 8s 吃123m 吃789p"
        assert best(win(seven, flowers="12f")).total == 9
        assert refusal(win(seven, flowers="12f")).clause == "番43; 补1"

    def test_eight_wins_and_a_house_may_ask_for_more(self) -> None:
        eight = win("234m234m567p56s88p + 7s")
        assert RULES.best(eight) is not None
        assert refusal(eight, minimum="9").clause == "番43; 补1"

    def test_a_flower_in_the_hand_has_to_be_laid(self) -> None:
        assert refusal(win("123m456m789m22p7s1f + 7s"), minimum="0").clause == "补2"


class TestReadings:
    def test_the_dearer_reading_counts(self) -> None:
        """就高不就低: three equal pungs in a row are also three equal chows."""
        scored = counts(win("222333444m99p66s + 6s", "自摸"))
        assert scored["一色三节高"] == 1
        assert "一色三同顺" not in scored

    def test_a_set_is_combined_once(self) -> None:
        """套算一次: of three chows that all go together two pairs count."""
        scored = counts(win("12312m123p55599s + 3m"))
        assert scored["一般高"] + scored["喜相逢"] == 2

    def test_sets_in_two_pairs_that_are_not_joined(self) -> None:
        scored = counts(win("12312m567p99s + 3m 吃567p"))
        assert scored["一般高"] == 2

    def test_a_three_chow_fan_and_one_pair_with_the_fourth(self) -> None:
        scored = counts(win("456m78m123m99p + 9m 吃123m"))
        assert scored["清龙"] == 1
        assert scored["一般高"] == 1
        assert "老少副" not in scored
        assert "连六" not in scored

    def test_nine_gates_leaves_out_one_pung_of_ends(self) -> None:
        """MCR-006: the second pung of ends counts."""
        assert counts(win(GATES + "5m"))["幺九刻"] == 1

    def test_a_discarded_tile_completes_the_chow_where_it_can(self) -> None:
        """The pung stays concealed."""
        scored = counts(win("12333m77788899s + 3m"))
        assert scored["三暗刻"] == 1

    def test_knitted_straight_with_honours_is_both(self) -> None:
        """MCR-046."""
        scored = counts(win("147m258p369s1234z + 5z"))
        assert (scored["全不靠"], scored["组合龙"]) == (1, 1)
        assert best(win("147m258p369s1234z + 5z")).reading.family is Family.KNITTED

    def test_seven_pairs_of_terminals_is_an_option(self) -> None:
        pairs = win("1199m1199p1199s1m + 1m")
        assert counts(pairs)["清幺九"] == 1
        assert "清幺九" not in counts(pairs, terminal_pairs="no")


class TestWaits:
    def test_only_a_single_wait_counts(self) -> None:
        assert "边张" in counts(win("12m99p + 3m 碰777z 碰666z 碰555z"))
        assert "边张" not in counts(win("12345m99p + 3m 碰777z 碰666z"))

    def test_waits_do_not_ask_what_a_hand_is_worth(self) -> None:
        hand = win("567s34p789p11z + 2p 吃345m")
        assert RULES.waits(hand) == set(parse_tiles("25p"))

    def test_orphans_wait_for_all_thirteen(self) -> None:
        assert len(RULES.waits(win("19m19p19s1234567z + 1m"))) == 13


SECOND = [
    # hand, way, fan, how often by the official list, and by the second one
    ("23466s66z + 6z 碰333s 碰888s", "点炮", "混一色", 0, 1),
    (GATES + "5m", "点炮", "幺九刻", 1, 0),
    (GATES + "5m", "自摸", "不求人", 0, 1),
    ("2233445566778m + 8m", "自摸", "不求人", 0, 1),
    ("19m19p19s1234567z + 1m", "自摸", "不求人", 0, 1),
    (FOUR_KONGS, "点炮", "暗杠", 0, 1),
    ("111m1199s + 9s 碰999m 碰111p", "点炮", "双同刻", 0, 2),
    ("55566z11m + 1m 碰777z 碰999p", "点炮", "幺九刻", 0, 2),
]


class TestSecondList:
    @pytest.mark.parametrize(("hand", "way", "fan", "official", "second"), SECOND)
    def test_points_of_the_second_list(
        self, hand: str, way: str, fan: str, official: int, second: int
    ) -> None:
        assert counts(win(hand, way)).get(fan, 0) == official
        assert counts(win(hand, way), dear_fans="second").get(fan, 0) == second

    def test_a_house_may_name_single_points(self) -> None:
        gates = win(GATES + "5m", "自摸")
        chosen = counts(gates, dear_fans="nine_gates,green")
        assert "幺九刻" not in chosen
        assert "不求人" not in chosen

    def test_four_melded_kongs_and_the_melded_hand(self) -> None:
        kongs = win("5p + 5p 明1111m 加3333s 明7777p 加2222z")
        assert counts(kongs)["全求人"] == 1
        assert "全求人" not in counts(kongs, four_kongs_melded_hand="no")

    def test_mixed_kongs_by_themselves(self) -> None:
        kongs = win("45678s44z + 9s 暗3333m 明7777p")
        assert counts(kongs)["明暗杠"] == 1
        apart = counts(kongs, mixed_kongs="no")
        assert (apart["明杠"], apart["暗杠"]) == (1, 1)


class TestMoney:
    def test_self_drawn_each_pays_eight_and_the_fans(self) -> None:
        scored = best(win("345m789p567s34p11z + 2p", "自摸"))
        assert net(RULES.pay(scored)) == (36, -12, -12, -12)

    def test_on_a_discard_the_others_pay_eight(self) -> None:
        scored = best(win("567s34p789p11z + 2p 吃345m"))
        assert net(RULES.pay(scored)) == (32, -8, -8, -16)

    def test_a_false_win_pays_each(self) -> None:
        others = frozenset((B, C, D))
        rows = RULES.judging.false_win(A, others, (), None, RULES.choose({"false_win": "20"}))
        assert net(rows) == (-60, 20, 20, 20)
        assert not RULES.judging.false_win(A, others, (), None, RULES.choose({"false_win": "0"}))


class TestMatch:
    def test_every_seat_deals_in_turn(self) -> None:
        assert RULES.judging.next_dealer(C, (C,), None) is D
        assert RULES.judging.next_dealer(D, (), None) is A

    def test_the_round_follows_the_deals_played(self) -> None:
        assert [round_of(Deal.begin(RULES, n, A, {})) for n in (1, 4, 5, 16, 17)] == [0, 0, 1, 3, 0]

    def test_a_void_deal_is_played_again_in_the_same_round(self) -> None:
        deal = Deal.begin(RULES, 9, A, {})
        deal = replace(deal, page=replace(deal.page, carry=((GAMES, "7"),)))
        assert round_of(deal) == 1
        flow = RULES.flow
        assert dict(flow.carry(replace(deal, ended="void")))[GAMES] == "7"
        assert dict(flow.carry(replace(deal, ended="won")))[GAMES] == "8"

    def test_seat_winds_follow_from_the_dealer(self) -> None:
        hand = win("234m67p99s + 8p 碰777z 碰222z")
        told = tuple(word for word in hand.situation if not word.startswith("seat:"))
        hand = replace(hand, situation=told)
        assert counts(replace(hand, dealer=D))["门风刻"] == 1
        assert "门风刻" not in counts(replace(hand, dealer=A))

    def test_seats_change_before_the_west_round(self) -> None:
        when = {
            way: [r for r in range(4) if reseats_before(r, RULES.choose({"reseating": way}))]
            for way in ("west_round", "every_round", "none")
        }
        assert when == {"west_round": [2], "every_round": [1, 2, 3], "none": []}
        assert [changed_seat(seat) for seat in SEATS] == [B, A, D, C]


def begun(hands: dict[Seat, str], number: int = 1, **options: str) -> Deal:
    """Dealt by A: `hands` are known, the others hidden."""
    deal = Deal.begin(RULES, number, A, options)
    a, b, c, d = (
        parse_tiles(hands[s]) if s in hands else HIDDEN + (UNKNOWN,) * (s is A) for s in SEATS
    )
    return applied(deal, DiceRolled(A, (1, 2), "break"), Dealt((a, b, c, d)))


def applied(deal: Deal, *events: Event) -> Deal:
    for event in events:
        deal = deal.apply(event)
        assert not deal.validate()
    return deal


def tile(code: str) -> Tile:
    return Tile.parse(code)


class TestPlay:
    TWO_SIDED = "345m789p567s34p11z"

    def test_only_the_nearest_wins(self) -> None:
        waiting = {B: "234m34678p23466s", D: "345m34p567789s11z"}
        deal = applied(begun(waiting, minimum="0"), Discarded(A, tile("5p")))
        both = Won((B, D), tile("5p"), WinKind.DISCARD, A)
        with pytest.raises(IllegalEvent):
            deal.apply(both)
        won = deal.apply(Won((B,), tile("5p"), WinKind.DISCARD, A))
        assert [w.seat for w in won.wins] == [B]
        all_win = applied(begun(waiting, minimum="0", winners="all"), Discarded(A, tile("5p")))
        assert [w.seat for w in all_win.apply(both).wins] == [B, D]

    def test_fewer_than_eight_is_no_win(self) -> None:
        deal = applied(begun({B: "345m789p567s34p11z"}), Discarded(A, tile("5p")))
        with pytest.raises(IllegalEvent) as refused:
            deal.apply(Won((B,), tile("5p"), WinKind.DISCARD, A))
        assert refused.value.clause == "番43; 补1"

    def test_the_fourth_tile_beside_three_open_ones(self) -> None:
        """和绝张 counts what lies in sets and rivers before the winning tile."""
        deal = begun({B: "345m789p567s34p11z", C: "55p123m456m789m1s1s"}, minimum="0")
        deal = applied(
            deal, Discarded(A, tile("5p")), Punged(C, A, tile("5p"), (tile("5p"),) * 2),
            Discarded(C, tile("1s")), Drew(D, End.HEAD, DrawCause.TURN, UNKNOWN),
            Discarded(D, tile("5p")),
        )  # fmt: skip
        won = deal.apply(Won((B,), tile("5p"), WinKind.DISCARD, D)).wins[0]
        assert LAST_OF_KIND in won.situation
        assert prevalent(WINDS[0]) in won.situation

    def test_a_covered_kong_is_shown_before_the_settlement(self) -> None:
        """赛制4: four tiles face down; a win over them waits until they are turned."""
        deal = begun({})
        covered = Konged(A, MeldKind.CONCEALED_KONG, UNKNOWN, (UNKNOWN,) * 4)
        assert covered in deal.legal()
        deal = applied(
            deal, covered, Drew(A, End.TAIL, DrawCause.KONG, UNKNOWN),
            Won((A,), tile("9p"), WinKind.SELF_DRAW),
        )  # fmt: skip
        deal = applied(deal, HandOpened(A, parse_tiles("1123334445p")))
        assert deal.settlement().missing
        deal = applied(deal, Acted(A, UNCOVER.name, (tile("7p"),), meld=0))
        made = deal.settlement()
        assert not made.missing
        assert sum(made.net) == 0

    def test_winning_on_the_tile_one_has_just_thrown(self) -> None:
        """赛制2, MCR-P03: nothing bars it."""
        deal = begun({A: "345m345789p567s11z", B: "19m159p19s234567z"}, minimum="0")
        deal = applied(
            deal, Discarded(A, tile("5p")), Drew(B, End.HEAD, DrawCause.TURN, tile("9p")),
            Discarded(B, tile("5p")),
        )  # fmt: skip
        assert deal.apply(Won((A,), tile("5p"), WinKind.DISCARD, B)).wins


class TestOracles:
    def test_random_hands_count_as_in_the_library(self) -> None:
        pytest.importorskip("MahjongGB", reason="needs the extra `oracle` (a C++ compiler)")
        from tests.mcr_oracle import compare

        found = compare(300, 20260)
        assert not found.different
        assert not found.named
        assert len(found.seen) > 60

    def test_whole_deals_of_random_play(self) -> None:
        assert soak(RULES, {"minimum": "0"}, range(900, 904)).deals == 4
        assert soak(RULES, {}, range(910, 912), hidden=True).deals == 2

    def test_a_hand_is_judged_within_ten_milliseconds(self) -> None:
        from tests.mcr_oracle import hands

        options = RULES.choose({"minimum": "0"})
        spent = quickest([partial(RULES.judge, hand, options) for hand in hands(150, 7)])
        # Twice as much where every line is counted.
        assert sorted(spent)[len(spent) * 97 // 100] < 0.02
