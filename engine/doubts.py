"""What to show of a doubt: the tiles it is about, its places, and words for it."""

from __future__ import annotations

from engine.events import Event
from engine.evidence import View
from engine.reconcile import Explanation
from engine.tile import Tile
from engine.view import Text


def common_length(rows: list[tuple[Event, ...]]) -> int:
    """How many first events all rows share."""
    length = 0
    for items in zip(*rows, strict=False):
        if any(item != items[0] for item in items):
            break
        length += 1
    return length


def tiles_of(events: tuple[Event, ...]) -> tuple[Tile, ...]:
    found: list[Tile] = []
    for event in events:
        tile = getattr(event, "tile", None)
        if isinstance(tile, Tile):
            found.append(tile)
        found.extend(t for t in getattr(event, "tiles", ()) if isinstance(t, Tile))
    return tuple(found)


def doubtful_boxes(
    explanations: list[Explanation], view: View
) -> tuple[tuple[float, float, float, float], ...]:
    """Places in the picture which the explanations read differently."""
    boxes = []
    for seen in view.sighting.tiles:
        readings = {e.compared.pairs.get(seen.track) for e in explanations}
        if len(readings) > 1:
            boxes.append(seen.box)
    return tuple(boxes)


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
