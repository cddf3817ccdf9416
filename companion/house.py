"""House rules: a TOML file takes a rule page and changes listed options only.

    rules = "sh_qhp"

    [options]
    base = 5
    discard_liability = "replaces"

Wherever a rule page is named such a file may be named too. It changes no code:
what the page does not list as an option is refused, and the digest that stands
in every record changes with the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.arguments import shown
from companion.errors import UserError, in_both
from companion.reading import toml_of
from engine.errors import RuleSetError
from engine.rules import PAGES, load
from engine.ruleset import Options, RuleSet

KEYS = ("rules", "options")


@dataclass(frozen=True, slots=True)
class House:
    """A rule page and the options that a house has changed."""

    rules: str
    options: Mapping[str, str] = field(default_factory=dict)


def word_of(value: object) -> str:
    """An option's value as rule pages write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def house_of(word: str) -> House:
    """The page that `word` names, or the house rules of the TOML file.

    Raises `UserError` for a file that cannot be used; an unknown page is left
    to whoever loads it.
    """
    path = Path(word)
    if path.suffix != ".toml":
        return House(word)
    data = toml_of(path, ("家规", "house rules"))
    strange = sorted(set(data) - set(KEYS))
    options = data.get("options", {})
    if strange or not isinstance(options, dict) or data.get("rules") not in PAGES:
        what = ", ".join(strange) or f"rules = {data.get('rules')!r}"
        raise UserError(
            f"家规 {path} 有误：{what}",
            f"{path}: write rules = ID (one of {', '.join(PAGES)}) and [options] only, not {what}",
        )
    house = House(str(data["rules"]), {name: word_of(value) for name, value in options.items()})
    try:
        load(house.rules).choose(house.options)
    except RuleSetError as error:
        zh, en = in_both(error)
        raise UserError(
            f"家规 {path} 的选项不对：{zh}；见 queban rules {house.rules}",
            f"{path}: {en}; see queban rules {house.rules}",
        ) from error
    return house


def page_of(name: str) -> RuleSet:
    """The rule page `name`; raises `UserError`."""
    if name not in PAGES:
        there = ", ".join(PAGES)
        raise UserError(
            f"没有规则页 {shown(name)}，有：{there}",
            f"no rule page {shown(name)}, there are: {there}",
        )
    return load(name)


def options_of(rules: RuleSet, chosen: Mapping[str, str]) -> Options:
    """All options of a page with `chosen` in place of the defaults; raises `UserError`."""
    try:
        return rules.choose(chosen)
    except RuleSetError as error:
        zh, en = in_both(error)
        raise UserError(
            f"选项不对：{zh}；见 queban rules {rules.id}", f"{en}; see queban rules {rules.id}"
        ) from error


def named_options(pairs: Iterable[str]) -> dict[str, str]:
    """Options written NAME=VALUE; raises `UserError` for what is not so written."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise UserError(
                f"--option 写成 名=值，不是 {shown(pair)}",
                f"write --option NAME=VALUE, not {shown(pair)}",
            )
        options[name.strip()] = value.strip()
    return options
