"""A rule set is a value: tiles, fans, options, and the page's own judgements.

Pages build one `RuleSet` each. Everything that differs between rule sets is
reached through it, so that a new page changes nothing outside.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from engine.combine import COMBINES
from engine.errors import RuleSetError
from engine.events import PaymentRow
from engine.seat import Seat
from engine.tile import Tile
from engine.view import FAN_UNIT, Text
from engine.win import Effect, Evidence, PublicSeat, Refusal, ScoredWin, Win

if TYPE_CHECKING:
    from engine.flow import Flow
    from engine.shapes import Reading

Amounts = tuple[Fraction, Fraction, Fraction, Fraction]
"""One exact amount per seat, A to D."""


@dataclass(frozen=True, slots=True)
class Options(Mapping[str, str]):
    """A full, checked choice of house options. Made by `RuleSet.choose`."""

    chosen: tuple[tuple[str, str], ...]
    _index: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", dict(self.chosen))

    def __getitem__(self, name: str) -> str:
        return self._index[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def on(self, name: str) -> bool:
        """Whether the yes/no option `name` is `yes`."""
        return self[name] == "yes"


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option and what it means."""

    value: str
    text: Text


@dataclass(frozen=True, slots=True)
class Option:
    """A house option. `reading`: the open reading it settles, or empty where
    the text leaves a gap that the table fills. `pattern`: a regular expression
    that also admits values outside `choices`."""

    name: str
    text: Text
    choices: tuple[Choice, ...]
    default: str
    clause: str
    reading: str = ""
    pattern: str | None = None

    def admits(self, value: str) -> bool:
        if any(value == choice.value for choice in self.choices):
            return True
        return self.pattern is not None and re.fullmatch(self.pattern, value) is not None


@dataclass(frozen=True, slots=True)
class Exclusion:
    """The other fan is not counted beside this one: at all, only where both are
    about the same kind (`same_tile`), or only where its groups are all among
    the groups of this one (`within`)."""

    fan: str
    same_tile: bool = False
    within: bool = False


@dataclass(frozen=True, slots=True)
class FanContext:
    """What a fan's predicate may look at besides the reading.

    `own`: kind → how often it stands in the hand, kongs too. `loose`: the same
    without kong tiles. Both are of the reading, counted once for all fans.
    `won`: index of the group that the winning tile completes, where the page
    tells such ways to see one reading apart.
    """

    win: Win
    options: Options
    own: Mapping[Tile, int] = field(default_factory=dict)
    loose: Mapping[Tile, int] = field(default_factory=dict)
    won: int | None = None


Find = Callable[[FanContext, "Reading"], tuple[Evidence, ...]]
"""A fan's predicate: one `Evidence` for each time the fan counts."""


