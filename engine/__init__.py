"""The game itself: tiles, walls, deals, rules and scores.

Pure Python on the standard library: no input or output, no threads, no clock,
no randomness. Whatever a device reports comes in as a value and whatever
follows from it goes out as a value.
"""
