"""猫抓耗子: claims on a discard, a kong or a swap, with their order (D3.十四,
D4.(四), D4.(五)4; mzhz §6.1 to §6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Acted,
    Declined,
    DrawCause,
    Event,
    Konged,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.flow import Objection
from engine.meld import Meld, MeldKind
from engine.rules.mzhz.actions import SWAP_TAKE
from engine.rules.mzhz.aftermath import after_win, go_on
from engine.rules.mzhz.state import (
    Stage,
    bar,
    entered,
    from_payer,
    state,
    step,
)  # fmt: skip
from engine.rules.mzhz.wins import (
    bar_those_who_could,
    book_win,
    facts,
    judged,
    known_total,
    no_win,
)  # fmt: skip
from engine.seat import Seat
from engine.tile import JOKER, Tile
from engine.view import Status
from engine.win import EntryCause, ScoredWin, Win

KINDS_OF_WIN = {
    Stage.DISCARD: WinKind.DISCARD,
    Stage.KONG: WinKind.ROBBED_KONG,
    Stage.SWAP: WinKind.FAILED_SWAP,
}


def won_tile(deal: Deal) -> Tile:
    """The tile that a claimant of the open window would win on."""
    where = deal.step
    assert where.tile is not None
    if where.stage == Stage.KONG and where.owner is not None and where.meld is not None:
        return deal.melds[where.owner][where.meld].tiles[-1]
    return where.tile


def _stands_for(deal: Deal) -> Tile | None:
    """A joker robbed from a kong is fixed to the kong's tile (F26)."""
    fixed = deal.options["robbed_joker"] == "fixed"
    if deal.step.stage == Stage.KONG and won_tile(deal).is_joker and fixed:
        return deal.step.tile
    return None


def _others(deal: Deal) -> tuple[Seat, ...]:
    """Seats that may answer, in the order of play after the actor."""
    actor = deal.step.actor
    return from_payer(actor, tuple(s for s in deal.active_seats if s is not actor))


def check_window(deal: Deal, event: Event) -> Objection | None:
    """Whether the open window on a tile admits this claim."""
    if isinstance(event, Won):
        return _check_won(deal, event)
    if isinstance(event, Declined):
        return _check_declined(deal, event)
    if deal.step.stage == Stage.DISCARD:
        if isinstance(event, Punged):
            return _check_claim(deal, event, event.used, 2)
        if isinstance(event, Konged) and event.kind is MeldKind.EXPOSED_KONG:
            return _check_claim(deal, event, event.used, 3)
    elif isinstance(event, Punged) or (
        isinstance(event, Konged) and event.kind is MeldKind.EXPOSED_KONG
    ):
        return Objection("此牌只能胡，不能碰杠", "this tile may only be won on", "D3.八.2")
    return Objection("等候碰、杠、胡", "a claim may still come", "D3.十四", False)


def _check_won(deal: Deal, event: Won) -> Objection | None:
    kind = KINDS_OF_WIN[Stage(deal.step.stage)]
    actor = deal.step.actor
    if event.kind is not kind or event.source is not actor:
        return Objection(f"这张是{actor}的牌", f"the tile is {actor}'s", "D4.(三)2")
    if event.tile != won_tile(deal):
        return Objection("所胡的不是这张牌", "the win is on another tile", "D4.(三)2")
    if not event.seats or event.seats != from_payer(actor, tuple(set(event.seats))):
        return Objection(
            "胡家按逆时针从点炮者数起", "winners stand in order from the payer", "D4.(四)"
        )
    if actor in event.seats:
        return Objection("不能胡自己打出的牌", "nobody wins on his own tile", "D4.(三)2")
    fixed = _stands_for(deal)
    if event.stands_for not in (None, fixed) and fixed is not None:
        return Objection(
            "抢杠的百搭只作所杠之牌", "a robbed joker stands for the kong's tile", "F26"
        )
    if event.claimed and len(event.claimed) != len(event.seats):
        return Objection("番数与胡家不对应", "one fan total for each winner", "D4.一")
    for at, seat in enumerate(event.seats):
        claimed = event.claimed[at] if event.claimed else None
        objection = no_win(deal, _facts(deal, seat), claimed)
        if objection:
            return objection
    return None


