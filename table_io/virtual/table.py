"""A table with no wood: players, tiles, dice, a camera above and a serial line.

`VirtualTable.advance` lets virtual time pass, `picture` is what the camera
sees now, `line` says what the machine senses. Who looks on gets no more than
these. What truly happens stands in `truth`, and the players' knowledge is
behind `answer_for`, as that of people at a table who are asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.deal import Deal
from engine.events import DealBegan, Dealt, DiceRolled, Event, Settled, WallsRaised
from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.rules import load
from engine.seat import Seat
from engine.signals import Dealt as DealtSignal
from engine.signals import Dice, Hatch, Power, PowerState, SetComplete, ShuffleStarted, WallsUp
from engine.standing import Standing, advance
from engine.view import QuestionView
from engine.wording import LETTERS, Names
from table_io.virtual.answers import Memory
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.course import Course
from table_io.virtual.faces import FaceSet
from table_io.virtual.line_end import LineEnd
from table_io.virtual.mishaps import Mishaps
from table_io.virtual.players import Temper
from table_io.virtual.profiles import CLEAN, nudged, setting
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Scene, Sensor, TileColours
from table_io.virtual.script import Beat, Script, Tempo
from table_io.virtual.serial_line import VirtualLine
from table_io.virtual.showing import Showing
from table_io.virtual.spots import Crookedness, Ground
from table_io.virtual.stage import Stage
from table_io.virtual.truth import TruthLog
from table_io.virtual.unrest import Exposure, Reaches

Picture = NDArray[np.uint8]

LINE_STEP = 0.05
"""Virtual seconds between two looks at the line."""
_OPEN_FOR = 9.0
"""Seconds for which opened hands lie before the table is cleared: people name
and check each other's fans meanwhile (mzhz D4.一)."""
_ROLLING = 1.1


