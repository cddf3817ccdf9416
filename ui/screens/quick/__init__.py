"""Only the wins are scored."""
