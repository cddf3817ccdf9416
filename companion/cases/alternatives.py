"""Which house option a case means when it gives the value of another reading."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cases.case import Case, Unknown
from engine.ruleset import Option

WORDS: dict[str, tuple[str, str]] = {
    "only after 开杠/元宝": ("flower_blossom", "no"),
    "百搭 discard can only be 碰/杠": ("win_on_joker", "no"),
    "robbed 百搭 is free": ("robbed_joker", "free"),
    "partner also pays": ("partner_pays", "yes"),
    "value=max": ("ready_value", "max"),
}
"""Words of the case files → option and value."""


def option_for(case: Case, words: str) -> tuple[str, str]:
    """Option and value that `words` mean in this case; raises `Unknown`.

    Words that stand in no table are found by the open readings that the case
    names: `name=value` where one option has that value, or the one other value
    of the one option that settles the reading.
    """
    if words in WORDS:
        return WORDS[words]
    named = case.data.get("readings") or ()
    options = [option for option in case.rules.options if option.reading in named]
    found = list(_by_value(options, words) if "=" in words else _others(options))
    if len(found) == 1:
        return found[0]
    raise Unknown(f"另一种读法不认识 / alternative reading is not known: {words}")


def _by_value(options: Iterable[Option], words: str) -> Iterable[tuple[str, str]]:
    value = words.partition("=")[2].strip()
    for option in options:
        for choice in option.choices:
            if choice.value == value or choice.value.startswith(f"{value}_"):
                yield option.name, choice.value


def _others(options: Iterable[Option]) -> Iterable[tuple[str, str]]:
    for option in options:
        for choice in option.choices:
            if choice.value != option.default:
                yield option.name, choice.value
