"""Hands open, everything claimed is judged again, and the deal is settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, Event, HandOpened, PaymentRow, Penalised, Settled, Voided
from engine.flow import Action, JudgedWin, Objection, Settlement
from engine.meld import MeldKind
from engine.play.checks import opened_objection
from engine.play.money import booked_rows
from engine.play.state import Stage, play_of, set_page, state, step
from engine.play.wins import public_seats
from engine.ruleset import DealResult, ReadyCheck
from engine.seat import SEATS, Seat, four
from engine.tile import KINDS, UNKNOWN
from engine.view import Status, Text
from engine.win import ScoredWin, Win

DEAD_HAND = "dead_hand"
UNCOVER = Action("uncover", Text("亮暗杠", "uncovers a kong"), "†", "melds")
"""A concealed kong that lay face down is turned at the end."""


def judge_wins(deal: Deal) -> tuple[JudgedWin, ...]:
    """All booked wins in order, judged as far as their hands are known."""
    page = play_of(deal)
    out: list[JudgedWin] = []
    for booked in deal.wins:
        hand = deal.hands[booked.seat]
        win = replace(booked, concealed=hand.known) if hand.is_known else booked
        win = page.completed(deal, win)
        if not (win.is_known or win.is_flower_win) or _covered(deal, win.seat):
            out.append(JudgedWin(win, None, None, ()))
            continue
        verdict = deal.rules.judge(win, deal.options)
        if isinstance(verdict, ScoredWin):
            out.append(JudgedWin(win, verdict, None, page.win_rows(deal, verdict)))
        else:
            out.append(JudgedWin(win, None, verdict, ()))
    return tuple(out)


def _covered(deal: Deal, seat: Seat) -> bool:
    return any(not meld.tile.is_known for meld in deal.melds[seat])


def settlement(deal: Deal) -> Settlement:
    """The deal's rows so far, and what is still missing."""
    page = play_of(deal)
    judged = judge_wins(deal)
    rows: list[PaymentRow] = list(booked_rows(state(deal).booked))
    rows += (row for item in judged for row in item.rows)
    missing = [_unopened(item.win.seat) for item in judged if not item.scored and not item.refused]
    for item in judged:
        if item.refused:
            unwon = frozenset(s for s in SEATS if s is not item.win.seat)
            rows += deal.rules.judging.false_win(item.win.seat, unwon, (), None, deal.options)
    ready: tuple[ScoredWin, ...] = ()
    if deal.is_over and deal.ended != "void":
        hidden = [s for s in page.opens(deal) if _is_hidden(deal, s)]
        missing += [_unopened(s) for s in hidden if _unopened(s) not in missing]
        if page.checks_ready(deal) and not missing:
            check = ready_check_of(deal)
            made = deal.rules.ready_check(check, deal.options)
            rows += made.rows
            ready = tuple(made.ready.values())
        if not missing:
            rows += page.end_rows(deal, judged, ready)
    return Settlement(
        tuple(rows),
        deal.rules.judging.deal_scores(DealResult(tuple(rows), None), deal.options),
        page.next_dealer(deal, judged, ready),
        deal.ended,
        tuple(missing),
        judged,
        ready,
    )


def ready_check_of(deal: Deal) -> ReadyCheck:
    """All hands that are still in play, as the page's ready check takes them."""
    return ReadyCheck(
        {seat: deal.hands[seat].known for seat in deal.active_seats},
        public_seats(deal),
        dealer=deal.dealer,
        effects=play_of(deal).effects(deal),
        wild=state(deal).wild,
        situation=play_of(deal).ready_situation(deal),
    )


def _unopened(seat: Seat) -> Text:
    return Text(f"{seat}的手牌尚未亮明", f"the hand of {seat} is not open yet")


def _is_hidden(deal: Deal, seat: Seat) -> bool:
    return not deal.hands[seat].is_known or _covered(deal, seat)


