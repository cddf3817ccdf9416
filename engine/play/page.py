"""`Play`: a plain game of thirteen tiles as a `Flow`. A page subclasses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Acted,
    Event,
    Penalised,
    Voided,
)  # fmt: skip
from engine.flow import Objection, Settlement, Step, WinLaw
from engine.meld import Meld, MeldKind
from engine.play import draws, ending, opening, turn, windows
from engine.play.checks import dealt_candidates, faults
from engine.play.hands import hand_size
from engine.play.hooks import Hooks
from engine.play.state import (
    PlayState,
    Stage,
    set_page,
    state,
    step,
    terms,
)  # fmt: skip
from engine.play.terms import Declared
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Text
from engine.wall import Wall
from engine.win import EntryCause


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the state table. `lapse` is None where something must happen."""

    check: Callable[[Deal, Event], Objection | None]
    apply: Callable[[Draft, Event], None]
    candidates: Callable[[Deal], Iterator[Event]]
    lapse: Callable[[Deal], Deal | None] | None = None


def nothing(deal: Deal) -> Iterator[Event]:
    """No candidates."""
    return iter(())


def settled(deal: Deal, event: Event) -> Objection | None:
    """Nothing follows a settled deal."""
    return Objection("本盘已结算", "the deal is settled", "†", False)


_TURN = Row(turn.check_turn, turn.apply_turn, turn.turn_candidates)
_CLAIMS = Row(
    windows.check_window, windows.apply_window, windows.window_candidates, windows.lapse_window
)
_DRAW = Row(draws.check_draw, draws.apply_draw, draws.draw_candidates)
_THROW = Row(opening.check_throw, opening.apply_throw, opening.throw_candidates)

ROWS: dict[str, Row] = {
    Stage.WALLS: Row(
        opening.check_walls, opening.apply_walls, opening.walls_candidates, opening.lapse_walls
    ),
    Stage.THROW: _THROW,
    Stage.DICE: Row(opening.check_throw, opening.apply_dice, opening.throw_candidates),
    Stage.DEAL: Row(opening.check_dealt, opening.apply_dealt, dealt_candidates),
    Stage.THROW_AFTER: _THROW,
    Stage.FLIP: Row(opening.check_flip, opening.apply_flip, opening.flip_candidates),
    Stage.DECLARE: Row(
        opening.check_declare, opening.apply_round, nothing, opening.lapse_declare
    ),
    Stage.ROUND: Row(
        opening.check_round, opening.apply_round, opening.round_candidates, opening.lapse_round
    ),
    Stage.ACT: _TURN,
    Stage.ACT_CLAIMED: _TURN,
    Stage.DISCARD: _CLAIMS,
    Stage.KONG: _CLAIMS,
    Stage.TAIL: _DRAW,
    Stage.DRAW: _DRAW,
    Stage.BIRDS: Row(draws.check_bird, draws.apply_bird, draws.bird_candidates),
    Stage.OPENING: Row(ending.check_opening, ending.apply_opening, ending.opening_candidates),
    Stage.OVER: Row(settled, ending.apply_opening, nothing),
}  # fmt: skip


