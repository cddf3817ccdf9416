"""上海 hands for tests, written in tile codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.deal import Deal
from engine.events import Dealt, DiceRolled, WinKind
from engine.meld import Meld, MeldKind
from engine.rules import load
from engine.seat import SEATS, Seat, four
from engine.settlement import net
from engine.tile import UNKNOWN, Tile, parse_tiles
from engine.win import Effect, EntryCause, PublicSeat, Refusal, ScoredWin, Win

A, B, C, D = SEATS
SELF, DISCARD, ROBBED = WinKind.SELF_DRAW, WinKind.DISCARD, WinKind.ROBBED_KONG
EIGHT = WinKind.EIGHT_FLOWERS


def meld(text: str, source: Seat | None = D, added: bool = False) -> Meld:
    """A chow, pung or kong; a kong without `source` is concealed."""
    tiles = parse_tiles(text)
    if tiles[0] is not tiles[1]:
        return Meld(MeldKind.CHOW, min(tiles), tiles, source)
    if len(tiles) == 3:
        return Meld(MeldKind.PUNG, tiles[0], tiles, source)
    kind = MeldKind.ADDED_KONG if added else MeldKind.EXPOSED_KONG
    return Meld(kind if source is not None else MeldKind.CONCEALED_KONG, tiles[0], tiles, source)


def win(
    standing: str,
    won: str,
    kind: WinKind = DISCARD,
    *,
    melds: Sequence[Meld] = (),
    flowers: str = "",
    source: Seat | None = C,
    entry: EntryCause = EntryCause.HEAD,
    words: Sequence[str] = (),
    others: Mapping[Seat, tuple[Meld, ...]] | None = None,
    liable: Sequence[Seat] = (),
) -> Win:
    """A win of seat A on C's discard unless said otherwise."""
    laid = {A: tuple(melds), **(others or {})}
    seats = four(
        PublicSeat(
            melds=laid.get(seat, ()),
            flowers=parse_tiles(flowers) if seat is A else (),
        )
        for seat in SEATS
    )
    return Win(
        seat=A,
        tile=Tile.parse(won),
        kind=kind,
        concealed=parse_tiles(standing),
        seats=seats,
        source=None if kind in (SELF, EIGHT) else source,
        entry=entry,
        effects=tuple(Effect("liable", payer, A) for payer in liable),
        situation=tuple(words),
    )


def t(code: str) -> Tile:
    return Tile.parse(code)


class Page:
    """One version with its options, asked about hands."""

    def __init__(self, name: str, **options: str) -> None:
        self.rules = load(name)
        self.options = self.rules.choose(options)

    def judged(self, one: Win) -> ScoredWin | Refusal:
        return self.rules.judge(one, self.options)

    def best(self, one: Win) -> ScoredWin:
        judged = self.judged(one)
        assert isinstance(judged, ScoredWin), judged
        return judged

    def fans(self, one: Win) -> dict[str, int]:
        """Chinese fan name → count; nothing where the hand does not win."""
        judged = self.judged(one)
        return judged.counts if isinstance(judged, ScoredWin) else {}

    def points(self, one: Win) -> int:
        """What one payer owes; 0 where the hand does not win."""
        judged = self.judged(one)
        return int(judged.points) if isinstance(judged, ScoredWin) else 0

    def nets(self, one: Win) -> tuple[int, ...]:
        """What A to D gain."""
        return tuple(int(amount) for amount in net(self.rules.pay(self.best(one), self.options)))


def started(page: Page, hands: dict[Seat, str], dice: tuple[int, int] = (1, 2)) -> Deal:
    """A deal of A whose named hands are seen; nobody lays flowers at first."""
    deal = Deal.begin(page.rules, 1, A, dict(page.options)).apply(DiceRolled(A, dice))
    sizes = (14, 13, 13, 13)
    dealt = [parse_tiles(hands[s]) if s in hands else (UNKNOWN,) * sizes[s] for s in SEATS]
    a, b, c, d = dealt
    return deal.apply(Dealt((a, b, c, d)))


def amounts(deal: Deal) -> tuple[int, ...]:
    """What A to D gain by the deal."""
    return tuple(int(amount) for amount in deal.settlement().net)
