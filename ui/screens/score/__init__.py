"""The evening's score."""
