"""The commands. Each module has `add_parser(subparsers)`, which sets `run`.

`COMMANDS` gives the order in the help and, for each, the modules it cannot do
without: a command whose room is not installed is not offered.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[Any]

COMMANDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("companion.commands.run", ("engine.match",)),
    ("companion.commands.tablet", ("ui.window",)),
    ("companion.commands.table", ("table_io.virtual.table",)),
    ("companion.commands.replay", ("engine.replay",)),
    ("companion.commands.retrack", ("engine.replay", "vision.eyes")),
    ("companion.commands.see", ("vision.see",)),
    ("companion.commands.evaluate", ("vision.evaluate",)),
    ("companion.commands.label", ("vision.labelling",)),
    ("companion.commands.enrol", ("vision.enrol",)),
    ("companion.score_command", ()),
    ("companion.commands.rules", ("companion.rules_page",)),
    ("companion.commands.check_cases", ("companion.cases.runner",)),
    ("companion.commands.screens", ("ui.gallery",)),
    ("companion.commands.train", ("vision.train",)),
    ("companion.commands.bench", ()),
    ("companion.commands.doctor", ()),
    ("companion.commands.version", ()),
)


class CommandModule(Protocol):
    """What a command module offers."""

    def add_parser(self, commands: Subparsers, /) -> object: ...


def available() -> list[CommandModule]:
    """The command modules whose rooms are installed, in the order of the help."""
    return [
        import_module(module)
        for module, needs in COMMANDS
        if all(_installed(name) for name in (module, *needs))
    ]


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # a parent package is not there
        return False
