"""Hands of the two Sichuan pages in one line each."""

from __future__ import annotations

from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.ruleset import Options, RuleSet
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.win import EntryCause, PublicSeat, Win

CONCEALED, EXPOSED = MeldKind.CONCEALED_KONG, MeldKind.EXPOSED_KONG


def kong(code: str, kind: MeldKind = CONCEALED, source: Seat | None = None) -> Meld:
    tile = Tile.parse(code)
    return Meld(kind, tile, (tile,) * 4, source)


def pung(code: str, source: Seat = Seat.C) -> Meld:
    tile = Tile.parse(code)
    return Meld(MeldKind.PUNG, tile, (tile,) * 3, source)


def hand(
    tiles: str, *melds: Meld, kind: WinKind = WinKind.DISCARD, entry: EntryCause = EntryCause.HEAD,
    dealer: Seat = Seat.B, situation: tuple[str, ...] = (),
) -> Win:  # fmt: skip
    """A's win on the last tile of `tiles`; D pays unless it is self-drawn."""
    *concealed, won = parse_tiles(tiles)
    none = PublicSeat()
    source = None if kind is WinKind.SELF_DRAW else Seat.D
    return Win(
        Seat.A, won, kind, tuple(concealed), (PublicSeat(melds=melds), none, none, none), source,
        entry=entry, dealer=dealer, situation=situation,
    )  # fmt: skip


def names(rules: RuleSet, win: Win, options: Options | None = None) -> set[str]:
    """Chinese names of the fans that count; none where the hand does not win."""
    scored = rules.best(win, options)
    return {fan.fan.name.zh for fan in scored.fans} if scored else set()
