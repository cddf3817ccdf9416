"""The rule pages, loaded by id. Pages never import each other.

A page is a module or package in this folder that exports `RULES`: one
`RuleSet`, or a tuple of them where variants live in one module. Its ids are
named by `IDS = ("first", "second")`; without that it has one, the module's name.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from engine.errors import RuleSetError
from engine.ruleset import RuleSet


def _found() -> dict[str, str]:
    """Id → module of every page."""
    return {page: m.name for m in iter_modules(__path__) for page in _ids(m.name)}


def _ids(name: str) -> tuple[str, ...]:
    """The ids of a module, read from its source so that no page is run for it;
    where there is no source (a packed program) the module is asked."""
    for folder in __path__:
        for path in (Path(folder) / name / "__init__.py", Path(folder) / f"{name}.py"):
            if path.is_file():
                for node in ast.parse(path.read_text(encoding="utf-8")).body:
                    if isinstance(node, ast.Assign) and any(
                        isinstance(target, ast.Name) and target.id == "IDS"
                        for target in node.targets
                    ):
                        return tuple(ast.literal_eval(node.value))
                return (name,)
    return tuple(getattr(import_module(f"engine.rules.{name}"), "IDS", (name,)))


_MODULES = _found()
PAGES: tuple[str, ...] = tuple(sorted(_MODULES, key=lambda page: (page != "mzhz", page)))
"""Ids of all rule pages."""


def module_of(page: str) -> str:
    """The module that a page lives in, which is its own name or its family's."""
    return _MODULES[page]


@cache
def load(page: str) -> RuleSet:
    """The rule set named by `page`; raises `RuleSetError` for an unknown id."""
    if page not in _MODULES:
        raise RuleSetError(
            f"没有规则 {page}，可选 {', '.join(PAGES)} / "
            f"there is no rule set {page}: choose {', '.join(PAGES)}"
        )
    rules = import_module(f"engine.rules.{_MODULES[page]}").RULES
    for one in rules if isinstance(rules, tuple) else (rules,):
        if isinstance(one, RuleSet) and one.id == page:
            return one
    raise RuleSetError(f"{_MODULES[page]} 不含 / does not export {page}")
