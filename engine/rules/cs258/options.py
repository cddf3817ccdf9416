"""258 扎鸟麻将: house options, open readings with the recommended default
first, and the gaps that a table fills itself."""

from __future__ import annotations

from engine.authoring import choice, filled, yes_no
from engine.ruleset import Option

OPTIONS: tuple[Option, ...] = (
    choice(
        "robbed_dealer", "抢杠胡、海底让胡何时十二分", "when 抢杠胡 and a given 海底 cost twelve",
        "A6.B; A6.F", "OR2",
        ("either", "付者或胡者是庄", "payer or winner is the dealer"),
        ("payer", "只在付者是庄", "only when the payer is the dealer"),
    ),
    yes_no(
        "dealer_wins_shot", "庄家胡点炮也多收一分", "a dealer who wins a discard gets one more",
        "yes", "B说明; 平胡; 大胡", "OR3",
    ),
    choice(
        "several_big", "几个大胡同时成立", "several big hands at once", "A; 大胡自摸; 大胡", "OR4",
        ("one", "只按一个计", "the price of one, the dearest"),
        ("each", "逐个计", "the price of each"),
    ),
    choice(
        "opening_hands", "四喜、板板胡、缺一色之后", "after 四喜, 板板胡, 缺一色", "B1-3", "OR5",
        ("end", "即胡牌，本盘结束", "it is a win and ends the deal"),
        ("continue", "亮牌收分，继续打", "shown and paid, play goes on"),
    ),
    yes_no(
        "pairs_need_general", "七巧对要二五八将（所胡之对）",
        "七巧对 needs its last pair to be of 2, 5, 8", "no", "A6.G", "OR6",
    ),
    choice(
        "way_pair", "大牌型而将不是二五八时，海底、杠上花、抢杠",
        "海底, 杠上花, 抢杠 beside a big pattern whose pair is not of 2, 5, 8",
        "A6; A6.C; A6.D", "OR7",
        ("needed", "不计，只算牌型", "do not count, the pattern alone does"),
        ("free", "也计", "count as well"),
    ),
    filled(choice(
        "kong_tile", "开杠翻出而杠者不胡的牌", "the tile turned for a kong that he does not win on",
        "A6.C; A6.F", "",
        ("win_only", "入牌河，别家只能胡", "goes into the river, others may only win on it"),
        ("claimed", "如同打出，也可吃碰杠", "is as a discard, sets may be claimed with it too"),
    )),
    filled(choice(
        "birds", "扎鸟", "birds", "特定2", "",
        ("one", "翻一张", "one tile is turned"), ("none", "不扎", "none"),
    )),
    filled(choice(
        "several_winners_dealer", "通炮后谁做庄", "who deals after several won",
        "基本1.B; 特定1", "",
        ("shooter", "点炮者", "the shooter"),
        ("nearest", "离点炮者最近的胡者", "the winner nearest after him"),
    )),
)  # fmt: skip
