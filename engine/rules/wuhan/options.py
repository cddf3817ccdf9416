"""武汉红中癞子杠: house options, open readings with the recommended default
first, and the gaps that a table fills itself."""

from __future__ import annotations

from engine.authoring import choice, number, yes_no
from engine.ruleset import Option

OPTIONS: tuple[Option, ...] = (
    choice(
        "mode", "打法", "mode of play", "三.(一)1", "",
        ("koukou", "口口翻：每次吃碰直杠各一翻", "every chow, pung and exposed kong doubles"),
        ("kaikou", "开口翻：开口只算一翻", "opening doubles once, however often"),
    ),
    yes_no("use_bad", "要痞子", "play with 痞子", "yes", "一.(五)5"),
    number("min_fan", "起胡翻数（赢家与每个输家之和）",
           "least sum of the winner's and each loser's 翻", "二.(一)7", "3"),
    yes_no("accumulate", "大胡基础分累加", "bases of several big hands add up", "yes", "三.(四)3"),
    number("cap", "封顶", "limit of what one loser pays", "三.(六)", "300",
           ("none", "不封顶", "no limit")),
    number("gold", "金顶（三家都过封顶）", "each pays this when all three pass the limit",
           "三.(六)", "400"),
    number("bright", "光明顶（金顶而未开口）", "the same for a loser who has not opened",
           "三.(六)", "500"),
    choice(
        "deal_passes", "庄家未胡时轮到", "who deals when another has won", "一.(七)", "OR1",
        ("next", "下家", "the next player"), ("previous", "上家", "the previous player"),
    ),
    choice(
        "flip", "翻开的牌", "the tile that was flipped", "一.(五)", "OR2",
        ("out", "不再摸，留在原处", "stays where it is and is never drawn"),
        ("drawn", "轮到时照摸", "is drawn in its turn"),
    ),
    choice(
        "minimum_counts", "起胡之和", "what the least sum counts", "二.(一)7; 三.(一)6", "OR3",
        ("laid", "只算下铺的翻", "what each has laid, and 硬胡"),
        ("all", "连放炮、自摸、庄家的翻", "also shooting, self-draw and dealer"),
    ),
    yes_no(
        "draw_bonus_always", "杠上花、海底捞也按自摸乘 1.5",
        "杠上花 and 海底捞 are also times 1.5", "no", "二.(二)2末; 三.(四)2", "OR4",
    ),
    yes_no(
        "claimed_self_draw", "全求人可以自摸", "全求人 may be self-drawn", "yes",
        "二.(二)2⑵", "OR5",
    ),
    choice(
        "pair_rule", "二五八将的要求", "the demand for a pair of 2, 5, 8", "二.(二)2末", "OR6",
        ("hand", "有碰碰胡或一色则将牌不限", "any pair where the hand is all pungs or one colour"),
        ("each", "全求人、海底捞、杠上花、抢杠各自要二五八将才计",
         "全求人, 海底捞, 杠上花, 抢杠 each count only with such a pair"),
    ),
    yes_no(
        "several_wilds_hard", "几个癞子都作本张也算硬胡",
        "several 癞子, each as itself, still make 硬胡", "no", "二.(二)3", "OR7",
    ),
    choice(
        "cap_on", "封顶所指", "what the limit is of", "三.(六)", "OR8",
        ("score", "最后的分数", "the final score"),
        ("doubling", "翻出的倍数", "the doubling alone"),
    ),
    choice(
        "gold_means", "金顶、光明顶", "what 金顶 and 光明顶 do", "三.(六)", "OR9",
        ("exact", "正好付此数", "exactly this is paid"),
        ("at_most", "至多付此数", "at most this is paid"),
    ),
    choice(
        "liability_order", "两条包胡同时成立", "when two liabilities meet", "三.(五)", "OR10",
        ("shooter_first", "先抢杠，次全求人点炮者，后一色第三口",
         "robbed kong, then the shooter, then the third claim"),
        ("third_first", "先抢杠，次一色第三口，后全求人点炮者",
         "robbed kong, then the third claim, then the shooter"),
    ),
    yes_no(
        "suit_duty", "未听者须打出赢家所做之色，否则代包（问牌手）",
        "who is not ready must give up the winner's suit or becomes liable (asked)",
        "yes", "三.(五)末", "OR11",
    ),
    choice(
        "win_order", "几家同胡一张", "several could win one tile", "二.(一)8", "OR13",
        ("dealer", "自庄家起逆时针", "counter-clockwise from the dealer"),
        ("nearest", "自放炮者起逆时针", "counter-clockwise from the shooter"),
    ),
)  # fmt: skip
