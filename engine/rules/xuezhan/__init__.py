"""四川麻将 血战到底 and 普通场 (Sichuan, to the bloody end)."""

from engine.rules.xuezhan.page import RULES

__all__ = ["RULES"]
