"""猫抓耗子: draws, the dice of cat and god, and the order to leave (mzhz §7,
§14.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, DiceRolled, DrawCause, Drew, End, Event, Exhausted
from engine.flow import Objection
from engine.play.checks import ALL_DICE, draw_objection, next_draw
from engine.rules.mzhz.actions import AIM, REMOVE
from engine.rules.mzhz.aftermath import end_reason, finish, go_on, may_remove, resume
from engine.rules.mzhz.helpers import add_effect, dice_target, targets_of
from engine.rules.mzhz.opening import round_passed
from engine.rules.mzhz.state import Batch, Stage, entered, set_page, state, step
from engine.seat import SEATS
from engine.view import Status
from engine.win import EntryCause

ENTRIES: dict[str, EntryCause] = {
    DrawCause.TURN: EntryCause.HEAD,
    DrawCause.KONG: EntryCause.KONG,
    DrawCause.FLOWER: EntryCause.FLOWER,
    DrawCause.INGOT_FIRST: EntryCause.INGOT,
    DrawCause.INGOT_SECOND: EntryCause.INGOT,
    DrawCause.WIND: EntryCause.WIND,
}


def _owed_draw(deal: Deal) -> tuple[End, DrawCause]:
    """Which draw the step asks for."""
    if deal.step.stage == Stage.DRAW:
        return End.HEAD, DrawCause.TURN
    return End.TAIL, DrawCause(deal.step.entry)


def check_draw(deal: Deal, event: Event) -> Objection | None:
    """The next tile from the wall, or 荒牌 when there is none."""
    seat = deal.step.actor
    end, cause = _owed_draw(deal)
    if isinstance(event, Exhausted):
        if deal.wall.remaining:
            return Objection(
                f"牌墙还有{deal.wall.remaining}张",
                f"{deal.wall.remaining} tiles are left in the wall",
                "D2.26",
            )
        return None
    if not isinstance(event, Drew):
        return Objection(f"轮到{seat}进牌", f"{seat} is to draw", "D3.二", False)
    left = deal.wall.remaining
    return draw_objection(
        deal, event, end, cause, left, "D3.二", "D2.20", "D2.26" if not left else "D1.一", "D2.11"
    )


def apply_draw(draft: Draft, event: Event) -> None:
    if isinstance(event, Exhausted):
        finish(draft, "exhausted")
        return
    assert isinstance(event, Drew)
    where = draft.base.step
    tile = draft.draw(event.seat, event.end, event.tile)
    if where.owed > 1 and (draft.wall.remaining or where.back == Stage.ROUND):
        draft.step = replace(where, owed=where.owed - 1)
    elif where.back == Stage.ROUND:
        draft.step = step(Stage.ROUND, where.actor)
        if where.owner is not None:
            round_passed(draft)
    elif where.back == Stage.FLOWER:
        assert where.owner is not None
        go_on(draft, where.owner)
    elif where.owed > 1:
        finish(draft, "exhausted")
    else:
        entered(draft, event.seat, ENTRIES[event.cause], tile if tile.is_known else None)


def draw_candidates(deal: Deal) -> Iterator[Event]:
    if deal.wall.remaining:
        yield next_draw(deal, *_owed_draw(deal))
    else:
        yield Exhausted()


def check_roll(deal: Deal, event: Event) -> Objection | None:
    where = deal.step
    if not isinstance(event, DiceRolled):
        return Objection("先掷骰子定对象", "the dice choose the target first", "D3.十一", False)
    if event.seat is not where.actor or event.purpose != where.back:
        return Objection(f"由{where.actor}掷骰", f"{where.actor} throws the dice", "D3.十一")
    if not all(1 <= die <= 6 for die in event.dice):
        return Objection("骰子点数为一到六", "dice show 1 to 6", "D1.三")
    return None


def apply_roll(draft: Draft, event: Event) -> None:
    assert isinstance(event, DiceRolled)
    deal = draft.base
    counted = dice_target(event.seat, deal.active_seats, sum(event.dice))
    kind = deal.step.back
    if counted is event.seat and kind == "cat" and deal.options["cat_self"] == "one":
        draft.step = step(Stage.CHOOSE, event.seat, back=kind)
        return
    add_effect(draft, event.seat, kind, targets_of(event.seat, counted))
    go_on(draft, event.seat)


def roll_candidates(deal: Deal) -> Iterator[Event]:
    for dice in ALL_DICE:
        yield DiceRolled(deal.step.actor, dice, deal.step.back)


def check_choose(deal: Deal, event: Event) -> Objection | None:
    """`cat_self=one`: the user names the one seat the cat works against."""
    where = deal.step
    if not isinstance(event, Acted) or event.action != AIM:
        return Objection("选定减番对象", "the target is chosen first", "D3.十一", False)
    if event.seat is not where.actor or event.target in (None, event.seat):
        return Objection(f"由{where.actor}选一家", f"{where.actor} names one seat", "D3.十一")
    return None


def apply_choose(draft: Draft, event: Event) -> None:
    assert isinstance(event, Acted)
    assert event.target is not None
    add_effect(draft, event.seat, draft.base.step.back, (event.target,))
    go_on(draft, event.seat)


def choose_candidates(deal: Deal) -> Iterator[Event]:
    for seat in SEATS:
        if seat is not deal.step.actor:
            yield Acted(deal.step.actor, AIM, target=seat)


def _last_batch(deal: Deal | Draft) -> Batch:
    return state(deal).batches[-1]


def check_remove(deal: Deal, event: Event) -> Objection | None:
    """带人: one seat of the other team, by the first winner (G3.十五)."""
    where = deal.step
    if not isinstance(event, Acted) or event.action != REMOVE:
        return Objection("等候是否带人", "a player may be ordered out", "G3.十五", False)
    if event.seat is not where.actor:
        return Objection(f"只有{where.actor}可以带人", f"only {where.actor} may", "G3.十五")
    if event.target not in may_remove(deal, _last_batch(deal), None):
        return Objection("只能带走对家一组还在行牌的一人", "only a playing opponent", "G3.十五")
    return None


def apply_remove(draft: Draft, event: Event) -> None:
    assert isinstance(event, Acted)
    assert event.target is not None
    draft.statuses[event.target] = Status.REMOVED
    ingots = tuple(seat for seat in state(draft).ingots if seat is not event.target)
    set_page(draft, ingots=ingots)
    batch = _last_batch(draft)
    reason = end_reason(draft)
    if reason:
        finish(draft, reason)
    else:
        resume(draft, batch.seats, batch.source)


def lapse_remove(deal: Deal) -> Deal:
    draft = Draft(deal)
    batch = _last_batch(deal)
    resume(draft, batch.seats, batch.source)
    return draft.freeze(None)


def remove_candidates(deal: Deal) -> Iterator[Event]:
    for target in may_remove(deal, _last_batch(deal), None):
        yield Acted(deal.step.actor, REMOVE, target=target)
