"""国标 hands for tests, written in tile codes."""

from __future__ import annotations

from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.play import LAST_TILE
from engine.rules import load
from engine.rules.mcr.hand import LAST_OF_KIND, own_wind, prevalent
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.win import EntryCause, PublicSeat, ScoredWin, Win

RULES = load("mcr")
KINDS = {
    "吃": MeldKind.CHOW, "碰": MeldKind.PUNG, "明": MeldKind.EXPOSED_KONG,
    "加": MeldKind.ADDED_KONG, "暗": MeldKind.CONCEALED_KONG,
}  # fmt: skip
WAYS = {
    "自摸": WinKind.SELF_DRAW, "点炮": WinKind.DISCARD, "抢杠": WinKind.ROBBED_KONG,
}  # fmt: skip


def meld(text: str) -> Meld:
    """A meld, e.g. `吃123m`, `暗1111z`."""
    lying = parse_tiles(text[1:])
    kind = KINDS[text[0]]
    return Meld(kind, lying[0], lying, None if kind is MeldKind.CONCEALED_KONG else Seat.D)


def win(
    hand: str, way: str = "点炮", *, flowers: str = "", entry: EntryCause = EntryCause.HEAD,
    last: bool = False, last_of_kind: bool = False, round_wind: str = "1z", wind: str = "2z",
) -> Win:  # fmt: skip
    """`hand`: standing tiles, `+` the winning tile, then melds: `23m55p + 4m 碰111z`.
    Seat A wins off D in the East round, sitting South, unless said otherwise."""
    standing, _, rest = hand.partition("+")
    won, *melds = rest.split()
    words = [prevalent(Tile.parse(round_wind)), own_wind(Tile.parse(wind))]
    words += [LAST_TILE] * last + [LAST_OF_KIND] * last_of_kind
    own = PublicSeat(melds=tuple(map(meld, melds)), flowers=parse_tiles(flowers))
    empty = PublicSeat()
    kind = WAYS[way]
    return Win(
        Seat.A, Tile.parse(won), kind, parse_tiles(standing), (own, empty, empty, empty),
        source=None if kind is WinKind.SELF_DRAW else Seat.D, entry=entry, situation=tuple(words),
    )  # fmt: skip


def best(hand: Win, **options: str) -> ScoredWin:
    """The hand scored, with no minimum unless one is given."""
    scored = RULES.best(hand, RULES.choose({"minimum": "0"} | options))
    assert scored is not None
    return scored


def counts(hand: Win, **options: str) -> dict[str, int]:
    """Fan → how often it counts."""
    return best(hand, **options).counts
