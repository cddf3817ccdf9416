"""Wins, payments and scores."""
