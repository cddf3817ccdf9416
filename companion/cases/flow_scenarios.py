"""Cases that describe a course of play in words: each is played by its id."""

from __future__ import annotations

from collections.abc import Callable

from companion.cases.case import Case, Outcome, Unknown
from companion.cases.flow_course import throw
from companion.cases.scene import at, pung, scene
from engine.deal import Deal
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
    FlowersLaid,
    FlowersPassed,
    Konged,
    Penalised,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.rules.mzhz.actions import (
    CATCH,
    COLLECT,
    LAY_WIND,
    RAISE,
    REDUCE,
    STEAL,
    STEAL_TAKE,
    SWAP,
    USE_INGOT,
)  # fmt: skip
from engine.rules.mzhz.opening import next_flip
from engine.rules.mzhz.state import Stage, state
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import INGOT, JOKER, Tile
from engine.view import Status
from engine.win import EntryCause

A, B, C, D = SEATS
EXHAUSTED = "荒牌"
FIRST_TAIL = DrawCause.INGOT_FIRST

_HELPERS = {STEAL: "mouse", REDUCE: "cat", RAISE: "god", USE_INGOT: "ingot"}


def tile(code: str) -> Tile:
    return Tile.parse(code)


def words(deal: Deal, seat: Seat) -> set[str]:
    """What `seat` may do now, in the words of the cases."""
    found: set[str] = set()
    for event in deal.legal():
        actor = event.seats[0] if isinstance(event, Won) else getattr(event, "seat", None)
        if actor is seat:
            found.add(_word(event))
    return found - {""}


def _word(event: Event) -> str:
    match event:
        case Won():
            return "hu"
        case Discarded():
            return "discard"
        case FlowersLaid():
            return "buhua"
        case FlowersPassed():
            return "guobu"
        case Punged():
            return "peng"
        case Konged(_, kind):
            names = {MeldKind.CONCEALED_KONG: "angang", MeldKind.ADDED_KONG: "jiagang"}
            return names.get(kind, "minggang")
        case Acted(_, action):
            others = {SWAP: "huanpai", LAY_WIND: "bufeng"}
            return {**_HELPERS, **others}.get(action, "")
    return ""


def drawer(deal: Deal) -> str | None:
    """Who draws next if nobody claims."""
    draws = [event.seat.name for event in deal.legal() if isinstance(event, Drew)]
    return draws[0] if draws else None


def ordered(found: set[str], wanted: object) -> list[str]:
    """The found words in the order of the case, others after them."""
    listed = [str(word) for word in wanted] if isinstance(wanted, list) else []
    return [word for word in listed if word in found] + sorted(found - set(listed))


def _opening_round(case: Case, options: Options) -> dict[str, object]:
    deal = Deal.begin(case.rules, 1, A, dict(options)).apply(DiceRolled(A, (3, 4)))
    deal = deal.apply(next(e for e in deal.legal() if isinstance(e, Dealt)))
    slot = next_flip(deal)
    assert slot is not None
    deal = deal.apply(Flipped(slot, tile("7m")))
    order: list[str] = []
    phase: set[str] = set()
    while deal.step.stage == Stage.ROUND:
        order.append(deal.step.actor.name)
        here = [e for e in deal.flow.candidates(deal) if deal.flow.check(deal, e) is None]
        phase |= {_word(event) for event in here}
        deal = deal.apply(FlowersLaid(deal.step.actor, (_flower(deal),)))
        deal = deal.apply(Drew(deal.step.actor, End.TAIL, DrawCause.FLOWER))
        deal = deal.apply(FlowersPassed(deal.step.actor))
    after = words(deal, deal.step.actor)
    if after & set(_HELPERS.values()):
        after = (after - set(_HELPERS.values())) | {"fupai"}
    allowed = case.data["expected"]["then"]["allowed"]
    # 过补 and 不补 are one event: nothing (more) is laid.
    spoken = phase | ({"bubu"} if "guobu" in phase else set())
    return {
        "order": order,
        "allowed_in_phase": ordered(spoken, case.data["expected"]["allowed_in_phase"]),
        "then": {"actor": deal.step.actor.name, "allowed": ordered(after, allowed)},
    }


def _flower(deal: Deal) -> Tile:
    return next(t for t in deal.holdable(deal.step.actor) if t.is_flower)


def _after_helpers(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, rivers={D: "5s"})
    roll = DiceRolled(A, (1, 1), "god")
    stolen = start.apply(Acted(A, STEAL)).apply(
        Acted(A, STEAL_TAKE, (tile("5s"),), D, place="river")
    )
    ingot = start.apply(Acted(A, USE_INGOT))
    drew = ingot.apply(Drew(A, End.TAIL, FIRST_TAIL))
    return {
        "jiafan": drawer(start.apply(Acted(A, RAISE)).apply(roll)),
        "jianfan": drawer(start.apply(Acted(A, REDUCE)).apply(DiceRolled(A, (1, 1), "cat"))),
        "yuanbao_collected": drawer(ingot.apply(Acted(C, COLLECT))),
        "mouse_caught": drawer(start.apply(Acted(A, STEAL)).apply(Acted(C, CATCH))),
        "mouse_ok": stolen.step.actor.name if "discard" in words(stolen, A) else None,
        "yuanbao_ok": drew.step.actor.name if "discard" in words(drew, A) else None,
    }


