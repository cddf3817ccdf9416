"""258 扎鸟麻将: the rules in our own words, clause by clause, and what only the
players know. `补`: the text is silent and the usual rule stands."""

from __future__ import annotations

from engine.authoring import clause, nobody_wins
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("开局", "Set-up")
_PLAY = Text("行牌", "Play")
_KONG = Text("补张与开杠", "Kongs")
_WIN = Text("胡牌", "Winning")
_SCORE = Text("计分", "Scores")

CLAUSES: tuple[Clause, ...] = (
    clause(_SETUP, "基本", "万、筒、索共 108 张，没有字牌和花牌",
           "108 tiles: three suits, no honours or flowers"),
    clause(_SETUP, "基本1", "首盘先入座者为庄，以后谁胡谁庄",
           "who sits down first deals first, then whoever wins"),
    clause(_SETUP, "补", "荒牌不算分，庄家不变；一炮多家时点炮者做庄",
           "a used-up wall costs nothing and the dealer stays; after several winners the "
           "shooter deals"),
    clause(_SETUP, "补", "两骰之和自庄家逆时针数到一家，自其右端数较小点数的墩后开牌",
           "the sum of two dice, counted counter-clockwise from the dealer, finds the wall, the "
           "smaller die counts stacks from its right"),
    clause(_SETUP, "基本2", "庄家 14 张，闲家 13 张",
           "the dealer takes 14 tiles, the others 13"),
    clause(_PLAY, "基本3", "可吃（上家）、可碰、可补张",
           "chows (from the player before), pungs and kongs"),
    clause(_PLAY, "A6.A", "最后一张是海底，自下一家起轮流问要不要，不要则问下一家；都不要则荒牌",
           "the last tile is offered to the next player and goes on to the one after who "
           "declines; nobody takes it: the wall is used up"),
    clause(_PLAY, "A6.B; 补", "要了海底而不胡，亮出这张，别家可胡，不能吃碰",
           "who takes it and does not win shows it; others may win on it but make no set"),
    clause(_KONG, "特定3.C", "补张自牌墙最后一墩先上后下，一次一张",
           "a kong is replaced from the last stack, the upper tile first"),
    clause(_KONG, "特定3.A", "补张后胡牌只算自摸",
           "a win on that tile is only self-drawn"),
    clause(_KONG, "特定3.B", "碰后加的第四张可抢，四张自摸的不可",
           "a fourth tile added to a pung may be robbed, four drawn ones may not"),
    clause(_KONG, "补", "抢补张与抢开杠同价", "robbing a 补张 costs what robbing a 开杠 does"),
    clause(_KONG, "A6.C", "听牌后可开杠：掷骰，自墙尾倒数那么多墩，翻其上层一张",
           "a ready hand may open a kong: dice are thrown, and the upper tile of the stack they "
           "count from the tail is turned"),
    clause(_KONG, "A6.C; A6.F", "杠者能胡为杠上花，不能胡而别家能胡为抢杠胡",
           "it completes his hand: 杠上花; it does not but completes another's: 抢杠胡"),
    clause(_WIN, "基本4", "四句话一将：小胡须二五八将，大胡除注明须将者外将牌不限",
           "four sets and a pair: a small hand needs a pair of 2, 5 or 8, a big one any pair "
           "unless it says so"),
    clause(_WIN, "B1-3", "起牌即四喜、板板胡、缺一色者可亮牌胡，按小胡自摸",
           "four alike, no 2, 5, 8 or a suit missing as dealt may be shown as a win, worth a "
           "small self-drawn hand"),
    clause(_WIN, "特定1", "通炮：几家可胡同一张",
           "several players may win on one tile"),
    clause(_SCORE, "B4; 平胡", "小胡自摸每家 1，平胡点炮者 1；付者或胡者是庄则 2",
           "a small hand: 1 from each when self-drawn, 1 from the shooter; 2 where payer or "
           "winner is the dealer"),
    clause(_SCORE, "大胡自摸", "大胡自摸每家 3，涉庄 4",
           "a big hand self-drawn: 3 from each, 4 with the dealer"),
    clause(_SCORE, "大胡", "大胡点炮者 6，涉庄 7",
           "a big hand on a discard: 6 from the shooter, 7 with the dealer"),
    clause(_SCORE, "A6.B; A6.F", "抢杠胡、要了海底而让别家胡：10，涉庄 12",
           "a robbed kong, or a last tile taken that another wins on: 10, with the dealer 12"),
    clause(_SCORE, "特定2.A",
           "胡后翻下一张为鸟：自庄家起按点数数到一家；点炮时扎在胡者或点炮者则加倍，自摸时扎在胡"
           "者则三家加倍，扎在别家则那一家加倍",
           "after a win the next tile is the bird: its number counts from the dealer to a seat. "
           "On a discard it doubles when it lands on winner or shooter; self-drawn it doubles "
           "all on the winner, else only the one it lands on"),
    clause(_SCORE, "特定2.B", "海底胡则以海底牌为鸟",
           "after a win on the last tile that tile is the bird"),
    clause(_SCORE, "补", "诈胡不罚，杠不算分",
           "a false win costs nothing, and kongs pay nothing"),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    clause(_SETUP, "基本1.A", "谁先入座",
           "who sat down first"),
    clause(_PLAY, "A6.A", "谁不要海底",
           "who declines the last tile"),
    clause(_KONG, "A6.C", "是补张还是开杠（掷了骰子即开杠）",
           "whether a kong is plain or opened (with dice)"),
    clause(_WIN, "B1-3", "谁起手亮牌",
           "who shows an opening hand"),
    nobody_wins(_WIN, "补"),
)  # fmt: skip
