"""贵阳捉鸡: both texts in our own words, clause by clause (L = line of the
source), and what only the players know. 补 marks what a text leaves out."""

from __future__ import annotations

from engine.authoring import clause as _c
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("开局", "Set-up")
_TURN = Text("行牌", "Play")
_DOU = Text("豆", "豆 (kongs)")
_WIN = Text("胡牌", "Winning")
_PAY = Text("算分", "Payment")
_END = Text("黄庄与接庄", "Drawn deals and the next dealer")
_FILLED = Text("补", "Filled in")


_CHICKENS = _c(
    _FILLED, "补",
    "捉鸡（选项，默认不捉）：1条为鸡，有人胡后翻墙头一张，其下一数也是鸡，翻出9条则1条为金鸡算两份；"
    "首张打出的1条为冲锋鸡多算一份，被碰杠走为责任鸡，打出者多付一份；立牌、副露、打出的都算，"
    "每份由其余三家各付；黄庄不算",
    "chickens (an option, off by default): 1 bamboo, and after a win the number after the next "
    "wall tile; a flipped 9 bamboo makes 1 bamboo golden, two units. The first 1 bamboo thrown "
    "counts a unit more, or costs its thrower one when it is claimed. Standing, laid and thrown "
    "tiles all count, each of the others pays; none in a drawn deal",
)

DOU_CLAUSES: tuple[Clause, ...] = (
    _c(_SETUP, "L90 简介", "条、筒、万共 108 张", "108 tiles: bamboo, dots, characters"),
    _c(_SETUP, "L90 庄家确定", "首局掷骰定庄，以后胡者接庄；庄家起 14 张，余家 13 张",
       "dice choose the first dealer, then the winner deals; he takes 14 tiles, the others 13"),
    _c(_TURN, "L90 可行操作", "可碰、杠、胡，不可吃；不要求缺门",
       "pung, kong and win, no chow; all three suits may stay"),
    _c(_DOU, "L90 闷豆", "暗杠为闷豆，三家各付 20", "a concealed kong: 20 from each"),
    _c(_DOU, "L90 转弯豆", "碰后自摸第四张加杠为转弯豆，三家各付 10",
       "a pung with the fourth tile drawn and added: 10 from each"),
    _c(_DOU, "L90 点豆", "手有三张杠别人打出的一张为点豆，打出者付 10",
       "three in the hand and another's discard: 10 from the feeder"),
    _c(_DOU, "L90 闷豆; 转弯豆", "豆在结算时付，可叠加；有人胡时未叫牌者的豆也算（OR2）",
       "kongs are paid at the end and add up; with a win also those of unready players (OR2)"),
    _c(_WIN, "L90 平胡", "平胡可自摸；有豆方可点胡；热炮与抢杠不需豆",
       "a plain hand wins by self-draw, off a discard only with a 豆; hot shots and robbed kongs "
       "need none"),
    _c(_WIN, "L90 底注", "底注为 10 番：所列番数就是每家所付", "the values are the amounts paid"),
    _c(_WIN, "补", "数种牌型重合时只算最大的一种", "of several patterns only the dearest counts"),
    _c(_PAY, "L90 自摸胡牌", "自摸三家付，点胡由点炮者独付",
       "all three pay a self-drawn win, the shooter his own shot"),
    _c(_PAY, "L90 热炮",
       "成豆后随即打出的牌被胡为热炮：刚成的豆不算，点炮者在牌型番外再付："
       "闷豆 60、转弯豆 30、点豆 10",
       "the discard right after a 豆 is won on: that 豆 is void, and the shooter adds 60 for a "
       "concealed, 30 for an added, 10 for an exposed one"),
    _c(_PAY, "L90 抢杠", "胡别人加杠的牌算自摸，由被抢者付三份，转弯豆不成立",
       "a robbed kong counts as self-drawn; the robbed player pays all three shares and has no "
       "kong"),
    _c(_END, "L90 黄庄", "牌摸完无人胡为黄庄，豆都不算", "a drawn deal voids every 豆"),
    _c(_END, "L90 黄庄查叫1-2", "无人叫牌或都叫牌，无输赢，连庄",
       "nobody or everybody ready: nothing moves, the dealer stays"),
    _c(_END, "L90 黄庄查叫3",
       "否则未叫牌者付每个叫牌者所叫牌型的番数；庄家叫牌则连庄，否则庄家之后最近的叫牌者接庄",
       "else each unready player pays each ready one his hand; a ready dealer stays, else the "
       "first ready player after him deals"),
    _CHICKENS,
    _c(_FILLED, "补",
       "两骰之和自庄家逆时针数墙，较小点数为墩；墙 14、13、14、13 墩；杠后从墙尾补",
       "the sum of two dice counts the walls counter-clockwise from the dealer, the smaller die "
       "the stack; walls of 14, 13, 14, 13 stacks; kongs are replaced from the tail"),
    _c(_FILLED, "补", "一炮多响都算；原庄在胡者中则连庄，否则放炮者之后第一家接庄；诈胡无罚则",
       "several may win on one tile; the old dealer stays if he is among them, else the first "
       "after the shooter deals; no penalty for a false win is named"),
)  # fmt: skip

