"""上海: 清混碰·勒子, 旧规矩, 敲麻 and the online procedure."""

from engine.rules.shanghai.page import OLD, ONLINE, QHP, QIAOMA

IDS = ("sh_qhp", "sh_old", "sh_qiaoma", "sh_online")
RULES = (QHP, OLD, QIAOMA, ONLINE)

__all__ = ["IDS", "RULES"]
