"""What the seat on turn may do with its own tiles."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Chowed,
    Declined,
    Discarded,
    DrawCause,
    Event,
    FlowersLaid,
    Konged,
    Punged,
    WinKind,
    Won,
)  # fmt: skip
from engine.flow import Objection
from engine.meld import Meld, MeldKind
from engine.play.money import stand_kong
from engine.play.state import Stage, drawable, play_of, set_page, state, step, terms
from engine.play.wins import bar, book_win, can_win, facts, judged, no_win
from engine.seat import Seat
from engine.tile import UNKNOWN, Tile
from engine.win import ScoredWin


def check_turn(deal: Deal, event: Event) -> Objection | None:
    """Whether the seat on turn may do so."""
    page = play_of(deal)
    seat, claimed = deal.step.actor, deal.step.stage == Stage.ACT_CLAIMED
    if isinstance(event, Punged | Chowed) or (
        isinstance(event, Konged) and event.kind is MeldKind.EXPOSED_KONG
    ):
        return Objection("没有可吃碰杠的牌", "there is no tile to claim", page.clauses.claims)
    if not isinstance(event, Discarded | FlowersLaid | Konged | Won | Declined):
        return Objection(f"轮到{seat}打牌", f"it is {seat}'s turn to act", page.clauses.turn, False)
    actor = event.seats[0] if isinstance(event, Won) and event.seats else None
    actor = actor if isinstance(event, Won) else event.seat
    if actor is not seat:
        return Objection(f"轮到{seat}", f"it is {seat}'s turn", page.clauses.turn)
    if isinstance(event, Won):
        return _check_self_drawn(deal, event)
    if isinstance(event, Declined):
        return _check_self_drawn(deal, Won((seat,), event.tile, WinKind.SELF_DRAW))
    if page.compulsory(deal) and not claimed and _wins_now(deal):
        return Objection("能胡必须胡", "a possible win must be taken", page.clauses.compulsory)
    if isinstance(event, Discarded):
        return check_discard(deal, event)
    if isinstance(event, FlowersLaid):
        return check_flowers(deal, event)
    if claimed and not terms(deal).kong_after_claim:
        return Objection(
            "吃碰之后须先打出一张牌", "after a claim a tile is discarded", page.clauses.turn
        )
    return check_own_kong(deal, event)


def _wins_now(deal: Deal) -> bool:
    """Whether the known hand on turn is complete."""
    seat = deal.step.actor
    return deal.hands[seat].is_known and any(
        can_win(deal, facts(deal, seat, tile, WinKind.SELF_DRAW, None))
        for tile in _winning_tiles(deal)
    )


def _winning_tiles(deal: Deal) -> Iterator[Tile]:
    """The tile drawn, or any of the hand where none was."""
    drawn = deal.step.tile
    if drawn is not None:
        yield drawn
    else:
        yield from deal.holdable(deal.step.actor)


def lacks(deal: Deal, seat: Seat, tiles: tuple[Tile, ...], clause: str) -> Objection | None:
    """The objection that a hand cannot hold these tiles."""
    if deal.may_hold(seat, tiles):
        return None
    names = "、".join(tile.chinese for tile in tiles)
    english = ", ".join(tile.english for tile in tiles)
    return Objection(f"{seat}手中没有{names}", f"{seat} does not hold {english}", clause)


def check_discard(deal: Deal, event: Discarded) -> Objection | None:
    page, tile = play_of(deal), event.tile
    if not tile.is_known:
        return Objection(
            "要说明打出的是什么牌", "a discard is seen: name the tile", page.clauses.turn
        )
    if event.announced is not None:
        return Objection("没有这样的报牌", "there is no such announcement", page.clauses.turn)
    if tile in terms(deal).flowers:
        return Objection("花牌要补，不能打出", "a flower is laid, not thrown", page.clauses.flowers)
    drawn = deal.step.tile
    if page.frozen(deal, event.seat) and drawn is not None and tile != drawn:
        return Objection(
            "听牌已定，只能打出摸进的牌", "a frozen hand throws the tile drawn", page.clauses.ready
        )
    return page.refuses_discard(deal, event.seat, tile) or lacks(
        deal, event.seat, (tile,), page.clauses.turn
    )


def check_flowers(deal: Deal, event: FlowersLaid) -> Objection | None:
    """Whether these flowers may be laid."""
    clause = play_of(deal).clauses.flowers
    if not event.tiles or any(tile not in terms(deal).flowers for tile in event.tiles):
        return Objection("补花只能亮花牌", "only flowers are laid", clause)
    return lacks(deal, event.seat, event.tiles, clause)


def check_own_kong(deal: Deal, event: Konged) -> Objection | None:
    """Whether the seat on turn may make this kong out of its own tiles."""
    page, here = play_of(deal), terms(deal)
    clause = page.clauses.kong
    seat, tile = event.seat, event.tile
    if event.source is not None or set(event.used) != {tile}:
        return Objection("杠牌不合", "these tiles do not make the kong", clause)
    if not drawable(deal):
        return Objection("无牌可补，不能杠", "no replacement is left for a kong", clause)
    if page.frozen(deal, seat) and not page.kong_when_frozen(deal, event):
        return Objection("听牌已定，不能杠", "a frozen hand makes no kong", page.clauses.ready)
    if (refused := page.refuses_kong(deal, event)) is not None:
        return refused
    if event.kind is MeldKind.CONCEALED_KONG:
        if not here.concealed_kong or len(event.used) != 4:
            return Objection("暗杠要四张", "a concealed kong takes four tiles", clause)
        if tile.is_known and not page.may_kong_own(deal, tile):
            return Objection("这种牌不能杠", "this kind makes no kong", clause)
        if not tile.is_known:
            if here.covered_kongs and deal.hands[seat].hidden >= 4:
                return None
            return Objection("要说明杠的是什么牌", "name the kong's tile", clause)
        return lacks(deal, seat, event.used, clause)
    row, at = deal.melds[seat], event.meld
    if not here.added_kong or len(event.used) != 1 or at is None or not 0 <= at < len(row):
        return Objection("没有这副碰", "there is no such pung", clause)
    if row[at].kind is not MeldKind.PUNG or row[at].tile != tile:
        return Objection("只能在相同的碰上加杠", "only a pung of the kind is added to", clause)
    return lacks(deal, seat, event.used, clause)


def _check_self_drawn(deal: Deal, event: Won) -> Objection | None:
    seat, clause = deal.step.actor, play_of(deal).clauses.win
    if event.seats != (seat,) or event.source is not None:
        return Objection("自摸只有一家，无人点炮", "a self-drawn win has one winner", clause)
    if event.kind is WinKind.EIGHT_FLOWERS:
        return _check_all_flowers(deal, event)
    if event.kind is not WinKind.SELF_DRAW:
        return Objection("这里只能自摸", "only a self-drawn win is possible here", clause)
    if deal.step.stage == Stage.ACT_CLAIMED:
        return Objection("吃碰之后不能胡", "no win right after a claim", clause)
    drawn = deal.step.tile
    if drawn is not None and event.tile != drawn:
        return Objection(
            f"所胡应是进张{drawn.chinese}",
            f"the winning tile is the one drawn, {drawn.english}",
            clause,
        )
    lacking = lacks(deal, seat, (event.tile,), clause)
    return lacking or no_win(deal, facts(deal, seat, event.tile, event.kind, None))


def _check_all_flowers(deal: Deal, event: Won) -> Objection | None:
    laid = deal.flowers[event.seats[0]]
    here = terms(deal)
    if not here.eight_flowers or len(set(laid)) < len(here.flowers) or event.tile != laid[-1]:
        return Objection("花未齐", "not all flowers are laid", play_of(deal).clauses.flowers)
    return no_win(deal, facts(deal, event.seats[0], event.tile, event.kind, None))


def apply_turn(draft: Draft, event: Event) -> None:
    """Book what the seat on turn did."""
    deal = draft.base
    seat = deal.step.actor
    if isinstance(event, Won):
        win = facts(deal, seat, event.tile, event.kind, None)
        if event.kind is WinKind.SELF_DRAW:
            draft.give(seat, event.tile)
            draft.win_tile(seat, event.tile)
        book_win(draft, event, (win,))
        return
    if deal.step.stage == Stage.ACT and terms(deal).bar != "none":
        _bar_own_win(draft)
    if isinstance(event, Discarded):
        draft.discard(seat, event.tile)
        set_page(draft, thrown=(*state(draft).thrown, (seat, event.tile)))
        draft.step = step(Stage.DISCARD, seat, tile=event.tile, entry=draft.entries[seat])
        play_of(draft).on_discard(draft, seat, event.tile)
    elif isinstance(event, FlowersLaid):
        lay_flowers(draft, event, Stage.ACT)
    elif isinstance(event, Konged):
        _own_kong(draft, event)


def _bar_own_win(draft: Draft) -> None:
    """A self-drawn win not taken bars the seat, where the hand is known."""
    deal = draft.base
    seat, drawn = deal.step.actor, deal.step.tile
    if drawn is None or not deal.hands[seat].is_known:
        return
    verdict = judged(deal, facts(deal, seat, drawn, WinKind.SELF_DRAW, None))
    if isinstance(verdict, ScoredWin):
        bar(draft, seat, verdict.points)


def lay_flowers(draft: Draft, event: FlowersLaid, back: Stage) -> None:
    """Flowers before the hand; as many tiles are owed from the wall."""
    for tile in event.tiles:
        draft.lay_flower(event.seat, tile)
    draft.step = step(
        Stage.TAIL, event.seat, entry=DrawCause.FLOWER, owed=len(event.tiles),
        back=back if back is Stage.ROUND else "",
    )  # fmt: skip


def _own_kong(draft: Draft, event: Konged) -> None:
    seat = event.seat
    for used in event.used:
        if used.is_known:
            draft.give(seat, used)
        else:
            draft.cover(seat)
    if event.kind is MeldKind.CONCEALED_KONG:
        draft.add_meld(seat, Meld(event.kind, event.tile, event.used))
        stand_kong(draft, seat, len(draft.melds[seat]) - 1)
        return
    assert event.meld is not None
    pung = draft.melds[seat][event.meld]
    tiles = (*pung.tiles, event.used[0])
    added = Meld(MeldKind.ADDED_KONG, pung.tile, tiles, pung.source, pung.claimed)
    draft.set_meld(seat, event.meld, added)
    if terms(draft).robbing:
        draft.step = step(
            Stage.KONG, seat, tile=event.tile, entry=draft.entries[seat], owner=seat,
            meld=event.meld,
        )  # fmt: skip
    else:
        stand_kong(draft, seat, event.meld)


def turn_candidates(deal: Deal) -> Iterator[Event]:
    """Whatever the seat on turn might do."""
    seat, here = deal.step.actor, terms(deal)
    claimed = deal.step.stage == Stage.ACT_CLAIMED
    if not claimed:
        winning = tuple(_winning_tiles(deal))
        yield from (Won((seat,), tile, WinKind.SELF_DRAW) for tile in winning)
        if here.bar != "none":
            yield from (Declined(seat, tile) for tile in winning)
        if here.eight_flowers and deal.flowers[seat]:
            yield Won((seat,), deal.flowers[seat][-1], WinKind.EIGHT_FLOWERS)
    held = tuple(deal.holdable(seat))
    yield from (Discarded(seat, tile) for tile in held)
    yield from flower_candidates(deal)
    if not claimed or here.kong_after_claim:
        yield from _kong_candidates(deal, held)


def flower_candidates(deal: Deal) -> Iterator[Event]:
    """Each flower alone, and all known ones at once."""
    seat, flowers = deal.step.actor, terms(deal).flowers
    if not flowers:
        return
    for tile in deal.holdable(seat):
        if tile in flowers:
            yield FlowersLaid(seat, (tile,))
    known = tuple(tile for tile in deal.hands[seat].known if tile in flowers)
    if len(known) > 1:
        yield FlowersLaid(seat, known)


def _kong_candidates(deal: Deal, held: tuple[Tile, ...]) -> Iterator[Event]:
    seat = deal.step.actor
    for tile in held:
        if deal.may_hold(seat, (tile,) * 4):
            yield Konged(seat, MeldKind.CONCEALED_KONG, tile, (tile,) * 4)
    if terms(deal).covered_kongs and deal.hands[seat].hidden >= 4:
        yield Konged(seat, MeldKind.CONCEALED_KONG, UNKNOWN, (UNKNOWN,) * 4)
    for at, meld in enumerate(deal.melds[seat]):
        if meld.kind is MeldKind.PUNG:
            yield Konged(seat, MeldKind.ADDED_KONG, meld.tile, (meld.tile,), None, at)
