"""The command line's parser: `argparse` that helps and refuses in Chinese and English."""

from __future__ import annotations

import argparse
import re
import shutil
import unicodedata
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from companion.errors import UserError

_WIDEST: Final = 100
_NARROWEST: Final = 40

_REFUSALS: Final = tuple(
    (re.compile(pattern), zh, en)
    for pattern, zh, en in (
        (r"the following arguments are required: (.*)", "缺少 {0}", "missing: {0}"),
        (r"unrecognized arguments: (.*)", "不认识 {0}", "unknown: {0}"),
        (
            r"ambiguous option: (\S+) could match (.*)",
            "{0} 写得太短，可以是 {1}",
            "{0} is too short, it may be {1}",
        ),
        (
            r"argument (.+?): invalid choice: (.*) \(choose from '?(.*?)'?\)",
            "{0} 没有 {1}，可写 {2}",
            "{0} cannot be {1}, choose from {2}",
        ),
        (r"argument (.+?): expected one argument", "{0} 后面缺一个值", "{0} wants a value"),
        (
            r"argument (.+?): expected at least one argument",
            "{0} 后面至少写一个值",
            "{0} wants at least one value",
        ),
        (
            r"argument (.+?): ignored explicit argument (.*)",
            "{0} 不带值，不要写 {1}",
            "{0} takes no value, leave {1} out",
        ),
        (r"argument (.+?): ((?s:.*?)) / ((?s:.*))", "{0} {1}", "{0} {2}"),
        (r"argument (.+?): (.*)", "{0} 不对：{1}", "{0} is wrong: {1}"),
    )
)
"""What `argparse` says, and the same in both languages."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help for two languages, no wider than the terminal; a Chinese letter is two cells."""

    def __init__(self, prog: str) -> None:
        columns = shutil.get_terminal_size().columns
        width = min(_WIDEST, max(_NARROWEST, columns - 2))
        super().__init__(prog, max_help_position=min(30, width // 2), width=width)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, "用法 usage: " if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return list(wrapped(text, width))


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are `UserError`s of one line in both languages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "formatter_class": Formatter, "add_help": False})
        self._positionals.title = "要写的 / arguments"
        self._optionals.title = "可选的 / options"
        self.add_argument("-h", "--help", action="help", help="看这一页 / show this help")

    def error(self, message: str) -> NoReturn:
        zh, en = translated(message)
        raise UserError(f"{zh}；用法见 {self.prog} --help", f"{en}; see {self.prog} --help")


def translated(message: str) -> tuple[str, str]:
    """A refusal of `argparse` in Chinese and English."""
    for pattern, zh, en in _REFUSALS:
        if found := pattern.fullmatch(message):
            parts = [part.replace("', '", ", ") for part in found.groups()]
            return zh.format(*parts), en.format(*parts)
    return message, message


def wrapped(text: str, width: int) -> Iterable[str]:
    """`text` in lines of at most `width` cells, broken at spaces and between Chinese letters."""
    line = ""
    for part in re.findall(r"[^\s\u2e80-\uffef]+|[\u2e80-\uffef]|\s+", text):
        if part.isspace():
            line += " " if line else ""
        elif line and cells(line) + cells(part) > width and part not in "，。、；：）」":
            yield line.rstrip()
            line = part
        else:
            line += part
    if line:
        yield line.rstrip()


def cells(text: str) -> int:
    """How many cells of a terminal `text` takes."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)
