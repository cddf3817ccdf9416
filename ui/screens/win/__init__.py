"""A win: hand, fans, arithmetic."""
