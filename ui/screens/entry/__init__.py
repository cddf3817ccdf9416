"""A whole deal by finger."""
