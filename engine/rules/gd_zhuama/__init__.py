"""广东推倒胡: 抓马 at a real table, and 第6大陆 online without horses."""

from engine.rules.gd_zhuama.page import GD_36, GD_ZHUAMA

IDS = ("gd_zhuama", "gd_36")
RULES = (GD_ZHUAMA, GD_36)

__all__ = ["IDS", "RULES"]
