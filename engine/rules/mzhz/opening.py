"""猫抓耗子: from the walls to the end of the opening round of flowers
(D2.11, D2.19, F2, F30; mzhz §4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Dealt,
    DiceRolled,
    Event,
    Flipped,
    FlowersLaid,
    FlowersPassed,
    WallsRaised,
)  # fmt: skip
from engine.flow import Objection
from engine.play.checks import (
    ALL_DICE,
    dealt_objection,
    dice_objection,
    unseen_objection,
    walls_objection,
)  # fmt: skip
from engine.rules.mzhz.aftermath import go_on
from engine.rules.mzhz.laying import check_flowers, flower_candidates, lay_flowers
from engine.rules.mzhz.state import WINDS, Stage, set_page, state, step
from engine.rules.mzhz.winds import show_wind
from engine.ruleset import Options
from engine.seat import SEATS
from engine.tile import KINDS, Tile
from engine.view import Status
from engine.wall import DEALT_TILES, PerSide, Wall, break_seat
from engine.win import EntryCause


def wall_for(options: Options) -> Wall:
    """The walls as the options have them (mzhz §4.6)."""
    chosen = options["wall_stacks"]
    if chosen == "auto":
        stacks: PerSide = (16, 16, 16, 16) if options["mode"] == WINDS else (16, 15, 16, 15)
    else:
        a, b, c, d = (int(part) for part in chosen.split(","))
        stacks = (a, b, c, d)
    return Wall(stacks, tail_top_first=options["tail_order"] == "top")


def bonus_slot(dice: tuple[int, int]) -> int:
    """The first slot turned for 宝牌: the half stack counts as the first (D2.11)."""
    smaller = min(dice)
    return DEALT_TILES if smaller == 1 else 50 + 2 * smaller


def bonus_of(tile: Tile) -> Tile:
    """宝牌 by the number tile that was turned: one more, 9 → 1."""
    return Tile.parse(f"{tile.rank % 9 + 1}{tile.suit}")


def check_walls(deal: Deal, event: Event) -> Objection | None:
    return walls_objection(deal, event, "D2.4; D5.五")


def apply_walls(draft: Draft, event: Event) -> None:
    assert isinstance(event, WallsRaised)
    draft.wall = replace(draft.wall, stacks=event.stacks)
    draft.step = step(Stage.DICE, draft.dealer)


def lapse_walls(deal: Deal) -> Deal | None:
    """Walls that nobody reported stand as the options have them."""
    if 2 * sum(deal.wall.stacks) != deal.tiles.total:
        return None
    draft = Draft(deal)
    draft.step = step(Stage.DICE, deal.dealer)
    return draft.freeze(None)


def walls_candidates(deal: Deal) -> Iterator[Event]:
    yield WallsRaised(deal.wall.stacks)


def check_dice(deal: Deal, event: Event) -> Objection | None:
    return dice_objection(event, deal.dealer, "break", "D2.19", "D1.三")


def apply_dice(draft: Draft, event: Event) -> None:
    assert isinstance(event, DiceRolled)
    draft.dice = event.dice
    draft.wall = draft.wall.broken(break_seat(draft.dealer, event.dice), min(event.dice))
    draft.step = step(Stage.DEAL, draft.dealer)


def dice_candidates(deal: Deal) -> Iterator[Event]:
    for dice in ALL_DICE:
        yield DiceRolled(deal.dealer, dice)


def check_dealt(deal: Deal, event: Event) -> Objection | None:
    return dealt_objection(deal, event, "D2.19", "D1.一")


def apply_dealt(draft: Draft, event: Event) -> None:
    assert isinstance(event, Dealt)
    draft.deal_hands(event.hands)
    for seat in SEATS:
        draft.entries[seat] = EntryCause.INITIAL
    draft.step = step(Stage.FLIP, draft.dealer)


def next_flip(deal: Deal) -> int | None:
    """The slot turned next for 宝牌."""
    if deal.wall.face_up:
        last = deal.wall.face_up[-1][0]
        return last + 1 if last == DEALT_TILES else last + 2
    return bonus_slot(deal.dice) if deal.dice else None


def check_flip(deal: Deal, event: Event) -> Objection | None:
    if not isinstance(event, Flipped):
        return Objection("先翻宝牌", "the bonus tile is turned first", "D2.11", False)
    if event.slot != next_flip(deal):
        return Objection("翻的不是这一墩", "another stack is turned", "D2.11")
    return unseen_objection(deal, event.tile, "D1.一")


def apply_flip(draft: Draft, event: Event) -> None:
    assert isinstance(event, Flipped)
    draft.flip(event.slot, event.tile)
    set_page(draft, turned=(*state(draft).turned, event.tile))
    if event.tile.is_wind and draft.base.options.on("flipped_wind_shows"):
        show_wind(draft, draft.dealer, event.tile)
    if event.tile.is_number:
        set_page(draft, bonus=bonus_of(event.tile))
        draft.step = step(Stage.ROUND, draft.dealer)


def flip_candidates(deal: Deal) -> Iterator[Event]:
    slot = next_flip(deal)
    if slot is not None:
        for tile in KINDS:
            if deal.unseen[tile.index]:
                yield Flipped(slot, tile)


def check_round(deal: Deal, event: Event) -> Objection | None:
    seat = deal.step.actor
    if isinstance(event, FlowersPassed):
        if event.seat is seat:
            return None
        return Objection(f"轮到{seat}补花", f"it is {seat}'s turn to lay flowers", "F2")
    if isinstance(event, FlowersLaid):
        if event.seat is not seat:
            return Objection(f"轮到{seat}补花", f"it is {seat}'s turn to lay flowers", "F2")
        return check_flowers(deal, event)
    return Objection(
        "起牌补花时只能补花或过补", "in the opening round flowers are laid or passed", "F30", False
    )


def apply_round(draft: Draft, event: Event) -> None:
    if isinstance(event, FlowersLaid):
        lay_flowers(draft, event, Stage.ROUND)
    else:
        round_passed(draft)


def round_passed(draft: Draft) -> None:
    """The next seat may lay its opening flowers; after the last the dealer acts,
    unless one of his flowers was won on (OR-16)."""
    robbed = draft.step.back
    seat = draft.step.actor.next
    while seat is not draft.dealer and draft.statuses[seat] is not Status.PLAYING:
        seat = seat.next
    if seat is not draft.dealer:
        draft.step = step(Stage.ROUND, seat, back=robbed)
    elif robbed or draft.statuses[seat] is not Status.PLAYING:
        go_on(draft, seat)
    else:
        draft.step = step(Stage.ACT, seat, entry=EntryCause.INITIAL)


def lapse_round(deal: Deal) -> Deal | None:
    """过补 is only spoken: whatever comes next closes the seat's turn."""
    draft = Draft(deal)
    round_passed(draft)
    return draft.freeze(None)


def round_candidates(deal: Deal) -> Iterator[Event]:
    yield FlowersPassed(deal.step.actor)
    yield from flower_candidates(deal)
