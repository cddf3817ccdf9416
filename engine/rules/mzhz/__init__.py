"""猫抓耗子 (Cat catches mouse), 四川麻将, by 蒋晓鸣, 2007: three modes."""

from engine.rules.mzhz.page import RULES

__all__ = ["RULES"]