BAO_CLAUSES: tuple[Clause, ...] = (
    _c(_SETUP, "L83 牌数; 码牌", "条、筒、万 108 张；东西各 14 墩，南北各 13 墩",
       "108 tiles; 14 stacks east and west, 13 south and north"),
    _c(_SETUP, "L83 骰子", "两骰之和定从哪家开门，较小点数定墩；数到庄家自己则从对家开",
       "the sum of two dice gives the wall, the smaller die the stack; the dealer's own wall gives "
       "way to the one opposite"),
    _c(_SETUP, "L83 庄家确定1", "首局随机一人掷一骰：1、5 自己，2、6 下家，3 对家，4 上家坐庄",
       "one die for the first dealer: 1, 5 the thrower, 2, 6 his 下家, 3 opposite, 4 his 上家"),
    _c(_TURN, "L83 可行操作", "可摸、听、碰、杠、胡，不可吃", "pung, kong, declare, win; no chow"),
    _c(_TURN, "L84 报听",
       "庄家起手、闲家摸第一张时已能听牌者可报听；此后不得换牌、碰、杠，摸什么打什么，直到胡牌",
       "the dealer with his dealt hand, the others with their first tile may declare a ready hand; "
       "then it never changes, no pung, no kong, every drawn tile is thrown until it wins"),
    _c(_WIN, "L84 平胡", "平胡可自摸；有豆方可点胡；胡报听者打出的牌不需豆",
       "a plain hand wins by self-draw, off a discard only with a 豆, or off a declared player"),
    _c(_WIN, "L84 胡牌牌型说明", "数种牌型重合时只算最大的一种",
       "of several patterns only the dearest counts"),
    _c(_WIN, "L84 地龙", "碰一副、立牌全成对者，只能胡所碰之牌的第四张",
       "with one pung and pairs only, the fourth tile of the pung wins"),
    _c(_PAY, "L84 报听胡牌", "报听者胡牌，付者在牌型番外各加清一色 10 番",
       "payers add 10, the value of 清一色, to a declared player's win"),
    _c(_PAY, "L84 杀报", "报听者点炮，或别人自摸时，在所付牌型番外加 10 番",
       "a declared player who shoots, or pays a self-drawn win, adds 10 to what he pays"),
    _c(_PAY, "L84 抢杠", "抢杠按自摸算，由被抢者付三份", "a robbed kong counts as self-drawn; the "
       "robbed player pays three shares"),
    _c(_PAY, "L84 热炮", "胡热炮加一番；刚成的豆不算（补）",
       "a hot shot is worth one more; the 豆 just made is void (filled)"),
    _c(_END, "L83 庄家确定2-3",
       "胡者接庄；一炮多响由放炮者之后第一个胡者接庄，原庄在胡者中则连庄",
       "the winner deals; of several the first after the shooter, or the old dealer if he won"),
    _c(_END, "L84 黄庄",
       "黄庄原庄连庄；有人叫牌有人不叫，未叫者付每个叫牌者其牌型番；都叫或都不叫无输赢",
       "after a drawn deal the dealer stays; unready players pay each ready one his pattern; all "
       "or none ready: nothing"),
    _c(_FILLED, "补", "除清一色外的番数取自贵阳通行的表",
       "all values but that of 清一色 are the usual Guiyang ones"),
    _CHICKENS,
)  # fmt: skip

DOU_ASKED: tuple[Clause, ...] = (
    _c(_WIN, "L90 胡牌", "谁报了胡（多家时都有谁）",
       "who called a win, and who else on the same tile"),
)  # fmt: skip
BAO_ASKED: tuple[Clause, ...] = (
    _c(_WIN, "L84 胡牌牌型说明", "谁报了胡（多家时都有谁）",
       "who called a win, and who else on the same tile"),
    _c(_TURN, "L84 报听", "谁报了听", "who declared ready"),
)  # fmt: skip
