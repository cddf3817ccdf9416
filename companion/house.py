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

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.errors import UserError
from engine.errors import RuleSetError
from engine.rules import PAGES, load

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
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"家规读不了 {path}", f"house rules cannot be read: {error}") from error
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
        raise UserError(
            f"家规 {path} 的选项不对", f"{path}: {error}; `queban rules {house.rules}`"
        ) from error
    return house
