"""What has just happened at the table, worth a sound or a word; no Kivy.

A function of two views: what one holds and the other does not. Corrections and
undoing make no sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.meld import Meld, MeldKind
from engine.view import TableView, Text


class Cue(StrEnum):
    """A sound."""

    DISCARD = "discard"
    CLAIM = "claim"
    WIN = "win"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Call:
    """A cue with what is said of it."""

    cue: Cue
    said: Text


MELD_CALLS = {
    MeldKind.CHOW: Text("吃", "chow"),
    MeldKind.PUNG: Text("碰", "pung"),
    MeldKind.EXPOSED_KONG: Text("杠", "kong"),
    MeldKind.ADDED_KONG: Text("杠", "kong"),
    MeldKind.CONCEALED_KONG: Text("暗杠", "concealed kong"),
}


def call_between(before: TableView | None, after: TableView) -> Call | None:
    """What is to be heard of the step from `before` to `after`; the newest question
    goes before a win, a win before a claim, a claim before a discard."""
    if before is None:
        return None
    known = {question.id for question in before.questions}
    for question in after.questions:
        if question.id not in known:
            return Call(Cue.QUESTION, question.text)
    if after.deal != before.deal or after.seq <= before.seq:
        return None
    if len(after.wins) > len(before.wins):
        win = after.wins[-1]
        name = after.seats[win.seat].name
        return Call(Cue.WIN, Text(f"{name}，胡", f"{name} wins"))
    return _claim(before, after) or _discard(before, after)


def _claim(before: TableView, after: TableView) -> Call | None:
    for old, new in zip(before.seats, after.seats, strict=True):
        fresh = _fresh(old.melds, new.melds)
        if fresh is not None:
            return Call(Cue.CLAIM, MELD_CALLS.get(fresh.kind, Text("鸣牌", "claim")))
    return None


def _fresh(old: tuple[Meld, ...], new: tuple[Meld, ...]) -> Meld | None:
    """A meld more, or one that grew by a tile."""
    if len(new) > len(old) and new[: len(old)] == old:
        return new[-1]
    if len(new) == len(old):
        for one, other in zip(old, new, strict=True):
            if len(other.tiles) > len(one.tiles):
                return other
    return None


def _discard(before: TableView, after: TableView) -> Call | None:
    for old, new in zip(before.seats, after.seats, strict=True):
        was = [lying.tile for lying in old.river]
        now = [lying.tile for lying in new.river]
        if len(now) == len(was) + 1 and now[:-1] == was:
            return Call(Cue.DISCARD, Text(now[-1].chinese, now[-1].english))
    return None
