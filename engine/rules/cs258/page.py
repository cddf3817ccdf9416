"""258 扎鸟麻将 as a rule set."""

from __future__ import annotations

from engine.rules.cs258.clauses import ASKED, CLAUSES
from engine.rules.cs258.fans import FANS
from engine.rules.cs258.judging import Cs258Judging
from engine.rules.cs258.options import OPTIONS
from engine.rules.cs258.play import Cs258Play
from engine.ruleset import RuleSet
from engine.view import Text

RULES = RuleSet(
    id="cs258",
    names=Text("二五八扎鸟麻将（长沙）", "Mahjong with 2, 5, 8 and birds (Changsha)"),
    judging=Cs258Judging(),
    fans=FANS,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    source=Text("题为四川麻将的规则，实为长沙打法", "rules headed Sichuan that are Changsha's"),
    flow=Cs258Play(),
    unit=Text("个", "times"),
)
