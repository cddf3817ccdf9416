"""猫抓耗子: mouse, cat, god and ingot, winds laid, and swaps, as the seat on
turn begins them (D3.八.2, D3.十 to D3.十三, S3.十六; mzhz §6.3, §6.6, §7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, DrawCause, Event
from engine.flow import Objection
from engine.meld import Meld
from engine.rules.mzhz.actions import (
    LAY_WIND,
    RAISE,
    REDUCE,
    STEAL,
    SWAP,
    USE_INGOT,
)  # fmt: skip
from engine.rules.mzhz.aftermath import end_reason, finish, go_on
from engine.rules.mzhz.state import WINDS, Stage, set_page, state, step
from engine.rules.mzhz.winds import show_wind
from engine.seat import SEATS, Seat
from engine.tile import CAT, GOD, INGOT, JOKER, MOUSE, Tile
from engine.view import Status
from engine.win import Effect

USES: dict[str, Tile] = {STEAL: MOUSE, REDUCE: CAT, RAISE: GOD, USE_INGOT: INGOT}
EFFECTS: dict[str, str] = {REDUCE: "cat", RAISE: "god"}
"""The kind of `Effect` that a use leaves."""
EFFECT_OF: dict[Tile, str] = {USES[action]: kind for action, kind in EFFECTS.items()}


def check(deal: Deal, event: Acted, claimed: bool) -> Objection | None:
    """Whether the seat on turn may begin this action."""
    seat = deal.step.actor
    dead = deal.statuses[seat] is Status.DEAD_HAND and not deal.options.on("dead_hand_claims")
    if event.action in USES:
        if dead:
            return Objection("相公不能用辅牌", "a dead hand may not use helpers", "D6.1")
        tile = USES[event.action]
        if not deal.may_hold(seat, (tile,)):
            return Objection(
                f"{seat}没有{tile.chinese}", f"{seat} does not hold the {tile.english}", "D3.十"
            )
        return None
    if event.action == LAY_WIND:
        return _check_wind(deal, event, claimed)
    if event.action == SWAP:
        if claimed:
            return Objection("碰牌后不能立即换牌", "no swap right after a pung", "D3.四")
        return _check_swap(deal, event)
    return Objection("现在不能这样做", "this cannot be done now", "D3.三", False)


def _check_wind(deal: Deal, event: Acted, claimed: bool) -> Objection | None:
    if len(event.tiles) != 1 or not event.tiles[0].is_wind or deal.options["mode"] != WINDS:
        return Objection("没有可补的风牌", "there is no wind to lay", "S3.十六")
    if claimed and not deal.options.on("wind_after_pung"):
        return Objection("碰牌后不能补风牌", "no wind is laid right after a pung", "S3.三")
    if not deal.may_hold(event.seat, event.tiles):
        return Objection("手中没有这张风牌", "the hand does not hold this wind", "S3.十六")
    return None


def _check_swap(deal: Deal, event: Acted) -> Objection | None:
    owner, at = event.target, event.meld
    if len(event.tiles) != 1 or owner is None or at is None or not 0 <= at < len(deal.melds[owner]):
        return Objection("要指明换哪副带碰带杠", "name the meld to swap with", "D3.八.2")
    tile, meld = event.tiles[0], deal.melds[owner][at]
    if not meld.tile.is_number or meld.tile != tile or JOKER not in meld.tiles:
        return Objection(
            f"那副牌里没有作{tile.chinese}的百搭",
            f"no joker stands for {tile.english} there",
            "D3.八.2",
        )
    if deal.options["swap_tile"] == "drawn" and deal.step.tile not in (None, tile):
        return Objection("只能用刚摸进的本牌换", "only the tile just drawn is swapped", "D3.八.2")
    if not deal.may_hold(event.seat, (tile,)):
        return Objection("手中没有本牌", "the hand does not hold the natural tile", "D3.八.2")
    return None


def apply(draft: Draft, event: Acted) -> None:
    """Book the beginning of the action."""
    deal = draft.base
    seat = event.seat
    if event.action == STEAL:
        draft.lay_flower(seat, MOUSE)
        draft.step = step(Stage.MOUSE, seat, back="use")
        if deal.options["catch_window"] == "after_choice":
            draft.step = step(Stage.PICK, seat)
    elif event.action == USE_INGOT:
        draft.discard(seat, INGOT)
        draft.step = step(Stage.INGOT, seat, back="use")
    elif event.action in EFFECTS:
        draft.discard(seat, USES[event.action])
        begin_effect(draft, seat, EFFECTS[event.action])
    elif event.action == LAY_WIND:
        draft.lay_flower(seat, event.tiles[0])
        show_wind(draft, seat, event.tiles[0])
        draft.step = step(Stage.TAIL, seat, entry=DrawCause.WIND, owed=1)
        reason = end_reason(draft)
        if reason:
            finish(draft, reason)
    elif event.action == SWAP:
        _lay_beside(draft, event)


def _lay_beside(draft: Draft, event: Acted) -> None:
    owner, at, tile = event.target, event.meld, event.tiles[0]
    assert owner is not None
    assert at is not None
    draft.give(event.seat, tile)
    meld = draft.melds[owner][at]
    beside = Meld(
        meld.kind, meld.tile, (*meld.tiles, tile), meld.source, meld.claimed, meld.stands_for
    )
    draft.set_meld(owner, at, beside)
    draft.step = step(
        Stage.SWAP, event.seat, tile=tile, entry=draft.entries[event.seat], owner=owner, meld=at
    )


def dice_target(user: Seat, active: tuple[Seat, ...], dice_sum: int) -> Seat:
    """Who the dice count to: from the user (1) counter-clockwise over active seats."""
    order = tuple(sorted(active, key=lambda seat: (seat - user) % 4))
    return order[(dice_sum - 1) % len(order)]


def begin_effect(draft: Draft, user: Seat, kind: str) -> None:
    """With two seats left no dice are thrown (F15)."""
    active = draft.base.active_seats
    if len(active) > 2:
        draft.step = step(Stage.ROLL, user, back=kind)
        return
    others = tuple(seat for seat in active if seat is not user)
    add_effect(draft, user, kind, others)
    go_on(draft, user)


def add_effect(draft: Draft, user: Seat, kind: str, targets: tuple[Seat, ...]) -> None:
    """The effect counts from now on."""
    effects = state(draft).effects + tuple(Effect(kind, user, target) for target in targets)
    set_page(draft, effects=effects)


def targets_of(user: Seat, counted: Seat) -> tuple[Seat, ...]:
    """Counted to oneself, an effect works against every other seat (OR-18)."""
    if counted is user:
        return tuple(seat for seat in SEATS if seat is not user)
    return (counted,)


def candidates(deal: Deal, held: tuple[Tile, ...], claimed: bool) -> Iterator[Event]:
    """Actions that the seat on turn might begin."""
    seat = deal.step.actor
    for action, tile in USES.items():
        if tile in held:
            yield Acted(seat, action)
    for tile in held:
        if tile.is_wind:
            yield Acted(seat, LAY_WIND, (tile,))
    if claimed:
        return
    for owner in SEATS:
        for at, meld in enumerate(deal.melds[owner]):
            if JOKER in meld.tiles and meld.tile.is_number and meld.tile in held:
                yield Acted(seat, SWAP, (meld.tile,), owner, at)
