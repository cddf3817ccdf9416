"""The line in virtual time: everything arrives once, also over an unplugged cable."""

from __future__ import annotations

from companion.lockstep_line import LockstepLine, MemoryEnd
from engine.signals import Dice, Signal, SignalReceived, WallsUp
from engine.view import HealthState
from table_io.virtual.serial_line import VirtualLine


class Bench:
    def __init__(self) -> None:
        self.now = 0.0
        self.end = MemoryEnd()
        self.table = VirtualLine(end=self.end, clock=lambda: self.now)
        self.host = LockstepLine(self.end)
        self.got: list[SignalReceived] = []

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.05
            self.table.pump(self.now)
            self.got += self.host.pump(self.now)

    def moments(self) -> list[Signal]:
        return [got.signal for got in self.got if isinstance(got.signal, Dice | WallsUp)]


def test_signals_arrive_in_order_and_once() -> None:
    bench = Bench()
    bench.run(1)
    assert bench.host.health().state is HealthState.GOOD
    sent = [WallsUp((16, 15, 16, 15)), Dice(3, 4), Dice(3, 4)]
    for signal in sent:
        bench.table.emit(signal)
    bench.run(2)
    assert bench.moments() == sent


def test_what_was_thrown_while_unplugged_arrives_after_the_plug_is_back() -> None:
    bench = Bench()
    bench.run(1)
    bench.table.unplug(cutting=Dice(6, 6))
    bench.run(1)
    bench.table.emit(WallsUp((16, 15, 16, 15)))
    bench.run(4)
    assert bench.host.health().state is HealthState.WAIT
    assert bench.moments() == []
    bench.table.replug()
    bench.run(3)
    assert bench.moments() == [Dice(6, 6), WallsUp((16, 15, 16, 15))]
    assert bench.host.health().state is HealthState.GOOD


def test_two_runs_are_the_same() -> None:
    runs = []
    for _ in range(2):
        bench = Bench()
        bench.run(0.5)
        bench.table.emit(Dice(1, 2))
        bench.run(2)
        runs.append(bench.got)
    assert runs[0] == runs[1]
