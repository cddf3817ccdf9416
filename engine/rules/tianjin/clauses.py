"""天津: the text in our own words (L74, by its headings), what public rules fill
(补), and what only the players know."""

from __future__ import annotations

from engine.authoring import clause as _c
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("开局", "Set-up")
_STAKES = Text("坐庄与拉庄", "Stakes")
_TURN = Text("行牌", "Play")
_PAY = Text("铲与杠", "铲 and kongs")
_FILLED = Text("补：原文没有胡牌条件和番数", "Filled: the text has no win and no values")


CLAUSES: tuple[Clause, ...] = (
    _c(_SETUP, "L74 二", "风牌 16、箭牌 12、万筒条 108；花牌 8 张列在其中，默认不用（OR1）",
       "16 winds, 12 dragons, 108 number tiles; 8 flowers are listed, left out by default (OR1)"),
    _c(_SETUP, "L74 庄家", "首盘随机定庄；庄家和或流局则连庄，闲家和则下家坐庄；有人离开算新的一局",
       "the first dealer is random; he stays when he wins or nobody does, else the next seat "
       "deals; when a player leaves a new match begins"),
    _c(_SETUP, "L74 拿牌",
       "庄家掷两骰，在自己墙上自右向左数到和数加一的那墩起拿；庄家 14 张，余家 13 张",
       "the dealer's two dice: on his own wall, right to left, taking starts with the stack after "
       "the sum; he takes 14 tiles, the others 13"),
    _c(_SETUP, "L74 开混", "庄家对家掷两骰，自尾墩数到和数的墩，翻上层一张；这张和它的下一张都是混"
       "（九后为一，东南西北、中发白各自循环）",
       "the player opposite the dealer throws two dice and turns the upper tile of that stack from "
       "the tail: it and the next tile are wild (one after nine; winds and dragons in a ring)"),
    _c(_STAKES, "L74 坐庄", "拿牌前庄家可坐庄：庄家与任何一家之间输赢加倍，杠分也是",
       "before the deal the dealer may sit: all between him and the others doubles, kongs too"),
    _c(_STAKES, "L74 拉庄", "各闲家可拉庄一次或两次，每次使自己与庄家之间再加倍；闲家之间不加倍",
       "each other player may pull once or twice, which doubles between him and the dealer each "
       "time; nothing doubles between two of them"),
    _c(_TURN, "L74 开混",
       "混只在和牌时可作任何牌，碰、杠时不能；两张混不能碰第三张，四张相同的混可暗杠",
       "wild tiles stand for anything in a win, never in a claim; a thrown one is not claimed, "
       "four equal ones may be konged"),
    _c(_TURN, "L74 吃碰杠牌", "可碰、可杠，不可吃；杠后从墙尾补牌，翻混那墩余下的一张照补",
       "pung and kong, no chow; kongs are replaced from the tail, and the tile under the turned "
       "one is taken like any other"),
    _c(_TURN, "L74 取牌; 出牌", "抓牌、碰、杠之后不和便打一张；无人要则逆时针下家抓牌",
       "after a draw, pung or kong one wins or discards; unclaimed, the next seat draws"),
    _c(_PAY, "L74 铲",
       "第一轮三个闲家都跟打庄家的第一张：庄家另付每家一个明杠的分，按坐庄、拉庄翻番，流局也付",
       "when all three follow the dealer's first discard with the same tile he pays each of them "
       "an exposed kong times the stakes, in a drawn deal too"),
    _c(_FILLED, "补", "四副和一对；只能自摸；2 番起和",
       "four sets and a pair, self-drawn, worth 2 at least"),
    _c(_FILLED, "补", "捉五 3、龙 4，相加；都没有则提溜 1；本混龙、混吊、双混吊、素、杠开各加倍",
       "捉五 3 and 龙 4 add up, 提溜 1 without them; 本混龙, 混吊, 双混吊, 素 and 杠开 each "
       "double"),
    _c(_FILLED, "补", "三家各付番数乘倍数；明杠 1、暗杠 2、金杠（四张混）4，三家各付",
       "each of the three pays the value times the stakes; kongs 1 exposed, 2 concealed, 4 of "
       "wild tiles, from each of the three"),
    _c(_FILLED, "补", "翻出的混不再抓；翻到花牌则翻前一墩；混不能打出；不能抢杠",
       "the turned tile is not taken, a turned flower gives way to the stack before it; wild "
       "tiles are not thrown; kongs are not robbed"),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    _c(_STAKES, "L74 坐庄", "庄家是否坐庄", "whether the dealer sits"),
    _c(_STAKES, "L74 拉庄", "各闲家拉庄几次", "how often each other player pulls"),
)