class Play(Hooks):
    """A course of play: what the page says, and the state table that plays it."""

    rows: ClassVar[Mapping[str, Row]] = ROWS

    def __init_subclass__(cls) -> None:
        """What every page has is among its actions, too."""
        super().__init_subclass__()
        cls.actions = {**cls.actions, ending.UNCOVER.name: ending.UNCOVER}

    def wall(self, options: Options) -> Wall:
        here = self.terms(options)
        return Wall(here.stacks, tail_top_first=here.tail_top_first)

    def first_step(self, dealer: Seat) -> Step:
        return step(Stage.WALLS, dealer)

    def win_law(self, options: Options) -> WinLaw:
        said = self.terms(options)
        return WinLaw(
            chow=said.chow, kong=said.exposed_kong or said.concealed_kong,
            discard=said.win_discard, robbing=said.robbing and said.added_kong,
            flowers=said.flowers, wild_by=self.wild_by if said.flips else None,
        )  # fmt: skip

    def page_state(self, options: Options) -> PlayState:
        return PlayState(self.terms(options), own=self.own_state(options))

    def continued(self, page: object, before: Deal) -> PlayState:
        assert isinstance(page, PlayState)
        return replace(page, carry=self.carry(before))

    def declared(self, deal: Deal) -> tuple[Declared, ...]:
        """The page's actions that may come at this step."""
        where = deal.step
        if where.stage == Stage.DECLARE:
            name = where.back.split(":")[1]
            return tuple(d for d in terms(deal).acts if d.action.name == name)
        return tuple(d for d in terms(deal).acts if where.stage in d.stages)

    def _declarations(self, deal: Deal) -> Iterator[Acted]:
        """Every action of the page that may come at this step."""
        open_to = opening.declaring(deal) if deal.step.stage == Stage.DECLARE else SEATS
        for declared in self.declared(deal):
            yield from (act for act in declared.candidates(deal) if act.seat in open_to)

    def check(self, deal: Deal, event: Event) -> Objection | None:
        if isinstance(event, Penalised):
            return ending.check_breach(deal, event)
        if isinstance(event, Voided):
            return ending.check_void(deal, event)
        if isinstance(event, Acted) and event.action != ending.UNCOVER.name:
            if event in self._declarations(deal):
                return None
            known = any(d.action.name == event.action for d in self.declared(deal))
            clause = self.actions[event.action].clause if event.action in self.actions else "†"
            return Objection("现在不能这样做", "this cannot be done now", clause, known)
        return self.rows[deal.step.stage].check(deal, event)

    def apply(self, draft: Draft, event: Event) -> None:
        if isinstance(event, Penalised):
            ending.apply_breach(draft, event)
        elif isinstance(event, Voided):
            ending.apply_void(draft)
        elif isinstance(event, Acted) and event.action != ending.UNCOVER.name:
            self._act(draft, event)
        else:
            self.rows[draft.base.step.stage].apply(draft, event)

    def _act(self, draft: Draft, event: Acted) -> None:
        deal = draft.base
        set_page(draft, acts=(*state(draft).acts, event))
        found = next(d for d in self.declared(deal) if d.action.name == event.action)
        found.apply(draft, event)
        if deal.step.stage == Stage.DECLARE and draft.step == deal.step:
            silent = [s for s in opening.declaring(deal) if s is not event.seat]
            if silent:
                draft.step = replace(deal.step, actor=silent[0])
            else:
                opening.after_declaration(draft)

    def lapse(self, deal: Deal) -> Deal | None:
        lapse = self.rows[deal.step.stage].lapse
        return lapse(deal) if lapse else None

    def candidates(self, deal: Deal) -> Iterator[Event]:
        yield from self.rows[deal.step.stage].candidates(deal)
        yield from self._declarations(deal)

    def settlement(self, deal: Deal) -> Settlement:
        return ending.settlement(deal)

    def indicators(self, deal: Deal) -> tuple[Tile, ...]:
        return state(deal).turned

    def marked(self, deal: Deal) -> tuple[tuple[Text, Tile], ...]:
        return self.roles(deal)

    def flower_kinds(self, deal: Deal) -> frozenset[Tile]:
        return terms(deal).flowers

    def said(self, deal: Deal, seat: Seat) -> tuple[Text, ...]:
        """The marks of the seat that have a word."""
        marks = state(deal).marks[seat]
        return tuple(dict.fromkeys(self.words[mark] for mark in marks if mark in self.words))

    def team(self, deal: Deal, seat: Seat) -> int | None:
        return None

    def unlikely(self, deal: Deal, event: Event) -> float:
        return 0.0

    def resume(self, deal: Deal, turn: Seat, acts: bool, bonus: Tile | None) -> Deal:
        entry = EntryCause.HEAD
        page = replace(state(deal), disturbed=True, wild=(bonus,) if bonus else ())
        where = step(Stage.ACT, turn, entry=entry) if acts else step(Stage.DRAW, turn)
        return replace(deal, page=page, step=where, entries=(entry,) * 4)

    def faults(self, deal: Deal) -> Iterator[Text]:
        """Hand sizes and the sum of the settlement."""
        return faults(deal, hand_size)

    @staticmethod
    def pung_again(kong: Meld) -> Meld:
        """An added kong without the tile that was added."""
        return Meld(MeldKind.PUNG, kong.tile, kong.tiles[:-1], kong.source, kong.claimed)
