"""二五八扎鸟麻将 (Changsha): 小胡 on a pair of 2, 5, 8; 大胡; birds."""

from engine.rules.cs258.page import RULES

__all__ = ["RULES"]
