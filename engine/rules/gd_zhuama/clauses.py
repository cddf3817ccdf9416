"""广东: the rules in our own words, clause by clause, and what only the players
know. `一` to `三` are the parts of the real table's text, `补` what it leaves out;
plain numbers are those of the online game's text."""

from __future__ import annotations

from engine.authoring import clause
from engine.ruleset import Clause
from engine.view import Text

_TILES = Text("用牌", "Tiles")
_COURSE = Text("行牌", "Course of play")
_HORSES = Text("抓马", "Horses")
_KONGS = Text("杠", "Kongs")
_SCORE = Text("计分", "Scores")

ZHUAMA: tuple[Clause, ...] = (
    clause(_TILES, "二", "万、筒、条、字牌共 136 张（各家马数之和）",
           "136 tiles without flowers, the sum of all horses"),
    clause(_COURSE, "补2", "两骰的和数定开门之家，较小点数定墩数",
           "two dice: the sum finds the wall, the smaller die the stacks that are skipped"),
    clause(_COURSE, "一.1", "不吃牌，可碰可杠，只能自摸，不包庄",
           "no chows; pungs and kongs; self-drawn wins only; nobody pays for the dealer"),
    clause(_COURSE, "一.2", "牌进河不能拿回", "a tile in the river is not taken back"),
    clause(_COURSE, "一.3", "多牌少牌不能胡，仍可杠，也照付杠",
           "with a wrong number of tiles one may not win, but may kong and pays kongs"),
    clause(_COURSE, "一.4", "上家未打，下家不摸", "nobody draws before the player before discards"),
    clause(_COURSE, "补1", "牌型：四副牌加一对将；七对依选项",
           "pattern: four sets and a pair; seven pairs by option"),
    clause(_COURSE, "补4", "墙尽无人胡为荒牌；杠照收，或依选项退还",
           "the wall used up: nobody wins; kongs stay paid, or by option are given back"),
    clause(_COURSE, "补5", "胡牌者下局坐庄，荒牌原庄",
           "the winner deals next, else the same dealer"),
    clause(_HORSES, "二", "胡牌后翻约定张数的马；上局胡家为一，逆时针数：一五九东、二六中南、"
           "三七发西、四八白北；中自己的马，每匹加一份",
           "after a win the agreed number of horses is turned; the last winner is one, counted "
           "counter-clockwise: 1 5 9 E, 2 6 red S, 3 7 green W, 4 8 white N; each horse of the "
           "winner's own adds one stake"),
    clause(_KONGS, "三", "杠后须抓尾，未抓尾杠子无效，且少牌不能再胡",
           "a kong takes a tile from the tail; without it the kong is void and the hand, one "
           "tile short, may not win"),
    clause(_KONGS, "三.暗杠", "四张都自己抓的，每家付一份大，不论谁胡",
           "all four drawn oneself: the big stake from each, whoever wins"),
    clause(_KONGS, "三.明杠", "碰后又抓到第四张，须即时杠，每家付一份小；只有明杠会被抢",
           "the fourth drawn to a pung, added at once: the small stake from each; only this kong "
           "can be robbed"),
    clause(_KONGS, "三.抢杠", "被抢的杠作废；被抢者一人付三家的份；抢杠抓不抓马开玩前定好",
           "the robbed kong is void; the one robbed pays for all three; whether horses are turned "
           "is agreed before play"),
    clause(_KONGS, "三.包杠", "直杠（杠别人打出的牌）：放杠者付三家的小（补）",
           "a kong of a discard: who threw it pays the small stake for all three (filled)"),
    clause(_KONGS, "三.杠爆", "杠后补牌自摸为杠爆；直杠者由放杠者全付（补）",
           "a win on a kong's replacement; after a kong of a discard who threw it pays all "
           "(filled)"),
    clause(_KONGS, "三.连续杠", "补牌又成杠，依次补，只看最后一杠（补）",
           "kongs in a row: the last one counts (filled)"),
    clause(_SCORE, "二", "自摸：每家付大乘以一加所中的马数",
           "self-drawn: each pays the big stake times one plus the horses hit"),
)  # fmt: skip

ZHUAMA_ASKED: tuple[Clause, ...] = (
    clause(_HORSES, "二", "抓几匹马、抢杠抓不抓马、马跟不跟杠（开玩前）",
           "how many horses, whether after a robbed kong, whether kongs follow (before play)"),
    clause(_KONGS, "三", "杠后是否抓了尾", "whether the tail tile was taken after a kong"),
)  # fmt: skip

ONLINE: tuple[Clause, ...] = (
    clause(_TILES, "补", "136 张，同广东抓马", "136 tiles as in 抓马"),
    clause(_COURSE, "1", "广东推倒胡：不许吃，只许自摸，讲究杠牌",
           "Guangdong 推倒胡: no chows, self-drawn wins only, kongs matter"),
    clause(_COURSE, "4(2)", "第一位入座者为庄，起手 14 张，其他人 13 张，庄家先打",
           "who sits down first deals, takes 14 tiles and discards first; the others take 13"),
    clause(_COURSE, "4(1)", "设置可禁止某项操作", "settings may forbid an operation"),
    clause(_COURSE, "4(3)", "托管：自动打出刚抓的牌，能胡自动胡，不碰不杠",
           "autoplay: throws the tile drawn, wins when it can, neither pungs nor kongs"),
    clause(_SCORE, "2", "最终得到的钱为胡牌得到的钱乘桌面番数：1、3、5、10、50、100",
           "money is what was won times the table fan: 1, 3, 5, 10, 50 or 100"),
    clause(_SCORE, "3", "用 36币结算，每日赠送三次，不能交易",
           "scores are kept in coins that are given up to three times a day and not traded"),
    clause(_SCORE, "补", "牌值和杠值未写，按广东抓马而无马",
           "values of hands and kongs are not written: as in 抓马 without horses"),
)  # fmt: skip

ONLINE_ASKED: tuple[Clause, ...] = (
    clause(_SCORE, "2", "桌面番数（开局前）", "the table fan (before play)"),
)
