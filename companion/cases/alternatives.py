"""Which house option a case means when it gives the value of another reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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

NAMES: dict[str, str] = {
    "chajiao_payers": "ready_payers",
    "chajiao_value": "ready_value",
    "removed_pays_zimo": "removed_pays",
    "hu_on_joker": "win_on_joker",
    "hua_gives_gangshanghua": "flower_blossom",
    "p2_after_hu": "p2_after_win",
    "p2_after_peng": "p2_after_pung",
    "zhahu_ends_hand": "false_win_ends_deal",
    "enforce_guohu": "pass_rule",
}
"""Names that case files have for options, in pinyin → our own."""

VALUES: dict[str, str] = {"true": "yes", "false": "no"}


def option_for(case: Case, words: str) -> tuple[str, str]:
    """Option and value that `words` mean in this case; raises `Unknown`.

    Words that stand in no table are found by the open readings that the case
    names: `name=value` where one option fits, or the one other value of the one
    option that settles the reading.
    """
    if words in WORDS:
        return WORDS[words]
    named = case.data.get("readings") or ()
    options = [option for option in case.rules.options if option.reading in named]
    name, equals, value = (part.strip() for part in words.removeprefix("cfg.").partition("="))
    if equals:
        ours = NAMES.get(name, name)
        fitting = [o for o in case.rules.options if o.name == ours]
        fitting = fitting or [o for o in options if o.name.endswith(f"_{ours}")] or options
        found = list(_with_value(fitting, VALUES.get(value.lower(), value)))
    else:
        found, fitting = [], options
    # Words that a value has in the table are not used for it again under another name.
    found = found or list(_others(fitting))
    if len(found) > 1:
        found = [one for one in found if one not in WORDS.values()]
    if len(found) == 1:
        return found[0]
    raise Unknown(f"另一种读法不认识 / alternative reading is not known: {words}")


def _with_value(options: Iterable[Option], value: str) -> Iterator[tuple[str, str]]:
    for option in options:
        for choice in option.choices:
            if choice.value == value or choice.value.startswith(f"{value}_"):
                yield option.name, choice.value


def _others(options: Iterable[Option]) -> Iterator[tuple[str, str]]:
    for option in options:
        for choice in option.choices:
            if choice.value != option.default:
                yield option.name, choice.value
