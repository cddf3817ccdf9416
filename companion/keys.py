"""One key from the keyboard, without Enter."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    def read_key() -> str:
        """The next key."""
        return msvcrt.getwch()

else:
    import termios
    import tty

    def read_key() -> str:
        """The next key; empty at the end of the input."""
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            # Keys that were typed ahead count.
            tty.setcbreak(descriptor, termios.TCSANOW)
            return sys.stdin.read(1)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
