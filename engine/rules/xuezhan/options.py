"""血战到底: house options."""

from __future__ import annotations

from engine.authoring import choice, filled, number, yes_no
from engine.ruleset import Option

BLOODY, ORDINARY = "bloody", "ordinary"

OPTIONS: tuple[Option, ...] = (
    choice(
        "mode", "打法", "mode of play", "¶12", "",
        (BLOODY, "血战场：三家胡牌才结束", "bloody end: until three have won"),
        (ORDINARY, "普通场：一胡即止", "ordinary: the first win ends the deal"),
    ),
    number("base", "基本分", "base score", "¶13", "6"),
    filled(yes_no(
        "declare_suit", "开局定缺", "every seat names its missing suit before play", "no",
        "¶10†", "OR1",
    )),
    choice(
        "cap", "封顶番数", "most fans that count", "¶13", "OR2",
        ("none", "不封顶", "no limit"), ("6", "六番", "six"), ("5", "五番", "five"),
        ("4", "四番", "four"),
    ),
    yes_no("kong_is_root", "杠也算根", "a kong counts as a root too", "no", "¶16", "OR3"),
    yes_no("robbed_fan", "抢杠加一番", "a robbed kong adds one fan", "no", "¶11", "OR5"),
    choice(
        "pig_pays", "花猪赔给谁", "whom three suits in hand pay", "¶12", "OR6",
        ("everybody", "所有非花猪，已胡的也赔", "all who do not have them, winners too"),
        ("unwon", "只赔未胡的非花猪", "only those who have not won"),
    ),
    yes_no(
        "earth_on_discard", "胡庄家第一张打出的牌也算地胡",
        "a win on the dealer's first discard is an earthly win too", "no", "¶16", "OR7",
    ),
    choice(
        "flee_count", "逃跑者按几家赔", "how many shares a deserter pays", "¶14", "OR9",
        ("others", "其余未胡家数", "one for every other seat that has not won"),
        ("with_runner", "连逃跑者自己也算", "the deserter counted too"),
    ),
    filled(choice(
        "dealer_after_self_draw", "普通场自摸后谁坐庄",
        "who deals after a self-drawn win in the ordinary game", "¶12", "",
        ("winner", "胡牌者", "the winner"), ("same", "原庄", "the same dealer"),
    )),
)  # fmt: skip
