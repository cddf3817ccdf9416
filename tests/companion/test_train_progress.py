from __future__ import annotations

import io

from companion.commands.train import ProgressLine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


LINES = ("牌图 crops: 20", "detector step 50 1.5/3 min loss 2.1", "done")


def test_on_a_terminal_the_steps_share_a_line_with_a_bar() -> None:
    out = Terminal()
    for line in LINES:
        ProgressLine(out).tell(line)
    assert "\r" + "█" * 12 + "░" * 12 + " detector step 50" in out.getvalue()


def test_a_line_after_the_bar_begins_anew() -> None:
    out = Terminal()
    bar = ProgressLine(out)
    for line in LINES:
        bar.tell(line)
    assert out.getvalue().endswith("\x1b[K\ndone\n")


def test_in_a_file_every_line_stands_alone() -> None:
    out = io.StringIO()
    bar = ProgressLine(out)
    for line in LINES:
        bar.tell(line)
    assert out.getvalue().splitlines() == list(LINES)
