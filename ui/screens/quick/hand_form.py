"""A won hand as it is tapped together, and what it is worth; no Kivy.

What can be tapped follows the page's own law (`engine.flow.WinLaw`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from engine.events import PaymentRow, WinKind
from engine.flow import WinLaw
from engine.meld import Meld, MeldKind
from engine.play import LAST_TILE
from engine.ruleset import RuleSet
from engine.seat import SEATS, Seat, four
from engine.settlement import net
from engine.tile import Tile
from engine.win import EntryCause, PublicSeat, Refusal, ScoredWin, Win

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
    TURNED = "turned"


class How(StrEnum):
    """What the winning tile was besides."""

    PLAIN = "plain"
    KONG = "kong"
    ROBBED = "robbed"
    LAST = "last"


MELD_KINDS = {
    Part.CHOW: MeldKind.CHOW, Part.PUNG: MeldKind.PUNG,
    Part.EXPOSED_KONG: MeldKind.EXPOSED_KONG, Part.CONCEALED_KONG: MeldKind.CONCEALED_KONG,
}  # fmt: skip


@dataclass(slots=True)
class HandForm:
    """`source` None: self-drawn. Tiles are kept in the order they were tapped. `bonus`,
    `turned`: the tile that raises the worth, the one that names what is wild."""

    winner: Seat = Seat.A
    source: Seat | None = None
    standing: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[Tile] = field(default_factory=list)
    winning: Tile | None = None
    bonus: Tile | None = None
    turned: Tile | None = None
    how: How = How.PLAIN
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
                # Of dragons that a table lays as flowers there are more than one.
                if not (tile.is_flower and tile in self.flowers):
                    self.flowers.append(tile)
            case Part.WINNING if self.room < 0:
                if tile in self.standing:
                    self.standing.remove(tile)
                    self.winning = tile
            case Part.WINNING:
                self.winning = tile
            case Part.BONUS:
                self.bonus = tile
            case Part.TURNED:
                self.turned = tile
            case part if part in MELD_KINDS and self.may_lay(tile):
                self.melds.append(_meld(MELD_KINDS[part], tile))
        if self.room == 0 and self.winning is None:
            self.part = Part.WINNING

    def may_lay(self, tile: Tile) -> bool:
        """Whether the open part takes a set of this tile, for a run its lowest one."""
        if self.part is Part.CHOW and not (tile.is_number and tile.rank <= 7):
            return False
        return self.room >= 3 and (tile.is_number or tile.is_honour)

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
        elif self.part is Part.TURNED:
            self.turned = None
        elif self.standing:
            self.standing.pop()
            self.part = Part.STANDING

    def obey(self, law: WinLaw) -> None:
        """Let go of what the page does not know: another was chosen, or other options."""
        if self.part not in parts_of(law):
            self.part = Part.STANDING
        if not (law.discard or law.robbing):
            self.source = None
        if self.how not in hows_of(law, self.source is None):
            self.how = hows_of(law, self.source is None)[0]

    def win(self, dealer: Seat, law: WinLaw) -> Win | None:
        """The win, None while tiles are missing."""
        if self.room or self.winning is None:
            return None
        robbed = self.how is How.ROBBED
        off = WinKind.ROBBED_KONG if robbed else WinKind.DISCARD
        wild = law.wild_by((self.turned,)) if law.wild_by and self.turned else ()
        seats = four(
            PublicSeat(melds=tuple(self.melds), flowers=tuple(self.flowers))
            if seat is self.winner
            else PublicSeat()
            for seat in SEATS
        )
        return Win(
            seat=self.winner, tile=self.winning,
            kind=WinKind.SELF_DRAW if self.source is None else off,
            concealed=tuple(sorted(self.standing)), seats=seats, source=self.source,
            entry=EntryCause.KONG if self.how is How.KONG else EntryCause.HEAD,
            bonus=self.bonus, dealer=dealer,
            situation=(LAST_TILE,) if self.how is How.LAST else (),
            wild=wild,
        )  # fmt: skip

    def judged(
        self, rules: RuleSet, options: dict[str, str], dealer: Seat
    ) -> tuple[ScoredWin | Refusal, tuple[PaymentRow, ...]] | None:
        """What it is worth and who pays, None while tiles are missing."""
        chosen = rules.choose(options)
        win = self.win(dealer, rules.flow.win_law(chosen))
        if win is None:
            return None
        judged = rules.judge(win, chosen)
        rows = rules.pay(judged, chosen) if isinstance(judged, ScoredWin) else ()
        return judged, rows


def parts_of(law: WinLaw) -> tuple[Part, ...]:
    """What a hand may consist of."""
    left_out = {
        Part.CHOW: law.chow, Part.EXPOSED_KONG: law.kong, Part.CONCEALED_KONG: law.kong,
        Part.FLOWER: bool(law.flowers), Part.BONUS: law.bonus is not None,
        Part.TURNED: law.wild_by is not None,
    }  # fmt: skip
    return tuple(part for part in Part if left_out.get(part, True))


def hows_of(law: WinLaw, self_drawn: bool) -> tuple[How, ...]:
    """What a win may be besides, the usual first."""
    may = {
        How.PLAIN: self_drawn or law.discard,
        How.KONG: law.kong and (self_drawn or law.discard),
        How.ROBBED: not self_drawn and law.robbing,
        How.LAST: law.last_tile and (self_drawn or law.discard),
    }
    return tuple(how for how in How if may[how])


def changes(rows: tuple[PaymentRow, ...]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """What each seat gains or loses."""
    return net(rows)


def _meld(kind: MeldKind, tile: Tile) -> Meld:
    if kind is MeldKind.CHOW:
        run = tuple(Tile.parse(f"{tile.rank + step}{tile.suit}") for step in range(3))
        return Meld(kind, tile, run)
    return Meld(kind, tile, (tile,) * (4 if kind.is_kong else 3))
