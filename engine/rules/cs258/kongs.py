"""258 扎鸟麻将: 开杠. Dice turn a tile near the tail, which its maker wins on or
throws as it is (A6.C)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import DiceRolled, DrawCause, End, Event, Flipped, WinKind
from engine.flow import Objection
from engine.play import Row, facts, set_page, state, step
from engine.play.checks import ALL_DICE, dice_objection, unseen_objection
from engine.play.draws import apply_draw, check_draw, draw_candidates
from engine.play.wins import entered
from engine.rules.cs258.fans import KONG_FLIP
from engine.seat import Seat
from engine.tile import KINDS, UNKNOWN
from engine.wall import Wall
from engine.win import EntryCause

FLIP_STAGE = "kong_flip"
"""The stage in which the tile of a 开杠 is turned."""
KONG_DICE = "kong"
"""Purpose of the dice that make a kong a 开杠."""


def kong_slot(wall: Wall, dice: tuple[int, int]) -> int | None:
    """The slot of the upper tile of the stack that the dice count from the tail;
    the last that is left where there are fewer (A6.C)."""
    tail = wall.next_slot(End.TAIL)
    head = wall.next_slot(End.HEAD)
    if tail is None or head is None:
        return None
    top = (tail // 2 - sum(dice) + 1) * 2
    for slot in range(max(top, head), tail + 2):
        if not wall.is_empty(slot):
            return slot
    return tail


def _after_kong(deal: Deal, event: Event) -> Objection | None:
    """A replacement (补张), or dice (开杠) by a hand that is ready (A6.C)."""
    if not isinstance(event, DiceRolled):
        return check_draw(deal, event)
    seat = deal.step.actor
    wrong = dice_objection(event, seat, KONG_DICE, "A6.C", "A6.C")
    if wrong is not None:
        return wrong
    if deal.step.entry != DrawCause.KONG or not _may_be_ready(deal, seat):
        return Objection("听牌才能开杠", "only a ready hand may open a kong", "A6.C")
    return None


def _may_be_ready(deal: Deal, seat: Seat) -> bool:
    hand = deal.hands[seat]
    if not hand.is_known:
        return True
    win = facts(deal, seat, UNKNOWN, WinKind.SELF_DRAW, None)
    return bool(deal.rules.waits(replace(win, concealed=hand.known), deal.options))


def _apply_after_kong(draft: Draft, event: Event) -> None:
    if isinstance(event, DiceRolled):
        set_page(draft, throws=(*state(draft).throws, (KONG_DICE, event.dice)))
        draft.step = step(FLIP_STAGE, event.seat, back=f"{kong_slot(draft.wall, event.dice)}")
    else:
        apply_draw(draft, event)


def _after_kong_candidates(deal: Deal) -> Iterator[Event]:
    yield from draw_candidates(deal)
    for dice in ALL_DICE:
        yield DiceRolled(deal.step.actor, dice, KONG_DICE)


def _check_flip(deal: Deal, event: Event) -> Objection | None:
    if not isinstance(event, Flipped):
        return Objection("先翻开杠的牌", "the kong's tile is turned first", "A6.C", False)
    if event.slot != int(deal.step.back):
        return Objection("翻的不是这一张", "another tile is turned", "A6.C")
    return unseen_objection(deal, event.tile, "A6.C")


def _apply_flip(draft: Draft, event: Event) -> None:
    """The tile is the konger's, to win on or to be thrown as it is."""
    assert isinstance(event, Flipped)
    seat = draft.step.actor
    draft.flip(event.slot, event.tile)
    draft.wall = draft.wall.without(event.slot)
    draft.take(seat, event.tile)
    entered(draft, seat, EntryCause.KONG, event.tile)
    set_page(draft, own=KONG_FLIP)


def _flip_candidates(deal: Deal) -> Iterator[Event]:
    for tile in KINDS:
        if deal.unseen[tile.index]:
            yield Flipped(int(deal.step.back), tile)


AFTER_KONG = Row(_after_kong, _apply_after_kong, _after_kong_candidates)
"""A replacement, or the dice of a 开杠."""
TURNING = Row(_check_flip, _apply_flip, _flip_candidates)
"""The tile that the dice have found is turned."""
