"""A deal entered by finger: what may be entered, and what goes without saying.

A finger names what everybody sees, a discard, a claim, a win. The draws in
between leave no trace and are put in by the rules (`lead`). `choices` lists
what may be entered now, as buttons and keys of a screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.events import (
    Acted,
    Chowed,
    DealBegan,
    Dealt,
    DiceRolled,
    Discarded,
    Drew,
    Entry,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    FlowersPassed,
    HandOpened,
    Konged,
    Penalised,
    Punged,
    Source,
    WallsRaised,
    Won,
)  # fmt: skip
from engine.meld import MeldKind
from engine.proposals import silent
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Phase, Text
from engine.wording import KONGS, WIN_KINDS, Names, word

if TYPE_CHECKING:
    from engine.deal import Deal

MOST_DRAWS = 9
"""Draws that may follow each other before somebody acts: eight flowers and one."""


class Verb(StrEnum):
    """What a finger says was done."""

    BEGIN = "begin"
    WALLS = "walls"
    DICE = "dice"
    DEAL = "deal"
    FLIP = "flip"
    FLOWER = "flower"
    DISCARD = "discard"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    WIN = "win"
    ACTION = "action"
    OPEN = "open"
    EXHAUST = "exhaust"
    BREACH = "breach"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be entered now.

    `key`: the tile whose key stands for it, None where it has none. `tiles`:
    what to show on its button. For `DICE` the screen puts in what was thrown,
    for `OPEN` the hidden tiles of the hand.
    """

    verb: Verb
    seat: Seat | None
    label: Text
    event: Event
    key: Tile | None = None
    tiles: tuple[Tile, ...] = ()


def is_implied(entry: Entry, by: Entry) -> bool:
    """Whether `entry` is a draw that came with the entry `by`."""
    silent_one = isinstance(entry.event, Drew | FlowersPassed)
    return silent_one and entry.source is Source.RULE and entry.time == by.time


def lead(deal: Deal, event: Event) -> tuple[Event, ...]:
    """The draws that must have come before `event`, the fewest that allow it.

    Empty where it is legal now, and where no draws make it so.
    """
    paths: list[tuple[Deal, tuple[Event, ...]]] = [(deal, ())]
    for _ in range(MOST_DRAWS + 1):
        for state, path in paths:
            if state.objection(event) is None:
                return path
        paths = [
            (state.then(draw), (*path, draw))
            for state, path in paths
            for draw in silent(state)
            if isinstance(draw, Drew)
        ]
    return ()


def _after_draws(deal: Deal) -> Iterator[Deal]:
    """The deal now, and as it is after each draw that may go without saying."""
    state: Deal | None = deal
    for _ in range(MOST_DRAWS + 1):
        if state is None:
            return
        yield state
        draw = next((event for event in silent(state) if isinstance(event, Drew)), None)
        state = state.then(draw) if draw is not None else None


def choices(deal: Deal, names: Names) -> tuple[Choice, ...]:
    """Whatever may be entered in the running deal, each once, breaches last."""
    found: dict[Event, Choice] = {}
    for state in _after_draws(deal):
        # A hand to be opened is listed with its hidden tiles, which the finger names.
        opening = deal.phase is Phase.OPENING
        for event in state.flow.candidates(state) if opening else state.legal():
            if event not in found:
                choice = _choice(state, event, names)
                if choice is not None:
                    found[event] = choice
    return (*_one_throw(found.values()), *_breaches(deal))


def beginning(event: DealBegan, names: Names) -> Choice:
    """The button that begins the next deal."""
    name = names[event.dealer]
    label = Text(f"开始第{event.number}盘，{name}坐庄", f"Begin deal {event.number}, {name} deals")
    return Choice(Verb.BEGIN, event.dealer, label, event)


def _one_throw(listed: Iterable[Choice]) -> Iterator[Choice]:
    """Of all throws that one seat may make for one purpose, the first."""
    seen: set[tuple[Seat, str]] = set()
    for choice in listed:
        event = choice.event
        if isinstance(event, DiceRolled):
            if (event.seat, event.purpose) in seen:
                continue
            seen.add((event.seat, event.purpose))
        yield choice


def _choice(state: Deal, event: Event, names: Names) -> Choice | None:
    flow = state.flow
    match event:
        case WallsRaised():
            return Choice(Verb.WALLS, None, Text("牌墙已升起", "The walls stand"), event)
        case DiceRolled(seat, _, purpose):
            action = flow.actions.get(purpose)
            label = action.label if action else Text("掷骰", "Throw")
            return Choice(Verb.DICE, seat, label, event)
        case Dealt():
            return Choice(Verb.DEAL, None, Text("已抓好牌", "Hands are dealt"), event)
        case Flipped(_, tile):
            return Choice(Verb.FLIP, None, Text("翻牌", "Turned up"), event, tile)
        case FlowersLaid(seat, tiles) if len(tiles) == 1:
            return Choice(Verb.FLOWER, seat, Text("补花", "Lay"), event, tiles[0], tiles)
        case Discarded(seat, tile, said):
            label = word(flow, said) if said else Text("打出", "Discard")
            return Choice(Verb.DISCARD, seat, label, event, tile, (tile,))
        case Chowed(seat, _, tile, used):
            return Choice(Verb.CHOW, seat, Text("吃", "Chow"), event, None, (*used, tile))
        case Punged(seat, _, tile, used):
            natural = all(each is tile for each in used)
            label = Text("碰", "Pung") if natural else Text("带碰", "Pung, joker")
            return Choice(Verb.PUNG, seat, label, event, None, used)
        case Konged(seat, kind, tile, used):
            label = KONGS.get(kind, Text("杠", "kong"))
            if any(each is not tile for each in used):
                label = Text(f"带{label.zh}", f"{label.en}, joker")
            key = None if kind is MeldKind.EXPOSED_KONG else tile
            return Choice(Verb.KONG, seat, label, event, key, used)
        case Won(seats, tile, kind, source):
            drawn = tile if source is None else None
            return Choice(Verb.WIN, seats[0], WIN_KINDS[kind], event, drawn, (tile,))
        case Acted(seat, name, tiles, target):
            action = flow.actions.get(name)
            label = action.label if action else Text(name, name)
            if target is not None and target is not seat:
                label = Text(f"{label.zh} {names[target]}", f"{label.en} {names[target]}")
            if event.place is not None:
                said_to = word(flow, event.place)
                label = Text(f"{label.zh} {said_to.zh}", f"{label.en} {said_to.en}")
            moved = tiles or _moved(state, event)
            key = moved[0] if len(moved) == 1 else None
            return Choice(Verb.ACTION, seat, label, event, key, moved)
        case HandOpened(seat, tiles):
            return Choice(Verb.OPEN, seat, Text("亮牌", "Open"), event, None, tiles)
        case Exhausted():
            return Choice(Verb.EXHAUST, None, Text("荒牌", "Wall used up"), event)
    return None


def _moved(state: Deal, event: Acted) -> tuple[Tile, ...]:
    """The tile that an action puts on the table without naming it."""
    shown = Counter(state.then(event).visible()) - Counter(state.visible())
    return tuple(shown)


def _breaches(deal: Deal) -> Iterator[Choice]:
    """Breaches that may be called of each seat, in the page's words."""
    for kind, label in deal.flow.words.items():
        for seat in SEATS:
            event = Penalised(seat, kind)
            if deal.flow.check(deal, event) is None:
                yield Choice(Verb.BREACH, seat, label, event)


__all__ = ["Choice", "Verb", "beginning", "choices", "is_implied", "lead"]
