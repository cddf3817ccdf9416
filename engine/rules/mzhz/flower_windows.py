"""猫抓耗子: wins on a flower that is laid, 七抢一 and 八仙过海 (D4.(五)18-19), and
flowers on which a win may have gone unsaid."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.draft import Draft, without_last
from engine.events import (
    DrawCause,
    Drew,
    End,
    Event,
    WinKind,
    Won,
)  # fmt: skip
from engine.flow import Objection
from engine.rules.mzhz.aftermath import after_win, go_on
from engine.rules.mzhz.opening import round_passed
from engine.rules.mzhz.state import (
    Stage,
    entered,
    set_page,
    state,
    step,
)  # fmt: skip
from engine.rules.mzhz.wins import book_win, facts, flower_winner, known_total, no_win
from engine.seat import Seat
from engine.win import EntryCause


def check_flower(deal: Deal, event: Event) -> Objection | None:
    """七抢一 and 八仙过海: before the replacement is drawn (D4.(五)18, 19)."""
    found = _flower_win(deal)
    if not isinstance(event, Won) or found is None:
        return Objection("只能胡花", "only a flower win is possible", "D4.(五)18", False)
    seat, kind, source = found
    if (event.seats, event.kind, event.source) != ((seat,), kind, source):
        return Objection("花未齐或不是此家胡", "the eight flowers are not this seat's", "D4.(五)18")
    if event.tile != deal.step.tile:
        return Objection("所胡的不是这张花", "the win is on another flower", "D4.(五)18")
    return no_win(deal, facts(deal, seat, event.tile, kind, source))


def _flower_win(deal: Deal) -> tuple[Seat, WinKind, Seat | None] | None:
    layer, tile = deal.step.actor, deal.step.tile
    assert tile is not None
    before = tuple(f for f in state(deal).credited[layer] if f != tile)
    return flower_winner(deal, layer, tile, before)


def apply_flower(draft: Draft, event: Event) -> None:
    assert isinstance(event, Won)
    deal = draft.base
    where = deal.step
    layer = where.actor
    win = facts(deal, event.seats[0], event.tile, event.kind, event.source)
    if where.stage == Stage.UNSAID:
        draft.leave_river(layer, event.tile)
    else:
        draft.leave_flowers(layer, event.tile)
    draft.win_tile(event.seats[0], event.tile)
    book_win(draft, deal, event, (win,))
    batch = state(draft).batches[-1]
    after_win(draft, batch, known_total(deal, win))
    in_round = where.back == Stage.ROUND
    short = where.owed if in_round and layer is not draft.dealer else where.owed - 1
    if draft.ended or event.seats[0] is layer:
        short = 0
    if short > 0 and draft.wall.remaining:
        draft.step = step(
            Stage.TAIL, layer, entry=DrawCause.FLOWER, owed=short, owner=event.seats[0],
            back=Stage.ROUND if in_round else Stage.FLOWER,
        )  # fmt: skip
    elif in_round and not draft.ended:
        draft.step = step(Stage.ROUND, layer, back="robbed" if layer is draft.dealer else "")
        round_passed(draft)


def lapse_flower(deal: Deal) -> Deal:
    draft = Draft(deal)
    where = deal.step
    if where.stage == Stage.UNSAID:
        go_on(draft, where.actor)
    else:
        draft.step = step(
            Stage.TAIL, where.actor, entry=DrawCause.FLOWER, owed=where.owed, back=where.back
        )
    return draft.freeze(None)


def flower_candidates(deal: Deal) -> Iterator[Event]:
    found = _flower_win(deal)
    if found is not None and deal.step.tile is not None:
        seat, kind, source = found
        yield Won((seat,), deal.step.tile, kind, source)


def check_unsaid(deal: Deal, event: Event) -> Objection | None:
    """A flower thrown without a word counts as laid: it may be robbed, or its
    replacement drawn (D3.九, OR-37)."""
    where = deal.step
    if isinstance(event, Drew) and event.seat is where.actor and event.end is End.TAIL:
        if event.cause is not DrawCause.FLOWER:
            return Objection("补花才从墙尾补牌", "only a laid flower is replaced", "D3.九")
        if not deal.wall.remaining:
            return Objection("牌墙已空", "the wall is used up", "D2.26")
        return None
    return check_flower(deal, event)


def apply_unsaid(draft: Draft, event: Event) -> None:
    if isinstance(event, Won):
        apply_flower(draft, event)
        return
    assert isinstance(event, Drew)
    seat, flower = event.seat, draft.base.step.tile
    assert flower is not None
    draft.rivers[seat] = without_last(draft.rivers[seat], flower)
    draft.flowers[seat] = (*draft.flowers[seat], flower)
    credited = state(draft).credited
    if flower not in credited[seat]:
        rows = list(credited)
        rows[seat] = (*rows[seat], flower)
        set_page(draft, credited=tuple(rows))
    tile = draft.draw(seat, End.TAIL, event.tile)
    entered(draft, seat, EntryCause.FLOWER, tile if tile.is_known else None)


def unsaid_candidates(deal: Deal) -> Iterator[Event]:
    yield from flower_candidates(deal)
    yield Drew(deal.step.actor, End.TAIL, DrawCause.FLOWER)
