"""武汉红中癞子杠: the rules in our own words, clause by clause, and what only
the players know. `补`: the text is silent and the usual rule stands."""

from __future__ import annotations

from engine.authoring import clause, nobody_wins
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("开局", "Set-up")
_TILES = Text("红中、癞子、痞子", "Red, wild and bad tiles")
_PLAY = Text("吃、碰、杠", "Claims and kongs")
_WIN = Text("胡牌", "Winning")
_FAN = Text("算翻", "Counting 翻")
_SCORE = Text("算分", "Scores")

CLAUSES: tuple[Clause, ...] = (
    clause(_SETUP, "一.(一)", "万、条、筒、风、箭共 136 张，没有花牌",
           "136 tiles: three suits, winds and dragons, no flowers"),
    clause(_SETUP, "一.(二)", "庄家抓 14 张，闲家 13 张",
           "the dealer takes 14 tiles, the others 13"),
    clause(_SETUP, "补",
           "首盘东家坐庄；两骰之和自庄家逆时针数到一家，自其右端数较小点数的墩后开牌",
           "East deals first; the sum of two dice, counted counter-clockwise from the dealer, "
           "finds the wall, the smaller die counts stacks from its right"),
    clause(_SETUP, "一.(五)", "庄家抓完后翻开牌墙第一张，亮在原处",
           "after the deal the first wall tile is turned and lies open"),
    clause(_SETUP, "一.(七)", "庄家胡牌或荒庄则连庄，否则轮到下一家；连庄不加翻，荒庄不算分",
           "the dealer stays after his own win or a drawn deal, else the deal passes; staying "
           "is worth nothing, and nobody pays for a drawn deal"),
    clause(_TILES, "一.(五)",
           "翻出之牌的后一张是癞子，它和前一张是痞子；数牌一到九循环，字牌按东南西北发白循环，红"
           "中除外，翻出红中如同翻出北",
           "the tile after the one turned is wild (癞子), it and the one before are bad (痞子); "
           "ranks go round from nine to one, honours East South West North Green White; Red is "
           "left out, and turned it counts as North"),
    clause(_TILES, "一.(五)1", "癞子可当任何牌（红中除外），也可作本张",
           "a wild tile stands for any tile but Red, or for itself"),
    clause(_TILES, "一.(五)2-3",
           "癞子、痞子可单张亮出开杠，打出也算杠；不能吃、碰、成四张杠，打出的别人也不能要",
           "wild and bad tiles are kongs one by one, laid or thrown; they make no other set, "
           "and nobody may claim or win on one that was thrown"),
    clause(_TILES, "一.(四)", "红中随时可单张开杠，打出也算杠，不能抢；不能碰、杠，不作风",
           "Red is a kong by itself at any time, laid or thrown, and cannot be robbed; it makes "
           "no pung or kong and is no wind"),
    clause(_TILES, "一.(四)1; 一.(五)4", "手中有红中或痞子不能胡；小胡至多一个癞子，大胡不限",
           "no win with a Red or a bad tile in the hand; one wild tile at most in a small hand, "
           "any number in a big one"),
    clause(_TILES, "一.(五)5", "要不要痞子由四家商定；不要时照普通牌用",
           "whether there are bad tiles is agreed; without, they are plain tiles"),
    clause(_PLAY, "一.(三)", "吃只吃上家，碰可碰三家；杠从牌墙最后补一张；吃、碰、明杠是开口",
           "a chow only from the player before, a pung from anyone; a kong is replaced from the "
           "wall's tail; chow, pung and exposed kong open a hand"),
    clause(_PLAY, "一.(六)1",
           "直杠：手中三张加别人打出的第四张，也算开口；别人要胡则让胡，算点炮",
           "直杠: three in the hand and a discard, which opens as well; a win comes first and "
           "is then a win on the discard"),
    clause(_PLAY, "一.(六)2", "蓄杠：碰后摸到第四张，何时亮杠随意，可被抢",
           "蓄杠: the fourth drawn to a pung, laid when one likes, may be robbed"),
    clause(_PLAY, "一.(六)3", "暗杠：手中四张，不亮明，不算开口，不能抢",
           "暗杠: four in the hand, face down, does not open, is not robbed"),
    clause(_PLAY, "二.(二)2⑸", "留下五趸十张不摸；其前最后四张逐家各摸一张，不打不杠，只能自摸",
           "ten tiles stay in the wall; the last four before them are drawn in turn, neither "
           "thrown nor konged, only won on"),
    clause(_WIN, "二.(一)6", "必须开过口才能胡",
           "only an opened hand wins"),
    clause(_WIN, "二.(一)1-2", "四句一将；没有七对，没有门前清",
           "four sets and a pair; no seven pairs, nothing for a concealed hand"),
    clause(_WIN, "二.(一)3", "风一色、将一色只看花色，不必成句",
           "all honours and all 2, 5, 8 need no sets"),
    clause(_WIN, "二.(二)1-2", "小胡须二五八作将；碰碰胡、一色将牌不限，其余大胡也须二五八",
           "a small hand needs a pair of 2, 5 or 8; all pungs and one colour take any pair, the "
           "other big hands need it too"),
    clause(_WIN, "二.(一)7", "起胡：赢家与每个输家的翻数之和都要够数，通常三翻",
           "the winner's and each loser's 翻 together must reach a minimum, usually three"),
    clause(_WIN, "二.(一)4", "漏胡之后可以马上胡别的炮",
           "after a win let go by any later one may be taken"),
    clause(_WIN, "二.(一)8", "一炮单响，自庄家起逆时针为先",
           "one winner on a discard, the first counter-clockwise from the dealer"),
    clause(_FAN, "三.(一)1", "开口翻：开口翻打法开过口就是一翻；口口翻打法吃、碰、直杠每次一翻",
           "opening: in 开口翻 one 翻 for having opened, in 口口翻 one for each chow, pung and "
           "直杠"),
    clause(_FAN, "三.(一)2", "开杠翻：直杠、蓄杠、红中杠、痞子杠各一翻，暗杠、癞子杠各二翻",
           "kongs: 直杠, 蓄杠, Red and bad tiles one 翻 each, concealed kongs and wild tiles two"),
    clause(_FAN, "三.(一)3; 二.(二)3", "硬胡一翻",
           "a hard win is one 翻"),
    clause(_FAN, "三.(一)4-6", "每个输家输的翻数是赢家与他自己下铺翻数之和，每翻加倍",
           "each loser loses by the sum of the winner's 翻 and his own, doubled for each"),
    clause(_SCORE, "三; 三.(三)",
           "三家都输；小胡基础分 1，放炮者多一翻，自摸多一翻，庄家输赢多一翻",
           "all three pay; a small hand has base 1, one 翻 more for who shot, for a self-drawn "
           "win, and where the dealer wins or loses"),
    clause(_SCORE, "三.(四)", "每个大胡基础分 10，可累加；自摸各家乘 1.5，放炮者乘 1.5；不论庄闲",
           "each big hand has base 10, and they add up; times 1.5 for all when self-drawn, for "
           "the shooter when not; the dealer does not matter"),
    clause(_SCORE, "二.(二)2末", "抢杠、杠上花、海底捞不另算自摸",
           "robbing a kong, 杠上花 and 海底捞 count no self-draw besides"),
    clause(_SCORE, "三.(五)",
           "包胡：被抢杠者；未听而给全求人点炮者；一色的第三口由谁而来；包者付三家之和",
           "one pays for all three: who was robbed; who shot 全求人 and was not ready; who gave "
           "the third claim of one colour"),
    clause(_SCORE, "三.(五)末",
           "一色第三口之后，其余两家未听牌的须把该色打完，否则代包；已听而点炮不包",
           "after that claim the two others, unless ready, must throw all of that suit or take "
           "its place; one who was ready and shot does not"),
    clause(_SCORE, "三.(六)", "一家至多输 300；三家都超过则各输 400，未开口者 500；数目可商定",
           "a loser pays 300 at most; where all three pass it each pays 400, one who has not "
           "opened 500; the figures are agreed"),
    clause(_SCORE, "补", "诈胡不罚（原文未写）",
           "no penalty for a false win (the text has none)"),
)  # fmt: skip

ASKED: tuple[Clause, ...] = (
    clause(_SCORE, "三.(五)末", "第三口之后谁未听牌而留住该色",
           "who was not ready and kept the suit back"),
    clause(_WIN, "二.(一)8", "几家同时要胡时谁胡",
           "who wins where several could"),
    clause(_PLAY, "一.(六)3", "暗杠盖着的是什么牌，终局时亮",
           "what lies under a concealed kong, shown in the end"),
    clause(_SCORE, "三.(五)1", "点全求人者的手牌，用来看他是否听牌",
           "the hand of who shot 全求人, to see whether he was ready"),
    nobody_wins(_WIN, "一.(七)"),
)  # fmt: skip
