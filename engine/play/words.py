"""Words of events, causes and ends that every page has."""

from __future__ import annotations

from engine.view import Text

WORDS: dict[str, Text] = {
    "win": Text("胡牌", "win"),
    "kong": Text("杠", "kong"),
    "flower": Text("花", "flower"),
    "ready_check": Text("查叫", "ready check"),
    "refund": Text("退还", "given back"),
    "robbed": Text("抢杠", "robbed"),
    "dead_hand": Text("相公", "dead hand"),
    "false_win": Text("诈胡", "false win"),
    "won": Text("胡牌", "won"),
    "three_won": Text("三家胡牌", "three have won"),
    "one_left": Text("只剩一家", "one player is left"),
    "exhausted": Text("荒牌", "the wall is used up"),
    "void": Text("作废", "void"),
}
"""A page adds its own: `words = {**WORDS, …}`."""
