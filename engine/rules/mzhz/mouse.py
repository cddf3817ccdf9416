"""猫抓耗子: what follows a mouse or an ingot that was put down: whether it is
caught or collected, and which tile is picked (mzhz §7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, DrawCause, Event
from engine.flow import Objection
from engine.meld import Meld
from engine.rules.mzhz.actions import CATCH, COLLECT, STEAL_TAKE
from engine.rules.mzhz.aftermath import go_on
from engine.rules.mzhz.state import Stage, entered, from_payer, set_page, state, step
from engine.seat import SEATS
from engine.tile import CAT, GOD, INGOT, MOUSE, Tile
from engine.view import Status
from engine.win import EntryCause

ENTRIES: dict[str, EntryCause] = {
    DrawCause.TURN: EntryCause.HEAD,
    DrawCause.KONG: EntryCause.KONG,
    DrawCause.FLOWER: EntryCause.FLOWER,
    DrawCause.INGOT_FIRST: EntryCause.INGOT,
    DrawCause.INGOT_SECOND: EntryCause.INGOT,
    DrawCause.WIND: EntryCause.WIND,
}


def _check_answer(deal: Deal, event: Event, action: str, tile: Tile, clause: str
                  ) -> Objection | None:  # fmt: skip
    if not isinstance(event, Acted) or event.action != action:
        return Objection(f"等候{tile.chinese}", f"the {tile.english} may answer", clause, False)
    seat = event.seat
    if not deal.active(seat):
        return Objection(f"{seat}已不在行牌", f"{seat} no longer plays", clause)
    if deal.statuses[seat] is Status.DEAD_HAND and not deal.options.on("dead_hand_claims"):
        return Objection("相公不能用辅牌", "a dead hand may not use helpers", "D6.1")
    if not deal.may_hold(seat, (tile,)):
        return Objection(
            f"{seat}没有{tile.chinese}", f"{seat} does not hold the {tile.english}", clause
        )
    return None


def _answers(deal: Deal, action: str, tile: Tile) -> Iterator[Event]:
    actor = deal.step.actor
    for seat in (*from_payer(actor, tuple(s for s in deal.active_seats if s is not actor)), actor):
        if deal.may_hold(seat, (tile,)):
            yield Acted(seat, action)


def check_mouse(deal: Deal, event: Event) -> Objection | None:
    return _check_answer(deal, event, CATCH, CAT, "D3.十一")


def apply_mouse(draft: Draft, event: Event) -> None:
    """The cat is spent, the mouse goes to its holder; the user's turn is over."""
    assert isinstance(event, Acted)
    user = draft.base.step.actor
    before = state(draft).stolen
    if before is not None:
        _give_back(draft, before)
    draft.discard(event.seat, CAT)
    if MOUSE in draft.flowers[user]:
        draft.leave_flowers(user, MOUSE)
    else:
        draft.leave_river(user, MOUSE)
    draft.take(event.seat, MOUSE)
    go_on(draft, user)


def _give_back(draft: Draft, before: Deal) -> None:
    """A steal caught after its choice never happened (OR-09)."""
    draft.wall = before.wall
    draft.hands = list(before.hands)
    draft.melds = list(before.melds)
    draft.rivers = list(before.rivers)
    draft.flowers = list(before.flowers)
    draft.winning = list(before.winning)
    draft.page = before.page


def lapse_mouse(deal: Deal) -> Deal:
    """Nobody catches: the steal goes on, or the thrown mouse stays."""
    draft = Draft(deal)
    user = deal.step.actor
    if deal.step.back == "taken":
        set_page(draft, stolen=None)
        entered(draft, user, EntryCause.STEAL, deal.step.tile)
    elif deal.step.back:
        draft.step = step(Stage.PICK, user)
    else:
        go_on(draft, user)
    return draft.freeze(None)


def mouse_candidates(deal: Deal) -> Iterator[Event]:
    yield from _answers(deal, CATCH, CAT)


def check_pick(deal: Deal, event: Event) -> Objection | None:
    """Any tile lying face up, but never a mouse (F10, F11)."""
    user = deal.step.actor
    if not isinstance(event, Acted) or event.action != STEAL_TAKE:
        return Objection("偷牌者正在选牌", "the thief is choosing a tile", "D3.十", False)
    if event.seat is not user:
        return Objection(f"是{user}在偷牌", f"it is {user} who steals", "D3.十")
    if len(event.tiles) != 1 or not event.tiles[0].is_known:
        return Objection("要说明偷的是哪张", "name the tile that is taken", "D3.十")
    tile = event.tiles[0]
    if tile == MOUSE:
        return Objection("老鼠不能偷老鼠", "a mouse does not steal a mouse", "F10")
    if _lies_there(deal, event, tile):
        return None
    return Objection("那里没有亮明的这张牌", "no such tile lies face up there", "F11")


