"""猫抓耗子: the actions that only this page knows, and its announcements."""

from __future__ import annotations

from engine.flow import Action
from engine.tile import CAT, GOD, INGOT, MOUSE, Tile
from engine.view import Text

SWAP, SWAP_TAKE = "swap", "swap_take"
STEAL, STEAL_TAKE, CATCH = "steal", "steal_take", "catch"
REDUCE, RAISE = "reduce", "raise"
USE_INGOT, COLLECT = "use_ingot", "collect"
LAY_WIND, REMOVE, AIM = "lay_wind", "remove", "aim"

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action(SWAP, Text("换牌", "swap"), "D3.八.2", "melds"),
        Action(SWAP_TAKE, Text("换回", "takes back"), "D3.八.2", "hand"),
        Action(STEAL, Text("偷牌", "steal"), "D3.十", "flowers",
               Text("偷牌还是打出老鼠？", "A steal, or the mouse thrown away?")),
        Action(STEAL_TAKE, Text("偷得", "takes"), "D3.十", "hand"),
        Action(CATCH, Text("抓", "catch"), "D3.十一", "river"),
        Action(REDUCE, Text("减番", "reduce"), "D3.十一", "river",
               Text("减番还是打出猫？", "Cat used to reduce, or thrown away?"), True),
        Action(RAISE, Text("加番", "raise"), "D3.十三", "river",
               Text("加番还是打出财神？", "God used to raise, or thrown away?"), True),
        Action(USE_INGOT, Text("补元宝", "draw by ingot"), "D3.十二", "river",
               Text("补元宝还是打出元宝？", "Ingot used to draw, or thrown away?")),
        Action(COLLECT, Text("收", "collect"), "D3.十三", "river"),
        Action(LAY_WIND, Text("补风牌", "lay a wind"), "S3.十六", "flowers"),
        Action(AIM, Text("选定对象", "name the target"), "D3.十一", "hand", None, True),
        Action(REMOVE, Text("带人", "order a player out"), "G3.十五", "hand",
               Text("带人吗？带谁？", "Order a player out? Whom?"), True),
    )
}  # fmt: skip

ANNOUNCED: dict[Tile, str] = {
    CAT: "no_reduce", MOUSE: "no_steal", GOD: "no_raise", INGOT: "no_ingot",
}  # fmt: skip
"""What is said when a helper is thrown away (D3.十 to D3.十三)."""
NO_FLOWER = "no_flower"
"""不补花: a flower thrown away and not laid (D3.九)."""

WORDS: dict[str, Text] = {
    NO_FLOWER: Text("不补花", "not laid"),
    "no_steal": Text("不偷牌", "no steal"),
    "no_reduce": Text("不减番", "no reduction"),
    "no_raise": Text("不加番", "no raise"),
    "no_ingot": Text("不补元宝", "no draw"),
    "dead_hand": Text("相公", "dead hand"),
    "wrong_claim": Text("错碰、错杠、错补", "wrong claim"),
    "false_win": Text("诈胡", "false win"),
    "cheating": Text("偷牌、藏牌", "taking or hiding tiles"),
    "win": Text("胡牌", "win"),
    "ready_check": Text("查叫", "ready check"),
    "three_won": Text("三家胡牌", "three have won"),
    "team_won": Text("同组均胡", "both partners have won"),
    "one_left": Text("只剩一家", "one player is left"),
    "exhausted": Text("荒牌", "the wall is used up"),
    "void": Text("作废", "void"),
    "cat": Text("猫", "cat"),
    "god": Text("财神", "god"),
}
"""The page's words in events, payments and results."""
