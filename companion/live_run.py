"""`queban run` in real time: the window, the terminal view, or lines of text."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.live import Live

from companion.keys import TypedLines
from companion.live_match import LiveMatch
from companion.report import report
from companion.running import Wish
from companion.stopping import stopping_gently
from companion.tablet import Tablet
from companion.terminal import (
    Prompt,
    TextLog,
    both,
    is_short,
    match_table,
    open_console,
    table_panel,
)
from companion.typed_answer import HINT, TypedAnswers
from engine.tableview import table_view
from engine.view import TableView, Text
from ui.bridge import Bridge
from vision.eyes import Reader

_SHOW_EVERY = 0.25
_TYPED_EVERY = 0.1


def run_live(wish: Wish, *, window: bool, text: bool, reader: Reader | None = None) -> int:
    """Run until the deals are played, the window is closed, or Ctrl-C.

    `reader`: other eyes than the trained ones. The record is whole in each case.
    1 where no window is open and nothing more can come, or too few deals came.
    """
    why: Text | None = None
    watched = False
    desk = Tablet(wish.root, wish.config, wish.models, look=False) if window else None
    bridge = desk.bridge if desk is not None else Bridge()
    console = open_console()
    lines = TextLog(console) if text else None
    live = LiveMatch(wish, bridge, lines.show if lines else bridge.publish, reader)
    console.print(f"记录 record: {live.writer.record.folder}", style="dim")
    with stopping_gently() as stopped:
        live.realtime.start()
        if desk is not None:
            desk.accompany(live)
        try:
            if lines is not None:
                why = _wait(console, live, bridge, stopped, lines)
            else:
                watched = window and _show_window(console, wish, bridge, live, stopped)
                if not watched:
                    why = _show_terminal(console, bridge, live, stopped)
        finally:
            if desk is not None:
                desk.stop()
            live.realtime.stop()
    _conclude(console, live)
    if why is not None:
        console.print(both(why), style="red", soft_wrap=True)
    short = not watched and is_short(console, wish.deals, live.deals_done)
    return 1 if short or why is not None else 0


def _wait(
    console: Console, live: LiveMatch, bridge: Bridge, stopped: threading.Event, lines: TextLog
) -> Text | None:
    """Until the match is over; why, where it cannot go on. Typed lines are answers."""
    answers = TypedAnswers(bridge.send)
    why, told = None, ""
    with TypedLines(drawn=False) as typed:
        while why is None and not stopped.is_set() and not live.realtime.wait(_SHOW_EVERY):
            why = live.cannot_go_on()
            asked = lines.view.questions[0].id if lines.view and lines.view.questions else ""
            if typed.there and asked not in ("", told):
                told = asked
                console.print(both(HINT), style="dim", soft_wrap=True)
            if answers.hear(typed.poll(), lines.view) and answers.said is not None:
                console.print(both(answers.said), style="red", soft_wrap=True)
    return why


def _show_terminal(
    console: Console, bridge: Bridge, live: LiveMatch, stopped: threading.Event
) -> Text | None:
    """The table drawn anew in place; where the output is no terminal, line by line.
    As `_wait`."""
    if not console.is_terminal:
        lines = TextLog(console)
        return _each_view(bridge, live, stopped, lambda view, _prompt: lines.show(view), False)
    with Live(console=console, auto_refresh=False, screen=False) as shown:

        def draw(view: TableView, prompt: Prompt) -> None:
            shown.update(table_panel(view, prompt), refresh=True)

        return _each_view(bridge, live, stopped, draw, True)


def _each_view(
    bridge: Bridge,
    live: LiveMatch,
    stopped: threading.Event,
    show: Callable[[TableView, Prompt], object],
    drawn: bool,
) -> Text | None:
    """`show` each new view; where it is `drawn` in place, also each key that was typed."""
    answers = TypedAnswers(bridge.send)
    over, why, view, before = False, None, None, None
    with TypedLines(drawn=drawn) as typed:
        while why is None and not stopped.is_set() and not over:
            over = live.realtime.wait(_TYPED_EVERY if typed.there else _SHOW_EVERY)
            why = live.cannot_go_on()
            new = bridge.take()
            view = view if new is None else new
            answers.hear(typed.poll(), view)
            prompt = (typed.pending, answers.said) if typed.there else None
            if view is not None and (new is not None or (drawn and prompt != before)):
                show(view, prompt)
            before = prompt
    return why


def _show_window(
    console: Console, wish: Wish, bridge: Bridge, live: LiveMatch, stopped: threading.Event
) -> bool:
    """Until the window is closed; False where none can be opened."""
    from ui.app import run_window
    from ui.environment import DisplayUnavailable

    def watch(app: Any) -> None:
        """Keep the picture when the wished deals are over; close on Ctrl-C."""

        def wait() -> None:
            over = False
            while not stopped.is_set() and not over:
                over = live.realtime.wait(_SHOW_EVERY)
            if wish.screenshot is not None:
                app.call_soon(lambda: app.screenshot(wish.screenshot))
            if stopped.is_set() or wish.screenshot is not None:
                app.call_soon(app.close_soon)

        threading.Thread(target=wait, name="window-watch", daemon=True).start()

    try:
        run_window(
            bridge,
            lang=wish.lang,
            size=(wish.config.screen.width, wish.config.screen.height),
            on_ready=watch,
        )
    except DisplayUnavailable as error:
        console.print(both(error.advice), style="yellow")
        return False
    return True


def _conclude(console: Console, live: LiveMatch) -> None:
    view = table_view(live.writer.match)
    if view.deals:
        console.print(match_table(view))
    if live.stand is not None:
        truth = live.stand.table.truth.events
        for line in report(live.writer.match, live.writer.questions, truth).lines():
            console.print(line, soft_wrap=True)
