"""广东抓马 and 第6大陆 as rule sets."""

from __future__ import annotations

from typing import Final

from engine.rules.gd_zhuama import clauses, options
from engine.rules.gd_zhuama.judging import GdJudging, OnlineJudging
from engine.rules.gd_zhuama.play import GdPlay, OnlinePlay
from engine.ruleset import RuleSet
from engine.view import Text

AUTOPLAY: Final = {"hu": True, "peng": False, "gang": False, "discard": "drawn"}
"""托管: what the online game does for an absent player (4(3))."""

GD_ZHUAMA = RuleSet(
    id="gd_zhuama",
    names=Text("广东麻将抓马", "Guangdong mahjong with horses"),
    judging=GdJudging(),
    fans=GdJudging.fans,
    options=options.ZHUAMA,
    clauses=clauses.ZHUAMA,
    asked=clauses.ZHUAMA_ASKED,
    source=Text("地方规则汇编，第 88 行（文末残缺）", "collected local rules, line 88 (cut off)"),
    flow=GdPlay(),
)
GD_36 = RuleSet(
    id="gd_36",
    names=Text("广东推倒胡（第6大陆）", "Guangdong 推倒胡 (online)"),
    judging=OnlineJudging(),
    fans=OnlineJudging.fans,
    options=options.ONLINE,
    clauses=clauses.ONLINE,
    asked=clauses.ONLINE_ASKED,
    source=Text("地方规则汇编，第 78-79、86-87 行", "collected local rules, lines 78-79 and 86-87"),
    flow=OnlinePlay(),
)
