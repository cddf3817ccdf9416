"""成都点数: house options."""

from __future__ import annotations

from engine.authoring import choice, filled, number
from engine.ruleset import Option

OPTIONS: tuple[Option, ...] = (
    choice(
        "pure_pairs", "清七对几分", "what seven pairs in one suit are worth", "L17; L25", "OR1",
        ("4", "4分", "4"), ("8", "8分", "8"),
    ),
    choice(
        "blossom", "杠上花加几分（杠另计1分）",
        "what a win on a kong's replacement adds beside the kong", "L27", "OR3",
        ("2", "2分", "2"), ("1", "1分，连杠共2分", "1, so 2 with the kong"),
    ),
    choice(
        "two_patterns", "清一色兼幺九牌", "one suit and terminals everywhere at once", "L10-13",
        "OR4", ("best", "只取一种", "only one counts"), ("add", "相加", "both count"),
    ),
    choice(
        "earth", "地胡怎样算", "which wins are earthly", "L24", "OR5",
        ("both", "庄家第一张打出或自己第一张摸牌", "on the dealer's first discard or one's "
         "first draw"),
        ("first_discard", "只限庄家第一张打出", "on the dealer's first discard only"),
        ("first_draw", "只限自己第一张摸牌", "on one's first draw only"),
    ),
    choice(
        "fed_blossom", "引杠后杠上花由谁付", "who pays a win on the replacement of a fed kong",
        "L49", "OR7", ("feeder", "引杠者一家付", "the feeder alone"),
        ("everybody", "三家都付", "all three"),
    ),
    filled(number("base", "底分（每点）", "stake of a point", "L5†", "1")),
)  # fmt: skip
