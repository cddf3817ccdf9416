"""Scenes of 猫抓耗子 for tests, and what may be asked of them."""

from __future__ import annotations

from companion.cases.scene import scene
from engine.deal import Deal
from engine.events import (
    Acted,
    Dealt,
    DiceRolled,
    DrawCause,
    Drew,
    End,
    Flipped,
)  # fmt: skip
from engine.rules import load
from engine.rules.mzhz.opening import next_flip
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile, parse_tiles

RULES = load("mzhz")
A, B, C, D = SEATS
TAIL = End.TAIL
FLOWER, KONG, FIRST, SECOND = (
    DrawCause.FLOWER, DrawCause.KONG, DrawCause.INGOT_FIRST, DrawCause.INGOT_SECOND,
)  # fmt: skip
READY = "123456789m11p23p"
"""Waits on 1p and 4p."""


def options(mode: str = "solo", **chosen: str) -> Options:
    return RULES.choose({"mode": mode, **chosen})


def lay(mode: str = "solo", house: dict[str, str] | None = None, **given: object) -> Deal:
    return scene(RULES, options(mode, **(house or {})), **given)  # type: ignore[arg-type]


def t(code: str) -> Tile:
    return Tile.parse(code)


def ts(text: str) -> tuple[Tile, ...]:
    return parse_tiles(text)


def actions(deal: Deal) -> set[tuple[Seat, str]]:
    return {(e.seat, e.action) for e in deal.legal() if isinstance(e, Acted)}


def draws(deal: Deal) -> list[Drew]:
    return [event for event in deal.legal() if isinstance(event, Drew)]


def balance(deal: Deal) -> int:
    """Tiles that lie unseen less those whose face nobody has seen; a scene
    leaves out a part of the wall, and no event may change by how much."""
    covered = sum(not tile.is_known for row in deal.melds for m in row for tile in m.tiles)
    in_wall = deal.wall.remaining - len(deal.wall.face_up)
    return sum(hand.hidden for hand in deal.hands) + covered + in_wall - sum(deal.unseen)


def assert_sound(before: Deal, after: Deal) -> None:
    """Hands have their sizes, and no tile appeared or vanished."""
    assert balance(before) == balance(after)
    faults = [fault.en for fault in after.validate() if "not conserved" not in fault.en]
    assert not faults


def in_round(dealer: Seat = A, mode: str = "solo") -> Deal:
    """The opening round of flowers begins."""
    deal = Deal.begin(RULES, 1, dealer, {"mode": mode}).apply(DiceRolled(dealer, (2, 5)))
    deal = deal.apply(next(e for e in deal.legal() if isinstance(e, Dealt)))
    slot = next_flip(deal)
    assert slot is not None
    return deal.apply(Flipped(slot, t("9s")))
