"""Camera, line, rules, look, storage."""
