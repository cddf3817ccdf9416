"""上海: which complete hands may win (Q1, J2, J4, J5, J6)."""

from __future__ import annotations

from engine.rules.shanghai.fans import KNOCKED, PATTERNS
from engine.ruleset import Options
from engine.view import Text
from engine.win import Refusal, Win

EIGHT = "eight_flowers"


def qhp_gate(win: Win, options: Options, fans: frozenset[str]) -> Refusal | None:
    """清混碰: one of its hands, or eight flowers (Q1)."""
    if fans & PATTERNS or EIGHT in fans:
        return None
    return Refusal(Text("无番：不是清、混、碰、风", "no fan: none of 清, 混, 碰 and 风"), "Q1; J5")


def old_gate(win: Win, options: Options, fans: frozenset[str]) -> Refusal | None:
    """旧规矩: big and small hands; the new rules ask for more (J2, J4, J5)."""
    if options.on("must_have_flower"):
        tiles_only = options["flower_needed"] == "tile"
        if not (win.flowers if tiles_only else "flowers" in fans):
            return Refusal(Text("无花", "no 花"), "J4")
    return qhp_gate(win, options, fans) if options.on("qinghunpeng") else None


def knocked_gate(win: Win, options: Options, fans: frozenset[str]) -> Refusal | None:
    """敲麻: who has not knocked does not win, whatever the hand (J6)."""
    if KNOCKED not in win.seats[win.seat].marks:
        return Refusal(Text("没有敲，不能胡", "not knocked: no win"), "J6")
    if not (options.on("discard_wins") or win.is_self_drawn):
        return Refusal(Text("只能自摸", "self-drawn wins only"), "J6")
    allowed = {"concealed", "single_wait"}
    counted = fans - {"flowers"}
    if options["fans"] == "gate" and counted and not counted & allowed:
        return Refusal(Text("有番须门清或单吊", "a hand with fans must be 门清 or 单吊"), "J6")
    return None
