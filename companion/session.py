"""One match in the making: rules, tracker, books and record put together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.errors import RecordError, UserError, cannot
from companion.house import options_of, page_of
from companion.record import EVENTS, MatchRecord
from companion.writer import Writer
from engine.errors import LogError, RuleSetError
from engine.events import Event
from engine.log import Header, Log, header_line, read_log
from engine.match import Match
from engine.rules import load
from engine.ruleset import RuleSet
from engine.seat import Seat
from engine.tableview import table_view
from engine.tracking import Tracker
from engine.view import Health, TableView, Text
from engine.wording import describe

Players = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, checked: the page, its options and the names."""

    rules: RuleSet
    options: Mapping[str, str]
    players: Players

    def __reduce__(self) -> tuple[Callable[..., Plan], tuple[object, ...]]:
        """Another process loads the page by its name: a page's functions are not data."""
        return Plan.of, (self.rules.id, dict(self.options), self.players)

    @classmethod
    def of(cls, rules: str, options: Mapping[str, str], players: Players) -> Plan:
        """Raises `UserError` for a page or an option that does not exist."""
        page = page_of(rules)
        return cls(page, options_of(page, options), players)


def begin(
    plan: Plan,
    root: Path,
    publish: Callable[[TableView], object],
    devices: Callable[[], Iterable[Health]] = tuple,
    began: float | None = None,
    dealer: Seat = Seat.A,
) -> Writer:
    """A new match with a record folder of its own under `root`.

    `began`: seconds since the epoch, the wall clock where left out. `dealer`:
    who deals first, as the players say.
    """
    now = time.time() if began is None else began
    record = MatchRecord.begin(root, plan.rules.id, datetime.fromtimestamp(time.time()))
    header = Header(
        rules=plan.rules.id,
        options=dict(plan.options),
        digest=plan.rules.digest(plan.rules.choose(plan.options)),
        players=plan.players,
        began=now,
        program=f"queban {__version__}",
    )
    record.events.append([header_line(header)])
    teller = _Teller(plan.rules, plan.players)
    match = Match(plan.rules, plan.options, plan.players, Tracker(teller), dealer)
    teller.match = match
    return Writer(match, record, table_view, publish, devices)


def resume(
    folder: Path,
    publish: Callable[[TableView], object],
    devices: Callable[[], Iterable[Health]] = tuple,
) -> Writer:
    """The match whose record lies in `folder`, to go on where it stopped."""
    log = read_record(folder / EVENTS)
    header = log.header
    try:
        rules = load(header.rules)
        teller = _Teller(rules, header.players)
        match = Match.resume(rules, header.options, header.players, log.entries, Tracker(teller))
    except RuleSetError as error:
        raise unknown_rules(error) from error
    teller.match = match
    return Writer(match, MatchRecord.open(folder), table_view, publish, devices)


def unknown_rules(error: RuleSetError) -> UserError:
    """What to say of a record by rules or options that this version does not have."""
    zh, en = "记录里的规则或选项这里没有", "the record's rules or options are not known here"
    return cannot(zh, en, error, RecordError)


class _Teller:
    """Says what the eyes ask about in the words of this table, whoever sits there now."""

    def __init__(self, rules: RuleSet, players: Players) -> None:
        self.match: Match | None = None
        self._rules = rules
        self._players = players

    def __call__(self, event: Event) -> Text:
        names = self.match.players if self.match is not None else self._players
        return describe(event, names, self._rules.flow)


def read_record(path: Path) -> Log:
    """The events of a record; raises `RecordError` with what is wrong with it."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            return read_log(file)
    except (OSError, UnicodeDecodeError, LogError, RuleSetError) as error:
        raise cannot(f"{path} 读不了", f"{path} cannot be read", error, RecordError) from error
    except RecursionError as error:
        raise RecordError(f"{path} 读不了：套得太深", f"{path} is nested too deep") from error
