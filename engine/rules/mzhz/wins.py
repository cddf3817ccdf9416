"""猫抓耗子: who may win on what, and how a win is booked (D4.一 to D4.(四), D4.(八),
mzhz §8, §12)."""

from __future__ import annotations

from engine.deal import Deal
from engine.draft import Draft
from engine.events import WinKind, Won
from engine.flow import Objection
from engine.rules.mzhz.grouping import first_win
from engine.rules.mzhz.state import (
    SOLO,
    WINDS,
    Batch,
    bar,
    from_payer,
    set_page,
    state,
)  # fmt: skip
from engine.seat import SEATS, Seat
from engine.tile import FLOWERS, Tile
from engine.view import Status
from engine.win import EntryCause, PublicSeat, ScoredWin, Win
from engine.win import Refusal as NoWin

FLOWER_KINDS = (WinKind.SEVEN_FLOWERS, WinKind.EIGHT_FLOWERS)


def public_seats(deal: Deal | Draft) -> tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]:
    """The public state of seats A…D now."""
    memo = getattr(deal, "__dict__", None)  # a deal never changes; a draft does
    if memo is not None and "_public" in memo:
        kept: tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat] = memo["_public"]
        return kept
    page = state(deal)
    a, b, c, d = (
        PublicSeat(
            deal.statuses[seat],
            deal.melds[seat],
            page.credited[seat],
            page.teams[seat] if page.teams else None,
        )
        for seat in SEATS
    )
    if memo is not None:
        memo["_public"] = (a, b, c, d)
    return a, b, c, d


def facts(
    deal: Deal,
    seat: Seat,
    tile: Tile,
    kind: WinKind,
    source: Seat | None,
    stands_for: Tile | None = None,
) -> Win:
    """What stands on the table when `seat` wins on `tile` now."""
    hand = deal.hands[seat]
    if kind is WinKind.SELF_DRAW:
        left = hand.without(tile)
        hand = left[0] if left else hand
    page = state(deal)
    seats = list(public_seats(deal))
    if kind in FLOWER_KINDS and tile in seats[seat].flowers:
        laid = tuple(f for f in seats[seat].flowers if f != tile)
        seats[seat] = PublicSeat(seats[seat].status, seats[seat].melds, laid, seats[seat].team)
    actor = seat if source is None or kind is WinKind.SELF_DRAW else deal.step.actor
    entry = deal.entries[actor] or EntryCause.INITIAL
    return Win(
        seat=seat,
        tile=tile,
        kind=kind,
        concealed=hand.tiles,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        source=source,
        stands_for=stands_for,
        entry=EntryCause(entry),
        bonus=page.bonus,
        dealer=deal.dealer,
        effects=page.effects,
    )


def judged(deal: Deal, win: Win) -> ScoredWin | NoWin:
    """The page's judgement of a win with known tiles, kept with the deal."""
    memo = deal.__dict__.setdefault("_judged", {})
    key = (win.seat, win.tile, win.kind, win.stands_for)
    if key not in memo:
        memo[key] = deal.rules.judge(win, deal.options)
    found: ScoredWin | NoWin = memo[key]
    return found


def known_total(deal: Deal, win: Win) -> int | None:
    """The win's fans where its tiles are known, else None."""
    if not (win.is_known or win.is_flower_win):
        return None
    verdict = judged(deal, win)
    return verdict.total if isinstance(verdict, ScoredWin) else None


def no_win(deal: Deal, win: Win, claimed: int | None = None) -> Objection | None:
    """Why the seat may not win so; None when it may, or when hidden tiles allow it.

    `claimed`: the fans that the winner named, for a hand that is hidden.
    """
    seat = win.seat
    status = deal.statuses[seat]
    if status is Status.DEAD_HAND:
        return Objection("相公本盘不能胡牌", "a dead hand may not win in this deal", "D6.1")
    if status is not Status.PLAYING:
        return Objection(f"{seat}已不在行牌", f"{seat} no longer plays", "D4.(四)")
    if win.tile.is_joker and win.kind is WinKind.DISCARD and not deal.options.on("win_on_joker"):
        return Objection("不能胡打出的百搭", "a discarded joker may not be won on", "D3.八")
    if win.is_known or win.is_flower_win:
        verdict = judged(deal, win)
        if isinstance(verdict, NoWin):
            return Objection(verdict.reason.zh, verdict.reason.en, verdict.clause)
        return _barred(deal, seat, verdict.total)
    return _implausible(deal, win) or _barred(deal, seat, claimed)


