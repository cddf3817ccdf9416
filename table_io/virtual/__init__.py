"""A table with no wood: players, a camera picture and a serial line."""
