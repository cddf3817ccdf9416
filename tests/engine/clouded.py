"""Deals followed by looking while up to three tiles of each picture are hidden or misread.

    python -m tests.engine.clouded --pictures 1000 [--rules mzhz] [--seed 0]

A picture is the table after a public event, seen for a few looks. In each, one
to three tiles, half of them just laid, are seen nowhere, lie under a hand, or
read likeliest as another kind; some of these stay misread for as long as they
lie. Questions are answered by what is true. In the end every event that the
record has otherwise than the truth must have been in doubt: a question or a
discrepancy stood open when it happened or soon after. An event that was hidden at
first and is booked a few places later is late, and not wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.compare import PublicEvent, align, public
from engine.deal import Deal
from engine.events import (
    Acted,
    DealBegan,
    Dealt,
    DiceRolled,
    Event,
    Settled,
    WallsRaised,
)
from engine.match import Match
from engine.observations import Answer, Enter, Presence, SeenTile, Sighting, Zone
from engine.rules import PAGES, load
from engine.ruleset import RuleSet
from engine.seat import Seat
from engine.tile import KINDS, Tile
from engine.tracking import Tracker
from engine.view import Phase, Text
from engine.wording import describe
from table_io.virtual.answers import Memory
from tests.engine.looking import LOOKALIKES, Looker
from tests.random_play import play

LOOKS, STEP = 4, 0.6
"""Looks at each picture, and the seconds between two."""
LAST_LOOKS = 14
"""Looks at the last picture, so that what waits may come out."""
ANSWER_AFTER = 1.0
SOON = 2
"""Public events that may follow before a doubt about one is named."""
LATE = 4
"""Places by which what was hidden may be booked later than it happened."""
MOST = 3
NAMES = ("甲", "乙", "丙", "丁")

Faces = tuple[tuple[Tile, float], ...]


class Clouds:
    """Spoils settled pictures. `fresh`: the share that falls on tiles just laid."""

    def __init__(self, rng: random.Random, fresh: float = 0.5) -> None:
        self._rng = rng
        self._fresh = fresh
        self._known: set[int] = set()
        self._gone: set[int] = set()
        self._veiled: set[int] = set()
        self._misread: dict[int, Faces] = {}
        self._lasting: dict[int, Faces] = {}
        self.spoiled = 0

    def gather(self, picture: Sighting) -> None:
        """Choose what is spoiled of a new picture, in all looks at it."""
        self._gone, self._veiled, self._misread = set(), set(), {}
        lying = [tile for tile in picture.tiles if tile.face is not None]
        new = [tile for tile in lying if tile.track not in self._known]
        for _ in range(self._rng.randint(1, MOST)):
            row = new if new and self._rng.random() < self._fresh else lying
            if row:
                self._spoil(self._rng.choice(row))
        self._known |= {tile.track for tile in lying} - self._gone - self._veiled

    def clear(self) -> None:
        """Nothing is hidden any more; what stays misread stays."""
        self._gone, self._veiled, self._misread = set(), set(), {}

    def _spoil(self, tile: SeenTile) -> None:
        self.spoiled += 1
        match self._rng.randrange(4):
            case 0:
                self._gone.add(tile.track)
            case 1:
                self._veiled.add(tile.track)
            case 2:
                self._misread[tile.track] = self._reading(tile)
            case _:
                self._lasting[tile.track] = self._reading(tile)

    def _reading(self, tile: SeenTile) -> Faces:
        true = tile.faces[0][0]
        like = Tile.parse(LOOKALIKES[true.code]) if true.code in LOOKALIKES else None
        if like is None or self._rng.random() < 0.3:
            like = self._rng.choice([kind for kind in KINDS if kind != true])
        wrong = self._rng.uniform(0.5, 0.9)
        return (like, wrong), (true, 0.9 * (1 - wrong))

    def over(self, look: Sighting) -> Sighting:
        """The look as the clouds let it through."""
        tiles: list[SeenTile] = []
        covered: set[tuple[Zone, Seat | None]] = set()
        for tile in look.tiles:
            if tile.track in self._gone:
                continue
            shown = tile
            faces = self._misread.get(tile.track) or self._lasting.get(tile.track)
            if faces is not None:
                shown = replace(shown, faces=faces)
            if tile.track in self._veiled:
                covered.add((tile.zone, tile.seat))
                if tile.track not in self._known:
                    continue
                shown = replace(shown, presence=Presence.HIDDEN)
            tiles.append(shown)
        return replace(look, tiles=tuple(tiles), covered=frozenset(covered))


@dataclass
class Followed:
    """What came of the pictures so far. `silent`: events of the record that are
    otherwise than the truth, or missing from it, without any doubt."""

    pictures: int = 0
    events: int = 0
    right: int = 0
    late: int = 0
    questions: int = 0
    discrepancies: int = 0
    spoiled: int = 0
    silent: list[str] = field(default_factory=list)
    doubted: list[str] = field(default_factory=list)

    def line(self) -> str:
        return (
            f"{self.pictures} pictures, {self.spoiled} tiles hidden or misread, "
            f"{self.events} events, {self.right} right in the end, {self.late} late, "
            f"{len(self.doubted)} in doubt, "
            f"{len(self.silent)} wrong without asking; {self.questions} questions, "
            f"{self.discrepancies} discrepancies"
        )


class Evening:
    """One hidden deal, played to its end or for `most` pictures."""

    def __init__(self, rules: RuleSet, seed: int, most: int) -> None:
        self.seed = seed
        self.clouds = Clouds(random.Random(f"{seed}-clouds"))
        self.looker = Looker(random.Random(seed))
        self.memory = Memory(NAMES)
        self.now = 0.0
        self.pictures = 0
        self.true: list[tuple[PublicEvent, float]] = []
        self.doubts: list[float] = []
        self.discrepancies = 0
        self._was_named = False
        self.asked: dict[str, float] = {}
        self._rules = rules
        steps = play(rules, {}, seed, hidden=True, weights={Acted: 0.0})
        deal: Deal | None = None
        for before, event, after in steps:
            if deal is None:
                self.match = Match(
                    rules, players=NAMES, reconciler=Tracker(self._told), dealer=before.dealer
                )
                self._enter(DealBegan(1, before.dealer))
            if isinstance(event, Settled) or self.pictures >= most:
                break
            deal = after
            self.memory.decided(before, event)
            if isinstance(event, Dealt | WallsRaised | DiceRolled) or after.phase is Phase.WALLS:
                self._enter(event)
                continue
            if (shown := public(event)) is not None:
                self.true.append((shown, self.now))
                self.pictures += 1
                self._watch(after, LOOKS, clear=False)
        if deal is not None:
            self._watch(deal, LAST_LOOKS, clear=True)

    def _told(self, event: Event) -> Text:
        return describe(event, NAMES, self._rules.flow)

    def _enter(self, event: Event) -> None:
        self.match.submit(Enter(event, self.match.last_seq), self.now)

    def _watch(self, deal: Deal, looks: int, *, clear: bool) -> None:
        """One settled picture, and then time that passes over it, as the eyes tell it."""
        self.now += STEP
        look = self.looker.look(deal, self.now)
        if clear:
            self.clouds.clear()
        else:
            self.clouds.gather(look)
        self.match.submit(self.clouds.over(look), self.now)
        for _ in range(looks - 1):
            self._note()
            self._answer()
            self.now += STEP
            self.match.tick(self.now)
        self._note()

    def _note(self) -> None:
        """Keep when the match was in doubt."""
        named = self.match.discrepancy is not None
        self.discrepancies += named and not self._was_named
        self._was_named = named
        # What the page has to ask anyhow is no doubt about a picture.
        if named or any(not q.id.startswith("rule-") for q in self.match.questions):
            self.doubts.append(self.now)

    def _answer(self) -> None:
        for question in self.match.questions:
            since = self.asked.setdefault(question.id, self.now)
            if self.now - since < ANSWER_AFTER:
                continue
            candidate = self.memory.answer(question)
            if candidate is not None:
                self.match.submit(Answer(question.id, candidate, self.match.last_seq), self.now)

    def add_to(self, found: Followed) -> None:
        """Hold the record against the truth, and count."""
        booked = [
            (shown, item.time)
            for item in self.match.items
            if (shown := public(item.event)) is not None
            # What was entered by finger is no matter of looking.
            and shown.kind != "walls"
            and not shown.kind.startswith("dice")
        ]
        held = [event for event, _ in booked]
        true = [event for event, _ in self.true]
        times = [when for _, when in self.true]
        found.pictures += self.pictures
        found.events += len(true)
        found.questions += len(self.asked)
        found.discrepancies += self.discrepancies
        found.spoiled += self.clouds.spoiled
        pairs = align(true, held)
        # What was hidden at first and is booked some places away is one event, not two.
        late: set[int] = set()
        moved: set[int] = set()
        for place, (true_at, held_at) in enumerate(pairs):
            event = None if true_at is None else true[true_at]
            if event is None or (held_at is not None and held[held_at] == event):
                continue
            for where, (true_by, held_by) in enumerate(pairs):
                if held_by is None or held_by in moved or abs(where - place) > LATE:
                    continue
                if held[held_by] == event and (true_by is None or true[true_by] != event):
                    late.add(place)
                    moved.add(held_by)
                    break
        for place, (true_at, held_at) in enumerate(pairs):
            event = None if true_at is None else true[true_at]
            mine = None if held_at is None else held[held_at]
            if event == mine:
                found.right += 1
                continue
            if place in late:
                found.late += 1
                continue
            if event is None and held_at in moved:
                continue
            at = true_at
            if at is None:
                # What never happened is in doubt, or not, when it was written down.
                assert held_at is not None
                at = bisect_right(times, booked[held_at][1]) - 1
            begins = times[max(0, at - 1)]
            ends = times[at + SOON + 1] if at + SOON + 1 < len(times) else self.now
            said = f"{self.seed}: {event or '-'} -> {mine or '-'}"
            if any(begins <= when <= ends for when in self.doubts):
                found.doubted.append(said)
            else:
                found.silent.append(said)


def follow(
    rules: RuleSet,
    pictures: int,
    seed: int = 0,
    each: Callable[[Followed], object] = lambda _: None,
) -> Followed:
    """Deals of seeds from `seed` on, until so many pictures have been looked at.

    `each` is told after each deal what has been found so far.
    """
    found = Followed()
    while found.pictures < pictures:
        evening = Evening(rules, seed, pictures - found.pictures)
        evening.add_to(found)
        each(found)
        seed += 1
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.engine.clouded")
    parser.add_argument("--rules", choices=PAGES, default="mzhz")
    parser.add_argument("--pictures", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="name what was in doubt, too")
    args = parser.parse_args(argv)
    began = time.perf_counter()
    said = 0

    def each(found: Followed) -> None:
        nonlocal said
        print(f"{time.perf_counter() - began:5.0f} s  {found.line()}", file=sys.stderr, flush=True)
        for fault in found.silent[said:]:
            print(f"    {fault}", file=sys.stderr, flush=True)
        said = len(found.silent)

    found = follow(load(args.rules), args.pictures, args.seed, each)
    print(f"{found.line()} ({time.perf_counter() - began:.0f} s)")
    for fault in [*found.silent, *(found.doubted if args.all else ())]:
        print(f"    {fault}")
    return int(bool(found.silent))


if __name__ == "__main__":
    sys.exit(main())
