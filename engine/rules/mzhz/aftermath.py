"""猫抓耗子: what follows a win, and who plays on: the order to leave, the next
draw, or the end of the deal (G3.十五, mzhz §11)."""

from __future__ import annotations

from engine.deal import Deal
from engine.draft import Draft
from engine.events import DrawCause
from engine.rules.mzhz.state import (
    FIXED,
    WINDS,
    Batch,
    Stage,
    set_page,
    state,
    step,
)  # fmt: skip
from engine.seat import SEATS, Seat
from engine.view import Status


def end_reason(draft: Draft) -> str:
    """Why the deal is over now, empty while it is not (mzhz §11.3)."""
    deal = draft.base
    page = state(draft)
    won = {seat for batch in page.batches for seat in batch.seats}
    if len(won) >= 3:
        return "three_won"
    if page.teams is not None:
        for team in (0, 1):
            if {seat for seat in SEATS if page.teams[seat] == team} <= won:
                return "team_won"
    active = [s for s in draft.statuses if s in (Status.PLAYING, Status.DEAD_HAND)]
    if not active or (len(active) == 1 and deal.options.on("end_when_one_active")):
        return "one_left"
    return ""


def finish(draft: Draft, reason: str) -> None:
    """The deal is over; hands are opened and it is settled."""
    draft.ended = reason
    draft.step = step(Stage.OPENING, draft.dealer)


def may_remove(deal: Deal | Draft, batch: Batch, total: int | None) -> tuple[Seat, ...]:
    """Whom the winner of `batch` may order out (带人), if anybody.

    `total`: the win's fans, None when they are not known.
    """
    options = deal.options if isinstance(deal, Deal) else deal.base.options
    page = state(deal)
    if options["mode"] not in (FIXED, WINDS) or page.teams is None or len(batch.seats) > 1:
        return ()
    if not page.batches or not page.batches[0].grouped:
        return ()
    if options["removal_by"] == "first" and batch != page.batches[0]:
        return ()
    if total is not None and total < 2:
        return ()
    winner = batch.seats[0]
    return tuple(
        seat
        for seat in SEATS
        if page.teams[seat] != page.teams[winner]
        and deal.statuses[seat] in (Status.PLAYING, Status.DEAD_HAND)
    )


def after_win(draft: Draft, batch: Batch, total: int | None) -> None:
    """What follows a booked win: the end, an order to leave, or play."""
    reason = end_reason(draft)
    if reason:
        finish(draft, reason)
    elif may_remove(draft, batch, total):
        draft.step = step(Stage.REMOVE, batch.seats[0], owner=batch.source)
    else:
        resume(draft, batch.seats, batch.source)


def resume(draft: Draft, winners: tuple[Seat, ...], source: Seat | None) -> None:
    """Play goes on: the payer's second ingot tile, else the 下家 of the last winner."""
    page = state(draft)
    on_first = draft.base.options.on("p2_after_win")
    if source is not None and source in page.ingots and not on_first:
        set_page(draft, ingots=tuple(seat for seat in page.ingots if seat is not source))
        page = state(draft)
    if source is not None and page.ingots and page.ingots[-1] is source and _plays(draft, source):
        go_on(draft, source)
    else:
        go_on(draft, winners[-1])


def _plays(draft: Draft, seat: Seat) -> bool:
    return draft.statuses[seat] in (Status.PLAYING, Status.DEAD_HAND)


def go_on(draft: Draft, seat: Seat) -> None:
    """The seat's turn is over (NEXT in mzhz §16)."""
    reason = end_reason(draft)
    if reason:
        finish(draft, reason)
        return
    page = state(draft)
    options = draft.base.options
    owed = page.ingots
    if owed and draft.wall.remaining and (owed[-1] is seat or options.on("p2_after_pung")):
        drawer = owed[-1]
        set_page(draft, ingots=owed[:-1])
        draft.step = step(Stage.TAIL, drawer, entry=DrawCause.INGOT_SECOND, owed=1)
        return
    if owed:
        set_page(draft, ingots=())
    for steps in range(1, 5):
        other = seat.offset(steps)
        if _plays(draft, other):
            draft.step = step(Stage.DRAW, other)
            return
    finish(draft, "one_left")
