"""国标麻将: the course of a deal on the shared ground, winds, and seats."""

from __future__ import annotations

from engine.deal import Deal
from engine.events import WinKind
from engine.meld import MeldKind
from engine.play import ALL_FLOWERS, EVEN_144, Clauses, Play, Terms, state
from engine.rules.mcr.hand import LAST_OF_KIND, prevalent
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import WINDS, Tile
from engine.view import Text
from engine.wall import break_seat

ROUNDS, DEALS = 4, 16
"""A match is four rounds in which each seat deals once (赛制1)."""
GAMES = "games"
"""Word of `PlayState.carry`: how many deals of the match are settled."""
_CHANGED = {Seat.A: Seat.B, Seat.B: Seat.A, Seat.C: Seat.D, Seat.D: Seat.C}


class McrPlay(Play):
    """One winner, flowers, chows, concealed kongs face down (赛制4)."""

    clauses = Clauses(
        setup="补6", flowers="补2", wall="补7", turn="补8", claims="补8", kong="补8; 赛制4",
        win="赛制2; 补3", settle="计分", breach="补4",
    )  # fmt: skip

    def terms(self, options: Options) -> Terms:
        return Terms(
            stacks=EVEN_144,
            flowers=ALL_FLOWERS,
            chow=True,
            several=options["winners"] == "all",
            covered_kongs=True,
        )

    def break_at(self, dealer: Seat, dice: tuple[int, int]) -> tuple[Seat, int]:
        """The sum names the wall and counts the stacks (补6)."""
        return break_seat(dealer, dice), sum(dice)

    def situation(self, deal: Deal, seat: Seat, tile: Tile, kind: WinKind) -> tuple[str, ...]:
        words = super().situation(deal, seat, tile, kind)
        shown = open_tiles(deal).count(tile) - (kind is WinKind.DISCARD)
        last = (LAST_OF_KIND,) if shown == 3 and kind is not WinKind.ROBBED_KONG else ()
        return (*words, *last, prevalent(WINDS[round_of(deal)]))

    def standing(self, deal: Deal) -> tuple[Text, ...]:
        """The prevalent wind, which deal of the round this is, and before the first
        whether seats change (赛制3)."""
        round_, number = round_of(deal), games(deal) % len(SEATS) + 1
        wind, of = WINDS[round_], f"{number}/{len(SEATS)}"
        found = (Text(f"{wind.chinese}风圈 {of}", f"{wind.english} round {of}"),)
        if number > 1 or not reseats_before(round_, deal.options):
            return found
        return (*found, Text("换位：东南对调，西北对调", "seats change"))

    def carry(self, deal: Deal) -> tuple[tuple[str, str], ...]:
        done = games(deal) + (deal.ended != "void")
        return ((GAMES, str(done)),)


def games(deal: Deal) -> int:
    """Deals of the match that were settled before this one."""
    return int(dict(state(deal).carry).get(GAMES, deal.number - 1))


def round_of(deal: Deal) -> int:
    """The round that is played, 0 East to 3 North."""
    return games(deal) // len(SEATS) % ROUNDS


def open_tiles(deal: Deal) -> tuple[Tile, ...]:
    """What lies face up: rivers, and sets but for covered kongs."""
    laid = (
        meld.tiles
        for seat in SEATS
        for meld in deal.melds[seat]
        if meld.kind is not MeldKind.CONCEALED_KONG
    )
    rivers = (deal.rivers[seat] for seat in SEATS)
    return tuple(tile for row in (*laid, *rivers) for tile in row)


def reseats_before(round_: int, options: Options) -> bool:
    """Whether players change seats before this round, 0 to 3 (赛制3)."""
    when = options["reseating"]
    return (when == "west_round" and round_ == 2) or (when == "every_round" and round_ > 0)


def changed_seat(seat: Seat) -> Seat:
    """Where the player of a seat goes: East and South, West and North change."""
    return _CHANGED[seat]
