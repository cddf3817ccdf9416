"""Named ways in which fans combine. Pages choose one by name.

Every way takes all fans found in one reading, in the order of the rule text,
and says which count, which do not and why, and the total of those that count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.view import Text
from engine.win import ExcludedFan, ScoredFan


@dataclass(frozen=True, slots=True)
class Combined:
    """Fans that count, fans that do not, and the total of those that do."""

    fans: tuple[ScoredFan, ...]
    excluded: tuple[ExcludedFan, ...]
    total: int


Combine = Callable[[Sequence[ScoredFan]], Combined]


def _reason(by: ScoredFan) -> Text:
    return Text(f"已计{by.fan.name.zh}，不再另计", f"counted within {by.fan.name.en}")


def sum_with_exclusions(found: Sequence[ScoredFan]) -> Combined:
    """Values add; a fan that counts takes away what it excludes, all of it or
    only the occurrences about the same kind or within the same groups. An
    excluded fan excludes nothing."""
    present = {scored.fan.id: scored for scored in found}
    excluded: list[ExcludedFan] = []
    for scored in sorted(found, key=lambda s: -s.fan.value):
        if scored.fan.id not in present:
            continue
        for exclusion in scored.fan.excludes:
            other = present.get(exclusion.fan)
            if other is None:
                continue
            about = {e.tile for e in scored.evidence}
            inside = {group for e in scored.evidence for group in e.groups}
            gone = tuple(
                e
                for e in other.evidence
                if (not exclusion.same_tile or e.tile in about)
                and (not exclusion.within or inside.issuperset(e.groups))
            )
            if not gone:
                continue
            kept = tuple(e for e in other.evidence if e not in gone)
            if kept:
                present[exclusion.fan] = ScoredFan(other.fan, kept)
            else:
                del present[exclusion.fan]
            excluded.append(
                ExcludedFan(ScoredFan(other.fan, gone), _reason(scored), scored.fan.clause)
            )
    fans = tuple(present[s.fan.id] for s in found if s.fan.id in present)
    return Combined(fans, tuple(excluded), sum(f.total for f in fans))


def best_row(found: Sequence[ScoredFan]) -> Combined:
    """Only the dearest fan counts, the first of the text among equals."""
    if not found:
        return Combined((), (), 0)
    best = max(found, key=lambda s: s.fan.value)
    excluded = tuple(ExcludedFan(s, _reason(best), best.fan.clause) for s in found if s is not best)
    return Combined((ScoredFan(best.fan, best.evidence[:1]),), excluded, best.fan.value)


def once_each(found: Sequence[ScoredFan]) -> Combined:
    """As `sum_with_exclusions`, but no fan counts more than once."""
    return sum_with_exclusions([ScoredFan(s.fan, s.evidence[:1]) for s in found])


COMBINES: dict[str, Combine] = {
    "sum_with_exclusions": sum_with_exclusions,
    "best_row": best_row,
    "once_each": once_each,
}


def doubling(total: int, base: int = 1, cap: int | None = None) -> int:
    """`base` doubled `total` times, at most `cap`."""
    amount: int = base << total
    return amount if cap is None else min(cap, amount)
