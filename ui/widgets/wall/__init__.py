"""The wall ring and what lies in the middle of it."""
