"""血战到底: the course of play, and the page as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, PaymentRow, Penalised, WinKind
from engine.flow import Action, JudgedWin, Objection
from engine.meld import Meld
from engine.play import (
    BEFORE_PLAY,
    EVEN_108,
    WORDS,
    Clauses,
    Declared,
    Play,
    Terms,
    finish,
    mark,
    plain_situation,
    playing,
    ready_check_of,
    set_page,
    state,
)
from engine.play.missing import all_suits_seen, near_the_end
from engine.rules.xuezhan import money
from engine.rules.xuezhan.clauses import ASKED, CLAUSES
from engine.rules.xuezhan.fans import FANS
from engine.rules.xuezhan.judging import MISSING, XuezhanJudging
from engine.rules.xuezhan.options import BLOODY, OPTIONS, ORDINARY
from engine.ruleset import Options, RuleSet
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Status, Text
from engine.win import EntryCause, ScoredWin, Win

DEALER, LEFT = "dealer", "left"
DECLARE_SUIT = Action(
    "declare_suit", Text("定缺", "names the missing suit"), "¶10†", "hand",
    Text("缺哪一门？", "Which suit is missing?"), True,
)  # fmt: skip

CHOOSE_DEALER = Action(DEALER, Text("掷骰定庄", "dice for the dealer"), "¶12", "hand")


def _suits(deal: Deal) -> Iterator[Acted]:
    for seat in playing(deal):
        for suit in "mps":
            yield Acted(seat, DECLARE_SUIT.name, place=suit)


def _named(draft: Draft, event: Acted) -> None:
    mark(draft, event.seat, f"{MISSING}{event.place}")


class Xuezhan(Play):
    """The page's course of play."""

    clauses = Clauses(
        "¶10; ¶12", wall="¶12", turn="¶10", claims="¶10", kong="¶10-11", win="¶10; ¶13",
        compulsory="¶10", settle="¶12-14", breach="¶14",
    )  # fmt: skip
    actions: Mapping[str, Action] = {DECLARE_SUIT.name: DECLARE_SUIT, DEALER: CHOOSE_DEALER}
    words: Mapping[str, Text] = {
        **WORDS,
        "m": Text("万", "characters"),
        "p": Text("筒", "dots"),
        "s": Text("条", "bamboo"),
        "wind": Text("刮风", "wind (kong)"),
        "rain": Text("下雨", "rain (concealed kong)"),
        "pig": Text("查花猪", "three suits in hand"),
        "ready_check": Text("查大叫", "not ready"),
        "refund": Text("退税", "wind and rain given back"),
        "kong_income": Text("杠上炮转杠钱", "the kong's income"),
        "flight": Text("逃跑", "deserting"),
        LEFT: Text("逃跑", "deserted"),
        f"{MISSING}m": Text("缺万", "no characters"),
        f"{MISSING}p": Text("缺筒", "no dots"),
        f"{MISSING}s": Text("缺条", "no bamboo"),
    }
    breaches = (LEFT,)

    def terms(self, options: Options) -> Terms:
        declared = Declared(DECLARE_SUIT, _suits, _named, round=BEFORE_PLAY, required=True)
        bloody = options["mode"] == BLOODY
        return Terms(
            EVEN_108,
            throws=(DEALER,) if bloody else (),
            winners=3 if bloody else 1,
            ready_check=True,
            acts=(declared,) if options.on("declare_suit") else (),
        )

    def on_throw(self, draft: Draft, purpose: str, dice: tuple[int, int]) -> None:
        """Every deal of the bloody game the dice choose the dealer (¶12)."""
        draft.dealer = draft.dealer.offset(sum(dice) - 1)

    def compulsory(self, deal: Deal) -> bool:
        """From the last four tiles on (¶10)."""
        return near_the_end(deal)

    def refuses_discard(self, deal: Deal, seat: Seat, tile: Tile) -> Objection | None:
        """The suit named as missing goes first (†)."""
        for word in state(deal).marks[seat]:
            suit = word.removeprefix(MISSING)
            if word.startswith(MISSING) and tile.suit != suit:
                if any(known.suit == suit for known in deal.hands[seat].known):
                    return Objection("先打定缺的花色", "the suit named goes first", "¶10†")
        return None

    def implausible(self, deal: Deal, win: Win) -> Objection | None:
        return all_suits_seen(win, "¶10")

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        words = plain_situation(deal, seat, kind)
        actor = deal.step.actor
        if kind is WinKind.DISCARD and deal.entries[actor] == EntryCause.KONG:
            last = state(deal).booked[-1]
            words += (f"{money.INCOME}{money.kong_income(last.rows, actor)}",)
        return words

    def kong_rows(self, draft: Draft, seat: Seat, kong: Meld) -> tuple[PaymentRow, ...]:
        options = draft.base.options
        return money.kong_rows(kong.kind, seat, kong.source, playing(draft), options)

    def end_rows(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> tuple[PaymentRow, ...]:
        runner = state(deal).own
        if isinstance(runner, Seat):
            return self._flight(deal, runner)
        if deal.ended != "exhausted":
            return ()
        can = {scored.win.seat for scored in ready}
        kongs = ((booked.seat, booked.rows) for booked in state(deal).booked)
        gone = (seat for seat in Seat if LEFT in state(deal).marks[seat])
        return money.refunds(kongs, (s for s in playing(deal) if s not in can), gone)

    def _flight(self, deal: Deal, runner: Seat) -> tuple[PaymentRow, ...]:
        ready: dict[Seat, Fraction] = {}
        if near_the_end(deal):
            found = deal.rules.ready_check(ready_check_of(deal), deal.options).ready
            ready = {seat: scored.points for seat, scored in found.items()}
        return money.flight_rows(runner, playing(deal), ready, deal.options)

    def opens(self, deal: Deal) -> tuple[Seat, ...]:
        """With the last tiles a deserter's fine hangs on who was ready."""
        if deal.ended == LEFT and near_the_end(deal):
            return (*super().opens(deal), *playing(deal))
        return super().opens(deal)

    def next_dealer(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> Seat:
        """Ordinary game: who was shot from deals; the dice decide in the other (¶12)."""
        stood = next((item.win for item in judged if not item.refused), None)
        if deal.options["mode"] != ORDINARY or stood is None:
            return deal.dealer
        return next_dealer(deal.dealer, stood.seat, stood.source, deal.options)

    def refuses_breach(self, deal: Deal, event: Penalised) -> Objection | None:
        if deal.is_over or LEFT in state(deal).marks[event.seat]:
            return Objection("已不在局中", "that seat is gone already", "¶14")
        return None

    def on_breach(self, draft: Draft, event: Penalised) -> None:
        """A winner who leaves changes nothing; anyone else ends the deal (¶14)."""
        mark(draft, event.seat, LEFT)
        if draft.statuses[event.seat] is Status.WON:
            return
        draft.statuses[event.seat] = Status.OUT
        set_page(draft, own=event.seat)
        finish(draft, LEFT)


def next_dealer(dealer: Seat, winner: Seat, source: Seat | None, options: Options) -> Seat:
    """The ordinary game's next dealer after a win (¶12)."""
    if source is not None:
        return source
    return winner if options["dealer_after_self_draw"] == "winner" else dealer


RULES = RuleSet(
    id="xuezhan",
    names=Text("四川麻将 血战到底", "Sichuan, to the bloody end"),
    judging=XuezhanJudging(),
    fans=FANS,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    source=Text("网络规则文本 003，第10至16页", "rule text 003, pages 10 to 16"),
    flow=Xuezhan(),
)
