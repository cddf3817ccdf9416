"""上海 old rules: its cases are those of the family, its readings its own."""

from __future__ import annotations

from dataclasses import replace

from companion.cases.pages import shanghai

ADAPTER = replace(
    shanghai.ADAPTER,
    alternatives={"OR1": ("honours_hand", "none"), "OR2": ("liable_on_shot", "nothing")},
)
