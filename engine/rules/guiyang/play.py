"""贵阳捉鸡: the course of play. 豆 are booked as they are made and taken back
where the text says that they do not count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from engine.deal import Deal
from engine.draft import Draft
from engine.events import Acted, DiceRolled, Event, PaymentRow, WinKind
from engine.flow import Action, JudgedWin, Objection, WinLaw
from engine.meld import Meld
from engine.play import (
    EVEN_108,
    KONG,
    ROWS,
    WORDS,
    Batch,
    Clauses,
    Declared,
    Play,
    Row,
    Stage,
    Terms,
    make_void,
    mark,
    set_page,
    state,
    step,
)
from engine.play.wins import public_seats
from engine.rules.guiyang.fans import DECLARED, KONG_WORD
from engine.rules.guiyang.judging import (
    ROBBED_WORTH,
    GuiyangJudging,
    broken_wall,
    next_after_draw,
)
from engine.rules.guiyang.money import CHICKEN, Chickens, chicken_rows, dou_rows
from engine.ruleset import Options, ReadyCheck
from engine.seat import SEATS, Seat
from engine.settlement import reversal
from engine.tile import Tile
from engine.view import Text
from engine.win import EntryCause, ScoredWin, Win

_HOT, _DRAWN, _UNREADY = "hot_shot", "exhausted", "not_ready"


class GuiyangPlay(Play):
    """What both texts share."""

    words: Mapping[str, Text] = {
        **WORDS,
        KONG: Text("豆", "豆"),
        "chicken": Text("鸡", "chicken"),
        _HOT: Text("热炮，豆不算", "hot shot: the 豆 is void"),
        _DRAWN: Text("黄庄", "the wall is used up"),
        _UNREADY: Text("未叫牌，豆不算", "not ready: the 豆 is void"),
    }

    def __init__(self, judging: GuiyangJudging) -> None:
        self.judging = judging

    def terms(self, options: Options) -> Terms:
        return Terms(
            stacks=EVEN_108,
            several=options["several_winners"] == "all",
            birds=1 if options["chickens"] == "public" else 0,
            ready_check=True,
        )

    def win_law(self, options: Options) -> WinLaw:
        apart = Text("不含鸡和豆", "without chickens and 豆")
        return replace(super().win_law(options), apart=apart)

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        """The 豆 just made by whoever gave the tile, as an index of his melds."""
        words = super().situation(deal, seat, tile, kind)
        if kind is WinKind.ROBBED_KONG:
            return words
        actor = deal.step.actor if kind is WinKind.DISCARD else seat
        made = _last_dou(deal, actor)
        fresh = deal.entries[actor] == EntryCause.KONG
        if kind is WinKind.DISCARD and deal.options.get("hot_window") == "any":
            fresh = True
        if made is None or not fresh:
            return words
        at = next(i for i, meld in enumerate(deal.melds[actor]) if meld.tile == made)
        return (*words, f"{KONG_WORD}{at}")

    def kong_rows(self, draft: Draft, seat: Seat, kong: Meld) -> tuple[PaymentRow, ...]:
        return dou_rows(seat, kong.kind, kong.source, draft.base.options, self.judging.prices)

    def on_claim(self, draft: Draft, seat: Seat, meld: Meld) -> None:
        """责任鸡: who took the first 1条 thrown."""
        thrown = [tile for _, tile in state(draft).thrown]
        if meld.tile is CHICKEN and thrown.count(CHICKEN) == 1:
            set_page(draft, own=seat)

    def on_win(self, draft: Draft, batch: Batch) -> None:
        """热炮: the 豆 just made does not count."""
        win = draft.wins[-1]
        if batch.kind is WinKind.DISCARD and any(w.startswith(KONG_WORD) for w in win.situation):
            booked = state(draft).booked
            at = max(i for i, item in enumerate(booked) if item.seat is batch.source)
            make_void(draft, at, _HOT)

    def on_end(self, draft: Draft, reason: str) -> None:
        """黄庄: no 豆 counts."""
        if reason == _DRAWN:
            for at in range(len(state(draft).booked)):
                make_void(draft, at, _DRAWN)

    def opens(self, deal: Deal) -> tuple[Seat, ...]:
        options = deal.options
        if deal.wins and (options["chickens"] == "public" or options.get("keep_dou") == "no"):
            return SEATS
        seats = set(super().opens(deal))
        if options.get("robbed_amount") == "robbed":
            seats |= {w.source for w in deal.wins if w.kind is WinKind.ROBBED_KONG and w.source}
        return tuple(sorted(seats))

    def completed(self, deal: Deal, win: Win) -> Win:
        """With the worth of the robbed hand, where the option asks for it."""
        if win.kind is not WinKind.ROBBED_KONG or win.source is None:
            return win
        hand = deal.hands[win.source]
        if deal.options.get("robbed_amount") != "robbed" or not hand.is_known:
            return win
        scored = self._worth(deal, win.source, hand.known)
        if scored is None:
            return win
        return replace(win, situation=(*win.situation, f"{ROBBED_WORTH}{scored.total}"))

    def end_rows(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> tuple[PaymentRow, ...]:
        if not any(item.scored for item in judged):
            return ()
        rows: list[PaymentRow] = []
        if deal.options.get("keep_dou") == "no":
            losers = [
                seat
                for seat in SEATS
                if deal.active(seat) and self._worth(deal, seat, deal.hands[seat].known) is None
            ]
            for item in state(deal).booked:
                if item.seat in losers and not item.void:
                    rows += (reversal(row, _UNREADY) for row in item.rows)
        if deal.options["chickens"] == "public":
            rows += chicken_rows(_holdings(deal), _chickens(deal), self.judging.prices)
        return tuple(rows)

    def _worth(self, deal: Deal, seat: Seat, tiles: tuple[Tile, ...]) -> ScoredWin | None:
        """What these known standing tiles would win by self-draw, None unless ready."""
        check = ReadyCheck({seat: tiles}, public_seats(deal), dealer=deal.dealer)
        return self.judging.deemed(check, seat, deal.options)


class DouPlay(GuiyangPlay):
    """番数版 (L90)."""

    clauses = Clauses(
        setup="L90 庄家确定", wall="L90 黄庄", turn="L90 可行操作", claims="L90 可行操作",
        kong="L90 豆", win="L90 自摸胡牌", birds="补", settle="L90 黄庄查叫",
    )  # fmt: skip

    def next_dealer(
        self, deal: Deal, judged: tuple[JudgedWin, ...], ready: tuple[ScoredWin, ...]
    ) -> Seat:
        if deal.ended == _DRAWN:
            return next_after_draw(deal.dealer, [scored.win.seat for scored in ready])
        return super().next_dealer(deal, judged, ready)


def _break(draft: Draft, event: Event) -> None:
    """The throw that breaks the walls, counted the way the table counts."""
    assert isinstance(event, DiceRolled)
    draft.dice = event.dice
    direction = draft.base.options["dice_direction"]
    draft.wall = draft.wall.broken(*broken_wall(draft.dealer, event.dice, direction))
    draft.step = step(Stage.DEAL, draft.dealer)


DECLARE = Action(DECLARED, Text("报听", "declares ready"), "L84 报听", "hand", spoken=True)


class BaoPlay(GuiyangPlay):
    """报听·杀报版 (L83-84)."""

    clauses = Clauses(
        setup="L83 骰子; 码牌", wall="L84 黄庄", turn="L83 可行操作", claims="L83 可行操作",
        kong="L83 可行操作", win="L84 胡牌牌型说明", ready="L84 报听", birds="补",
        settle="L84 黄庄",
    )  # fmt: skip
    actions: Mapping[str, Action] = {DECLARE.name: DECLARE}
    rows: ClassVar[Mapping[str, Row]] = {
        **ROWS,
        Stage.DICE: replace(ROWS[Stage.DICE], apply=_break),
    }
    words: Mapping[str, Text] = {
        **GuiyangPlay.words,
        DECLARED: Text("报听", "declared ready"),
    }

    def terms(self, options: Options) -> Terms:
        declared = Declared(DECLARE, self._may_declare, _declare, stages=frozenset((Stage.ACT,)))
        return replace(super().terms(options), acts=(declared,))

    def _may_declare(self, deal: Deal) -> Iterator[Acted]:
        """On one's first tile, with nothing thrown or melded, if a discard can
        leave the hand ready."""
        seat = deal.step.actor
        if _is_declared(deal, seat) or deal.melds[seat] or _has_thrown(deal, seat):
            return
        hand = deal.hands[seat]
        if not hand.is_known or any(
            self._leaves_ready(deal, seat, tile) for tile in dict.fromkeys(hand.known)
        ):
            yield Acted(seat, DECLARED)

    def _leaves_ready(self, deal: Deal, seat: Seat, tile: Tile) -> bool:
        left = deal.hands[seat].without(tile)
        assert left is not None
        return self._worth(deal, seat, left[0].known) is not None

    def unlikely(self, deal: Deal, event: Event) -> float:
        """报听 is said, and never guessed from a picture."""
        return 5.0 if isinstance(event, Acted) else 0.0

    def frozen(self, deal: Deal, seat: Seat) -> bool:
        """From the discard on that goes with the declaration."""
        return _is_declared(deal, seat) and _has_thrown(deal, seat)

    def may_kong_own(self, deal: Deal, tile: Tile) -> bool:
        return not _is_declared(deal, deal.step.actor)

    def refuses_discard(self, deal: Deal, seat: Seat, tile: Tile) -> Objection | None:
        """The discard that goes with the declaration leaves a ready hand."""
        hand = deal.hands[seat]
        if not _is_declared(deal, seat) or not hand.is_known or tile not in hand.known:
            return None
        if _has_thrown(deal, seat) or self._leaves_ready(deal, seat, tile):
            return None
        return Objection("报听须打成听牌", "after declaring the hand must be ready", "L84 报听")


def _declare(draft: Draft, event: Acted) -> None:
    mark(draft, event.seat, DECLARED)


def _is_declared(deal: Deal, seat: Seat) -> bool:
    return DECLARED in state(deal).marks[seat]


def _has_thrown(deal: Deal, seat: Seat) -> bool:
    return any(thrower is seat for thrower, _ in state(deal).thrown)


def _last_dou(deal: Deal, seat: Seat) -> Tile | None:
    """The kind of the last 豆 that the seat made."""
    return next((item.tile for item in reversed(state(deal).booked) if item.seat is seat), None)


def _holdings(deal: Deal) -> dict[Seat, Counter[Tile]]:
    """All that a seat has: hand, melds, thrown tiles, the tile won on."""
    found: dict[Seat, Counter[Tile]] = {}
    for seat in SEATS:
        tiles = Counter(deal.hands[seat].known + deal.rivers[seat])
        for meld in deal.melds[seat]:
            tiles.update(meld.tiles)
        won = deal.winning[seat]
        if won is not None:
            tiles[won] += 1
        found[seat] = tiles
    return found


def _chickens(deal: Deal) -> Chickens:
    page = state(deal)
    flipped = page.birds[0] if page.birds else None
    first = next((seat for seat, tile in page.thrown if tile is CHICKEN), None)
    if isinstance(page.own, Seat):
        return Chickens(flipped, first, page.own)
    lies = first is not None and CHICKEN in deal.rivers[first]
    return Chickens(flipped, first if lies else None)
