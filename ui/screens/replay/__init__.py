"""Looking back over a record."""
