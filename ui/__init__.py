"""The tablet's face: what is on the screen and what a finger does to it.

It knows `engine`'s views and commands and the drawn faces in `models`; it does
not know rules, cameras, lines or files. `ui.bridge` is all that other threads
touch; importing it does not import Kivy.
"""