def _steal_after_pung(case: Case, options: Options) -> dict[str, object]:
    melds = {A: (pung("9p", "999p"),), B: (pung("8p", "8p1j8p"),)}
    start = scene(case.rules, options, stage=Stage.ACT_CLAIMED, melds=melds, rivers={D: "5s"})
    taken = start.apply(Acted(A, STEAL)).apply(
        Acted(A, STEAL_TAKE, (tile("5s"),), D, place="river")
    )
    expected = case.data["expected"]
    after = words(taken, A)
    if "mouse" not in after:
        # The one mouse was just used; another steal is legal once it is back in hand.
        back = scene(
            case.rules, options, melds=melds, hands={A: "2h"}, entry=EntryCause(taken.entries[A])
        )
        after |= words(back, A) & {"mouse"}
    return {
        "after_peng": ordered(words(start, A), expected["after_peng"]),
        "after_steal": ordered(after, expected["after_steal"]),
    }


def _thrown_mouse(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, hands={A: "2h", C: "1h"})
    thrown = start.apply(Discarded(A, tile("2h"), "no_steal"))
    catch = Acted(C, CATCH)
    before = thrown.entries[C]
    caught = thrown.apply(catch)
    return {
        "catch_allowed": catch in thrown.legal(),
        "catcher_entry": caught.entries[C] != before or caught.step.actor is C,
        "next": drawer(caught),
    }


def _own_catch(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, hands={A: "12h"})
    shown = start.apply(Acted(A, STEAL))
    catch = Acted(A, CATCH)
    caught = shown.apply(catch)
    effects = state(caught).effects
    return {
        "catch_allowed": catch in shown.legal(),
        "steal_happens": caught.step.stage == Stage.PICK,
        "cat_effect": [effect.kind for effect in effects] or None,
        "next": drawer(caught),
        "A_count_after": caught.hands[A].count,
    }


def _wind_after_pung(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, stage=Stage.ACT_CLAIMED, melds={A: (pung("9p", "999p"),)})
    return {"after_peng": ordered(words(start, A), case.data["expected"]["after_peng"])}


def _last_discard(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=B, left=0)
    thrown, _ = throw(at(start, Stage.DRAW, B), B, tile("3p"))
    claims: set[str] = set()
    for seat in (A, C, D):
        claims |= words(thrown, seat)
    konged = thrown.apply(Konged(C, MeldKind.EXPOSED_KONG, tile("3p"), (tile("3p"),) * 3, B))
    return {
        "allowed_claims": ordered(claims, case.data["expected"]["allowed_claims"]),
        "after_minggang": _must_end(konged),
        "unclaimed": EXHAUSTED if Exhausted() in thrown.legal() else None,
    }


def _must_end(deal: Deal) -> str | None:
    """荒牌 where nothing else may follow."""
    if deal.legal() != (Exhausted(),):
        return None
    over = deal.apply(Exhausted())
    return over.flow.words[over.ended].zh.replace("牌墙", "") if over.ended else None


def _last_kong(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=B, left=0)
    konged = start.apply(Konged(B, MeldKind.CONCEALED_KONG, tile("3p"), (tile("3p"),) * 4))
    return {"result": _must_end(konged)}


def _last_flower_and_kong(case: Case, options: Options) -> dict[str, object]:
    flowers = scene(case.rules, options, actor=B, left=0, flowers={A: "1234567f"})
    laid = flowers.apply(FlowersLaid(B, (tile("8f"),)))
    robbed = [e for e in laid.legal() if isinstance(e, Won)]
    kongs = scene(case.rules, options, actor=B, left=0, melds={B: (pung("3p", "333p"),)})
    added = kongs.apply(Konged(B, MeldKind.ADDED_KONG, tile("3p"), (tile("3p"),), None, 0))
    wins = {e.kind for e in added.legal() if isinstance(e, Won)}
    return {
        "buhua": {
            "claims": ["qiqiangyi"] * (robbed[0].kind is WinKind.SEVEN_FLOWERS),
            "else": EXHAUSTED if Exhausted() in laid.legal() else None,
        },
        "jiagang": {
            "claims": ["qianggang"] * (wins == {WinKind.ROBBED_KONG}),
            "else": EXHAUSTED if Exhausted() in added.legal() else None,
        },
    }


