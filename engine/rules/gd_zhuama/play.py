"""广东: the course of a deal on the shared ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Chowed, Event, Konged, PaymentRow, Penalised, Punged, WinKind
from engine.flow import JudgedWin, Objection, WinLaw
from engine.meld import Meld, MeldKind
from engine.play import (
    EVEN_136,
    KONG,
    ROWS,
    WORDS,
    Clauses,
    Play,
    Row,
    Stage,
    Terms,
    make_void,
    state,
    step,
)
from engine.rules.gd_zhuama.horses import hits, words
from engine.rules.gd_zhuama.judging import GdJudging, fed_by
from engine.ruleset import Options
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Status, Text
from engine.win import ScoredWin, Win

NO_TAIL = "no_tail"
"""Breach: a kong without a tile taken from the tail (三)."""
LAST_WINNER = "last_winner"


def added_at_once(drawn: Tile | None, tile: Tile) -> bool:
    """Whether a fourth tile is the one just drawn, or may be: it is added at
    once or not at all (三.明杠)."""
    return drawn is None or drawn is tile


def _check_act(deal: Deal, event: Event) -> Objection | None:
    objection = ROWS[Stage.ACT].check(deal, event)
    if objection is None and isinstance(event, Konged) and event.kind is MeldKind.ADDED_KONG:
        if not added_at_once(deal.step.tile, event.tile):
            return Objection(
                "明杠须在摸到时即时杠", "a fourth tile is added as it is drawn", "三.明杠"
            )
    return objection


_ROWS: Mapping[str, Row] = {**ROWS, Stage.ACT: replace(ROWS[Stage.ACT], check=_check_act)}


class GdPlay(Play):
    """No chows, self-drawn wins or robbed kongs, horses after the win."""

    clauses = Clauses(
        setup="补2", wall="补4", turn="一.4", claims="一.1", kong="三", win="一.1", birds="二",
        settle="二", breach="一.3",
    )  # fmt: skip
    rows: ClassVar[Mapping[str, Row]] = _ROWS
    breaches = (NO_TAIL,)
    words: Mapping[str, Text] = {
        **WORDS,
        NO_TAIL: Text("杠后未抓尾，杠子无效", "no tile taken for the kong: it is void"),
        "exhausted_kongs": Text("荒牌，杠作废", "nobody won: kongs are void"),
        "horse_kong": Text("马跟杠", "horses on the kong"),
    }

    def terms(self, options: Options) -> Terms:
        return Terms(
            stacks=EVEN_136,
            win_discard=False,
            several=options.on("several_robbers"),
            birds=int(options["horses"]) if "horses" in options else 0,
        )

    def win_law(self, options: Options) -> WinLaw:
        """Horses hang on who won before."""
        law = super().win_law(options)
        horses = self.terms(options).birds
        return replace(law, apart=Text("不含马", "without horses") if horses else None)

    def birds(self, draft: Draft) -> int:
        robbed = state(draft).batches[-1].kind is WinKind.ROBBED_KONG
        if robbed and not draft.base.options.on("robbed_horses"):
            return 0
        return super().birds(draft)

    def claims_when_dead(self, deal: Deal, event: Chowed | Punged | Konged) -> bool:
        """A wrong number of tiles may not win, but may kong (一.3)."""
        return isinstance(event, Konged)

    def kong_rows(self, draft: Draft, seat: Seat, kong: Meld) -> tuple[PaymentRow, ...]:
        judging = draft.base.rules.judging
        assert isinstance(judging, GdJudging)
        return judging.kong_rows(seat, kong.kind, kong.source, draft.base.options)

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        """Who fed the kong that brought the winning tile."""
        said = super().situation(deal, seat, tile, kind)
        page = state(deal)
        kongs = [b for b in page.booked if b.cause == KONG and b.seat is seat]
        running = kongs[len(kongs) - page.kongs_running :] if page.kongs_running else []
        if deal.options["kong_chain"] == "last":
            running = running[-1:]
        fed = (
            fed_by(kong.source)
            for kong in running
            if kong.kind is MeldKind.EXPOSED_KONG and kong.source is not None
        )
        return (*said, *fed)

    def completed(self, deal: Deal, win: Win) -> Win:
        turned = state(deal).birds
        if not turned:
            return win
        return replace(win, situation=(*win.situation, *words(self.first(deal, win), turned)))

    def first(self, deal: Deal, win: Win) -> Seat:
        """Whose horses are 1, 5, 9: the winner of the deal before (二)."""
        last = dict(state(deal).carry).get(LAST_WINNER)
        if last is not None:
            return Seat.parse(last)
        return deal.dealer if deal.options["first_game"] == "dealer" else win.seat

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        """Whose horses are 1, 5, 9, once a deal was won."""
        last = dict(state(deal).carry).get(LAST_WINNER)
        return (Text(f"一子马：{last}", f"first horses: {last}"),) if last else ()

    def carry(self, deal: Deal) -> tuple[tuple[str, str], ...]:
        won = [item.win.seat for item in deal.settlement().wins if item.refused is None]
        return ((LAST_WINNER, won[0].name),) if won else state(deal).carry

    def on_end(self, draft: Draft, reason: str) -> None:
        if reason == "exhausted" and draft.base.options["draw_kongs"] == "void":
            for at, booked in enumerate(state(draft).booked):
                if not booked.void:
                    make_void(draft, at, "exhausted_kongs")

    def end_rows(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> tuple[PaymentRow, ...]:
        """马跟杠: the winner's kongs once more for each horse."""
        if not deal.options.on("horses_on_kongs"):
            return ()
        return tuple(
            replace(row, amount=row.amount * len(hits(item.win, deal.options)), cause="horse_kong")
            for item in judged
            if item.scored and hits(item.win, deal.options)
            for booked in state(deal).booked
            if booked.seat is item.win.seat and not booked.void
            for row in booked.rows
        )

    def next_dealer(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> Seat:
        if deal.options["dealer"] == "rotate":
            return deal.dealer.next
        if deal.options["dealer"] == "fixed":
            return deal.dealer
        return super().next_dealer(deal, judged, ready)

    def surplus(self, deal: Deal, seat: Seat) -> int:
        """One tile short for each kong without its tail tile."""
        return -sum(b.seat is seat and b.void == NO_TAIL for b in state(deal).booked)

    def refuses_breach(self, deal: Deal, event: Penalised) -> Objection | None:
        owed = deal.step.stage == Stage.TAIL and deal.step.actor is event.seat
        if owed:
            return None
        return Objection("没有未抓尾的杠", "no kong waits for its tile", "三")

    def on_breach(self, draft: Draft, event: Penalised) -> None:
        """The kong is void, and the hand, one tile short, may not win (三)."""
        at = max(i for i, b in enumerate(state(draft).booked) if b.seat is event.seat)
        make_void(draft, at, NO_TAIL)
        draft.statuses[event.seat] = Status.DEAD_HAND
        draft.step = step(Stage.ACT, event.seat, entry=draft.entries[event.seat])


class OnlinePlay(GdPlay):
    """第6大陆: no horses; settings may forbid pungs and kongs (4(1))."""

    clauses = Clauses(
        setup="4(2)", wall="补", turn="补", claims="1", kong="补", win="1", settle="2", breach="补"
    )

    def birds(self, draft: Draft) -> int:
        return 0

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        return ()

    def end_rows(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> tuple[PaymentRow, ...]:
        return ()

    def terms(self, options: Options) -> Terms:
        kongs = options.on("allow_kong")
        return replace(
            super().terms(options),
            pung=options.on("allow_pung"),
            exposed_kong=kongs,
            added_kong=kongs,
            concealed_kong=kongs,
        )