class VirtualTable:
    """Plays `deals` deals of a rule page, then stops with the last hands open.

    `line`: a line that runs by itself (real time); without, one is made that
    runs in virtual time, on `end` if given. `dealer`: of the first deal, which
    nobody can see; A unless the companion is told otherwise too. `players`:
    what the companion calls them. `profile`: how nasty it all looks, see
    `profiles`; `camera`, `crooked` and `sensor` are taken instead of its own.
    `errors`: people take a tile too many or claim too late, and put it right.
    `colours`: of the tiles.
    `fresh_noise`: sensor noise differs from picture to picture also when
    nothing moves. All that happens follows from `seed`. Times are in seconds;
    `start_time` is where `now` begins. Raises `ValueError` for no such profile.
    """

    def __init__(
        self,
        seed: int = 0,
        rules_id: str = "mzhz",
        options: Mapping[str, str] | None = None,
        deals: int = 1,
        *,
        dealer: Seat = Seat.A,
        players: Names = LETTERS,
        layout: TableLayout = DEFAULT_LAYOUT,
        art: Path | None = None,
        profile: str = CLEAN,
        errors: bool = False,
        colours: TileColours | None = None,
        camera: CameraModel | None = None,
        start_time: float = 0.0,
        line: VirtualLine | None = None,
        end: LineEnd | None = None,
        truth: TruthLog | None = None,
        temper: Temper | None = None,
        tempo: Tempo | None = None,
        crooked: Crookedness | None = None,
        sensor: Sensor | None = None,
        fresh_noise: bool = False,
    ) -> None:
        rules = load(rules_id)
        self.rules = rules
        self.seed = seed
        self.deals = deals
        self.now = start_time
        self.truth = truth if truth is not None else TruthLog()
        self.showing = Showing()
        """When what happened is first to be seen in a picture that was taken."""
        self.finished = False
        self._rng = random.Random(f"{seed}-table")
        self._own_line = line is None
        self.line = line or VirtualLine(clock=lambda: self.now, end=end)
        wanted = setting(profile, seed, layout)
        if errors:
            wanted = replace(wanted, trouble=wanted.trouble.with_errors())
        self._setting = wanted
        self._layout = wanted.layout
        self._standing = Standing(rules, rules.choose(options), dealer)
        self._temper, self._tempo = temper, tempo
        self._colours = colours or TileColours()
        self._crooked = crooked or wanted.crooked
        self._memory = Memory(players)
        self._stage = Stage(Ground(self._layout, str(seed), self._crooked))
        self._renderer = Renderer(FaceSet.load(art), self._layout, camera or wanted.camera, seed)
        self._sensor = sensor or wanted.sensor
        self._reaches = Reaches(str(seed), self._layout, wanted.trouble.reaches)
        self._exposure = Exposure(str(seed), wanted.trouble.flickers)
        self._fresh_noise = fresh_noise
        self._dice: tuple[int, int] = (self._rng.randint(1, 6), self._rng.randint(1, 6))
        self._rolling = False
        self._frame = 0
        self._seen: tuple[object, ...] | None = None
        self._image: Picture | None = None
        self._life = self._live()
        self._beat = Beat(0.0)
        self._beat_began = start_time

    # -- time ----------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let virtual time pass; the line is served at least each 50 ms of it."""
        until = self.now + seconds
        while self.now < until - 1e-9:
            self.now = min(until, self.now + LINE_STEP)
            self._run()
            if self._own_line:
                self.line.pump(self.now)

    def _run(self) -> None:
        """End the beats whose time is over."""
        while not self.finished and self._beat_began + self._beat.seconds <= self.now:
            self._beat_began += self._beat.seconds
            following = next(self._life, None)
            if following is None:
                self.finished = True
                self._beat = Beat(0.0)
                self.truth.close()
            else:
                self._beat = following

    # -- what is to be seen ------------------------------------------------------------

    def scene(self) -> Scene:
        """What lies on the table now."""
        beat = self._beat
        at = (self.now - self._beat_began) / beat.seconds if beat.seconds > 0 else 1.0
        arms, shades = self._reaches.now(self.now)
        return Scene(
            self._stage.placed(beat.held),
            self._shown_dice(),
            (*beat.arms(min(max(at, 0.0), 1.0)), *arms),
            shades,
            self._setting.clutter,
            self._setting.lighting,
            tile_colours=self._colours,
            sensor=self._exposure.of(self._sensor, self.now),
        )

    def picture(self) -> Picture:
        """The camera's picture now, BGR; not to be written to."""
        scene = self.scene()
        seen = self._sight(scene)
        if self._image is None or seen != self._seen or self._fresh_noise:
            self._seen = seen
            self._frame += 1
            self._image = self._renderer.render(scene, self._frame, labels=False).image
            self._image.flags.writeable = False
        return self._image

    def _sight(self, scene: Scene) -> tuple[object, ...]:
        """The camera looks: what must differ for its picture to be another one."""
        camera, lighting = self._renderer.camera, scene.lighting
        self.showing.look(self.now, scene.arms, scene.tiles, camera, self._layout, lighting)
        return (self._stage.version, scene.arms, scene.shades, scene.dice, scene.sensor,
                self._renderer.camera)  # fmt: skip

    def _nudge(self) -> None:
        """Somebody runs against the camera's stand."""
        was = self._renderer
        camera = nudged(was.camera, self._rng)
        self._renderer = Renderer(was.faces, self._layout, camera, self.seed)

    def _shown_dice(self) -> tuple[int, int]:
        if not self._rolling:
            return self._dice
        tumbling = random.Random(f"{self.seed}-{int(self.now * 9)}")
        return tumbling.randint(1, 6), tumbling.randint(1, 6)

    # -- people -------------------------------------------------------------------------

    def answer_for(self, question: QuestionView) -> int | None:
        """The candidate that the players say is true; None: none of them is."""
        return self._memory.answer(question)

    # -- what happens ----------------------------------------------------------------------

    def _live(self) -> Iterator[Beat]:
        """The table's life from power on to the last settlement."""
        self.line.emit(Power(PowerState.ON))
        yield Beat(1.5)
        for _ in range(self.deals):
            yield from self._raise_walls()
            yield from self._play()
            yield Beat(_OPEN_FOR + self._rng.uniform(0.0, 2.0))

    def _raise_walls(self) -> Iterator[Beat]:
        """Tiles go in, are shuffled, and come up as walls."""
        script = Script(self._stage, self._layout, f"{self.seed}-clear", self._tempo)
        deal = self._begin()
        if self._stage.bodies():
            self.line.emit(Hatch(True))
            yield from script.clear_away()
            self.line.emit(Hatch(False))
        self._stage.clear()
        self.line.emit(ShuffleStarted())
        yield Beat(3.0)
        self.line.emit(SetComplete(deal.tiles.total))
        yield Beat(1.0)
        self._stage = Stage(Ground(self._layout, f"{self.seed}-{deal.number}", self._crooked))
        self._course = Course(deal, f"{self.seed}-{deal.number}", self._temper)
        self._script = Script(self._stage, self._layout, f"{self.seed}-{deal.number}", self._tempo)
        self._mishaps = Mishaps(
            self._setting.trouble, f"{self.seed}-{deal.number}", self._stage, self._script,
            self._layout, self._nudge,
        )  # fmt: skip
        self._stage.raise_walls(self._course.ring)
        self.line.emit(WallsUp(deal.wall.stacks))
        self._happened(WallsRaised(deal.wall.stacks))
        yield Beat(2.0)

    def _begin(self) -> Deal:
        """The next deal, with the dealer that the rules name."""
        number, dealer = self._standing.next_number, self._standing.dealer
        self._happened(DealBegan(number, dealer))
        return self._deal

    @property
    def _deal(self) -> Deal:
        deal = self._standing.deal
        assert deal is not None
        return deal

    def _play(self) -> Iterator[Beat]:
        """One deal from the dice to the settlement."""
        while not self._standing.is_between:
            event = self._course.next_event(self._deal)
            match event:
                case DiceRolled():
                    yield from self._throw(event)
                case Settled():
                    self._happened(event)
                case _:
                    yield from self._move(event)

    def _move(self, event: Event) -> Iterator[Beat]:
        """An event that is tiles being moved, or nothing but a word."""
        yield from self._mishaps.before(self._deal, event)
        moves = self._stage.moves_to(self._deal.apply(event))
        if moves and not isinstance(event, Dealt):
            yield from self._script.before(event)
        for beat in self._script.perform(event, moves, self._deal.step.actor):
            if beat is not None:
                yield beat
                continue
            self._happened(event)
            self.showing.laid(len(self.truth) - 1, moves, self._stage)
            if isinstance(event, Dealt):
                a, b, c, d = (len(hand) for hand in event.hands)
                self.line.emit(DealtSignal((a, b, c, d)))

    def _throw(self, event: DiceRolled) -> Iterator[Beat]:
        """A press on the table's button, and the dice under the dome jump."""
        yield from self._script.press(event.seat)
        self._rolling = True
        yield Beat(_ROLLING)
        self._rolling = False
        self._dice = event.dice
        self._happened(event)
        self.line.emit(Dice(*event.dice))
        yield Beat(0.8)

    def _happened(self, event: Event) -> None:
        before = self._standing.deal
        self._standing = advance(self._standing, event)
        self.truth.append(self._beat_began, event)
        if isinstance(event, DealBegan):
            self._memory.begin()
        elif before is not None:
            self._memory.decided(before, event)
