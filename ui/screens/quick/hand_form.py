"""A won hand as it is tapped together, and what it is worth; no Kivy."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from engine.events import PaymentRow, WinKind
from engine.meld import Meld, MeldKind
from engine.ruleset import RuleSet
from engine.seat import SEATS, Seat, four
from engine.settlement import net
from engine.tile import Tile
from engine.win import PublicSeat, Refusal, ScoredWin, Win

HAND = 13


class Part(StrEnum):
    """What the next tapped tile is."""

    STANDING = "standing"
    CHOW = "chow"
    PUNG = "pung"
    EXPOSED_KONG = "exposed_kong"
    CONCEALED_KONG = "concealed_kong"
    FLOWER = "flower"
    WINNING = "winning"
    BONUS = "bonus"


MELD_KINDS = {
    Part.CHOW: MeldKind.CHOW, Part.PUNG: MeldKind.PUNG,
    Part.EXPOSED_KONG: MeldKind.EXPOSED_KONG, Part.CONCEALED_KONG: MeldKind.CONCEALED_KONG,
}  # fmt: skip


@dataclass(slots=True)
class HandForm:
    """`source` None: self-drawn. Tiles are kept in the order they were tapped."""

    winner: Seat = Seat.A
    source: Seat | None = None
    standing: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[Tile] = field(default_factory=list)
    winning: Tile | None = None
    bonus: Tile | None = None
    part: Part = Part.STANDING

    @property
    def room(self) -> int:
        """How many standing tiles are still missing; −1 while the winning tile is
        among them and not named."""
        return HAND - 3 * len(self.melds) - len(self.standing)

    def add(self, tile: Tile) -> None:
        """Take a tapped tile for the part that is open; the winning tile follows the
        last standing one."""
        match self.part:
            case Part.STANDING if self.room > 0:
                self.standing.append(tile)
            case Part.FLOWER:
                if tile.is_flower and tile not in self.flowers:
                    self.flowers.append(tile)
            case Part.WINNING if self.room < 0:
                if tile in self.standing:
                    self.standing.remove(tile)
                    self.winning = tile
            case Part.WINNING:
                self.winning = tile
            case Part.BONUS:
                self.bonus = tile
            case part if part in MELD_KINDS and self.room >= 3:
                self.melds.append(_meld(MELD_KINDS[part], tile))
        if self.room == 0 and self.winning is None:
            self.part = Part.WINNING

    def lay(self, tiles: tuple[Tile, ...]) -> None:
        """Take over the standing tiles of a picture, with the winning one or without;
        which one won is asked next."""
        self.standing, self.winning, self.part = list(tiles), None, Part.WINNING

    @property
    def winning_choices(self) -> tuple[Tile, ...] | None:
        """The tiles one of which won, where a picture showed them all; else None."""
        return tuple(self.standing) if self.room < 0 else None

    def take_back(self) -> None:
        """Remove what was tapped last in the part that is open."""
        if self.part in MELD_KINDS and self.melds:
            self.melds.pop()
        elif self.part is Part.FLOWER and self.flowers:
            self.flowers.pop()
        elif self.part is Part.WINNING and self.winning is not None:
            self.winning = None
        elif self.part is Part.BONUS:
            self.bonus = None
        elif self.standing:
            self.standing.pop()
            self.part = Part.STANDING

    def win(self, dealer: Seat) -> Win | None:
        """The win, None while tiles are missing."""
        if self.room or self.winning is None:
            return None
        seats = four(
            PublicSeat(melds=tuple(self.melds), flowers=tuple(self.flowers))
            if seat is self.winner
            else PublicSeat()
            for seat in SEATS
        )
        return Win(
            seat=self.winner, tile=self.winning,
            kind=WinKind.SELF_DRAW if self.source is None else WinKind.DISCARD,
            concealed=tuple(sorted(self.standing)), seats=seats, source=self.source,
            bonus=self.bonus, dealer=dealer,
        )  # fmt: skip

    def judged(
        self, rules: RuleSet, options: dict[str, str], dealer: Seat
    ) -> tuple[ScoredWin | Refusal, tuple[PaymentRow, ...]] | None:
        """What it is worth and who pays, None while tiles are missing."""
        win = self.win(dealer)
        if win is None:
            return None
        chosen = rules.choose(options)
        judged = rules.judge(win, chosen)
        rows = rules.pay(judged, chosen) if isinstance(judged, ScoredWin) else ()
        return judged, rows


def changes(rows: tuple[PaymentRow, ...]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """What each seat gains or loses."""
    return net(rows)


def _meld(kind: MeldKind, tile: Tile) -> Meld:
    if kind is MeldKind.CHOW:
        run = tuple(Tile.parse(f"{tile.rank + step}{tile.suit}") for step in range(3))
        return Meld(kind, tile, run)
    return Meld(kind, tile, (tile,) * (4 if kind.is_kong else 3))
