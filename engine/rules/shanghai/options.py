"""上海: house options of the four versions. `Q`, `J` and `O` name the clauses
(see `clauses`); an option without a reading fills what the text leaves out."""

from __future__ import annotations

from dataclasses import replace

from engine.authoring import choice, filled, number, yes_no
from engine.ruleset import Option

LIMIT = number(
    "limit", "勒子：每家最多输多少", "limit: the most one payer loses", "J1", "40",
    ("none", "不封顶", "no limit"),
)  # fmt: skip
BASE = number("base", "底", "base points", "J1", "3")
FLOWER_VALUE = number("flower_value", "每个花加多少底", "points for each 花", "J1", "1")

SET_FLOWERS = filled(choice(
    "set_flowers", "副露的风、字和杠各算几花",
    "how many 花 melded honours and kongs are worth", "J3", "",
    ("graded", "数牌明杠 1、暗杠 2；风碰 1、明杠 2、暗杠 3；中发白各多 1",
     "suits: exposed kong 1, concealed 2; winds: pung 1, exposed kong 2, concealed 3; "
     "dragons one more each"),
    ("one", "每副各算 1", "one for each such set"),
    ("none", "不算，只数花牌", "none: flower tiles only"),
))  # fmt: skip
DRAGONS_AS_WINDS = yes_no(
    "dragons_as_winds", "混一色、风一色中，中发白也算风向牌",
    "dragons count among the winds in 混一色 and 风一色", "yes", "Q2.2; Q2.4", "OR1",
)  # fmt: skip
REPLACEMENT = filled(choice(
    "replacement", "补花、补杠从哪头摸",
    "the end of the wall that replacements come from", "O1.6", "",
    ("tail", "墙尾", "the tail"), ("head", "墙头", "the head"),
))  # fmt: skip
DEAD_WALL = filled(number(
    "dead_wall", "荒牌时留下几张不摸", "tiles left in the wall at a draw",
    "Q2.1", "0",
))  # fmt: skip
FLOWER_BLOSSOM = filled(yes_no(
    "flower_blossom", "补花后自摸也算杠开",
    "a win on a flower's replacement is 杠开 too", "no", "Q2.1",
))  # fmt: skip
PASSED_WINS = filled(yes_no(
    "passed_wins", "同一圈内弃胡后不能再胡",
    "no win after a declined one in the same turn", "yes", "Q3.4",
))  # fmt: skip
SEVERAL_WINNERS = filled(
    yes_no("several_winners", "一炮多响", "several may win on one tile", "yes", "J2")
)
FALSE_WIN = filled(choice(
    "false_win", "诈胡怎么罚", "the penalty for a false win", "J1", "",
    ("limit", "赔每家一个勒子，不封顶时赔底的八倍",
     "one limit to each other player, eight times the base where there is none"),
    ("none", "不罚", "none"),
))  # fmt: skip
SHARED_LIABILITY = filled(choice(
    "shared_liability", "两家都承包同一家时", "two seats liable for the same winner",
    "Q3.6", "",
    ("each", "各付全部", "each pays all of it"), ("split", "平分", "they share it"),
))  # fmt: skip

LIABLE_ON_SHOT = choice(
    "liable_on_shot", "别家点炮时承包者怎么付", "what a liable seat pays when another deals in",
    "Q3.6", "OR4",
    ("beside", "点炮者付一份，承包者也付一份", "one share, and so does the one who dealt in"),
    ("instead", "代点炮者付", "the share of the one who dealt in, who pays nothing"),
    ("nothing", "不付，只包自摸", "nothing: self-drawn wins only"),
)  # fmt: skip


QHP_OPTIONS: tuple[Option, ...] = (
    filled(replace(BASE, clause="Q6; J1")),
    filled(replace(FLOWER_VALUE, clause="Q6; J1")),
    SET_FLOWERS,
    filled(replace(LIMIT, clause="Q4; Q5; J1")),
    DRAGONS_AS_WINDS,
    choice(
        "pure_pungs", "清碰怎么算", "how 清碰 counts", "Q2.4", "OR3",
        ("listed", "按表 5 番", "5 fans as listed"),
        ("added", "清一色 4 加碰碰胡 2", "清一色 4 and 碰碰胡 2 added"),
    ),
    choice(
        "double_limits", "开宝、黄番并有时几勒", "limits when 开宝 and 黄番 come together",
        "Q5", "OR2",
        ("two", "仍是两勒", "still two"), ("four", "四勒", "four"),
    ),
    LIABLE_ON_SHOT,
    choice(
        "robbed_liable", "抢杠又有承包", "a robbed kong when another seat is liable", "Q3.5",
        "OR5",
        ("konger", "只由杠者付三份", "the one who konged pays three shares, nobody else"),
        ("both", "杠者、承包者各付三份", "both pay three shares"),
    ),
    SHARED_LIABILITY,
    choice(
        "next_dealer", "一炮多响后谁坐庄", "who deals after several wins on one tile", "Q3.1",
        "OR6",
        ("nearest", "点炮者之后最近的胡牌者", "the nearest winner after the one who dealt in"),
        ("after_nearest", "该胡牌者的下家", "the seat after that winner"),
    ),
    filled(number("leaving_fine", "逃跑赔每家几个勒子",
           "limits that one who leaves pays to each other player", "Q4", "1")),
    FALSE_WIN, FLOWER_BLOSSOM, REPLACEMENT, DEAD_WALL,
)  # fmt: skip

