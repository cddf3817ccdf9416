"""`queban run --headless` on the virtual table: lockstep, text, and the truth at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.console import Console

from companion import session
from companion.answering import AnswerFor, UnhurriedAnswer, answer_of, first_of
from companion.devices import load_reader
from companion.errors import UserError
from companion.frame_store import FRAMES, FrameStore
from companion.keys import TypedLines
from companion.lockstep import Lockstep, Spent
from companion.lockstep_line import LockstepLine, MemoryEnd
from companion.report import RunReport, report
from companion.running import Wish
from companion.stopping import stopping_gently
from companion.terminal import TextLog, both, is_short, match_table, open_console
from companion.typed_answer import TypedReply
from companion.writer import Writer
from engine.tableview import table_view
from engine.view import TableView, Text
from table_io.virtual.players import Temper
from table_io.virtual.profiles import BACKS
from table_io.virtual.table import VirtualTable
from table_io.virtual.truth import TruthLog
from vision.eyes import Reader, TableEyes


@dataclass(frozen=True, slots=True)
class Played:
    """A run on the virtual table that is over. `virtual`: its seconds of virtual time.

    `truth`: what truly happened, and when; `shown`: when a picture first showed
    it, by its place in the truth.
    """

    writer: Writer
    report: RunReport
    deals: int
    virtual: float
    spent: Spent
    truth: TruthLog
    shown: Mapping[int, float]


def play(
    wish: Wish,
    publish: Callable[[TableView], object],
    reader: Reader,
    goes_on: Callable[[float], bool] = lambda _: True,
    begun: Callable[[Writer], object] = lambda _: None,
    answer_after: float = 0.0,
    typed: AnswerFor | None = None,
) -> Played:
    """Play the wished deals in lockstep, `goes_on(now)` after each step; raises `UserError`.

    `begun` is called once the record is open. `answer_after`: virtual seconds
    for which a question stands before it is answered. `typed`: who may answer before.
    """
    if wish.resume is not None:
        raise UserError(
            "虚拟桌每次都是新的一场，不能接着旧记录",
            "the virtual table always begins a new match; it cannot go on with a record",
        )
    end = MemoryEnd()
    table = VirtualTable(
        wish.seed,
        wish.plan.rules.id,
        wish.plan.options,
        wish.deals or 1,
        players=wish.plan.players,
        layout=wish.layout,
        art=wish.art,
        profile=wish.profile,
        errors=wish.errors,
        colours=BACKS[wish.backs],
        temper=Temper.of(wish.helpers),
        end=end,
    )
    line = LockstepLine(end)
    writer = session.begin(wish.plan, wish.root, publish, lambda: (line.health(),))
    begun(writer)
    unasked = UnhurriedAnswer(answer_of(wish.answers, table), lambda: table.now, answer_after)
    answer = unasked if typed is None else first_of(typed, unasked)
    store = FrameStore(writer.record.folder / FRAMES, wish.keep_frames)
    eyes = TableEyes(reader, wish.layout)
    drive = Lockstep(table, line, eyes, writer, answer, keep=store.keep, fps=wish.fps)
    try:
        drive.run(wish.deals, pace=goes_on)
    finally:
        writer.close()
    found = report(writer.match, writer.questions, table.truth.events)
    return Played(
        writer, found, drive.deals_done, table.now, drive.spent, table.truth, table.showing.first
    )


def run_headless(wish: Wish, reader: Reader | None = None) -> int:
    """Play and print; 0 when the wished deals were settled. `reader`: other eyes."""
    console = open_console()
    reader = reader or load_reader(wish.models)
    pace = pace_of(wish.speed)
    with stopping_gently() as stopped, TypedLines(drawn=False) as lines:
        waits = wish.answers == "wait" and lines.there
        played = play(
            wish,
            TextLog(console).show,
            reader,
            lambda now: pace(now) and not stopped.is_set(),
            lambda writer: console.print(f"记录 record: {writer.record.folder}", style="dim"),
            typed=TypedReply(lines.poll, _say_to(console)) if waits else None,
        )
    if stopped.is_set():
        console.print("已停，记录完整 / stopped, the record is complete", style="yellow")
    view = table_view(played.writer.match)
    if view.deals:
        console.print(match_table(view))
    for text in played.report.lines():
        console.print(text, soft_wrap=True)
    print(_spent(played.spent, played.virtual), file=sys.stderr)
    return 1 if is_short(console, wish.deals, played.deals) else 0


def _say_to(console: Console) -> Callable[[Text], object]:
    return lambda text: console.print(both(text), style="yellow", soft_wrap=True)


def pace_of(speed: float | None) -> Callable[[float], bool]:
    """Waits so that virtual time goes `speed` times as fast as the clock; None: never."""
    if speed is None:
        return lambda _: True
    began = time.monotonic()

    def wait(now: float) -> bool:
        ahead = now / speed - (time.monotonic() - began)
        if ahead > 0:
            time.sleep(ahead)
        return True

    return wait


def _spent(spent: Spent, virtual: float) -> str:
    real = spent.table + spent.picture + spent.eyes + spent.match
    parts = ", ".join(
        f"{name} {getattr(spent, name):.1f} s (≤ {spent.slowest.get(name, 0) * 1000:.0f} ms)"
        for name in ("table", "picture", "eyes", "match")
    )
    return (
        f"{virtual:.0f} s 虚拟 virtual, {real:.0f} s 实际 real; {spent.frames} 张画面 frames, "
        f"{spent.sightings} 次所见 sightings; {parts}"
    )
