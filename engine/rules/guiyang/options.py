"""贵阳捉鸡: house options of both texts. Open readings have the recommended
default first; `补` marks what the text leaves out and public rules fill."""

from __future__ import annotations

from engine.authoring import choice, filled, number, yes_no
from engine.rules.guiyang.fans import BAO_FANS
from engine.ruleset import Option


def _several(clause: str, reading: str) -> Option:
    return choice(
        "several_winners", "一炮多响", "several winners on one discard", clause, reading,
        ("all", "都算胡", "all of them win"),
        ("nearest", "只算放炮者下家起的第一家", "only the first after the shooter"),
    )


def _ready_value(clause: str) -> Option:
    return choice(
        "ready_value", "黄庄查叫有几个叫口时按", "a ready hand with several waits is worth",
        clause, "OR1",
        ("max", "番数最大的", "the most over its waits"),
        ("min", "番数最小的", "the least over its waits"),
    )


_CHICKENS = filled(choice(
    "chickens", "捉鸡，原文只有其名", "chickens, of which the text has only the name", "补", "",
    ("none", "不捉鸡", "none"),
    ("public", "1条为鸡，胡后翻墙头一张、其下一数也是鸡；冲锋鸡加倍，责任鸡由打出者多付一份",
     "1 bamboo, and after a win the number after the next wall tile; the first one thrown counts "
     "double, taken from the river it costs its thrower one share more"),
))  # fmt: skip


DOU_OPTIONS: tuple[Option, ...] = (
    _ready_value("L90 黄庄查叫3"),
    yes_no(
        "keep_dou", "有人胡牌时，未叫牌者的豆照算",
        "with a win, a player who is not ready keeps his 豆", "yes", "L90 黄庄", "OR2",
    ),
    choice(
        "pure_pairs", "清七对的番数（补）", "value of 清七对 (filled)", "L90 清一色; 七对", "OR3",
        ("90", "50＋40", "50 and 40 added"), ("50", "只算清一色 50", "清一色 only"),
    ),
    choice(
        "kong_win_payers", "点豆后杠上胡由谁付", "who pays a win on the tile after a 点豆",
        "L90 杠上胡", "OR4",
        ("all", "三家各付", "all three"), ("feeder", "点豆者包三家", "the feeder, three shares"),
    ),
    choice(
        "hot_window", "热炮算到成豆后的", "a shot is hot with", "L90 热炮", "OR5",
        ("next", "第一张打牌", "the first discard after the 豆"),
        ("any", "任何一张打牌", "any discard after the 豆"),
    ),
    _several("补（L90 未写）", "OR6"),
    _CHICKENS,
)  # fmt: skip

_PRINTED = ("one_suit", "hot_shot", "declared")
"""Fans of 报听版 whose worth the text prints."""

_VALUES = tuple(
    filled(number(
        f"value_{fan.id}", f"{fan.name.zh}的番数", f"value of {fan.name.zh}", fan.clause,
        str(fan.value),
    ))
    for fan in BAO_FANS
    if fan.id not in _PRINTED
)  # fmt: skip

BAO_OPTIONS: tuple[Option, ...] = (
    choice(
        "robbed_amount", "抢杠所付的三份按谁的牌",
        "whose hand the three shares of a robbed kong are", "L84 抢杠", "OR1",
        ("robber", "抢杠者的", "the robber's"),
        ("robbed", "被抢者若自摸可得的（未叫牌则按抢杠者的）",
         "what the robbed player would have won by self-draw, the robber's where he was not "
         "ready"),
    ),
    choice(
        "declared_payers", "报听胡牌另付的 10 番由谁付", "who pays the 10 for a declared win",
        "L84 报听胡牌", "OR2",
        ("all", "每个付胡牌者", "everyone who pays the win"),
        ("source", "只有放炮者，自摸不加", "only one who shot; none when self-drawn"),
    ),
    choice(
        "both_declared", "胡者与付者都报听时", "where winner and payer both had declared",
        "L84 报听; 杀报", "OR3",
        ("both", "两个 10 番都付", "both tens are paid"), ("once", "只付一个", "one of them"),
    ),
    choice(
        "hot_shot", "热炮加一番", "one 番 more for a hot shot", "L84 热炮", "OR4",
        ("plus_one", "加 1 番", "adds 1"), ("double", "番数加倍", "doubles"),
    ),
    yes_no(
        "ground_dragon", "可以胡地龙", "地龙 may be won", "yes", "L84 地龙", "OR5",
    ),
    choice(
        "dice_direction", "两骰之和自庄家数起的方向",
        "which way the dice are counted from the dealer", "L83 骰子", "OR6",
        ("counter_clockwise", "逆时针", "counter-clockwise"), ("clockwise", "顺时针", "clockwise"),
    ),
    filled(yes_no(
        "hot_plain", "无豆的平胡可以胡热炮",
        "a plain hand without a 豆 may win off a hot shot", "no", "L84 平胡; 热炮",
    )),
    filled(choice(
        "dou_pay", "豆的输赢，原文没有数目", "what a 豆 pays, of which the text has no amounts",
        "补", "",
        ("none", "豆只作通行证", "nothing: it only lets a plain hand win"),
        ("public", "闷豆 2、转弯豆 1，三家各付；点豆 1，由打出者付",
         "concealed 2 and added 1 from each of three, exposed 1 from the feeder"),
    )),
    _ready_value("L84 黄庄3"),
    _several("L83 庄家确定3", ""),
    _CHICKENS,
    *_VALUES,
)  # fmt: skip
