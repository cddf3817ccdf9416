"""天津麻将 (Tianjin): two wild kinds by a turned tile, 坐庄 and 拉庄, 铲."""

from engine.rules.tianjin.page import RULES

__all__ = ["RULES"]
