"""A page that is one more file in the folder of pages works everywhere, with no
change to any other file: it is found, played, shown, printed, cased and chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.house
import engine.rules
from companion.house import house_of
from companion.rules_page import render
from engine.events import Acted, DealBegan, Settled
from engine.match import Match
from engine.observations import Enter
from engine.rules import load
from engine.ruleset import RuleSet
from engine.tableview import table_view
from table_io.virtual.table import VirtualTable
from tests.random_play import play

ADDED = Path(__file__).parent / "added"
PAGE = "wager"
LONGEST = 2000.0


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[RuleSet]:
    """The page, as if its file lay among the others."""
    monkeypatch.setattr(engine.rules, "__path__", [*engine.rules.__path__, str(ADDED)])
    monkeypatch.setattr(engine.rules, "_MODULES", engine.rules._found())
    monkeypatch.setattr(companion.house, "PAGES", tuple(engine.rules._MODULES))
    load.cache_clear()
    yield load(PAGE)
    load.cache_clear()


def test_whole_deals_are_played_and_shown_with_what_is_the_pages_own(rules: RuleSet) -> None:
    won = raised = 0
    for seed in range(6):
        steps = list(play(rules, {"stake": "2"}, seed, hidden=bool(seed % 2)))
        assert isinstance(steps[-1][1], Settled)
        assert sum(steps[-1][1].net) == 0
        won += bool(steps[-1][2].wins)
        raised += sum(isinstance(event, Acted) and event.action == PAGE for _, event, _ in steps)
    assert won
    assert raised


def test_its_action_is_asked_and_its_words_are_on_the_screen(rules: RuleSet) -> None:
    match = Match(rules, {"stake": "2"})
    steps = list(play(rules, {}, 3, hidden=True))
    asked: set[str] = set()
    for event in (DealBegan(1, steps[0][0].dealer), *(event for _, event, _ in steps)):
        if match.standing.results:
            break
        match.submit(Enter(event, match.last_seq), 0.0)
        asked |= {question.text.zh for question in match.questions}
        view = table_view(match)
        assert view.unit.zh == "倍"
        if any(view.seats[seat].said for seat in range(4)):
            break
    assert any("加注吗" in text for text in asked)


def test_it_is_printed_by_clause_and_takes_house_rules(rules: RuleSet, tmp_path: Path) -> None:
    text = render(rules)
    assert "碰碰胡" in text
    assert "倍" in text
    file = tmp_path / "home.toml"
    file.write_text(f'rules = "{PAGE}"\n[options]\nstake = "2"\n', encoding="utf-8")
    house = house_of(str(file))
    assert house.rules == PAGE
    assert rules.digest(rules.choose(house.options)) != rules.digest()


def test_it_is_played_on_the_virtual_table(rules: RuleSet) -> None:
    table = VirtualTable(5, PAGE, deals=1)
    while not table.finished and table.now < LONGEST:
        table.advance(2.0)
    assert [event for event in table.truth.events if isinstance(event, Settled)]
