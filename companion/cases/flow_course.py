"""Cases about claims, pairs, the end of a deal, and who goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.cases.case import Case, Outcome, Unknown, teams
from companion.cases.scene import at, kong, pung, scene
from engine.claims import resolve
from engine.deal import Deal
from engine.events import (
    Acted,
    Declined,
    Discarded,
    Drew,
    Event,
    Konged,
    Punged,
    WinKind,
    Won,
)
from engine.meld import MeldKind
from engine.rules.mzhz.actions import CATCH, LAY_WIND, REMOVE, STEAL, STEAL_TAKE
from engine.rules.mzhz.ending import final_teams
from engine.rules.mzhz.state import Stage, from_payer, state
from engine.ruleset import Options
from engine.seat import SEATS, Seat, four
from engine.tile import JOKER, MOUSE, Tile
from engine.view import Status

FIVE = Tile.parse("5p")
EIGHT = Tile.parse("8p")


def win(deal: Deal, winners: tuple[Seat, ...], payer: Seat | None,
        claimed: tuple[int | None, ...] = ()) -> Deal:  # fmt: skip
    """`winners` win now, off a discard of `payer` or by their own draw."""
    if payer is None:
        drawn = at(deal, Stage.ACT, winners[0])
        tile = next(t for t in drawn.holdable(winners[0]) if t.is_number)
        return drawn.apply(Won(winners, tile, WinKind.SELF_DRAW, None, None, claimed))
    thrown, tile = throw(deal, payer)
    order = from_payer(payer, winners)
    named = dict(zip(winners, claimed, strict=False))
    fans = tuple(named.get(seat) for seat in order) if claimed else ()
    return thrown.apply(Won(order, tile, WinKind.DISCARD, payer, None, fans))


def throw(deal: Deal, seat: Seat, tile: Tile | None = None) -> tuple[Deal, Tile]:
    """`seat` is given a turn and throws a number tile."""
    hands = list(deal.hands)
    hands[seat] = replace(hands[seat], hidden=hands[seat].hidden + 1)
    acting = at(replace(deal, hands=four(hands)), Stage.ACT, seat)
    thrown = tile or next(t for t in acting.holdable(seat) if t.is_number)
    return acting.apply(Discarded(seat, thrown)), thrown


def grouping(case: Case, options: Options) -> Outcome:
    """`grouping`: pairs from winds shown and wins made."""
    case.knows(("order", "events"))
    deal = scene(case.rules, options)
    for event in case.context["events"]:
        if event[0] == "wind":
            deal = _show(deal, Seat.parse(event[1]), Tile.parse(event[2]))
        elif event[0] == "hu":
            winners = tuple(Seat.parse(name) for name in event[1])
            deal = win(deal, winners, Seat.parse(event[2]) if event[2] else None)
        else:
            raise Unknown(f"{event[0]} 不认识 / is not known")
    return Outcome({"teams": _pairs(final_teams(deal))})


def _show(deal: Deal, seat: Seat, wind: Tile) -> Deal:
    """`seat` throws a wind, or steals one that lies open and lays it again."""
    hands = list(deal.hands)
    hands[seat] = replace(hands[seat], hidden=hands[seat].hidden + 1)
    acting = at(replace(deal, hands=four(hands)), Stage.ACT, seat)
    if deal.unseen[wind.index]:
        return acting.apply(Discarded(seat, wind))
    owner = next(s for s in SEATS if wind in deal.rivers[s])
    picking = acting.apply(Acted(seat, STEAL))
    took = picking.apply(Acted(seat, STEAL_TAKE, (wind,), owner, place="river"))
    return took.apply(Acted(seat, LAY_WIND, (wind,)))


def _pairs(sides: tuple[int, ...] | None) -> list[list[str]] | None:
    if sides is None:
        return None
    return [[seat.name for seat in SEATS if sides[seat] == team] for team in (0, 1)]


def hand_end(case: Case, options: Options) -> Outcome:
    """`hand_end`: whether the deal is over after these wins."""
    case.knows(("teams", "won", "removed"))
    context = case.context
    status = {Seat.parse(name): Status.REMOVED for name in context["removed"]}
    deal = scene(case.rules, options, status=status, teams=teams(context["teams"]))
    for name in context["won"]:
        if deal.ended:
            raise Unknown("胡牌在本盘结束之后 / a win after the end")
        deal = win(deal, (Seat.parse(name),), None)
    word = deal.flow.words.get(deal.ended)
    return Outcome({"ended": deal.is_over, "reason": word.zh if word else ""})


def after_win(case: Case, options: Options) -> Outcome:
    """`after_win`: who draws next."""
    case.knows(("order", "winners", "discarder", "active_after"))
    context = case.context
    winners = tuple(Seat.parse(name) for name in context["winners"])
    playing = {Seat.parse(name) for name in context["active_after"]} | set(winners)
    status = {seat: Status.WON for seat in SEATS if seat not in playing}
    payer = Seat.parse(context["discarder"]) if context["discarder"] else None
    deal = win(scene(case.rules, options, status=status), winners, payer)
    draws = [event.seat.name for event in deal.legal() if isinstance(event, Drew)]
    return Outcome({"next": draws[0] if draws else None})


def removal(case: Case, options: Options) -> Outcome:
    """`dairen`: whom the winner may order out in each situation."""
    case.knows(("teams", "situations"))
    sides = teams(case.context["teams"])
    allowed: list[object] = []
    for situation in case.context["situations"]:
        allowed.append(_allowed(case, options, situation, sides))
    return Outcome({"allowed": allowed})


def _allowed(
    case: Case, options: Options, situation: dict[str, Any], sides: tuple[int, ...] | None
) -> object:
    grouped = situation.get("grouped", True)
    deal = scene(case.rules, options, teams=sides if grouped and sides else None)
    for name in situation["earlier_winners"]:
        deal = win(deal, (Seat.parse(name),), None)
    if grouped and sides is None:
        deal = replace(deal, page=replace(state(deal), teams=(0, 0, 1, 1)))
    winners = tuple(Seat.parse(name) for name, _ in situation["winners"])
    fans = tuple(total for _, total in situation["winners"])
    payer = situation.get("payer")
    from_whom = Seat.parse(payer) if payer else None
    if from_whom is None and len(winners) > 1:
        from_whom = next(seat for seat in SEATS if seat not in winners)
    after = win(deal, winners, from_whom, fans)
    targets = [
        (event.seat.name, event.target.name)
        for event in after.legal()
        if isinstance(event, Acted) and event.action == REMOVE and event.target is not None
    ]
    if not targets:
        return None
    return {"by": targets[0][0], "targets": [target for _, target in targets]}


def passed_wins(case: Case, options: Options) -> Outcome:
    """`guohu`: which offered wins a player may still take."""
    case.knows(("sequence",))
    deal = scene(case.rules, options, stage=Stage.DRAW, actor=Seat.A)
    player = Seat.B
    allowed: list[bool] = []
    for word, *rest in case.context["sequence"]:
        if word == "offer":
            fan, answer = rest
            thrown, tile = throw(deal, Seat.A)
            if answer == "pass":
                deal = thrown.apply(Declined(player, tile, fan))
            else:
                taken = Won((player,), tile, WinKind.DISCARD, Seat.A, None, (fan,))
                allowed.append(thrown.objection(taken) is None)
        elif word == "entry":
            deal = at(deal, Stage.DRAW, player).apply(Drew(player))
        elif word == "catch":
            deal = _catch(deal, player)
        elif word == "discard_own_not_ready":
            deal, _ = throw(deal, player)
        else:
            raise Unknown(f"{word} 不认识 / is not known")
    return Outcome({"allowed": allowed})


def _catch(deal: Deal, player: Seat) -> Deal:
    """The player's cat catches a mouse that A throws."""
    hands = list(deal.hands)
    hands[Seat.A] = replace(hands[Seat.A], hidden=hands[Seat.A].hidden + 1)
    acting = at(replace(deal, hands=four(hands)), Stage.ACT, Seat.A)
    caught = acting.apply(Discarded(Seat.A, MOUSE, "no_steal")).apply(Acted(player, CATCH))
    # The mouse itself would bar a win (D4.二.(二)4); the case asks for 过胡 alone.
    after = list(caught.hands)
    after[player] = replace(after[player], known=(), hidden=after[player].count)
    return replace(caught, hands=four(after))


