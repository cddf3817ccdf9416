"""血战到底: the rules restated in our own words."""

from __future__ import annotations

from engine.authoring import clause
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("牌与开局", "Tiles and opening")
_PLAY = Text("行牌", "Play")
_PAY = Text("付分", "Payment")
_END = Text("结束", "The end")

CLAUSES: tuple[Clause, ...] = (
    clause(_SETUP, "¶10", "条筒万108张，没有字牌和花牌。",
           "108 tiles of three suits, no honours or flowers."),
    clause(_SETUP, "¶12", "血战场每盘掷骰定庄；普通场第二盘起由点炮者坐庄，荒牌连庄。",
           "Bloody game: dice choose the dealer of every deal. Ordinary game: from the second "
           "deal on whoever was shot from deals, after a drawn deal the same."),
    clause(_SETUP, "¶10†", "（补）码牌：A、C 各14墩，B、D 各13墩；点数之和从庄家逆时针数定开门，"
           "小点数定跳过几墩；庄家14张，闲家13张；杠从墙尾补。",
           "(filled) Walls of 14 stacks before A and C, 13 before B and D; the sum of the dice, "
           "counted from the dealer, breaks a wall, the smaller die says after how many stacks; "
           "the dealer takes 14 tiles; a kong is replaced from the tail."),
    clause(_PLAY, "¶10", "可碰、可杠，不可吃；胡牌时至多两种花色。",
           "Pungs and kongs, no chows; a winning hand has two suits at most."),
    clause(_PLAY, "¶10", "牌墙只剩四张起，能胡必须胡。",
           "From the last four tiles on a possible win must be taken."),
    clause(_PLAY, "¶10; ¶14", "一炮多响，各自与点炮者结算。",
           "One tile may give several wins, each settled with the payer."),
    clause(_PAY, "¶13", "倍数为2的（番数减1）次方，乘基本分6分。",
           "The base score of 6 is doubled once for each fan above the first."),
    clause(_PAY, "¶14", "基本番只取最大的一种，另加番另计。",
           "Of the base patterns only the dearest counts, extras add to it."),
    clause(_PAY, "¶13", "点炮者一家付；自摸与杠上花，未胡的各家都付。",
           "Who is shot from pays alone; a self-drawn win is paid by all who have not won."),
    clause(_PAY, "¶13", "杠上炮还要把刚才那一杠所得转给胡家，一炮多响时每个胡家各得一份。",
           "Shot right after a kong, the payer also hands over what that kong brought, "
           "to each winner in full."),
    clause(_PAY, "¶11", "刮风下雨当时收取：直杠由引杠者付1倍；面下杠由未胡各家付1倍，"
           "下雨（暗杠）由未胡各家付2倍；面下杠被抢则不收。",
           "Kongs are paid at once: a fed one by the feeder, once the base; an added one by all "
           "who have not won, once; a concealed one by the same, twice. A robbed kong collects "
           "nothing."),
    clause(_END, "¶12", "血战场胡到三家或牌摸完为止；普通场一胡即止。",
           "The bloody game ends with the third win or the wall, the ordinary one with the first."),
    clause(_END, "¶12", "荒牌查花猪：手中三门牌者赔每个非花猪16倍。",
           "At the end of the wall three suits in hand pay 16 times the base to all others."),
    clause(_END, "¶12", "查大叫：没有听牌的（花猪除外）按最大可能的番赔给每个听牌者。",
           "Who is not ready (and has no three suits) pays every ready player the dearest "
           "win possible."),
    clause(_END, "¶11-12", "没有听牌者退回全部刮风下雨所得。",
           "Who is not ready gives back all that kongs brought."),
    clause(_END, "¶14", "未胡者逃跑，本盘结束并结算，另赔16倍乘未胡家数；最后四张时与查大叫取大。",
           "A deserter who has not won ends the deal, it is settled, and he pays 16 times the "
           "base for each who has not won; with the last four tiles, what every ready hand "
           "would get, if that is more."),
    clause(_END, "¶14", "已胡者离开不影响别家；退税不再退给他。",
           "A winner who leaves changes nothing; refunds no longer go to him."),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    clause(_END, "¶14", "谁逃跑（退出）。", "Who deserts."),
    clause(_PLAY, "¶10†", "定缺时各家缺哪一门（选项）。", "Which suit each names (an option)."),
    clause(_END, "¶12", "荒牌时各家亮牌。", "All hands at the end of the wall."),
)  # fmt: skip
