"""国标麻将 as a rule set."""

from __future__ import annotations

from engine.rules.mcr.clauses import ASKED, CLAUSES
from engine.rules.mcr.judging import McrJudging
from engine.rules.mcr.options import OPTIONS
from engine.rules.mcr.play import McrPlay
from engine.ruleset import RuleSet
from engine.view import Text

RULES = RuleSet(
    id="mcr",
    names=Text("国标麻将", "Chinese official mahjong"),
    judging=McrJudging(),
    fans=McrJudging.fans,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    combine=McrJudging.combine,
    source=Text("番种表与计分说明，第 61、71、75-77、80-81 行",
                "lists of fans and notes on scores, lines 61, 71, 75-77, 80-81"),
    flow=McrPlay(),
)  # fmt: skip
