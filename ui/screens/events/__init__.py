"""What counts of this deal, to be put right in place."""
