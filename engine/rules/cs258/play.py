"""258 扎鸟麻将: the course of play. 补张 is a kong like any other; 开杠 is one
for which dice turn a tile near the tail; the last tile goes round (海底漫游)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import (
    Acted,
    Chowed,
    Drew,
    Event,
    Exhausted,
    Konged,
    PaymentRow,
    Punged,
    WinKind,
)
from engine.flow import Action, JudgedWin, Objection, WinLaw
from engine.meld import Meld
from engine.play import (
    BEFORE_PLAY,
    EVEN_108,
    LAST_TILE,
    ROWS,
    WORDS,
    Batch,
    Clauses,
    Declared,
    Play,
    Row,
    Stage,
    Terms,
    book,
    drawable,
    facts,
    mark,
    plain_situation,
    set_page,
    state,
    step,
)
from engine.play.draws import apply_draw, check_draw, draw_candidates
from engine.play.wins import after_win
from engine.rules.cs258.fans import KONG_FLIP, OPENING, opening_fans
from engine.rules.cs258.kongs import AFTER_KONG, FLIP_STAGE, TURNING
from engine.rules.cs258.money import small_price
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import UNKNOWN, Tile
from engine.view import Status, Text
from engine.win import ScoredWin, Win

OFFER, TOOK, UNTAKEN = "offer", "took_last", "untaken"
"""`Step.back` while the last tile is offered; the mark of who took it; the stage
when nobody has."""
SHOW = Action(
    "show_hand", Text("亮牌（四喜、板板胡、缺一色）", "shows an opening hand"), "B1-3", "hand",
    Text("起手亮牌吗？", "Is an opening hand shown?"),
)  # fmt: skip
PASS = Action("pass_last", Text("不要海底", "passes the last tile"), "A6.A", "hand", spoken=True)


def _is_offer(deal: Deal) -> bool:
    return deal.step.back.startswith(OFFER)


def _offered(draft: Draft, seat: Seat, left: int) -> None:
    """The last tile is offered to `seat` and `left` more seats after him."""
    if left < 0:
        draft.step = step(UNTAKEN, seat)
    else:
        draft.step = step(Stage.DRAW, seat, back=f"{OFFER}{left}")


def _check_untaken(deal: Deal, event: Event) -> Objection | None:
    if isinstance(event, Exhausted):
        return None
    return Objection("海底无人要，荒牌", "nobody takes the last tile", "A6.A", False)


def _untaken(deal: Deal) -> Iterator[Event]:
    yield Exhausted()


def _pass_on(draft: Draft) -> None:
    where = draft.base.step
    _offered(draft, where.actor.next, int(where.back.removeprefix(OFFER)) - 1)


def _lapse_offer(deal: Deal) -> Deal | None:
    """Who says nothing and takes nothing passes the tile on."""
    if not _is_offer(deal):
        return None
    draft = Draft(deal)
    _pass_on(draft)
    return draft.freeze(None)


def _draw(draft: Draft, event: Event) -> None:
    offer = _is_offer(draft.base)
    apply_draw(draft, event)
    if offer and isinstance(event, Drew):
        mark(draft, event.seat, TOOK)


def _passes(deal: Deal) -> Iterator[Acted]:
    if _is_offer(deal):
        yield Acted(deal.step.actor, PASS.name)


def _apply_pass(draft: Draft, event: Acted) -> None:
    _pass_on(draft)


class Cs258Play(Play):
    clauses = Clauses(
        setup="基本2", wall="A6", turn="基本3", claims="基本3", kong="特定3.C", win="A; B",
        birds="特定2", settle="A; B",
    )  # fmt: skip
    actions: Mapping[str, Action] = {one.name: one for one in (SHOW, PASS)}
    words: Mapping[str, Text] = {
        **WORDS,
        OPENING: Text("起手牌", "opening hand"),
        TOOK: Text("要了海底", "took the last tile"),
    }
    rows: ClassVar[Mapping[str, Row]] = {
        **ROWS,
        Stage.DRAW: Row(check_draw, _draw, draw_candidates, _lapse_offer),
        Stage.TAIL: AFTER_KONG,
        UNTAKEN: Row(_check_untaken, apply_draw, _untaken),
        FLIP_STAGE: TURNING,
    }

    def terms(self, options: Options) -> Terms:
        return Terms(
            stacks=EVEN_108,
            chow=True,
            birds=int(options["birds"] == "one"),
            acts=(
                Declared(SHOW, _showers, _show, round=BEFORE_PLAY),
                Declared(PASS, _passes, _apply_pass, stages=frozenset((Stage.DRAW,))),
            ),
        )

    def win_law(self, options: Options) -> WinLaw:
        bird = Text("鸟", "Bird") if options["birds"] == "one" else None
        return replace(super().win_law(options), bonus=bird)

    def before_draw(self, draft: Draft, seat: Seat) -> None:
        """海底漫游: the last tile is offered, first to who is next (A6.A)."""
        set_page(draft, own=None)
        if drawable(draft) == 1:
            _offered(draft, seat, 3)
        else:
            super().before_draw(draft, seat)

    def on_claim(self, draft: Draft, seat: Seat, meld: Meld) -> None:
        set_page(draft, own=None)

    def frozen(self, deal: Deal, seat: Seat) -> bool:
        """With the last tile or a tile turned for a kong: win on it or throw it."""
        page = state(deal)
        return TOOK in page.marks[seat] or (page.own == KONG_FLIP and seat is deal.step.actor)

    def refuses_claim(self, deal: Deal, event: Chowed | Punged | Konged) -> Objection | None:
        if state(deal).own == KONG_FLIP and deal.options["kong_tile"] == "win_only":
            return Objection("开杠翻出的牌只能胡", "a kong's tile is only won on", "A6.F")
        return None

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        words = [word for word in plain_situation(deal, seat, kind) if word != LAST_TILE]
        if TOOK in state(deal).marks[deal.step.actor]:
            words.append(LAST_TILE)
        if state(deal).own == KONG_FLIP and kind is not WinKind.ROBBED_KONG:
            words.append(KONG_FLIP)
        return tuple(words)

    def birds(self, draft: Draft) -> int:
        """None after a win on the last tile, which is the bird itself (特定2.B)."""
        last = any(LAST_TILE in win.situation for win in draft.wins)
        return 0 if last else super().birds(draft)

    def surplus(self, deal: Deal, seat: Seat) -> int:
        """The dealer has not thrown yet when an opening hand ends the deal."""
        opening = any(OPENING in win.situation for win in deal.wins)
        return int(deal.step.stage == Stage.BIRDS and opening and seat is deal.dealer)

    def completed(self, deal: Deal, win: Win) -> Win:
        """With the bird; an opening hand with all its tiles."""
        birds = state(deal).birds
        if OPENING in win.situation and win.concealed and UNKNOWN not in win.concealed:
            win = replace(win, tile=win.concealed[-1], concealed=win.concealed[:-1])
        if LAST_TILE in win.situation and deal.options["birds"] == "one":
            return replace(win, bonus=win.tile)
        return replace(win, bonus=birds[0]) if birds else win

    def next_dealer(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> Seat:
        """The winner; after 通炮 by option; nobody won: the same (基本1.B)."""
        won = tuple(item.win.seat for item in judged if not item.refused)
        source = judged[0].win.source if judged else None
        if deal.options["several_winners_dealer"] == "nearest":
            won = won[:1]
        return deal.rules.judging.next_dealer(deal.dealer, won, source)


def _showers(deal: Deal) -> Iterator[Acted]:
    """Seats whose hand as dealt is an opening hand, or might be."""
    for seat in SEATS:
        hand = deal.hands[seat]
        if not hand.is_known or opening_fans(hand.known):
            yield Acted(seat, SHOW.name)


def _show(draft: Draft, event: Acted) -> None:
    """A win that ends the deal, or paid at once while play goes on (B1-3)."""
    seat, deal = event.seat, draft.base
    if deal.options["opening_hands"] == "continue":
        rows = tuple(
            PaymentRow(other, seat, Fraction(small_price(seat, other, deal.dealer)), OPENING)
            for other in SEATS
            if other is not seat
        )
        book(draft, OPENING, seat, rows)
        return
    win = replace(
        facts(deal, seat, UNKNOWN, WinKind.SELF_DRAW, None),
        concealed=deal.hands[seat].tiles, situation=(OPENING,),
    )  # fmt: skip
    draft.wins.append(win)
    draft.statuses[seat] = Status.WON
    batch = Batch((seat,), None, WinKind.SELF_DRAW, UNKNOWN)
    set_page(draft, batches=(*state(draft).batches, batch))
    after_win(draft, batch)
