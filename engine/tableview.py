"""The match as a screen may show it: no hidden tile, no wait, ever.

`table_view(match)` is a pure function of the match; everything a person reads
comes in both languages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from engine.deal import Deal
from engine.entering import Choice, beginning, choices
from engine.events import (
    Corrected,
    DealBegan,
    Drew,
    Entry,
    Event,
    FlowersPassed,
    HandOpened,
    PaymentRow,
)  # fmt: skip
from engine.flow import JudgedWin
from engine.match import Match
from engine.seat import SEATS, Seat
from engine.standing import Standing, advance
from engine.tile import Tile
from engine.timeline import newest_first
from engine.view import (
    Happening,
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
from engine.win import ScoredWin
from engine.wording import WIN_KINDS, describe, word

LOG_LINES = 12
ZERO = (Fraction(0),) * 4
NO_WALL = WallView(0, 0, ((), (), (), ()))


SURE = 0.8
"""Below this confidence what was read is in doubt."""


def table_view(
    match: Match, health: Iterable[Health] = (), *, all_hands: bool = False
) -> TableView:
    """All that may be shown of the match now.

    `all_hands`: for looking back over it, show what the books know of each hand.
    """
    standing = match.standing
    deal = standing.deal
    discrepancy = match.discrepancy
    log = _log(match)
    wins = _wins(match, deal) if deal else ()
    seats = _seats(match, standing, deal)
    if all_hands and deal is not None:
        a, b, c, d = (replace(seat, opened=deal.hands[seat.seat].tiles) for seat in seats)
        seats = (a, b, c, d)
    return TableView(
        seq=match.last_seq,
        rules=match.rules.names,
        deal=deal.number if deal else 0,
        phase=_phase(standing),
        dealer=deal.dealer if deal else standing.dealer,
        seats=seats,
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
        deals=standing.ledger.deals,
        options=tuple(match.options.items()),
        choices=_choices(match, standing),
        history=_history(match),
        books=standing.evening,
        page=match.rules.id,
        kinds=tuple(sorted(match.rules.tiles(match.options))),
        misfits=tuple(
            _line(match, match.entries[bad.item.seq - 1], bad.item.event) for bad in match.illegal
        ),
        unit=match.rules.unit,
        standing=_over(match, standing),
    )


def _choices(match: Match, standing: Standing) -> tuple[Choice, ...]:
    if standing.is_between or standing.deal is None:
        return (beginning(match.next_deal, match.players),)
    return choices(standing.deal, match.players)


def _history(match: Match) -> tuple[Happening, ...]:
    """What counts since the deal began, draws and passes left out."""
    found: list[Happening] = []
    for item in reversed(match.items):
        if not isinstance(item.event, Drew | FlowersPassed):
            found.append(
                Happening(_line(match, match.entries[item.seq - 1], item.event), item.event)
            )
        if isinstance(item.event, DealBegan):
            break
    return tuple(reversed(found))


def _over(match: Match, standing: Standing) -> tuple[Text, ...]:
    """What stands over the running deal; between deals, over the next one."""
    if standing.deal is not None and standing.is_between:
        standing = advance(standing, match.next_deal)
    return standing.deal.flow.standing(standing.deal) if standing.deal else ()


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
        said=deal.flow.said(deal, seat),
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


def _wins(match: Match, deal: Deal) -> tuple[WinView, ...]:
    """All booked wins; a hand not open yet makes its win pending."""
    opened: dict[Seat, Entry] = {}
    for item in reversed(match.items):
        if isinstance(item.event, DealBegan):
            break
        if isinstance(item.event, HandOpened):
            opened[item.event.seat] = match.entries[item.seq - 1]
    wins = deal.settlement().wins
    return tuple(_win(match, deal, item, opened.get(item.win.seat)) for item in wins)


def _win(match: Match, deal: Deal, item: JudgedWin, opened: Entry | None) -> WinView:
    win, scored = item.win, item.scored
    kind = WIN_KINDS[win.kind]
    shown = deal.is_over or deal.opened[win.seat]
    read = WinView(
        win.seat, win.source, kind, win.tile, item.refused is None,
        hand=win.concealed if shown and win.is_known else (),
        hand_entry=opened.seq if opened else None,
        sure=opened is None or opened.confidence >= SURE,
    )  # fmt: skip
    if item.refused is not None:
        why = item.refused.reason
        said = Text(f"{kind.zh}（诈胡：{why.zh}）", f"{kind.en} (false win: {why.en})")
        return replace(read, kind=said, refused=why)
    if scored is None or not shown:
        return read
    return replace(
        read,
        pending=False,
        groups=scored.groups(),
        fans=scored.lines(),
        excluded=scored.excluded_lines(),
        total=scored.total,
        points=scored.points,
        payments=_win_rows(match, deal, scored, item.rows),
    )


def _rows(deal: Deal, rows: Iterable[PaymentRow]) -> tuple[PaymentView, ...]:
    return tuple(
        PaymentView(row.payer, row.payee, row.amount, word(deal.flow, row.cause)) for row in rows
    )


def _win_rows(
    match: Match, deal: Deal, scored: ScoredWin, rows: Iterable[PaymentRow]
) -> tuple[PaymentView, ...]:
    """The rows of a win, each with the marks but for which it would be another amount."""
    return tuple(
        replace(view, marks=_marks(match, deal, scored, row))
        for view, row in zip(_rows(deal, rows), rows, strict=True)
    )


def _marks(
    match: Match, deal: Deal, scored: ScoredWin, row: PaymentRow
) -> tuple[tuple[Seat, Text], ...]:
    win = scored.win
    between = [e for e in win.effects if {e.user, e.target} == {row.payer, row.payee}]
    found = []
    for effect in dict.fromkeys(between):
        rest = tuple(e for e in win.effects if e != effect)
        without = replace(scored, win=replace(win, effects=rest))
        others = [(r.payer, r.payee, r.amount) for r in match.rules.pay(without, deal.options)]
        if (row.payer, row.payee, row.amount) not in others:
            found += [(effect.user, word(deal.flow, effect.kind))] * between.count(effect)
    return tuple(found)


def _payments(deal: Deal | None) -> tuple[PaymentView, ...]:
    return _rows(deal, deal.settlement().rows) if deal is not None else ()


def _log(match: Match) -> tuple[LogLine, ...]:
    """The latest entries worth telling; draws and passes are left out."""
    told: list[LogLine] = []
    for entry, counts in newest_first(match.entries):
        if not isinstance(entry.event, Drew | FlowersPassed):
            told.append(_line(match, entry, entry.event, corrected=not counts))
            if len(told) == LOG_LINES:
                break
    return tuple(reversed(told))


def _line(match: Match, entry: Entry, event: Event, *, corrected: bool = False) -> LogLine:
    return LogLine(
        entry.seq,
        _public_text(match, event),
        getattr(event, "seat", None),
        corrected and not isinstance(event, Corrected),
        entry.source.value,
        entry.confidence,
    )


def _public_text(match: Match, event: Event) -> Text:
    flow = match.deal.flow if match.deal else None
    return describe(event, match.players, flow, match.rules.options)