def _facts(deal: Deal, seat: Seat) -> Win:
    kind = KINDS_OF_WIN[Stage(deal.step.stage)]
    return facts(deal, seat, won_tile(deal), kind, deal.step.actor, _stands_for(deal))


def _check_declined(deal: Deal, event: Declined) -> Objection | None:
    if event.seat not in _others(deal) or event.tile != won_tile(deal):
        return Objection("没有可胡的牌", "there is nothing to decline", "D4.(八)")
    return no_win(deal, _facts(deal, event.seat))


def _check_claim(
    deal: Deal, event: Punged | Konged, used: tuple[Tile, ...], size: int
) -> Objection | None:
    tile, actor, seat = deal.step.tile, deal.step.actor, event.seat
    assert tile is not None
    word = "碰" if size == 2 else "杠"
    if event.source is not actor or event.tile != tile:
        return Objection(f"{word}的不是这张牌", "this is not the tile thrown", "D2.21; D2.22")
    if seat is actor or not deal.active(seat):
        return Objection(f"{seat}不能{word}这张牌", f"{seat} may not claim it", "D2.21; D2.22")
    if deal.statuses[seat] is Status.DEAD_HAND and not deal.options.on("dead_hand_claims"):
        return Objection("相公不能碰杠", "a dead hand may not claim", "D6.1")
    if size == 2 and not deal.wall.remaining and not deal.options.on("pung_last_discard"):
        return Objection(
            "最后一张牌只能胡或明杠", "the last discard is won or konged only", "D2.26"
        )
    if len(used) != size or any(u not in (tile, JOKER) for u in used):
        return Objection(f"{word}牌不合", "these tiles do not make the set", "D2.21; F5")
    if tile.is_number and tile not in used and deal.options.on("claim_needs_natural"):
        return Objection("手中至少要有一张本牌", "one natural tile must come from the hand", "F5")
    if not deal.may_hold(seat, used):
        return Objection(
            f"{seat}手中没有相应的牌", f"{seat} does not hold the tiles for it", "D2.21; D2.22"
        )
    return None


def apply_window(draft: Draft, event: Event) -> None:
    """Book a claim on the tile of the open window."""
    deal = draft.base
    actor, tile = deal.step.actor, deal.step.tile
    assert tile is not None
    if isinstance(event, Won):
        _win(draft, event)
    elif isinstance(event, Declined):
        verdict = (
            judged(deal, _facts(deal, event.seat)) if deal.hands[event.seat].is_known else None
        )
        if isinstance(verdict, ScoredWin):
            bar(draft, event.seat, verdict.total)
        elif event.fan is not None:
            bar(draft, event.seat, event.fan)
    elif isinstance(event, Punged | Konged):
        bar_those_who_could(draft, deal, WinKind.DISCARD, actor, tile)
        draft.leave_river(actor, tile)
        for used in event.used:
            draft.give(event.seat, used)
        kind = event.kind if isinstance(event, Konged) else MeldKind.PUNG
        meld = Meld(kind, tile, (*event.used, tile), actor, len(event.used))
        draft.add_meld(event.seat, meld)
        if isinstance(event, Konged):
            draft.step = step(Stage.TAIL, event.seat, entry=DrawCause.KONG, owed=1)
        else:
            draft.entries[event.seat] = EntryCause.HEAD
            draft.step = step(Stage.ACT_CLAIMED, event.seat)


def _win(draft: Draft, event: Won) -> None:
    deal = draft.base
    where = deal.step
    tile = won_tile(deal)
    wins = tuple(_facts(deal, seat) for seat in event.seats)
    bar_those_who_could(draft, deal, event.kind, where.actor, tile, event.seats)
    if where.stage == Stage.DISCARD:
        draft.leave_river(where.actor, tile)
    else:
        assert where.owner is not None
        assert where.meld is not None
        meld = draft.melds[where.owner][where.meld]
        kind = MeldKind.PUNG if where.stage == Stage.KONG else meld.kind
        left = meld.tiles[:-1]
        draft.set_meld(
            where.owner,
            where.meld,
            Meld(kind, meld.tile, left, meld.source, meld.claimed, meld.stands_for),
        )
    draft.win_tile(event.seats[0], tile)
    book_win(draft, deal, event, wins)
    total = known_total(deal, wins[0])
    if total is None and event.claimed:
        total = event.claimed[0]
    after_win(draft, state(draft).batches[-1], total)


