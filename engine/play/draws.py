"""Tiles from the wall: in turn, in place of a kong or flower, and birds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import DrawCause, Drew, End, Event, Exhausted, Flipped
from engine.flow import Objection
from engine.play.checks import draw_objection, next_draw, unseen_objection
from engine.play.state import Stage, drawable, play_of, set_of, set_page, state, step, terms
from engine.play.wins import entered, finish
from engine.tile import KINDS
from engine.win import EntryCause

ENTRIES = {
    DrawCause.TURN: EntryCause.HEAD,
    DrawCause.KONG: EntryCause.KONG,
    DrawCause.FLOWER: EntryCause.FLOWER,
}


def _owed_draw(deal: Deal) -> tuple[End, DrawCause]:
    where, here = deal.step, terms(deal)
    if where.stage == Stage.DRAW:
        return End.HEAD, DrawCause.TURN
    cause = DrawCause(where.entry)
    return (here.kong_end if cause is DrawCause.KONG else here.flower_end), cause


def check_draw(deal: Deal, event: Event) -> Objection | None:
    """The next tile from the wall, or 荒牌 when there is none to draw."""
    seat, clause = deal.step.actor, play_of(deal).clauses.wall
    end, cause = _owed_draw(deal)
    left = drawable(deal)
    if isinstance(event, Exhausted):
        if left:
            return Objection(f"还有{left}张可摸", f"{left} tiles may still be drawn", clause)
        return None
    if not isinstance(event, Drew):
        return Objection(f"轮到{seat}进牌", f"{seat} is to draw", clause, False)
    return draw_objection(deal, event, end, cause, left, clause, clause, clause, clause)


def apply_draw(draft: Draft, event: Event) -> None:
    if isinstance(event, Exhausted):
        finish(draft, "exhausted")
        return
    assert isinstance(event, Drew)
    where = draft.base.step
    seat = event.seat
    tile = draft.draw(seat, event.end, event.tile)
    known = tile if tile.is_known else None
    if event.cause is DrawCause.TURN:
        drawn = state(draft).drawn
        set_page(draft, drawn=set_of(drawn, seat, drawn[seat] + 1), kongs_running=0)
    if where.owed > 1 and drawable(draft):
        draft.step = replace(where, owed=where.owed - 1)
    elif where.owed > 1:
        finish(draft, "exhausted")
    elif where.back == Stage.ROUND:
        draft.step = step(Stage.ROUND, seat)
    else:
        entered(draft, seat, ENTRIES[event.cause], known)


def draw_candidates(deal: Deal) -> Iterator[Event]:
    if not drawable(deal):
        yield Exhausted()
        return
    yield next_draw(deal, *_owed_draw(deal))


def check_bird(deal: Deal, event: Event) -> Objection | None:
    """Tiles turned after a win (鸟、马、鸡)."""
    clause = play_of(deal).clauses.birds
    if not isinstance(event, Flipped):
        return Objection("先翻鸟马", "the birds are turned first", clause, False)
    if event.slot != _bird_slot(deal):
        return Objection("翻的不是这一张", "another tile is turned", clause)
    return unseen_objection(deal, event.tile, clause)


def _bird_slot(deal: Deal) -> int | None:
    return deal.wall.next_slot(terms(deal).bird_end)


def apply_bird(draft: Draft, event: Event) -> None:
    assert isinstance(event, Flipped)
    where = draft.base.step
    draft.flip(event.slot, event.tile, dead=True)
    set_page(draft, birds=(*state(draft).birds, event.tile))
    if where.owed > 1:
        draft.step = replace(where, owed=where.owed - 1)
    else:
        finish(draft, play_of(draft).end_by_win(draft))


def bird_candidates(deal: Deal) -> Iterator[Event]:
    slot = _bird_slot(deal)
    if slot is not None:
        for tile in KINDS:
            if deal.unseen[tile.index]:
                yield Flipped(slot, tile)
