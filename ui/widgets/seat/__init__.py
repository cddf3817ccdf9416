"""One player at the table."""
