"""From the walls to the first turn: dice, deal, indicator, declarations, flowers."""

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
from engine.play.state import (
    BEFORE_DEAL,
    BEFORE_PLAY,
    Stage,
    acted,
    play_of,
    set_page,
    state,
    step,
    terms,
)  # fmt: skip
from engine.play.turn import check_flowers, flower_candidates, lay_flowers
from engine.seat import SEATS, Seat
from engine.tile import KINDS
from engine.view import Status
from engine.win import EntryCause


def check_walls(deal: Deal, event: Event) -> Objection | None:
    return walls_objection(deal, event, play_of(deal).clauses.setup)


def apply_walls(draft: Draft, event: Event) -> None:
    assert isinstance(event, WallsRaised)
    draft.wall = replace(draft.wall, stacks=event.stacks)
    _next(draft, Stage.WALLS)


def lapse_walls(deal: Deal) -> Deal | None:
    """Walls that nobody reported stand as the page has them."""
    if 2 * sum(deal.wall.stacks) != deal.tiles.total:
        return None
    draft = Draft(deal)
    _next(draft, Stage.WALLS)
    return draft.freeze(None)


def walls_candidates(deal: Deal) -> Iterator[Event]:
    yield WallsRaised(deal.wall.stacks)


def _next(draft: Draft, done: str) -> None:
    """The stage of the opening that follows `done`, leaving out what the page
    does not have."""
    page, here = play_of(draft), terms(draft)
    dealer = draft.dealer
    if done == Stage.WALLS:
        thrown = {purpose for purpose, _ in state(draft).throws}
        left = next((p for p in here.throws if p not in thrown), None)
        if left is not None:
            draft.step = step(Stage.THROW, page.thrower(draft, left), back=left)
        else:
            _declare(draft, BEFORE_DEAL, Stage.DICE)
    elif done == Stage.DEAL:
        thrown = {purpose for purpose, _ in state(draft).throws}
        left = next((p for p in here.throws_after if p not in thrown), None)
        if left is not None:
            draft.step = step(Stage.THROW_AFTER, page.thrower(draft, left), back=left)
        elif len(state(draft).turned) < here.flips:
            draft.step = step(Stage.FLIP, dealer)
        elif here.flowers:
            draft.step = step(Stage.ROUND, dealer)
        else:
            _declare(draft, BEFORE_PLAY, Stage.ACT)
    else:
        _declare(draft, BEFORE_PLAY, Stage.ACT)


def _declare(draft: Draft, when: str, after: str) -> None:
    """The next round of declarations at `when`, or the stage after them."""
    gone = draft.base.step.back if draft.base.step.stage == Stage.DECLARE else ""
    names = [d.action.name for d in terms(draft).acts if d.round == when]
    rest = names[names.index(gone.split(":")[1]) + 1 :] if gone.startswith(f"{when}:") else names
    if rest:
        first = draft.dealer
        draft.step = step(Stage.DECLARE, first, back=f"{when}:{rest[0]}")
    elif after == Stage.ACT:
        draft.step = step(Stage.ACT, draft.dealer, entry=EntryCause.INITIAL)
    else:
        draft.step = step(after, draft.dealer)


def after_declaration(draft: Draft) -> None:
    """Close the round of declarations that is open."""
    when = draft.base.step.back.split(":")[0]
    _declare(draft, when, Stage.DICE if when == BEFORE_DEAL else Stage.ACT)


def declaring(deal: Deal) -> tuple[Seat, ...]:
    """Who has not spoken yet in the open round, from the dealer on."""
    name = deal.step.back.split(":")[1]
    order = (deal.dealer.offset(steps) for steps in range(4))
    return tuple(s for s in order if deal.active(s) and not acted(deal, name, s))


def check_declare(deal: Deal, event: Event) -> Objection | None:
    return Objection("正在报牌", "players are declaring", play_of(deal).clauses.setup, False)


def declare_candidates(deal: Deal) -> Iterator[Event]:
    return iter(())


def lapse_declare(deal: Deal) -> Deal | None:
    """Who says nothing declares nothing, unless everybody must."""
    name = deal.step.back.split(":")[1]
    declared = next(d for d in terms(deal).acts if d.action.name == name)
    if declared.required:
        return None
    draft = Draft(deal)
    after_declaration(draft)
    return draft.freeze(None)


