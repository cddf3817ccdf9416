"""One worked case, and reading its words into the engine's types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from engine.events import PaymentRow, WinKind
from engine.meld import Meld, MeldKind
from engine.ruleset import Options, RuleSet
from engine.seat import SEATS, Seat
from engine.settlement import net
from engine.tile import MOUSE, Tile
from engine.win import Effect, EntryCause

Data: TypeAlias = Mapping[str, Any]

MODES = {"单打": "solo", "固定双打": "fixed_pairs", "四风双打": "four_winds"}
MELD_KINDS = {
    "peng": MeldKind.PUNG,
    "minggang": MeldKind.EXPOSED_KONG,
    "jiagang": MeldKind.ADDED_KONG,
    "angang": MeldKind.CONCEALED_KONG,
}
WIN_KINDS = {
    "zimo": WinKind.SELF_DRAW,
    "dianpao": WinKind.DISCARD,
    "qianggang": WinKind.ROBBED_KONG,
    "huanpai": WinKind.FAILED_SWAP,
    "qiqiangyi": WinKind.SEVEN_FLOWERS,
    "baxian": WinKind.EIGHT_FLOWERS,
}
ENTRIES = {
    "head": EntryCause.HEAD,
    "initial": EntryCause.INITIAL,
    "tail_gang": EntryCause.KONG,
    "tail_hua": EntryCause.FLOWER,
    "tail_yuanbao": EntryCause.INGOT,
    "tail_feng": EntryCause.WIND,
    "steal": EntryCause.STEAL,
    "swap": EntryCause.SWAP,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a rule set; `data` is the line of the file."""

    rules: RuleSet
    data: Data

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def kind(self) -> str:
        return str(self.data["kind"])

    @property
    def context(self) -> Data:
        context: Data = self.data.get("context") or {}
        return context

    def knows(self, keys: Iterable[str]) -> None:
        """Raise `Unknown` for a context key that is not among `keys`."""
        for key in self.context:
            if key not in keys:
                raise Unknown(f"context 的 {key} 不认识 / context key {key} is not known")


class Unknown(Exception):
    """A case says something that the runner does not know: it is skipped."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the rule page says, under the same keys as `expected`; more keys
    than a case asks for do no harm."""

    got: Mapping[str, object]


Runner: TypeAlias = Callable[[Case, Options], Outcome]


def look_up(table: Mapping[str, Any], word: str, what: str) -> Any:
    """The entry for `word`; raises `Unknown` naming `what` it should be."""
    try:
        return table[word]
    except KeyError:
        raise Unknown(f"{what} {word!r} 不认识 / is not known") from None


def tiles(codes: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(Tile.parse(code) for code in codes)


def seat(word: str | None) -> Seat | None:
    return None if word is None else Seat.parse(word)


def meld(data: Data) -> Meld:
    """A meld; a mouse among its tiles stands for `mouse_for`."""
    lying = tiles(data["tiles"])
    stands_for: tuple[tuple[int, Tile], ...] = ()
    if data.get("mouse_for"):
        stands_for = ((lying.index(MOUSE), Tile.parse(data["mouse_for"])),)
    kind: MeldKind = look_up(MELD_KINDS, data["type"], "meld")
    return Meld(kind, Tile.parse(data["tile"]), lying, stands_for=stands_for)


def effects(context: Data) -> tuple[Effect, ...]:
    """Cats and gods, once for each user and target."""
    return tuple(
        Effect(kind, Seat.parse(entry["by"]), Seat.parse(target))
        for kind, key in (("cat", "cats"), ("god", "gods"))
        for entry in context.get(key) or ()
        for target in entry["targets"]
    )


def teams(data: Any) -> tuple[int, int, int, int] | None:
    """Team numbers of A to D from lists of members, None where there are none."""
    if not data:
        return None
    number = {Seat.parse(name): index for index, team in enumerate(data) for name in team}
    a, b, c, d = (number[s] for s in SEATS)
    return a, b, c, d


def seat_amounts(scores: Iterable[Fraction]) -> dict[str, Fraction]:
    """Seat → amount, seats with nothing left out."""
    return {s.name: score for s, score in zip(SEATS, scores, strict=True) if score}


def payments(rows: Iterable[PaymentRow]) -> dict[str, Fraction]:
    """Seat → net of the rows, seats with nothing left out."""
    return seat_amounts(net(rows))


def read_amounts(data: Mapping[str, Any]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The four amounts of a case, 0 for a seat that is absent."""
    a, b, c, d = (Fraction(str(data.get(s.name, 0))) for s in SEATS)
    return a, b, c, d
