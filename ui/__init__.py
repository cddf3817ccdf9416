"""The tablet's face: what is on the screen and what a finger does to it.

It knows `engine`'s views, commands and rule pages (as values to choose from and
to read) and the drawn faces in `models`; it does not know cameras, lines or
files. `ui.bridge` is all that other threads touch; importing it does not import Kivy.
"""
