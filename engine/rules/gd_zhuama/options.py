"""广东: house options. Stakes and horses are agreed before play; what the cut
text leaves out is filled (补)."""

from __future__ import annotations

from dataclasses import replace

from engine.authoring import choice, filled, number, yes_no
from engine.ruleset import Option

BIG = number(
    "big", "自摸和暗杠每家的钱数（大）", "the big stake: a win, a concealed kong, from each",
    "二; 三.暗杠", "20",
)  # fmt: skip
SMALL = number(
    "small", "明杠每家的钱数（小）", "the small stake: an added kong, from each", "三.明杠", "10"
)
SHARED: tuple[Option, ...] = (
    BIG,
    SMALL,
    yes_no("seven_pairs", "七对可以胡", "seven pairs win too", "no", "补1", "OR5"),
    filled(choice(
        "fed_kong", "直杠（包杠）谁付", "who pays a kong of a discard", "三.包杠", "",
        ("feeder", "放杠者付三家的小", "the one who threw it pays small for all three"),
        ("everyone", "各家付小", "everybody pays small"),
    )),
    filled(choice(
        "kong_burst", "杠爆：杠后补牌自摸谁付", "who pays a win on a kong's replacement",
        "三.杠爆", "",
        ("feeder", "直杠补牌自摸由放杠者全付，其余各付",
         "after a kong of a discard the one who threw it pays for all, else everybody"),
        ("everyone", "各付", "everybody"),
    )),
    filled(choice(
        "kong_chain", "连续杠后自摸，算谁放的杠", "after several kongs in a row who fed the win",
        "三.连续杠", "",
        ("last", "只看补进胡牌的那一杠", "the kong that brought the winning tile"),
        ("any", "其中有直杠即由放杠者付", "any kong of a discard among them"),
    )),
    filled(yes_no("several_robbers", "抢杠可几家同时胡", "several may rob one kong", "no", "补3")),
    filled(choice(
        "draw_kongs", "荒牌时的杠", "kongs when nobody wins", "补4", "",
        ("stay", "照收", "stay paid"),
        ("void", "作废退还", "are given back"),
    )),
)  # fmt: skip

ZHUAMA: tuple[Option, ...] = (
    number("horses", "抓几匹马（开玩前定好）", "how many horses, agreed before play", "二", "2"),
    choice(
        "honour_horses", "字牌马的次序", "to whom honours count as horses", "二", "OR1",
        ("continued", "九后接数中发白东南西北", "red, green, white, E, S, W, N go on after nine"),
        ("winds_first", "东南西北中发白重新数", "E, S, W, N, red, green, white counted anew"),
    ),
    choice(
        "first_game", "第一局谁为一子马", "whose horses are 1, 5, 9 in the first deal", "二", "OR2",
        ("dealer", "庄家", "the dealer's"),
        ("winner", "胡牌者自己", "the winner's"),
    ),
    yes_no("robbed_horses", "抢杠也抓马", "horses are turned after a robbed kong", "no",
           "三.抢杠", "OR3"),
    yes_no("horses_on_kongs", "马跟杠：中马也加胡家的杠钱",
           "horses multiply the winner's kongs too", "no", "二", "OR4"),
    *SHARED,
    filled(choice(
        "dealer", "庄家", "who deals next", "补5", "",
        ("winner", "胡牌者；荒牌原庄", "the winner; the same when nobody wins"),
        ("rotate", "轮流", "each in turn"),
    )),
)  # fmt: skip



def _lent(option: Option) -> Option:
    """An option of the real table for the online game, whose text names no values."""
    marked = option if option.text.zh.endswith("（补）") else filled(option)
    return replace(marked, clause="补", reading="")


ONLINE: tuple[Option, ...] = (
    choice(
        "table_fan", "桌面番数：得到的钱乘以它", "table fan: it multiplies all money", "2", "",
        *((str(n), f"{n}番", f"times {n}") for n in (1, 3, 5, 10, 50, 100)),
    ),
    choice(
        "gift", "每次赠送的36币", "coins that the system gives", "3", "OR1",
        ("1000", "1000 个", "1000"),
        ("100036", "100036 个（两数连写）", "100036 (two numbers run together)"),
    ),
    choice(
        "dealer", "庄家", "who deals next", "4(2)", "OR2",
        ("fixed", "一直是第一位入座者", "always the first who sat down"),
        ("winner", "胡牌者", "the winner"),
    ),
    yes_no("allow_pung", "设置：允许碰", "setting: pungs allowed", "yes", "4(1)"),
    yes_no("allow_kong", "设置：允许杠", "setting: kongs allowed", "yes", "4(1)"),
    *(_lent(option) for option in SHARED),
)  # fmt: skip
