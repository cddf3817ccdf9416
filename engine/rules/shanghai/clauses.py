"""上海: the rules in our own words, clause by clause, and what only the players
know. `Q` numbers the headings of the 清混碰 text (Q2.1 is its 2.番种 1)), `J`
the steps of the paragraph on the old rules (J1 chips and 番, J2 who pays, J3
flowers, J4 to J7 the new rules), `O` the sections of the online procedure."""

from __future__ import annotations

from engine.authoring import clause, nobody_wins
from engine.ruleset import Clause
from engine.view import Text

_SETUP = Text("用牌与开局", "Tiles and set-up")
_PLAY = Text("行牌", "Play")
_WIN = Text("胡牌", "Winning")
_SCORE = Text("计分", "Scores")
_END = Text("终局", "The end of a deal")

_TILES = clause(
    _SETUP, "J3; O1.3", "144 张：序数牌 108，东南西北 16，中发白 12，花 8；每家码 18 墩",
    "144 tiles: 108 suit tiles, 16 winds, 12 dragons, 8 flowers; 18 stacks a side",
)  # fmt: skip
_DEAL = clause(
    _SETUP, "O1.5; †", "掷两骰开门，庄家 14 张，余家 13 张；开门与抓牌的走法为补充",
    "two dice break the wall; 14 tiles to the dealer, 13 to the others; the way of breaking and "
    "dealing is filled in",
)  # fmt: skip
_FLOWERS = clause(
    _SETUP, "J3; O1.6", "花亮出后从另一头补一张；开局自庄家起逐家补花",
    "flowers are laid and replaced from the other end of the wall; first in a round from the "
    "dealer on",
)  # fmt: skip
_CLAIMS = clause(
    _PLAY, "Q3.2; O1.6", "可吃（只吃上家，九、一不连）、可碰、可杠，副露都亮出牌面；碰后可加杠",
    "chow from the 上家 only (nine and one do not join), pung and kong; sets lie face up; a pung "
    "may become a kong",
)  # fmt: skip
_PRIORITY = clause(
    _PLAY, "†", "胡先于杠、碰，杠、碰先于吃", "a win comes before kong and pung, these before chow"
)
_DRAWN = clause(
    _END, "Q2.1; O1.4.2; †", "牌摸完无人胡为和局，不算钱，庄家不动",
    "a wall used up is a draw: nothing is paid, the dealer stays",
)  # fmt: skip

QHP_CLAUSES: tuple[Clause, ...] = (
    _TILES, _DEAL, _FLOWERS, _CLAIMS, _PRIORITY,
    clause(_PLAY, "Q3.4", "同一圈内弃胡之后不能再胡，自己摸牌后解除",
           "who lets a win go by may not win before his own next draw"),
    clause(_WIN, "Q1", "抓满八张花即可胡；否则须碰碰胡、清一色、混一色或风一色",
           "eight flowers win; else the hand must be all pungs, a full or half flush or all "
           "honours"),
    clause(_WIN, "Q3.1; Q3.3", "可以一炮多响", "several may win on one discard"),
    clause(_SCORE, "Q6", "（底＋花）乘二的番数次方", "(base + 花) doubled for each fan"),
    clause(_SCORE, "Q2", "牌型只取最大的一项，杠开、开宝、黄番、大吊车另加",
           "of the patterns only the greatest counts; 杠开, 开宝, 黄番 and 大吊车 add to it"),
    clause(_SCORE, "Q4; Q5",
           "每家至多输一勒；黄番、开宝、清碰、风一色两勒，两样并有也是两勒；风碰四勒",
           "a payer loses one limit at most; two with 黄番, 开宝, 清碰 or 风一色, also when "
           "several of them come together; four with 风碰"),
    clause(_SCORE, "Q3.3", "点炮者一家付；自摸、杠开三家付",
           "who deals in pays alone; all three pay a self-drawn win"),
    clause(_SCORE, "Q3.5", "抢杠按自摸计，由杠者付三份",
           "a robbed kong counts as self-drawn; the one who konged pays three shares"),
    clause(_SCORE, "Q3.6",
           "两家之间一方吃碰杠另一方三次以上即互为承包：自摸时承包者付三份，点炮时付一份",
           "three melds that one player took from another bind the two: for a self-drawn win the "
           "liable one pays all three shares, for a shot one share"),
    clause(_SCORE, "Q4", "有人不够输时赢家按比例分（筹码由牌手自理）；逃跑按勒子的倍数罚",
           "where a loser runs short the winners share in proportion (the players' own affair: no "
           "chips are counted here); who leaves is fined a multiple of the limit"),
    clause(_END, "Q3.1", "胡牌者坐庄；一炮多响时为点炮者之后最近的胡牌者（依选项）",
           "the winner deals next; after several wins the nearest winner after the one who dealt "
           "in (see options)"),
    _DRAWN,
    clause(_END, "Q2.1", "开宝、黄番累加到有人胡为止", "开宝 and 黄番 add up until somebody wins"),
)  # fmt: skip

