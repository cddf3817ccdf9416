"""猫抓耗子: what the seat on turn may do with its own tiles (mzhz §5, §6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Acted,
    Chowed,
    Declined,
    Discarded,
    Event,
    FlowersLaid,
    Konged,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.flow import Objection
from engine.meld import MeldKind
from engine.rules.mzhz import helpers
from engine.rules.mzhz.actions import ANNOUNCED, NO_FLOWER
from engine.rules.mzhz.aftermath import after_win, go_on
from engine.rules.mzhz.laying import (
    check_flowers,
    check_own_kong,
    flower_candidates,
    kong_candidates,
    lacks,
    lay_flowers,
    own_kong,
)
from engine.rules.mzhz.state import Stage, bar, state, step
from engine.rules.mzhz.winds import show_wind
from engine.rules.mzhz.wins import (
    book_win,
    facts,
    flower_winner,
    judged,
    known_total,
    no_win,
    passes_bar,
)  # fmt: skip
from engine.tile import INGOT, MOUSE, Tile
from engine.win import ScoredWin


def check_turn(deal: Deal, event: Event) -> Objection | None:
    """Whether the seat on turn may do so."""
    seat = deal.step.actor
    claimed = deal.step.stage == Stage.ACT_CLAIMED
    if isinstance(event, Declined) and event.seat is seat and not claimed:
        won = Won((seat,), event.tile, WinKind.SELF_DRAW)
        return _check_self_drawn(deal, won)
    if isinstance(event, Punged | Chowed) or (
        isinstance(event, Konged) and event.kind is MeldKind.EXPOSED_KONG
    ):
        return Objection("没有可碰杠的牌", "there is no tile to claim", "D2.21")
    if not isinstance(event, Discarded | FlowersLaid | Konged | Acted | Won):
        return Objection(f"轮到{seat}打牌", f"it is {seat}'s turn to act", "D3.三", False)
    actor = (
        event.seats[0] if isinstance(event, Won) and event.seats else getattr(event, "seat", None)
    )
    if actor is not seat:
        return Objection(f"轮到{seat}", f"it is {seat}'s turn", "D3.一")
    if isinstance(event, Discarded):
        return _check_discard(deal, event)
    if isinstance(event, Acted):
        return helpers.check(deal, event, claimed)
    if claimed:
        return Objection(
            "碰牌后须先打出一张牌，不能胡、杠、补花、换牌",
            "after a pung a tile is discarded: no win, kong, flower or swap",
            "D3.四",
        )
    if isinstance(event, FlowersLaid):
        return check_flowers(deal, event)
    if isinstance(event, Konged):
        return check_own_kong(deal, event)
    return _check_self_drawn(deal, event)


def _check_discard(deal: Deal, event: Discarded) -> Objection | None:
    tile = event.tile
    if not tile.is_known:
        return Objection("要说明打出的是什么牌", "a discard is seen: name the tile", "D3.三")
    said = event.announced
    allowed: tuple[str | None, ...]
    if tile.is_flower:
        allowed = (None, NO_FLOWER)
    elif tile in ANNOUNCED:
        allowed = (None, ANNOUNCED[tile])
    else:
        allowed = (None,)
    if said not in allowed:
        return Objection("报的话与打出的牌不合", "the announcement does not fit the tile", "D3.九")
    return lacks(deal, event.seat, (tile,), "D3.三")


def _check_self_drawn(deal: Deal, event: Won) -> Objection | None:
    seat = deal.step.actor
    if event.seats != (seat,) or event.source is not None:
        return Objection("自摸只有一家，无人点炮", "a self-drawn win has one winner", "D4.(三)")
    if event.kind is not WinKind.SELF_DRAW:
        return Objection("这里只能自摸", "only a self-drawn win is possible here", "D4.(三)")
    drawn = deal.step.tile
    if drawn is not None and event.tile != drawn:
        return Objection(
            f"所胡应是进张{drawn.chinese}",
            f"the winning tile is the one drawn, {drawn.english}",
            "D4.一",
        )
    lacking = lacks(deal, seat, (event.tile,), "D4.一")
    if lacking:
        return lacking
    claimed = event.claimed[0] if event.claimed else None
    return no_win(deal, facts(deal, seat, event.tile, event.kind, None), claimed)


def apply_turn(draft: Draft, event: Event) -> None:
    """Book what the seat on turn did."""
    deal = draft.base
    seat = deal.step.actor
    if isinstance(event, Declined):
        total = known_total(deal, facts(deal, seat, event.tile, WinKind.SELF_DRAW, None))
        if total is None:
            total = event.fan
        if total is not None:
            bar(draft, seat, total)
        return
    if not isinstance(event, Won):
        _bar_own_win(draft)
    if isinstance(event, Discarded):
        _discard(draft, event)
    elif isinstance(event, FlowersLaid):
        lay_flowers(draft, event, Stage.ACT)
    elif isinstance(event, Konged):
        own_kong(draft, event)
    elif isinstance(event, Acted):
        helpers.apply(draft, event)
    elif isinstance(event, Won):
        win = facts(deal, seat, event.tile, event.kind, None)
        draft.give(seat, event.tile)
        draft.win_tile(seat, event.tile)
        book_win(draft, deal, event, (win,))
        total = known_total(deal, win)
        if total is None and event.claimed:
            total = event.claimed[0]
        after_win(draft, state(draft).batches[-1], total)


def _bar_own_win(draft: Draft) -> None:
    """A self-drawn win not taken bars the seat (过胡), where the hand is known."""
    deal = draft.base
    seat = deal.step.actor
    if deal.step.stage != Stage.ACT or not passes_bar(deal) or not deal.hands[seat].is_known:
        return
    drawn = deal.step.tile
    if drawn is None:  # the dealer's first turn: whichever tile completes it
        drawn = next((tile for tile in deal.hands[seat].known if tile.is_number), None)
    if drawn is None or not (drawn.is_number or drawn.is_joker):
        return
    verdict = judged(deal, facts(deal, seat, drawn, WinKind.SELF_DRAW, None))
    if isinstance(verdict, ScoredWin):
        bar(draft, seat, verdict.total)


def _discard(draft: Draft, event: Discarded) -> None:
    deal = draft.base
    seat, tile = event.seat, event.tile
    draft.discard(seat, tile)
    if tile.is_wind:
        show_wind(draft, seat, tile)
    silent_use = event.announced is None and deal.options["silent_helper"] == "use"
    if tile.is_number or tile.is_joker:
        draft.step = step(Stage.DISCARD, seat, tile=tile, entry=draft.entries[seat])
    elif tile.is_flower and event.announced is None and deal.step.stage == Stage.ACT:
        draft.step = step(Stage.UNSAID, seat, tile=tile, entry=draft.entries[seat])
    elif tile == MOUSE:
        draft.step = step(Stage.MOUSE, seat, back="use" if silent_use else "")
    elif tile == INGOT:
        draft.step = step(Stage.INGOT, seat, back="use" if silent_use else "")
    elif silent_use and tile in helpers.EFFECT_OF:
        helpers.begin_effect(draft, seat, helpers.EFFECT_OF[tile])
    else:
        go_on(draft, seat)


def turn_candidates(deal: Deal) -> Iterator[Event]:
    """Whatever the seat on turn might do."""
    seat = deal.step.actor
    claimed = deal.step.stage == Stage.ACT_CLAIMED
    held = tuple(deal.holdable(seat))
    if not claimed:
        yield from _win_candidates(deal, held)
    for tile in held:
        if tile.is_flower:
            yield Discarded(seat, tile, NO_FLOWER)
            credited = state(deal).credited[seat]
            if not claimed and flower_winner(deal, seat, tile, credited):
                yield Discarded(seat, tile)  # unsaid, it can be robbed (D3.九)
        elif tile in ANNOUNCED:
            yield Discarded(seat, tile, ANNOUNCED[tile])
        else:
            yield Discarded(seat, tile)
    if not claimed:
        yield from flower_candidates(deal)
        yield from kong_candidates(deal, held)
    yield from helpers.candidates(deal, held, claimed)


def _win_candidates(deal: Deal, held: tuple[Tile, ...]) -> Iterator[Event]:
    seat = deal.step.actor
    drawn = deal.step.tile
    for tile in (drawn,) if drawn is not None else held:
        if tile.is_number or tile.is_joker:
            yield Won((seat,), tile, WinKind.SELF_DRAW)
