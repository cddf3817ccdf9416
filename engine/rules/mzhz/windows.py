"""猫抓耗子: claims on a discard, a kong, a swap or a flower, with their order
(D3.十四, D4.(四), D4.(五)4 and 18; mzhz §6.1 to §6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.deal import Deal
from engine.draft import Draft, without_last
from engine.events import (
    Acted,
    Declined,
    DrawCause,
    Drew,
    End,
    Event,
    Konged,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.flow import Objection
from engine.meld import Meld, MeldKind
from engine.rules.mzhz.actions import SWAP_TAKE
from engine.rules.mzhz.opening import round_passed
from engine.rules.mzhz.state import (
    Stage,
    bar,
    entered,
    from_payer,
    set_page,
    state,
    step,
)  # fmt: skip
from engine.rules.mzhz.wins import (
    after_win,
    bar_those_who_could,
    book_win,
    facts,
    flower_winner,
    go_on,
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
