"""Deals of other rule pages on the virtual table, from the walls to the settlement."""

from __future__ import annotations

import pytest

from engine.events import Settled
from table_io.virtual.table import VirtualTable

LONGEST = 2000.0
"""Virtual seconds within which a deal is over."""


@pytest.mark.parametrize("page", ["xuezhan", "mcr", "wuhan", "cs258"])
def test_a_deal_is_played_to_its_settlement(page: str) -> None:
    table = VirtualTable(5, page, deals=1)
    while not table.finished and table.now < LONGEST:
        table.advance(1.0)
    settled = [event for event in table.truth.events if isinstance(event, Settled)]
    assert len(settled) == 1
    assert sum(settled[0].net) == 0