def lapse_window(deal: Deal) -> Deal:
    """Nobody claimed: the turn, the kong or the swap goes on."""
    draft = Draft(deal)
    where = deal.step
    kind = KINDS_OF_WIN[Stage(where.stage)]
    bar_those_who_could(draft, deal, kind, where.actor, won_tile(deal))
    if where.stage == Stage.DISCARD:
        go_on(draft, where.actor)
    elif where.stage == Stage.KONG:
        draft.step = step(Stage.TAIL, where.actor, entry=DrawCause.KONG, owed=1)
    else:
        draft.step = step(
            Stage.TAKEN, where.actor, tile=where.tile, owner=where.owner, meld=where.meld
        )
    return draft.freeze(None)


def check_taken(deal: Deal, event: Event) -> Objection | None:
    """After an unclaimed swap the joker is taken."""
    where = deal.step
    if not isinstance(event, Acted) or event.action != SWAP_TAKE:
        return Objection("换牌后取回百搭", "the joker is taken back now", "D3.八.2", False)
    if event.seat is not where.actor:
        return Objection(f"由{where.actor}取回百搭", f"{where.actor} takes the joker", "D3.八.2")
    if event.target not in (None, where.owner) or event.meld not in (None, where.meld):
        return Objection("取的不是这副牌", "the joker of another meld", "D3.八.2")
    return None


def apply_taken(draft: Draft, event: Event) -> None:
    where = draft.base.step
    assert where.owner is not None
    assert where.meld is not None
    meld = draft.melds[where.owner][where.meld]
    at = meld.tiles.index(JOKER)
    tiles = list(meld.tiles[:-1])
    tiles[at] = meld.tiles[-1]
    stands_for = tuple(pair for pair in meld.stands_for if pair[0] != at)
    draft.set_meld(
        where.owner,
        where.meld,
        Meld(meld.kind, meld.tile, tuple(tiles), meld.source, meld.claimed, stands_for),
    )
    draft.take(where.actor, JOKER)
    entered(draft, where.actor, EntryCause.SWAP, JOKER)


def taken_candidates(deal: Deal) -> Iterator[Event]:
    where = deal.step
    yield Acted(where.actor, SWAP_TAKE, (JOKER,), where.owner, where.meld)


def window_candidates(deal: Deal) -> Iterator[Event]:
    """Wins by every set of seats that may, then kongs, then pungs."""
    where = deal.step
    actor, tile = where.actor, won_tile(deal)
    kind = KINDS_OF_WIN[Stage(where.stage)]
    others = _others(deal)
    able = [seat for seat in others if no_win(deal, _facts(deal, seat)) is None]
    fixed = _stands_for(deal)
    for size in range(1, len(able) + 1):
        for seats in combinations(able, size):
            yield Won(seats, tile, kind, actor, fixed)
    for seat in able:
        yield Declined(seat, tile)
    if where.stage != Stage.DISCARD:
        return
    least = 1 if tile.is_number else 2
    if tile.is_number and not deal.options.on("claim_needs_natural"):
        least = 0
    for seat in others:
        for naturals in range(3, least - 1, -1):
            used = (tile,) * naturals + (JOKER,) * (3 - naturals)
            if tile.is_number or naturals == 3:
                yield Konged(seat, MeldKind.EXPOSED_KONG, tile, used, actor)
    for seat in others:
        for naturals in range(2, least - 1, -1):
            used = (tile,) * naturals + (JOKER,) * (2 - naturals)
            if tile.is_number or naturals == 2:
                yield Punged(seat, actor, tile, used)
