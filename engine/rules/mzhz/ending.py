"""猫抓耗子: hands open, everything claimed is judged again, and the deal is
settled (D2.26, D4.(七), D6.3; mzhz §11.4, §13, §15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Event, HandOpened, Penalised, Settled, Voided
from engine.flow import JudgedWin, Objection, Settlement
from engine.play.checks import opened_objection
from engine.rules.mzhz.aftermath import end_reason, finish, go_on
from engine.rules.mzhz.state import (
    DEFAULT_TEAMS,
    WINDS,
    FalseWin,
    Stage,
    Teams,
    set_page,
    state,
    step,
)  # fmt: skip
from engine.rules.mzhz.wins import public_seats
from engine.ruleset import DealResult, ReadyCheck, ReadyResult
from engine.seat import SEATS, Seat
from engine.view import Status, Text
from engine.win import Refusal, ScoredWin, Win

DEAD_HAND, WRONG_CLAIM, FALSE_WIN, CHEATING = "dead_hand", "wrong_claim", "false_win", "cheating"
LIGHT = (DEAD_HAND, WRONG_CLAIM)
"""Breaches after which the seat plays on but may not win (D6.1, D6.2)."""
GRAVE = (FALSE_WIN, CHEATING)
"""Breaches that stop the seat and cost 64 and more to each (D6.3, D6.4)."""


def completed(deal: Deal, win: Win) -> Win:
    """The win with the hand that was opened since."""
    hand = deal.hands[win.seat]
    return replace(win, concealed=hand.known) if hand.is_known else win


def judge_wins(deal: Deal) -> tuple[JudgedWin, ...]:
    """All booked wins in order, judged as far as their hands are known."""
    called = {wrong.seat for wrong in state(deal).false_wins}
    out: list[JudgedWin] = []
    for booked in deal.wins:
        win = completed(deal, booked)
        if deal.options.on("effects_retroactive"):
            win = replace(win, effects=state(deal).effects)
        if win.seat in called:
            why = Refusal(Text("诈胡", "called a false win"), "D2.27")
            out.append(JudgedWin(win, None, why, ()))
        elif not (win.is_known or win.is_flower_win):
            out.append(JudgedWin(win, None, None, ()))
        else:
            verdict = deal.rules.judge(win, deal.options)
            if isinstance(verdict, ScoredWin):
                rows = deal.rules.pay(verdict, deal.options)
                out.append(JudgedWin(win, verdict, None, rows))
            else:
                out.append(JudgedWin(win, None, verdict, ()))
    return tuple(out)


def final_teams(deal: Deal) -> Teams | None:
    """The pairs by which the deal is booked; never grouped means the default."""
    teams = state(deal).teams
    if teams is None and deal.options["mode"] == WINDS:
        return DEFAULT_TEAMS
    return teams


def settlement(deal: Deal) -> Settlement:
    """The deal's rows so far, and what is still missing."""
    judged = judge_wins(deal)
    rows = [row for item in judged for row in item.rows]
    missing = [_unopened(item.win.seat) for item in judged if not item.scored and not item.refused]
    wrong = list(state(deal).false_wins)
    called = {item.seat for item in wrong}
    for item in judged:
        if item.refused and item.win.seat not in called:
            wrong.append(_late_false_win(item.win))
    teams = final_teams(deal)
    for false in wrong:
        rows += deal.rules.judging.false_win(
            false.seat, false.unwon, false.effects, teams, deal.options
        )
    ready: ReadyResult | None = None
    if deal.ended == "exhausted":
        ready = _ready_check(deal, missing)
        if ready is not None:
            rows += ready.rows
    first: tuple[Seat, ...] = ()
    source: Seat | None = None
    offenders = {item.seat for item in wrong}
    for batch in state(deal).batches:
        first = tuple(seat for seat in batch.seats if seat not in offenders)
        if first:
            source = batch.source
            break
    return Settlement(
        tuple(rows),
        deal.rules.judging.deal_scores(DealResult(tuple(rows), teams), deal.options),
        deal.rules.judging.next_dealer(deal.dealer, first, source),
        deal.ended,
        tuple(missing),
        judged,
        tuple(ready.ready.values()) if ready else (),
    )


def _unopened(seat: Seat) -> Text:
    return Text(f"{seat}的手牌尚未亮明", f"the hand of {seat} is not open yet")


