"""成都点数: the rules restated in our own words."""

from __future__ import annotations

from engine.authoring import clause
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("牌与开局", "Tiles and opening")
_PLAY = Text("行牌", "Play")
_PAY = Text("计分", "Scoring")
_END = Text("结束", "The end")

CLAUSES: tuple[Clause, ...] = (
    clause(_SETUP, "L3; L46", "筒条万108张；庄家14张先打，闲家13张。",
           "108 tiles of three suits; the dealer takes 14 and discards first."),
    clause(_SETUP, "L55", "两骰之和逆时针数定开哪家的牌墙：余1自己，余2下家，余3对家，余0上家。",
           "The sum of two dice, counted counter-clockwise, breaks a wall: own, right, opposite, "
           "left for a rest of 1, 2, 3, 0 by four."),
    clause(_SETUP, "L55†", "（补）小点数定跳过几墩；第一盘庄家由牌桌定。",
           "(filled) The smaller die says after how many stacks; the table names the first "
           "dealer."),
    clause(_PLAY, "L48", "可碰、可杠，碰杠亮明；不可吃。",
           "Pungs and kongs, laid open; no chows."),
    clause(_PLAY, "L44", "杠后顺着牌墙摸牌，不从墙尾补。",
           "A kong is replaced by the next tile in order, not from the tail."),
    clause(_PLAY, "L4", "胡牌时至多两种花色；任何对子可作将。",
           "A winning hand has two suits at most; any pair will do."),
    clause(_PLAY, "L54", "弃胡之后到自己摸牌之前不能再胡，分数更高者除外。",
           "Who lets a win go by may not win before his next draw, unless for more points."),
    clause(_PLAY, "L53", "最后四张起，能胡必须胡。",
           "From the last four tiles on a possible win must be taken."),
    clause(_PAY, "L5-43", "牌型只取最高一种，杠、根、杠上花、抢杠另加。",
           "Of the patterns only the dearest counts; kongs, roots, a kong's replacement and a "
           "robbed kong add to it."),
    clause(_PAY, "L50-52", "自摸和杠上花三家付；点炮者一家付；一炮多响，各家都付给。",
           "A self-drawn win is paid by three, a discard by its thrower, to every winner."),
    clause(_PAY, "L49", "引杠后杠上花，由引杠者一家付；被抢杠者付抢杠。",
           "A win on the replacement of a fed kong is paid by the feeder, a robbed kong by "
           "its maker."),
    clause(_PAY, "L27", "杠本身不收分，只在胡牌时加分。", "Kongs collect nothing themselves."),
    clause(_END, "L53", "荒牌查听：未听者按听牌者最小的可胡点数赔给每个听牌者。",
           "At the end of the wall who is not ready pays every ready hand the least it "
           "could win."),
    clause(_END, "L47; L52-53", "胡者坐庄；一炮多响由点炮者坐庄；荒牌原庄连任。",
           "The winner deals next; after several wins at once the payer; after a drawn deal "
           "the same."),
    clause(_PAY, "L21-41", "原文例子有误（将对例三门牌、带一根例无四张、双龙七对例无四张、"
           "一根例有两根、124条不成面子），按规则计。",
           "Some examples of the text are wrong (three suits, no four, two fours, 124 as a set); "
           "the rule is followed."),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    clause(_PLAY, "L54", "谁弃胡（手牌未亮时）。", "Who let a win go by (with a hidden hand)."),
    clause(_END, "L53", "荒牌时各家亮牌。", "All hands at the end of the wall."),
)  # fmt: skip
