"""Ears and mouth of the table: its serial line, real or virtual."""
