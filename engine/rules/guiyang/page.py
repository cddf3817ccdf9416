"""贵阳捉鸡 as two rule sets: 番数版 (gy_dou) and 报听·杀报版 (gy_bao)."""

from __future__ import annotations

from engine.meld import MeldKind
from engine.rules.guiyang.clauses import BAO_ASKED, BAO_CLAUSES, DOU_ASKED, DOU_CLAUSES
from engine.rules.guiyang.fans import BAO_FANS, DOU_FANS
from engine.rules.guiyang.judging import GuiyangJudging, Prices
from engine.rules.guiyang.options import BAO_OPTIONS, DOU_OPTIONS
from engine.rules.guiyang.play import BaoPlay, DouPlay
from engine.ruleset import RuleSet
from engine.view import Text

_CONCEALED, _ADDED, _EXPOSED = (
    MeldKind.CONCEALED_KONG, MeldKind.ADDED_KONG, MeldKind.EXPOSED_KONG,
)  # fmt: skip

DOU_PRICES = Prices(
    dou={_CONCEALED: 20, _ADDED: 10, _EXPOSED: 10},
    hot={_CONCEALED: 60, _ADDED: 30, _EXPOSED: 10},
    declared=0,
    chicken=10,
)
BAO_PRICES = Prices(dou={_CONCEALED: 2, _ADDED: 1, _EXPOSED: 1}, hot={}, declared=10, chicken=1)

_DOU = GuiyangJudging(DOU_FANS, DOU_PRICES, "L90 胡牌与算分规则")
_BAO = GuiyangJudging(BAO_FANS, BAO_PRICES, "L84 胡牌牌型说明")

GY_DOU = RuleSet(
    id="gy_dou",
    names=Text("贵阳捉鸡麻将（番数版）", "Guiyang catch the chicken (by 番)"),
    judging=_DOU,
    fans=DOU_FANS,
    options=DOU_OPTIONS,
    clauses=DOU_CLAUSES,
    asked=DOU_ASKED,
    combine=GuiyangJudging.combine,
    source=Text("地方规则汇编，第 59-60、65、90 行", "collected local rules, lines 59-60, 65, 90"),
    flow=DouPlay(_DOU),
)
GY_BAO = RuleSet(
    id="gy_bao",
    names=Text("贵阳捉鸡麻将（报听·杀报版）", "Guiyang catch the chicken (declared ready)"),
    judging=_BAO,
    fans=BAO_FANS,
    options=BAO_OPTIONS,
    clauses=BAO_CLAUSES,
    asked=BAO_ASKED,
    combine=GuiyangJudging.combine,
    source=Text("地方规则汇编，第 83-84 行", "collected local rules, lines 83-84"),
    flow=BaoPlay(_BAO),
)
