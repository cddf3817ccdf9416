"""四川（成都）麻将点数版 (Chengdu, counted in points)."""

from engine.rules.sc_point.page import RULES

__all__ = ["RULES"]
