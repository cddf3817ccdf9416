"""Grounds that text and tiles stand on."""
