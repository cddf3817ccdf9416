"""What a rule page's worked cases need besides the general runner.

A page whose cases say more than "this hand, won so, is worth that" has a
module `companion/cases/pages/<id>.py` (or one named like its module in
`engine.rules`, for a family) that exports `ADAPTER`. It answers from the page,
never from a copy of the answer.

    ADAPTER = Adapter(
        keys=("base", "tianhu"),              # context keys that the two below read
        choose=lambda case: {"base": str(case.context["base"])},   # house options
        dress=lambda case, win: replace(win, situation=…),         # facts of the win
        functions={"xz_table": _table},       # context.func → answer
        alternatives={"OR5": ("robbed_fan", "yes")},               # alt → option, value
    )

The general part (`companion.cases.page_cases`) reads winner, dealer, discarder,
already_won, wall_left, flowers, melds and win kinds, and compares `win`,
`patterns` (name → worth), `total` and `payments`. A function gets a `Call`
and returns what stands in `expected`: `value`, `payments` (seat → amount or
`PaymentRow`s), `total`. An `alt` names a reading (`XZ-OR5: …`): without an entry
in `alternatives` it is the one other value of the one option of that reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from companion.cases.case import Case, Data
from engine.events import PaymentRow
from engine.ruleset import Options, RuleSet
from engine.win import ScoredWin, Win


@dataclass(frozen=True, slots=True)
class Call:
    """A question that a case asks by `context.func`, with its arguments."""

    rules: RuleSet
    options: Options
    args: Data


def _no_options(case: Case) -> Mapping[str, str]:
    return {}


def _as_it_is(case: Case, win: Win) -> Win:
    return win


def _total(case: Case, scored: ScoredWin, options: Options) -> object:
    return scored.total


def _pay(case: Case, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
    return case.rules.pay(scored, options)


def _nothing_more(case: Case, scored: ScoredWin, options: Options) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True)
class Adapter:
    """See the module. `total`: what the case calls total, where it is not the
    sum of fans. `rows`: where more is paid than the page's `pay` knows.
    `more`: further keys of `expected`."""

    keys: tuple[str, ...] = ()
    choose: Callable[[Case], Mapping[str, str]] = _no_options
    dress: Callable[[Case, Win], Win] = _as_it_is
    total: Callable[[Case, ScoredWin, Options], object] = _total
    rows: Callable[[Case, ScoredWin, Options], tuple[PaymentRow, ...]] = _pay
    more: Callable[[Case, ScoredWin, Options], Mapping[str, object]] = _nothing_more
    functions: Mapping[str, Callable[[Call], Mapping[str, object]]] = field(default_factory=dict)
    alternatives: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def adapter_of(page: str, module: str) -> Adapter:
    """The page's adapter; an empty one where it needs none."""
    for name in (page, module):
        full = f"{__name__}.{name}"
        if find_spec(full) is not None:
            adapter = import_module(full).ADAPTER
            assert isinstance(adapter, Adapter)
            return adapter
    return Adapter()
