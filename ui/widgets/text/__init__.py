"""Text that fits."""
