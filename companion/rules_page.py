"""The page of a rule set, generated from the rule set itself, as Markdown:
Chinese with English beside it, every line with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from engine.ruleset import Clause, Fan, Option, RuleSet
from engine.tile import Tile
from engine.view import Text

_KINDS = (
    (Text("序数牌", "number tiles"), "mps"),
    (Text("字牌", "honours"), "z"),
    (Text("百搭", "jokers"), "j"),
    (Text("花牌", "flowers"), "f"),
    (Text("辅牌", "helpers"), "h"),
)


def render(rules: RuleSet, house: Mapping[str, str] | None = None) -> str:
    """The whole page, with the options that a house has changed; ends with a newline."""
    lines = [
        f"# {rules.names.zh} / {rules.names.en}",
        "",
        f"规则 `{rules.id}`。原文：{rules.source.zh}。下文用自己的话复述，方括号内为原文条款。",
        f"Rule set `{rules.id}`. Text: {rules.source.en}. Restated in our own words; the clause of "
        "the text stands in brackets.",
        "",
        "本页由程序生成 / this page is generated: `queban rules " + rules.id + "`.",
        "",
        *_house(house or {}),
        *_tiles(rules),
        *_clauses(rules.clauses),
        *_fans(rules),
        *_options(rules.options),
        *_asked(rules.asked),
        f"{'本家' if house else '默认'}选项的摘要 / digest of the "
        f"{'house' if house else 'default'} options: `{rules.digest(rules.choose(house))}`",
    ]
    return "\n".join(lines) + "\n"


def _house(changed: Mapping[str, str]) -> list[str]:
    if not changed:
        return []
    lines = [f"- `{name}` = `{value}`" for name, value in changed.items()]
    return ["## 家规 / House rules", "", *lines, ""]


def _tiles(rules: RuleSet) -> list[str]:
    lines = ["## 牌 / Tiles in play", ""]
    mode = next((option for option in rules.options if option.name == "mode"), None)
    choices = mode.choices if mode else ()
    for choice in choices:
        tiles = rules.tiles(rules.choose({"mode": choice.value}))
        lines.append(f"- {choice.text.zh} / {choice.text.en}: {_numbers(tiles.items())}")
    if not choices:
        lines.append(f"- {_numbers(rules.tiles().items())}")
    return [*lines, ""]


def _numbers(tiles: Iterable[tuple[Tile, int]]) -> str:
    counts = list(tiles)
    parts = []
    for name, suits in _KINDS:
        number = sum(n for tile, n in counts if tile.suit in suits)
        if number:
            parts.append(f"{name.zh} {name.en} {number}")
    total = sum(n for _, n in counts)
    return "，".join(parts) + f"，共 in all {total}"


def _clauses(clauses: Iterable[Clause]) -> list[str]:
    lines: list[str] = []
    for section, rows in groupby(clauses, key=lambda clause: clause.section):
        lines += [f"## {section.zh} / {section.en}", ""]
        for row in rows:
            lines += [f"- {row.text.zh}  ", f"  {row.text.en} [{row.clause}]"]
        lines.append("")
    return lines


def _fans(rules: RuleSet) -> list[str]:
    names = {fan.id: fan.name.zh for fan in rules.fans}
    lines = [
        "## 番种 / Fans",
        "",
        f"| # | 番种 | Fan | {rules.unit.zh} "
        "| 定义 / definition | 不另计 / not beside it | 条款 clause |",
        "|--:|---|---|--:|---|---|---|",
    ]
    for number, fan in enumerate(rules.fans, 1):
        lines.append(
            f"| {number} | {fan.name.zh} | {fan.name.en} | {fan.value} "
            f"| {fan.text.zh}<br>{fan.text.en} | {_excluded(fan, names)} | {fan.clause} |"
        )
    return [*lines, ""]


def _excluded(fan: Fan, names: dict[str, str]) -> str:
    return "、".join(
        names[other.fan] + ("（同一张牌 same tile）" if other.same_tile else "")
        for other in fan.excludes
    )


def _options(options: Iterable[Option]) -> list[str]:
    lines = [
        "## 选项 / House options",
        "",
        "粗体为默认 / the default is bold. `--option NAME=VALUE`",
        "",
        "| 选项 option | 内容 / what it settles | 可选 / values | 原文条款 clause |",
        "|---|---|---|---|",
    ]
    for option in options:
        values = "<br>".join(
            f"{_marked(choice.value, option.default)} {choice.text.zh} / {choice.text.en}"
            for choice in option.choices
        )
        if option.pattern:
            values += f"<br>或合于 / or matching `{option.pattern}`"
        lines.append(
            f"| `{option.name}` | {option.text.zh}<br>{option.text.en} | {values} "
            f"| {option.clause} |"
        )
    return [*lines, ""]


def _marked(value: str, default: str) -> str:
    return f"**`{value}`**" if value == default else f"`{value}`"


def _asked(asked: Iterable[Clause]) -> list[str]:
    lines = ["## 只有牌手知道的事 / What only the players know", ""]
    lines += [f"- {row.text.zh} / {row.text.en} [{row.clause}]" for row in asked]
    return [*lines, ""]
