"""上海: the four versions as rule sets."""

from __future__ import annotations

from engine.rules.shanghai import clauses, options
from engine.rules.shanghai.course import OnlinePlay, QhpPlay, QiaomaPlay, ShanghaiPlay
from engine.rules.shanghai.fans import OLD_FANS, QHP_FANS, QIAOMA_FANS
from engine.rules.shanghai.versions import Old, Online, Qhp, Qiaoma
from engine.ruleset import RuleSet
from engine.view import Text

_LETTERS = Text(
    "条款 Q 为清混碰一文的六条，J 为谈旧规矩的一段（依次编号），O 为网上规程的节号，† 为通行打法",
    "clauses: Q the six headings of the 清混碰 text, J the steps of the paragraph on the old "
    "rules, O sections of the online procedure, † common play",
)
_OLD_SOURCE = Text(
    f"杂志式文章《上海麻将通用技巧》的一段，不完整，缺处照通行打法补；{_LETTERS.zh}",
    "one paragraph of a magazine piece on Shanghai mahjong; gaps filled by common play; "
    f"{_LETTERS.en}",
)

QHP = RuleSet(
    id="sh_qhp",
    names=Text("上海清混碰（勒子）", "Shanghai: flush and pung hands with limits"),
    judging=Qhp(),
    fans=QHP_FANS,
    options=options.QHP_OPTIONS,
    clauses=clauses.QHP_CLAUSES,
    asked=clauses.QHP_ASKED,
    source=Text(
        f"网上流传的“上海麻将规则”，六条，末尾残缺；数额照旧规矩补；{_LETTERS.zh}",
        "“Rules of Shanghai mahjong” as found on the web, six headings, the end is lost; amounts "
        f"filled from the old rules; {_LETTERS.en}",
    ),
    flow=QhpPlay(),
)
OLD = RuleSet(
    id="sh_old",
    names=Text("上海旧规矩（3 底 40 封顶）", "Shanghai: old rules, base 3, limit 40"),
    judging=Old(),
    fans=OLD_FANS,
    options=options.OLD_OPTIONS,
    clauses=clauses.OLD_CLAUSES,
    asked=clauses.OLD_ASKED,
    source=_OLD_SOURCE,
    flow=ShanghaiPlay(),
)
QIAOMA = RuleSet(
    id="sh_qiaoma",
    names=Text("上海敲麻", "Shanghai: knocking mahjong"),
    judging=Qiaoma(),
    fans=QIAOMA_FANS,
    options=options.QIAOMA_OPTIONS,
    clauses=clauses.QIAOMA_CLAUSES,
    asked=clauses.QIAOMA_ASKED,
    source=_OLD_SOURCE,
    flow=QiaomaPlay(),
)
ONLINE = RuleSet(
    id="sh_online",
    names=Text("上海网上规程（按清混碰计分）", "Shanghai: the online procedure, hands as 清混碰"),
    judging=Online(),
    fans=QHP_FANS,
    options=options.ONLINE_OPTIONS,
    clauses=clauses.ONLINE_CLAUSES,
    asked=clauses.QHP_ASKED,
    source=Text(
        f"网上规程 1.1 至 1.6，无番种与算分，计分用清混碰；{_LETTERS.zh}",
        "an online procedure, 1.1 to 1.6, without fans or payments; scored as 清混碰; "
        f"{_LETTERS.en}",
    ),
    flow=OnlinePlay(),
)