def check_throw(deal: Deal, event: Event) -> Objection | None:
    clause, where = play_of(deal).clauses.setup, deal.step
    return dice_objection(event, where.actor, where.back or "break", clause, clause)


def apply_throw(draft: Draft, event: Event) -> None:
    """Dice for a purpose of the page."""
    assert isinstance(event, DiceRolled)
    set_page(draft, throws=(*state(draft).throws, (event.purpose, event.dice)))
    play_of(draft).on_throw(draft, event.purpose, event.dice)
    _next(draft, Stage.WALLS if draft.base.step.stage == Stage.THROW else Stage.DEAL)


def apply_dice(draft: Draft, event: Event) -> None:
    """The throw that breaks the walls."""
    assert isinstance(event, DiceRolled)
    draft.dice = event.dice
    seat, skipped = play_of(draft).break_at(draft.dealer, event.dice)
    draft.wall = draft.wall.broken(seat, skipped)
    draft.step = step(Stage.DEAL, draft.dealer)


def throw_candidates(deal: Deal) -> Iterator[Event]:
    for dice in ALL_DICE:
        yield DiceRolled(deal.step.actor, dice, deal.step.back or "break")


def check_dealt(deal: Deal, event: Event) -> Objection | None:
    clause = play_of(deal).clauses.setup
    return dealt_objection(deal, event, clause, clause)


def apply_dealt(draft: Draft, event: Event) -> None:
    assert isinstance(event, Dealt)
    draft.deal_hands(event.hands)
    for seat in SEATS:
        draft.entries[seat] = EntryCause.INITIAL
    _next(draft, Stage.DEAL)


def check_flip(deal: Deal, event: Event) -> Objection | None:
    clause = play_of(deal).clauses.flip
    if not isinstance(event, Flipped):
        return Objection("先翻牌", "a tile is turned first", clause, False)
    if event.slot != play_of(deal).flip_slot(deal):
        return Objection("翻的不是这一张", "another tile is turned", clause)
    return unseen_objection(deal, event.tile, clause)


def apply_flip(draft: Draft, event: Event) -> None:
    assert isinstance(event, Flipped)
    draft.flip(event.slot, event.tile, dead=terms(draft).dead_flip)
    turned = (*state(draft).turned, event.tile)
    set_page(draft, turned=turned)
    set_page(draft, wild=play_of(draft).wild_by(turned))
    _next(draft, Stage.DEAL)


def flip_candidates(deal: Deal) -> Iterator[Event]:
    slot = play_of(deal).flip_slot(deal)
    for tile in KINDS:
        if deal.unseen[tile.index]:
            yield Flipped(slot, tile)


def check_round(deal: Deal, event: Event) -> Objection | None:
    seat, clause = deal.step.actor, play_of(deal).clauses.flowers
    if not isinstance(event, FlowersPassed | FlowersLaid):
        return Objection("起牌时只能补花或过", "now flowers are laid or passed", clause, False)
    if event.seat is not seat:
        return Objection(f"轮到{seat}补花", f"it is {seat}'s turn to lay flowers", clause)
    return check_flowers(deal, event) if isinstance(event, FlowersLaid) else None


def apply_round(draft: Draft, event: Event) -> None:
    if isinstance(event, FlowersLaid):
        lay_flowers(draft, event, Stage.ROUND)
    else:
        round_passed(draft)


def round_passed(draft: Draft) -> None:
    """The next seat may lay its opening flowers; after the last play begins."""
    seat = draft.step.actor.next
    while seat is not draft.dealer and draft.statuses[seat] is not Status.PLAYING:
        seat = seat.next
    if seat is not draft.dealer:
        draft.step = step(Stage.ROUND, seat)
    else:
        _next(draft, Stage.ROUND)


def lapse_round(deal: Deal) -> Deal | None:
    """过 is only spoken: whatever comes next closes the seat's turn."""
    draft = Draft(deal)
    round_passed(draft)
    return draft.freeze(None)


def round_candidates(deal: Deal) -> Iterator[Event]:
    yield FlowersPassed(deal.step.actor)
    yield from flower_candidates(deal)
