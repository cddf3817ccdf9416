"""Many short deals through the whole loop, and the memory that it takes.

    python -m tests.companion.long_evening --deals 200 [--moves 2] [--seed 1]

Table, line, pictures, eyes that are told what each picture shows, tracking,
record and views, as in a headless run, in one process. Each deal is called off
after a few public moves, by finger, so that many of them can be played: what
grows with every deal shows sooner.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import session
from companion.compare import public
from companion.lockstep import Lockstep
from companion.lockstep_line import LockstepLine, MemoryEnd
from companion.session import Plan
from engine.events import DiceRolled, Voided
from engine.observations import Enter
from engine.signals import Power, PowerState
from engine.view import Phase
from table_io.virtual.script import Beat
from tests.companion.label_table import LabelTable
from vision.eyes import TableEyes

NAMES = ("甲", "乙", "丙", "丁")
CALLED_OFF = Voided("called off")
STATM = Path("/proc/self/statm")


class ShortTable(LabelTable):
    """A table at which each deal is called off after `moves` public moves in play."""

    def __init__(self, *args: Any, moves: int, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self._moves = moves
        self.called_off = 0

    def _live(self) -> Iterator[Beat]:
        """As ever, but nobody reckons what is called off."""
        self.line.emit(Power(PowerState.ON))
        yield Beat(1.5)
        for _ in range(self.deals):
            yield from self._raise_walls()
            yield from self._play()

    def _play(self) -> Iterator[Beat]:
        made = 0
        while not self._standing.is_between and made < self._moves:
            event = self._course.next_event(self._deal)
            in_play = self._deal.phase is Phase.PLAY
            if isinstance(event, DiceRolled):
                yield from self._throw(event)
            else:
                yield from self._move(event)
            made += in_play and public(event) is not None
        if not self._standing.is_between:
            yield Beat(3.0)
            self._happened(CALLED_OFF)
            self.called_off += 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """How things stand after so many deals: resident megabytes, entries, what was asked."""

    deals: int
    megabytes: float
    entries: int
    questions: int
    seconds: float

    def line(self) -> str:
        return (
            f"{self.deals:4} deals  {self.megabytes:7.1f} MB  {self.entries:6} entries  "
            f"{self.questions:4} questions  {self.seconds:6.0f} s"
        )


def resident() -> float:
    """Megabytes of memory that this process holds; 0 where the system does not say."""
    try:
        return int(STATM.read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


def evening(
    folder: Path,
    deals: int,
    moves: int,
    seed: int,
    every: int,
    tell: Callable[[Stretch], object] = lambda _: None,
) -> list[Stretch]:
    """Play `deals` short deals; how things stood at the start and each `every` deals."""
    end = MemoryEnd()
    table = ShortTable(seed, deals=deals, players=NAMES, end=end, moves=moves)
    line = LockstepLine(end)
    plan = Plan.of("mzhz", {}, NAMES)
    writer = session.begin(plan, folder, lambda _: None, lambda: (line.health(),))
    drive = Lockstep(table, line, TableEyes(table.reader), writer, table.answer_for)
    began = time.perf_counter()
    found: list[Stretch] = []

    def note() -> None:
        match = writer.match
        spent = time.perf_counter() - began
        done = len(match.standing.results)
        found.append(Stretch(done, resident(), match.last_seq, len(writer.questions), spent))
        tell(found[-1])

    # What is loaded and drawn once is not what grows.
    while table.now < 8.0:
        drive.step()
    note()
    entered = 0
    while not table.finished:
        drive.step()
        table.reader.regions.clear()
        if table.called_off > entered:
            entered = table.called_off
            if not writer.match.standing.is_between:
                writer.handle(Enter(CALLED_OFF, writer.match.last_seq), table.now)
            if entered % every == 0:
                note()
    writer.close()
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, prog="python -m tests.companion.long_evening"
    )
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--moves", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=50)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        evening(
            Path(folder), args.deals, args.moves, args.seed, args.every,
            lambda stretch: print(stretch.line(), flush=True),
        )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
