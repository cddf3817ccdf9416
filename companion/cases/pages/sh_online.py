"""上海 online procedure: its cases are those of the family, its readings its own."""

from __future__ import annotations

from dataclasses import replace

from companion.cases.pages import shanghai

ADAPTER = replace(
    shanghai.ADAPTER,
    alternatives={"OR1": ("upper_seat", "printed"), "OR2": ("replacement", "head")},
)
