"""武汉麻将·红中癞子杠 (Wuhan): 开口翻 and 口口翻."""

from engine.rules.wuhan.page import RULES

__all__ = ["RULES"]
