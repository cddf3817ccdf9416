"""Short forms in which rule pages write their options and clauses."""

from __future__ import annotations

from dataclasses import replace

from engine.ruleset import Choice, Clause, Exclusion, Fan, Find, Option
from engine.view import Text

YES = Choice("yes", Text("是", "yes"))
NO = Choice("no", Text("否", "no"))


def yes_no(name: str, zh: str, en: str, default: str, clause: str, reading: str = "") -> Option:
    """An option that is `yes` or `no`."""
    return Option(name, Text(zh, en), (YES, NO), default, clause, reading)


def choice(
    name: str, zh: str, en: str, clause: str, reading: str, *choices: tuple[str, str, str]
) -> Option:
    """An option of `(value, zh, en)`; the first is the default."""
    values = tuple(Choice(value, Text(c, e)) for value, c, e in choices)
    return Option(name, Text(zh, en), values, values[0].value, clause, reading)


def number(
    name: str, zh: str, en: str, clause: str, default: str, *others: tuple[str, str, str],
    reading: str = "",
) -> Option:  # fmt: skip
    """An option that is a whole number, or one of `others` (`none` …)."""
    usual = Choice(default, Text(default, default))
    values = (usual, *(Choice(value, Text(c, e)) for value, c, e in others))
    return Option(name, Text(zh, en), values, default, clause, reading, r"\d{1,6}")


def filled(option: Option) -> Option:
    """The option marked as a gap of the text that the usual public rule fills."""
    text = Text(f"{option.text.zh}（补）", f"{option.text.en} (filled)")
    return replace(option, text=text, reading="")


def named_fan(
    id_: str, zh: str, en: str, value: int, find: Find, clause: str, text_zh: str, text_en: str,
    *excludes: str | Exclusion,
) -> Fan:  # fmt: skip
    """A fan in one call; `excludes`: fans, by id, that are not counted beside it."""
    taken = tuple(e if isinstance(e, Exclusion) else Exclusion(e) for e in excludes)
    return Fan(id_, Text(zh, en), value, find, clause, Text(text_zh, text_en), taken)


def only_best(*fans: Fan) -> tuple[Fan, ...]:
    """The fans with exclusions by which only the dearest of them counts, the
    first of the text among equals; what they exclude already stays."""
    return tuple(
        replace(
            fan,
            excludes=(
                *fan.excludes,
                *(
                    Exclusion(other.id)
                    for place, other in enumerate(fans)
                    if (other.value, -place) < (fan.value, -at)
                ),
            ),
        )
        for at, fan in enumerate(fans)
    )


def nobody_wins(section: Text, number: str) -> Clause:
    """What every page asks that opens no hand when the wall is used up."""
    return clause(section, number, "牌墙摸完后是否没有人胡",
                  "whether nobody wins once the wall is used up")  # fmt: skip


def clause(section: Text, number: str, zh: str, en: str) -> Clause:
    """One rule of the text, restated."""
    return Clause(section, number, Text(zh, en))