def _lies_there(deal: Deal, event: Acted, tile: Tile) -> bool:
    owner = event.target
    if event.place == "wall":
        return event.slot is not None and deal.wall.tile_at(event.slot) == tile
    if owner is None:
        return False
    if event.place == "river":
        return tile in deal.rivers[owner]
    if event.place == "flowers":
        return tile in deal.flowers[owner]
    if event.place == "winning":
        return deal.winning[owner] == tile
    if event.place == "melds":
        row = deal.melds[owner]
        return (
            event.meld is not None and 0 <= event.meld < len(row) and tile in row[event.meld].tiles
        )
    return False


def apply_pick(draft: Draft, event: Event) -> None:
    assert isinstance(event, Acted)
    deal = draft.base
    user, tile, owner = event.seat, event.tiles[0], event.target
    late_catch = deal.options["catch_window"] == "after_choice"
    draft.leave_flowers(user, MOUSE) if MOUSE in draft.flowers[user] else draft.leave_river(
        user, MOUSE
    )
    placeholder = False
    if event.place == "wall":
        assert event.slot is not None
        draft.wall = draft.wall.without(event.slot)
    elif event.place == "river":
        assert owner is not None
        draft.leave_river(owner, tile)
    elif event.place == "flowers":
        assert owner is not None
        draft.leave_flowers(owner, tile)
    elif event.place == "winning":
        assert owner is not None
        draft.winning[owner] = MOUSE
        placeholder = True
    else:
        assert owner is not None
        assert event.meld is not None
        meld = draft.melds[owner][event.meld]
        at = meld.tiles.index(tile)
        tiles = (*meld.tiles[:at], MOUSE, *meld.tiles[at + 1 :])
        stands_for = (*(p for p in meld.stands_for if p[0] != at), (at, tile))
        draft.set_meld(
            owner,
            event.meld,
            Meld(meld.kind, meld.tile, tiles, meld.source, meld.claimed, stands_for),
        )
        placeholder = True
    if not placeholder:
        draft.rivers[user] = (*draft.rivers[user], MOUSE)
    draft.take(user, tile)
    if late_catch:
        draft.step = step(Stage.MOUSE, user, tile=tile, back="taken")
        set_page(draft, stolen=deal)
    else:
        entered(draft, user, EntryCause.STEAL, tile)


def pick_candidates(deal: Deal) -> Iterator[Event]:
    user = deal.step.actor
    for slot, tile in deal.wall.face_up:
        yield Acted(user, STEAL_TAKE, (tile,), slot=slot, place="wall")
    for owner in SEATS:
        for tile in dict.fromkeys(deal.rivers[owner]):
            yield Acted(user, STEAL_TAKE, (tile,), owner, place="river")
        for tile in deal.flowers[owner]:
            yield Acted(user, STEAL_TAKE, (tile,), owner, place="flowers")
        winning = deal.winning[owner]
        if winning is not None:
            yield Acted(user, STEAL_TAKE, (winning,), owner, place="winning")
        for at, meld in enumerate(deal.melds[owner]):
            for tile in dict.fromkeys(meld.tiles):
                yield Acted(user, STEAL_TAKE, (tile,), owner, at, place="melds")


def check_ingot(deal: Deal, event: Event) -> Objection | None:
    return _check_answer(deal, event, COLLECT, GOD, "D3.十三")


def apply_ingot(draft: Draft, event: Event) -> None:
    """The god is spent, the ingot goes to its holder; the user's turn is over."""
    assert isinstance(event, Acted)
    user = draft.base.step.actor
    draft.discard(event.seat, GOD)
    draft.leave_river(user, INGOT)
    draft.take(event.seat, INGOT)
    go_on(draft, user)


def lapse_ingot(deal: Deal) -> Deal:
    draft = Draft(deal)
    user = deal.step.actor
    if deal.step.back:
        set_page(draft, ingots=(*state(draft).ingots, user))
        draft.step = step(Stage.TAIL, user, entry=DrawCause.INGOT_FIRST, owed=1)
    else:
        go_on(draft, user)
    return draft.freeze(None)


def ingot_candidates(deal: Deal) -> Iterator[Event]:
    yield from _answers(deal, COLLECT, GOD)
