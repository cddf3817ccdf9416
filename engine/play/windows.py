"""Claims on a discard or an added kong, with their order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Chowed, Declined, Event, Konged, Punged, WinKind, Won
from engine.flow import Objection
from engine.meld import Meld, MeldKind
from engine.play.money import stand_kong
from engine.play.state import (
    Stage,
    drawable,
    from_payer,
    play_of,
    set_page,
    step,
    terms,
)  # fmt: skip
from engine.play.wins import (
    bar,
    bar_those_who_could,
    book_win,
    facts,
    go_on,
    judged,
    no_win,
    playing,
)  # fmt: skip
from engine.seat import Seat
from engine.tile import KINDS, Tile
from engine.view import Status
from engine.win import EntryCause, ScoredWin, Win

KINDS_OF_WIN = {Stage.DISCARD: WinKind.DISCARD, Stage.KONG: WinKind.ROBBED_KONG}


def _kind(deal: Deal) -> WinKind:
    return KINDS_OF_WIN[Stage(deal.step.stage)]


def _tile(deal: Deal) -> Tile:
    tile = deal.step.tile
    assert tile is not None
    return tile


def _others(deal: Deal) -> tuple[Seat, ...]:
    """Seats that may answer, in the order of play after the actor."""
    actor = deal.step.actor
    return from_payer(actor, tuple(s for s in playing(deal) if s is not actor))


def _facts(deal: Deal, seat: Seat) -> Win:
    return facts(deal, seat, _tile(deal), _kind(deal), deal.step.actor)


def check_window(deal: Deal, event: Event) -> Objection | None:
    """Whether the open window on a tile admits this claim."""
    page = play_of(deal)
    if isinstance(event, Won):
        return _check_won(deal, event)
    if isinstance(event, Declined):
        if event.seat not in _others(deal) or event.tile != _tile(deal):
            return Objection("没有可胡的牌", "there is nothing to decline", page.clauses.bar)
        return _no_claimed_win(deal, event.seat)
    claim = isinstance(event, Punged | Chowed) or (
        isinstance(event, Konged) and event.kind is MeldKind.EXPOSED_KONG
    )
    if not claim:
        return Objection("等候吃、碰、杠、胡", "a claim may come", page.clauses.claims, False)
    if deal.step.stage != Stage.DISCARD:
        return Objection("此牌只能胡", "this tile may only be won on", page.clauses.claims)
    assert isinstance(event, Punged | Chowed | Konged)
    if page.compulsory(deal) and _must_win(deal):
        return Objection("能胡必须胡", "a possible win must be taken", page.clauses.compulsory)
    return _check_claim(deal, event)


def _no_claimed_win(deal: Deal, seat: Seat) -> Objection | None:
    page, here = play_of(deal), terms(deal)
    if _kind(deal) is WinKind.DISCARD and not here.win_discard:
        return Objection("只能自摸", "only self-drawn wins", page.clauses.win)
    return no_win(deal, _facts(deal, seat))


def _check_won(deal: Deal, event: Won) -> Objection | None:
    actor, clause = deal.step.actor, play_of(deal).clauses.win
    if event.kind is not _kind(deal) or event.source is not actor:
        return Objection(f"这张是{actor}的牌", f"the tile is {actor}'s", clause)
    if event.tile != _tile(deal):
        return Objection("所胡的不是这张牌", "the win is on another tile", clause)
    if not event.seats or event.seats != from_payer(actor, tuple(set(event.seats))):
        return Objection(
            "胡家按逆时针从点炮者数起", "winners stand in order from the payer", clause
        )
    if actor in event.seats:
        return Objection("不能胡自己打出的牌", "nobody wins on his own tile", clause)
    if len(event.seats) > 1 and not terms(deal).several:
        return Objection("一炮只响一家", "one tile has one winner", clause)
    for seat in event.seats:
        objection = _no_claimed_win(deal, seat)
        if objection:
            return objection
    return None


def _must_win(deal: Deal) -> bool:
    """Whether a known hand can win on the tile of the window."""
    return any(
        deal.hands[seat].is_known and _no_claimed_win(deal, seat) is None for seat in _others(deal)
    )


def _check_claim(deal: Deal, event: Chowed | Punged | Konged) -> Objection | None:
    page, here = play_of(deal), terms(deal)
    tile, actor, seat = _tile(deal), deal.step.actor, event.seat
    clause = page.clauses.claims
    word, english, allowed, size = _claim_word(event, here.chow, here.pung, here.exposed_kong)
    if not allowed:
        return Objection(f"本规则没有{word}", f"there is no {english} in these rules", clause)
    if event.source is not actor or event.tile != tile:
        return Objection(f"{word}的不是这张牌", "this is not the tile thrown", clause)
    dead = deal.statuses[seat] is Status.DEAD_HAND and page.claims_when_dead(deal, event)
    if seat is actor or not (dead or deal.statuses[seat] is Status.PLAYING):
        return Objection(f"{seat}不能{word}这张牌", f"{seat} may not claim it", clause)
    if page.frozen(deal, seat) and not (
        isinstance(event, Konged) and page.kong_when_frozen(deal, event)
    ):
        return Objection("听牌已定，不能吃碰杠", "a frozen hand claims nothing", clause)
    if not page.may_claim(deal, tile):
        return Objection("这张牌不能吃碰杠", "this tile makes no set", clause)
    if not drawable(deal) and (isinstance(event, Konged) or not here.claim_last):
        return Objection("最后一张只能胡", "the last discard may only be won on", clause)
    if isinstance(event, Chowed):
        if seat is not page.chower(deal):
            return Objection("只能吃上家的牌", "only the next seat may chow", clause)
        if tuple(sorted(event.used)) not in _chows(tile) or any(
            not page.may_claim(deal, used) for used in event.used
        ):
            return Objection("吃牌不合", "these tiles do not make the chow", clause)
    elif event.used != (tile,) * size:
        return Objection(f"{word}牌不合", "these tiles do not make the set", clause)
    if not deal.may_hold(seat, event.used):
        return Objection(f"{seat}手中没有相应的牌", f"{seat} does not hold the tiles", clause)
    return page.refuses_claim(deal, event)


def _claim_word(event: Event, chow: bool, pung: bool, kong: bool) -> tuple[str, str, bool, int]:
    if isinstance(event, Chowed):
        return "吃", "chow", chow, 2
    if isinstance(event, Punged):
        return "碰", "pung", pung, 2
    return "杠", "kong of a discard", kong, 3


def _chows(tile: Tile) -> tuple[tuple[Tile, Tile], ...]:
    """The pairs of tiles that make a chow with this one."""
    if not tile.is_number:
        return ()
    pairs = []
    for low in range(tile.rank - 2, tile.rank + 1):
        if 1 <= low <= 7:
            first = tile.index - tile.rank + low
            rest = [KINDS[first + k] for k in range(3) if KINDS[first + k] is not tile]
            pairs.append((rest[0], rest[1]))
    return tuple(pairs)


def apply_window(draft: Draft, event: Event) -> None:
    """Book a claim on the tile of the open window."""
    deal = draft.base
    actor, tile = deal.step.actor, _tile(deal)
    if isinstance(event, Won):
        _win(draft, event)
    elif isinstance(event, Declined):
        win = _facts(deal, event.seat)
        verdict = judged(deal, win) if win.is_known else None
        if isinstance(verdict, ScoredWin):
            bar(draft, event.seat, verdict.points)
        else:
            bar(draft, event.seat, play_of(draft).declined_worth(event))
    elif isinstance(event, Chowed | Punged | Konged):
        bar_those_who_could(draft, WinKind.DISCARD, actor, tile)
        draft.leave_river(actor, tile)
        for used in event.used:
            draft.give(event.seat, used)
        _lay(draft, event, actor, tile)


def _lay(draft: Draft, event: Chowed | Punged | Konged, actor: Seat, tile: Tile) -> None:
    seat = event.seat
    lying = (*event.used, tile)
    if isinstance(event, Chowed):
        meld = Meld(MeldKind.CHOW, min(lying), lying, actor, 2)
    else:
        kind = event.kind if isinstance(event, Konged) else MeldKind.PUNG
        meld = Meld(kind, tile, lying, actor, len(event.used))
    draft.add_meld(seat, meld)
    set_page(draft, disturbed=True, kongs_running=0)
    play_of(draft).on_claim(draft, seat, meld)
    if isinstance(event, Konged):
        stand_kong(draft, seat, len(draft.melds[seat]) - 1)
    else:
        draft.entries[seat] = EntryCause.HEAD
        draft.step = step(Stage.ACT_CLAIMED, seat)


def _win(draft: Draft, event: Won) -> None:
    deal = draft.base
    where, tile = deal.step, _tile(deal)
    wins = tuple(_facts(deal, seat) for seat in event.seats)
    bar_those_who_could(draft, event.kind, where.actor, tile, event.seats)
    if where.stage == Stage.DISCARD:
        draft.leave_river(where.actor, tile)
    else:
        assert where.owner is not None
        assert where.meld is not None
        kong = draft.melds[where.owner][where.meld]
        draft.set_meld(where.owner, where.meld, play_of(draft).pung_again(kong))
    draft.win_tile(event.seats[0], tile)
    book_win(draft, event, wins)


def lapse_window(deal: Deal) -> Deal | None:
    """Nobody claimed: the turn or the kong goes on."""
    if play_of(deal).compulsory(deal) and _must_win(deal):
        return None
    draft = Draft(deal)
    where = deal.step
    bar_those_who_could(draft, _kind(deal), where.actor, _tile(deal))
    if where.stage == Stage.DISCARD:
        set_page(draft, kongs_running=0)
        go_on(draft, where.actor)
    else:
        assert where.meld is not None
        stand_kong(draft, where.actor, where.meld)
    return draft.freeze(None)


def window_candidates(deal: Deal) -> Iterator[Event]:
    """Wins by every set of seats that may, then kongs, pungs and chows."""
    actor, tile, here = deal.step.actor, _tile(deal), terms(deal)
    others = _others(deal)
    able = tuple(seat for seat in others if _no_claimed_win(deal, seat) is None)
    if not here.several:
        able = play_of(deal).winner_order(deal, able)
    most = len(able) if here.several else min(1, len(able))
    for size in range(1, most + 1):
        for seats in combinations(able, size):
            yield Won(seats, tile, _kind(deal), actor)
    if here.bar != "none":
        yield from (Declined(seat, tile) for seat in able)
    if deal.step.stage != Stage.DISCARD:
        return
    for seat in others:
        yield Konged(seat, MeldKind.EXPOSED_KONG, tile, (tile,) * 3, actor)
    for seat in others:
        yield Punged(seat, actor, tile, (tile,) * 2)
    if here.chow:
        chower = play_of(deal).chower(deal)
        for used in _chows(tile):
            yield Chowed(chower, actor, tile, used)
