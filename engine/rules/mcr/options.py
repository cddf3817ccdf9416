"""国标麻将: house options. Where the lists of the text disagree the official
reading is the default; what the text has lost is filled (补)."""

from __future__ import annotations

from engine.authoring import choice, number, yes_no
from engine.ruleset import Choice, Option, Options
from engine.view import Text

SECOND_LIST: dict[str, Text] = {
    "green": Text("绿一色有发财时另计混一色", "all green with the dragon also counts 混一色"),
    "nine_gates": Text("九莲宝灯不计任何幺九刻", "nine gates counts no pung of ends"),
    "self_drawn": Text("九莲宝灯、连七对、十三幺自摸计不求人",
                       "nine gates, shifted pairs and orphans, self-drawn, count 不求人"),
    "four_kongs": Text("四杠另计每个暗杠", "four kongs also count each concealed kong"),
    "terminals": Text("清幺九另计双同刻", "all terminals also counts 双同刻"),
    "little_dragons": Text("小三元加混幺九时另计一九的幺九刻",
                           "little three dragons with 混幺九 also counts pungs of ones and nines"),
}
"""What the second list (计法) says otherwise; a house may also name single ones,
`dear_fans=green,terminals`."""
_NAMES = rf"({'|'.join(SECOND_LIST)})(,({'|'.join(SECOND_LIST)}))*"


def by_second_list(options: Options) -> frozenset[str]:
    """The points of `SECOND_LIST` that the house plays."""
    chosen = options["dear_fans"]
    if chosen == "second":
        return frozenset(SECOND_LIST)
    return frozenset(chosen.split(",")) & frozenset(SECOND_LIST)


OPTIONS: tuple[Option, ...] = (
    number(
        "minimum", "起和番数，不含花牌（补）",
        "fewest fans to win, flowers not counted (filled)", "番43; 补1", "8",
        ("0", "不限", "any hand wins"),
    ),
    yes_no(
        "mixed_kongs", "明暗杠计 5（补）；否则明杠 1、暗杠 2 各计",
        "a melded and a concealed kong are 5 together (filled); else 1 and 2 by themselves",
        "yes", "番82（补）", "OR2",
    ),
    Option(
        "dear_fans",
        Text("两份番种表不同处依哪一份", "which list where the two of the text differ"),
        (
            Choice("official", Text("官方", "the official reading")),
            Choice("second", Text("第二份表：" + "；".join(t.zh for t in SECOND_LIST.values()),
                                  "the second list: "
                                  + "; ".join(t.en for t in SECOND_LIST.values()))),
        ),
        "official", "番3-10; 计法3-10", "OR1", _NAMES,
    ),
    yes_no(
        "four_kongs_melded_hand", "四个明杠点和时另计全求人",
        "four melded kongs won on a discard also count 全求人", "yes", "番52; 计法5", "OR1",
    ),
    yes_no(
        "terminal_pairs", "清幺九可为七对", "all terminals may be seven pairs", "yes",
        "番8; 计法8", "OR1",
    ),
    choice(
        "reseating", "换位", "changing seats", "赛制3", "OR4",
        ("west_round", "只在第三圈（西圈）前，东南互换、西北互换",
         "before the third (West) round only: East and South, West and North change"),
        ("every_round", "每圈前都换（官方）", "before every round (official)"),
        ("none", "不换", "never"),
    ),
    choice(
        "winners", "一炮多响（补）", "several wins on one tile (filled)", "补3", "",
        ("nearest", "只有逆时针最近的一家和", "only the nearest counter-clockwise wins"),
        ("all", "都和", "all win"),
    ),
    number(
        "false_win", "错和付每家的分数（补）", "what a false win pays to each (filled)", "补4",
        "10", ("0", "不罚", "nothing"),
    ),
)  # fmt: skip
