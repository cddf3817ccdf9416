"""`queban check-cases`: runs case files and says what agrees with the pages."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TextIO

from companion.cases import (
    flow_course,
    flow_opening,
    flow_scenarios,
    page_cases,
    scoring_flowers,
    scoring_hands,
    scoring_payments,
)
from companion.cases.alternatives import option_for
from companion.cases.case import MODES, Case, Data, Outcome, Runner, Unknown, look_up
from companion.errors import in_both
from companion.reading import text_of
from engine.rules import PAGES, load
from engine.seat import SEATS

KINDS: dict[str, Runner] = {
    "hu": scoring_hands.hand,
    "score": scoring_hands.hand,
    "legality": scoring_hands.hand,
    "ting": scoring_hands.waits,
    "chajiao": scoring_hands.ready_hands,
    "payment": scoring_payments.payment,
    "multi_payment": scoring_payments.several,
    "flower_win": scoring_flowers.flower_win,
    "zhahu": scoring_payments.false_win,
    "settlement": scoring_payments.settlement,
    "wall": flow_opening.wall,
    "bao": flow_opening.bonus,
    "deal": flow_opening.dealing,
    "tail_order": flow_opening.tail_order,
    "dice_target": flow_opening.dice_targets,
    "grouping": flow_course.grouping,
    "hand_end": flow_course.hand_end,
    "after_win": flow_course.after_win,
    "dairen": flow_course.removal,
    "guohu": flow_course.passed_wins,
    "claims_resolve": flow_course.resolved,
    "claims": flow_course.claims,
    "legal_melds": flow_course.legal_melds,
    "steal_legal": flow_course.stealable,
    "swap_legal": flow_course.swappable,
    "flow": flow_scenarios.flow,
    "next_dealer": scoring_payments.next_dealer,
    "pool": scoring_payments.pool,
    "totals": scoring_payments.totals,
}
"""Kind of case → what answers it. Every runner takes the case and the house
options and gives the page's answer under the keys of `expected`."""

FREE_TEXT = ("reason", "note", "fans_alternatives")
"""Keys of `expected` that explain and are not compared by themselves."""


MALFORMED = (
    LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError,
)  # fmt: skip
"""What a case raises whose values are not those of a case."""
MOST = 1_000_000
"""No number of a case is larger: a count that is would fill the memory with tiles."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`passed`, `failed` or `skipped`, and the lines that say why."""

    case: str
    word: str
    lines: tuple[str, ...] = ()


def page_of(path: Path, data: Data) -> str:
    """The rule page a case belongs to: its own word, the file's name, its mode."""
    named = data.get("rules") or data.get("system")
    if named:
        return str(named)
    for page in sorted(PAGES, key=len, reverse=True):
        if path.stem.startswith(page):
            return page
    return "mzhz" if data.get("mode") in MODES else path.stem


def run_case(path: Path, data: Data) -> Verdict:
    """One case under the default readings and every other reading it names."""
    name = str(data.get("id", "?"))
    page = page_of(path, data)
    if page not in PAGES:
        return Verdict(name, "skipped", (f"没有规则页 {page} / there is no rule page {page}",))
    case = Case(load(page), data)
    try:
        if "system" in data:
            return _page_verdict(case)
        runner: Runner = look_up(KINDS, case.kind, "kind")
        mode = {"mode": look_up(MODES, data["mode"], "mode")} if "mode" in data else {}
        lines = list(_differences("", case, runner, mode, data["expected"]))
        for words, expected in (data.get("alternative_expected") or {}).items():
            name_, value = option_for(case, words)
            chosen = {**mode, name_: value}
            lines += _differences(f"{name_}={value}: ", case, runner, chosen, expected)
    except Unknown as error:
        return Verdict(name, "skipped", (str(error),))
    except MALFORMED as error:
        return Verdict(name, "failed", (f"用例写得不对 / the case is malformed: {error!r}",))
    return Verdict(name, "failed" if lines else "passed", tuple(lines))


