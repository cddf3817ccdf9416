"""广东抓马 and 第6大陆: wins, horses, kongs, breaches, options, and whole deals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.deal import Deal
from engine.errors import IllegalEvent, RuleSetError
from engine.events import (
    Dealt,
    DiceRolled,
    Discarded,
    DrawCause,
    Drew,
    End,
    Event,
    Flipped,
    Konged,
    Penalised,
    Punged,
    Settled,
    WinKind,
    Won,
)
from engine.meld import Meld, MeldKind
from engine.play import Stage, state
from engine.rules import load
from engine.rules.gd_zhuama.horses import horse_seat, words
from engine.rules.gd_zhuama.judging import fed_by
from engine.rules.gd_zhuama.play import NO_TAIL
from engine.ruleset import RuleSet
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.view import Status
from engine.win import EntryCause, PublicSeat, Refusal, Win
from tests.soak import soak

A, B, C, D = SEATS
ZHUAMA, ONLINE = load("gd_zhuama"), load("gd_36")
HIDDEN = (UNKNOWN,) * 13
SELF, ROBBED = WinKind.SELF_DRAW, WinKind.ROBBED_KONG


def tile(code: str) -> Tile:
    return Tile.parse(code)


def win(
    standing: str = "123m456p789s22m34s", won: str = "5s", kind: WinKind = SELF, *,
    seat: Seat = A, source: Seat | None = None, horses: str = "", first: Seat = A,
    entry: EntryCause = EntryCause.HEAD, said: tuple[str, ...] = (), melds: tuple[Meld, ...] = (),
) -> Win:  # fmt: skip
    a, b, c, d = (PublicSeat(melds=melds if who is seat else ()) for who in SEATS)
    return Win(
        seat, tile(won), kind, parse_tiles(standing), (a, b, c, d), source=source, entry=entry,
        situation=(*said, *words(first, parse_tiles(horses))),
    )  # fmt: skip


def paid(hand: Win, rules: RuleSet = ZHUAMA, **options: str) -> tuple[int, ...]:
    """What A, B, C, D get."""
    chosen = rules.choose(options)
    scored = rules.best(hand, chosen)
    assert scored is not None
    return tuple(int(amount) for amount in net(rules.pay(scored, chosen)))


def fans(hand: Win, **options: str) -> dict[str, int]:
    scored = ZHUAMA.best(hand, ZHUAMA.choose(options))
    assert scored is not None
    return {f.fan.name.zh: f.count for f in scored.fans}


EXAMPLES: dict[str, tuple[Win, Win]] = {
    # fan: an example and a near miss
    "自摸": (win(), win(kind=ROBBED, source=B)),
    "抢杠": (win(kind=ROBBED, source=B), win()),
    "杠爆": (win(entry=EntryCause.KONG), win(entry=EntryCause.HEAD)),
    "中马": (win(horses="5m"), win(horses="6m")),
}


class TestWins:
    @pytest.mark.parametrize("fan", list(EXAMPLES))
    def test_example_and_near_miss(self, fan: str) -> None:
        example, miss = EXAMPLES[fan]
        assert fans(example)[fan] == 1
        assert fan not in fans(miss)

    def test_every_fan_has_an_example(self) -> None:
        assert set(EXAMPLES) == {fan.name.zh for fan in ZHUAMA.fans}
        assert {fan.id for fan in ONLINE.fans} == {fan.id for fan in ZHUAMA.fans} - {"horse"}

    @pytest.mark.parametrize("rules", [ZHUAMA, ONLINE])
    def test_only_self_drawn_and_without_chows(self, rules: RuleSet) -> None:
        clause = {"gd_zhuama": "一.1", "gd_36": "1"}[rules.id]
        shot = rules.judge(win(kind=WinKind.DISCARD, source=B))
        chow = Meld(MeldKind.CHOW, tile("1m"), parse_tiles("123m"), D)
        eaten = rules.judge(win("456p789s22m34s", melds=(chow,)))
        assert isinstance(shot, Refusal)
        assert isinstance(eaten, Refusal)
        assert (shot.clause, eaten.clause) == (clause, clause)

    def test_seven_pairs_are_an_option(self) -> None:
        pairs = win("1133m5577p2299s1z", "1z")
        assert isinstance(ZHUAMA.judge(pairs), Refusal)
        assert paid(pairs, seven_pairs="yes") == (60, -20, -20, -20)


class TestHorses:
    def test_the_count_goes_on_from_nine_through_the_honours(self) -> None:
        """二: the table of the text, with A the last winner."""
        order = parse_tiles("123456789m765z1234z")
        options = ZHUAMA.choose()
        assert "".join(horse_seat(t, A, options).name for t in order) == "ABCD" * 4

    def test_winds_first_by_option(self) -> None:
        options = ZHUAMA.choose({"honour_horses": "winds_first"})
        seats = [horse_seat(t, B, options) for t in parse_tiles("1234765z")]
        assert seats == [B, C, D, A, B, C, D]

    def test_each_horse_adds_a_stake(self) -> None:
        """二: one horse 40 from each, two 60, none 20."""
        assert paid(win(seat=C, horses="7m1m")) == (-40, -40, 120, -40)
        assert paid(win(seat=C, horses="3m6z")) == (-60, -60, 180, -60)
        assert paid(win(seat=C, horses="1m1z")) == (-20, -20, 60, -20)

    def test_the_same_horse_twice_hits_twice(self) -> None:
        assert fans(win(horses="55m"))["中马"] == 2

    def test_a_robbed_kong_is_paid_by_one(self) -> None:
        robbed = win(kind=ROBBED, source=C)
        assert paid(robbed) == (60, 0, -60, 0)
        assert paid(replace(robbed, situation=words(A, parse_tiles("1m")))) == (120, 0, -120, 0)


class TestKongs:
    def test_who_fed_the_kong_pays_the_burst(self) -> None:
        burst = win(entry=EntryCause.KONG, said=(fed_by(D),))
        assert paid(burst) == (60, 0, 0, -60)
        assert paid(burst, kong_burst="everyone") == (60, -20, -20, -20)
        assert paid(replace(burst, entry=EntryCause.HEAD)) == (60, -20, -20, -20)

    @pytest.mark.parametrize(
        ("kind", "source", "options", "expected"),
        [
            (MeldKind.CONCEALED_KONG, None, {}, (-20, 60, -20, -20)),
            (MeldKind.ADDED_KONG, C, {}, (-10, 30, -10, -10)),
            (MeldKind.EXPOSED_KONG, C, {}, (0, 30, -30, 0)),
            (MeldKind.EXPOSED_KONG, C, {"fed_kong": "everyone"}, (-10, 30, -10, -10)),
            (MeldKind.CONCEALED_KONG, None, {"big": "50"}, (-50, 150, -50, -50)),
        ],
    )
    def test_what_a_kong_pays(
        self, kind: MeldKind, source: Seat | None, options: dict[str, str],
        expected: tuple[int, ...],
    ) -> None:  # fmt: skip
        rows = ZHUAMA.judging.kong_rows(B, kind, source, ZHUAMA.choose(options))
        assert net(rows) == expected


class TestOnline:
    def test_money_is_multiplied_by_the_table_fan(self) -> None:
        assert paid(win(), ONLINE, table_fan="10") == (600, -200, -200, -200)
        rows = ONLINE.judging.kong_rows(
            A, MeldKind.ADDED_KONG, None, ONLINE.choose({"table_fan": "5"})
        )
        assert net(rows) == (150, -50, -50, -50)

    def test_a_table_of_twenty_does_not_exist(self) -> None:
        with pytest.raises(RuleSetError):
            ONLINE.choose({"table_fan": "20"})

    def test_settings_forbid_operations(self) -> None:
        deal = begun({B: "55p123m456m789m11s"}, ONLINE, allow_pung="no", allow_kong="no")
        deal = applied(deal, Discarded(A, tile("5p")))
        with pytest.raises(IllegalEvent):
            deal.apply(Punged(B, A, tile("5p"), (tile("5p"),) * 2))

    def test_the_first_player_goes_on_dealing(self) -> None:
        assert won_by(B, ONLINE, dealer="fixed").settlement().next_dealer is A
        assert won_by(B, ONLINE, dealer="winner").settlement().next_dealer is B


def begun(hands: dict[Seat, str], rules: RuleSet = ZHUAMA, **options: str) -> Deal:
    """Dealt by A: `hands` are known, the others hidden."""
    deal = Deal.begin(rules, 1, A, options)
    a, b, c, d = (
        parse_tiles(hands[s]) if s in hands else HIDDEN + (UNKNOWN,) * (s is A) for s in SEATS
    )
    return applied(deal, DiceRolled(A, (1, 2), "break"), Dealt((a, b, c, d)))


def applied(deal: Deal, *events: Event) -> Deal:
    for event in events:
        deal = deal.apply(event)
        assert not deal.validate()
    return deal


def drawn(seat: Seat, code: str, cause: DrawCause = DrawCause.TURN) -> Drew:
    end = End.HEAD if cause is DrawCause.TURN else End.TAIL
    return Drew(seat, end, cause, tile(code) if code != "?" else UNKNOWN)


def turned(deal: Deal, code: str) -> Deal:
    slot = deal.wall.next_slot(End.HEAD)
    assert slot is not None
    return applied(deal, Flipped(slot, tile(code)))


def won_by(seat: Seat, rules: RuleSet = ZHUAMA, **options: str) -> Deal:
    """B draws its winning tile on the second turn."""
    deal = begun({seat: "123m456p789s22m34s"}, rules, **options)
    return applied(
        deal, Discarded(A, tile("1z")), drawn(seat, "5s"), Won((seat,), tile("5s"), SELF)
    )


def settled(deal: Deal) -> Settled:
    (event,) = (e for e in deal.legal() if isinstance(e, Settled))
    return event


class TestPlay:
    def test_horses_are_turned_after_the_win(self) -> None:
        """The dealer counts as the last winner in the first game (OR2): B has 2, 6, S."""
        deal = turned(turned(won_by(B), "6p"), "9s")
        assert settled(deal).net == (-40, 120, -40, -40)

    def test_the_last_winner_is_the_first_horse(self) -> None:
        deal = won_by(B)
        deal = replace(deal, page=replace(state(deal), carry=(("last_winner", "B"),)))
        made = settled(turned(turned(deal, "6p"), "9s"))
        assert made.net == (-40, 120, -40, -40)
        assert made.next_dealer is B
        assert ZHUAMA.flow.carry(deal) == (("last_winner", "B"),)

    def test_the_winners_own_count_by_option(self) -> None:
        deal = turned(turned(won_by(B, first_game="winner"), "5p"), "9s")
        assert settled(deal).net == (-60, 180, -60, -60)

    def test_no_horses_agreed(self) -> None:
        assert settled(won_by(B, horses="0")).net == (-20, 60, -20, -20)

    def test_horses_on_kongs_by_option(self) -> None:
        """OR4: the winner's kongs count once more for each horse."""
        for option, gain in (("no", 20 * 3 * 2 + 60), ("yes", 20 * 3 * 2 + 2 * 60)):
            deal = begun({A: "1111p123m456m99s23s"}, horses="1", horses_on_kongs=option)
            deal = applied(
                deal, Konged(A, MeldKind.CONCEALED_KONG, tile("1p"), (tile("1p"),) * 4),
                drawn(A, "4s", DrawCause.KONG), Won((A,), tile("4s"), SELF),
            )  # fmt: skip
            assert settled(turned(deal, "1z")).net[A] == gain

    def robbed(self, rules: RuleSet = ZHUAMA, **options: str) -> Deal:
        deal = begun({B: "234m456p789s22m46s", C: "55s123m456m789m11p"}, rules, **options)
        return applied(
            deal, Discarded(A, tile("5s")), Punged(C, A, tile("5s"), (tile("5s"),) * 2),
            Discarded(C, tile("1p")), drawn(D, "?"), Discarded(D, tile("1z")), drawn(A, "?"),
            Discarded(A, tile("1z")), drawn(B, "1z"), Discarded(B, tile("1z")), drawn(C, "5s"),
            Konged(C, MeldKind.ADDED_KONG, tile("5s"), (tile("5s"),), None, 0),
            Won((B,), tile("5s"), ROBBED, C),
        )  # fmt: skip

    def test_a_robbed_kong_is_void_and_no_horse_is_turned(self) -> None:
        """三: 60 from the one robbed and nothing for the kong."""
        deal = self.robbed()
        assert settled(deal).net == (0, 60, -60, 0)
        assert not state(deal).booked

    def test_a_robbed_kong_online(self) -> None:
        assert settled(self.robbed(ONLINE)).net == (0, 60, -60, 0)

    def test_horses_after_a_robbed_kong_by_option(self) -> None:
        deal = turned(self.robbed(robbed_horses="yes", horses="1"), "2p")
        assert settled(deal).net == (0, 120, -120, 0)

    def test_a_fourth_tile_is_added_as_it_is_drawn(self) -> None:
        """三.明杠: later it is cheating."""
        deal = begun({C: "55s123m456m789m1p1z"})
        deal = applied(
            deal, Discarded(A, tile("5s")), Punged(C, A, tile("5s"), (tile("5s"),) * 2),
            Discarded(C, tile("1p")), drawn(D, "?"), Discarded(D, tile("9s")), drawn(A, "?"),
            Discarded(A, tile("9s")), drawn(B, "?"), Discarded(B, tile("9s")), drawn(C, "5s"),
        )  # fmt: skip
        kong = Konged(C, MeldKind.ADDED_KONG, tile("5s"), (tile("5s"),), None, 0)
        assert kong in deal.legal()
        later = applied(
            deal, Discarded(C, tile("1z")), drawn(D, "?"), Discarded(D, tile("9s")),
            drawn(A, "?"), Discarded(A, tile("8p")), drawn(B, "?"), Discarded(B, tile("8p")),
            drawn(C, "8p"),
        )  # fmt: skip
        with pytest.raises(IllegalEvent) as refused:
            later.apply(kong)
        assert refused.value.clause == "三.明杠"

    def test_a_kong_without_its_tail_tile(self) -> None:
        """三: void, and the hand one tile short may not win."""
        deal = begun({A: "1111p123m456m99s23s"})
        kong = Konged(A, MeldKind.CONCEALED_KONG, tile("1p"), (tile("1p"),) * 4)
        deal = applied(deal, kong, Penalised(A, NO_TAIL))
        assert deal.statuses[A] is Status.DEAD_HAND
        assert not any(net(deal.settlement().rows))
        deal = applied(deal, Discarded(A, tile("9s")))
        assert deal.step.stage == Stage.DISCARD
        with pytest.raises(IllegalEvent):
            deal.apply(Penalised(A, NO_TAIL))

    def test_a_dead_hand_may_kong(self) -> None:
        """一.3: it may not win, but kongs and is paid."""
        deal = begun({B: "555p123m456m789m1s"})
        deal = applied(deal, Penalised(B, "dead_hand"), Discarded(A, tile("5p")))
        kong = Konged(B, MeldKind.EXPOSED_KONG, tile("5p"), (tile("5p"),) * 3, A)
        assert net(applied(deal, kong).settlement().rows) == (-30, 30, 0, 0)
        with pytest.raises(IllegalEvent):
            deal.apply(Punged(B, A, tile("5p"), (tile("5p"),) * 2))

    @pytest.mark.parametrize(
        ("chain", "net_of_win"), [("last", (60, -20, -20, -20)), ("any", (60, 0, 0, -60))]
    )
    def test_kongs_in_a_row(self, chain: str, net_of_win: tuple[int, ...]) -> None:
        """三.连续杠: a kong of D's discard, then a concealed one, then the win."""
        deal = begun({A: "777z111p23m66s456p9m"}, kong_chain=chain, horses="0")
        deal = applied(
            deal, Discarded(A, tile("9m")), drawn(B, "?"), Discarded(B, tile("9s")),
            drawn(C, "?"), Discarded(C, tile("9s")), drawn(D, "?"), Discarded(D, tile("7z")),
            Konged(A, MeldKind.EXPOSED_KONG, tile("7z"), (tile("7z"),) * 3, D),
            drawn(A, "1p", DrawCause.KONG),
            Konged(A, MeldKind.CONCEALED_KONG, tile("1p"), (tile("1p"),) * 4),
            drawn(A, "1m", DrawCause.KONG), Won((A,), tile("1m"), SELF),
        )  # fmt: skip
        won = [row for row in deal.settlement().rows if row.cause == "win"]
        assert net(won) == net_of_win


class TestWholeDeals:
    @pytest.mark.parametrize("page", ["gd_zhuama", "gd_36"])
    def test_random_play(self, page: str) -> None:
        assert soak(load(page), {}, range(700, 706)).deals == 6
        assert soak(load(page), {"draw_kongs": "void"}, range(710, 712), hidden=True).deals == 2
