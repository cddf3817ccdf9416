"""血战到底: the fans in the order of the text (¶14-16)."""

from __future__ import annotations

from engine.authoring import named_fan, only_best
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    both,
    by_kind,
    fours,
    kong_shot,
    kongs,
    one_suit,
    terminals_everywhere,
)
from engine.play import is_earth
from engine.play.listed import listed
from engine.ruleset import Exclusion, Fan, FanContext
from engine.shapes import Reading
from engine.win import Evidence

_OWN_FOUR = Exclusion("gen", same_tile=True)


def _earth(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    shot = context.options.on("earth_on_discard")
    return ONCE if is_earth(context.win, drawn=True, shot=shot) else NOT_THERE


def _roots(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = fours(context, reading)
    return (*found, *kongs(context, reading)) if context.options.on("kong_is_root") else found


def _robbed(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = by_kind(WinKind.ROBBED_KONG)(context, reading)
    return found if context.options.on("robbed_fan") else NOT_THERE


BASES = only_best(
    listed("plain", 1, "¶14-15"),
    listed("all_pungs", 2, "¶15"),
    listed("one_suit", 3, "¶15"),
    listed("terminals", 3, "¶15"),
    listed("pairs", 3, "¶15"),
    listed("pure_pungs", 4, "¶15"),
    listed("generals", 4, "¶15-16"),
    listed("dragon_pairs", 5, "¶16", _OWN_FOUR),
    listed("pure_pairs", 5, "¶16"),
    named_fan("pure_terminals", "清幺九", "Terminals everywhere in one suit", 5,
        both(terminals_everywhere, one_suit), "¶16",
        "清一色的带幺九", "terminals everywhere in one suit"),
    listed("heaven", 6, "¶16"),
    named_fan("earth", "地胡", "Earthly win", 6, _earth, "¶16",
        "闲家起手已听，第一张摸牌即胡", "another seat, ready when dealt, wins on its first draw"),
    listed("pure_dragon_pairs", 6, "¶16", _OWN_FOUR),
)  # fmt: skip

FANS: tuple[Fan, ...] = (
    *BASES,
    listed("kong_blossom", 1, "¶16"),
    named_fan("kong_shot", "杠上炮", "Win on a konger's discard", 1, kong_shot, "¶16",
        "胡别家杠后打出的牌", "on what another seat throws after its kong"),
    named_fan("gen", "根", "Root", 1, _roots, "¶16",
        "四张相同而未作杠，每根一番", "four equal tiles not made a kong, once each"),
    named_fan("robbed_kong", "抢杠", "Robbing a kong", 1, _robbed, "¶11†",
        "抢杠加一番（选项，原文没有）", "a robbed kong adds one (an option, not in the text)"),
)  # fmt: skip
