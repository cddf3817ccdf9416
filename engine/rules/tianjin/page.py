"""天津 as a rule set."""

from __future__ import annotations

from engine.rules.tianjin.clauses import ASKED, CLAUSES
from engine.rules.tianjin.judging import TianjinJudging
from engine.rules.tianjin.options import OPTIONS
from engine.rules.tianjin.play import TianjinPlay
from engine.ruleset import RuleSet
from engine.view import Text

RULES = RuleSet(
    id="tianjin",
    names=Text("天津麻将", "Tianjin mahjong"),
    judging=TianjinJudging(),
    fans=TianjinJudging.fans,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    source=Text("地方规则汇编，第 74 行", "collected local rules, line 74"),
    flow=TianjinPlay(),
)