def resolved(case: Case, options: Options) -> Outcome:
    """`claims_resolve`: which of several claims on a discard stands."""
    case.knows(("order", "discarder", "claims"))
    source = Seat.parse(case.context["discarder"])
    claims: list[Event] = []
    for name, word in case.context["claims"].items():
        seat = Seat.parse(name)
        if word == "hu":
            claims.append(Won((seat,), FIVE, WinKind.DISCARD, source))
        elif word == "gang":
            used = (FIVE, JOKER, JOKER)
            claims.append(Konged(seat, MeldKind.EXPOSED_KONG, FIVE, used, source))
        else:
            claims.append(Punged(seat, source, FIVE, (FIVE, JOKER)))
    deal, _ = throw(scene(case.rules, options, actor=source), source, FIVE)
    for claim in claims:
        objection = deal.objection(claim)
        if objection is not None:
            raise Unknown(f"{claim}: {objection.zh}")
    stands = resolve(claims, source)
    assert stands is not None
    deal.apply(stands)
    if isinstance(stands, Won):
        winners = sorted(seat.name for seat in stands.seats)
        return Outcome({"result": {"hu": winners}})
    word = "gang" if isinstance(stands, Konged) else "peng"
    assert isinstance(stands, Konged | Punged)
    return Outcome({"result": {word: [stands.seat.name]}})