@dataclass(frozen=True, slots=True)
class Fan:
    """One fan (番种) as the rule text lists it."""

    id: str
    name: Text
    value: int
    find: Find
    clause: str
    text: Text
    excludes: tuple[Exclusion, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule in our own words with the clause it restates; `section` is the
    heading it stands under."""

    section: Text
    clause: str
    text: Text


@dataclass(frozen=True, slots=True)
class ReadyCheck:
    """Hands laid open at an exhausted wall (查叫). `hands`: the standing tiles
    of every seat that takes part."""

    hands: Mapping[Seat, tuple[Tile, ...]]
    seats: tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]
    bonus: Tile | None = None
    dealer: Seat = Seat.A
    effects: tuple[Effect, ...] = ()
    wild: tuple[Tile, ...] = ()
    situation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadyResult:
    """Who was ready, with the hand each is deemed to have won, and the rows."""

    ready: Mapping[Seat, ScoredWin]
    rows: tuple[PaymentRow, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a page needs to total a match: one deal's rows and teams."""

    rows: tuple[PaymentRow, ...]
    teams: tuple[int, int, int, int] | None = None


class Judge(Protocol):
    """A page's judgements. All are pure functions of their arguments."""

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """Kind → how many of it are in play."""

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """The reading that settles highest, or why there is none."""

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """Who pays the winner how much."""

    def waits(self, win: Win, options: Options) -> frozenset[Tile]:
        """Kinds that would complete `win.concealed`; `win.tile` is ignored."""

    def ready_check(self, check: ReadyCheck, options: Options) -> ReadyResult:
        """Payments at an exhausted wall."""

    def false_win(
        self, offender: Seat, unwon: frozenset[Seat], effects: tuple[Effect, ...],
        teams: tuple[int, int, int, int] | None, options: Options,
    ) -> tuple[PaymentRow, ...]:  # fmt: skip
        """The penalty for a false win (诈胡)."""

    def deal_scores(self, result: DealResult, options: Options) -> Amounts:
        """What each seat books for a deal (pooled where the page pools)."""

    def match_totals(
        self, scores: Amounts, teams: tuple[int, int, int, int] | None, options: Options
    ) -> Amounts:
        """The final totals from the sums of the booked deals."""

    def opening_score(self, options: Options) -> Fraction:
        """What each seat starts a match with; added to the sums that are shown."""

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        """Who deals next; `first_winners` is empty when nobody won."""


@dataclass(frozen=True)
class RuleSet:
    """A rule page as a value. `asked`: what only players know and the screen
    has to ask. `flow`: the page's rules of play (see `engine.deal`). `unit`: what
    the values of fans count."""

    id: str
    names: Text
    judging: Judge
    fans: tuple[Fan, ...]
    options: tuple[Option, ...]
    clauses: tuple[Clause, ...]
    source: Text
    flow: Flow
    asked: tuple[Clause, ...] = ()
    combine: str = "sum_with_exclusions"
    unit: Text = FAN_UNIT

    def __post_init__(self) -> None:
        validate(self)

    def choose(self, chosen: Mapping[str, str] | None = None) -> Options:
        """All options, the defaults with `chosen` in their place.

        Raises `RuleSetError` for an unknown name or value.
        """
        values = {option.name: option.default for option in self.options}
        for name, value in (chosen or {}).items():
            option = next((o for o in self.options if o.name == name), None)
            if option is None:
                there = ", ".join(values)
                raise RuleSetError(
                    f"{self.id} 没有选项 {name}，有 {there} / "
                    f"{self.id} has no option {name}: {there}"
                )
            if not option.admits(value):
                listed = ", ".join(c.value for c in option.choices)
                raise RuleSetError(
                    f"{name}={value}：可选 {listed} / {name}={value}: choose {listed}"
                )
            values[name] = value
        return Options(tuple(values.items()))

    def _full(self, options: Options | None) -> Options:
        return self.choose() if options is None else options

    def tiles(self, options: Options | None = None) -> Mapping[Tile, int]:
        """Kind → how many of it are in play."""
        return self.judging.tiles(self._full(options))

    def judge(self, win: Win, options: Options | None = None) -> ScoredWin | Refusal:
        """The reading that settles highest, or why the hand does not win."""
        return self.judging.judge(win, self._full(options))

    def best(self, win: Win, options: Options | None = None) -> ScoredWin | None:
        """The reading that settles highest, None where the hand does not win."""
        judged = self.judge(win, options)
        return judged if isinstance(judged, ScoredWin) else None

    def pay(self, scored: ScoredWin, options: Options | None = None) -> tuple[PaymentRow, ...]:
        """Payment rows of one win."""
        return self.judging.pay(scored, self._full(options))

    def waits(self, win: Win, options: Options | None = None) -> frozenset[Tile]:
        """Kinds that complete `win.concealed` (its `tile` is ignored)."""
        return self.judging.waits(win, self._full(options))

    def ready_check(self, check: ReadyCheck, options: Options | None = None) -> ReadyResult:
        """Payments at an exhausted wall (查叫)."""
        return self.judging.ready_check(check, self._full(options))

    def snapshot(self, options: Options | None = None) -> dict[str, object]:
        """The rule set with its options as plain data, for a record."""
        return {
            "id": self.id,
            "combine": self.combine,
            "fans": [[f.id, f.name.zh, f.value, f.clause] for f in self.fans],
            "options": dict(self._full(options)),
            "tiles": {t.code: n for t, n in sorted(self.tiles(options).items())},
        }

    def digest(self, options: Options | None = None) -> str:
        """SHA-256 of the snapshot, as 64 hexadecimal digits."""
        text = json.dumps(self.snapshot(options), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def validate(rules: RuleSet) -> None:
    """Raise `RuleSetError` where a page contradicts itself."""
    ids = [fan.id for fan in rules.fans]
    names = [fan.name.zh for fan in rules.fans]
    options = [option.name for option in rules.options]
    for what, words in (("fan id", ids), ("fan name", names), ("option", options)):
        twice = sorted({word for word in words if words.count(word) > 1})
        if twice:
            raise RuleSetError(f"{rules.id}: {what} named twice: {', '.join(twice)}")
    for fan in rules.fans:
        if not fan.clause:
            raise RuleSetError(f"{rules.id}: fan {fan.id} has no clause")
        for exclusion in fan.excludes:
            if exclusion.fan not in ids:
                raise RuleSetError(f"{rules.id}: {fan.id} excludes unknown {exclusion.fan}")
    for option in rules.options:
        if not option.clause:
            raise RuleSetError(f"{rules.id}: option {option.name} has no clause")
        if not option.admits(option.default):
            raise RuleSetError(f"{rules.id}: option {option.name} lacks its default")
    if rules.combine not in COMBINES:
        raise RuleSetError(f"{rules.id}: unknown way to combine {rules.combine}")
    _refuse_cycles(rules)


def _refuse_cycles(rules: RuleSet) -> None:
    excludes = {fan.id: [e.fan for e in fan.excludes] for fan in rules.fans}
    done: set[str] = set()

    def visit(fan: str, path: tuple[str, ...]) -> None:
        if fan in path:
            raise RuleSetError(f"{rules.id}: fans exclude each other: {' > '.join((*path, fan))}")
        if fan not in done:
            for other in excludes[fan]:
                visit(other, (*path, fan))
            done.add(fan)

    for fan in excludes:
        visit(fan, ())
