"""Events that the rules do not allow: each is refused with its clause and the
legal alternatives, and leaves the deal as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from companion.cases.flow_course import throw
from companion.cases.scene import pung, scene
from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import (
    Acted,
    Chowed,
    Dealt,
    Declined,
    DiceRolled,
    Discarded,
    DrawCause,
    Drew,
    End,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    HandOpened,
    Konged,
    Penalised,
    Punged,
    Settled,
    WallsRaised,
    WinKind,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.rules import load
from engine.rules.mzhz.state import Stage
from engine.seat import SEATS
from engine.tile import Tile, parse_tiles
from engine.view import Status

RULES = load("mzhz")
SOLO = RULES.choose({"mode": "solo"})
WINDS = RULES.choose({"mode": "four_winds"})
PAIRS = RULES.choose({"mode": "fixed_pairs"})
A, B, C, D = SEATS
ADDED, CONCEALED, EXPOSED = (
    MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG, MeldKind.EXPOSED_KONG,
)  # fmt: skip


def t(code: str) -> Tile:
    return Tile.parse(code)


def ts(text: str) -> tuple[Tile, ...]:
    return parse_tiles(text)


def begun() -> Deal:
    return Deal.begin(RULES, 1, A, SOLO)


def broken() -> Deal:
    return begun().apply(DiceRolled(A, (3, 4)))


def hidden_hands() -> Dealt:
    a, b, c, d = (ts("?" * size) for size in (14, 13, 13, 13))
    return Dealt((a, b, c, d))


def dealt() -> Deal:
    return broken().apply(hidden_hands())


def acting(**given: object) -> Deal:
    return scene(RULES, SOLO, **given)  # type: ignore[arg-type]


def thrown(code: str, **given: object) -> Deal:
    """A has thrown a tile."""
    deal = scene(RULES, SOLO, stage=Stage.DRAW, **given)  # type: ignore[arg-type]
    return throw(deal, A, t(code))[0]


def swap_laid() -> Deal:
    deal = acting(actor=B, melds={A: (pung("4m", "4m1j4m"),)})
    return deal.apply(Acted(B, "swap", ts("4m"), A, 0))


def stealing() -> Deal:
    return acting(rivers={D: "5s"}, face_up="7m").apply(Acted(A, "steal"))


def over() -> Deal:
    deal = scene(RULES, SOLO, stage=Stage.DRAW, left=0, hands={B: "123456789m11p23p"})
    return deal.apply(Exhausted())


@dataclass(frozen=True)
class Bad:
    """`make` lays out a deal in which `event` is not legal by `clause`."""

    name: str
    make: Callable[[], Deal]
    event: Event
    clause: str


ZERO = Fraction(0)
FIVES = ts("55p")
TABLE = (
    Bad("walls of 61 stacks", begun, WallsRaised((16, 15, 15, 15)), "D2.4"),
    Bad("a wall of three stacks", begun, WallsRaised((28, 3, 16, 15)), "D2.4"),
    Bad("a discard before the dice", begun, Discarded(A, t("1m")), "D5"),
    Bad("dice by another seat", begun, DiceRolled(B, (1, 2)), "D2.19"),
    Bad("a seven on a die", begun, DiceRolled(A, (7, 1)), "D1.三"),
    Bad("a deal of thirteen to the dealer", broken,
        Dealt((ts("?" * 13), ts("?" * 13), ts("?" * 13), ts("?" * 13))), "D2.19"),
    Bad("five equal tiles dealt", broken,
        Dealt((ts("11111m" + "?" * 9), ts("?" * 13), ts("?" * 13), ts("?" * 13))), "D1"),
    Bad("a wind dealt in solo play", broken,
        Dealt((ts("1z" + "?" * 13), ts("?" * 13), ts("?" * 13), ts("?" * 13))), "D1"),
    Bad("a draw before 宝牌", dealt, Drew(A), "D2.11"),
    Bad("the wrong stack turned", dealt, Flipped(60, t("5m")), "D2.11"),
    Bad("a wind turned in solo play", dealt, Flipped(56, t("1z")), "D1"),
    Bad("an unknown tile turned", dealt, Flipped(56, t("?")), "D1"),
    Bad("a number laid in the flower round", lambda: dealt().apply(Flipped(56, t("5m"))),
        FlowersLaid(A, ts("5m")), "D2.13"),
    Bad("a kong in the flower round", lambda: dealt().apply(Flipped(56, t("5m"))),
        Konged(B, CONCEALED, t("1m"), ts("1111m")), ""),
    Bad("a number laid as a flower", acting, FlowersLaid(A, ts("5m")), "D2.13"),
    Bad("no flower laid", acting, FlowersLaid(A, ()), "D2.13"),
    Bad("the same flower twice", acting, FlowersLaid(A, ts("11f")), "D1"),
    Bad("a flower laid that lies elsewhere", lambda: acting(flowers={B: "1f"}),
        FlowersLaid(A, ts("1f")), "D1"),
    Bad("a discard by another", acting, Discarded(B, t("5m")), "D3.一"),
    Bad("a discard of an unknown tile", acting, Discarded(A, t("?")), "D3.三"),
    Bad("a fifth tile", lambda: acting(rivers={B: "5555m"}), Discarded(A, t("5m")), "D1"),
    Bad("a tile not held", lambda: acting(hands={A: "123456789m12345p"}), Discarded(A, t("9s")),
        "D3.三"),
    Bad("不补花 said of a number", acting, Discarded(A, t("5m"), "no_flower"), "D3.九"),
    Bad("不偷牌 said of a cat", acting, Discarded(A, t("1h"), "no_steal"), "D3.九"),
    Bad("a draw while acting", acting, Drew(A), "D3.三"),
    Bad("the next seat draws too early", acting, Drew(B), "D3.三"),
    Bad("a pung with nothing thrown", acting, Punged(B, A, t("5p"), FIVES), "D2.21"),
    Bad("a chow", acting, Chowed(B, A, t("5p"), ts("34p")), "D2.21"),
    Bad("a concealed kong of three", acting, Konged(A, CONCEALED, t("5p"), ts("555p")), "D2.22"),
    Bad("a concealed kong of two kinds", acting, Konged(A, CONCEALED, t("5p"), ts("5556p")),
        "D2.22"),
    Bad("a joker kong of a number without it", acting,
        Konged(A, CONCEALED, t("5p"), ts("1111j")), "F5"),
    Bad("a kong of flowers", acting, Konged(A, CONCEALED, t("1f"), ts("1234f")), "D3.八"),
    Bad("a kong whose tile lies elsewhere", lambda: acting(rivers={C: "5p"}),
        Konged(A, CONCEALED, t("5p"), ts("5555p")), "D1"),
    Bad("an added kong without its pung", acting, Konged(A, ADDED, t("5p"), ts("5p"), None, 0),
        "D2.22"),
    Bad("an added kong on another pung", lambda: acting(melds={A: (pung("6p", "666p"),)}),
        Konged(A, ADDED, t("5p"), ts("5p"), None, 0), "D2.22"),
    Bad("an added kong of two tiles", lambda: acting(melds={A: (pung("5p", "555p"),)}),
        Konged(A, ADDED, t("5p"), ts("5p1j"), None, 0), "D2.22"),
    Bad("a kong right after a pung",
        lambda: acting(stage=Stage.ACT_CLAIMED, melds={A: (pung("5p", "555p"),)}),
        Konged(A, ADDED, t("5p"), ts("5p"), None, 0), "D3.四"),
    Bad("a flower right after a pung",
        lambda: acting(stage=Stage.ACT_CLAIMED, melds={A: (pung("5p", "555p"),)}),
        FlowersLaid(A, ts("1f")), "D3.四"),
    Bad("a win right after a pung",
        lambda: acting(stage=Stage.ACT_CLAIMED, melds={A: (pung("5p", "555p"),)}),
        Won((A,), t("5m"), WinKind.SELF_DRAW), "D3.四"),
    Bad("a swap right after a pung",
        lambda: acting(stage=Stage.ACT_CLAIMED, melds={A: (pung("8p", "8p1j8p"),)}),
        Acted(A, "swap", ts("8p"), A, 0), "D3.四"),
    Bad("a win with three suits",
        lambda: acting(hands={A: "123m456m789p12399s"}, drawn="9s"),
        Won((A,), t("9s"), WinKind.SELF_DRAW), "D2.23"),
    Bad("a win with a flower in the hand",
        lambda: acting(hands={A: "123456789m11p23p1f"}, drawn="3p"),
        Won((A,), t("3p"), WinKind.SELF_DRAW), "D4.二.(二)4"),
    Bad("a win with a known helper in a hidden hand", lambda: acting(hands={A: "2h"}, drawn="5m"),
        Won((A,), t("5m"), WinKind.SELF_DRAW), "D4.二.(二)4"),
    Bad("a win with two jokers", lambda: acting(hands={A: "123456789m1p23s11j"}, drawn="3s"),
        Won((A,), t("3s"), WinKind.SELF_DRAW), "D"),
    Bad("a win that is no pattern", lambda: acting(hands={A: "147m258p3399p2277m"}, drawn="7m"),
        Won((A,), t("7m"), WinKind.SELF_DRAW), "D4.二.(一)"),
    Bad("a win on another than the drawn tile",
        lambda: acting(hands={A: "123456789m11p234p"}, drawn="4p"),
        Won((A,), t("2p"), WinKind.SELF_DRAW), "D4.一"),
    Bad("a self-drawn win paid by somebody", lambda: acting(drawn="5m"),
        Won((A,), t("5m"), WinKind.SELF_DRAW, B), "D4.(三)"),
    Bad("a discard win with nothing thrown", acting, Won((A,), t("5m"), WinKind.DISCARD, A),
        "D4.(三)"),
    Bad("a win by another on turn", acting, Won((B,), t("5m"), WinKind.SELF_DRAW), "D3.一"),
    Bad("a mouse not held", lambda: acting(rivers={B: "2h"}), Acted(A, "steal"), "D3.十"),
    Bad("a cat that lies elsewhere", lambda: acting(rivers={B: "1h"}), Acted(A, "reduce"), "D3.十"),
    Bad("a god not held", lambda: acting(hands={A: "123456789m12345p"}), Acted(A, "raise"),
        "D3.十"),
    Bad("an ingot not held", lambda: acting(hands={A: "123456789m12345p"}), Acted(A, "use_ingot"),
        "D3.十"),
    Bad("an action of no page", acting, Acted(A, "dance"), "D3.三"),
    Bad("a wind laid in solo play", acting, Acted(A, "lay_wind", ts("1z")), "S3.十六"),
    Bad("a number laid as a wind", lambda: scene(RULES, WINDS), Acted(A, "lay_wind", ts("5m")),
        "S3.十六"),
    Bad("a catch with no mouse out", acting, Acted(A, "catch"), "D3"),
    Bad("a swap without a joker there", lambda: acting(melds={B: (pung("8p", "888p"),)}),
        Acted(A, "swap", ts("8p"), B, 0), "D3.八.2"),
    Bad("a swap of another tile", lambda: acting(melds={B: (pung("8p", "8p1j8p"),)}),
        Acted(A, "swap", ts("7p"), B, 0), "D3.八.2"),
    Bad("a swap for a mouse's place", lambda: acting(melds={B: (pung("8p", "8p2h8p"),)}),
        Acted(A, "swap", ts("8p"), B, 0), "D3.八.2"),
    Bad("a swap with no meld named", acting, Acted(A, "swap", ts("8p")), "D3.八.2"),
    Bad("a pung of one's own discard", lambda: thrown("5p"), Punged(A, A, t("5p"), FIVES), "D2.21"),
    Bad("a pung of another tile", lambda: thrown("5p"), Punged(B, A, t("6p"), ts("66p")), "D2.21"),
    Bad("a pung from the wrong seat", lambda: thrown("5p"), Punged(B, C, t("5p"), FIVES), "D2.21"),
    Bad("a pung of three tiles", lambda: thrown("5p"), Punged(B, A, t("5p"), ts("555p")), "D2.21"),
    Bad("a pung with two jokers", lambda: thrown("5p"), Punged(B, A, t("5p"), ts("11j")), "F5"),
    Bad("a pung by a winner", lambda: thrown("5p", status={B: Status.WON}),
        Punged(B, A, t("5p"), FIVES), "D2.21"),
    Bad("a pung of tiles that lie elsewhere", lambda: thrown("5p", rivers={C: "55p"}),
        Punged(B, A, t("5p"), FIVES), "D2.21"),
    Bad("a claim without the tiles", lambda: thrown("5p", hands={B: "123456789m123s9s"}),
        Punged(B, A, t("5p"), FIVES), "D2.21"),
    Bad("a kong with three jokers", lambda: thrown("5p"),
        Konged(B, EXPOSED, t("5p"), ts("111j"), A), "F5"),
    Bad("a discarded joker with naturals", lambda: thrown("1j"),
        Punged(B, A, t("1j"), ts("55p")), "D2.21"),
    Bad("a pung of the last discard", lambda: thrown("5p", left=0),
        Punged(B, A, t("5p"), FIVES), "D2.26"),
    Bad("a win on one's own discard", lambda: thrown("5p"),
        Won((A,), t("5p"), WinKind.DISCARD, A), "D4.(三)2"),
    Bad("winners in the wrong order", lambda: thrown("5p"),
        Won((C, B), t("5p"), WinKind.DISCARD, A), "D4.(四)"),
    Bad("a win by no seat", lambda: thrown("5p"), Won((), t("5p"), WinKind.DISCARD, A), "D4.(四)"),
    Bad("a win by one who has won", lambda: thrown("5p", status={C: Status.WON}),
        Won((C,), t("5p"), WinKind.DISCARD, A), "D4.(四)"),
    Bad("a win by a dead hand", lambda: thrown("5p", status={C: Status.DEAD_HAND}),
        Won((C,), t("5p"), WinKind.DISCARD, A), "D6.1"),
    Bad("a win that does not complete", lambda: thrown("5p", hands={B: "1357911357m135p"}),
        Won((B,), t("5p"), WinKind.DISCARD, A), "D4.二.(一)"),
    Bad("a declined win of another tile", lambda: thrown("5p"), Declined(B, t("6p"), 1),
        "D4.(八)"),
    Bad("the next draw by the wrong seat", lambda: thrown("5p"), Drew(C), "D3.二"),
    Bad("the next draw from the tail", lambda: thrown("5p"),
        Drew(B, End.TAIL, DrawCause.FLOWER), "D2.20"),
    Bad("荒牌 with tiles left", lambda: thrown("5p"), Exhausted(), "D2.26"),
    Bad("a draw from an empty wall", lambda: thrown("5p", left=0), Drew(B), "D2.26"),
    Bad("a draw of a fifth tile", lambda: thrown("5p", rivers={C: "6666s"}),
        Drew(B, tile=t("6s")), "D1"),
    Bad("another tile than lies open",
        lambda: scene(RULES, SOLO, stage=Stage.DRAW, actor=B, face_up="7m"),
        Drew(B, tile=t("8m")), "D2.11"),
    Bad("a pung of a swapped tile", swap_laid, Punged(C, B, t("4m"), ts("44m")), "D3.八.2"),
    Bad("a kong of a swapped tile", swap_laid, Konged(C, EXPOSED, t("4m"), ts("444m"), B),
        "D3.八.2"),
    Bad("a swapped tile won as a kong robbed", swap_laid,
        Won((C,), t("4m"), WinKind.ROBBED_KONG, B), "D4.(三)2"),
    Bad("a joker taken by another", swap_laid, Acted(C, "swap_take", ts("1j"), A, 0), "D3.八.2"),
    Bad("a mouse stolen", lambda: acting(melds={B: (pung("8p", "88p2h"),)}, stage=Stage.PICK),
        Acted(A, "steal_take", ts("2h"), B, 0, place="melds"), "F10"),
    Bad("a face-down tile taken", stealing, Acted(A, "steal_take", ts("5m"), slot=90, place="wall"),
        "F11"),
    Bad("a tile stolen that is not there", stealing,
        Acted(A, "steal_take", ts("6s"), D, place="river"), "F11"),
    Bad("a steal by another", stealing, Acted(B, "steal_take", ts("5s"), D, place="river"),
        "D3.十"),
    Bad("a catch without the cat",
        lambda: acting(hands={C: "123456789m1234p"}).apply(Acted(A, "steal")), Acted(C, "catch"),
        "D3.十一"),
    Bad("a catch by a winner",
        lambda: acting(status={C: Status.WON}).apply(Acted(A, "steal")), Acted(C, "catch"),
        "D3.十一"),
    Bad("an ingot collected without the god",
        lambda: acting(hands={C: "123456789m1234p"}).apply(Acted(A, "use_ingot")),
        Acted(C, "collect"), "D3.十三"),
    Bad("a cat's dice by another", lambda: acting().apply(Acted(A, "reduce")),
        DiceRolled(B, (1, 2), "cat"), "D3.十一"),
    Bad("a cat's dice to break the wall", lambda: acting().apply(Acted(A, "reduce")),
        DiceRolled(A, (1, 2)), "D3.十一"),
    Bad("an order to leave in solo play",
        lambda: acting(drawn="5m").apply(Won((A,), t("5m"), WinKind.SELF_DRAW)),
        Acted(A, "remove", target=B), "D3"),
    Bad("a partner ordered out",
        lambda: scene(RULES, PAIRS, drawn="5m").apply(Won((A,), t("5m"), WinKind.SELF_DRAW)),
        Acted(A, "remove", target=C), "G3.十五"),
    Bad("an order to leave by another",
        lambda: scene(RULES, PAIRS, drawn="5m").apply(Won((A,), t("5m"), WinKind.SELF_DRAW)),
        Acted(B, "remove", target=A), "G3.十五"),
    Bad("a hand opened while the deal runs", acting, HandOpened(A, ts("123456789m1234p")), "D3"),
    Bad("a hand opened with too few tiles", over, HandOpened(A, ts("123m")), "D2.2"),
    Bad("a hand opened with unknown tiles", over, HandOpened(A, ts("?" * 13)), "D2.2"),
    Bad("a known hand opened otherwise", over, HandOpened(B, ts("1112345678999s")), "D2.2"),
    Bad("a hand opened twice", lambda: over().apply(HandOpened(B, ts("123456789m11p23p"))),
        HandOpened(B, ts("123456789m11p23p")), "D4.一"),
    Bad("a settlement that is another", over, Settled((), (ZERO,) * 4, C, "exhausted"), "D4.(六)"),
    Bad("a breach that does not exist", acting, Penalised(B, "singing"), "D6"),
    Bad("a breach by one who has won", lambda: acting(status={B: Status.WON}),
        Penalised(B, "dead_hand"), "D6.1"),
    Bad("a breach before the deal", begun, Penalised(B, "dead_hand"), "D6"),
)  # fmt: skip


@pytest.mark.parametrize("bad", TABLE, ids=lambda bad: bad.name)
def test_is_refused_with_its_clause(bad: Bad) -> None:
    deal = bad.make()
    before = replace(deal)
    with pytest.raises(IllegalEvent) as refused:
        deal.apply(bad.event)
    assert deal == before
    assert refused.value.event == bad.event
    assert bad.clause in refused.value.clause
    assert all(refused.value.reason)
    assert refused.value.alternatives == deal.legal()
    assert bad.event not in deal.legal()


def test_there_are_many() -> None:
    assert len({bad.name for bad in TABLE}) == len(TABLE) >= 60
