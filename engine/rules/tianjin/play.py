"""天津: the course of play: 坐庄, 拉庄, 开混, 铲."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, Event, PaymentRow
from engine.flow import Action, Objection
from engine.meld import Meld
from engine.play import (
    ALL_FLOWERS,
    BEFORE_DEAL,
    EVEN_136,
    EVEN_144,
    KONG,
    ROWS,
    WORDS,
    Clauses,
    Declared,
    Play,
    Row,
    Stage,
    Terms,
    acted,
    book,
    make_void,
    mark,
    state,
    step,
    terms,
)
from engine.rules.tianjin.judging import (
    LA,
    ZUO,
    chan_rows,
    is_chan,
    kong_points,
    shares,
    wild_pair,
)
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.view import Text

HUN = "hun"
"""Purpose of the dice that find the tile to be turned."""
LA_ACTION = "la"
_DRAWN = "exhausted"

_ZUO = Action(
    ZUO, Text("坐庄", "the dealer sits"), "L74 坐庄", "hand",
    Text("庄家坐庄吗？", "does the dealer sit?"), spoken=True,
)  # fmt: skip
_LA = Action(
    LA_ACTION, Text("拉庄", "pulls the dealer"), "L74 拉庄", "hand",
    Text("拉庄几次？", "how often is the dealer pulled?"), spoken=True,
)  # fmt: skip


def _turn(draft: Draft, event: Event) -> None:
    """A turned flower makes nothing wild: another tile is turned."""
    ROWS[Stage.FLIP].apply(draft, event)
    if not state(draft).wild:
        draft.step = step(Stage.FLIP, draft.dealer)


class TianjinPlay(Play):
    """See `engine.play`."""

    clauses = Clauses(
        setup="L74 拿牌", flip="L74 开混", flowers="L74 二", turn="L74 出牌",
        claims="L74 吃碰杠牌", kong="L74 吃碰杠牌", win="补", settle="L74 坐庄",
    )  # fmt: skip
    actions: Mapping[str, Action] = {ZUO: _ZUO, LA_ACTION: _LA}
    rows: ClassVar[Mapping[str, Row]] = {
        **ROWS,
        Stage.FLIP: replace(ROWS[Stage.FLIP], apply=_turn),
    }
    words: Mapping[str, Text] = {
        **WORDS,
        ZUO: Text("坐庄", "the dealer sits"),
        LA[0]: Text("拉一庄", "pulls once"),
        LA[1]: Text("拉两庄", "pulls twice"),
        "chan": Text("铲", "four equal first discards"),
        HUN: Text("开混", "for the wild tiles"),
        _DRAWN: Text("流局", "the wall is used up"),
    }

    def terms(self, options: Options) -> Terms:
        flowers = options.on("flowers")
        return Terms(
            stacks=EVEN_144 if flowers else EVEN_136,
            throws_after=(HUN,),
            flips=1,
            flowers=ALL_FLOWERS if flowers else frozenset(),
            robbing=False,
            win_discard=False,
            several=False,
            acts=(
                Declared(_ZUO, _may_sit, _sit, round=BEFORE_DEAL),
                Declared(_LA, _may_pull, _pull),
            ),
        )

    def declared(self, deal: Deal) -> tuple[Declared, ...]:
        """坐庄 and 拉庄 are said in one round, in any order."""
        return terms(deal).acts if deal.step.stage == Stage.DECLARE else ()

    def break_at(self, dealer: Seat, dice: tuple[int, int]) -> tuple[Seat, int]:
        """The dealer's own wall; the stack after the sum is taken first."""
        return dealer, sum(dice)

    def thrower(self, deal: Deal | Draft, purpose: str) -> Seat:
        return deal.dealer.across

    def flip_slot(self, deal: Deal) -> int:
        """The upper tile of the stack that the 对家's dice count from the tail; of
        the one before it where a flower was turned (补)."""
        page = state(deal)
        return deal.wall.total - 2 * (sum(dict(page.throws)[HUN]) + len(page.turned))

    def wild_by(self, turned: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return () if turned[-1].is_flower else wild_pair(turned[-1])

    def roles(self, deal: Deal) -> tuple[tuple[Text, Tile], ...]:
        return tuple((Text("混", "wild"), tile) for tile in state(deal).wild)

    def resume(self, deal: Deal, turn: Seat, acts: bool, bonus: Tile | None) -> Deal:
        resumed = super().resume(deal, turn, acts, bonus)
        if bonus is None:
            return resumed
        return replace(resumed, page=replace(state(resumed), wild=wild_pair(bonus)))

    def may_kong_own(self, deal: Deal, tile: Tile) -> bool:
        """Four equal 混 may be laid as a concealed kong."""
        return True

    def refuses_discard(self, deal: Deal, seat: Seat, tile: Tile) -> Objection | None:
        wild = state(deal).wild
        if tile not in wild or deal.options.on("discard_wild"):
            return None
        hand = deal.hands[seat]
        if hand.is_known and all(held in wild for held in hand.known):
            return None
        return Objection("混不能打出", "a wild tile is not thrown", "补")

    def kong_rows(self, draft: Draft, seat: Seat, kong: Meld) -> tuple[PaymentRow, ...]:
        page, options = state(draft), draft.base.options
        points = kong_points(kong, page.wild, options)
        return shares(seat, points, draft.dealer, page.marks, options["zuo_and_la"], KONG)

    def on_discard(self, draft: Draft, seat: Seat, tile: Tile) -> None:
        page, options = state(draft), draft.base.options
        if page.disturbed and options["chan_claims"] == "void":
            return
        first = page.thrown[:4]
        if len(page.thrown) == 4 and is_chan(
            [tile for _, tile in first], draft.dealer, [thrower for thrower, _ in first]
        ):
            book(draft, "chan", draft.dealer, chan_rows(draft.dealer, page.marks, options))

    def unlikely(self, deal: Deal, event: Event) -> float:
        """Stakes are said, and never guessed from a picture."""
        return 5.0 if isinstance(event, Acted) else 0.0

    def on_end(self, draft: Draft, reason: str) -> None:
        """铲 counts in a drawn deal too; kongs by option."""
        if reason == _DRAWN and not draft.base.options.on("kongs_on_draw"):
            for at, item in enumerate(state(draft).booked):
                if item.cause == KONG:
                    make_void(draft, at, _DRAWN)


def _may_sit(deal: Deal) -> Iterator[Acted]:
    if not acted(deal, ZUO, deal.dealer):
        yield Acted(deal.dealer, ZUO)


def _sit(draft: Draft, event: Acted) -> None:
    mark(draft, event.seat, ZUO)


def _may_pull(deal: Deal) -> Iterator[Acted]:
    for seat in SEATS:
        if seat is not deal.dealer and not acted(deal, LA_ACTION, seat):
            yield from (Acted(seat, LA_ACTION, place=word) for word in LA)


def _pull(draft: Draft, event: Acted) -> None:
    assert event.place is not None
    mark(draft, event.seat, event.place)
