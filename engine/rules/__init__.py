"""The rule pages, loaded by id. Pages never import each other."""

from __future__ import annotations

from importlib import import_module

from engine.errors import RuleSetError
from engine.ruleset import RuleSet

PAGES: tuple[str, ...] = ("mzhz",)
"""Ids of all rule pages."""


def load(page: str) -> RuleSet:
    """The rule set named by `page`; raises `RuleSetError` for an unknown id."""
    if page not in PAGES:
        raise RuleSetError(
            f"没有规则 {page} / there is no rule set {page}: 可选 / choose {', '.join(PAGES)}"
        )
    rules = import_module(f"engine.rules.{page}").RULES
    assert isinstance(rules, RuleSet)
    return rules
