"""Who may win on what, how a win is booked, and who plays on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.deal import Deal
from engine.draft import Draft
from engine.events import WinKind, Won
from engine.flow import Objection
from engine.meld import MeldKind
from engine.play.state import (
    Batch,
    Stage,
    drawable,
    play_of,
    set_of,
    set_page,
    state,
    step,
    terms,
)  # fmt: skip
from engine.seat import SEATS, Seat, four
from engine.tile import Tile
from engine.view import Status
from engine.win import EntryCause, PublicSeat, Refusal, ScoredWin, Win

FIRST_TURN, FIRST_DISCARD, LAST_TILE = "first_turn", "first_discard", "last_tile"
"""Words of `Win.situation`: on the winner's first tile with no claim before
(天胡, 地胡), on the dealer's first discard, on the last tile of the wall."""
FED, KONGS = "fed:", "kongs:"
"""Beginnings of words about a self-drawn win on a kong's replacement: the seat
whose discard was konged, and the number of kongs in a row where above one."""
PLAYING = (Status.PLAYING, Status.DEAD_HAND)


def public_seats(deal: Deal) -> tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]:
    """The public state of seats A…D now."""
    marks, page = state(deal).marks, play_of(deal)
    return four(
        PublicSeat(
            deal.statuses[seat], deal.melds[seat], page.credited(deal, seat),
            deal.flow.team(deal, seat), marks[seat],
        )
        for seat in SEATS
    )  # fmt: skip


def facts(deal: Deal, seat: Seat, tile: Tile, kind: WinKind, source: Seat | None) -> Win:
    """What stands on the table when `seat` wins on `tile` now."""
    hand = deal.hands[seat]
    if kind is WinKind.SELF_DRAW:
        left = hand.without(tile)
        hand = left[0] if left else hand
    page = play_of(deal)
    actor = seat if source is None else deal.step.actor
    seats = public_seats(deal)
    if kind is WinKind.ROBBED_KONG and source is not None:
        seats = _kong_undone(deal, seats)
    return Win(
        seat=seat,
        tile=tile,
        kind=kind,
        concealed=hand.tiles,
        seats=seats,
        source=source,
        entry=EntryCause(deal.entries[actor] or EntryCause.INITIAL),
        dealer=deal.dealer,
        effects=page.effects(deal),
        situation=page.situation(deal, seat, tile, kind),
        wild=state(deal).wild,
    )


def _kong_undone(
    deal: Deal, seats: tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]
) -> tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]:
    """The robbed meld is a pung still."""
    where = deal.step
    if where.owner is None or where.meld is None:
        return seats
    before = seats[where.owner]
    melds = list(before.melds)
    melds[where.meld] = play_of(deal).pung_again(melds[where.meld])
    robbed = PublicSeat(before.status, tuple(melds), before.flowers, before.team, before.marks)
    return four(robbed if seat is where.owner else seats[seat] for seat in SEATS)


def plain_situation(deal: Deal, seat: Seat, kind: WinKind) -> tuple[str, ...]:
    """The words that every page may look at."""
    page = state(deal)
    words: list[str] = []
    if not page.disturbed:
        own = sum(thrower is seat for thrower, _ in page.thrown)
        if kind is WinKind.SELF_DRAW and not own and page.drawn[seat] <= (seat is not deal.dealer):
            words.append(FIRST_TURN)
        if kind is WinKind.DISCARD and len(page.thrown) == 1:
            words.append(FIRST_DISCARD)
    if not drawable(deal):
        words.append(LAST_TILE)
    if kind is WinKind.SELF_DRAW and deal.entries[seat] == EntryCause.KONG:
        words += _kong_words(deal, seat)
    return tuple(words)


def _kong_words(deal: Deal, seat: Seat) -> Iterator[str]:
    """Who fed the kong whose replacement is in hand, and how many in a row."""
    page = state(deal)
    last = next((b for b in reversed(page.booked) if b.kind is not None), None)
    if last is not None and last.seat is seat and last.kind is MeldKind.EXPOSED_KONG:
        yield f"{FED}{last.source}"
    if page.kongs_running > 1:
        yield f"{KONGS}{page.kongs_running}"


def judged(deal: Deal, win: Win) -> ScoredWin | Refusal:
    """The page's judgement of a win with known tiles, kept with the deal."""
    memo = deal.__dict__.setdefault("_judged", {})
    key = (win.seat, win.tile, win.kind)
    if key not in memo:
        memo[key] = deal.rules.judge(win, deal.options)
    found: ScoredWin | Refusal = memo[key]
    return found


