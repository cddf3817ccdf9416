"""天津: house options. Open readings have the recommended default first; what
the text leaves out and public rules fill is marked."""

from __future__ import annotations

from engine.authoring import choice, filled, number, yes_no
from engine.rules.tianjin.fans import BASE_FANS
from engine.ruleset import Option

OPTIONS: tuple[Option, ...] = (
    choice(
        "flowers", "是否用八张花牌", "whether the eight flowers are played with", "L74 二", "OR1",
        ("no", "不用，136 张", "no, 136 tiles"), ("yes", "用，144 张，补花不计分",
         "yes, 144 tiles; they are replaced and score nothing"),
    ),
    choice(
        "kong_unit", "一个明杠的分", "points of an exposed kong", "L74 铲", "OR2",
        ("1", "1 分（铲的例子 2、4、8 已含坐庄）", "1: the example 2, 4, 8 contains 坐庄 already"),
        ("2", "2 分，坐庄再翻倍（铲为 4、8、16）", "2, doubled by 坐庄: 铲 is 4, 8, 16"),
    ),
    choice(
        "chan_claims", "第一轮有人碰杠后还算不算铲", "铲 when a claim came in the first round",
        "L74 铲", "OR4",
        ("void", "不算", "does not count"), ("ignored", "算", "counts"),
    ),
    choice(
        "zuo_and_la", "坐庄与拉庄同时", "坐庄 and 拉庄 together", "L74 坐庄; 拉庄", "OR5",
        ("multiply", "相乘", "multiply"), ("larger", "取大者", "the larger counts"),
    ),
    filled(choice(
        "minimum", "起和番数", "least value of a win", "L74 一", "",
        ("2", "2 番", "2"), ("1", "不限", "none"),
    )),
    filled(yes_no(
        "discard_wild", "可以打出混", "a wild tile may be discarded", "no", "L74 开混",
    )),
    filled(yes_no(
        "wild_five", "摸到的混作五万也算捉五", "a wild tile drawn as the 5 characters is 捉五",
        "yes", "L74 一; 开混",
    )),
    filled(choice(
        "double_wild_wait", "双混吊", "双混吊", "L74 一", "",
        ("4", "比混吊再加倍（共 4 倍）", "doubles once more than 混吊, 4 in all"),
        ("2", "与混吊同（2 倍）", "as 混吊, 2"),
    )),
    filled(yes_no(
        "kongs_on_draw", "流局也算杠分", "kongs are paid in a drawn deal", "yes", "L74 坐庄",
    )),
    filled(number(
        "concealed_kong", "暗杠相当于几个明杠", "a concealed kong in units of an exposed one",
        "L74 坐庄", "2",
    )),
    filled(number(
        "wild_kong", "金杠（四张混）相当于几个明杠", "a kong of 混 in units of an exposed one",
        "L74 开混", "4",
    )),
    *(
        filled(number(
            f"value_{fan.id}", f"{fan.name.zh}的番数", f"value of {fan.name.zh}", fan.clause,
            str(fan.value),
        ))
        for fan in BASE_FANS
    ),
)  # fmt: skip