def claims(case: Case, options: Options) -> Outcome:
    """`claims`: what a swap lets the others do (F8)."""
    case.knows(("event", "actor", "tile"))
    actor, tile = Seat.parse(case.context["actor"]), Tile.parse(case.context["tile"])
    owner = Seat.A
    melds = {owner: (pung(tile.code, f"{tile.code}1j{tile.code}"),)}
    deal = scene(case.rules, options, actor=actor, melds=melds)
    laid = deal.apply(Acted(actor, "swap", (tile,), owner, 0))
    words = {Won: "hu", Punged: "peng", Konged: "gang"}
    found: dict[str, list[str]] = {}
    for event in laid.legal():
        for seat in event.seats if isinstance(event, Won) else (getattr(event, "seat", None),):
            if type(event) in words and seat is not None:
                row = found.setdefault(seat.name, [])
                if words[type(event)] not in row:
                    row.append(words[type(event)])
    others = [seat for seat in SEATS if seat is not actor]
    forbidden = []
    for size, word in ((2, "peng"), (3, "gang")):
        for used in ((tile,) * size, (tile,) * (size - 1) + (JOKER,)):
            made: Event = Punged(others[1], actor, tile, used)
            if size == 3:
                made = Konged(others[1], MeldKind.EXPOSED_KONG, tile, used, actor)
            if laid.objection(made) is not None and word not in forbidden:
                forbidden.append(word)
    return Outcome({"allowed_claims": found, "forbidden": forbidden})


def legal_melds(case: Case, options: Options) -> Outcome:
    """`legal_melds`: the tiles that may go with a discarded, held or added tile."""
    case.knows(("tile",))
    tile = Tile.parse(case.context["tile"])
    claimed, _ = throw(scene(case.rules, options, actor=Seat.A), Seat.A, tile)
    pungs, kongs = _used(claimed, Punged), _used(claimed, Konged)
    own = scene(case.rules, options, actor=Seat.B)
    hidden = [
        [t.code for t in event.used]
        for event in own.legal()
        if isinstance(event, Konged) and event.tile == tile
    ]
    melded = scene(
        case.rules, options, actor=Seat.B, melds={Seat.B: (pung(tile.code, f"{tile.code}" * 3),)}
    )
    added = [
        event.used[0].code
        for event in melded.legal()
        if isinstance(event, Konged) and event.kind is MeldKind.ADDED_KONG
    ]
    illegal: dict[str, list[list[str]]] = {}
    if claimed.objection(Punged(Seat.B, Seat.A, tile, (JOKER,) * 2)) is not None:
        illegal["peng"] = [[JOKER.code] * 2]
    jokers = Konged(Seat.B, MeldKind.EXPOSED_KONG, tile, (JOKER,) * 3, Seat.A)
    if claimed.objection(jokers) is not None:
        illegal["minggang"] = [[JOKER.code] * 3]
    return Outcome(
        {
            "peng": pungs, "minggang": kongs, "jiagang_add": added, "angang": hidden,
            "illegal": illegal,
        }
    )  # fmt: skip


def _used(deal: Deal, kind: type[Punged] | type[Konged]) -> list[list[str]]:
    """What seat B may lay with the tile that was thrown."""
    return [
        [tile.code for tile in event.used]
        for event in deal.legal()
        if isinstance(event, kind) and event.seat is Seat.B
    ]