def no_win(deal: Deal, win: Win) -> Objection | None:
    """Why the seat may not win so; None when it may, or when hidden tiles allow it."""
    seat = win.seat
    status = deal.statuses[seat]
    if status is Status.DEAD_HAND:
        return Objection("相公不能胡牌", "a dead hand may not win", "†")
    if status is not Status.PLAYING:
        return Objection(f"{seat}已不在行牌", f"{seat} no longer plays", "†")
    page = play_of(deal)
    refused = page.refuses_win(deal, win)
    if refused:
        return refused
    if win.is_known or win.is_flower_win:
        verdict = judged(deal, win)
        if isinstance(verdict, Refusal):
            return Objection(verdict.reason.zh, verdict.reason.en, verdict.clause)
        return _barred(deal, seat, verdict)
    return page.implausible(deal, win)


def can_win(deal: Deal, win: Win) -> bool:
    """Whether a hand that is wholly known wins so."""
    return win.is_known and no_win(deal, win) is None


def _barred(deal: Deal, seat: Seat, verdict: ScoredWin) -> Objection | None:
    barred = state(deal).barred[seat]
    bar = terms(deal).bar
    if bar == "none" or barred is None or (bar == "less" and verdict.points > barred):
        return None
    return Objection(
        "弃胡之后未摸牌，不能再胡",
        "after a declined win nothing may be won before the next tile",
        play_of(deal).clauses.bar,
    )


def bar(draft: Draft, seat: Seat, worth: Fraction) -> None:
    """A declined win bars the seat up to its worth."""
    barred = state(draft).barred
    before = barred[seat]
    set_page(draft, barred=set_of(barred, seat, worth if before is None else max(before, worth)))


def bar_those_who_could(
    draft: Draft, kind: WinKind, source: Seat, tile: Tile, but: tuple[Seat, ...] = ()
) -> None:
    """Seats with known hands that let this tile go by."""
    deal = draft.base
    if terms(deal).bar == "none":
        return
    for seat in SEATS:
        if seat is source or seat in but or not deal.hands[seat].is_known:
            continue
        if deal.statuses[seat] is Status.PLAYING:
            verdict = judged(deal, facts(deal, seat, tile, kind, source))
            if isinstance(verdict, ScoredWin):
                bar(draft, seat, verdict.points)


def book_win(draft: Draft, event: Won, wins: tuple[Win, ...]) -> None:
    """Winners stop; the wins are kept as they stand, to be settled in the end."""
    draft.wins.extend(wins)
    for seat in event.seats:
        draft.statuses[seat] = Status.WON
    batch = Batch(event.seats, event.source, event.kind, event.tile)
    set_page(draft, batches=(*state(draft).batches, batch), disturbed=True)
    play_of(draft).on_win(draft, batch)
    after_win(draft, batch)


def after_win(draft: Draft, batch: Batch) -> None:
    """What follows a booked win: birds, the end, or play."""
    page = play_of(draft)
    won = sum(len(b.seats) for b in state(draft).batches)
    if won >= terms(draft).winners or len(playing(draft)) < 2:
        wanted = page.birds(draft) if len(state(draft).batches) == 1 else 0
        if min(wanted, draft.wall.drawable) > 0:
            draft.step = step(Stage.BIRDS, batch.seats[0], owed=min(wanted, draft.wall.drawable))
        else:
            finish(draft, page.end_by_win(draft))
    else:
        go_on(draft, batch.seats[-1])


def playing(deal: Deal | Draft) -> tuple[Seat, ...]:
    """Seats still in play."""
    return tuple(seat for seat in SEATS if deal.statuses[seat] in PLAYING)


def go_on(draft: Draft, seat: Seat) -> None:
    """The seat's turn is over: the next seat that plays is to draw."""
    for steps in range(1, 5):
        other = seat.offset(steps)
        if draft.statuses[other] in PLAYING:
            play_of(draft).before_draw(draft, other)
            return
    finish(draft, "one_left")


def finish(draft: Draft, reason: str) -> None:
    """The deal is over; hands are opened and it is settled."""
    draft.ended = reason
    draft.step = step(Stage.OPENING, draft.dealer)
    play_of(draft).on_end(draft, reason)


def entered(draft: Draft, seat: Seat, entry: EntryCause, tile: Tile | None) -> None:
    """The seat has a new tile and acts; what barred it is over."""
    draft.entries[seat] = entry
    page = state(draft)
    if page.barred[seat] is not None:
        set_page(draft, barred=set_of(page.barred, seat, None))
    draft.step = step(Stage.ACT, seat, entry=entry, tile=tile)
