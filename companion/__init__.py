"""Nerves: command line, configuration, the single writer, supervision, records.

The one room that knows all others. Nothing here decides what happened at the
table (the engine's match does) nor how it looks (the screen does).
"""

__version__ = "0.1.0"
