"""The match as a screen may show it: no hidden tile, no wait, ever.

`table_view(match)` is a pure function of the match; everything a person reads
comes in both languages.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.deal import Deal
from engine.events import Corrected, Drew, Entry, Event, FlowersPassed, PaymentRow
from engine.flow import JudgedWin
from engine.match import Match
from engine.replay import corrected_entries
from engine.seat import SEATS, Seat
from engine.standing import Result, Standing
from engine.tile import Tile
from engine.view import (
    DealRow,
    Health,
    LogLine,
    PaymentView,
    Phase,
    RiverTile,
    SeatView,
    Status,
    TableView,
    Text,
    WallView,
    WinView,
)  # fmt: skip
from engine.wording import WIN_KINDS, describe, word

LOG_LINES = 12
ZERO = (Fraction(0),) * 4
NO_WALL = WallView(0, 0, ((), (), (), ()))


def table_view(match: Match, health: Iterable[Health] = ()) -> TableView:
    """All that may be shown of the match now."""
    standing = match.standing
    deal = standing.deal
    discrepancy = match.discrepancy
    log = _log(match)
    wins = _wins(deal) if deal else ()
    return TableView(
        seq=match.last_seq,
        rules=match.rules.names,
        deal=deal.number if deal else 0,
        phase=_phase(standing),
        dealer=deal.dealer if deal else standing.dealer,
        seats=_seats(match, standing, deal),
        wall=_wall(deal) if deal else NO_WALL,
        dice=deal.dice if deal else None,
        indicators=deal.flow.indicators(deal) if deal else (),
        marked=deal.flow.marked(deal) if deal else (),
        last=log[-1] if log else None,
        log=log,
        wins=wins,
        payments=_payments(deal),
        questions=match.questions,
        discrepancy=discrepancy[0] if discrepancy else None,
        discrepancy_boxes=discrepancy[1] if discrepancy else (),
        health=tuple(health),
        can_undo=match.can_undo,
        deals=tuple(_deal_row(match, result) for result in standing.results),
        options=tuple(match.options.items()),
    )


def _phase(standing: Standing) -> Phase:
    if standing.deal is None:
        return Phase.IDLE
    return Phase.SETTLED if standing.is_between else standing.deal.phase


def _seats(
    match: Match, standing: Standing, deal: Deal | None
) -> tuple[SeatView, SeatView, SeatView, SeatView]:
    change = deal.settlement().net if deal is not None and not _is_void(standing) else ZERO
    a, b, c, d = (_seat(match, standing, deal, seat, change[seat]) for seat in SEATS)
    return a, b, c, d


def _is_void(standing: Standing) -> bool:
    return standing.is_between and bool(standing.results) and not standing.results[-1].settlement


def _seat(
    match: Match, standing: Standing, deal: Deal | None, seat: Seat, change: Fraction
) -> SeatView:
    live = Fraction(0) if standing.is_between else change
    score = match.rules.judging.opening_score(match.options) + standing.scores[seat] + live
    if deal is None:
        return SeatView(
            seat, match.players[seat], score, change, seat is standing.dealer, False,
            Status.PLAYING, 0, (), (), (),
        )  # fmt: skip
    running = not deal.is_over
    return SeatView(
        seat=seat,
        name=match.players[seat],
        score=score,
        change=change,
        dealer=seat is deal.dealer,
        turn=running and deal.phase in (Phase.PLAY, Phase.FLOWERS) and seat is deal.step.actor,
        status=deal.statuses[seat],
        hand_count=deal.hands[seat].count,
        river=_river(deal, seat),
        melds=deal.melds[seat],
        flowers=deal.flowers[seat],
        winning_tile=_winning_tile(deal, seat),
        opened=deal.hands[seat].known if deal.opened[seat] else None,
        team=deal.flow.team(deal, seat),
    )


def _river(deal: Deal, seat: Seat) -> tuple[RiverTile, ...]:
    """The river; its last tile is marked while it may still be claimed."""
    row = deal.rivers[seat]
    fresh = deal.step.stage == "discard" and deal.step.actor is seat
    return tuple(RiverTile(tile, last=fresh and at == len(row) - 1) for at, tile in enumerate(row))


def _winning_tile(deal: Deal, seat: Seat) -> Tile | None:
    """The tile won on; several winners on one tile each show it."""
    if deal.winning[seat] is not None:
        return deal.winning[seat]
    for win in deal.wins:
        if win.seat is seat:
            return win.tile
    return None


def _wall(deal: Deal) -> WallView:
    wall = deal.wall
    face_up = []
    for slot, tile in wall.face_up:
        place = wall.place(slot)
        if place is not None:
            face_up.append((place.seat, place.stack, tile))
    return WallView(
        wall.remaining, wall.total, wall.per_side(), tuple(face_up),
        wall.end_place(tail=False), wall.end_place(tail=True),
    )  # fmt: skip


def _wins(deal: Deal) -> tuple[WinView, ...]:
    """All booked wins; a hand not open yet makes its win pending."""
    return tuple(_win(deal, item) for item in deal.settlement().wins)


def _win(deal: Deal, item: JudgedWin) -> WinView:
    win, scored = item.win, item.scored
    kind = WIN_KINDS[win.kind]
    if item.refused is not None:
        kind = Text(f"{kind.zh}（诈胡：{item.refused.reason.zh}）",
                    f"{kind.en} (false win: {item.refused.reason.en})")  # fmt: skip
    shown = deal.is_over or deal.opened[win.seat]
    if scored is None or not shown:
        return WinView(win.seat, win.source, kind, win.tile, item.refused is None)
    return WinView(
        seat=win.seat,
        source=win.source,
        kind=kind,
        tile=win.tile,
        pending=False,
        groups=scored.groups(),
        fans=scored.lines(),
        excluded=scored.excluded_lines(),
        total=scored.total,
        points=scored.points,
        payments=_rows(deal, item.rows),
    )


def _rows(deal: Deal, rows: Iterable[PaymentRow]) -> tuple[PaymentView, ...]:
    return tuple(
        PaymentView(row.payer, row.payee, row.amount, word(deal.flow, row.cause)) for row in rows
    )


def _payments(deal: Deal | None) -> tuple[PaymentView, ...]:
    return _rows(deal, deal.settlement().rows) if deal is not None else ()


def _log(match: Match) -> tuple[LogLine, ...]:
    """The latest entries worth telling; draws and passes are left out."""
    gone = corrected_entries(match.entries)
    told: list[Entry] = []
    for entry in reversed(match.entries):
        if not isinstance(entry.event, Drew | FlowersPassed):
            told.append(entry)
            if len(told) == LOG_LINES:
                break
    return tuple(
        LogLine(
            entry.seq,
            _public_text(match, entry.event),
            getattr(entry.event, "seat", None),
            entry.seq in gone and not isinstance(entry.event, Corrected),
            entry.source.value,
            entry.confidence,
        )
        for entry in reversed(told)
    )


def _public_text(match: Match, event: Event) -> Text:
    flow = match.deal.flow if match.deal else None
    return describe(event, match.players, flow)


def _deal_row(match: Match, result: Result) -> DealRow:
    made = result.settlement
    if made is None:
        return DealRow(result.number, result.dealer, ZERO, word(result.final.flow, "void"))
    ended = word(result.final.flow, made.reason)
    zh, en = [ended.zh], [ended.en]
    for item in made.wins:
        if item.scored:
            name = match.players[item.win.seat]
            zh.append(f"{name}{item.scored.total}番")
            en.append(f"{name} {item.scored.total} fan")
    return DealRow(result.number, result.dealer, made.net, Text("，".join(zh), ", ".join(en)))
