"""四风双打: a wind is shown; pairs may form and end the deal (S2.30, S3.十六)."""

from __future__ import annotations

from engine.draft import Draft
from engine.rules.mzhz.grouping import wind_shown
from engine.rules.mzhz.state import WINDS, set_page, state
from engine.seat import Seat
from engine.tile import Tile


def show_wind(draft: Draft, seat: Seat, wind: Tile) -> None:
    """`seat` laid or threw `wind` (亮明)."""
    if draft.base.options["mode"] != WINDS:
        return
    page = state(draft)
    anchor, teams = wind_shown(page.anchor, page.teams, seat, wind)
    set_page(draft, anchor=anchor, teams=teams)