def stealable(case: Case, options: Options) -> Outcome:
    """`steal_legal`: what a mouse may take, and where it then lies in its place."""
    case.knows(())
    melds = {
        Seat.A: (pung("1m", "111m"),),
        Seat.B: (pung("8p", "8p1j8p"), pung("2m", "22m2h", Seat.C)),
    }
    deal = scene(
        case.rules, options, stage=Stage.PICK, actor=Seat.A, melds=melds,
        flowers={Seat.C: "1f"}, rivers={Seat.D: "5s1h3h"}, winning={Seat.D: "9s"},
        status={Seat.D: Status.WON}, face_up="7m",
    )  # fmt: skip
    first = deal.wall.face_up[0][0]

    def take(code: str, place: str, owner: Seat | None = None, **where: int) -> bool:
        event = Acted(Seat.A, STEAL_TAKE, (Tile.parse(code),), owner, place=place, **where)
        return deal.objection(event) is None

    legal = {
        "flipped_bao_indicator_in_wall": take("7m", "wall", slot=first),
        "exposed_flower": take("1f", "flowers", Seat.C),
        "discard_in_pool": take("5s", "river", Seat.D),
        "meld_natural": take("8p", "melds", Seat.B, meld=0),
        "meld_joker": take("1j", "melds", Seat.B, meld=0),
        "win_tile_of_winner": take("9s", "winning", Seat.D),
        "used_CAT_in_pool": take("1h", "river", Seat.D),
        "used_GOD_in_pool": take("3h", "river", Seat.D),
        "own_meld_tile": take("1m", "melds", Seat.A, meld=0),
        "MOUSE_placeholder": take("2h", "melds", Seat.B, meld=1),
        "MOUSE_in_pool": take("2h", "river", Seat.D),
        "face_down_tile": take("3s", "wall", slot=first + 1),
    }
    return Outcome({"legal": legal, "placeholder_needed": _placeholders(case, options)})


def _placeholders(case: Case, options: Options) -> dict[str, bool]:
    """Where the mouse stays in the place of the stolen tile."""
    deal = scene(
        case.rules, options, actor=Seat.A, hands={Seat.A: "2h"},
        melds={Seat.B: (pung("8p", "8p1j8p"),)}, flowers={Seat.C: "1f"},
        rivers={Seat.D: "5s"}, winning={Seat.D: "9s"}, status={Seat.D: Status.WON}, face_up="7m",
    )  # fmt: skip
    picking = deal.apply(Acted(Seat.A, STEAL))
    first = deal.wall.face_up[0][0]
    takes = {
        "meld_natural": Acted(Seat.A, STEAL_TAKE, (EIGHT,), Seat.B, 0, place="melds"),
        "meld_joker": Acted(Seat.A, STEAL_TAKE, (JOKER,), Seat.B, 0, place="melds"),
        "win_tile_of_winner": Acted(
            Seat.A, STEAL_TAKE, (Tile.parse("9s"),), Seat.D, place="winning"
        ),
        "exposed_flower": Acted(Seat.A, STEAL_TAKE, (Tile.parse("1f"),), Seat.C, place="flowers"),
        "discard_in_pool": Acted(Seat.A, STEAL_TAKE, (Tile.parse("5s"),), Seat.D, place="river"),
        "flipped_bao_indicator_in_wall": Acted(
            Seat.A, STEAL_TAKE, (Tile.parse("7m"),), slot=first, place="wall"
        ),
    }
    return {name: MOUSE not in picking.apply(event).rivers[Seat.A] for name, event in takes.items()}


def swappable(case: Case, options: Options) -> Outcome:
    """`swap_legal`: which jokers on the table an 8p may be swapped for."""
    case.knows(())
    melds = {
        Seat.A: (pung("8p", "8p1j8p"),),
        Seat.B: (pung("8p", "8p1j8p"), kong("8p", "88p1j8p")),
        Seat.C: (pung("1j", "111j"), pung("8p", "8p2h8p")),
    }

    def allowed(only: Seat, index: int, status: Status = Status.PLAYING,
                stage: Stage = Stage.ACT) -> bool:  # fmt: skip
        row = {only: (melds[only][index],)}
        deal = scene(
            case.rules, options, actor=Seat.A, stage=stage, melds=row, status={only: status},
            rivers={Seat.D: "1j"},
        )  # fmt: skip
        return deal.objection(Acted(Seat.A, "swap", (EIGHT,), only, 0)) is None

    plain = scene(
        case.rules, options, actor=Seat.A, rivers={Seat.D: "1j"}, winning={Seat.C: "1j"},
        status={Seat.C: Status.WON},
    )  # fmt: skip
    anywhere = [e for e in plain.legal() if isinstance(e, Acted) and e.action == "swap"]
    return Outcome(
        {
            "daipeng_8p_other": allowed(Seat.B, 0),
            "daigang_8p_other": allowed(Seat.B, 1),
            "daipeng_8p_own": allowed(Seat.A, 0),
            "daipeng_8p_of_winner": allowed(Seat.B, 0, Status.WON),
            "mouse_for_J": allowed(Seat.C, 1),
            "JJJ_meld": allowed(Seat.C, 0),
            "J_in_pool": bool(anywhere),
            "won_J": bool(anywhere),
            "after_peng": allowed(Seat.B, 0, stage=Stage.ACT_CLAIMED),
        }
    )