def _barred(deal: Deal, seat: Seat, total: int | None) -> Objection | None:
    """过胡: nothing worth as little as a declined win before the next 进张."""
    if total is None or not passes_bar(deal) or total > state(deal).barred[seat]:
        return None
    return Objection(
        "过胡后未进张，不能胡等于或小于该番数的牌",
        "after a declined win nothing worth as little may be won before the next 进张",
        "D4.(八)",
    )


def _implausible(deal: Deal, win: Win) -> Objection | None:
    """What the known part of a hidden hand alone rules out."""
    known = [tile for tile in win.concealed if tile.is_known]
    if any(not (tile.is_number or tile.is_joker) for tile in (*known, win.tile)):
        return Objection(
            "立牌中不能有花牌、辅牌、风牌", "no flower, helper or wind in the hand", "D4.二.(二)4"
        )
    suits = {tile.suit for tile in (*known, win.tile) if tile.is_number}
    suits |= {meld.tile.suit for meld in win.melds if meld.tile.is_number}
    if len(suits) > 2:
        return Objection("未打缺", "all three suits are in the hand", "D2.23")
    jokers = sum(tile.is_joker for tile in (*known, win.tile))
    if jokers > (1 if win.melds else 2):
        return Objection("立牌中百搭过多", "too many jokers in the hand", "D4.二.(二)2")
    return None


def passes_bar(deal: Deal | Draft) -> bool:
    """Whether a declined win bars later ones (过胡) in this deal."""
    options = deal.options if isinstance(deal, Deal) else deal.base.options
    rule = options["pass_rule"]
    return rule == "always" or (rule == "mode" and options["mode"] == SOLO)


def bar_those_who_could(draft: Draft, deal: Deal, kind: WinKind, source: Seat, tile: Tile,
                        but: tuple[Seat, ...] = ()) -> None:  # fmt: skip
    """Seats with known hands that let this tile go by are barred up to its worth."""
    if not passes_bar(deal):
        return
    fixed = deal.step.tile if kind is WinKind.ROBBED_KONG and tile.is_joker else None
    for seat in SEATS:
        hand = deal.hands[seat]
        if seat is source or seat in but or not hand.is_known:
            continue
        if deal.statuses[seat] is not Status.PLAYING:
            continue
        verdict = judged(deal, facts(deal, seat, tile, kind, source, fixed))
        if isinstance(verdict, ScoredWin):
            bar(draft, seat, verdict.total)


def flower_winner(
    deal: Deal | Draft, layer: Seat, tile: Tile, before: tuple[Tile, ...]
) -> tuple[Seat, WinKind, Seat | None] | None:
    """Who may win on a flower being laid, how, and who pays (mzhz §9.2).

    `before`: the kinds credited to the layer before this tile.
    """
    page = state(deal)
    own = set(before)
    if tile in own:
        return None
    if len(own) == len(FLOWERS) - 1:
        return layer, WinKind.EIGHT_FLOWERS, None
    for seat in from_payer(layer, SEATS):
        kinds = set(page.credited[seat])
        if seat is not layer and len(kinds) == len(FLOWERS) - 1 and tile not in kinds:
            return seat, WinKind.SEVEN_FLOWERS, layer
    if len(own) == len(FLOWERS) - 2:
        (other,) = set(FLOWERS) - own - {tile}
        for seat in from_payer(layer, SEATS):
            if seat is not layer and other in page.credited[seat]:
                return layer, WinKind.SEVEN_FLOWERS, seat
    return None


def book_win(draft: Draft, deal: Deal, event: Won, wins: tuple[Win, ...]) -> None:
    """Winners stop; the wins are kept as they stand, to be settled in the end."""
    page = state(draft)
    draft.wins.extend(wins)
    for seat in event.seats:
        draft.statuses[seat] = Status.WON
    batch = Batch(event.seats, event.source, event.kind, page.teams is not None)
    first = not page.batches
    set_page(
        draft,
        batches=(*page.batches, batch),
        ingots=tuple(seat for seat in page.ingots if seat not in event.seats),
    )
    if first and deal.options["mode"] == WINDS:
        set_page(draft, anchor=first_win(page.anchor, event.seats[0]))
