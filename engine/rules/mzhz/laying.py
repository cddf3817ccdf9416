"""猫抓耗子: flowers and kongs that the seat on turn lays from its own hand (D2.13,
D3.八)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    DrawCause,
    Event,
    FlowersLaid,
    Konged,
)  # fmt: skip
from engine.flow import Objection
from engine.meld import Meld, MeldKind
from engine.rules.mzhz.state import Stage, set_page, state, step
from engine.rules.mzhz.wins import (
    flower_winner,
)  # fmt: skip
from engine.seat import Seat
from engine.tile import JOKER, Tile


def lacks(deal: Deal, seat: Seat, tiles: tuple[Tile, ...], clause: str) -> Objection | None:
    if deal.may_hold(seat, tiles):
        return None
    hand = deal.hands[seat]
    missing = hand.missing(tiles)
    for tile in missing:
        if hand.hidden and tile.is_known and deal.unseen[tile.index] < missing.count(tile):
            return Objection(
                f"未现出的{tile.chinese}不够",
                f"too many of {tile.english} are in sight already",
                "D1.一",
            )
    names = "、".join(tile.chinese for tile in tiles)
    english = ", ".join(tile.english for tile in tiles)
    return Objection(f"{seat}手中没有{names}", f"{seat} does not hold {english}", clause)


def check_flowers(deal: Deal, event: FlowersLaid) -> Objection | None:
    """Whether these flowers may be laid."""
    if not event.tiles or any(not tile.is_flower for tile in event.tiles):
        return Objection("补花只能亮花牌", "only flowers are laid", "D2.13")
    return lacks(deal, event.seat, event.tiles, "D2.13")


def lay_flowers(draft: Draft, event: FlowersLaid, back: Stage) -> None:
    """Flowers before the hand; who may win on one of them may do so now."""
    seat = event.seat
    winning: Tile | None = None
    for tile in event.tiles:
        credited = state(draft).credited
        draft.lay_flower(seat, tile)
        if winning is None and flower_winner(draft, seat, tile, credited[seat]):
            winning = tile
        if tile not in credited[seat]:
            rows = list(credited)
            rows[seat] = (*rows[seat], tile)
            set_page(draft, credited=tuple(rows))
    stage = Stage.TAIL
    if winning is not None and (back is Stage.ACT or draft.base.options.on("opening_flower_win")):
        stage = Stage.FLOWER
    draft.step = step(
        stage,
        seat,
        tile=winning,
        entry=DrawCause.FLOWER,
        owed=len(event.tiles),
        back=back if back is Stage.ROUND else "",
    )


def flower_candidates(deal: Deal) -> Iterator[Event]:
    """Each flower alone, and all known ones at once."""
    seat = deal.step.actor
    for tile in deal.holdable(seat):
        if tile.is_flower:
            yield FlowersLaid(seat, (tile,))
    known = tuple(tile for tile in deal.hands[seat].known if tile.is_flower)
    if len(known) > 1:
        yield FlowersLaid(seat, known)


def check_own_kong(deal: Deal, event: Konged) -> Objection | None:
    seat, tile = event.seat, event.tile
    if not (tile.is_number or tile.is_joker):
        return Objection(
            "只有序数牌和百搭可以杠", "only number tiles and jokers make kongs", "D3.八"
        )
    kinds = {tile, JOKER} if tile.is_number else {tile}
    if event.source is not None or not kinds.issuperset(event.used):
        return Objection("杠牌不合", "these tiles do not make the kong", "D2.22")
    if event.kind is MeldKind.CONCEALED_KONG:
        if len(event.used) != 4:
            return Objection("暗杠要四张", "a concealed kong takes four tiles", "D2.22")
        if event.used.count(tile) == 0:
            return Objection("带杠至少要有一张本牌", "one natural tile is needed", "F5")
        return lacks(deal, seat, event.used, "D2.22")
    if len(event.used) != 1:
        return Objection("加杠加一张", "one tile is added to a pung", "D2.22")
    row = deal.melds[seat]
    at = event.meld
    if at is None or not 0 <= at < len(row):
        return Objection("没有这副碰", "there is no such pung", "D2.22")
    if row[at].kind is not MeldKind.PUNG or row[at].tile != tile:
        return Objection(
            "只能在相同的碰上加杠", "only a pung of the same kind is added to", "D2.22"
        )
    return lacks(deal, seat, event.used, "D2.22")


def own_kong(draft: Draft, event: Konged) -> None:
    seat = event.seat
    for used in event.used:
        draft.give(seat, used)
    if event.kind is MeldKind.CONCEALED_KONG:
        draft.add_meld(seat, Meld(event.kind, event.tile, event.used))
        draft.step = step(Stage.TAIL, seat, entry=DrawCause.KONG, owed=1)
        return
    assert event.meld is not None
    pung = draft.melds[seat][event.meld]
    draft.set_meld(
        seat,
        event.meld,
        Meld(
            MeldKind.ADDED_KONG, pung.tile, (*pung.tiles, event.used[0]),
            pung.source, pung.claimed, pung.stands_for,
        ),
    )  # fmt: skip
    draft.step = step(
        Stage.KONG, seat, tile=event.tile, entry=draft.entries[seat], owner=seat, meld=event.meld
    )


def kong_candidates(deal: Deal, held: tuple[Tile, ...]) -> Iterator[Event]:
    seat = deal.step.actor
    hand = deal.hands[seat]
    if hand.is_known:
        counts = hand.counts()
        most = {tile: counts[tile] for tile in held}
    else:
        counts = hand.counts()
        most = {tile: counts[tile] + deal.unseen[tile.index] for tile in held}
    jokers = most.get(JOKER, 0)
    for tile in held:
        if tile.is_number:
            naturals = most[tile]
            for number in range(min(4, naturals), 0, -1):
                if number + jokers >= 4:
                    used = (tile,) * number + (JOKER,) * (4 - number)
                    yield Konged(seat, MeldKind.CONCEALED_KONG, tile, used)
    if jokers >= 4:
        yield Konged(seat, MeldKind.CONCEALED_KONG, JOKER, (JOKER,) * 4)
    for at, meld in enumerate(deal.melds[seat]):
        if meld.kind is MeldKind.PUNG:
            for added in dict.fromkeys((meld.tile, JOKER)):
                yield Konged(seat, MeldKind.ADDED_KONG, meld.tile, (added,), None, at)