def _won_swap(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=B, melds={A: (pung("4m", "4m1j4m"),)})
    laid = start.apply(Acted(B, SWAP, (tile("4m"),), A, 0))
    won = laid.apply(Won((C,), tile("4m"), WinKind.FAILED_SWAP, B))
    owner = next(seat for seat in SEATS if won.winning[seat] == tile("4m"))
    return {
        "joker_stays": JOKER in won.melds[A][0].tiles,
        "tile_goes_to": owner.name,
        "B_discards": "discard" in words(won, B) or won.hands[B].count != 13,
        "next": drawer(won),
    }


def _robbed_kong(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=A, melds={A: (pung("4m", "444m"),)})
    added = start.apply(Konged(A, MeldKind.ADDED_KONG, tile("4m"), (tile("4m"),), None, 0))
    won = added.apply(Won((B, D), tile("4m"), WinKind.ROBBED_KONG, A))
    tail = any(isinstance(e, Drew) and e.end is End.TAIL for e in won.legal())
    return {
        "kong_stands": won.melds[A][0].kind is not MeldKind.PUNG,
        "tail_draw": tail,
        "next": drawer(won),
    }


def _ingot(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=A)
    used = start.apply(Acted(A, USE_INGOT))
    first = used.apply(Drew(A, End.TAIL, FIRST_TAIL))
    thrown = first.apply(Discarded(A, tile("5p")))
    pung_by_c = thrown.apply(Punged(C, A, tile("5p"), (tile("5p"),) * 2))
    won_by_c = thrown.apply(Won((C,), tile("5p"), WinKind.DISCARD, A))
    after = pung_by_c.apply(Discarded(C, tile("9s")))
    return {
        "unclaimed": ["A:P1", "A:discard", *_course(thrown)],
        "peng_by_C": ["A:P1", "A:discard", "C:peng", "C:discard", *_course(after)],
        "hu_by_C": ["A:P1", "A:discard", "C:hu", *_course(won_by_c)],
    }


def _course(deal: Deal) -> list[str]:
    """Draws and discards from here to the next draw from the head."""
    out: list[str] = []
    while True:
        drew = next(e for e in deal.legal() if isinstance(e, Drew))
        if drew.end is End.HEAD:
            return [*out, f"{drew.seat.name}:draw"]
        second = drew.cause is DrawCause.INGOT_SECOND
        out += [f"{drew.seat.name}:{'P2' if second else 'P1'}", f"{drew.seat.name}:discard"]
        deal = deal.apply(drew).apply(Discarded(drew.seat, tile("1s")))


def _collected(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, hands={A: "4h", D: "3h"})
    left = start.wall.remaining
    taken = start.apply(Acted(A, USE_INGOT)).apply(Acted(D, COLLECT))
    held = [t for t in taken.hands[D].known if t == INGOT]
    return {
        "A_draws": left - taken.wall.remaining,
        "god_holder_gets": held[0].code if held else None,
        "next": drawer(taken),
    }


def _dead_hand(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=B)
    called = start.apply(Penalised(C, "dead_hand"))
    thrown, five = throw(called, B, tile("5p"))
    won = Won((C,), five, WinKind.DISCARD, B)
    plays = "peng" in words(thrown, C) and drawer(thrown) == "C"
    counted = at(called, Stage.ACT, B).active_seats
    ready = scene(
        case.rules, options, stage=Stage.DRAW, actor=B, left=0,
        hands={A: "123m456m789m11p23p", B: "1m4m7m1p4p7p1s4s7s2f3f4f5f",
               C: "2m5m8m2p5p8p2s5s8s9s6f7f8f", D: "3m6m9m3p6p9p3s6s9s5s1f1h2h"},
    ).apply(Penalised(C, "dead_hand")).apply(Exhausted())  # fmt: skip
    paid = {row.payer for row in ready.settlement().rows if row.cause == "ready_check"}
    return {
        "can_win": thrown.objection(won) is None,
        "plays_on": plays and called.statuses[C] is Status.DEAD_HAND,
        "pays_chajiao": C in paid,
        "counts_in_dice": C in counted,
    }


def _last_wind(case: Case, options: Options) -> dict[str, object]:
    start = scene(case.rules, options, actor=B, left=0)
    return {"result": _must_end(start.apply(Acted(B, LAY_WIND, (tile("1z"),))))}


SCENARIOS: dict[str, Callable[[Case, Options], dict[str, object]]] = {
    "F02": _opening_round,
    "F03": _after_helpers,
    "F04": _steal_after_pung,
    "F13": _thrown_mouse,
    "F14": _own_catch,
    "S11": _last_wind,
    "S18": _wind_after_pung,
    "X01": _last_discard,
    "X02": _last_kong,
    "X03": _last_flower_and_kong,
    "X04": _won_swap,
    "X05": _robbed_kong,
    "X06": _ingot,
    "X07": _collected,
    "X08": _dead_hand,
}


def flow(case: Case, options: Options) -> Outcome:
    """`flow`: play the scenario of this id."""
    play = SCENARIOS.get(case.id)
    if play is None:
        raise Unknown(f"没有场景 {case.id} / no scenario {case.id}")
    return Outcome(play(case, options))
