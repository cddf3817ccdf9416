"""贵阳捉鸡麻将 (Guiyang): 番数版, and its variant with 报听 and 杀报."""

from engine.rules.guiyang.page import GY_BAO, GY_DOU

IDS = ("gy_dou", "gy_bao")
RULES = (GY_DOU, GY_BAO)

__all__ = ["IDS", "RULES"]
