"""国标麻将: all fans, and what the house options change of what they exclude."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.rules.mcr.fans_major import MAJOR
from engine.rules.mcr.fans_middle import MIDDLE
from engine.rules.mcr.fans_minor import MINOR
from engine.rules.mcr.options import by_second_list
from engine.ruleset import Exclusion, Fan, Options

FANS: tuple[Fan, ...] = MAJOR + MIDDLE + MINOR

_ALSO_COUNTED: dict[str, tuple[tuple[str, str], ...]] = {
    "green": (("all_green", "half_flush"),),
    "self_drawn": (
        ("nine_gates", "fully_concealed"),
        ("shifted_pairs", "fully_concealed"),
        ("thirteen_orphans", "fully_concealed"),
    ),
    "four_kongs": (("four_kongs", "concealed_kong"),),
    "terminals": (("all_terminals", "double_pung"),),
}
"""Point of the second list → fans of which the first no longer excludes the other."""
_NO_ENDS = ("nine_gates", "terminal_pung")


def fans_for(options: Options) -> tuple[Fan, ...]:
    """All fans with the exclusions that the house plays."""
    return _fans(by_second_list(options))


@lru_cache(maxsize=64)
def _fans(points: frozenset[str]) -> tuple[Fan, ...]:
    freed = {pair for point in points for pair in _ALSO_COUNTED.get(point, ())}

    def excludes(fan: Fan) -> Iterator[Exclusion]:
        for exclusion in fan.excludes:
            pair = (fan.id, exclusion.fan)
            if pair == _NO_ENDS and "nine_gates" in points:
                yield Exclusion(exclusion.fan)
            elif pair not in freed:
                yield exclusion

    return tuple(replace(fan, excludes=tuple(excludes(fan))) for fan in FANS)
