"""`Play`: a plain game of thirteen tiles as a `Flow`. A page subclasses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Acted,
    Chowed,
    Declined,
    End,
    Event,
    Konged,
    PaymentRow,
    Penalised,
    Punged,
    Voided,
    WinKind,
)  # fmt: skip
from engine.flow import Action, JudgedWin, Objection, RuleQuestion, Settlement, Step
from engine.meld import Meld, MeldKind
from engine.play import draws, ending, opening, turn, windows
from engine.play.asking import drawn_deal, round_questions
from engine.play.checks import dealt_candidates
from engine.play.hands import hand_size
from engine.play.state import (
    Batch,
    PlayState,
    Stage,
    from_payer,
    set_page,
    state,
    step,
    terms,
)  # fmt: skip
from engine.play.terms import Declared, Terms
from engine.play.wins import plain_situation
from engine.play.words import WORDS
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Text
from engine.wall import Wall, break_seat
from engine.win import Effect, EntryCause, ScoredWin, Win


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clause that an objection names, for each part of the course of play.
    `†` where the text is silent and the usual public rule stands."""

    setup: str = "†"
    flip: str = "†"
    flowers: str = "†"
    wall: str = "†"
    turn: str = "†"
    claims: str = "†"
    kong: str = "†"
    win: str = "†"
    bar: str = "†"
    compulsory: str = "†"
    ready: str = "†"
    birds: str = "†"
    settle: str = "†"
    breach: str = "†"


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