def _page_verdict(case: Case) -> Verdict:
    """A case of a page on the shared ground, under both readings it gives."""
    runner: Runner = look_up(page_cases.RUNNERS, case.kind, "kind")
    chosen = dict(page_cases.options_of(case))
    lines = list(_differences("", case, runner, chosen, _asked(case.data["expected"])))
    other = case.data.get("alt")
    if other:
        name, value = page_cases.alternative(case, other["reading"])
        expected = _asked({key: v for key, v in other.items() if key != "reading"})
        chosen[name] = value
        lines += _differences(f"{name}={value}: ", case, runner, chosen, expected)
    return Verdict(case.id, "failed" if lines else "passed", tuple(lines))


def _asked(expected: Data) -> Data:
    """What a case asks for: what it leaves empty is no question."""
    of_hand = "win" in expected
    return {
        key: value
        for key, value in expected.items()
        if value is not None and (of_hand or value != {})
    }


def _differences(
    label: str, case: Case, runner: Runner, chosen: Mapping[str, str], expected: Data
) -> Iterator[str]:
    outcome = runner(case, case.rules.choose(chosen))
    for key, value in expected.items():
        if key in FREE_TEXT:
            continue
        if key not in outcome.got:
            if outcome.got.get("legal") is False:
                got: object = f"不能胡 / no win: {outcome.got.get('reason_got')}"
            else:
                raise Unknown(f"expected 的 {key} 不认识 / expected key {key} is not known")
        elif _agrees(key, value, expected, outcome):
            continue
        else:
            got = outcome.got[key]
        yield f"{label}{key}: expected {show(value)}, got {show(got)}"


def _agrees(key: str, value: object, expected: Data, outcome: Outcome) -> bool:
    got = outcome.got[key]
    accepted = [value]
    if key == "fans":
        accepted += expected.get("fans_alternatives") or ()
    return any(plain(one) == plain(got) for one in accepted)


def plain(value: object) -> object:
    """A value in the form in which cases are compared: exact numbers, and
    amounts per seat without the seats that got nothing."""
    if isinstance(value, Mapping):
        items = {str(key): plain(entry) for key, entry in value.items()}
        if items and set(items) <= {seat.name for seat in SEATS}:
            return {key: entry for key, entry in items.items() if entry != 0}
        return items
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float, Fraction)):
        return Fraction(str(value))
    return value


def show(value: object) -> str:
    """A value as a failure prints it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {show(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(show, value)) + "]"
    return str(value)


def read_cases(path: Path) -> Iterator[tuple[int, Data | str]]:
    """Line number and case, or why the line is none."""
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, f"不是 JSON / is no JSON: {error}"
            continue
        if isinstance(data, dict) and {"id", "kind", "expected"} <= set(data):
            most = max((abs(value) for value in _numbers(data)), default=0)
            yield number, data if most <= MOST else f"数太大：{most} / too large a number: {most}"
        else:
            yield number, "缺 id、kind 或 expected / lacks id, kind or expected"


def _numbers(data: object) -> Iterator[float]:
    """Every number in plain data; one that is none counts as endless."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _numbers(value)
    elif isinstance(data, list):
        for value in data:
            yield from _numbers(value)
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield math.inf if isinstance(data, float) and math.isnan(data) else data


def check_cases(paths: Iterable[str | Path], out: TextIO = sys.stdout) -> int:
    """Run case files; print each failure and skip and a closing line.

    Returns 0 when nothing failed, 1 when something did, 2 when a file cannot
    be read.
    """
    count = {"passed": 0, "failed": 0, "skipped": 0}
    unreadable = False
    for path in map(Path, paths):
        try:
            cases = list(read_cases(path))
        except (OSError, UnicodeDecodeError) as error:
            zh, en = in_both(error)
            print(f"{path} 读不了：{zh} / cannot be read: {en}", file=out)
            unreadable = True
            continue
        if not cases:
            cases = [(1, "一个用例也没有 / there is no case in it")]
        for number, data in cases:
            if isinstance(data, str):
                verdict = Verdict(f"{path.name}:{number}", "failed", (data,))
            else:
                verdict = run_case(path, data)
            count[verdict.word] += 1
            for line in verdict.lines:
                word = "不符 FAILED" if verdict.word == "failed" else "略过 skipped"
                print(f"{word} {path.stem} {verdict.case}: {line}", file=out)
    closing = f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"
    print(closing, file=out)
    if unreadable:
        return 2
    return 1 if count["failed"] else 0
