"""What a page may say about the course of play: pure methods with the plain answer,
for a page to override. See the guide in `engine.play`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Chowed,
    Declined,
    End,
    Konged,
    PaymentRow,
    Penalised,
    Punged,
    WinKind,
)  # fmt: skip
from engine.flow import Action, JudgedWin, Objection, RuleQuestion
from engine.meld import Meld
from engine.play.asking import drawn_deal, round_questions
from engine.play.state import (
    Batch,
    Stage,
    from_payer,
    state,
    step,
    terms,
)  # fmt: skip
from engine.play.terms import Terms
from engine.play.wins import plain_situation
from engine.play.words import WORDS
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Text
from engine.wall import break_seat
from engine.win import Effect, ScoredWin, Win


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


class Hooks:
    """Class attributes and methods that a page may set or override."""

    clauses: ClassVar[Clauses] = Clauses()
    actions: Mapping[str, Action] = {}
    words: Mapping[str, Text] = WORDS
    breaches: ClassVar[tuple[str, ...]] = ()

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

    def wild_by(self, turned: tuple[Tile, ...]) -> tuple[Tile, ...]:
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

    def refuses_kong(self, deal: Deal, event: Konged) -> Objection | None:
        """A page's own objection to a kong of the seat on turn that is otherwise right."""
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
