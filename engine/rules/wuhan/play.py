"""武汉红中癞子杠: the course of play. Single tiles are kongs, thrown or laid;
the last four tiles are only won on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, Event, WinKind, Won
from engine.flow import Action, JudgedWin, Objection, RuleQuestion
from engine.play import (
    EVEN_136,
    LAST_TILE,
    ROWS,
    Clauses,
    Declared,
    Play,
    Row,
    Stage,
    Terms,
    drawable,
    facts,
    go_on,
    mark,
    owe_replacement,
    state,
)
from engine.play.draws import apply_draw
from engine.play.turn import apply_turn, check_turn, turn_candidates
from engine.rules.wuhan import money
from engine.rules.wuhan.fans import COLOURS, claims
from engine.rules.wuhan.judging import WuhanJudging, held_back
from engine.rules.wuhan.wilds import RED, bad_of, wild_of
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Text
from engine.win import ScoredWin, Win

RESERVED, LAST = 10, 4
"""Tiles that stay in the wall, and how many before them are only won on."""
LAST_STAGE, KEEPS = "last_tiles", "keeps_last"
"""The turn on one of the last tiles, and the mark of a hand that keeps it."""
SINGLE = Action(
    "single_kong",
    Text("单张杠", "single-tile kong"),
    "一.(四)2; 一.(五)2",
    "flowers",
)
KEPT = Action(
    money.KEPT_SUIT, Text("未听而留住该色", "not ready, kept the suit back"), "三.(五)末", "hand",
    spoken=True,
)  # fmt: skip


def _draw(draft: Draft, event: Event) -> None:
    """A tile from the wall; with one of the last four a turn of its own begins."""
    last = drawable(draft.base) <= LAST
    apply_draw(draft, event)
    if last and draft.step.stage == Stage.ACT:
        draft.step = replace(draft.step, stage=LAST_STAGE)


def _check_last(deal: Deal, event: Event) -> Objection | None:
    if isinstance(event, Won):
        return check_turn(deal, event)
    return Objection("最后四张只能自摸", "the last four are only won on", "二.(二)2⑸", False)


def _last_candidates(deal: Deal) -> Iterator[Event]:
    yield from (event for event in turn_candidates(deal) if isinstance(event, Won))


def _lapse_last(deal: Deal) -> Deal:
    """Not won: the tile stays with its taker, and the next one takes his."""
    draft = Draft(deal)
    mark(draft, deal.step.actor, KEEPS)
    go_on(draft, deal.step.actor)
    return draft.freeze(None)


class WuhanPlay(Play):
    clauses = Clauses(
        setup="一.(二)", flip="一.(五)", wall="二.(二)2⑸", turn="一.(三)",
        claims="一.(三); 一.(五)3", kong="一.(六)", win="二.(一)", settle="三",
    )  # fmt: skip
    actions: Mapping[str, Action] = {one.name: one for one in (SINGLE, KEPT)}
    rows: ClassVar[Mapping[str, Row]] = {
        **ROWS,
        Stage.DRAW: replace(ROWS[Stage.DRAW], apply=_draw),
        Stage.TAIL: replace(ROWS[Stage.TAIL], apply=_draw),
        LAST_STAGE: Row(_check_last, apply_turn, _last_candidates, _lapse_last),
    }

    def __init__(self, judging: WuhanJudging) -> None:
        self.judging = judging

    def terms(self, options: Options) -> Terms:
        turns = frozenset((Stage.ACT, Stage.ACT_CLAIMED))
        return Terms(
            stacks=EVEN_136,
            flips=1,
            dead_flip=options["flip"] == "out",
            chow=True,
            several=False,
            kept=RESERVED,
            covered_kongs=True,
            acts=(
                Declared(SINGLE, _singles, _lay_single, stages=turns),
                Declared(KEPT, self._keepers, _keep, stages=frozenset((Stage.OPENING,))),
            ),
        )

    def wild_by(self, turned: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return (wild_of(turned[0]),)

    def roles(self, deal: Deal) -> tuple[tuple[Text, Tile], ...]:
        wild = state(deal).wild
        bad = bad_of(wild[0]) if wild and deal.options.on("use_bad") else ()
        return tuple(
            (Text(zh, en), tile)
            for zh, en, tiles in (("癞子", "wild", wild), ("痞子", "bad", bad))
            for tile in tiles
        )

    def may_claim(self, deal: Deal, tile: Tile) -> bool:
        """Never 红中, 痞子, 癞子 (一.(四)1, 一.(五)3)."""
        return tile not in single_tiles(deal)

    def credited(self, deal: Deal, seat: Seat) -> tuple[Tile, ...]:
        """Single tiles laid as kongs, and those thrown, which count as well."""
        singles = single_tiles(deal)
        thrown = tuple(tile for tile in deal.rivers[seat] if tile in singles)
        return (*deal.flowers[seat], *thrown)

    def surplus(self, deal: Deal, seat: Seat) -> int:
        on_turn = deal.step.stage == LAST_STAGE and seat is deal.step.actor
        return int(on_turn or KEEPS in state(deal).marks[seat])

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        return (LAST_TILE,) if deal.step.stage == LAST_STAGE else ()

    def winner_order(self, deal: Deal, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """一炮单响: from the dealer, or from the shooter (二.(一)8)."""
        return winner_order(deal.dealer, deal.step.actor, seats, deal.options)

    def implausible(self, deal: Deal, win: Win) -> Objection | None:
        """What is in sight of a hidden hand: 红中 or 痞子, no claim, too few 翻."""
        known = (win.tile, *(tile for tile in win.concealed if tile.is_known))
        held = held_back(win.wild, known, deal.options)
        if held is not None:
            return Objection(held.reason.zh, held.reason.en, held.clause)
        if not win.is_self_drawn and win.tile in win.wild:
            return Objection("打出的癞子不能胡", "a discarded 癞子 is never won on", "一.(五)3")
        if not claims(win.melds):
            return Objection("没有开口", "nothing was claimed", "二.(一)6")
        most = 1 + 2 * (deal.options["minimum_counts"] == "all")
        if min(money.sums(win, (), deal.options).values()) + most < int(deal.options["min_fan"]):
            return Objection("翻数不够起胡", "the 翻 fall short", "二.(一)7")
        return None

    def opens(self, deal: Deal) -> tuple[Seat, ...]:
        """The winner, and who gave the tile of 全求人: it asks if he was ready."""
        shown = {w.source for w in deal.wins if _is_all_claimed(w)} | {*super().opens(deal)}
        return tuple(seat for seat in SEATS if seat in shown)

    def completed(self, deal: Deal, win: Win) -> Win:
        """With what was asked or found since: who was not ready, who kept the suit."""
        marks = list(state(deal).marks)
        source = win.source
        if source is not None and _is_all_claimed(win) and deal.hands[source].is_known:
            if not self._is_ready(deal, source):
                marks[source] = (*marks[source], money.NOT_READY)
        a, b, c, d = (replace(win.seats[s], marks=marks[s]) for s in SEATS)
        return replace(win, seats=(a, b, c, d))

    def next_dealer(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> Seat:
        winners = [item.win.seat for item in judged if not item.refused]
        return next_dealer(deal.dealer, winners[0] if winners else None, deal.options)

    def questions(self, deal: Deal) -> Iterator[RuleQuestion]:
        yield from super().questions(deal)
        if deal.step.stage != Stage.OPENING or deal.settlement().missing:
            return
        keepers = tuple(self._keepers(deal))
        if keepers:
            yield RuleQuestion(
                KEPT.name,
                Text("第三口之后，谁没听牌而留住赢家所做的花色不打？",
                     "After the third claim, who was not ready and kept the winner's suit back?"),
                (
                    (Text("没有", "nobody"), ()),
                    *((Text(act.seat.name, act.seat.name), (act,)) for act in keepers),
                ),
            )  # fmt: skip

    def _keepers(self, deal: Deal) -> Iterator[Acted]:
        """Who might pay for 一色 in place of whoever gave the third claim."""
        if not deal.options.on("suit_duty") or any(KEPT.name in m for m in state(deal).marks):
            return
        for item in deal.settlement().wins:
            third = money.third_claim(item.win)
            if third is None or item.refused:
                continue
            fans = item.scored.fans if item.scored else ()
            if item.scored and not any(scored.fan.id in COLOURS for scored in fans):
                continue
            for seat in SEATS:
                if seat not in (item.win.seat, third) and not (
                    deal.hands[seat].is_known and self._is_ready(deal, seat)
                ):
                    yield Acted(seat, KEPT.name)

    def _is_ready(self, deal: Deal, seat: Seat) -> bool:
        """听牌 by the tiles of a hand that is known."""
        win = facts(deal, seat, RED, WinKind.DISCARD, deal.step.actor)
        win = replace(win, concealed=deal.hands[seat].known)
        return bool(self.judging.waits(win, deal.options))


def single_tiles(deal: Deal | Draft) -> tuple[Tile, ...]:
    """红中, 癞子 and 痞子: kinds of which one tile is a kong."""
    wild = state(deal).wild
    options = deal.base.options if isinstance(deal, Draft) else deal.options
    bad = bad_of(wild[0]) if wild and options.on("use_bad") else ()
    return (RED, *bad, *wild)


def _singles(deal: Deal) -> Iterator[Acted]:
    """红中 at any time, 痞子 and 癞子 as well (一.(四)2, 一.(五)2)."""
    seat = deal.step.actor
    if drawable(deal):
        for tile in single_tiles(deal):
            if deal.may_hold(seat, (tile,)):
                yield Acted(seat, SINGLE.name, (tile,))


def _lay_single(draft: Draft, event: Acted) -> None:
    draft.lay_flower(event.seat, event.tiles[0])
    owe_replacement(draft, event.seat)


def _keep(draft: Draft, event: Acted) -> None:
    mark(draft, event.seat, KEPT.name)


def _is_all_claimed(win: Win) -> bool:
    return win.kind is WinKind.DISCARD and claims(win.melds) == 4


def winner_order(
    dealer: Seat, source: Seat, seats: tuple[Seat, ...], options: Options
) -> tuple[Seat, ...]:
    """Seats that could win one tile, the one who does first (二.(一)8)."""
    first = dealer if options["win_order"] == "dealer" else source.next
    return tuple(sorted(seats, key=lambda seat: (seat - first) % 4))


def next_dealer(dealer: Seat, winner: Seat | None, options: Options) -> Seat:
    """The dealer stays after his own win or 荒庄 (一.(七))."""
    if winner in (None, dealer):
        return dealer
    return dealer.next if options["deal_passes"] == "next" else dealer.previous
