"""国标麻将: the rules in our own words, clause by clause, and what only the
players know. `番` are the numbers of the fan list, `计分` and `赛制` the notes on
scores and matches, `计法` the second list's notes on dear fans; `补` marks what
the text leaves out and the official rule fills."""

from __future__ import annotations

from engine.authoring import clause, nobody_wins
from engine.ruleset import Clause
from engine.view import Text

_TILES = Text("用牌", "Tiles")
_COURSE = Text("行牌", "Course of play")
_SCORE = Text("计分", "Scores")
_PRINCIPLES = Text("计番原则", "How fans are counted")
_MATCH = Text("赛制", "Match")

CLAUSES: tuple[Clause, ...] = (
    clause(_TILES, "用牌", "万、筒、条、字牌 136 张，花牌 8 张，共 144 张",
           "136 suit and honour tiles and eight flowers: 144"),
    clause(_COURSE, "补6", "掷两骰：按和数自庄家逆时针数到一家，自其牌墙右端数同样墩数后开牌",
           "two dice: the sum, counted counter-clockwise from the dealer, names the wall and the "
           "stacks that are skipped from its right"),
    clause(_COURSE, "补2", "花牌亮出后自墙尾补一张，每张 1 番，不算在起和番数内",
           "a flower is laid and replaced from the tail; one fan each, not for the minimum"),
    clause(_COURSE, "补7", "摸到墙尽为止；最后一张打出只可和，不可吃碰杠",
           "play goes on to the last tile; the last discard may be won on, not claimed for a set"),
    clause(_COURSE, "补8", "只吃上家；碰、杠不限；和先于碰杠，碰杠先于吃；杠后自墙尾补一张",
           "chows off the player before only; a win comes before pung and kong, these before a "
           "chow; a kong takes a tile from the tail"),
    clause(_COURSE, "赛制4", "暗杠四张面朝下，别人看不到；本局结束后不论输赢都须亮明",
           "concealed kongs lie face down and are shown after the deal, whoever won"),
    clause(_COURSE, "补3", "一炮一响：几家都可和时，点炮者逆时针方向最近的一家和",
           "one winner: of several the nearest counter-clockwise to the one who threw the tile"),
    clause(_COURSE, "赛制2", "和牌没有限制：刚打过的牌，下家跟打也可以和",
           "nothing bars a win: one may win on a tile that one has just thrown oneself"),
    clause(_COURSE, "补1", "除花牌外至少 8 番才能和", "a hand needs eight fans besides flowers"),
    clause(_COURSE, "补5", "牌型：四副牌加一对将，七对，十三幺，全不靠，组合龙",
           "patterns: four sets and a pair, seven pairs, orphans, knitted tiles, knitted straight"),
    clause(_SCORE, "计分1", "自摸：三家各付 8 加番数", "self-drawn: each pays 8 and the fans"),
    clause(_SCORE, "计分2", "点炮（含抢杠）：点炮者付 8 加番数，另两家各付 8",
           "on a discard or robbed kong: the one who dealt in pays 8 and the fans, the others 8"),
    clause(_SCORE, "补4", "错和：付每家 10 分", "a false win pays 10 to each"),
    clause(_PRINCIPLES, "不重复", "某番种必然包含的番不另计；各番所不计的见番种表",
           "what a fan always brings with it is not counted beside it; see the list of fans"),
    clause(_PRINCIPLES, "不拆移", "组成一番的各副牌不再拆开另组",
           "sets that make a fan are not taken apart to make another"),
    clause(_PRINCIPLES, "不得相同", "同样的几副牌不重复计同一番种",
           "the same sets do not make the same fan twice"),
    clause(_PRINCIPLES, "就高不就低", "有几种拆法时取番数最高的一种",
           "of several ways to read a hand the one with most fans counts"),
    clause(_PRINCIPLES, "套算一次", "尚未组合的一副牌与已组合的牌只能再组合一次",
           "a set not yet combined may be combined once with one that is"),
    clause(_PRINCIPLES, "计法3", "绿一色：一说加计混一色、清一色",
           "all green: by one list 混一色 and 清一色 are also counted"),
    clause(_PRINCIPLES, "计法4", "九莲宝灯：一说不计幺九刻，自摸计不求人",
           "nine gates: by one list no pung of ends, and 不求人 when self-drawn"),
    clause(_PRINCIPLES, "计法5", "四杠：一说暗杠加计", "four kongs: by one list with 暗杠"),
    clause(_PRINCIPLES, "计法6", "连七对：一说自摸计不求人",
           "shifted pairs: by one list 不求人 when self-drawn"),
    clause(_PRINCIPLES, "计法7", "十三幺：一说自摸计不求人",
           "orphans: by one list 不求人 when self-drawn"),
    clause(_PRINCIPLES, "计法8", "清幺九：一说可加计双同刻，也可为七对",
           "all terminals: by one list with 双同刻, and as seven pairs"),
    clause(_PRINCIPLES, "计法10", "小三元加混幺九：一说另计两副幺九刻",
           "little three dragons with 混幺九: by one list both pungs of ends"),
    clause(_MATCH, "赛制1", "一场四圈十六局，不连庄，每圈各坐庄一局",
           "a match is four rounds of four deals; each deals once a round, whoever wins"),
    clause(_MATCH, "赛制3",
           "第三圈（西圈）前东家与南家、西家与北家对调座位，由原来的南家先做庄；官方每圈都换",
           "before the third (West) round East and South, West and North change seats and the "
           "former South deals first; officially before every round"),
    clause(_MATCH, "圈风", "每圈一种圈风：东、南、西、北；门风自庄家起东南西北",
           "the prevalent wind is the round's; seat winds count from the dealer"),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    clause(_COURSE, "赛制4", "面朝下的暗杠是什么牌（本局结束后亮明）",
           "which tiles a covered kong is of, shown after the deal"),
    clause(_COURSE, "补3", "几家都喊和时谁先", "who comes first where several call a win"),
    clause(_SCORE, "补4", "谁错和", "who called a false win"),
    nobody_wins(_COURSE, "补7"),
)  # fmt: skip