class Play:
    """A course of play. Class attributes and methods are what a page may set
    or override; see the guide in `engine.play`."""

    clauses: ClassVar[Clauses] = Clauses()
    actions: Mapping[str, Action] = {}
    words: Mapping[str, Text] = WORDS
    rows: ClassVar[Mapping[str, Row]] = ROWS
    breaches: ClassVar[tuple[str, ...]] = ()

    # ---- what a page says ------------------------------------------------

    def terms(self, options: Options) -> Terms:
        """Numbers and flags under these options."""
        raise NotImplementedError

    def own_state(self, options: Options) -> object:
        """What `PlayState.own` holds as a deal starts."""
        return None

    def break_at(self, dealer: Seat, dice: tuple[int, int]) -> tuple[Seat, int]:
        """In whose wall the break is, and after how many stacks from his right."""
        return break_seat(dealer, dice), min(dice)

    def thrower(self, deal: Deal | Draft, purpose: str) -> Seat:
        """Who throws the dice for a purpose of the page's own."""
        return deal.dealer

    def on_throw(self, draft: Draft, purpose: str, dice: tuple[int, int]) -> None:
        """What dice of the page's own decide."""

    def flip_slot(self, deal: Deal) -> int:
        """The slot turned next as an indicator: the first one left."""
        slot = deal.wall.next_slot(End.HEAD)
        assert slot is not None
        return slot

    def wild_by(self, draft: Draft, turned: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Kinds that are wild by the tiles turned."""
        return ()

    def roles(self, deal: Deal) -> tuple[tuple[Text, Tile], ...]:
        """Tiles fixed by the indicator, each with its role, for the screen."""
        return tuple((Text("百搭", "wild"), tile) for tile in state(deal).wild)

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        """What earlier deals or the dice left to this one, for the screen."""
        return ()

    def before_draw(self, draft: Draft, seat: Seat) -> None:
        """The seat is to draw in turn: name the step."""
        draft.step = step(Stage.DRAW, seat)

    def compulsory(self, deal: Deal) -> bool:
        """Whether a win that is possible must be taken now."""
        return False

    def frozen(self, deal: Deal, seat: Seat) -> bool:
        """A hand that may not change any more (报听, 敲)."""
        return "ready" in state(deal).marks[seat]

    def kong_when_frozen(self, deal: Deal, event: Konged) -> bool:
        """Whether a frozen hand may still make this kong."""
        return False

    def may_claim(self, deal: Deal, tile: Tile) -> bool:
        """Whether a tile may stand in a chow, pung or kong of a discard."""
        return tile not in state(deal).wild and tile not in terms(deal).flowers

    def claims_when_dead(self, deal: Deal, event: Chowed | Punged | Konged) -> bool:
        """Whether a dead hand (相公) may still make this claim."""
        return False

    def may_kong_own(self, deal: Deal, tile: Tile) -> bool:
        """Whether four of the kind may be laid as a concealed kong."""
        return self.may_claim(deal, tile)

    def chower(self, deal: Deal) -> Seat:
        """The one seat that may chow the discard."""
        return deal.step.actor.next

    def refuses_claim(self, deal: Deal, event: Chowed | Punged | Konged) -> Objection | None:
        """A page's own objection to a claim that is otherwise right."""
        return None

    def refuses_discard(self, deal: Deal, seat: Seat, tile: Tile) -> Objection | None:
        """A page's own objection to a discard."""
        return None

    def refuses_win(self, deal: Deal, win: Win) -> Objection | None:
        """A condition of a win that the course of play knows (must have knocked …)."""
        return None

    def implausible(self, deal: Deal, win: Win) -> Objection | None:
        """What the known part of a hidden hand alone rules out."""
        return None

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        """Words of `Win.situation`."""
        return plain_situation(deal, seat, kind)

    def credited(self, deal: Deal, seat: Seat) -> tuple[Tile, ...]:
        """Tiles that count for the seat as laid (`PublicSeat.flowers`)."""
        return deal.flowers[seat]

    def surplus(self, deal: Deal, seat: Seat) -> int:
        """By how many tiles a hand is longer than usual at a stage of the page's own."""
        return 0

    def winner_order(self, deal: Deal, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Seats that could win the tile of the window, the first to do so first."""
        return from_payer(deal.step.actor, seats)

    def effects(self, deal: Deal) -> tuple[Effect, ...]:
        """Relations between seats that the payment hangs on."""
        return ()

    def kong_rows(self, draft: Draft, seat: Seat, kong: Meld) -> tuple[PaymentRow, ...]:
        """What a kong that stands pays at once."""
        return ()

    def on_discard(self, draft: Draft, seat: Seat, tile: Tile) -> None:
        """After a discard; the window on it is open."""

    def on_claim(self, draft: Draft, seat: Seat, meld: Meld) -> None:
        """After a claimed set was laid, before what follows it."""

    def on_win(self, draft: Draft, batch: Batch) -> None:
        """After a win was booked, before what follows it."""

    def on_end(self, draft: Draft, reason: str) -> None:
        """The deal has just ended."""

    def birds(self, draft: Draft) -> int:
        """How many tiles are turned after the first win."""
        return terms(draft).birds

    def end_by_win(self, draft: Draft) -> str:
        """The word for a deal that wins have ended."""
        return "won" if terms(draft).winners == 1 else "three_won"

    def declined_worth(self, event: Declined) -> Fraction:
        """Up to what a declined win of unknown worth bars its seat."""
        return Fraction(event.fan or 0)

    def completed(self, deal: Deal, win: Win) -> Win:
        """A booked win with what came to be known since (birds, hands)."""
        return win

    def win_rows(self, deal: Deal, scored: ScoredWin) -> tuple[PaymentRow, ...]:
        """What a win pays."""
        return deal.rules.pay(scored, deal.options)

    def checks_ready(self, deal: Deal) -> bool:
        """Whether ready hands are paid now (查叫)."""
        return terms(deal).ready_check and deal.ended == "exhausted"

    def opens(self, deal: Deal) -> tuple[Seat, ...]:
        """Whose hands the settlement hangs on."""
        winners = {win.seat for win in deal.wins if not win.is_flower_win}
        every = self.checks_ready(deal)
        return tuple(s for s in SEATS if s in winners or (every and deal.active(s)))

    def ready_situation(self, deal: Deal) -> tuple[str, ...]:
        """Words of `ReadyCheck.situation`."""
        return ()

    def end_rows(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> tuple[PaymentRow, ...]:
        """What else is paid or given back when all is known."""
        return ()

    def next_dealer(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> Seat:
        """Who deals next; a win that was called falsely does not count."""
        wrong = {item.win.seat for item in judged if item.refused}
        for batch in state(deal).batches:
            seats = tuple(seat for seat in batch.seats if seat not in wrong)
            if seats:
                return self.dealer_after(deal, seats, batch.source)
        return self.dealer_after(deal, (), None)

    def dealer_after(self, deal: Deal, winners: tuple[Seat, ...], source: Seat | None) -> Seat:
        """Who deals after the first wins that stand (none: nobody won); for pages
        whose options decide."""
        return deal.rules.judging.next_dealer(deal.dealer, winners, source)

    def refuses_breach(self, deal: Deal, event: Penalised) -> Objection | None:
        """An objection to a breach of the page's own."""
        return None

    def on_breach(self, draft: Draft, event: Penalised) -> None:
        """What a breach of the page's own does."""

    def carry(self, deal: Deal) -> tuple[tuple[str, str], ...]:
        """What a settled deal leaves to the next one (黄番, last winner …)."""
        return ()

    def questions(self, deal: Deal) -> Iterable[RuleQuestion]:
        """What only the players know and the deal now hangs on."""
        return chain(round_questions(deal), drawn_deal(deal))

    def __init_subclass__(cls) -> None:
        """What every page has is among its actions, too."""
        super().__init_subclass__()
        cls.actions = {**cls.actions, ending.UNCOVER.name: ending.UNCOVER}

    # ---- engine.flow.Flow -------------------------------------------------

    def wall(self, options: Options) -> Wall:
        here = self.terms(options)
        return Wall(here.stacks, tail_top_first=here.tail_top_first)

    def first_step(self, dealer: Seat) -> Step:
        return step(Stage.WALLS, dealer)

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
        for seat in SEATS:
            wanted = hand_size(deal, seat)
            if wanted is not None and deal.hands[seat].count != wanted:
                yield Text(
                    f"{seat}立牌{deal.hands[seat].count}张，应为{wanted}张",
                    f"{seat} stands with {deal.hands[seat].count} tiles, not {wanted}",
                )
        if deal.is_over and sum(deal.settlement().net, Fraction(0)):
            yield Text("得失之和不为零", "the settlement does not sum to zero")

    @staticmethod
    def pung_again(kong: Meld) -> Meld:
        """An added kong without the tile that was added."""
        return Meld(MeldKind.PUNG, kong.tile, kong.tiles[:-1], kong.source, kong.claimed)
