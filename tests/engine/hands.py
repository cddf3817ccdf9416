"""Hands for scoring tests, written in tile codes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.rules import load
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import JOKER, MOUSE, Tile, parse_tiles
from engine.view import Status
from engine.win import Effect, EntryCause, PublicSeat, ScoredWin, Win

RULES = load("mzhz")


def options(**chosen: str) -> Options:
    return RULES.choose(chosen)


def meld(text: str, kind: MeldKind | None = None, mouse: str | None = None) -> Meld:
    """A pung or kong, e.g. `55p1j`, `8p111j`; `mouse`: what a mouse stands for."""
    lying = parse_tiles(text)
    of = next((tile for tile in lying if tile.is_number), JOKER)
    stands_for = ((lying.index(MOUSE), Tile.parse(mouse or of.code)),) if MOUSE in lying else ()
    usual = MeldKind.PUNG if len(lying) == 3 else MeldKind.EXPOSED_KONG
    return Meld(kind or usual, of, lying, stands_for=stands_for)


def win(
    standing: str,
    won: str,
    kind: WinKind = WinKind.DISCARD,
    *,
    melds: Sequence[Meld] = (),
    flowers: str = "",
    entry: EntryCause = EntryCause.HEAD,
    bonus: str = "9s",
    seat: Seat = Seat.A,
    source: Seat | None = Seat.B,
    stands_for: str | None = None,
    status: dict[Seat, Status] | None = None,
    teams: tuple[int, ...] | None = None,
    effects: Sequence[Effect] = (),
    source_flowers: str = "",
) -> Win:
    """A win of seat A on B's discard unless said otherwise."""
    if kind in (WinKind.SELF_DRAW, WinKind.EIGHT_FLOWERS):
        source = None
    laid = {source: parse_tiles(source_flowers), seat: parse_tiles(flowers)}
    a, b, c, d = (
        PublicSeat(
            (status or {}).get(who, Status.PLAYING),
            tuple(melds) if who is seat else (),
            laid.get(who, ()),
            teams[who] if teams else None,
        )
        for who in SEATS
    )
    return Win(
        seat=seat,
        tile=Tile.parse(won),
        kind=kind,
        concealed=parse_tiles(standing),
        seats=(a, b, c, d),
        source=source,
        stands_for=Tile.parse(stands_for) if stands_for else None,
        entry=entry,
        bonus=Tile.parse(bonus),
        effects=tuple(effects),
    )


def best(one: Win, chosen: Options | None = None) -> ScoredWin:
    scored = RULES.best(one, chosen)
    assert scored is not None, RULES.judge(one, chosen)
    return scored


def fans(one: Win, chosen: Options | None = None) -> dict[str, int]:
    """Chinese fan name → count of the best reading."""
    return best(one, chosen).counts
