"""上海: the course of play on the shared base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, End, Konged, Penalised, WinKind
from engine.flow import Action, Objection
from engine.meld import MeldKind
from engine.play import (
    ALL_FLOWERS,
    EVEN_144,
    WORDS,
    Clauses,
    Declared,
    Play,
    Stage,
    Terms,
    book,
    facts,
    finish,
    mark,
    plain_situation,
    state,
)
from engine.rules.shanghai.fans import DRAWN, NOT_KNOCKED, OPENED
from engine.rules.shanghai.score import dealer_after, limit, paid_to_all
from engine.ruleset import Options
from engine.seat import Seat
from engine.shapes import standard
from engine.tile import KINDS, Tile
from engine.view import Text
from engine.win import Win

LEFT = "left"
KNOCKING, KNOCKED = "knocking", "knocked"
"""Marks of a seat that knocks with the discard to come, and that has knocked."""
KNOCK = Action(
    "knock", Text("敲", "knocks"), "J6", "hand", Text("敲了吗？", "Was there a knock?"), True
)
STANDING = tuple(tile for tile in KINDS if tile.is_number or tile.is_honour)
DRAGONS = frozenset(tile for tile in KINDS if tile.is_honour and not tile.is_wind)


class ShanghaiPlay(Play):
    """What all versions share: 144 tiles, flowers laid, chows, the first win
    ends the deal."""

    clauses = Clauses(
        setup="O1.5; †", flowers="O1.6", wall="Q2.1", turn="Q3.2", claims="Q3.2; O1.6",
        kong="Q3.2", win="Q1; J2", bar="Q3.4", ready="J6", settle="Q4; J2", breach="Q4",
    )  # fmt: skip
    words: Mapping[str, Text] = {**WORDS, "liability": Text("承包", "liability")}

    def terms(self, options: Options) -> Terms:
        end = End(options["replacement"])
        return Terms(
            stacks=EVEN_144,
            flowers=ALL_FLOWERS,
            chow=True,
            several=options.get("several_winners") != "no",
            kept=int(options["dead_wall"]),
            kong_end=end,
            flower_end=end,
            bar="none" if options.get("passed_wins") == "no" else "all",
        )

    def dealer_after(self, deal: Deal, winners: tuple[Seat, ...], source: Seat | None) -> Seat:
        return dealer_after(deal.dealer, winners, source, self.after_several(deal.options))

    def after_several(self, options: Options) -> str:
        """Who deals after several wins on one tile (see `score.dealer_after`)."""
        return options["next_dealer"]


class QhpPlay(ShanghaiPlay):
    """清混碰: eight flowers win; 开宝 and 黄番 go on from deal to deal."""

    breaches: ClassVar[tuple[str, ...]] = (LEFT,)
    words: Mapping[str, Text] = {
        **ShanghaiPlay.words, LEFT: Text("逃跑", "left the table"),
    }  # fmt: skip

    def terms(self, options: Options) -> Terms:
        return replace(super().terms(options), eight_flowers=True)

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        opened, drawn = carried(deal)
        bonus = (OPENED,) * opened + (DRAWN,) * drawn
        return plain_situation(deal, seat, kind) + bonus

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        names = (Text("开宝", "equal dice"), Text("黄番", "drawn deals"))
        return tuple(
            Text(f"{name.zh}×{number}", f"{name.en} ×{number}")
            for name, number in zip(names, carried(deal), strict=True)
            if number
        )

    def carry(self, deal: Deal) -> tuple[tuple[str, str], ...]:
        """开宝 and 黄番 until somebody wins (Q2.1)."""
        if deal.ended == "void":
            return state(deal).carry
        if any(win.scored for win in deal.settlement().wins):
            return ()
        opened, drawn = carried(deal)
        return ((OPENED, str(opened)), (DRAWN, str(drawn + (deal.ended == "exhausted"))))

    def implausible(self, deal: Deal, win: Win) -> Objection | None:
        """Melds that fit none of 清, 混, 碰, 风 (Q1)."""
        suits = {meld.tile.suit for meld in win.melds} - {"z"}
        chows = any(meld.kind is MeldKind.CHOW for meld in win.melds)
        if chows and len(suits) > 1:
            return Objection("副露已不成清、混、碰", "the melds fit none of 清, 混 and 碰", "Q1")
        return None

    def refuses_breach(self, deal: Deal, event: Penalised) -> Objection | None:
        if deal.is_over or not deal.active(event.seat):
            return Objection("本盘已结束", "the deal is over", "Q4")
        return None

    def on_breach(self, draft: Draft, event: Penalised) -> None:
        """逃跑: a fine to everybody, and the deal ends (Q4)."""
        options = draft.base.options
        fine = Fraction((limit(options) or 0) * int(options["leaving_fine"]))
        book(draft, LEFT, event.seat, paid_to_all(event.seat, fine, LEFT) if fine else ())
        finish(draft, LEFT)


class OnlinePlay(QhpPlay):
    """The online procedure: after several wins the one who dealt in deals (O1.4.2)."""

    def after_several(self, options: Options) -> str:
        return "discarder"

    def chower(self, deal: Deal) -> Seat:
        """Who has the discarder for 上家; printed, East's is South (O1.6)."""
        if deal.options["upper_seat"] == "printed":
            return deal.step.actor.previous
        return super().chower(deal)


