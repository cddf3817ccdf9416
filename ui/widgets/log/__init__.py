"""The small log."""