def check_opening(deal: Deal, event: Event) -> Objection | None:
    """After the end hands are laid open, and then the deal is settled."""
    clause = play_of(deal).clauses.settle
    if isinstance(event, HandOpened):
        return opened_objection(deal, event, clause, clause)
    if isinstance(event, Acted) and event.action == UNCOVER.name:
        return _check_uncover(deal, event)
    if isinstance(event, Settled):
        made = deal.settlement()
        if (event.rows, event.net, event.next_dealer) != (made.rows, made.net, made.next_dealer):
            return Objection("结算不符", "the settlement is another", clause)
        return None
    return Objection("本盘已结束", "the deal is over", clause, False)


def _check_uncover(deal: Deal, event: Acted) -> Objection | None:
    row, at = deal.melds[event.seat], event.meld
    ok = (
        at is not None and 0 <= at < len(row) and not row[at].tile.is_known
        and len(event.tiles) == 1 and event.tiles[0].is_known
        and deal.unseen[event.tiles[0].index] >= 4
    )  # fmt: skip
    return None if ok else Objection("没有这样的暗杠", "no such covered kong", UNCOVER.clause)


def apply_opening(draft: Draft, event: Event) -> None:
    if isinstance(event, HandOpened):
        draft.open_hand(event.seat, event.tiles)
    elif isinstance(event, Acted):
        assert event.meld is not None
        meld, tile = draft.melds[event.seat][event.meld], event.tiles[0]
        for _ in range(4):
            draft.reveal(tile)
        draft.set_meld(event.seat, event.meld, replace(meld, tile=tile, tiles=(tile,) * 4))
        booked = tuple(
            replace(b, tile=tile)
            if b.seat is event.seat and b.kind is MeldKind.CONCEALED_KONG and b.tile == UNKNOWN
            else b
            for b in state(draft).booked
        )
        set_page(draft, booked=booked)
        draft.wins = [_uncovered(win, event.seat, draft) for win in draft.wins]
    else:
        draft.step = step(Stage.OVER, draft.dealer)


def _uncovered(win: Win, seat: Seat, draft: Draft) -> Win:
    """A booked win in which the seat's covered kongs are those now turned."""
    melds = tuple(
        meld if meld.tile.is_known else now
        for meld, now in zip(win.seats[seat].melds, draft.melds[seat], strict=False)
    )
    public = replace(win.seats[seat], melds=melds)
    return replace(win, seats=four(public if s is seat else win.seats[s] for s in SEATS))


def opening_candidates(deal: Deal) -> Iterator[Event]:
    """Hands still to be opened, hidden tiles of them as `?`, and covered kongs."""
    for seat in play_of(deal).opens(deal):
        if not deal.opened[seat]:
            yield HandOpened(seat, deal.hands[seat].tiles)
    for seat in SEATS:
        for at, meld in enumerate(deal.melds[seat]):
            if not meld.tile.is_known:
                for tile in KINDS:
                    if deal.unseen[tile.index] >= 4:
                        yield Acted(seat, UNCOVER.name, (tile,), meld=at)
    made = deal.settlement()
    if not made.missing:
        yield Settled(made.rows, made.net, made.next_dealer, made.reason)


def check_breach(deal: Deal, event: Penalised) -> Objection | None:
    """A breach that the table calls."""
    page = play_of(deal)
    if event.kind != DEAD_HAND and event.kind not in page.breaches:
        return Objection("没有这种违规", "no such breach", page.clauses.breach)
    if not deal.hands[event.seat].count:
        return Objection("尚未抓牌", "the hands are not dealt yet", page.clauses.breach)
    if event.kind == DEAD_HAND and deal.active(event.seat) and not deal.is_over:
        return None
    return page.refuses_breach(deal, event)


def apply_breach(draft: Draft, event: Penalised) -> None:
    if event.kind != DEAD_HAND:
        play_of(draft).on_breach(draft, event)
        return
    seat = event.seat
    draft.statuses[seat] = Status.DEAD_HAND
    if event.detail.isdigit():
        draft.recount(seat, int(event.detail))


def check_void(deal: Deal, event: Voided) -> Objection | None:
    if deal.step.stage == Stage.OVER:
        return Objection("本盘已结算", "the deal is settled", play_of(deal).clauses.settle)
    return None


def apply_void(draft: Draft) -> None:
    draft.ended = "void"
    draft.step = step(Stage.OVER, draft.dealer)