class QiaomaPlay(ShanghaiPlay):
    """敲麻: a knock with the discard that leaves a ready hand, then no change (J6)."""

    actions: Mapping[str, Action] = {KNOCK.name: KNOCK}
    words: Mapping[str, Text] = {
        **ShanghaiPlay.words, KNOCKING: Text("敲", "knocked"), KNOCKED: Text("敲", "knocked"),
    }  # fmt: skip

    def terms(self, options: Options) -> Terms:
        kongs = options.on("kongs")
        return replace(
            super().terms(options),
            flowers=ALL_FLOWERS | DRAGONS if options.on("dragons_are_flowers") else ALL_FLOWERS,
            win_discard=options.on("discard_wins"),
            exposed_kong=kongs,
            added_kong=kongs,
            concealed_kong=kongs,
            acts=(
                Declared(
                    KNOCK, _knocks, _knock,
                    frozenset((Stage.ACT, Stage.ACT_CLAIMED, Stage.DISCARD)),
                ),
            ),
        )  # fmt: skip

    def frozen(self, deal: Deal, seat: Seat) -> bool:
        return KNOCKED in state(deal).marks[seat]

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        """A knock is only heard: of a hand that nobody sees it may have been missed."""
        words = super().situation(deal, seat, tile, kind)
        known = deal.hands[seat].is_known and KNOCKED not in state(deal).marks[seat]
        return (*words, NOT_KNOCKED) if known else words

    def refuses_kong(self, deal: Deal, event: Konged) -> Objection | None:
        if KNOCKING in state(deal).marks[event.seat]:
            return Objection("敲了接着就打，不能再杠", "the discard follows the knock", "J6")
        return None

    def refuses_discard(self, deal: Deal, seat: Seat, tile: Tile) -> Objection | None:
        marks = state(deal).marks[seat]
        if KNOCKING not in marks or KNOCKED in marks or not deal.hands[seat].is_known:
            return None
        if _ready(deal, seat, tile):
            return None
        return Objection("打这张就不听了", "that leaves the hand not ready", "J6")

    def on_discard(self, draft: Draft, seat: Seat, tile: Tile) -> None:
        if KNOCKING in state(draft).marks[seat]:
            mark(draft, seat, KNOCKED)


def carried(deal: Deal) -> tuple[int, int]:
    """开宝 and 黄番 that a win in this deal counts (Q2.1)."""
    left = dict(state(deal).carry)
    equal = deal.dice is not None and deal.dice[0] == deal.dice[1]
    return int(left.get(OPENED, "0")) + equal, int(left.get(DRAWN, "0"))


def _knocks(deal: Deal) -> Iterator[Acted]:
    """Before the discard, or right after it; a hand that is seen must be ready."""
    seat = deal.step.actor
    marks = state(deal).marks[seat]
    if KNOCKING in marks or KNOCKED in marks:
        return
    hand = deal.hands[seat]
    thrown = deal.step.stage == Stage.DISCARD
    if not hand.is_known or any(
        _ready(deal, seat, tile) for tile in ((None,) if thrown else dict.fromkeys(hand.known))
    ):
        yield Acted(seat, KNOCK.name)


def _knock(draft: Draft, event: Acted) -> None:
    thrown = draft.base.step.stage == Stage.DISCARD
    mark(draft, event.seat, KNOCKED if thrown else KNOCKING)


def _ready(deal: Deal, seat: Seat, thrown: Tile | None) -> bool:
    """Whether the known hand is ready without the tile thrown."""
    tile = thrown or KINDS[0]
    kind = WinKind.SELF_DRAW if thrown else WinKind.DISCARD
    win = facts(deal, seat, tile, kind, None if thrown else seat)
    # Whether one tile is lacking at all is quickly seen, and it seldom is.
    lacking_one = standard(win.concealed, 4 - len(win.melds), 1, STANDING)
    return next(lacking_one, None) is not None and bool(deal.rules.waits(win, deal.options))