_OLD_LIABILITY = replace(
    LIABLE_ON_SHOT, clause="J1", reading="OR2", default="instead",
    choices=(LIABLE_ON_SHOT.choices[1], LIABLE_ON_SHOT.choices[0], LIABLE_ON_SHOT.choices[2]),
)  # fmt: skip
_SHARED_WITH_OLD: tuple[Option, ...] = (
    BASE, FLOWER_VALUE, SET_FLOWERS, LIMIT,
    choice(
        "fed_melds", "“喂碰三口”数哪些副露", "which melds count in “喂碰三口”", "J1", "",
        ("pungs", "照字面只数碰、杠", "pungs and kongs, to the letter"),
        ("all", "吃、碰、杠都数", "chows, pungs and kongs"),
    ),
    _OLD_LIABILITY, SHARED_LIABILITY,
    filled(choice(
        "robbed_kong", "抢杠由杠者付几份", "shares that a robbed kong costs",
        "Q3.5", "",
        ("three", "三份，按自摸计", "three, as a self-drawn win"),
        ("one", "一份，按出冲计", "one, as a discard"),
    )),
    filled(choice(
        "next_dealer", "一炮多响后谁坐庄",
        "who deals after several wins on one tile", "J2", "",
        ("nearest", "点炮者之后最近的胡牌者", "the nearest winner after the one who dealt in"),
        ("discarder", "点炮者", "the one who dealt in"),
    )),
    SEVERAL_WINNERS, PASSED_WINS, FALSE_WIN, REPLACEMENT, DEAD_WALL,
)  # fmt: skip

OLD_OPTIONS: tuple[Option, ...] = (
    yes_no("must_have_flower", "新规矩：必须有花才可以胡", "new rule: no win without a 花",
           "no", "J4"),
    choice(
        "flower_needed", "“有花”指什么", "what the new rule takes for a 花", "J4", "OR3",
        ("any", "花牌或算花的风、字、杠", "a flower tile, or a meld that counts as one"),
        ("tile", "只指花牌", "a flower tile only"),
    ),
    yes_no("qinghunpeng", "新规矩：只能胡清、混、碰", "new rule: only 清, 混 and 碰 hands win",
           "no", "J5"),
    choice(
        "honours_hand", "风一色", "a hand of honours only", "Q2.4; Q2.5", "OR1",
        ("as_listed", "照清混碰：风一色 5 番，风碰 6 番",
         "as in 清混碰: 5 fans, 6 with all pungs"),
        ("none", "没有这一番", "no such fan"),
    ),
    DRAGONS_AS_WINDS, *_SHARED_WITH_OLD, FLOWER_BLOSSOM,
)  # fmt: skip

QIAOMA_OPTIONS: tuple[Option, ...] = (
    yes_no("dragons_are_flowers", "中发白也当花，共 20 花", "dragons are flowers too: 20 of them",
           "no", "J7"),
    choice(
        "fans", "“有番的只要门清、单吊”", "which fans there are", "J6", "OR1",
        ("two", "只有门清、单吊有番", "门清 and 单吊, no other"),
        ("gate", "旧规矩的番也算，但有番须门清或单吊",
         "those of the old rules too, but a hand with one must be 门清 or 单吊"),
    ),
    yes_no("discard_wins", "可以胡别人打出的牌", "a discard may be won on", "yes", "J6", "OR3"),
    filled(yes_no("kongs", "可以杠", "kongs are allowed", "yes", "J6")),
    *_SHARED_WITH_OLD,
)  # fmt: skip

ONLINE_OPTIONS: tuple[Option, ...] = (
    choice(
        "upper_seat", "上家是谁", "which seat is the 上家", "O1.6", "OR1",
        ("previous", "前一个打牌的：东的上家是北", "the seat that plays before: North before East"),
        ("printed", "照印：东的上家是南", "as printed: East's is South"),
    ),
    *(option for option in QHP_OPTIONS if option.name != "next_dealer"),
    filled(number("funds", "每人入桌的积分", "points that each player sits down with",
           "O1.4.1", "0")),
)  # fmt: skip
