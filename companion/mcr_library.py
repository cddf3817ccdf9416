"""国标 hands counted by PyMahjongGB, where it is installed, to measure the page against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.play import LAST_TILE
from engine.rules.mcr.hand import LAST_OF_KIND, prevalent_wind, seat_wind
from engine.ruleset import Options, RuleSet
from engine.tile import WINDS, Tile
from engine.win import EntryCause, Win

LIBRARY = "MahjongGB"
_LETTERS = {"m": "W", "p": "B", "s": "T"}
_HONOURS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")


def is_installed() -> bool:
    return find_spec(LIBRARY) is not None


def code(tile: Tile) -> str:
    """The library's name of a kind."""
    return _HONOURS[tile.rank - 1] if tile.is_honour else f"{_LETTERS[tile.suit]}{tile.rank}"


def counted(win: Win) -> Sequence[tuple[int, int, str, str]]:
    """Value, count, Chinese and English name of every fan; raises `TypeError`
    where the library finds no win. Winds that are not told are East."""
    library: Any = import_module(LIBRARY)
    found: Sequence[tuple[int, int, str, str]] = library.MahjongFanCalculator(
        tuple(_pack(meld) for meld in win.melds), tuple(map(code, win.concealed)),
        code(win.tile), len(win.flowers), win.is_self_drawn, LAST_OF_KIND in win.situation,
        win.kind is WinKind.ROBBED_KONG or win.entry is EntryCause.KONG,
        LAST_TILE in win.situation, WINDS.index(seat_wind(win)),
        WINDS.index(prevalent_wind(win) or WINDS[0]), verbose=True,
    )  # fmt: skip
    return found


def _pack(meld: Meld) -> tuple[Any, ...]:
    if meld.kind is MeldKind.CHOW:
        return "CHI", code(meld.tiles[1]), 1
    covered = meld.kind is MeldKind.CONCEALED_KONG
    return "GANG" if meld.kind.is_kong else "PENG", code(meld.tile), 0 if covered else 1


def compared(
    clock: Callable[[], float], rules: RuleSet, options: Options, hands: Iterable[Win]
) -> str:
    """How long the page takes for those of these hands that win, in one run with
    the library."""
    theirs = ours = 0.0
    wins = [win for win in hands if rules.best(win, options) is not None]
    for win in wins:
        began = clock()
        counted(win)
        between = clock()
        rules.best(win, options)
        theirs += between - began
        ours += clock() - between
    ratio = ours / theirs if theirs else 0.0
    return (
        f"mcr: {len(wins)} 副 hands, 本页 page {ours / len(wins) * 1000:.2f} ms, PyMahjongGB "
        f"{theirs / len(wins) * 1000:.3f} ms, 比 ratio {ratio:.1f}"
    )
