"""中国国家标准麻将 (Chinese official mahjong, MCR)."""

from engine.rules.mcr.page import RULES

__all__ = ["RULES"]
