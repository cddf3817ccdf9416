"""`queban run --headless` on the virtual table: lockstep, text, and the truth at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from companion import session
from companion.devices import load_reader
from companion.errors import UserError
from companion.lockstep import AnswerFor, Lockstep, Spent
from companion.lockstep_line import LockstepLine, MemoryEnd
from companion.report import report
from companion.running import Wish
from companion.stopping import stopping_gently
from companion.terminal import TextLog, match_table, open_console
from engine.tableview import table_view
from engine.view import QuestionView
from table_io.virtual.table import VirtualTable
from vision.eyes import Reader, TableEyes


def run_headless(wish: Wish, reader: Reader | None = None) -> int:
    """Play the wished deals; 0 when as many were settled. `reader`: other eyes than the trained."""
    if wish.resume is not None:
        raise UserError(
            "虚拟桌每次都是新的一场，不能接着旧记录",
            "the virtual table always begins a new match; it cannot go on with a record",
        )
    console = open_console()
    end = MemoryEnd()
    table = VirtualTable(
        wish.seed,
        wish.plan.rules.id,
        wish.plan.options,
        wish.deals or 1,
        players=wish.plan.players,
        art=wish.art,
        end=end,
    )
    line = LockstepLine(end)
    eyes = TableEyes(reader or load_reader(wish.models))
    shown = TextLog(console)
    writer = session.begin(wish.plan, wish.root, shown.show, lambda: (line.health(),))
    console.print(f"记录 record: {writer.record.folder}", style="dim")
    drive = Lockstep(table, line, eyes, writer, answer_of(wish.answers, table))
    with stopping_gently() as stopped:
        pace = pace_of(wish.speed)
        try:
            drive.run(wish.deals, pace=lambda now: pace(now) and not stopped.is_set())
        finally:
            writer.close()
    if stopped.is_set():
        console.print("已停，记录完整 / stopped, the record is complete", style="yellow")
    view = table_view(writer.match)
    if view.deals:
        console.print(match_table(view))
    for text in report(writer.match, writer.questions, table.truth.events).lines():
        console.print(text, soft_wrap=True)
    print(_spent(drive.spent, table.now), file=sys.stderr)
    done = drive.deals_done
    if wish.deals is not None and done < wish.deals:
        console.print(
            f"只结算了 {done}/{wish.deals} 盘 · only {done} of {wish.deals} deals were settled",
            style="red",
        )
        return 1
    return 0


def answer_of(answers: str, table: VirtualTable | None) -> AnswerFor:
    """Who answers: the people at the table, nobody here, or always the first candidate."""
    match answers:
        case "table" if table is not None:
            return table.answer_for
        case "first":
            return _first
        case _:
            return _nobody


def _first(_: QuestionView) -> int | None:
    return 0


def _nobody(_: QuestionView) -> int | None:
    return None


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