_OLD_PAYMENTS: tuple[Clause, ...] = (
    clause(_SCORE, "J1", "底 3，每花加 1；乘二的番数次方，至多 40（辣子）",
           "base 3 and one for each 花, doubled for each fan, 40 at most"),
    clause(_SCORE, "J3", "副露的风、字和杠也算花", "melded honours and kongs count as 花 too"),
    clause(_SCORE, "J2", "出冲者付一份；自摸三家各付一份",
           "who deals in pays one share; each of the three pays one for a self-drawn win"),
    clause(_SCORE, "J1", "喂三口者包牌：自摸付三份，别家出冲时代付一份（依选项）",
           "who fed three melds is liable: three shares of a self-drawn win, the share of "
           "another's shot (see options)"),
    clause(_END, "J2", "强盗庄：谁胡谁坐庄", "the winner deals next"),
    _DRAWN,
)  # fmt: skip

OLD_CLAUSES: tuple[Clause, ...] = (
    _TILES, _DEAL, _FLOWERS, _CLAIMS, _PRIORITY,
    clause(_WIN, "J2", "大牌小牌都可以胡", "any complete hand wins"),
    clause(_WIN, "J4; J5", "新规矩（选项）：必须有花；或只能胡清、混、碰",
           "new rules, by option: at least one 花; or only 清, 混 and 碰 hands"),
    clause(_SCORE, "J1", "清一色 4、混一色 2、碰碰胡 2、大吊车 1、杠开 1，相加",
           "full flush 4, half flush 2, all pungs 2, all melded 1, kong blossom 1; they add"),
    *_OLD_PAYMENTS,
)  # fmt: skip

QIAOMA_CLAUSES: tuple[Clause, ...] = (
    _TILES,
    clause(_SETUP, "J7", "可约定中发白也当花，共 20 花",
           "by option the dragons are flowers too, 20 in all"),
    _DEAL, _FLOWERS, _CLAIMS, _PRIORITY,
    clause(_PLAY, "J6", "听牌时敲一下，打出一张后不能换牌，也不再吃、碰、杠",
           "a ready player knocks as he discards; from then on he only throws what he draws and "
           "claims no set"),
    clause(_WIN, "J6", "不敲不能胡；无番也可以胡",
           "no win without a knock; a hand without fans wins"),
    clause(_SCORE, "J6", "只有门清、单吊有番，各 1 番（番数为补充）",
           "门清 and 单吊 are the only fans, one each (the values are filled in)"),
    *_OLD_PAYMENTS,
)  # fmt: skip

ONLINE_CLAUSES: tuple[Clause, ...] = (
    clause(_SETUP, "O1.4.1", "第一个入桌者定底分，余家同意才开局",
           "the first at the table names the base, the others agree"),
    clause(_SETUP, "O1.4.2", "第一局随机定庄，庄家掷骰",
           "the first dealer is drawn by lot; the dealer throws the dice"),
    *(c for c in QHP_CLAUSES if c.clause not in ("Q3.1",)),
    clause(_END, "O1.4.2", "赢家坐庄；多家胡则放炮者坐庄；无人胡则庄家不动",
           "the winner deals next, after several wins the one who dealt in; the dealer stays when "
           "nobody wins"),
    clause(_END, "O1.4.2", "积分不足底分五十倍者不能进行下一局",
           "who has less than fifty times the base may not play on"),
)  # fmt: skip

_HIDDEN = Text("只有牌手知道", "What only players know")
_HANDS = clause(_HIDDEN, "Q1; J2", "胡牌者亮牌之前的手牌", "a winner's hand until it is laid open")
_PASSED = clause(_HIDDEN, "Q3.4", "手牌未见时有没有弃胡",
                 "whether a win was let go by, while the hand is not seen")  # fmt: skip

_NOBODY_WINS = nobody_wins(_HIDDEN, "Q2.1; O1.4.2")

QHP_ASKED: tuple[Clause, ...] = (
    _HANDS, _PASSED, _NOBODY_WINS,
    clause(_HIDDEN, "Q4", "谁中途离开，谁的筹码不够输",
           "who leaves the table, whose chips run short"),
)  # fmt: skip
OLD_ASKED: tuple[Clause, ...] = (_HANDS, _PASSED, _NOBODY_WINS)
QIAOMA_ASKED: tuple[Clause, ...] = (
    _HANDS, _PASSED, _NOBODY_WINS, clause(_HIDDEN, "J6", "敲", "the knock")
)  # fmt: skip
