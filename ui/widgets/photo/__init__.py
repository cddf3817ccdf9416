"""A hand by its picture."""
