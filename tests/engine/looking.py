"""A camera without pictures: settled sightings made from a deal's true state.

Every tile keeps its track while it lies where it lies. Noise is seeded: a tile
may be read as another kind with some confidence, or not be seen at all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.branches import Verdict
from engine.deal import Deal
from engine.events import Event
from engine.layout import TableLayout
from engine.observations import SeenTile, Sighting, Zone
from engine.picture import Place, picture_of
from engine.seat import SEATS
from engine.tile import KINDS, Tile
from engine.tracking import Tracker
from engine.view import Text

LAYOUT = TableLayout()
Change = Callable[[Sighting], Sighting]

LOOKALIKES = {"7m": "9m", "9m": "7m", "2m": "3m", "3m": "2m", "7s": "9s", "9s": "7s", "4p": "6p",
              "6p": "4p", "5f": "7f", "7f": "5f", "8s": "4s", "4s": "8s", "5p": "4p"}  # fmt: skip


@dataclass
class Noise:
    """`wrong`: share of tiles whose likeliest reading is another kind, `doubt`:
    share read with two kinds about even, `hide`: tiles not seen per picture."""

    wrong: float = 0.0
    doubt: float = 0.0
    hide: int = 0


class Looker:
    """Turns deals into sightings, as the settled eyes would."""

    def __init__(self, rng: random.Random, noise: Noise | None = None) -> None:
        self.rng = rng
        self.noise = noise or Noise()
        self.next_track = 1
        self.lying: dict[Place, list[SeenTile]] = {}
        self.laid: Counter[Place] = Counter()
        self.truth: dict[int, Tile] = {}
        self.mislabelled = 0

    def look(self, deal: Deal, time: float, frame: int = 0) -> Sighting:
        """What the table of `deal` looks like now."""
        picture = picture_of(deal)
        tiles: list[SeenTile] = []
        for place, wanted in picture.tiles.items():
            here = self.lying.get(place, [])
            rest = list(wanted)
            kept: list[SeenTile] = []
            for seen in here:
                true = self.truth[seen.track]
                if true in rest:
                    rest.remove(true)
                    kept.append(seen)
            kept.extend(self._new(place, tile, deal) for tile in rest)
            self.lying[place] = kept
            tiles.extend(kept)
        for seat in SEATS:
            tiles.extend(
                self._back(seat, number) for number in range(picture.turned_down[seat])
            )
        hidden = set()
        if self.noise.hide:
            movable = [t.track for t in tiles if t.zone in (Zone.RIVER, Zone.MELDS)]
            hidden = set(self.rng.sample(movable, min(self.noise.hide, len(movable))))
        a, b, c, d = picture.standing
        return Sighting(
            frame, time, deal.number, tuple(t for t in tiles if t.track not in hidden),
            standing=(a, b, c, d),
        )  # fmt: skip

    def _new(self, place: Place, tile: Tile, deal: Deal) -> SeenTile:
        zone, seat = place
        track = self.next_track
        self.next_track += 1
        self.truth[track] = tile
        faces, back = self._reading(tile)
        x, y = self._spot(place, tile, deal)
        self.laid[place] += 1
        return SeenTile(track, zone, seat, x, y, 0.0, faces, back, 3)

    def _spot(self, place: Place, tile: Tile, deal: Deal) -> tuple[float, float]:
        """Where a tile newly laid lies, in millimetres; none lies on another."""
        zone, seat = place
        number, off = self.laid[place], self.rng.random()
        if zone is Zone.RIVER:
            row, column = divmod(number, LAYOUT.river_columns)
            across, down = LAYOUT.river_pitch
            lateral = LAYOUT.river.lateral_min + across * (column + 0.5) + off
            return LAYOUT.to_table(seat, lateral, LAYOUT.river.depth_min + down * (row + 0.5))
        at = next((deal.wall.place(s) for s, face in deal.wall.face_up if face == tile), None)
        if zone is Zone.WALL and at is not None:
            x, y = LAYOUT.stack_at(at.seat, at.stack)
            return x + off, y
        # Every zone has its own row.
        x = 40.0 * number + off
        return x, 100.0 * list(Zone).index(zone) - x

    def _back(self, seat: int, number: int) -> SeenTile:
        return SeenTile(
            -100 * (seat + 1) - number, Zone.HAND, SEATS[seat], 30.0 * number, 0.0, 0.0, (), 0.97, 3
        )

    def _reading(self, tile: Tile) -> tuple[tuple[tuple[Tile, float], ...], float]:
        if not tile.is_known:
            return (), 0.95
        other = Tile.parse(LOOKALIKES.get(tile.code, "")) if tile.code in LOOKALIKES else None
        if other is None:
            other = self.rng.choice([k for k in KINDS if k.suit == tile.suit])
        chance = self.rng.random()
        if chance < self.noise.wrong and other != tile:
            self.mislabelled += 1
            return ((other, 0.9), (tile, 0.07)), 0.01
        if chance < self.noise.wrong + self.noise.doubt and other != tile:
            return ((tile, 0.52), (other, 0.45)), 0.01
        return ((tile, 0.97), (other, 0.01)) if other != tile else ((tile, 0.98),), 0.005


def told(event: Event) -> Text:
    """An event as its own notation, in both languages."""
    return Text(str(event), str(event))


class Follower:
    """A tracker at a table, and what it has given so far; it has seen nothing yet."""

    def __init__(self, deal: Deal) -> None:
        self.looker = Looker(random.Random(1))
        self.tracker = Tracker(told)
        self.tracker.restart(deal)
        self.given: list[Event] = []
        self.now = 0.0

    def take(self, verdict: Verdict | None) -> None:
        if verdict is not None:
            self.given[verdict.keep :] = verdict.events

    def see(self, deal: Deal, seconds: float, change: Change = lambda s: s) -> None:
        """One look at `deal`, through `change`, seen again and again for some seconds."""
        look = change(self.looker.look(deal, self.now))
        until = self.now + seconds
        while self.now < until - 1e-9:
            self.now += 0.2
            self.take(self.tracker.observe(replace(look, time=self.now), 0))
