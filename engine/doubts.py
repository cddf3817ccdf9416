"""What to show of a doubt: the tiles it is about, its places, and words for it."""

from __future__ import annotations

from collections import Counter

from engine.events import Event, HandOpened, Won
from engine.evidence import View
from engine.observations import SeenTile
from engine.reconcile import Explanation
from engine.tile import Tile
from engine.view import Text

PART = 2
"""Kinds of tile of an opened hand that a button names; where more differ, it names all."""


def common_length(rows: list[tuple[Event, ...]]) -> int:
    """How many first events all rows share."""
    length = 0
    for items in zip(*rows, strict=False):
        if any(item != items[0] for item in items):
            break
        length += 1
    return length


def without_shared(
    rows: list[tuple[Event, ...]],
) -> tuple[tuple[tuple[Event, ...], ...], tuple[Event, ...]]:
    """Rows of events without those that all begin with and those that all end with, as far
    as each keeps one; and what all end with."""
    if len(rows) < 2 or not all(rows):
        return tuple(rows), ()
    head = min(common_length(rows), min(map(len, rows)) - 1)
    rest = [row[head:] for row in rows]
    tail = min(common_length([row[::-1] for row in rest]), min(map(len, rest)) - 1)
    end = rest[0][len(rest[0]) - tail :]
    return tuple(row[: len(row) - tail] for row in rest), end


def told_apart(rows: list[tuple[Event, ...]]) -> list[tuple[Event, ...]]:
    """What to put on buttons: where all rows open one hand, only the kinds of tile
    in which they differ, all of each."""
    rows = _differing(rows)
    hands = [row[0] for row in rows if len(row) == 1 and isinstance(row[0], HandOpened)]
    if len(hands) < max(len(rows), 2) or len({hand.seat for hand in hands}) > 1:
        return rows
    same = Counter(hands[0].tiles)
    for hand in hands:
        same &= Counter(hand.tiles)
    parts = [_kinds(hand, set(Counter(hand.tiles) - same)) for hand in hands]
    if any(not 1 <= len(set(part.tiles)) <= PART for part in parts):
        return rows
    return [(part,) for part in parts]


def _differing(rows: list[tuple[Event, ...]]) -> list[tuple[Event, ...]]:
    """Of several hands opened, those that all rows open alike left out, where each has
    others."""
    if not all(isinstance(event, HandOpened) for row in rows for event in row):
        return rows
    same = {event for event in rows[0] if all(event in row for row in rows)} if rows else set()
    rest = [tuple(event for event in row if event not in same) for row in rows]
    return rest if all(rest) else rows


def who_won(rows: list[tuple[Event, ...]]) -> bool:
    """Whether all rows are wins by the same tile: who called, and off whom, is heard."""
    wins = [[event for event in row if isinstance(event, Won)] for row in rows]
    return all(wins) and len({event.tile for row in wins for event in row}) == 1


def parts_of(event: Event) -> list[Event]:
    """All that a button may name of an event, itself first."""
    if not isinstance(event, HandOpened):
        return [event]
    kinds = sorted(set(event.tiles))
    return [event, *(_kinds(event, {a, b}) for a in kinds for b in kinds if a <= b)]


def _kinds(hand: HandOpened, kinds: set[Tile]) -> HandOpened:
    return HandOpened(hand.seat, tuple(sorted(tile for tile in hand.tiles if tile in kinds)))


def tiles_of(events: tuple[Event, ...]) -> tuple[Tile, ...]:
    found: list[Tile] = []
    for event in events:
        tile = getattr(event, "tile", None)
        if isinstance(tile, Tile):
            found.append(tile)
        found.extend(t for t in getattr(event, "tiles", ()) if isinstance(t, Tile))
    return tuple(found)


def doubtful_tiles(explanations: list[Explanation], view: View) -> list[SeenTile]:
    """The tiles that the explanations read differently, or that none could read."""
    found = []
    hands = {place for e in explanations for place, _ in e.compared.guessed}
    for seen in view.sighting.tiles:
        readings = {e.compared.pairs.get(seen.track) for e in explanations}
        unread = seen.face is None and (seen.zone, seen.seat) in hands
        if len(readings) > 1 or unread:
            found.append(seen)
    return found


def discrepancy_text(lying: tuple[object, ...], gone: tuple[object, ...]) -> Text:
    """What cannot be, said plainly."""
    if lying:
        return Text(
            f"有 {len(lying)} 张牌放在规则解释不了的地方，请看画面上圈出的位置",
            f"{len(lying)} tile(s) lie where no rule puts them: see the rings in the picture",
        )
    if gone:
        return Text(
            f"有 {len(gone)} 张应当在桌上的牌看不到",
            f"{len(gone)} tile(s) that should lie on the table are not to be seen",
        )
    return Text("有一排牌的摆法与记录不符", "a row of tiles lies otherwise than recorded")
