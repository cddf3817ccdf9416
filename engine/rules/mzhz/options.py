"""猫抓耗子: house options. Open readings of the text with the recommended
default first, and the gaps that a table fills itself."""

from __future__ import annotations

from engine.authoring import choice, yes_no
from engine.ruleset import Choice, Option
from engine.view import Text

OPTIONS: tuple[Option, ...] = (
    choice(
        "mode", "打法", "mode of play", "D1; G1; S1", "",
        ("solo", "单打", "every player for himself"),
        ("fixed_pairs", "固定双打", "fixed pairs: East and West against South and North"),
        ("four_winds", "四风双打", "pairs formed in every deal by the winds"),
    ),
    Option(
        "wall_stacks", Text("东南西北四墙墩数", "stacks in the walls of E, S, W, N"),
        (Choice("auto", Text("124 张为 16,15,16,15；128 张各 16",
                             "16,15,16,15 for 124 tiles, 16 each for 128")),),
        "auto", "D2.4; D5.五", "OR-31", r"\d{1,2}(,\d{1,2}){3}",
    ),
    choice(
        "tail_order", "墙尾一墩先补哪张", "which tile of a tail stack is taken first",
        "D2.22", "OR-32",
        ("top", "先上后下", "the upper, then the lower"),
        ("bottom", "先下后上", "the lower, then the upper"),
    ),
    choice(
        "ready_payers", "查叫由谁付", "who pays a ready hand at an exhausted wall",
        "D4.(七)", "OR-01",
        ("not_ready", "未听牌的玩家", "players who are not ready"),
        ("all_unwon", "其他所有未胡的玩家", "every other player who has not won"),
    ),
    choice(
        "ready_value", "查叫按多少番", "how many fans a ready hand is worth", "D4.(七)", "OR-02",
        ("min", "各听口中最小者", "the least over its waits"),
        ("max", "各听口中最大者", "the most over its waits"),
        ("hand_only", "只算现有牌张已成的番", "only what the tiles in hand already make"),
    ),
    yes_no(
        "removed_pays", "被带的玩家仍付后来的自摸",
        "a removed player still pays later self-drawn wins", "no", "G3.十五; D4.(六)", "OR-03",
    ),
    yes_no(
        "end_when_one_active", "只剩一家行牌时本盘结束",
        "the deal ends when one player is left", "yes", "D2.1; G2.1", "OR-04",
    ),
    yes_no(
        "p2_after_win", "元宝第一张补后打出的牌被胡，仍补第二张",
        "a discard won after the first ingot tile leaves the second to be drawn",
        "yes", "D3.十二; F20", "OR-05",
    ),
    yes_no(
        "p2_after_pung", "元宝第一张补后打出的牌被碰杠，仍补第二张",
        "a discard claimed after the first ingot tile leaves the second to be drawn",
        "no", "D3.十二; F20", "OR-05",
    ),
    yes_no(
        "claim_needs_natural", "带碰带杠须有本牌在手",
        "a claim with jokers needs a natural tile from the hand", "yes", "D3.八; F5", "OR-06",
    ),
    yes_no(
        "win_on_joker", "可以胡别人打出的百搭", "a discarded joker may be won on",
        "yes", "D3.八; D4.(三)2", "OR-07",
    ),
    choice(
        "robbed_joker", "抢杠胡到的百搭作何牌", "what a robbed joker stands for", "F26", "OR-08",
        ("fixed", "只作所杠之牌", "the kind of the kong only"),
        ("free", "任作一张序数牌", "any number tile"),
    ),
    choice(
        "catch_window", "抓鼠的时机", "when a mouse may be caught", "D3.十; D3.十一", "OR-09",
        ("before_choice", "选取之前", "before the tile is chosen"),
        ("after_choice", "选取之后", "after the tile is chosen"),
    ),
    yes_no(
        "flower_blossom", "补花后立即自摸算杠上花",
        "winning on a flower's replacement counts 杠上花", "yes", "D4.(五)5; F18; F20", "OR-11",
    ),
    yes_no(
        "flower_win_extras", "七抢一、八仙过海另计四季发财、无百搭",
        "flower wins also count 四季发财 and 无百搭", "no", "D4.(五)18; F19", "OR-13",
    ),
    yes_no(
        "opening_flower_win", "起牌补花时可以七抢一（胡者补进一张）",
        "七抢一 is allowed in the opening round of flowers", "yes", "D4.(五)18; F30", "OR-16",
    ),
    yes_no(
        "false_win_ends_deal", "诈胡即本盘结束", "a false win ends the deal",
        "no", "D2.27; D6.3", "OR-17",
    ),
    choice(
        "cat_self", "猫数到自己时对谁减番", "against whom a cat counted to oneself works",
        "D3.十一", "OR-18",
        ("every", "对其余每一家", "against every other player"),
        ("one", "对任选的一家", "against one player of choice"),
    ),
    yes_no(
        "effects_retroactive", "猫、财神对先前已胡的也有效",
        "cat and god also change wins made before", "no", "D3.十一; D3.十三", "OR-19",
    ),
    choice(
        "initial_points", "初始底分", "points that each player starts with", "F27; F29", "OR-22",
        ("0", "不设", "none"), ("100", "每人 100", "100 each"),
    ),
    yes_no(
        "partner_pays", "同组之间也记分", "partners also book what they owe each other",
        "no", "G4.(三)3; D4.(六)", "OR-23",
    ),
    choice(
        "removal_by", "谁可以带人", "who may remove an opponent", "G3.十五; G4.(四)", "OR-24",
        ("first", "只有最先胡牌者", "only the first winner"),
        ("every", "每个胡两番以上者", "every winner with two fans or more"),
    ),
    yes_no(
        "flipped_wind_shows", "翻宝翻出的风牌算亮明",
        "a wind flipped for the bonus counts as shown", "no", "S2.30", "OR-27",
    ),
    yes_no(
        "pung_last_discard", "最后一张打出的牌可以碰", "the last discard may be claimed for a pung",
        "no", "D2.26", "OR-28",
    ),
    yes_no(
        "wind_after_pung", "碰牌后可以补风牌", "a wind may be laid after a pung",
        "yes", "D3.四; S3.三", "OR-29",
    ),
    choice(
        "swap_tile", "换牌用哪张本牌", "which tile may be swapped", "D3.八.2; F4", "OR-33",
        ("any", "进张后手中任一张本牌", "any such tile held after 进张"),
        ("drawn", "刚摸进的本牌", "only the tile just drawn"),
    ),
    yes_no(
        "dead_hand_claims", "相公仍可碰、杠、用辅牌", "a dead hand may still claim and use helpers",
        "yes", "D6.1", "OR-35",
    ),
    choice(
        "pass_rule", "过胡的限制", "the rule on declined wins", "D4.(八)", "OR-36",
        ("mode", "单打有，双打无", "in solo play only"),
        ("always", "一律有", "in every mode"),
        ("never", "一律无", "in no mode"),
    ),
    choice(
        "silent_helper", "不报而打出的辅牌", "a helper put down without a word", "D3.十", "OR-37",
        ("waste", "算废牌", "is a plain discard"), ("use", "算使用", "counts as used"),
    ),
)
