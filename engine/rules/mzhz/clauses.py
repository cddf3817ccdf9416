"""猫抓耗子: the rules in our own words, clause by clause, and what only the
players know. `D` is the solo text, `G` fixed pairs, `S` four winds, `F` the
questions and answers at its end."""

from __future__ import annotations

from engine.ruleset import Clause
from engine.view import Text

_TILES = Text("用牌", "Tiles")
_SETUP = Text("开局", "Set-up")
_TURN = Text("行牌", "Play")
_CLAIMS = Text("碰、杠、换牌", "Claims, kongs and swaps")
_HELPERS = Text("花、辅牌、风牌", "Flowers, helpers, winds")
_WIN = Text("胡牌", "Winning")
_SCORE = Text("计分", "Scores")
_END = Text("终局", "The end of a deal")
_DOUBLES = Text("双打", "Doubles")
_FAULTS = Text("违规", "Breaches")


def _c(section: Text, clause: str, zh: str, en: str) -> Clause:
    return Clause(section, clause, Text(zh, en))


CLAUSES: tuple[Clause, ...] = (
    _c(_TILES, "D1.一; S1.一",
       "万、条、筒 108 张，百搭 4 张，花 8 张，猫、老鼠、财神、元宝各 1 张，共 124 张；"
       "四风双打另有东南西北各 1 张，共 128 张",
       "108 number tiles, 4 jokers, 8 flowers, cat, mouse, god and ingot: 124; four winds more, "
       "128 in all, in four-winds play"),
    _c(_TILES, "D3.八", "百搭可作任何一张序数牌，不能作花、辅、风",
       "a joker stands for any number tile, never for a flower, helper or wind"),
    _c(_SETUP, "D2.17", "首盘前摸风定位，东为首庄",
       "seats are drawn by winds before the first deal; East deals first"),
    _c(_SETUP, "D2.19",
       "掷两骰：按和数自庄家逆时针数到一家，自其牌墙右端数较小点数的墩后开牌；"
       "各抓三次两墩，庄家再跳一墩抓上层两张，余家各一张",
       "two dice: the sum, counted counter-clockwise from the dealer, finds the wall; the smaller "
       "die counts stacks from its right. Three times two stacks each, then the dealer takes two "
       "upper tiles with a stack between, the others one"),
    _c(_SETUP, "D2.11",
       "自余下首墩数到较小点数的墩，翻上层一张；非序数牌则续翻下一墩；翻出的下一数为宝牌，九后为一",
       "the upper tile of the stack numbered by the smaller die is turned, and the next until a "
       "number tile shows; the number after it, one after nine, is the bonus tile"),
    _c(_SETUP, "D2.13; F2; F30",
       "起牌后自庄家起逐家补花，可不补或只补一部分；其间不开杠、不用辅牌、不补风牌",
       "then flowers are laid, dealer first, one player after the other, all, some or none; no "
       "kong, helper or wind meanwhile"),
    _c(_TURN, "D3.一; D3.二", "逆时针轮流，上家打出后才摸牌",
       "turns go counter-clockwise; one draws after the player before has discarded"),
    _c(_TURN, "D3.三; D2.20",
       "进张（摸、补、偷、换）后须胡、打一张、用辅牌，或动牌（补花、开杠、换牌）",
       "after taking a tile one wins, discards, uses a helper, or moves: flower, kong, swap"),
    _c(_TURN, "D3.四; F4", "碰后须打牌或用辅牌，下次进张前不得杠、补花、换牌、胡",
       "after a pung one discards or uses a helper; no kong, flower, swap or win before the next "
       "tile is taken"),
    _c(_CLAIMS, "D3.十四", "胡先于杠，杠先于碰；同级者离打牌者逆时针近者先；可同时胡多家",
       "win before kong before pung; equals: the nearest counter-clockwise; several may win"),
    _c(_CLAIMS, "D2.21-22; D3.八; F5",
       "可用百搭带碰、带杠，手中至少有一张本牌；打出的百搭只能以百搭碰、杠；不能吃",
       "jokers may help in a pung or kong beside a natural tile; a discarded joker is claimed with "
       "jokers only; there is no chow"),
    _c(_CLAIMS, "D2.22", "杠后从墙尾补一张；暗杠亮明，不能抢",
       "a kong takes a tile from the tail; concealed kongs lie open and cannot be robbed"),
    _c(_CLAIMS, "D3.八.2; F6-F8",
       "进张后可用手中本牌换取桌上任一带碰、带杠中的百搭，算进张；他人可胡此本牌，不算抢杠，换牌失败",
       "after taking a tile one may swap a natural for the joker in any meld on the table, which "
       "is a new tile taken; others may win on the natural (no 抢杠), then the swap fails"),
    _c(_HELPERS, "D3.九; F24", "花可补可留；打作废牌须先报不补花，否则算补花",
       "a flower may be laid or kept; thrown away only when announced, else it counts as laid"),
    _c(_HELPERS, "D3.十; F10-F12",
       "老鼠：报偷牌，取桌上任一亮明的牌（老鼠除外），算进张；偷碰、杠、胡之牌则老鼠占位代之",
       "mouse: takes any open tile on the table but a mouse; from a set or a winner's tile it "
       "stays in its place and stands for it"),
    _c(_HELPERS, "D3.十一; F13-F15",
       "猫：可抓偷牌或打出的老鼠；或减番，掷骰数在行牌的玩家，输给该家时少付一半原始分",
       "cat: catches a mouse that is used or thrown; or by dice among active players marks one to "
       "whom its user pays half the raw points less"),
    _c(_HELPERS, "D3.十二; F20",
       "元宝：从墙尾补一张，打后再补一张；直接自摸算杠上花，随即点炮不算杠上炮",
       "ingot: a tile from the tail, a discard, and another; winning on it counts 杠上花, being "
       "won off right after it does not count 杠上炮"),
    _c(_HELPERS, "D3.十三; F13-F15",
       "财神：可收用出或打出的元宝；或加番，同法数出一家，该家输给自己时多付一半原始分",
       "god: collects an ingot that is used or thrown; or marks one player who pays its user half "
       "the raw points more"),
    _c(_HELPERS, "S3.十六", "四风双打：风牌可补可打，都算亮明；补风牌不算杠上花，也不引起杠上炮",
       "four winds: a wind may be laid or thrown and is shown either way; no 杠上花 and no 杠上炮 "
       "from it"),
    _c(_WIN, "D4.二.(一)", "四副顺、刻、杠加一对将；或七对；或八种花（七抢一、八仙过海）",
       "four sets and a pair; or seven pairs; or eight kinds of flower"),
    _c(_WIN, "D2.23", "打缺：手牌至多两种花色", "two suits at most"),
    _c(_WIN, "D4.二.(二)", "立牌中：基本牌型至多一张百搭，七对至多两张；不得有花、辅、风；"
       "花胡不受限",
       "among the standing tiles: one joker at most for the basic pattern, two for seven pairs; no "
       "flower, helper or wind; wins by flowers are free of this"),
    _c(_WIN, "D4.一; D4.(四)", "胡者报胡、扣牌、亮所胡之牌，停止行牌；一盘至多三家胡，盘终亮牌计番",
       "a winner turns the hand down beside the open winning tile and stops; up to three may win; "
       "hands open and fans are named at the end"),
    _c(_WIN, "D4.(八); F25", "过胡（单打）：放弃后，下次进张前不得再胡等于或小于该番数的牌",
       "declined wins (solo): until the next tile taken nothing worth as little may be won"),
    _c(_SCORE, "D4.(六)", "原始分为 2 的番数次方，最多 64 分",
       "raw points are two to the number of fans, 64 at most"),
    _c(_SCORE, "D4.(六); F16-F17", "每张财神加原始分一半，每张猫减一半，只在两家之间，"
       "最少 0、最多 128 分",
       "each god adds half the raw points, each cat takes half off, between the two only; "
       "0 to 128"),
    _c(_SCORE, "D4.(六)", "自摸由所有未胡者付，点炮由点炮者独付",
       "self-drawn: all who have not won pay; otherwise only the one who dealt in"),
    _c(_END, "D2.1; G2.1", "三家胡、同组两家均胡，或荒牌，为一盘",
       "a deal ends with three winners, both partners winning, or the wall used up"),
    _c(_END, "D2.26", "墙尽后最后一张打出可胡可明杠，再无人胡即荒牌",
       "after the last tile the discard may be won or konged, then the deal is drawn"),
    _c(_END, "D4.(七)", "荒牌查叫：听牌者按已有的番向未听牌者收取，猫、财神照算",
       "at a drawn deal ready hands collect what they already make, cats and gods included"),
    _c(_END, "D2.18", "首胡者下盘坐庄；首胡为两三家则点炮者坐庄；无人胡则原庄",
       "the first winner deals next; after several at once the one who dealt in; if nobody won, "
       "the same dealer"),
    _c(_DOUBLES, "G2.29; G4.(三)3", "固定双打：东西一组，南北一组；胡同伴的牌不记分",
       "fixed pairs: East and West, South and North; winning off the partner scores nothing"),
    _c(_DOUBLES, "G3.十五; S3.十五", "带人：最先胡且两番以上者，可令对方一人退出本盘；"
       "四风未分组时不可",
       "removal: the first winner with two fans or more may order one opponent out; not before "
       "the teams are formed"),
    _c(_DOUBLES, "G4.(九); F27", "固定双打总分：两人之和乘 0.75 为各人所得",
       "fixed pairs, totals: each partner gets three quarters of their sum"),
    _c(_DOUBLES, "S2.30; F28", "四风分组：亮明首风者得该风之位，次风之位者为其同组；"
       "无风先胡者为东；未成则默认分组",
       "four winds: who shows the first wind sits there, the seat of the second wind is the "
       "partner; a win before any wind makes its player East; else the default teams"),
    _c(_DOUBLES, "S4.(九); F29", "四风双打总分：每盘两人平分，终场乘 1.5",
       "four winds, totals: partners share every deal evenly, the end is times 1.5"),
    _c(_FAULTS, "D6.1; D6.2", "相公、错碰、错杠、错补：本盘不得胡，陪打到底，接受查叫",
       "dead hand and wrong claims: no win in this deal, plays on and pays ready hands"),
    _c(_FAULTS, "D6.3; D6.4", "诈胡、作弊：停止行牌，付每个未胡者 64 分，"
       "财神加番照算至 128 分，其猫无效",
       "false win and cheating: stops, pays 64 to everyone who has not won, gods on top up to "
       "128, own cats void"),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    _c(_WIN, "D4.一", "谁报了胡（多家时及其次序）", "who called a win, and in what order"),
    _c(_DOUBLES, "G3.十五", "首胡者是否有两番以上，带走谁",
       "whether the first winner has two fans, and whom he removes"),
    _c(_WIN, "D4.(八)", "谁放弃了可胡之牌（过胡）", "who declined a win"),
    _c(_HELPERS, "D3.九", "打出花牌时是否报了不补花", "whether a thrown flower was announced"),
    _c(_HELPERS, "D3.十至十三", "打出的辅牌是使用还是废牌（不掷骰时）",
       "whether a helper was used or thrown, where no dice show it"),
    _c(_CLAIMS, "D3.八.2", "对自己的带碰放下本牌，是加杠还是换牌",
       "whether a natural laid at one's own meld is a kong or a swap"),
)  # fmt: skip