def _late_false_win(win: Win) -> FalseWin:
    """A win that the opened hand does not bear out (诈胡), as of its moment."""
    playing = (Status.PLAYING, Status.DEAD_HAND)
    unwon = frozenset(s for s in SEATS if s is not win.seat and win.seats[s].status in playing)
    return FalseWin(win.seat, unwon, win.effects)


def _ready_check(deal: Deal, missing: list[Text]) -> ReadyResult | None:
    taking_part = deal.active_seats
    hidden = [seat for seat in taking_part if not deal.hands[seat].is_known]
    if hidden:
        missing += [_unopened(seat) for seat in hidden]
        return None
    page = state(deal)
    seats = public_seats(deal)
    teams = final_teams(deal)
    if teams is not None:
        a, b, c, d = (replace(seats[s], team=teams[s]) for s in SEATS)
        seats = (a, b, c, d)
    check = ReadyCheck(
        {seat: deal.hands[seat].known for seat in taking_part},
        seats, page.bonus, deal.dealer, page.effects,
    )  # fmt: skip
    return deal.rules.ready_check(check, deal.options)


def seats_to_open(deal: Deal) -> tuple[Seat, ...]:
    """Whose hands the settlement hangs on."""
    winners = {win.seat for win in deal.wins if not win.is_flower_win}
    return tuple(
        seat
        for seat in SEATS
        if not deal.opened[seat]
        and (seat in winners or (deal.ended == "exhausted" and deal.active(seat)))
    )


def check_opening(deal: Deal, event: Event) -> Objection | None:
    """After the end hands are laid open, and then the deal is settled."""
    if isinstance(event, HandOpened):
        return opened_objection(deal, event, "D2.2; D4.一", "D4.一")
    if isinstance(event, Settled):
        made = deal.settlement()
        if (event.rows, event.net, event.next_dealer) != (made.rows, made.net, made.next_dealer):
            return Objection("结算不符", "the settlement is another", "D4.(六)")
        return None
    return Objection("本盘已结束", "the deal is over", "D2.1", False)


def apply_opening(draft: Draft, event: Event) -> None:
    if isinstance(event, HandOpened):
        draft.open_hand(event.seat, event.tiles)
    else:
        draft.step = step(Stage.OVER, draft.dealer)


def opening_candidates(deal: Deal) -> Iterator[Event]:
    """Hands still to be opened; hidden tiles of them as `?`."""
    for seat in seats_to_open(deal):
        yield HandOpened(seat, deal.hands[seat].tiles)
    made = deal.settlement()
    if not made.missing:
        yield Settled(made.rows, made.net, made.next_dealer, made.reason)


def check_breach(deal: Deal, event: Penalised) -> Objection | None:
    """A breach that the table calls (D6)."""
    if event.kind not in (*LIGHT, *GRAVE):
        return Objection("没有这种违规", "no such breach", "D6")
    if not deal.hands[event.seat].count:
        return Objection("尚未抓牌", "the hands are not dealt yet", "D6")
    if deal.active(event.seat):
        return None
    if event.kind in GRAVE and deal.ended and deal.statuses[event.seat] is Status.WON:
        return None
    return Objection(f"{event.seat}已不在行牌", f"{event.seat} no longer plays", "D6.1")


def apply_breach(draft: Draft, event: Penalised) -> None:
    deal = draft.base
    seat = event.seat
    if event.kind in LIGHT:
        draft.statuses[seat] = Status.DEAD_HAND
        if event.detail.isdigit():
            draft.recount(seat, int(event.detail))
        return
    booked = next((win for win in deal.wins if win.seat is seat), None)
    if booked is not None:
        wrong = _late_false_win(booked)
    else:
        unwon = frozenset(other for other in deal.active_seats if other is not seat)
        wrong = FalseWin(seat, unwon, state(draft).effects)
        draft.statuses[seat] = Status.OUT
    page = state(draft)
    set_page(
        draft,
        false_wins=(*page.false_wins, wrong),
        ingots=tuple(other for other in page.ingots if other is not seat),
    )
    if deal.ended:
        return
    reason = "false_win" if deal.options.on("false_win_ends_deal") else end_reason(draft)
    if reason:
        finish(draft, reason)
    elif deal.step.actor is seat and deal.step.stage not in (Stage.DISCARD, Stage.REMOVE):
        go_on(draft, seat)


def check_void(deal: Deal, event: Voided) -> Objection | None:
    if deal.step.stage == Stage.OVER:
        return Objection("本盘已结算", "the deal is settled", "D2.1")
    return None


def apply_void(draft: Draft) -> None:
    draft.ended = "void"
    draft.step = step(Stage.OVER, draft.dealer)
