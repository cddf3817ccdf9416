"""武汉麻将·红中癞子杠 as a rule set."""

from __future__ import annotations

from engine.rules.wuhan.clauses import ASKED, CLAUSES
from engine.rules.wuhan.fans import FANS
from engine.rules.wuhan.judging import WuhanJudging
from engine.rules.wuhan.options import OPTIONS
from engine.rules.wuhan.play import WuhanPlay
from engine.ruleset import RuleSet
from engine.view import Text

_JUDGING = WuhanJudging()

RULES = RuleSet(
    id="wuhan",
    names=Text("武汉麻将·红中癞子杠", "Wuhan mahjong with wild and Red kongs"),
    judging=_JUDGING,
    fans=FANS,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    source=Text("《武汉麻将标准实战规则》", "“Standard playing rules of Wuhan mahjong”"),
    flow=WuhanPlay(_JUDGING),
    unit=Text("基础分", "base points"),
)
